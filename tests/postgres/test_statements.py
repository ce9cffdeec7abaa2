"""Every statement of the store is one text that PostgreSQL takes as well as SQLite.

TANBO_STATEMENTS is the program that lists them; SQLite's side is tests/server/store.
"""

import json
import os
import re
import subprocess

import pytest

import schema

HINT = re.compile(r"\{[A-Z][^}]*\}")
INSERT = re.compile(r"INSERT INTO (?P<table>\w+) ?\((?P<columns>[^)]*)\)")
PARAMETER = re.compile(r"\?(\d+)")


def as_postgres(sql):
    """The statement as PostgreSQL is given it: without hints, with its own parameters."""
    return PARAMETER.sub(r"$\1", HINT.sub("", sql))


def refused(cluster, statements):
    """statement -> why PostgreSQL does not prepare it."""
    lines = [f"PREPARE statement_{number} AS {' '.join(as_postgres(sql).split())};"
             for number, sql in enumerate(statements)]
    faults = cluster.faults(lines, "statements")
    return {statements[number]: fault for number, fault in faults.items()}


@pytest.fixture(scope="module")
def statements():
    listed = subprocess.run([os.environ["TANBO_STATEMENTS"]], capture_output=True, text=True,
                            check=True)
    return [json.loads(line)[0]["sql"] for line in listed.stdout.splitlines()]


@pytest.fixture(scope="module", autouse=True)
def database(cluster):
    cluster.new_database("statements", schema.migrations("postgres"))


def test_all_are_prepared(cluster, statements):
    assert len(statements) > 300
    assert refused(cluster, statements) == {}


def missing_columns(cluster, statements):
    """(table, column) of columns that an INSERT leaves out and that have no value then."""
    rows = cluster.ask(
        "SELECT table_name, column_name FROM information_schema.columns WHERE is_nullable = 'NO' "
        "AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' "
        "AND table_schema = 'public'", "statements")
    needed = {}
    for table, column in rows:
        needed.setdefault(table, set()).add(column)
    found = set()
    for sql in statements:
        insert = INSERT.match(" ".join(sql.split()))
        if insert:
            given = {column.strip(' "') for column in insert["columns"].split(",")}
            found |= {(insert["table"], column)
                      for column in needed.get(insert["table"], set()) - given}
    return found


def test_no_insert_leaves_out_what_has_no_default(cluster, statements):
    assert missing_columns(cluster, statements) == set()
    assert missing_columns(cluster, ["INSERT INTO heartbeat (id) VALUES (?1)"]) == \
        {("heartbeat", "at")}


@pytest.mark.parametrize("sql", (
    "INSERT OR IGNORE INTO handles (likeness) VALUES (?1)",
    "SELECT iif(ply > ?1, 1, 2) FROM games",
    "UPDATE letters SET raw = x'' WHERE id = ?1",
    "SELECT id FROM games INDEXED BY games_by_status WHERE status = ?1",
    "SELECT id FROM games WHERE seq > ?2",
    "INSERT INTO game_watchers (game, watchers) VALUES (?1, 1)"
    " ON CONFLICT (game) DO UPDATE SET watchers = watchers + 1",
))
def test_what_sqlite_alone_takes_is_refused(cluster, sql):
    assert list(refused(cluster, ["SELECT 1", sql])) == [sql]


def test_hints_are_for_sqlite_alone(cluster, statements):
    hinted = [sql for sql in statements if HINT.search(sql)]
    assert len(hinted) > 30
    assert not any("{" in as_postgres(sql).replace("'{}'", "") for sql in statements)
