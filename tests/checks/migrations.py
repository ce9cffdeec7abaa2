"""Migrations are numbered without gaps, strict, and say what every column means.

PostgreSQL's begin with files NNNN_baseline_*, together the sum of SQLite's up to the number of the
last of them; after it both engines have the same files. What takes something away that an older
version may need says so by its name, from when on versions are upgraded node by node.
"""

import pathlib
import re
from typing import Iterator

from source import ROOT, Finding, line_at, tracked

NAME = re.compile(r"(?P<number>\d{4})_[a-z0-9_]+\.sql")
TABLE = re.compile(r"CREATE\s+TABLE\s+(?P<name>\w+)\s*\((?P<body>.*?)\n\)(?P<options>[^;]*);", re.S)
COLUMN = re.compile(r'"?[a-z_]\w*"?\s+(?:INTEGER|TEXT|BLOB|REAL|ANY|BIGINT|BYTEA|DOUBLE)\b')
CONTRACTING = re.compile(r"\b(DROP\s+(?:TABLE|COLUMN)|RENAME|SET\s+NOT\s+NULL|TYPE\s+\w+)", re.I)
FIRST_TOLD_APART = 24
BASELINE = re.compile(r"(?P<number>\d{4})_baseline_[a-z0-9_]+\.sql")


def columns(body: str) -> Iterator[tuple]:
    """Line number within `body`, name and whether it is explained, of each column."""
    before = ""
    for number, line in enumerate(body.split("\n")):
        stripped = line.strip()
        if COLUMN.match(stripped):
            explained = "--" in stripped or before.startswith("--")
            yield number, stripped.split()[0], explained
        before = stripped


def unmatched(names: dict) -> Iterator[Finding]:
    """Migrations past the baseline that one engine has and the other has not."""
    sqlite, postgres = names.get("sqlite", []), names.get("postgres", [])
    baseline = [name for name in postgres if BASELINE.fullmatch(name)]
    if baseline:
        newer = [name for name in sqlite if int(name[:4]) > int(baseline[-1][:4])]
        for name in set(newer) ^ (set(postgres) - set(baseline)):
            remedy = "the other engine has no migration of this name"
            yield Finding(pathlib.Path("migrations") / name, 1, remedy)


def check(root=ROOT) -> Iterator[Finding]:
    """Every migration of every database."""
    expected, names = {}, {}
    for path in tracked(".sql", root=root):
        name = path.relative_to(root)
        if name.parts[0] != "migrations":
            continue
        text = path.read_text()
        match = NAME.fullmatch(name.name)
        names.setdefault(name.parent.name, []).append(name.name)
        baseline = BASELINE.fullmatch(name.name)
        if baseline and name.parent not in expected:
            expected[name.parent] = int(baseline["number"]) - 1
        number = expected[name.parent] = expected.get(name.parent, 0) + 1
        if not match or int(match["number"]) != number:
            yield Finding(name, 1, f"the name of this migration begins with {number:04}_")
        taken = CONTRACTING.search(re.sub(r"--.*", "", text))
        if taken and number >= FIRST_TOLD_APART and not name.name[5:].startswith("contract_"):
            remedy = f"{taken[1]}: a migration that contracts has the name NNNN_contract_…"
            yield Finding(name, 1, remedy)
        for table in TABLE.finditer(text):
            if name.parts[1] == "sqlite" and "STRICT" not in table["options"]:
                yield Finding(name, line_at(text, table.start()), f"{table['name']} is not STRICT")
            first = line_at(text, table.start("body"))
            for offset, column, explained in columns(table["body"]):
                if not explained:
                    remedy = f"{table['name']}.{column}: a comment gives its unit and meaning"
                    yield Finding(name, first + offset, remedy)
    yield from unmatched(names)
