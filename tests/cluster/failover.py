"""Patroni's own failover, of machines as docker/cluster ships them.

Usage, as root, after `bash server/setup.sh cluster test`:
  /usr/bin/python3 tests/cluster/failover.py [TIMES]
The machine of the primary dies TIMES times (3), then that of a standby once, under load from a node
elsewhere, and comes back.
TANBOD names another binary than build/release/bin/tanbod.
"""

import asyncio
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system"), str(HERE.parent / "postgres")]

from checker import broken  # noqa: E402
from faults import LOAD_S, figures, nodes_of  # noqa: E402
from load import Load  # noqa: E402
from network import Network, leave_the_host  # noqa: E402
from shipped import Shipped, missing_programs  # noqa: E402
from support.server import tanbod  # noqa: E402

BACK_S_MAX = 25  # Patroni's ttl and etcd's election; then the other standby follows the new primary
STANDBY_S_MAX = 10  # until no one waits for a standby that is gone
REPLICATED = ("--database-replicated=yes",)


async def kill_leaders(nodes, shipped, times):
    """The primary's machine dies, again and again; yields the history and figures."""
    gaps, elected = [], []
    async with Load(nodes, seed=9) as load:
        for _ in range(times):
            await asyncio.sleep(LOAD_S)
            leader = await asyncio.to_thread(shipped.leader)
            begin, answered = await kill(load, leader)
            await asyncio.to_thread(shipped.until_led_by_another, leader)
            elected.append(time.monotonic() - begin)
            gaps.append(await answered + 1)
            print(f"{leader.name} died, another took over after {elected[-1]:.1f} s, and writes "
                  f"were answered after {gaps[-1]:.1f} s", flush=True)
            await asyncio.to_thread(shipped.revive, leader)
        standby = await asyncio.to_thread(shipped.standby)
        _, answered = await kill(load, standby)
        stalled_s = await answered + 1
        await asyncio.to_thread(shipped.revive, standby)
        history = await load.finish()
    return history, {"deaths": times, "elected_s": max(elected), "back_s": max(gaps),
                     "back_without_standby_s": stalled_s,
                     "ends": [node.ends for node in nodes], **figures(history)}


async def kill(load, host):
    """A machine dies: when, and a task for how long after the next second writes are back."""
    begin = time.monotonic()
    await asyncio.to_thread(host.kill)
    return begin, asyncio.create_task(load.first_success(since=begin + 1))


async def main(times):
    """Runs it; yields the exit status."""
    missing = missing_programs()
    if missing:
        print(f"Without {', '.join(missing)} nothing can be tried: bash server/setup.sh cluster")
        return 1
    leave_the_host()
    with Network() as network:
        machines = [network.machine() for _ in range(3)]
        with Shipped(machines) as shipped:
            begun = tanbod("init", "--database", shipped.database)
            assert begun.returncode == 0, begun
            async with nodes_of([network.machine()], shipped.database, REPLICATED) as nodes:
                history, told = await kill_leaders(nodes, shipped, times)
    wrong = [f"{rule}: {breaches[0]}" for rule, breaches in broken(history).items()]
    if told["back_s"] > BACK_S_MAX:
        wrong.append(f"writes were refused for more than {BACK_S_MAX} s")
    if told["back_without_standby_s"] > STANDBY_S_MAX:
        wrong.append(f"a standby was waited for for more than {STANDBY_S_MAX} s")
    print(told, *wrong, "all promises were kept" if not wrong else "FAILED", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int((sys.argv[1:] or [3])[0]))))
