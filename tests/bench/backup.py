"""The cost of a backup for those who play meanwhile.

    /usr/bin/python3 tests/bench/backup.py [MEGABYTES]

Fills a database (1000 MB unless told), serves it, lets games be played for some seconds, and for as
long as `tanbod backup` runs beside the server. Prints moves a second and how long answers took,
without and with it. The copy is then looked through.
"""

import asyncio
import dataclasses
import os
import pathlib
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support.game import Board  # noqa: E402
from support.rest import Rest, start_game  # noqa: E402
from support.server import BIN, Server, tanbod  # noqa: E402

GAMES = 8
ROW_BYTES = 4000
CALM_S = 5


@dataclasses.dataclass
class Figures:
    """A run of moves; times in seconds."""
    moves: int
    seconds: float
    p50: float
    p99: float
    longest: float

    def __str__(self):
        return (f"{self.moves / self.seconds:.0f} moves/s, p50 {self.p50 * 1000:.1f} ms, "
                f"p99 {self.p99 * 1000:.1f} ms, longest {self.longest * 1000:.0f} ms")


def fill(database, megabytes):
    """Answers to requests that no client will repeat."""
    now = int(time.time() * 1000)
    connection = sqlite3.connect(database)
    body = "x" * (ROW_BYTES - 100)
    for first in range(0, megabytes * 1000 * 1000 // ROW_BYTES, 1000):
        connection.executemany(
            "INSERT INTO idempotency_keys (scope, key_hash, request_hash, status, body, created_at)"
            " VALUES ('filler', ?, zeroblob(32), 200, ?, ?)",
            ((number.to_bytes(32, "big"), body, now) for number in range(first, first + 1000)))
        connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


async def play(rest, board, until, took):
    """Plays game after game until it is told to stop; adds the seconds that each move took."""
    while not until():
        if board.is_over:
            board = Board(*await start_game(rest, setup="13x13"), seed=1)
        begun = time.monotonic()
        await board.play()
        took.append(time.monotonic() - begun)


async def measure(rest, until):
    """The seconds that moves of several games at once took."""
    boards = [Board(*await start_game(rest, setup="13x13"), seed=n) for n in range(GAMES)]
    took = []
    begun = time.monotonic()
    await asyncio.gather(*(play(rest, board, until, took) for board in boards))
    seconds = time.monotonic() - begun
    took.sort()
    return Figures(len(took), seconds, took[len(took) // 2], took[len(took) * 99 // 100], took[-1])


async def run(folder, megabytes, calm_s=CALM_S):
    """Figures without and with a backup, and what the backup said."""
    database = folder / "tanbo.db"
    copy = folder / "copy.db"
    made = tanbod("init", "--database", str(database))
    assert made.returncode == 0, made
    fill(database, megabytes)
    flags = ["--limits-commands-per-second", "100000"]
    with Server(folder, flags, database=database) as server:
        async with Rest(server) as rest:
            end = time.monotonic() + calm_s
            calm = await measure(rest, lambda: time.monotonic() > end)
            process = await asyncio.create_subprocess_exec(
                BIN, "backup", copy, "--database", database,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
            ending = asyncio.create_task(process.communicate())
            busy = await measure(rest, ending.done)
            said, errors = await ending
            assert process.returncode == 0, errors
        log_bytes = os.path.getsize(f"{database}-wal")
        server.end()
    checked = tanbod("check", str(copy))
    assert checked.returncode == 0, checked
    return calm, busy, said.decode().strip(), log_bytes


def main():
    """Prints how long a backup takes, and what moves take beside it."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        calm, busy, said, log_bytes = asyncio.run(run(pathlib.Path(folder), megabytes))
    print(f"backup       {said.split(': ', 1)[1]}")
    print(f"without it   {calm}")
    print(f"beside it    {busy}")
    print(f"log after it {log_bytes / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
