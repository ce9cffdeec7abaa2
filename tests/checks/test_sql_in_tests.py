"""The tests keep SQL to the store's own, and the check sees every way around that."""

import pytest

import sql_in_tests

FAULTS = [
    ("tests/server/game/a_test.cpp", 'count("SELECT count(*) FROM games");\n'),
    ("tests/server/game/a_test.cpp", '"SELECT seq "\n"FROM games"\n'),
    ("tests/server/mail/a_test.cpp", '"UPDATE letters SET done_at = NULL"\n'),
    ("tests/server/mail/a_test.cpp", "#include <sqlite3.h>\n"),
    ("tests/system/test_a.py", 'ask("INSERT INTO games VALUES (1)")\n'),
    ("tests/system/test_a.py", "import sqlite3\n"),
    ("tests/mail/post/a.py", 'ask("DELETE FROM outbox")\n'),
    ("tests/browser/a.test.js", "run('CREATE TRIGGER a BEFORE INSERT ON b');\n"),
]
SOUND = [
    ("tests/server/store/a_test.cpp", '"SELECT count(*) FROM games"\n'),
    ("tests/system/support/rows.py", 'ask("SELECT count(*) FROM games")\n'),
    ("tests/system/test_a.py", "# Updates are selected from what is there.\nrows.games(server)\n"),
    ("server/store/a.cpp", '"SELECT count(*) FROM games"\n'),
]


def test_tree_keeps_sql_to_the_store():
    assert [str(finding) for finding in sql_in_tests.check()] == []


@pytest.mark.parametrize("name,text", FAULTS)
def test_finds(repository, name, text):
    repository.write(name, text)

    assert len(list(sql_in_tests.check(repository.root))) == 1


@pytest.mark.parametrize("name,text", SOUND)
def test_lets_pass(repository, name, text):
    repository.write(name, text)

    assert not list(sql_in_tests.check(repository.root))
