"""Whatever a header includes is seen by those who include it, however far away.

server/store/statement.hpp shows rows and parameters of SQL. Only the tables, the engines and
those who test or fill the store itself may reach it, and few of them: each file that does is
compiled again with it.
"""

import collections
import pathlib
from typing import Dict, Iterator, List

from layers import INCLUDE
from source import ROOT, Finding, tracked, without_comments

STATEMENT = "server/store/statement.hpp"
HOMES = ("server/store/", "tests/server/store/", "tests/bench/list_bench.cpp")
# Fewer than that. Tables that belong together are one file; a test asks by its plans.hpp.
SOURCES_MAX = 54


def chains(header: str, root=ROOT) -> Dict[str, List[str]]:
    """Each .cpp file that reaches `header` -> the includes that lead there, a shortest chain."""
    included_by = collections.defaultdict(list)
    for path in tracked(".cpp", ".hpp", root=root):
        name = path.relative_to(root).as_posix()
        text = without_comments(path.read_text(encoding="utf-8"), keep_strings=True)
        for match in INCLUDE.finditer(text):
            if match[1] == '"':
                included_by[match[2]].append(name)
    found = {header: [header]}
    waiting = collections.deque([header])
    while waiting:
        present = waiting.popleft()
        for name in included_by[present]:
            if name not in found:
                found[name] = [name] + found[present]
                waiting.append(name)
    return {name: chain for name, chain in found.items() if name.endswith(".cpp")}


def check(root=ROOT, sources_max=SOURCES_MAX) -> Iterator[Finding]:
    """Every file that sees SQL from above the store, and that there are too many below."""
    reached = chains(STATEMENT, root)
    for name, chain in sorted(reached.items()):
        if not name.startswith(HOMES):
            yield Finding(pathlib.PurePath(name), 1,
                          f"sees SQL by {' <- '.join(reversed(chain))}: cut the chain")
    if len(reached) >= sources_max:
        yield Finding(pathlib.PurePath(STATEMENT), 1,
                      f"{len(reached)} files reach it, and fewer than {sources_max} may")
