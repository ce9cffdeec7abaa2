"""A database of version 39 gets a new file, killed anywhere on the way: no row differs."""

import asyncio
import re
import shutil
import subprocess

import pytest

from support import rows
from support.everything import use_everything
from support.game import Board, replay
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import BIN, ROOT, Server, tanbod

SCHEMA = ROOT / "tests/server/store/version_39.sql"
CALLS = ("pwrite64", "fsync", "fdatasync", "link", "rename", "unlink")
KILLED = (-9, 128 + 9)


def run(*arguments):
    done = tanbod(*map(str, arguments))
    assert done.returncode == 0, done
    return done


def content(path, columns):
    """The rows of these columns of tables, without the mark of a copy."""
    held = {name: rows.rows_of(path, name, names) for name, names in columns.items()}
    held["secrets"] = [row for row in held["secrets"] if "epoch-over" not in row]
    ids = rows.last_ids(path)
    return held, {name: ids[name] for name in columns if name in ids}


def old_columns(old):
    """All that version 39 has, but for the records of migrations."""
    found = rows.columns(old)
    del found["schema_migrations"]
    return found


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """A database of version 39 in which much has happened; no one has it."""
    async def play(server):
        async with Rest(server) as rest:
            anna, ben = await rest.account("anna"), await rest.account("ben")
            await use_everything(anna, ben)
            for seed in range(4):
                await Board(*await start_game(rest, setup="9x9"), seed=seed).play_out()

    folder = tmp_path_factory.mktemp("old")
    with Server(folder, database=folder / "tanbo.db") as server:
        asyncio.run(play(server))
        server.end()
    rows.make_version_39(server.database, SCHEMA.read_text())
    assert rows.version(server.database) == 39 and not rows.log_has_rowids(server.database)
    return server.database


def fresh(old, folder):
    """A copy of it in an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return shutil.copy(old, folder / "tanbo.db")


def calls_of(old, folder):
    """How often a whole migration makes each call."""
    trace = folder / "trace"
    database = fresh(old, folder / "whole")
    subprocess.run(["strace", "-f", "-qq", "--seccomp-bpf", "-o", trace, "-e",
                    f"trace={','.join(CALLS)}", BIN, "migrate", "--database", database],
                   check=True, capture_output=True)
    made = re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE)
    return {name: made.count(name) for name in CALLS}


def kill_at(name, when, database):
    """Migrates, and is killed at the call of this number."""
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}", "-e",
         f"inject={name}:signal=KILL:when={when}", BIN, "migrate", "--database", database],
        capture_output=True, timeout=PATIENCE_S)
    assert done.returncode in KILLED, (name, when, done)


def points(calls, kills):
    """Calls to be killed at: all of the rare ones, if there is room, and writes in equal steps."""
    rare = [(name, when) for name in CALLS[1:] for when in range(1, calls[name] + 1)]
    rare = rare[::max(1, -(-len(rare) * 2 // kills))]
    writes = kills - len(rare)
    return rare + [("pwrite64", 1 + i * (calls["pwrite64"] - 1) // (writes - 1))
                   for i in range(writes)]


def check_kills(old, folder, kills):
    """Kills so many migrations, each on a fresh copy, and lets each be repeated."""
    columns = old_columns(old)
    before = content(old, columns)
    assert len([name for name, held in before[0].items() if held]) > 25
    found = set()
    for name, when in points(calls_of(old, folder), kills):
        database = fresh(old, folder / "killed")
        kill_at(name, when, database)
        rows.recover(database)
        found.add(rows.version(database))
        assert content(database, columns) == before, (name, when)

        run("migrate", "--database", database)

        assert rows.version(database) > 39 and rows.log_has_rowids(database)
        assert content(database, columns) == before, (name, when)
        with Server(database.parent, database=database) as server:  # which writes rows of its own
            server.end()
        kept = database.with_name("tanbo.db.before-0040")
        assert rows.version(kept) == 39 and content(kept, columns) == before
        left = [path.name for path in database.parent.iterdir() if "partial" in path.name]
        assert not left, (name, when)
    assert len(found) == 2 and min(found) == 39, "kills before and after the new file is in place"


def test_killed_at_eight_points_it_loses_and_changes_nothing(old, tmp_path):
    check_kills(old, tmp_path, 8)


@pytest.mark.nightly
def test_killed_at_fifty_points_it_loses_and_changes_nothing(old, tmp_path):
    check_kills(old, tmp_path, 50)


def test_a_new_file_that_is_not_whole_would_be_noticed(old, tmp_path):
    columns = old_columns(old)
    database = fresh(old, tmp_path / "killed")
    kill_at("pwrite64", calls_of(old, tmp_path)["pwrite64"] // 2, database)

    partial = database.with_name("tanbo.db.rebuilt.partial")
    assert partial.exists()
    try:
        found = content(partial, columns)
    except Exception as error:  # half a file need not be readable
        found = error
    assert found != content(old, columns)


async def test_games_go_on_and_the_backup_and_the_check_take_the_new_file(old, tmp_path):
    database = fresh(old, tmp_path / "played")
    with Server(tmp_path, database=database) as server:
        assert "database-rebuilt" in server.log
        run("backup", tmp_path / "copy.db", "--database", database)
        async with Rest(server) as rest:
            board = Board(*await start_game(rest, setup="9x9"), seed=9)
            for _ in range(5):
                await board.play()
            replay(await rest.nobody.events(board.id))
            replay(await rest.nobody.events(board.id - 1))
        server.end()
    for checked in (database, tmp_path / "copy.db", f"{database}.before-0040"):
        run("check", checked)
