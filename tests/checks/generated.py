"""Data that a program could write is written by it: no test keeps what no one can review.

A file of tests/ with over 1,000 lines says in its head where it is from ("Source: ..."), and why
nothing can make it ("Not generated: ..."). A lockfile is npm's.
"""

import re
from typing import Iterator

from source import ROOT, Finding, tracked

LINES_MAX = 1_000
HEAD_LINES = 10
SAID = {
    "Source": re.compile(rb"\bSource: \S"),
    "Not generated": re.compile(rb"\bNot generated: \S"),
}


def check(root=ROOT) -> Iterator[Finding]:
    """The long files below tests/ that do not say both."""
    for path in tracked(root=root):
        name = path.relative_to(root)
        if name.parts[0] != "tests" or name.name == "package-lock.json":
            continue
        lines = path.read_bytes().split(b"\n")
        if len(lines) - 1 <= LINES_MAX:
            continue
        head = b"\n".join(lines[:HEAD_LINES])
        missing = [word for word, pattern in SAID.items() if not pattern.search(head)]
        if missing:
            yield Finding(name, 1, f"{len(lines) - 1} lines: have a program make them, or say "
                                   f"'{missing[0]}: ...' in the first {HEAD_LINES}")
