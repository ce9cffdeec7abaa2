"""Backups, restoring them, and databases that must not be served."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from support import rows
from support.game import Board
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.raw import connect
from support.server import BIN, ROOT, Server, tanbod

DAMAGED, LOCKED, NO_DATABASE = 65, 75, 73


def run(*arguments, status=0, cwd=None):
    done = tanbod(*(str(each) for each in arguments), cwd=cwd)
    assert done.returncode == status, (arguments, done)
    return done


async def played(rest, moves=5):
    board = Board(*await start_game(rest, setup="9x9"), seed=1)
    for _ in range(moves):
        await board.play()
    return board


async def test_a_backup_beside_the_server_has_what_was_acknowledged(server, tmp_path):
    copy = tmp_path / "copy.db"
    async with Rest(server) as rest:
        board = await played(rest)
        log = await rest.nobody.events(board.id)

        done = run("backup", copy, "--database", server.database)

        assert "verified" in done.stdout and str(server.database) in done.stderr
        await board.play()
        assert server.probe("/readyz") == 200
    assert os.stat(copy).st_mode & 0o777 == 0o600
    server.end()
    run("restore", copy, "--database", server.database)
    server.start()
    async with Rest(server) as rest:
        assert await rest.nobody.events(board.id) == log
    assert sorted(each.name for each in tmp_path.iterdir() if each.name.startswith("copy")) == [
        "copy.db"]


@pytest.mark.parametrize("target", [["new/deep", "--keep", "3"], ["new/deep/"]])
def test_a_backup_creates_its_folder(server, tmp_path, target):
    for _ in range(2):
        done = run("backup", *target, "--database", server.database, cwd=tmp_path)
        (copy,) = (tmp_path / "new" / "deep").iterdir()
        assert re.fullmatch(r"tanbo-\d{8}T\d{6}Z\.db", copy.name) and copy.name in done.stdout
        copy.unlink()

    assert (tmp_path / "new" / "deep").stat().st_mode & 0o777 == 0o700


async def test_a_backup_ends_while_others_write_all_the_time(server, tmp_path):
    async with Rest(server) as rest:
        boards = [await played(rest, 1) for _ in range(4)]
        stop = asyncio.Event()

        async def play(board):
            while not stop.is_set() and not board.is_over:
                await board.play()

        playing = [asyncio.create_task(play(board)) for board in boards]
        for number in range(5):
            done = await asyncio.to_thread(
                tanbod, "backup", str(tmp_path / f"{number}.db"),
                "--database", str(server.database))
            assert done.returncode == 0, done
        stop.set()
        await asyncio.gather(*playing)
    for number in range(5):
        run("check", tmp_path / f"{number}.db")


def stopped_backup(database, copy):
    """A backup that stands still in the middle of its copy, or None if it was over before."""
    partial = copy.with_name(copy.name + ".partial")
    process = subprocess.Popen([BIN, "backup", copy, "--database", database],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while process.poll() is None:
        if partial.exists() and partial.stat().st_size > 0:
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if partial.exists() and partial.stat().st_size < database.stat().st_size:
                return process
            process.send_signal(signal.SIGCONT)
    process.communicate()
    return None


# How long moves take beside one is what tests/bench/backup.py measures.
async def test_a_backup_holds_nobody_up(tmp_path):
    sys.path.insert(0, str(ROOT / "tests" / "bench"))
    import backup

    database = tmp_path / "tanbo.db"
    run("init", "--database", database)
    backup.fill(database, 30)
    with Server(tmp_path, database=database) as server:
        async with Rest(server) as rest:
            board = Board(*await start_game(rest, setup="9x9"), seed=1)
            copies = (tmp_path / f"copy{number}.db" for number in range(20))
            process = next(filter(None, (stopped_backup(database, copy) for copy in copies)))
            for _ in range(10):
                await board.play()
            assert process.poll() is None
            process.send_signal(signal.SIGCONT)
            said, _ = await asyncio.to_thread(process.communicate)
            await board.play()

    assert process.returncode == 0 and "verified" in said, said


async def test_a_backup_never_writes_over_a_file(server, tmp_path):
    copy = tmp_path / "copy.db"
    copy.write_text("precious")

    done = run("backup", copy, "--database", server.database, status=NO_DATABASE)

    assert str(copy) in done.stderr
    assert copy.read_text() == "precious"
    assert not (tmp_path / "copy.db.partial").exists()


async def test_a_folder_keeps_the_newest_and_what_is_not_ours(server, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [folder / f"tanbo-2020010{day}T000000Z.db" for day in (1, 2, 3)]
    other = [folder / name for name in ("notes.txt", "tanbo-final.db", "club-20200101T000000Z.db")]
    for path in (*old, *other):
        path.write_text("x")
    abandoned = folder / "tanbo-20200104T000000Z.db.partial"
    abandoned.write_text("x")
    os.utime(abandoned, (0, 0))

    run("backup", folder, "--keep", "2", "--database", server.database)

    left = sorted(folder.iterdir())
    assert set(other) <= set(left) and old[2] in left
    assert not {old[0], old[1], abandoned} & set(left)
    assert len(left) == len(other) + 2


@pytest.mark.parametrize("keep, status", [("0", 64), ("1", 0), ("10000", 0), ("10001", 64)])
def test_how_many_backups_may_be_kept(tmp_path, keep, status):
    run("init", "--database", "tanbo.db", cwd=tmp_path)
    (tmp_path / "f").mkdir()
    run("backup", "f", "--keep", keep, "--database", "tanbo.db", cwd=tmp_path, status=status)


async def test_a_backup_that_is_killed_leaves_nothing_under_its_name(server, tmp_path):
    """strace stops it at its first rename, when all but the name is done."""
    copy = tmp_path / "copy.db"
    done = subprocess.run(
        ["strace", "-f", "-o", "/dev/null", "-e", "trace=renameat2",
         "-e", "inject=renameat2:signal=KILL:when=1", BIN, "backup", copy,
         "--database", server.database], capture_output=True, text=True)

    assert done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL), done
    assert not copy.exists() or tanbod("check", str(copy)).returncode == 0
    copy.unlink(missing_ok=True)
    run("backup", copy, "--database", server.database)
    assert not (tmp_path / "copy.db.partial").exists()


async def test_a_restore_over_a_crashed_server_takes_its_log_away(server, tmp_path):
    copy = tmp_path / "copy.db"
    async with Rest(server) as rest:
        board = await played(rest)
        run("backup", copy, "--database", server.database)
        log = await rest.nobody.events(board.id)
        await played(rest, 20)
        server.kill()
    wal = server.database.with_name("tanbo.db-wal")
    assert wal.stat().st_size > 0
    naive = tmp_path / "naive.db"
    shutil.copy(copy, naive)
    shutil.copy(wal, tmp_path / "naive.db-wal")

    done = run("restore", copy, "--database", server.database)

    assert not wal.exists()
    aside = done.stdout.split()[-1]
    assert os.path.getsize(aside + "-wal") > 0
    run("check", server.database)
    run("check", aside)
    server.start()
    async with Rest(server) as rest:
        assert await rest.nobody.events(board.id) == log
    assert tanbod("check", str(naive)).returncode != 0 or rows.games(naive) != rows.games(copy)


async def test_a_restore_gives_way_to_a_running_server(server, tmp_path):
    run("backup", tmp_path / "copy.db", "--database", server.database)
    before = sorted(server.folder.iterdir())

    run("restore", tmp_path / "copy.db", "--database", server.database, status=LOCKED)

    assert [path for path in sorted(server.folder.iterdir()) if path not in before] == []


def test_what_is_no_backup_is_not_restored(tmp_path):
    run("init", "--database", "tanbo.db", cwd=tmp_path)
    before = (tmp_path / "tanbo.db").read_bytes()
    (tmp_path / "text").write_text("not a database, though longer than a header\n")
    (tmp_path / "empty").touch()
    damage(tmp_path / "tanbo.db", tmp_path / "bad.db")

    for file, status in (("text", DAMAGED), ("empty", NO_DATABASE), ("missing", NO_DATABASE),
                         ("bad.db", DAMAGED), ("tanbo.db", NO_DATABASE)):
        run("restore", file, "--database", "tanbo.db", cwd=tmp_path, status=status)
        assert (tmp_path / "tanbo.db").read_bytes() == before, file


def damage(source, target):
    """Every table's pages are there, and half of them hold noise."""
    data = bytearray(source.read_bytes())
    for page in range(4096, len(data), 8192):
        data[page:page + 4096] = os.urandom(4096)
    target.write_bytes(data)


def lose_head(path):
    path.write_bytes(b"\0" * 4096 + path.read_bytes()[4096:])


@pytest.mark.parametrize("has_log, break_it", [
    (True, lambda path: path.unlink()),
    (True, lambda path: os.truncate(path, 0)),
    (False, lambda path: os.truncate(path, 8192)),
    (False, lose_head),
    (False, lambda path: damage(path, path)),
    (False, rows.spoil_schema)],
    ids=["missing", "empty", "cut", "without-head", "noise", "schema"])
async def test_a_database_that_is_lost_or_damaged_is_refused_for_good(server, has_log, break_it):
    async with Rest(server) as rest:
        await played(rest)
        # While there is a log after a crash, it still has what these small files lose.
        server.kill() if has_log else server.end()
    break_it(server.database)
    before = kept_of(server)

    done = run("serve", "--listen", "127.0.0.1:0", "--database", server.database, status=DAMAGED)

    assert "restore a backup" in done.stderr.lower()
    assert all(letter.isprintable() or letter == "\n" for letter in done.stderr)
    assert kept_of(server) == before


def kept_of(server):
    """The database and its log, byte for byte."""
    return {path.name: path.read_bytes() for path in server.folder.glob("tanbo.db*")
            if not path.name.endswith((".lock", "-shm", "-admin"))}


def test_where_none_may_be_begun_none_is(tmp_path):
    for arguments in (("serve", "--create", "no", "--listen", "127.0.0.1:0"),
                      ("migrate", "--create", "no"), ("admin", "audit"), ("admin", "outbox"),
                      ("admin", "rebuild-summaries"), ("admin", "recompute-ratings"),
                      ("backup", "copy.db"), ("check",)):
        done = tanbod(*arguments, "--database", "tanbo.db", cwd=tmp_path)
        assert done.returncode == NO_DATABASE, (arguments, done)
        assert not (tmp_path / "tanbo.db").exists(), arguments

    run("init", "--database", "tanbo.db", cwd=tmp_path)
    run("migrate", "--create", "no", "--database", "tanbo.db", cwd=tmp_path)
    done = run("init", "--database", "tanbo.db", cwd=tmp_path, status=1)
    assert "already exists" in done.stderr


async def test_a_hard_link_is_the_same_database(server, tmp_path):
    os.link(server.database, tmp_path / "link.db")

    done = run("serve", "--listen", "127.0.0.1:0", "--database", tmp_path / "link.db",
               status=LOCKED)

    assert "in use" in done.stderr


async def test_check_finds_what_is_not_what_the_games_say(server):
    async with Rest(server) as rest:
        board = await played(rest)
        other = await played(rest)
        run("check", "--database", server.database)
        server.end()
    rows.set_ply(server, board.id, 77)
    rows.empty_event(server, other.id, 4)

    done = run("check", "--database", server.database, status=DAMAGED)

    assert "ply=77" in done.stdout
    assert f"Event 4 of game {other.id}" in done.stdout


async def test_rebuilding_changes_nothing_that_is_right(make_server):
    server = make_server()
    async with Rest(server) as rest:
        clock = {"kind": "fischer", "initial_s": 259200, "increment_s": 86400, "max_s": 604800}
        anna, ben = await rest.guests(2)
        game = await anna.open_game(setup="9x9", clock=clock)
        await ben.post(f"/games/{game['id']}/join", {}, expect=200)
        await played(rest)
        server.end()
    rows.forget_reminders(server)
    first = rows.tables(server.database)

    # Once for the date of the next reminder, which the line above took away.
    run("admin", "rebuild-summaries", "--database", server.database)
    once = rows.tables(server.database)
    done = run("admin", "rebuild-summaries", "--database", server.database)

    assert "0 were wrong" in done.stdout
    assert rows.tables(server.database) == once
    assert [row[4] for row in once["deadlines"]] == [1]
    assert {name: held for name, held in once.items() if name != "deadlines"} == {
        name: held for name, held in first.items() if name != "deadlines"}



def test_admin_finds_the_database_of_run_sh(tmp_path, monkeypatch):
    data = tmp_path / "data"
    here = tmp_path / "here"
    (data / "tanbo").mkdir(parents=True)
    here.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.delenv("TANBO_DATABASE", raising=False)
    run("init", "--database", data / "tanbo" / "tanbo.db")

    done = run("admin", "audit", cwd=here)

    assert str(data / "tanbo" / "tanbo.db") in done.stderr
    assert list(here.iterdir()) == []
    run("init", cwd=here)
    done = run("admin", "audit", cwd=here)
    assert str(here / "tanbo.db") in done.stderr


async def dropped_lines(port):
    """The number of lines of the log that no one has read in time, as the metrics tell."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    text = (await asyncio.wait_for(reader.read(), PATIENCE_S)).decode()
    writer.close()
    return int(re.search(r"^tanbo_log_lines_dropped_total (\d+)", text, re.MULTILINE).group(1))


async def test_a_log_pipe_that_nobody_reads_stops_nothing(tmp_path):
    reader, writer = os.pipe()
    run("init", "--database", tmp_path / "tanbo.db")
    process = subprocess.Popen(
        [BIN, "serve", "--listen", "127.0.0.1:0", "--port-file", tmp_path / "port",
         "--database", tmp_path / "tanbo.db", "--log-level", "debug"],
        stdout=subprocess.DEVNULL, stderr=writer)
    os.close(writer)
    try:
        while not (tmp_path / "port").exists():
            assert process.poll() is None
            await asyncio.sleep(0.02)
        port = int((tmp_path / "port").read_text())
        assert await dropped_lines(port) == 0
        for _ in range(2000):  # each is a line of some 100 bytes: three times what a pipe holds
            connection_reader, connection = await asyncio.open_connection("127.0.0.1", port)
            connection.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            answer = await asyncio.wait_for(connection_reader.read(), PATIENCE_S)
            assert answer.startswith(b"HTTP/1.1 200"), answer
            connection.close()
        assert await dropped_lines(port) > 0
        os.set_blocking(reader, False)
        said = b""
        while True:
            try:
                said += os.read(reader, 65536)
            except BlockingIOError:
                break
        assert len(said) >= 60_000, "the pipe was never full"
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, PATIENCE_S) == 0
        assert b"log lines dropped" in os.read(reader, 65536)
    finally:
        process.kill()
        process.wait()
        os.close(reader)


async def test_a_second_sigterm_ends_the_drain_at_once(make_server):
    # Longer than anybody waits for its end below.
    server = make_server(["--drain-seconds", "600"])
    half = await connect(server)
    await half.send("POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{")
    server.terminate()
    while "stopping" not in server.log:
        await asyncio.sleep(0.01)

    server.terminate()

    assert await asyncio.to_thread(server.wait) == 0
    half.close()


async def test_the_log_names_the_version_of_the_time_zones(server):
    assert "listening" in server.log
    assert "time_zones=unknown" not in server.log
