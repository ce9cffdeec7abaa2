"""The schemas of both engines, as the engines themselves describe them."""

import os
import sqlite3
import subprocess

TYPES = {"INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea", "REAL": "double precision"}


def migrations(engine):
    """All migrations, as `sqlite` or `postgres` is given them."""
    listed = subprocess.run([os.environ["TANBO_STATEMENTS"], engine], capture_output=True,
                            text=True, check=True)
    return listed.stdout


def sqlite_database():
    """An SQLite in memory with all migrations."""
    database = sqlite3.connect(":memory:")
    database.executescript(migrations("sqlite"))
    return database


def sqlite_columns(database):
    """(table, column, PostgreSQL's type, whether it may be NULL) of all columns."""
    rows = database.execute(
        'SELECT t.name, c.name, c.type, NOT c."notnull" AND NOT c.pk '
        "FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c "
        "WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'")
    return {(table, column, TYPES[kind], bool(null)) for table, column, kind, null in rows}


def sqlite_indexes(database):
    """(table, index) of all indexes that have a name."""
    return set(database.execute(
        "SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"))


def postgres_columns(cluster, database):
    """The same of PostgreSQL's."""
    rows = cluster.ask(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
        "WHERE table_schema = 'public'", database)
    return {(table, column, kind, null == "YES") for table, column, kind, null in rows}


def postgres_indexes(cluster, database):
    """The same of PostgreSQL's, without those of keys, which name themselves."""
    rows = cluster.ask(
        "SELECT indrelid::regclass, indexrelid::regclass FROM pg_index "
        "JOIN pg_class ON pg_class.oid = indrelid AND relnamespace = 'public'::regnamespace "
        "WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)", database)
    return {(table, index) for table, index in rows}
