"""Instructions of the server for a request, a move and an event, as callgrind counts them.

Each is the difference of a short and a long load on fresh servers, divided by how much more the
long one did: what a start costs is in neither. Steady within two percent at any load of the
machine. TANBOD and TANBO_BENCH_LOAD name other programs than those in build/release/bin.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support import server as servers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / "build" / "release" / "bin"
LOAD = pathlib.Path(os.environ.get("TANBO_BENCH_LOAD", BIN / "tanbo_bench_load"))
START_S_MAX = 120  # ten times what it takes here
WATCHERS = 400


def callgrind(folder):
    """The command that runs a program under callgrind, a file of counts for each thread."""
    return ["valgrind", "-q", "--tool=callgrind", "--separate-threads=yes",
            f"--callgrind-out-file={folder}/counts"]


def counts(folder):
    """Instructions of the writer, of the I/O threads and of all threads."""
    writer = serving = every = 0
    for file in pathlib.Path(folder).glob("counts-*"):
        text = file.read_text(errors="replace")
        total = int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)[1])
        every += total
        if "GroupCommit::work" in text:
            writer += total
        elif "io_context" in text or "scheduler::run" in text:
            serving += total
    return writer, serving, every


def load(port, arguments):
    """How much the load did: requests, moves or events."""
    done = subprocess.run([LOAD, str(port), *arguments], capture_output=True, text=True,
                          timeout=600, check=True)
    return int(re.search(r"/s of (\d+);", done.stdout)[1])


def measured(arguments):
    """The work that was done, and the counts of a server that did it."""
    servers.START_S_MAX = START_S_MAX
    with tempfile.TemporaryDirectory(prefix="tanbo-count-") as folder:
        flags = ["--log-level", "warn", "--threads", "1"]
        with servers.Server(folder, flags=flags, prefix=callgrind(folder)) as server:
            done = load(server.port, [part.format(pid=server.process.pid) for part in arguments])
            server.terminate()
            server.wait(120)
        return done, counts(folder)


def difference(short, long):
    """Instructions of the writer, the I/O threads and all, for one of what the loads do."""
    few, before = measured(short)
    many, after = measured(long)
    return [(b - a) / (many - few) for a, b in zip(before, after)]


def request():
    """Of a GET of a cached game."""
    return difference(["reads", "game", "4", "2"], ["reads", "game", "4", "8"])[2]


def move():
    """Of a move with 64 games at once: the writer's and the I/O thread's."""
    writer, serving, _ = difference(["moves", "64", "10"], ["moves", "64", "25"])
    return writer, serving


def event(of_move):
    """Of an event to a socket, `of_move` instructions of the I/O thread apart."""
    few = ["spectators", str(WATCHERS), "20", "{pid}"]
    many = ["spectators", str(WATCHERS), "80", "{pid}"]
    return difference(few, many)[1] - of_move / WATCHERS


def main():
    """Prints them."""
    print(f"GET of a cached game: {request():,.0f}", flush=True)
    writer, serving = move()
    print(f"move: {writer:,.0f} of the writer, {serving:,.0f} of the I/O thread", flush=True)
    print(f"event to a socket: {event(serving):,.0f}", flush=True)


if __name__ == "__main__":
    main()
