"""What the server costs, each figure beside its bar: instructions, and ratios to the programs of
tests/bench/anchors that take turns with it. Writes tests/bench/RESULTS.md. Some five minutes.

Throughput of its own says nothing on a machine that does other work: the ratios do.
"""

import dataclasses
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile
import time

import instructions
from instructions import BIN, LOAD, servers

RESULTS = pathlib.Path(__file__).resolve().parent / "RESULTS.md"
ROUNDS = 3
WATCHERS = 9_000


@dataclasses.dataclass
class Row:
    """A figure; `is_met` where it keeps its bar."""

    what: str
    figure: str
    bar: str
    is_met: bool

    def __str__(self):
        return f"| {self.what} | {self.figure} | {self.bar} | {'yes' if self.is_met else 'no'} |"


def at_most(what, figure, bar):
    """A row of whole numbers."""
    return Row(what, f"{figure:,.0f}", f"{bar:,}", figure <= bar)


def at_least(what, figure, bar):
    """A row of ratios."""
    return Row(what, f"{figure:.2f}", f"{bar:.2f}", figure >= bar)


class HttpLoop:
    """The bare Beast loop as a process, with the interface of servers.Server that loads need."""

    def __init__(self, folder, body_bytes, prefix=()):
        port = pathlib.Path(folder) / "port"
        self.process = subprocess.Popen(
            [*prefix, BIN / "tanbo_bench_http_loop", port, str(body_bytes)])
        deadline = time.monotonic() + instructions.START_S_MAX
        while not (port.exists() and port.read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("the HTTP loop does not start")
            time.sleep(0.01)
        self.port = int(port.read_text())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def run_load(port, *arguments):
    """The generator's line of figures."""
    done = subprocess.run([LOAD, str(port), *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, check=True)
    return done.stdout.strip()


def number(pattern, line):
    """What stands in a line of figures."""
    return float(re.search(pattern, line)[1])


def rate(line):
    """Requests, moves or events a second."""
    return number(r": (\d+) \w+/s", line)


def p99_ms(line):
    """Of the latencies."""
    return number(r"p99 ([\d.]+)", line)


def server(folder):
    """On one I/O thread, so that the loops meet their like."""
    return servers.Server(folder, flags=["--log-level", "warn", "--threads", "1"])


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
        with tempfile.TemporaryDirectory() as folder, HttpLoop(folder, body_bytes) as loop:
            ratios.append(ours / rate(run_load(loop.port, "reads", "/x", 64, 2)))
    yield at_least("the same, 64 connections, against the bare Beast loop",
                   statistics.median(ratios), 0.95)


def moves():
    """Moves with 64 games at once, against a plain SQLite loop on the same disk."""
    writer, serving = instructions.move()
    yield at_most("move, instructions of the writer", writer, 60_000)
    yield at_most("move, instructions of the I/O thread", serving, 38_000)
    for name, place, bar in (("a RAM disk", "/dev/shm", 0.45), ("a disk", None, 0.70)):
        ratios = []
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory(dir=place) as folder:
                with server(folder) as running:
                    ours = rate(run_load(running.port, "moves", 64, 3))
                loop = subprocess.run([BIN / "tanbo_bench_sqlite_loop", folder, "2"],
                                      capture_output=True, text=True, check=True)
                ratios.append(ours / float(loop.stdout))
        yield at_least(f"moves against a plain SQLite loop, on {name}",
                       statistics.median(ratios), bar)
    yield from events(serving)


def cpu_us(pid):
    """Processor time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return 1e6 * ticks / 100  # USER_HZ


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
    few_us, few, _ = watched(count, 5)
    many_us, many, each = watched(count, 45)
    loop = subprocess.run([BIN / "tanbo_bench_send_loop", str(count), "40", "330"],
                          capture_output=True, text=True, check=True)
    ours = (many_us - few_us) / (many - few)
    yield at_least(f"event to {count:,} sockets, processor time of a bare send() against ours",
                   float(loop.stdout) / ours, 0.75)
    yield at_most("bytes of a subscribed socket", each, 10_240)


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
            figure = statistics.median(ratios)
            yield Row(f"/healthz p99 beside two that ask for {what}", f"{figure:.1f} times",
                      "3 times", figure <= 3)


def machine():
    """What this was measured on."""
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True, check=True).stdout.strip()
    return f"Commit {commit}, {time.strftime('%Y-%m-%d')}, {cpu}."


def main():
    """Prints each row as it is known, and writes them all."""
    servers.START_S_MAX = instructions.START_S_MAX
    rows = []
    body_bytes = game_bytes()
    for row in (row for part in (reads(body_bytes), moves(), beside()) for row in part):
        print(row, flush=True)
        rows.append(row)
    lines = ["# What the server costs", "", f"`bash tests/bench/run.sh` wrote this. {machine()}",
             "", "| what | figure | bar | kept |", "| --- | --- | --- | --- |", *map(str, rows)]
    RESULTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
