"""The documents' links to one another lead to files and headings that are there.

The server makes the page /help/api from the contract: no file has its name.
"""

import re
from typing import Iterator

from source import ROOT, Finding, tracked

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchor(heading) -> str:
    """The name that a heading has in links, as GitHub makes it."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.lower())
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def fault(path, link) -> str:
    """Why a link of the document leads nowhere; empty if it does not."""
    name, _, wanted = link.partition("#")
    target = path.parent / name if name else path
    if not target.exists():
        return f"there is no {name}"
    if wanted and wanted not in map(anchor, HEADING.findall(target.read_text())):
        return f"{target.name} has no heading {wanted}"
    return ""


def check(root=ROOT) -> Iterator[Finding]:
    """The links that lead nowhere."""
    for path in tracked(".md", root=root):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for link in LINK.findall(line):
                found = "" if re.match(r"\w+:|/help/api$", link) else fault(path, link)
                if found:
                    yield Finding(path.relative_to(root), number, found)
