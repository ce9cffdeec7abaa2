"""The figures of one or more servers under load: reads, moves and spectators.

Each program gets a fresh server with a database on disk for every load, and the programs take
turns: what else runs on the machine meets them alike. Trust the ratios.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support import server as servers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOAD = pathlib.Path(os.environ.get("TANBO_BENCH_LOAD", ROOT / "build/release/bin/tanbo_bench_load"))
TIMEOUT_S = 300


def loads(options):
    """The loads to run, as the generator takes them; {pid} is the server's."""
    seconds = str(options.seconds)
    yield from (["reads", path, "64", seconds] for path in ("/healthz", "game"))
    yield from (["moves", str(games), seconds] for games in options.games)
    yield ["spectators", str(options.spectators), "100", "{pid}"]


def run(binary, load, folder):
    """The generator's line of figures for one load on a fresh server."""
    servers.BIN = binary
    with tempfile.TemporaryDirectory(dir=folder, prefix="tanbo-load-") as place:
        with servers.Server(place, flags=["--log-level", "warn"]) as server:
            arguments = [part.format(pid=server.process.pid) for part in load]
            done = subprocess.run([LOAD, str(server.port), *arguments], capture_output=True,
                                  text=True, timeout=TIMEOUT_S)
    if done.returncode:
        raise SystemExit(f"{' '.join(load)}: {done.stderr}")
    return done.stdout.strip()


def rate(line):
    """Requests, moves or events a second."""
    return float(re.search(r": (\d+) \w+/s", line)[1])


def main():
    """Runs every load, every program in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--games", type=int, nargs="+", default=[1, 16, 64, 256])
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=1, help="times each load is repeated")
    parser.add_argument("--against", type=pathlib.Path, metavar="TANBOD",
                        help="another tanbod to compare with, in turns")
    parser.add_argument("--folder", help="where the databases lie; default: a temporary folder")
    options = parser.parse_args()
    binaries = [servers.BIN.resolve()]
    if options.against:
        binaries.append(options.against.resolve())
    for load in loads(options):
        ratios = []
        for _ in range(options.rounds):
            lines = [run(binary, load, options.folder) for binary in binaries]
            for binary, line in zip(binaries, lines):
                print(line if len(binaries) == 1 else f"{binary}: {line}", flush=True)
            ratios.append(rate(lines[0]) / rate(lines[-1]))
        if options.against:
            print(f"  ratio {statistics.median(ratios):.2f}", flush=True)


if __name__ == "__main__":
    main()
