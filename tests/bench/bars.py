"""The cost of the server, each figure beside its bar: instructions, and ratios to the programs of
tests/bench/anchors that take turns with it. A figure that varies is the median of five, with the
smallest and the largest behind it. Writes tests/bench/RESULTS.md. Some fifteen minutes.

Throughput of its own says nothing on a machine that does other work: the ratios do.
"""

import json
import os
import pathlib
import re
import resource
import signal
import statistics
import subprocess
import tempfile
import time

import bodies
import instructions
import postgres
import requests_cost
from instructions import BIN, LOAD, servers
from rows import (Loop, at_least, at_most, below, cpu_us, more_than, number, p99_ms, rate,
                  run_load, server)

RESULTS = pathlib.Path(__file__).resolve().parent / "RESULTS.md"
ROUNDS = 5  # of each figure that varies; a row has their median
WATCHERS = 9_000
MOVE_BYTES = 210  # of the answer to a move


def game_bytes():
    """How long the answer of a GET of the load's game is."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as running:
        run_load(running.port, "reads", "game", 1, 0.1)
        reply = subprocess.run(["curl", "-sf", running.url + "/api/v1/games/1"],
                               capture_output=True, check=True)
        return len(reply.stdout)


def reads(body_bytes):
    """GETs of a cached game against the same bytes from the bare loop."""
    yield at_most("GET of a cached game, instructions", instructions.request(), 17_000)
    ratios = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder, server(folder) as running:
            ours = rate(run_load(running.port, "reads", "game", 64, 2))
        with (tempfile.TemporaryDirectory() as folder,
              Loop(folder, "tanbo_bench_http_loop", body_bytes) as loop):
            ratios.append(ours / rate(run_load(loop.port, "reads", "/x", 64, 2)))
    yield at_least("the same, 64 connections, against the bare Beast loop", ratios, 0.95)


def moves_rates(place):
    """Moves a second with 64 games at once: the server's, those that a bare Beast loop only stores,
    and those of a plain SQLite loop, in turns on the same disk."""
    with tempfile.TemporaryDirectory(dir=place) as folder:
        with server(folder) as running:
            ours = rate(run_load(running.port, "moves", 64, 3))
        plain = subprocess.run([BIN / "tanbo_bench_sqlite_loop", folder, "2"],
                               capture_output=True, text=True, check=True)
    with (tempfile.TemporaryDirectory(dir=place) as folder,
          Loop(folder, "tanbo_bench_moves_loop", MOVE_BYTES, folder) as loop):
        stored = rate(run_load(loop.port, "reads", "/x", 64, 3))
    return ours, stored, float(plain.stdout)


def moves():
    """Moves with 64 games at once, against loops that only store them."""
    writer, serving = instructions.move()
    yield at_most("move, instructions of the writer", writer, 60_000)
    yield at_most("move, instructions of the I/O thread", serving, 38_000)
    for name, place, plain_bar, stack_bar in (("a RAM disk", "/dev/shm", 0.34, 0.75),
                                              ("a disk", None, 0.70, 0.85)):
        rates = [moves_rates(place) for _ in range(ROUNDS)]
        yield at_least(f"moves against a plain SQLite loop, on {name}",
                       [ours / plain for ours, _, plain in rates], plain_bar)
        stack = statistics.median(stored / plain for _, stored, plain in rates)
        yield at_least(f"moves against a bare Beast loop before it, itself {stack:.2f} of it",
                       [ours / stored for ours, stored, _ in rates], stack_bar)
    yield from events(serving)


def frames():
    """Pages that a move writes into SQLite's log, as the kernel is told of the head of each."""
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace"
        strace = ["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=pwrite64", "-o", trace]
        flags = ["--log-level", "warn", "--threads", "1"]
        with servers.Server(folder, flags=flags, prefix=strace) as running:
            count = number(r"/s of (\d+);", run_load(running.port, "moves", 64, 5))
            strace_id = running.process.pid
            children = pathlib.Path(f"/proc/{strace_id}/task/{strace_id}/children").read_text()
            os.kill(int(children.split()[0]), signal.SIGTERM)  # strace keeps signals to itself
            running.wait()
        heads = len(re.findall(r", 24, \d+\) += 24$", trace.read_text(), re.MULTILINE))
    yield below("frames of the log written per move, 64 games", heads / count, 1.5)


def watched(count, plies):
    """Microseconds of the server for a load of watchers, its events, and bytes a socket."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as running:
        line = run_load(running.port, "spectators", count, plies, running.process.pid)
        return (cpu_us(running.process.pid), number(r"/s of (\d+);", line),
                number(r"spectators of (\d+) bytes", line))


def events(of_move):
    """Events to sockets, against one send() each."""
    yield at_most("event to a socket, instructions", instructions.event(of_move), 2_000)
    count = min(WATCHERS, resource.getrlimit(resource.RLIMIT_NOFILE)[1] // 2 - 100)
    ratios, sizes = [], []
    for _ in range(ROUNDS):
        few_us, few, _ = watched(count, 5)
        many_us, many, each = watched(count, 45)
        loop = subprocess.run([BIN / "tanbo_bench_send_loop", str(count), "40", "330"],
                              capture_output=True, text=True, check=True)
        ratios.append(float(loop.stdout) * (many - few) / (many_us - few_us))
        sizes.append(each)
    yield at_least(f"event to {count:,} sockets, processor time of a bare send() against ours",
                   ratios, 0.80)
    yield at_most("bytes of a subscribed socket", sizes, 10_240)


def beside():
    """The p99 of /healthz while two connections ask for what takes long, against alone."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as running:
        run_load(running.port, "moves", 1, 2)  # a long game
        for what in ("/metrics", "/api/v1/games/1/record"):
            ratios = []
            for _ in range(ROUNDS):
                alone = p99_ms(run_load(running.port, "reads", "/healthz", 1, 1))
                asking = subprocess.Popen([LOAD, str(running.port), "reads", what, "2", "3"],
                                          stdout=subprocess.DEVNULL)
                time.sleep(0.5)
                ratios.append(p99_ms(run_load(running.port, "reads", "/healthz", 1, 1.5)) / alone)
                if asking.wait() != 0:
                    raise SystemExit(f"{what} can't be read")
            yield below(f"/healthz p99 beside two that ask for {what}, times", ratios, 3)


def programs():
    """The engine, tanbo replay and the lists of a large server, as their own programs tell them."""
    output = subprocess.run(
        [BIN / "tanbo_bench_engine", "--benchmark_format=json",
         "--benchmark_filter=play_out/19x19$", "--benchmark_repetitions=3"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    plies = max(row["items_per_second"] for row in json.loads(output)["benchmarks"]
                if row["run_type"] == "iteration")
    yield more_than("engine, random plies on 19x19 a second", plies, 16_000_000)
    yield more_than("tanbo replay, positions of 19x19 a second", replayed(), 2_000_000)
    lists = subprocess.run([BIN / "tanbo_bench_lists", "1000", "1000000", "1.3"],
                           capture_output=True, text=True, check=False).stdout
    ratios = [float(line.split()[-1]) for line in lists.splitlines()
              if re.search(r" \d+\.\d\d$", line) and not line.startswith("control")]
    yield below("a page of any list with 1,000,000 games against 1,000, the worst",
                max(ratios), 1.3)


def replayed():
    """Positions a second of processor time, the best of the rounds."""
    games = subprocess.run([BIN / "tanbo_bench_games", "2000"], capture_output=True, check=True)
    positions = games.stdout.count(b",") - games.stdout.count(b"\n")  # a comma before each move
    best = 0
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([BIN / "tanbo", "replay"], input=games.stdout, stdout=subprocess.DEVNULL,
                       check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = max(best, positions / (after.ru_utime + after.ru_stime - before.ru_utime
                                      - before.ru_stime))
    return best


def machine():
    """The machine this was measured on."""
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=True).stdout.strip()
    return f"Commit {commit}, {time.strftime('%Y-%m-%d')}, {cpu}."


def written_by_hand():
    """The sections of the results behind the table."""
    text = RESULTS.read_text() if RESULTS.exists() else ""
    return text[text.index("\n## "):] if "\n## " in text else ""


def main():
    """Prints each row as it is known, and writes those that are."""
    rest = written_by_hand()
    servers.START_S_MAX = instructions.START_S_MAX
    lines = ["# What the server costs", "", f"`bash tests/bench/run.sh` wrote this. {machine()}",
             "", "| what | figure | bar | kept |", "| --- | --- | --- | --- |"]
    body_bytes = game_bytes()
    parts = (reads(body_bytes), moves(), frames(), postgres.rows(), beside(),
             requests_cost.rows(), bodies.rows(), programs())
    for row in (row for part in parts for row in part):
        print(row, flush=True)
        lines.append(str(row))
        RESULTS.write_text("\n".join(lines) + "\n" + rest)


if __name__ == "__main__":
    main()
