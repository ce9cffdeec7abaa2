"""The cost of a start with very many running clocks: until it listens, and two heartbeats later.

    /usr/bin/python3 tests/bench/start_bench.py [GAMES [TANBOD...]]

Makes a database with GAMES (100,000) games with running clocks, gives each program a copy, and
prints CPU, memory and bytes written. Without a program: build/release/bin/tanbod.
"""

import asyncio
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support import server as servers  # noqa: E402
from support.many_games import Usage  # noqa: E402
from support.rows import multiply_game  # noqa: E402
from support.rest import Rest, start_game  # noqa: E402

DAY_S = 86400


async def begin(server):
    """The id of a new game with a running clock."""
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9", clock={"kind": "total", "total_s": DAY_S})
    return game["id"]


def measure(folder, origin, program):
    """Prints what a start of `program` on a copy of `origin` costs."""
    servers.BIN = pathlib.Path(program).resolve()
    servers.START_S_MAX = 600
    shutil.copytree(origin, folder)
    server = servers.Server(folder)
    begun = time.monotonic()
    try:
        server.start()
        start, seconds = Usage(server.process.pid), time.monotonic() - begun
        time.sleep(4.5)
        later = Usage(server.process.pid)
    finally:
        server.kill()
    print(f"{program}: listens after {seconds:.2f} s and {start.cpu_s:.2f} s of CPU, "
          f"{start.memory_mib:.0f} MiB; {later.written_mib:.1f} MiB written by 4.5 s later")


def main(games=100_000, *programs):
    """Measures each of `programs` on a database of so many running clocks."""
    with tempfile.TemporaryDirectory() as folder:
        origin = pathlib.Path(folder) / "origin"
        origin.mkdir()
        if programs:
            servers.BIN = pathlib.Path(programs[0]).resolve()
        with servers.Server(origin) as server:
            game = asyncio.run(begin(server))
            server.terminate()
            server.wait()
        multiply_game(origin / "tanbo.db", game, int(games))
        for i, program in enumerate(programs or (servers.BIN,)):
            measure(pathlib.Path(folder) / f"copy-{i}", origin, program)


if __name__ == "__main__":
    main(*sys.argv[1:])
