"""The manual keeps its promises: short pages and sentences, plain words, true boards and names."""

import json
import re
from typing import Iterator

import reference
from source import ROOT, Finding

MANUAL = ROOT / "server" / "web" / "manual"
LINES_MAX = 150
WORDS_MAX = 25
BANNED = re.compile(
    r"\bwho(?:ever|se)\b|\bso that\b|\bin order that\b|\bis to be\b|\banew\b|\bby lot\b"
    r"|\bat present\b|\blikewise\b|\btherein\b|\bas many as may\b|\bnobody\b|\bplease\b"
    r"|\bliberties\b|\blifted\b|\btakeback\b", re.IGNORECASE)
# The parts of pages in bold, as "**Settings → Account**", but for the heads of a list's items.
SHOWN = re.compile(r"\*\*([A-Z][^*]*)\*\*(?!:)")
GERMAN_NOUNS = {"Nächten", "Wurzel"}
TEXTS = ROOT / "server" / "web" / "client" / "src" / "text"
NEIGHBOURS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def prose(markdown):
    """Lines with their numbers, without code blocks; tables cell by cell, links as their text."""
    is_code = False
    for number, line in enumerate(markdown.splitlines(), 1):
        if line.strip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("    "):
            line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
            yield number, re.sub(r"`[^`]*`", "x", line)


def paragraphs(markdown):
    """Each paragraph, list item, heading and table cell: its first line's number and its text."""
    begin, text = 0, ""
    for number, line in [*prose(markdown), (0, "")]:
        is_apart = re.match(r"\s*(?:[-#|]|\d+\.)", line)
        if (not line.strip() or is_apart) and text:
            yield begin, text
            text = ""
        if line.startswith("|"):
            yield from ((number, cell) for cell in line.strip("|").split("|"))
        elif line.strip():
            begin, text = (begin if text else number), f"{text} {line.strip()}"


def sentences(text):
    """The sentences of a paragraph; a colon ends one, too."""
    return re.split(r"(?<=[.!?:;])\s+", text.strip())


def boards(markdown):
    """The pictures of boards: the number of the line above, and the rows of points."""
    lines = markdown.splitlines()
    for number, line in enumerate(lines, 1):
        if line == "```board":
            rows = []
            for row in lines[number:lines.index("```", number)]:
                name, *points = row.split()
                if name.isdigit():
                    rows.append(points[:len(lines[number].split())])
            yield number, rows


def legal_points(rows):
    """The empty points that touch exactly one black stone."""
    def touches(y, x):
        return sum(0 <= y + dy < len(rows) and 0 <= x + dx < len(rows[0])
                   and rows[y + dy][x + dx] == "#" for dy, dx in NEIGHBOURS)

    return {(y, x) for y, row in enumerate(rows) for x, point in enumerate(row)
            if point in ".," and touches(y, x) == 1}


def texts(language):
    """Every text of the client in a language."""
    return {text for path in TEXTS.glob(f"*{language}.json")
            for text in json.loads(path.read_text()).values()}


def unknown_names(markdown, known) -> Iterator[tuple[int, str]]:
    """The names in bold that no page of the client has: the number of a line, and what to do."""
    for number, line in prose(markdown):
        for name in SHOWN.findall(line):
            for part in name.split(" → "):
                if part not in known | GERMAN_NOUNS:
                    yield number, f"the client has no text {part!r}"


def faults(markdown, is_generated=False) -> Iterator[tuple[int, str]]:
    """The faults of a page: the number of a line, and what to do.

    The words of a generated page's tables belong to the programs, and are not judged here.
    """
    if is_generated:
        yield from faults(re.sub(r"^\|.*\n", "\n", markdown, flags=re.MULTILINE))
        return
    length = markdown.count("\n")
    if length > LINES_MAX:
        yield length, f"split the page: it has {length} lines, at most {LINES_MAX} are read"
    if not markdown.startswith("# "):
        yield 1, "begin the page with its title"
    for number, text in paragraphs(markdown):
        for sentence in sentences(text):
            words = len(re.findall(r"[\w’'-]+", sentence))
            if words > WORDS_MAX:
                yield number, f"split this sentence of {words} words: {sentence[:60]}…"
    for number, line in prose(markdown):
        for found in BANNED.findall(line):
            yield number, f"say it without {found!r}"
    for number, rows in boards(markdown):
        marked = {(y, x) for y, row in enumerate(rows) for x, point in enumerate(row)
                  if point == ","}
        if marked and marked != legal_points(rows):
            yield number, "mark each point where Black may play, and no other"


def check(folder=MANUAL) -> Iterator[Finding]:
    """The faults of all pages, and pages that the contents do not list once.

    A German page, NAME.de.md, is listed by its English one.
    """
    listed = ["index"] + [page for group in json.loads((folder / "contents.json").read_text())
                          for page in group["pages"]]
    known = {language: texts(language) for language in ("en", "de")}
    for path in sorted(folder.glob("*.md")):
        for number, remedy in unknown_names(path.read_text(),
                                            known["de" if path.stem.endswith(".de") else "en"]):
            yield Finding(path.relative_to(folder), number, remedy)
        if listed.count(path.stem.removesuffix(".de")) != 1:
            yield Finding(path.relative_to(folder), 1, "list the page once in contents.json")
        for number, remedy in faults(path.read_text(), path.stem in reference.PAGES):
            yield Finding(path.relative_to(folder), number, remedy)
