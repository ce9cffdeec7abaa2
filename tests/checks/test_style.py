"""The tree keeps the small rules, and each rule finds its bad sample."""

import pytest

import migrations
import sources
import style

HEADER = "#pragma once\n\n// Says it.\nint answer();\n"
TABLE = "CREATE TABLE game (\n    id INTEGER,  -- {}\n    ply INTEGER NOT NULL\n) {{STRICT}};\n"

BAD = {
    "unfinished": ("README.md", "Some day. TO" "DO\n", "finish it"),
    "conflict": ("a.cpp", "<" * 7 + " HEAD\n", "conflict"),
    "detached": ("a.cpp", "co_spawn(e, f(), asio::detached);\n", "spawn through"),
    "converted instant": ("a.cpp", "row.at = store::to_row(now);\n", "binds and yields"),
    "converted seat": ("a.cpp", "row.seat = static_cast<store::" "SeatNumber>(1);\n",
                       "store::seat_number"),
    "single quotes": ("a.cpp", "html += \"<a href='\" + escaped(link);\n", "double quotes"),
    "namespace": ("a.cpp", "using namespace std;\n", "name what you use"),
    "skipped": ("a.cpp", "TEST(A, B) { GTEST_" "SKIP(); }\n", "proves nothing"),
    "disabled": ("a.cpp", "TEST(A, DISABLED_" "B) {}\n", "proves nothing"),
    "skipped in Python": ("tests/test_a.py", '"""A."""\n@pytest.mark.' "skip\ndef test_a(): ...\n",
                          "proves nothing"),
    "long file": ("a.cpp", "int a;\n" * 601, "split it"),
    "long line": ("a.py", '"""A."""\n' + "a = 1" + "0" * 100 + "\n", "columns"),
    "blanks": ("a.sh", "true \n", "blanks at the end"),
    "no newline": ("a.sh", "true", "no newline"),
    "no guard": ("a.hpp", "// Says it.\nint answer();\n", "#pragma once"),
    "undocumented function": ("a.hpp", HEADER + "\nint question();\n", "docstring"),
    "undocumented class": ("a.hpp", HEADER + "\nclass Question {\n};\n", "docstring"),
    "question as a comment": ("a.hpp", HEADER + "\n// What was asked.\nint a();\n", "a noun"),
    "place as a comment": ("a.ts", "/** Where it lies. */\nlet a;\n", "a noun"),
    "undocumented module": ("a.py", "a = 1\n", "no docstring"),
    "undocumented Python": ("a.py", '"""A."""\n\n\ndef b():\n    pass\n', "no docstring"),
}


def test_tree_keeps_the_rules():
    assert [str(finding) for finding in style.check()] == []


@pytest.mark.parametrize("name", BAD)
def test_finds(repository, name):
    path, text, remedy = BAD[name]
    repository.write(path, text)

    found = [str(finding) for finding in style.check(repository.root)]

    assert len(found) == 1 and remedy in found[0], found


def test_sound_header_passes(repository):
    repository.write("a.hpp", HEADER + "\nnamespace tanbo {\n\nclass Match;\n\n}\n")

    assert list(style.check(repository.root)) == []


def test_migrations_of_the_tree_are_explained():
    assert [str(finding) for finding in migrations.check()] == []


@pytest.mark.parametrize(
    "path,text,remedy",
    [
        ("migrations/0039_games.sql", TABLE.format("id"), "game.ply: a comment"),
        ("migrations/0040_games.sql", "", "begins with 0039_"),
        ("migrations/0039_a.sql", "CREATE TABLE a (\n    -- b\n    b TEXT\n);\n", "STRICT"),
    ],
)
def test_finds_in_a_migration(repository, path, text, remedy):
    repository.write(path, text)

    found = [str(finding) for finding in migrations.check(repository.root)]

    assert len(found) == 1 and remedy in found[0], found


def test_finds_a_migration_that_contracts_and_does_not_say_so(repository):
    repository.write("migrations/0039_a.sql", "-- RENAME\n")
    for name in ("0040_contract_a.sql", "0041_b.sql"):
        repository.write(f"migrations/{name}", "-- RENAME\nDROP TABLE a;\n")

    found = [str(finding) for finding in migrations.check(repository.root)]

    assert len(found) == 1 and "0041_b.sql" in found[0] and "contract" in found[0], found


def test_finds_a_rebuilt_table_that_is_not_made_again(repository):
    repository.write("migrations/0039_a.sql", "")
    made = "{\nDROP TABLE a;\nCREATE TABLE a (\n    b TEXT -- c\n) STRICT;\n}\n"
    repository.write("migrations/0040_rebuild_a.sql", made)
    repository.write("migrations/0041_rebuild_b.sql", made.replace("DROP TABLE a", "DROP TABLE b"))
    repository.write("migrations/0042_a.sql", made)

    found = [str(finding) for finding in migrations.check(repository.root)]

    assert len(found) == 2 and "0041_" in found[0] and "0042_" in found[1], found


def test_every_source_of_the_tree_is_built():
    assert [str(finding) for finding in sources.check()] == []


def test_finds_a_source_that_nothing_builds(repository):
    repository.write("engine/CMakeLists.txt", "tanbo_library(tanbo_engine\n    a.cpp  # b.cpp\n)\n")
    repository.write("engine/a.cpp", "")
    repository.write("engine/b.cpp", "")

    assert [f.path.name for f in sources.check(repository.root)] == ["b.cpp"]
