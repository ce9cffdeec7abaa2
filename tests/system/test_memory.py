"""The process grows by as much as caches say that they occupy."""

import asyncio
import os
import pathlib
import re
import socket
import subprocess
import time

from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.rows import multiply_game
from support.rest import PREFIX, Rest, start_game
from support.server import BIN, is_sanitized

WARMING = 7_000  # games that are read first, until SQLite's own caches are full
GAMES = 20_000  # that are read then: the process has a few megabytes free that they may take
PIPELINED = 100
REQUESTS, BODY_BYTES = 80, 60_000
SETTLES_S = PATIENCE_S


def resident_bytes(server):
    """The memory of the process now."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE).group(1))


def cached_bytes(server):
    """The size that the cache of games says that it occupies."""
    return metrics_of(server)['tanbo_cache_bytes{cache="games"}']


async def read_games(server, first, count):
    """Reads games once each, many requests at a time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for begin in range(first, first + count, PIPELINED):
        wanted = range(begin, min(begin + PIPELINED, first + count))
        writer.write(b"".join(f"GET {PREFIX}/games/{game} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
                              for game in wanted))
        for _ in wanted:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            assert head.startswith("HTTP/1.1 200"), head
            length = int(re.search(r"^content-length: (\d+)", head, re.I | re.M).group(1))
            await reader.readexactly(length)
    writer.close()


async def test_the_cache_of_games_counts_what_they_take(make_server):
    server = make_server(["--threads", "1", "--readers", "1", "--cache-games", "1000000",
                          "--cache-bytes", str(1 << 30)])
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        for ply, point in enumerate(("C2", "B7", "D2", "C7")):
            await players[ply % 2].move(game["id"], point, ply)
        server.terminate()
        server.wait()
    multiply_game(server.database, game["id"], WARMING + GAMES)
    server.start()
    async with Rest(server) as rest:
        await read_games(server, game["id"] + 1, WARMING)
        resident, counted = resident_bytes(server), cached_bytes(server)
        await read_games(server, game["id"] + 1 + WARMING, GAMES)
        grown = resident_bytes(server) - resident
        counts = cached_bytes(server) - counted

    assert counts > GAMES * 2_000, "they are not kept"
    if not is_sanitized():  # its allocator takes more for each block
        assert 0.8 * grown < counts < 1.2 * grown, \
            f"counted {counts // GAMES} a game, grown by {grown // GAMES}"


async def test_a_cache_keeps_to_its_bytes(make_server):
    server = make_server(["--threads", "1", "--cache-bytes", str(1 << 20)])
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9")
        server.terminate()
        server.wait()
    multiply_game(server.database, game["id"], 1000)
    server.start()
    async with Rest(server) as rest:
        await read_games(server, game["id"] + 1, 1000)

        assert 0.9 * (1 << 20) < cached_bytes(server) <= 1 << 20


def test_memory_is_taken_as_configured():
    told = subprocess.run([BIN, "version"], check=True, capture_output=True, text=True,
                          env={**os.environ, "MALLOC_CONF": "stats_print:true"}).stderr
    options = dict(re.findall(r"^  opt\.(\w+): (\S+)", told, re.MULTILINE))

    if is_sanitized():  # which has an allocator of its own
        assert not options
    else:
        assert [options["narenas"], options["tcache_nslots_small_max"], options["dirty_decay_ms"],
                options["muzzy_decay_ms"], options["background_thread"]] == [
                    "2", "32", "1000", "0", "true"]


def unfinished_request(server):
    """A connection on which all of a request but the last byte of its body has come."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(f"POST {PREFIX}/games HTTP/1.1\r\nHost: a\r\n"
                       "Content-Type: application/json\r\n"
                       f"Content-Length: {BODY_BYTES}\r\n\r\n".encode() + b" " * (BODY_BYTES - 1))
    return connection


def seen_within(seconds, condition):
    """Whether it holds at some time within so many seconds."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def test_memory_is_given_back_though_nothing_more_is_asked(make_server):
    server = make_server()
    idle = resident_bytes(server)
    requests = [unfinished_request(server) for _ in range(REQUESTS)]
    held = BODY_BYTES * REQUESTS
    assert seen_within(SETTLES_S, lambda: resident_bytes(server) > idle + held)

    for request in requests:
        request.close()

    gives_back = seen_within(SETTLES_S, lambda: resident_bytes(server) < idle + held / 2)
    assert gives_back or is_sanitized()  # which keeps what is free, to find who still uses it
