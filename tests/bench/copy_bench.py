"""Measures how long a club stands still while its database moves to PostgreSQL and back.

    /usr/bin/python3 tests/bench/copy_bench.py [GAMES [FOLDER]]

Makes a database of GAMES games (50,000 unless told), half of them rated and over, the others on a
clock, in FOLDER, which then needs 30 GB a million games; copies it to a PostgreSQL of its own and
back. Prints the lines of `tanbod copy`, and the time and the rate of each direction.
"""

import asyncio
import pathlib
import subprocess
import sys
import tempfile
import time

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


def copy(source, target, games):
    """Copies, and prints how long it took."""
    begun = time.monotonic()
    subprocess.run([servers.BIN, "copy", "--from", source, "--to", target], check=True)
    took = time.monotonic() - begun
    print(f"{took:.1f} s, {took * 1_000_000 / games / 60:.1f} minutes a million games")


def main(games=50_000, place=None):
    """Makes, copies there and back, and removes all of it."""
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
            copy(f"sqlite:{database}", target, int(games))
            copy(target, f"sqlite:{folder / 'back.db'}", int(games))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
