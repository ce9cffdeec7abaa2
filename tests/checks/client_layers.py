"""The floors of the web client: each folder imports from those below it, and from `text`.

The board knows no network and the game no page: what they are about is tested without either.
"""

import posixpath
import re

from source import ROOT, Finding

SOURCES = ROOT / "server" / "web" / "client" / "src"
FLOORS = ("engine", "api", "live", "game", "board", "parts", "pages")
# Texts and colours are everybody's.
SHARED = ("text", "theme")
UNKNOWN_TO_BOARD = ("api", "live")
# The library for programs has the types of the API and the socket: it stands below api.
LIBRARY = re.compile(r"""\bfrom\s*['"]tanbo-client['"]""")
NETWORK = re.compile(r"\b(fetch|WebSocket|EventSource|XMLHttpRequest)\(")
PAGE = re.compile(r"(?<![\w.'])(document|window|location|navigator)\.")
IMPORT = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]*)['"]""")


def folder_of(name):
    """The folder of a source by its path below src; "main" for what lies in none."""
    return name.partition("/")[0] if "/" in name else "main"


def verdict(name, target):
    """Why a source may not import another, by their paths below src; None if it may."""
    here, there = folder_of(name), target.partition("/")[0]
    if here == there or there in SHARED or there == ".." or here == "main":
        return None
    if here in SHARED:
        return f"{here} may not import {there}"
    if there not in FLOORS or FLOORS.index(there) > FLOORS.index(here):
        return f"{here} may not import {there}"
    if here == "board" and there in UNKNOWN_TO_BOARD:
        return "board knows no network"
    return None


def check_line(name, line):
    """The faults of one line of a source."""
    for match in IMPORT.finditer(line):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))
        reason = verdict(name, target)
        if reason:
            yield reason
    if folder_of(name) == "board" and (NETWORK.search(line) or LIBRARY.search(line)):
        yield "board knows no network"
    if folder_of(name) in ("engine", "text", "theme") and LIBRARY.search(line):
        yield f"{folder_of(name)} may not import tanbo-client"
    if folder_of(name) in ("engine", "game") and PAGE.search(line):
        yield f"{folder_of(name)} knows no page"


def check(sources=SOURCES):
    """All faults of the tree."""
    for path in sorted(sources.glob("**/*")):
        if path.suffix not in (".ts", ".svelte"):
            continue
        name = path.relative_to(sources).as_posix()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for reason in check_line(name, line):
                yield Finding(path.relative_to(ROOT), number, reason)
