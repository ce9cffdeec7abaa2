"""The long form of tests/system/test_crash.py: rounds of kills, each on a database of its own."""

import asyncio
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support.crash import play_through_kills  # noqa: E402
from support.rest import Rest  # noqa: E402
from support.server import Server  # noqa: E402

# A round is checked as a whole, so it must not grow without bound.
KILLS_PER_ROUND = 50


async def one_round(folder, kills, seed):
    """So many kills on a new database; yields figures, fails if anything was lost."""
    with Server(folder) as server:
        async with Rest(server) as rest:
            return await play_through_kills(server, rest, kills, seed=seed)


def main():
    """Kills as often as the command line says."""
    kills, seed = int(sys.argv[1]), int(sys.argv[2])
    print(f"{kills} kills, seed {seed}", flush=True)
    total = {}
    while total.get("kills", 0) < kills:
        count = min(KILLS_PER_ROUND, kills - total.get("kills", 0))
        with tempfile.TemporaryDirectory(prefix="tanbo-crash-") as folder:
            figures = asyncio.run(one_round(folder, count, seed + total.get("kills", 0)))
        total = {name: total.get(name, 0) + value for name, value in figures.items()}
        print(", ".join(f"{value} {name}" for name, value in total.items()), flush=True)
    print("nothing acknowledged was lost, nothing happened twice")


if __name__ == "__main__":
    main()
