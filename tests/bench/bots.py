"""The cost of house bots for people: their p99 beside 100 games against bots, and without.

The two take turns, each round on a fresh server with a database on disk. Prints the p99 of each
round and the median of the ratios.
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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support import server as servers  # noqa: E402
from support.metrics import metrics_of  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOAD = pathlib.Path(os.environ.get("TANBO_BENCH_LOAD", ROOT / "build/release/bin/tanbo_bench_load"))
TIMEOUT_S = 300


def p99(line):
    """Milliseconds, of the generator's line."""
    return float(re.search(r"p99 ([0-9.]+)", line)[1])


@contextlib.contextmanager
def bot_games(server, options):
    """Games against bots while this holds."""
    command = [LOAD, str(server.port), "guests", options.setup, str(options.bot_games),
               str(TIMEOUT_S)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as guests:
        time.sleep(options.warm_up)
        try:
            yield
            if guests.poll() is not None:
                raise SystemExit("the guests have left their games")
        finally:
            guests.kill()


def measure(options, has_bots):
    """The p99 of people's moves on a fresh server, and how many moves the bots made meanwhile."""
    flags = ["--log-level", "warn", "--limits-sign-ups-per-minute", "1000000"]
    if has_bots:
        flags += ["--bots", "yes"]
        flags += ["--bots-program", options.program] if options.program else []
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="tanbo-bots-") as place:
        with servers.Server(place, flags=flags) as server:
            beside = bot_games(server, options) if has_bots else contextlib.nullcontext()
            with beside:
                done = subprocess.run(
                    [LOAD, str(server.port), "moves", str(options.games), str(options.seconds)],
                    capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
                moves = moves_of_bots(server) if has_bots else 0
    return p99(done.stdout), moves


def moves_of_bots(server):
    """How many moves the bots have made."""
    return int(metrics_of(server)["tanbo_bots_moves_total"])


def main():
    """Measures in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--warm-up", type=float, default=3)
    parser.add_argument("--games", type=int, default=16, help="games among people at a time")
    parser.add_argument("--bot-games", type=int, default=100)
    parser.add_argument("--setup", default="13x13", help="of the games with bots")
    parser.add_argument("--program", help="what plays for the bots; default: tanbo")
    parser.add_argument("--folder", help="where the databases lie; default: a temporary folder")
    options = parser.parse_args()
    ratios = []
    for number in range(options.rounds):
        order = (False, True) if number % 2 == 0 else (True, False)
        found = {has_bots: measure(options, has_bots) for has_bots in order}
        (alone, _), (beside, moves) = found[False], found[True]
        ratios.append(beside / alone)
        print(f"p99 {alone:.2f} ms alone, {beside:.2f} ms beside {options.bot_games} bot games "
              f"({moves} moves of bots): {ratios[-1]:.2f}", flush=True)
    print(f"median ratio {statistics.median(ratios):.2f}; the bar is 1.10")


if __name__ == "__main__":
    main()
