"""Tests above the store say what they look for; SQL stands where the store itself is tested.

What others need of a database's file is a function of tests/support/rows.hpp, or of
tests/system/support/rows.py.
"""

import re
from typing import Iterator

from source import ROOT, Finding, line_at, tracked

HOMES = (
    "tests/server/store/", "tests/postgres/", "tests/crash/", "tests/checks/",
    "tests/support/rows.cpp", "tests/support/faulty_vfs.cpp", "tests/system/support/rows.py",
    # They measure SQLite itself, or fill a database of a million games.
    "tests/bench/anchors/", "tests/bench/list_bench.cpp", "tests/bench/backup.py",
    "tests/bench/postgres.py",
)

SQL = re.compile(
    r"\bSELECT\b[^;]*?\bFROM\b|\bINSERT (?:OR \w+ )?INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b"
    r"|\b(?:CREATE|ALTER|DROP) (?:TEMP )?(?:TABLE|TRIGGER|INDEX|VIEW)\b"
    r"|^\s*import sqlite3\b|#\s*include <sqlite3\.h>",
    re.MULTILINE,
)


def check(root=ROOT) -> Iterator[Finding]:
    """Every statement of SQL, and every look past the store, outside its homes."""
    for path in tracked(".cpp", ".hpp", ".py", ".js", ".sh", root=root):
        name = path.relative_to(root).as_posix()
        if not name.startswith("tests/") or name.startswith(HOMES):
            continue
        text = path.read_text(encoding="utf-8")
        for match in SQL.finditer(text):
            yield Finding(path.relative_to(root), line_at(text, match.start()),
                          "SQL above the store: say it by a function of support/rows")
