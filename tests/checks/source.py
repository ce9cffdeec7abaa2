"""Common to the checks: the tracked files and a view of C++ without comments and strings."""

import pathlib
import re
import subprocess
from typing import Iterator, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]

HIDDEN = re.compile(
    r'R"(?P<delimiter>[^()\\\s]{0,16})\((?:.|\n)*?\)(?P=delimiter)"'
    r"|//[^\n]*|/\*(?:.|\n)*?\*/"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"
)


class Finding(NamedTuple):
    """One violation: where it is and what to do about it."""

    path: pathlib.PurePath
    line: int
    remedy: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.remedy}"


def tracked(*suffixes: str, root: pathlib.Path = ROOT) -> Iterator[pathlib.Path]:
    """The files git knows (added ones included) below `root` that end in one of `suffixes`."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout
    for name in sorted(filter(None, listing.split("\0"))):
        path = root / name
        if name.endswith(suffixes or ("",)) and path.is_file():
            yield path


def without_comments(text: str, keep_strings: bool = False) -> str:
    """`text` with comments (and strings) turned into blanks; every line and column stays."""

    def blank(match):
        hidden = match.group()
        if keep_strings and not hidden.startswith(("//", "/*")):
            return hidden
        return re.sub(r"[^\n]", " ", hidden)

    return HIDDEN.sub(blank, text)


def line_at(text: str, offset: int) -> int:
    """The number of the line, from 1, that holds `offset`."""
    return text.count("\n", 0, offset) + 1
