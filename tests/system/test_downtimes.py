"""No player is charged for time in which they could not have moved: stops, pauses, clocks set."""

import asyncio
import contextlib
import datetime
import itertools
import os
import signal
import time

import pytest

from support import rows
from support.administration import shell
from support.game import Board
from support.many_games import Usage
from support.patience import PATIENCE_S
from support.raw import connect
from support.rest import Rest, start_game
from support.server import Server, is_sanitized
from support.shifted_clock import ShiftedClock

DAY_S = 86400
FALLS_S_MAX = PATIENCE_S  # far less than an hour
TRIES = 5

async def timed_game(rest, seconds):
    game, players = await start_game(rest, setup="9x9", clock={"kind": "total", "total_s": seconds})
    return Board(game, players, seed=5)


async def left_ms(rest, board, seat="black"):
    clock = (await rest.nobody.get(f"/games/{board.id}/clock", expect=200)).json
    assert sum(t["amount_ms"] for t in clock["seats"][seat]["terms"]) == \
        clock["seats"][seat]["remaining_ms"]
    return clock["seats"][seat]["remaining_ms"]


def last_said_ms(server, event):
    """The time of the last line of the log about an event."""
    line = next(line for line in reversed(server.log.splitlines()) if f" {event}: " in line)
    at = datetime.datetime.fromisoformat(line.split()[0].replace("Z", "+00:00"))
    return at.timestamp() * 1000


async def until_finished(rest, board):
    """Waits until a flag has fallen, far less than an hour."""
    end = time.monotonic() + FALLS_S_MAX
    while (await rest.nobody.game(board.id))["status"] != "finished":
        assert time.monotonic() < end, "the flag did not fall"
        await asyncio.sleep(0.05)


async def types_of(rest, board):
    """The types of its events; several credits in a row, as on a busy machine, are one."""
    types = [event["type"] for event in await rest.nobody.events(board.id)]
    return [kind for kind, _ in itertools.groupby(types)]


async def test_a_stopped_process_charges_nobody(server):
    async with Rest(server) as rest:
        board = await timed_game(rest, 3)
        asked = time.monotonic()
        before = await left_ms(rest, board)
        server.process.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        await asyncio.sleep(4)
        server.process.send_signal(signal.SIGCONT)
        going_on = time.monotonic()
        server.wait_for(lambda: rows.downtimes(server), "no downtime is written")
        after = await left_ms(rest, board)
        ran_ms = 1000 * (stopped - asked + time.monotonic() - going_on)

        assert before - ran_ms - 500 < after <= before
        await board.play()
        assert await types_of(rest, board) == ["open", "join", "start", "credit", "move"]
    assert "server was paused" in server.log


async def test_without_a_stop_the_flag_falls(server):
    async with Rest(server) as rest:
        for _ in range(TRIES):
            before = rows.downtimes(server)
            board = await timed_game(rest, 3)

            await until_finished(rest, board)
            types = await types_of(rest, board)
            if rows.downtimes(server) == before:  # the machine was not too busy to let it run
                break
        assert "credit" not in types


def held_up_by(server, tmp_path):
    """Lets starts of the server wait for what is written to a pipe, which this yields."""
    pipe = tmp_path / "password"
    os.mkfifo(pipe)
    server.flags += ["--mail-domain", "tanbo.example", "--public-url", "https://tanbo.example",
                     "--mail-relay", "smtp://127.0.0.1:1", "--mail-relay-password-file", str(pipe)]
    return pipe


def writer_of(server, pipe):
    """A file that writes to a pipe, once the server waits for that."""
    opened = []

    def is_read():
        with contextlib.suppress(OSError):  # no one reads it yet
            opened.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return opened

    server.wait_for(is_read, "nobody reads the pipe")
    return open(opened[0], "wb")


async def test_a_kill_is_credited_from_the_kill_to_the_listening(server, tmp_path):
    async with Rest(server) as rest:
        board = await timed_game(rest, 60)
        beat = rows.heartbeat(server)
        server.wait_for(lambda: rows.heartbeat(server) > beat, "no heartbeat")
        await asyncio.sleep(1.5)  # until shortly before the next one
        server.kill()
        killed_ms = time.time() * 1000
        await asyncio.sleep(1)
        usual = list(server.flags)
        pipe = held_up_by(server, tmp_path)
        server.launch()
        let_go = writer_of(server, pipe)
        await asyncio.sleep(1)
        let_go_ms = time.time() * 1000
        with let_go:
            let_go.write(b"secret\n")
        server.wait_for(lambda: server.log.count(" listening: ") > 1, "no listening")
        listening_ms = last_said_ms(server, "listening")
        server.kill()
        server.flags = usual
        server.start()

        # There may be others: of a busy machine before it, and of the start itself.
        gone, back = next(one for one in rows.downtimes(server) if one[0] <= killed_ms < one[1])

        assert killed_ms - 1250 < gone <= killed_ms  # the last heartbeat was before that
        assert let_go_ms - 1 < back <= listening_ms
        assert (await rest.nobody.game(board.id))["status"] == "active"


async def test_from_the_end_of_listening_no_flag_falls(server):
    async with Rest(server) as rest:
        board = await timed_game(rest, 4)
        holding = await connect(server)
        await holding.send(
            b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        await asyncio.sleep(0.2)
        server.terminate()
        left_ms_at_most = 4300
        await asyncio.sleep(5)
        holding.close()
        server.wait()
        server.start()

        left = await left_ms(rest, board)
        await board.play()

        assert 500 < left <= left_ms_at_most
        assert await types_of(rest, board) == ["open", "join", "start", "credit", "move"]


@pytest.fixture
def shifted_server(tmp_path):
    """A server with a system clock that can be set; `server.set_clock(seconds)`."""
    clock = ShiftedClock(tmp_path)
    with Server(tmp_path, prefix=clock.prefix) as server:
        server.set_clock = clock.set
        yield server
        server.end()


async def test_a_system_clock_that_is_set_forward_ends_no_game(shifted_server):
    server = shifted_server
    async with Rest(server) as rest:
        board = await timed_game(rest, 30)
        server.set_clock(3600)
        await asyncio.sleep(0.5)

        left = await left_ms(rest, board)
        await board.play()

        assert 25_000 < left <= 30_300
        assert await types_of(rest, board) == ["open", "join", "start", "credit", "move"]
        assert (await rest.nobody.game(board.id))["status"] == "active"


async def test_a_system_clock_that_is_set_back_stops_no_clock(shifted_server):
    server = shifted_server
    async with Rest(server) as rest:
        board = await timed_game(rest, 3)
        server.set_clock(-3600)
        await until_finished(rest, board)

        other = await timed_game(rest, 3)
        server.kill()
        server.start()

        await until_finished(rest, other)


async def test_what_is_done_to_a_game_while_the_server_is_down_calls_no_flag(server):
    async with Rest(server) as rest:
        board = await timed_game(rest, 2)
        server.terminate()
        server.wait()
        await asyncio.sleep(3)
        shell(server, "remove", str(board.id), "white")
        server.start()

        game = await rest.nobody.game(board.id)

        assert game["winner"] == "black"
        assert await types_of(rest, board) == ["open", "join", "start", "credit", "leave", "end"]


async def test_a_start_that_hangs_obeys_sigterm(server, tmp_path):
    server.terminate()
    server.wait()
    held_up_by(server, tmp_path)
    server.launch()
    server.wait_for(lambda: (server.folder / "tanbo.db-wal").exists(), "no database")
    await asyncio.sleep(0.3)  # it waits for the pipe by now, and would for ever

    server.terminate()
    status = server.wait()

    assert status == 0
    assert "stopped before the start was complete" in server.log


async def test_a_start_with_very_many_clocks_is_light(server):
    count = 100_000
    async with Rest(server) as rest:
        board = await timed_game(rest, DAY_S)
        usual = Usage(server.process.pid)
        server.terminate()
        server.wait()
        rows.multiply_game(server.database, board.id, count)
        server.start()
        used = Usage(server.process.pid)
        await asyncio.sleep(2.5)  # a heartbeat later
        written = Usage(server.process.pid).written_mib
        last = {"id": board.id + count}

        clock = (await rest.nobody.get(f"/games/{last['id']}/clock", expect=200)).json

        assert "downtime" in [term["kind"] for term in clock["seats"]["black"]["terms"]]
        assert used.cpu_s < 2 and written < 4
        # The time that a sanitizer needs, with one clock, is not the clocks' doing.
        assert used.memory_mib < (usual.memory_mib + 16 if is_sanitized() else 64)
        assert 0 < len(rows.downtimes(server)) < 10
        assert rows.credits(server) == 0


async def test_flags_that_had_seemed_due_are_credited(server):
    async with Rest(server) as rest:
        board = await timed_game(rest, 4)
        server.kill()
        rows.multiply_game(server.database, board.id, 600)
        await asyncio.sleep(5)
        server.start()

        board.id += 600
        end = time.monotonic() + FALLS_S_MAX
        while not (types := await types_of(rest, board))[3:]:
            assert time.monotonic() < end, "nothing has come of it"
            await asyncio.sleep(0.05)

        assert types[:4] == ["open", "join", "start", "credit"]
        assert await left_ms(rest, board) > 0
