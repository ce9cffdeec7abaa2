"""Moves a second of one, two and three nodes over a PostgreSQL, in turns with a node over SQLite.

All of it is on this machine, with a database on disk, and each figure is of a fresh database: trust
the ratios, and the processor time of a move. The PostgreSQL has a synchronous standby beside it.
"""

import argparse
import contextlib
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "system"), str(ROOT / "tests" / "postgres")]

from cluster import USER, Cluster  # noqa: E402
from support.many_games import Usage  # noqa: E402
from support.server import Server  # noqa: E402

LOAD = pathlib.Path(os.environ.get("TANBO_BENCH_LOAD", ROOT / "build/release/bin/tanbo_bench_load"))
TIMEOUT_S = 300
HOSTS = ("127.0.78.1", "127.0.78.2")  # both are this machine
FOLLOWED_S_MAX = 60


class Figures(NamedTuple):
    """Moves a second over all nodes, the worst node's milliseconds, processor time of a move."""

    rate: float
    p50_ms: float
    p99_ms: float
    nodes_us: float
    database_us: float


class Replicated:
    """A PostgreSQL and its synchronous standby, both here. Use with `with`."""

    def __init__(self, folder):
        self.servers = [Cluster((), host, place=folder) for host in HOSTS]
        self.databases = 0

    def __enter__(self):
        primary, standby = self.servers
        primary.start()
        standby.start_as_standby(primary, "standby")
        primary.set("synchronous_standby_names", "*")
        end = time.monotonic() + FOLLOWED_S_MAX
        while not primary.is_followed():
            assert time.monotonic() < end, "no standby"
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        for server in reversed(self.servers):
            server.stop()

    def new_database(self):
        """An empty one, as it is named to tanbod."""
        self.databases += 1
        name = f"tanbo_{self.databases}"
        self.servers[0].new_database(name)
        return f"postgres:host={self.servers[0].folder} user={USER} dbname={name}"

    def cpu_s(self):
        """The processor time of both until now, with that of their processes that have ended."""
        return sum(map(cpu_s_of, (process for server in self.servers
                                  for process in server.own_processes())))


def cpu_s_of(process):
    """The processor time of a process that lives, and of its children that do not."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def run(count, folder, options, replicated=None):
    """The figures of so many nodes, over SQLite unless there is another database."""
    address = replicated.new_database() if replicated else None
    with contextlib.ExitStack() as stack:
        place = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder)))
        nodes = []
        for number in range(1, count + 1):
            own = place / str(number)
            own.mkdir()
            flags = ["--log-level", "warn"] + (["--database-node", str(number)] * (count > 1))
            nodes.append(stack.enter_context(Server(own, flags, database=address)))
        before = [Usage(node.process.pid).cpu_s for node in nodes]
        database = replicated.cpu_s() if replicated else 0
        lines = play(nodes, options)
        used = sum(Usage(node.process.pid).cpu_s for node in nodes) - sum(before)
        database = replicated.cpu_s() - database if replicated else 0
    moves = sum(number_in(r"moves/s of (\d+)", line) for line in lines)
    return Figures(sum(number_in(r": (\d+) moves/s", line) for line in lines),
                   max(number_in(r"p50 ([\d.]+)", line) for line in lines),
                   max(number_in(r"p99 ([\d.]+)", line) for line in lines),
                   1e6 * used / moves, 1e6 * database / moves)


def play(nodes, options):
    """The lines of a generator for each node, which shares the games."""
    games = str(max(1, options.games // len(nodes)))
    running = [subprocess.Popen([LOAD, str(node.port), "moves", games, str(options.seconds)],
                                stdout=subprocess.PIPE, text=True) for node in nodes]
    lines = [one.communicate(timeout=TIMEOUT_S)[0] for one in running]
    if any(one.returncode for one in running):
        raise SystemExit("a generator was not answered as it must be")
    return lines


def number_in(pattern, line):
    """The number that a pattern finds in a line."""
    return float(re.search(pattern, line)[1])


def main():
    """Measures all in turns, and prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--games", type=int, default=48, help="at once, over all nodes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", help="where the databases lie; default: a temporary folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="tanbo-nodes-") as folder:
        os.chmod(folder, 0o755)
        with Replicated(folder) as replicated:
            ways = {"SQLite": (1, None), "PostgreSQL, 1 node": (1, replicated),
                    "PostgreSQL, 2 nodes": (2, replicated), "PostgreSQL, 3 nodes": (3, replicated)}
            found = {way: [] for way in ways}
            for _ in range(options.rounds):
                for way, (count, database) in ways.items():
                    found[way].append(run(count, folder, options, database))
    print("| | moves/s | p50 ms | p99 ms | CPU µs a move, nodes | CPU µs a move, PostgreSQL |\n"
          "| --- | --- | --- | --- | --- | --- |")
    for way, figures in found.items():
        middle = Figures(*map(statistics.median, zip(*figures)))
        print(f"| {way} | {middle.rate:.0f} | {middle.p50_ms:.1f} | {middle.p99_ms:.1f} | "
              f"{middle.nodes_us:.0f} | {middle.database_us:.0f} |", flush=True)


if __name__ == "__main__":
    main()
