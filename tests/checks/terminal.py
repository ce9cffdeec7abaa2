"""All that `tanbo` writes to a terminal goes through one filter: terminal.cpp of server/cli.

Texts from the network and from engines could steer the terminal otherwise. No other file of
server/cli names an output.
"""

import re
from typing import Iterator

from source import ROOT, Finding, line_at, tracked, without_comments

FOLDER = "server/cli/"
FILTER = "/terminal.cpp"

OUTPUT = re.compile(
    r"\bc(?:out|err|log)\b|\bw(?:cout|cerr|clog)\b|\bstd(?:out|err)\b|\bSTD(?:OUT|ERR)_FILENO\b"
    r"|\bv?f?printf\b|\bv?dprintf\b|\bf?puts\b|\bf?putc(?:har)?\b|\bfwrite\b|\bperror\b|\bpsignal\b"
    r"|\bstd::v?print(?:ln)?\b|\bsyslog\b"
    r"|\bwritev?\(\s*[012]\b|\bsystem\(|\bpopen\(")
DEVICE = re.compile(r'"/dev/(?:tty|stdout|stderr|fd|pts)|"/proc/self/fd')
# The outputs of a program that is started are pipes to us.
OF_A_CHILD = re.compile(r"\bposix_spawn_file_actions_\w+\([^;]*;")


def blank(match) -> str:
    """As many blanks and lines as were found."""
    return re.sub(r"[^\n]", " ", match.group())


def check(root=ROOT) -> Iterator[Finding]:
    """Every output that is named outside the filter."""
    for path in tracked(".cpp", ".hpp", root=root):
        name = path.relative_to(root).as_posix()
        if not name.startswith(FOLDER) or name.endswith(FILTER):
            continue
        text = path.read_text(encoding="utf-8")
        code = OF_A_CHILD.sub(blank, without_comments(text))
        found = [*OUTPUT.finditer(code), *DEVICE.finditer(without_comments(text, True))]
        for match in found:
            yield Finding(path.relative_to(root), line_at(text, match.start()),
                          f"{match.group().strip()} goes round the filter of the terminal: "
                          "use print() or print_error() of terminal.hpp")
