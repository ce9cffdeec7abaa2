"""How the tree hangs together, in numbers: what a change has to touch, and what sees what.

    /usr/bin/python3 tests/bench/house.py           # of this checkout
    /usr/bin/python3 tests/bench/house.py 6620eb9   # of a commit, beside it
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Dict, Iterator, List

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "checks"))

import reach  # noqa: E402
from source import tracked, without_comments  # noqa: E402

STORES = ("server/store/", "server/storage/")
# An id or an instant made of another spelling of the same.
CONVERSIONS = re.compile(
    r"\b(?:to|from)_row\("
    r"|static_cast<[\w:]*(?:Id|Instant)>"
    r"|\b(?:storage|store|game|protocol|base)::\w+(?:Id|Instant)[({][a-z]\w*(?:[.>-]|[)}])")
INCLUDE_OF_STORE = re.compile(r'#include "server/(?:store|storage)/([\w/]+\.hpp)"')
# Options that a game has one of each kind of: they are spelt wherever an option has to be.
OPTION = re.compile(r"leaver[_-]policy|LeaverPolicy")
CHANNEL = re.compile(r"webhook", re.IGNORECASE)
GENERATED = ("protocol/contract/examples/", "tests/", "server/web/client/")
FOLDERS = ("engine", "protocol", "server", "migrations", "tests")


class Tree:
    """The text files of a checkout, without the comments of C++."""

    def __init__(self, root: pathlib.Path):
        self.root = root
        self.lines: Dict[str, int] = {}
        self.code: Dict[str, str] = {}
        for path in tracked(root=root):
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            name = path.relative_to(root).as_posix()
            self.lines[name] = text.count("\n")
            is_cpp = name.endswith((".cpp", ".hpp"))
            self.code[name] = without_comments(text, keep_strings=True) if is_cpp else text

    def below(self, *folders: str) -> Iterator[str]:
        """The names of the C++ files in these folders."""
        for name in self.code:
            if name.startswith(folders) and name.endswith((".cpp", ".hpp")):
                yield name

    def naming(self, what: re.Pattern) -> List[str]:
        """The files with it in their code, but for examples, tests and the client."""
        return [name for name, code in self.code.items()
                if not name.startswith(GENERATED) and name.startswith(FOLDERS)
                and what.search(code)]


def figures(root: pathlib.Path) -> Dict[str, int]:
    """Each figure by its name."""
    tree = Tree(root)
    above = [name for name in tree.below("server/") if not name.startswith(STORES)]
    found = {"conversions of ids and instants above the store":
             sum(len(CONVERSIONS.findall(tree.code[name])) for name in above)}
    statement = next(store + "statement.hpp" for store in STORES
                     if store + "statement.hpp" in tree.code)
    found["files that reach statement.hpp"] = len(reach.chains(statement, root))
    for label, folders in {
        "from http, live and api": ("server/http/", "server/live/", "server/api_common/"),
        "from mail": ("server/mail/",),
    }.items():
        found[f"includes of the store {label}"] = sum(
            len(INCLUDE_OF_STORE.findall(tree.code[name])) for name in tree.below(*folders))
    found["files that spell an option of a game"] = len(tree.naming(OPTION))
    found["files that name webhooks and are not theirs"] = sum(
        name.startswith("server/") and name.endswith((".cpp", ".hpp"))
        and not CHANNEL.search(name) for name in tree.naming(CHANNEL))
    found["files flat in server/mail"] = sum(
        name.startswith("server/mail/") and name.count("/") == 2 for name in tree.code)
    lines: Dict[str, int] = collections.Counter()
    for name, count in tree.lines.items():
        if name.endswith((".cpp", ".hpp")) and name.startswith(FOLDERS):
            lines[name.split("/")[0]] += count
    for folder, count in lines.items():
        found[f"lines of C++ in {folder}"] = count
    return found


def main() -> None:
    """Prints the figures of this checkout, beside those of a commit if one is named."""
    columns = [figures(ROOT)]
    with tempfile.TemporaryDirectory() as folder:
        for commit in sys.argv[1:]:
            tree = pathlib.Path(folder) / commit
            subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", ROOT, tree],
                           check=True)
            subprocess.run(["git", "checkout", "-q", commit], cwd=tree, check=True)
            columns.insert(0, figures(tree))
    for name in columns[-1]:
        print(f"{name:50}", *(f"{column.get(name, 0):>8,}" for column in columns))


if __name__ == "__main__":
    main()
