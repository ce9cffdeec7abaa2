"""A full disk, a failing disk, a second process: nothing acknowledged is lost."""

import asyncio
import collections
import contextlib
import os
import re
import signal
import subprocess

import pytest

from support import rows
from support.crash import LOST, check_log
from support.game import Board
from support.rest import Rest, start_game
from support.server import BIN, Server, tanbod

# A file system of 32 MiB that only the server sees: in a mount namespace of its own, for which a
# user namespace is enough if the tests do not run as root.
SMALL_DISK = """
set -e
mount -t tmpfs -o size=32m tanbo-test "$1"
shift
exec "$@"
"""


def on_small_disk(folder):
    """A command that runs another one with a small disk at `folder`."""
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", "--mount", *as_root, "bash", "-c", SMALL_DISK, "small-disk", folder]


class SmallDisk:
    """The disk of a running server, as its process sees it."""

    def __init__(self, server):
        self.root = f"/proc/{server.process.pid}/root{server.database.parent}"

    def fill(self):
        """Leaves no byte free."""
        with open(f"{self.root}/filler", "wb", buffering=0) as filler:
            for block in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        filler.write(b"x" * block)
                except OSError:
                    pass

    def clear(self):
        """Gives the room back."""
        os.remove(f"{self.root}/filler")


@pytest.fixture
def small_disk_server(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    with Server(tmp_path, prefix=on_small_disk(disk), database=disk / "tanbo.db") as server:
        yield server


async def play_until_refused(board):
    """Plays until the server takes no more; yields what was acknowledged and the refusal."""
    acknowledged = []
    while True:
        seat = board.referee.to_move
        body = {"point": board.random.choice(board.referee.legal(seat)), "ply": board.referee.ply}
        answer = await board.players[seat].post(f"/games/{board.id}/moves", body)
        if answer.status != 201:
            return acknowledged, body, answer
        acknowledged.append(answer.json)
        board.referee.play(body["point"])


async def test_a_full_disk_refuses_writes_and_serves_reads(small_disk_server):
    server = small_disk_server
    disk = SmallDisk(server)
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=1)
        acknowledged = [await board.play() for _ in range(10)]
        disk.fill()

        kept, body, refusal = await play_until_refused(board)

        acknowledged += kept
        assert (refusal.status, refusal.code) == (503, "storage-unavailable")
        assert int(refusal.headers["retry-after"]) >= 1
        player = board.players[board.referee.to_move]
        await player.post("/games", {"setup": "9x9"}, expect=503, code="storage-unavailable")
        await rest.nobody.post("/guests", {}, expect=503, code="storage-unavailable")
        await rest.nobody.get("//readyz", expect=503)
        await rest.nobody.get("//healthz", expect=200)
        # Reading goes on, and says what was acknowledged.
        assert (await rest.nobody.game(board.id))["ply"] == board.referee.ply
        check_log(acknowledged, await rest.nobody.events(board.id))

        disk.clear()
        while (await rest.nobody.get("//readyz")).status != 200:
            await asyncio.sleep(0.05)
        answer = await player.post(f"/games/{board.id}/moves", body, expect=201)
        acknowledged.append(answer.json)
        board.referee.play(body["point"])
        acknowledged += [await board.play() for _ in range(10)]
        check_log(acknowledged, await rest.nobody.events(board.id))


def events_of_the_disk(server):
    """The events of the log about it, in order."""
    return re.findall(r"\b(disk-full|disk-has-room)\b", server.log)


async def test_the_log_has_the_start_and_the_end_of_a_full_disk(small_disk_server):
    server = small_disk_server
    disk = SmallDisk(server)
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        for round_ in (1, 2):
            await board.play()
            assert events_of_the_disk(server) == ["disk-full", "disk-has-room"] * (round_ - 1)
            disk.fill()
            for _ in range(3):
                await rest.nobody.post("/guests", {}, expect=503, code="storage-unavailable")
            refusal = await rest.nobody.get("//readyz", expect=503)
            assert "The disk of the database is full: 0 MB are free" in refusal.json["detail"]
            disk.clear()
            # No request comes: the server finds out by itself.
            server.wait_for(lambda: events_of_the_disk(server) == ["disk-full", "disk-has-room"]
                            * round_, "nothing of room in the log")


# A database on a disk on which there is no room for a copy of it.
ON_A_FULL_DISK = """
cp "$1" "$2/tanbo.db"
cat /dev/zero >"$2/filler" 2>/dev/null
shift 2
exec "$@"
"""


@pytest.mark.parametrize("command", ["backup", "check", "restore"])
def test_a_command_says_that_the_disk_is_full(server, tmp_path, command):
    """It said "not an error (SQLite 0)"."""
    source, disk = tmp_path / "source.db", tmp_path / "disk"
    assert tanbod("backup", str(source), "--database", server.database).returncode == 0
    disk.mkdir()
    file = disk / "tanbo.db"
    arguments = {"backup": ["backup", disk / "copy.db", "--database", file],
                 "check": ["check", "--database", file],
                 "restore": ["restore", source, "--database", file]}[command]

    done = subprocess.run(
        [*on_small_disk(disk), "bash", "-c", ON_A_FULL_DISK, "full-disk", source, disk,
         BIN, *arguments], capture_output=True, text=True, check=False)

    assert done.returncode == 70, done
    assert "not an error" not in done.stderr
    assert "tanbod: the disk is full. Make room, then try again.\n" in done.stderr
    assert re.search(r"tanbod: .*(database or disk is full|No space left)", done.stderr), done


async def test_a_server_on_a_disk_that_is_not_full_is_not_refused(small_disk_server):
    """The control of the test before: without the filler the same play is not refused."""
    async with Rest(small_disk_server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=1)
        for _ in range(60):
            await board.play()


def failing_after(syncs):
    """A command under which the n-th fdatasync, and every later one, fails with EIO."""
    # Leaks can't be looked for under ptrace, should this be a sanitized build.
    return ["env", "ASAN_OPTIONS=detect_leaks=0", "strace", "--follow-forks", "--quiet=all",
            "--output=/dev/null", "--trace=fdatasync,fsync",
            f"--inject=fdatasync,fsync:error=EIO:when={syncs}+"]


@pytest.mark.parametrize("syncs", [45, 60])
async def test_a_failing_disk_stops_the_server_and_loses_nothing(tmp_path, syncs):
    with Server(tmp_path, prefix=failing_after(syncs)) as server:
        acknowledged = []
        async with Rest(server) as rest:
            board = Board(*await start_game(rest, setup="9x9"), seed=2)
            for _ in range(60):
                try:
                    acknowledged.append(await board.play())
                except (*LOST, AssertionError):
                    break
        status = await asyncio.to_thread(server.wait)
        assert status == 70, server.tail()

        server.prefix = []
        server.start()
        async with Rest(server) as rest:
            log = await rest.nobody.events(board.id)
            assert acknowledged
            check_log(acknowledged, log)
            assert len(log) - 3 - len(acknowledged) in (0, 1)


async def test_a_disk_that_fails_later_does_not_stop_the_server(tmp_path):
    """The control of the test before: it is the failing sync that stops the server."""
    with Server(tmp_path, prefix=failing_after(60_000)) as server:
        async with Rest(server) as rest:
            board = Board(*await start_game(rest, setup="9x9"), seed=2)
            for _ in range(30):
                await board.play()
        assert server.process.poll() is None


def on_reads(database, *options):
    """A command that does something about the reads of the database's file."""
    return ["env", "ASAN_OPTIONS=detect_leaks=0", "strace", "--follow-forks", "--quiet=all",
            f"--trace-path={database}", "--trace=pread64", *options]


async def read_everything(rest, games):
    """False if the server went away meanwhile."""
    try:
        for game in games:
            await rest.nobody.get(f"/games/{game}/events", expect=200)
    except (*LOST, AssertionError):
        return False
    return True


async def fails_within(rest, games, rounds):
    """Reads everything so often. After a write readers ask the disk again."""
    for _ in range(rounds):
        if not await read_everything(rest, games):
            return True
        with contextlib.suppress(*LOST, AssertionError):
            await rest.guest()
    return False


async def with_games(server, count=40):
    """The ids of so many games; their rows are in the database's file."""
    async with Rest(server) as rest:
        games = [(await start_game(rest, setup="19x19"))[0]["id"] for _ in range(count)]
    server.end()
    return games


@pytest.mark.parametrize("is_failing", [True, False], ids=["failing", "control"])
async def test_a_read_error_ends_the_server_so_that_it_is_started_again(tmp_path, is_failing):
    """SQLite says of a disk that can't read that its database is malformed."""
    with Server(tmp_path) as server:
        games = await with_games(server)
        counted = tmp_path / "reads"
        server.prefix = on_reads(server.database, f"--output={counted}")
        server.start()
        server.kill()
        # Each thread's are counted; the one that starts the server looks through the file, and may
        # ask for a page or two more the next time.
        by_thread = collections.Counter(line.split()[0]
                                        for line in counted.read_text().splitlines())
        reads = max(by_thread.values()) + 60 if is_failing else 60_000
        server.prefix = on_reads(server.database, "--output=/dev/null",
                                 f"--inject=pread64:error=EIO:when={reads}+")
        server.start()
        async with Rest(server) as rest:
            assert await fails_within(rest, games, 400 if is_failing else 10) == is_failing
        if is_failing:
            assert await asyncio.to_thread(server.wait) == 70, server.tail()
        server.kill()

        server.prefix = []
        server.start()
        async with Rest(server) as rest:
            assert await read_everything(rest, games)


async def test_a_damaged_page_ends_the_server_and_the_next_start_says_so(tmp_path):
    with Server(tmp_path) as server:
        games = await with_games(server)
        server.start()
        with open(server.database, "r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(size // 8192 * 4096)
            file.write(b"\x5a" * (size - size // 8192 * 4096))
        async with Rest(server) as rest:
            assert await fails_within(rest, games, 400)
        assert await asyncio.to_thread(server.wait) == 70, server.tail()

        refused = tanbod("serve", "--listen", "127.0.0.1:0", "--database", server.database,
                         cwd=server.folder)
        assert refused.returncode == 65, refused


def test_a_second_process_on_the_same_database_is_refused(server):
    second = tanbod("serve", "--listen", "127.0.0.1:0", "--database", server.database,
                    cwd=server.folder)

    assert second.returncode not in (0, -signal.SIGKILL)
    assert "tanbo.db" in second.stderr + second.stdout
    assert server.probe("/readyz") == 200


def test_a_database_is_free_again_after_a_kill(server):
    server.restart()

    assert server.probe("/readyz") == 200


def leave_to_a_newer_program(server, migration):
    """Ends the server; then its database has one migration more, of this name."""
    server.terminate()
    assert server.wait() == 0
    rows.add_later_migration(server, migration)


def test_a_newer_database_that_was_only_expanded_is_served(server):
    leave_to_a_newer_program(server, "more")

    server.start()

    assert server.probe("/readyz") == 200


def test_a_newer_database_that_was_contracted_is_refused_and_left_untouched(server):
    leave_to_a_newer_program(server, "contract_less")
    before = server.database.read_bytes()

    second = tanbod("serve", "--listen", "127.0.0.1:0", "--database", server.database,
                    cwd=server.folder)

    assert second.returncode != 0
    assert re.search("newer", second.stderr + second.stdout), second
    assert server.database.read_bytes() == before


def test_what_is_no_database_is_refused_and_left_untouched(tmp_path):
    text = b"not a database, but somebody's letters\n" * 100
    (tmp_path / "letters").write_bytes(text)

    result = tanbod("serve", "--listen", "127.0.0.1:0", "--database", tmp_path / "letters",
                    cwd=tmp_path)

    assert result.returncode != 0 and result.stderr + result.stdout
    assert (tmp_path / "letters").read_bytes() == text
