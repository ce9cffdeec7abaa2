"""Both engines have the same tables, columns and indexes, and count players' games alike."""

import pytest

import schema

GAME = """
INSERT INTO accounts (id, handle, handle_key, kind, created_at) VALUES
    (1, 'anna', 'anna', 'member', 0), (2, 'ben', 'ben', 'member', 0);
INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply, updated_at)
VALUES (1, '9x9', 1, 'public', 0, 'active', 0, 0, 0);
INSERT INTO game_players (game, seat, account, state, status) VALUES
    (1, 0, 1, 'in', 'active'), (1, 1, 2, 'in', 'active'), (1, 2, NULL, 'open', 'active');
UPDATE game_players SET state = 'in', account = 2 WHERE seat = 2;
UPDATE game_players SET place = 1 WHERE seat = 0;
UPDATE game_players SET status = 'finished', finished_at = 1;
UPDATE game_players SET place = 2 WHERE seat = 1;
DELETE FROM game_players WHERE seat = 2;
"""
COUNTS = "SELECT account, active, won, lost, none FROM player_counts ORDER BY account"


@pytest.fixture(scope="module", autouse=True)
def database(cluster):
    cluster.new_database("schema", schema.migrations("postgres"))


def test_columns_are_the_same(cluster):
    assert schema.postgres_columns(cluster, "schema") == \
        schema.sqlite_columns(schema.sqlite_database())


def test_indexes_are_the_same(cluster):
    assert schema.postgres_indexes(cluster, "schema") == \
        schema.sqlite_indexes(schema.sqlite_database())


def test_a_column_of_one_engine_alone_is_found(cluster):
    other = schema.sqlite_database()
    other.execute("ALTER TABLE games DROP COLUMN end_reason")

    found = schema.postgres_columns(cluster, "schema") - schema.sqlite_columns(other)
    assert {(table, column) for table, column, _, _ in found} == {("games", "end_reason")}


def test_an_index_of_one_engine_alone_is_found(cluster):
    other = schema.sqlite_database()
    other.execute("DROP INDEX chat_messages_by_number")

    assert schema.postgres_indexes(cluster, "schema") - schema.sqlite_indexes(other) == \
        {("chat_messages", "chat_messages_by_number")}


def test_games_of_players_are_counted_alike(cluster):
    sqlite = schema.sqlite_database()
    sqlite.executescript(GAME)
    cluster.ask(GAME, "schema")

    counted = [[str(value) for value in row] for row in sqlite.execute(COUNTS)]
    assert counted == [["1", "0", "1", "0", "0"], ["2", "0", "0", "1", "0"]]
    assert cluster.ask(COUNTS, "schema") == counted


def test_who_sits_in_a_game_is_told_alike(cluster):
    sqlite = schema.sqlite_database()
    cluster.new_database("seats", schema.migrations("postgres"))
    told = []
    for statement in GAME.split(";"):
        if not statement.strip():
            continue
        sqlite.execute(statement)
        cluster.ask(statement, "seats")
        told.append(sqlite.execute("SELECT seats FROM games").fetchall())
        assert [tuple(row) for row in cluster.ask("SELECT seats FROM games", "seats")] == told[-1]

    assert told[-1] == [("in:1:1: in:2:2:",)]
    assert ("in:1:: in:2:: open:::",) in [rows[0] for rows in told if rows]
