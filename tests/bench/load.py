"""A bounded load: many games at once over HTTP; prints moves a second and latencies.

Each game has a connection of its own, kept alive, on which its players move in turn as soon as the
answer before has come. Moves are drawn up beforehand, so that the generator has little to do.
"""

import argparse
import asyncio
import itertools
import json
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support.naive_tanbo import NaiveTanbo  # noqa: E402
from support.server import Server  # noqa: E402

OPENING = {"black": ["B2", "H8"], "white": ["H2", "B8"]}
SCRIPTS = 32
PERCENTILES = (50, 90, 99, 99.9)


def script(seed):
    """The moves of one random game on 9x9."""
    chance = random.Random(seed)
    referee, points = NaiveTanbo([9, 9], OPENING), []
    while referee.to_move:
        points.append(chance.choice(referee.legal(referee.to_move)))
        referee.play(points[-1])
    return points


class Connection:
    """One keep-alive connection that knows just enough HTTP for this server's answers."""

    async def open(self, port):
        """Connects."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        return self

    async def post(self, path, token, body):
        """Status and body of one POST."""
        data = json.dumps(body).encode()
        authorization = f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write((
            f"POST /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n{authorization}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        ).encode() + data)
        head = await self.reader.readuntil(b"\r\n\r\n")
        begin = head.index(b"Content-Length: ") + 16
        length = int(head[begin: head.index(b"\r\n", begin)])
        return int(head[9:12]), await self.reader.readexactly(length)


class Table:
    """Two guests who play game after game."""

    def __init__(self, scripts, latencies):
        self.scripts = scripts
        self.latencies = latencies

    async def run(self, port, until):
        """Plays until the clock says so."""
        self.connection = await Connection().open(port)
        tokens = [(await self._expect(201, "/guests", None, {}))["token"] for _ in range(2)]
        while time.monotonic() < until:
            game = await self._expect(201, "/games", tokens[0], {"setup": "9x9"})
            path = f"/games/{game['id']}"
            await self._expect(200, f"{path}/join", tokens[1], {})
            for ply, point in enumerate(next(self.scripts)):
                begin = time.perf_counter()
                await self._expect(201, f"{path}/moves", tokens[ply % 2],
                                   {"point": point, "ply": ply})
                self.latencies.append(time.perf_counter() - begin)
                if time.monotonic() >= until:
                    return

    async def _expect(self, expected, path, token, body):
        status, answer = await self.connection.post(path, token, body)
        if status != expected:
            raise RuntimeError(f"{path}: {status} {answer.decode()}")
        return None if path.endswith("moves") else json.loads(answer)


async def load(port, games, seconds):
    """All latencies of the moves, in seconds, and how long it took."""
    scripts = itertools.cycle([script(seed) for seed in range(SCRIPTS)])
    latencies = []
    begin = time.monotonic()
    await asyncio.gather(*(
        Table(scripts, latencies).run(port, begin + seconds) for _ in range(games)))
    return sorted(latencies), time.monotonic() - begin


def report(latencies, elapsed, games):
    """One line of figures."""
    at = [f"p{p} {1000 * latencies[int(len(latencies) * p / 100)]:.2f}" for p in PERCENTILES]
    return (f"{games} games at once: {len(latencies) / elapsed:.0f} moves/s, ms: {', '.join(at)}, "
            f"max {1000 * latencies[-1]:.2f}")


def main():
    """Runs the load against a server of its own, with a database on disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--games", type=int, nargs="+", default=[1, 16, 64, 256])
    parser.add_argument("--folder", help="where the database lies; default: a temporary folder")
    options = parser.parse_args()
    for games in options.games:
        with tempfile.TemporaryDirectory(dir=options.folder, prefix="tanbo-load-") as folder:
            with Server(folder, flags=["--log-level", "warn"]) as server:
                latencies, elapsed = asyncio.run(load(server.port, games, options.seconds))
        print(report(latencies, elapsed, games), flush=True)


if __name__ == "__main__":
    main()
