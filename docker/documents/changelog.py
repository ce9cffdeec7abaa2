"""The version and its changes: CHANGELOG.md as Debian wants it, and the day of the version."""

import datetime
import os
import pathlib
import re
import subprocess
from typing import Iterator, List, NamedTuple

SOURCE = "tanbo-server"
MAINTAINER = "The Tanbo server authors <tanbo@example.org>"


class Release(NamedTuple):
    """A section of CHANGELOG.md."""

    version: str
    day: str
    changes: List[str]


def version(root: pathlib.Path) -> str:
    """The version of the programs."""
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(tanbo VERSION (\d+\.\d+\.\d+)", text, re.MULTILINE)[1]


def releases(root: pathlib.Path) -> Iterator[Release]:
    """The releases, the newest first; what is not released has the version and day of the build."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = section.partition("\n")
        found = re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", title)
        changes = [" ".join(item.split()) for item in re.split(r"^- ", re.sub(
            r"^(?:### .*|\[.*\]: .*)$", "", rest, flags=re.MULTILINE), flags=re.MULTILINE)[1:]]
        if found:
            yield Release(found[1], found[2], changes)
        elif changes:
            yield Release(version(root), today(root), changes)


def today(root: pathlib.Path) -> str:
    """The day of the commit, or of SOURCE_DATE_EPOCH: the same source makes the same package."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        asked = subprocess.run(["git", "-C", root, "log", "-1", "--format=%ct"], text=True,
                               capture_output=True, check=False)
        seconds = asked.stdout.strip() or "0"
    day = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return day.strftime("%Y-%m-%d")


def day(root: pathlib.Path) -> str:
    """The day of the newest section."""
    return next(releases(root)).day


def of_debian(root: pathlib.Path) -> str:
    """The changelog in Debian's form."""
    return "\n".join(
        f"{SOURCE} ({one.version}) unstable; urgency=medium\n\n"
        + "".join(wrapped(change) for change in one.changes)
        + f"\n -- {MAINTAINER}  {rfc_day(one.day)}\n"
        for one in releases(root))


def wrapped(change: str) -> str:
    """A change as an item of at most 78 columns."""
    lines, line = [], "  *"
    for word in change.replace("`", "").split():
        if len(line) + 1 + len(word) > 78:
            lines.append(line)
            line = "   "
        line += " " + word
    return "\n".join([*lines, line]) + "\n"


def rfc_day(text: str) -> str:
    """The day as mails write it."""
    when = datetime.datetime.strptime(text, "%Y-%m-%d")
    return when.strftime("%a, %d %b %Y 00:00:00 +0000")
