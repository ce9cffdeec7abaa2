"""The time without play while a database moves to PostgreSQL.

    /usr/bin/python3 tests/bench/copy_bench.py [GAMES [FOLDER]]

Makes a database of GAMES games (100,000 unless told), half of them rated and over, the others on a
clock, in FOLDER, which then needs 30 GB a million games; serves it, lets games be played, and
copies it to a PostgreSQL of its own. Prints the lines of `tanbod copy` and how many moves were
played until the server was told to stop; the last line says for how long it had stopped.
"""

import asyncio
import contextlib
import pathlib
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "system"), str(TESTS / "postgres")]

from cluster import Cluster  # noqa: E402
from support import server as servers  # noqa: E402
from support.everything import use_everything  # noqa: E402
from support.game import Board  # noqa: E402
from support.rest import Rest, start_game  # noqa: E402
from support.rows import multiply_game  # noqa: E402

SETTINGS = ("shared_buffers=256MB", "max_wal_size=4GB")
CLOCK = {"kind": "total", "total_s": 7_000_000}
PLIES = 10
PLAYED_AT_ONCE = 20
BETWEEN_MOVES_S = 0.3


async def begin(server):
    """The ids of a game that goes on and of a rated one that is over."""
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await use_everything(anna, ben)
        going_on = Board(*await start_game(rest, setup="9x9", clock=CLOCK), seed=1)
        for _ in range(PLIES):
            await going_on.play()
        over = (await anna.open_game(setup="9x9", rated=True))["id"]
        rated = Board(await ben.join(over), [anna, ben], seed=2)
        while not rated.is_over:
            await rated.play()
    return going_on.id, rated.id


def make(folder, games):
    """A database of so many games."""
    with servers.Server(folder, database=folder / "tanbo.db") as server:
        ids = asyncio.run(begin(server))
        server.end()
    for game in ids:
        multiply_game(server.database, game, games // 2)
    subprocess.run([servers.BIN, "admin", "recompute-ratings", "--database", server.database],
                   check=True, capture_output=True)
    return server.database


async def play(server, process):
    """Games, until the copy tells to stop the server; yields how many moves."""
    moves = 0
    async with Rest(server) as rest:
        boards = [Board(*await start_game(rest, setup="9x9"), seed=seed)
                  for seed in range(PLAYED_AT_ONCE)]
        lines = asyncio.create_task(until_told(process))
        while not lines.done():
            for number, board in enumerate(boards):
                if board.is_over:
                    boards[number] = Board(*await start_game(rest, setup="9x9"), seed=moves)
                else:
                    await board.play()
                    moves += 1
            await asyncio.sleep(BETWEEN_MOVES_S)
        await lines
    return moves


async def until_told(process):
    """Prints what the copy says until it waits."""
    async for line in process.stderr:
        print(line.decode(), end="", flush=True)
        if b"stop the server" in line:
            return
    raise RuntimeError("the copy has ended by itself")


async def measure(folder, database, target):
    """Copies beside a server that is played on."""
    with servers.Server(folder, database=database) as server:
        process = await asyncio.create_subprocess_exec(
            servers.BIN, "copy", "--from", f"sqlite:{database}", "--to", target,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with contextlib.ExitStack() as ending:
            ending.callback(lambda: process.returncode is None and process.kill())
            moves = await play(server, process)
            server.end()
            said, complained = await process.communicate()
    print(f"{complained.decode()}{moves} moves were played meanwhile\n{said.decode()}", end="")
    return process.returncode


def main(games=100_000, place=None):
    """Makes, copies, and removes all of it."""
    servers.START_S_MAX = 600
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)  # PostgreSQL may run as somebody else
        database = make(folder, int(games))
        cluster = Cluster(settings=SETTINGS, place=name)
        cluster.start()
        try:
            cluster.new_database("target")
            target = f"postgres:{cluster.words} dbname=target"
            return asyncio.run(measure(folder, database, target))
        finally:
            cluster.stop()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
