"""Moves of one node over a PostgreSQL by numbers of lanes and of games, and what each move sends.

The anchor is pgbench: eight clients that insert an event and update a game in one commit. All of
it is on this machine, on one disk, in turns: trust the ratios, the counts and the processor time.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile
from typing import NamedTuple

from nodes import LOAD, TIMEOUT_S, Cluster, Server, cpu_s_of, number_in
from rows import at_least, below

HOST = "127.0.78.1"
GAMES = 64  # of the rows that have bars
ROUNDS = 5
CALLS = ("sendto", "poll")
SCRIPT = """\\set game random(1, 64)
BEGIN;
UPDATE games SET seq = seq + 1, ply = ply + 1, updated_at = 17 WHERE id = :game;
INSERT INTO events SELECT :game, seq, 17, 'move', 1, repeat('x', 160) FROM games WHERE id = :game;
COMMIT;
"""
TABLES = """CREATE TABLE games (id BIGINT PRIMARY KEY, seq BIGINT, ply BIGINT, updated_at BIGINT);
CREATE TABLE events (game BIGINT, seq BIGINT, at BIGINT, type TEXT, account BIGINT, data TEXT,
    PRIMARY KEY (game, seq));
INSERT INTO games SELECT id, 0, 0, 0 FROM generate_series(1, 64) AS id;
"""


class Figures(NamedTuple):
    """Moves a second and in all, processor time of a move here and in PostgreSQL, all calls."""

    rate: float
    count: float
    node_us: float
    database_us: float
    calls: float


def cpu_s(cluster):
    """The processor time of a PostgreSQL until now."""
    return sum(map(cpu_s_of, cluster.own_processes()))


def played(server, games, seconds):
    """The generator's line of figures."""
    return subprocess.run([LOAD, str(server.port), "moves", str(games), str(seconds)],
                          stdout=subprocess.PIPE, text=True, check=True, timeout=TIMEOUT_S).stdout


def moves(cluster, name, lanes, games, seconds, is_counted):
    """The figures of a node on a fresh database, with its own number of lanes if that is None;
    counting calls makes the others worse."""
    cluster.new_database(name)
    address = f"postgres:host={cluster.folder} user=tanbo dbname={name}"
    with tempfile.TemporaryDirectory() as folder:
        counts = pathlib.Path(folder) / "counts"
        prefix = ["strace", "-f", "-qq", "-c", "-e", f"trace={','.join(CALLS)}", "-o", counts]
        flags = ["--log-level", "warn"]
        flags += ["--database-writers", str(lanes)] if lanes else []
        with Server(folder, flags, prefix if is_counted else (), database=address) as server:
            before = cpu_s_of(server.process.pid), cpu_s(cluster)
            line = played(server, games, seconds)
            after = cpu_s_of(server.process.pid), cpu_s(cluster)
            count = number_in(r"moves/s of (\d+)", line)
            calls = 0
            if is_counted:
                end_traced(server)
                lines = [row.split() for row in counts.read_text().splitlines()]
                calls = sum(int(row[3]) for row in lines if row and row[-1] in CALLS)
    return Figures(number_in(r": (\d+) moves/s", line), count,
                   1e6 * (after[0] - before[0]) / count, 1e6 * (after[1] - before[1]) / count,
                   calls)


def pairs(cluster, name, lanes, games, seconds):
    """Pairs of calls a move, without those of the start: two runs differ by moves alone."""
    short, long = (moves(cluster, f"{name}_{time}", lanes, games, time, True)
                   for time in (1, seconds + 1))
    return (long.calls - short.calls) / len(CALLS) / (long.count - short.count)


def end_traced(server):
    """Ends a server under strace, which keeps signals to itself, and waits for the counts."""
    tracer = server.process.pid
    children = pathlib.Path(f"/proc/{tracer}/task/{tracer}/children").read_text().split()
    subprocess.run(["kill", children[0]], check=True)
    server.wait()


def pgbench(cluster, seconds):
    """Commits a second of the anchor, and PostgreSQL's processor time of each."""
    cluster.new_database("anchor")
    words = cluster.words + " dbname=anchor"
    subprocess.run(["psql", "-X", "-q", "-d", words, "-c", TABLES], check=True)
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT)
        script.flush()
        before = cpu_s(cluster)
        done = subprocess.run(["/usr/lib/postgresql/15/bin/pgbench", "-n", "-c", "8", "-j", "1",
                               "-M", "prepared", "-T", str(seconds), "-f", script.name, words],
                              stdout=subprocess.PIPE, text=True, check=True)
        used = cpu_s(cluster) - before
    rate = number_in(r"tps = ([\d.]+)", done.stdout)
    return rate, 1e6 * used / number_in(r"actually processed: (\d+)", done.stdout)


def sqlite(games, seconds):
    """Moves a second of a node on a fresh file."""
    with (tempfile.TemporaryDirectory() as folder,
          Server(folder, ["--log-level", "warn"]) as server):
        return number_in(r": (\d+) moves/s", played(server, games, seconds))


def rows(seconds=4):
    """The rows that have bars."""
    to_pgbench, to_sqlite, calls = [], [], []
    for _ in range(ROUNDS):
        cluster = Cluster((), HOST)
        cluster.start()
        try:
            anchor, _ = pgbench(cluster, seconds)
            ours = moves(cluster, "tanbo", None, GAMES, seconds, False)
            calls.append(pairs(cluster, "tanbo_counted", None, GAMES, seconds))
        finally:
            cluster.stop()
        to_pgbench.append(ours.rate / anchor)
        to_sqlite.append(ours.rate / sqlite(GAMES, seconds))
    yield at_least(f"moves over PostgreSQL, {GAMES} games, against pgbench with 8 clients",
                   to_pgbench, 0.5)
    yield at_least("the same against SQLite", to_sqlite, 0.2)
    yield below("the same, pairs of sends and polls a move", calls, 0.5)


def main():
    """Measures all in turns, and prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--games", type=int, nargs="+", default=[16, 64])
    parser.add_argument("--lanes", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bars", action="store_true", help="only the rows that have bars")
    options = parser.parse_args()
    if options.bars:
        for row in rows(options.seconds):
            print(row, flush=True)
        return
    ways = [(lanes, games) for lanes in options.lanes for games in options.games]
    found, anchors = {way: [] for way in ways}, []
    for _ in range(options.rounds):
        cluster = Cluster((), HOST)
        cluster.start()
        try:
            anchors.append(pgbench(cluster, options.seconds))
            for lanes, games in ways:
                way = cluster, f"tanbo_{lanes}_{games}", lanes, games, options.seconds
                figures = moves(*way, False)
                counted = pairs(cluster, way[1] + "_counted", *way[2:])
                found[lanes, games].append(figures._replace(calls=counted))
        finally:
            cluster.stop()
    anchor = statistics.median(rate for rate, _ in anchors)
    print(f"pgbench: {anchor:.0f} commits/s, {statistics.median(us for _, us in anchors):.0f} µs\n"
          "| lanes | games | moves/s | against pgbench | CPU µs, node | CPU µs, PostgreSQL |"
          " sends and polls |\n| --- | --- | --- | --- | --- | --- | --- |")
    for (lanes, games), figures in found.items():
        middle = Figures(*map(statistics.median, zip(*figures)))
        print(f"| {lanes} | {games} | {middle.rate:.0f} | {middle.rate / anchor:.2f} | "
              f"{middle.node_us:.0f} | {middle.database_us:.0f} | {middle.calls:.2f} |", flush=True)


if __name__ == "__main__":
    main()
