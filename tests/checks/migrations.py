"""Migrations are numbered without gaps from the baseline on, strict, and explain each column.

One text is for both engines, with marks. What takes something away that an older version may need
says so by its name. One that rebuilds makes again what it drops.
"""

import re
from typing import Iterator

from source import ROOT, Finding, line_at, tracked

NAME = re.compile(r"(?P<number>\d{4})_[a-z0-9_]+\.sql")
TABLE = re.compile(r"CREATE\s+(?:\{\|\w+ \})?TABLE\s+(?P<name>\w+)\s*\((?P<body>.*?)\)\s*"
                   r"\{?(?P<options>[A-Z, ]*)\}?;(?P<behind>[^\n]*)", re.S)
DROPPED = re.compile(r"\bDROP\s+TABLE\s+(\w+);")
COLUMN = re.compile(r'"?[a-z_]\w*"?\s+(?:INTEGER|TEXT|BLOB|REAL|ANY)\b')
CONTRACTING = re.compile(r"\b((?i:DROP\s+(?:TABLE|COLUMN)|RENAME|SET\s+NOT\s+NULL)|TYPE\s+\w+)")
BASELINE = 39  # the sum of those before it


def columns(body: str) -> Iterator[tuple]:
    """Line number within `body`, name and whether it is explained, of each column."""
    before = ""
    for number, line in enumerate(body.split("\n")):
        stripped = line.strip()
        if COLUMN.match(stripped):
            explained = "--" in stripped or before.startswith("--")
            yield number, stripped.split()[0], explained
        before = stripped


def check(root=ROOT) -> Iterator[Finding]:
    """Every migration."""
    number = BASELINE - 1
    for path in tracked(".sql", root=root):
        name = path.relative_to(root)
        if name.parts[0] != "migrations":
            continue
        text = path.read_text()
        match = NAME.fullmatch(name.name)
        number += 1
        if not match or int(match["number"]) != number:
            yield Finding(name, 1, f"the name of this migration begins with {number:04}_")
        statements = re.sub(r"--.*", "", text)
        if name.name[5:].startswith("rebuild_"):
            made = {table["name"] for table in TABLE.finditer(text)}
            statements = DROPPED.sub(lambda drop: "" if drop[1] in made else drop[0], statements)
        taken = CONTRACTING.search(statements)
        if taken and not name.name[5:].startswith("contract_"):
            remedy = f"{taken[1]}: a migration that contracts has the name NNNN_contract_…"
            yield Finding(name, 1, remedy)
        for table in TABLE.finditer(text):
            if "STRICT" not in (table["options"] or ""):
                yield Finding(name, line_at(text, table.start()), f"{table['name']} is not STRICT")
            first = line_at(text, table.start("body"))
            for offset, column, explained in columns(table["body"] + table["behind"]):
                if not explained:
                    remedy = f"{table['name']}.{column}: a comment gives its unit and meaning"
                    yield Finding(name, first + offset, remedy)
