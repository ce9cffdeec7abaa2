"""The long forms of the tests here: /usr/bin/python3 tests/cluster/full.py [FAULT ...], as root.

TANBOD names another binary than build/release/bin/tanbod. Each round has a database of its own, is
checked as a whole and told in a line; the last line says whether all promises were kept.
"""

import asyncio
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system"), str(HERE.parent / "postgres")]

import clocks  # noqa: E402
import faults  # noqa: E402
import letters  # noqa: E402
import pushes  # noqa: E402
import upgrade  # noqa: E402
from checker import broken  # noqa: E402
from disk import address_of, on_a_disk  # noqa: E402
from history import History  # noqa: E402
from network import Network, leave_the_host  # noqa: E402
from pair import Pair  # noqa: E402

NODES = 3
EVERY_S = (0.5, 5.5)  # between two kills of a node: 3 s in the mean


class House:
    """Machines for nodes and for databases, and a PostgreSQL with a standby on two of them."""

    def __init__(self, network):
        self.network = network
        self.databases = [network.machine(), network.machine()]
        self.machines = [network.machine() for _ in range(NODES)]
        self.pair = Pair(self.databases)

    async def on_a_pair(self, fault, *arguments, **options):
        """A round of all nodes on a new database of the pair."""
        async with faults.nodes_of(self.machines, self.pair.new_database()) as nodes:
            return await fault(nodes, *arguments, **options)

    async def behind_wires(self, muted, **options):
        """A round of subscribers at nodes without a doorbell."""
        async with pushes.wired_nodes(self.machines, self.pair, muted) as (nodes, _):
            return await pushes.fan_out(nodes, **options)

    async def with_clocks(self, **options):
        """A round of games that are left to their clocks."""
        async with clocks.clocked_nodes(self.machines, self.pair.new_database()) as nodes:
            return await clocks.deadlines(nodes, **options)

    async def with_letters(self, **options):
        """A round of mails."""
        wrong, told = await letters.give_letters(self.machines, self.pair, **options)
        return History(), {"back_s": 0, "wrong": wrong[:3], **told}

    async def on_a_disk(self, **options):
        """Power cuts of a PostgreSQL of its own."""
        with on_a_disk(self.network.machine()) as (disk, postgres):
            async with faults.nodes_of(self.machines, address_of(postgres)) as nodes:
                return await faults.cut_power(nodes, disk, postgres, **options)


# Name -> how many rounds there are, and a round of so many times or seconds.
ROUNDS = {
    "race": (10, lambda house, seed: house.on_a_pair(faults.race, plies=1000, seed=seed)),
    "fan-out": (1, lambda house, seed: house.on_a_pair(pushes.fan_out, seconds=60, seed=seed)),
    "without-ringing": (1, lambda house, seed: house.behind_wires(
        b"NOTIFY", seconds=60, seed=seed)),
    "without-listening": (1, lambda house, seed: house.behind_wires(
        b"LISTEN", seconds=60, seed=seed)),
    "without-peers": (1, lambda house, seed: house.on_a_pair(
        pushes.without_peers, seconds=60, seed=seed)),
    "log-out": (1, lambda house, seed: house.on_a_pair(pushes.log_out, times=50, seed=seed)),
    "deadlines": (1, lambda house, seed: house.with_clocks(
        games=1000, seconds=60, total_s=20, seed=seed)),
    "all-away": (2, lambda house, seed: house.on_a_pair(clocks.all_away, seconds=60, seed=seed)),
    "restart-in-turn": (3, lambda house, seed: house.on_a_pair(
        clocks.restart_in_turn, rounds=5, seed=seed)),
    "upgrade-in-turn": (3, lambda house, seed: house.on_a_pair(
        upgrade.upgrade_in_turn, seed=seed)),
    "letters": (1, lambda house, seed: house.with_letters(count=500, kills=20, seed=seed)),
    "kill-nodes": (8, lambda house, seed: house.on_a_pair(
        faults.kill_nodes, times=25, pause_s=EVERY_S, seed=seed)),
    "stop-node": (3, lambda house, seed: house.on_a_pair(faults.stop_node, seconds=15, seed=seed)),
    "kill-primaries": (4, lambda house, seed: house.on_a_pair(
        faults.kill_primaries, house.pair, times=5, seed=seed)),
    "cut-standby": (5, lambda house, seed: house.on_a_pair(
        faults.cut_standby, house.pair, seconds=10, seed=seed)),
    "miss-standby": (5, lambda house, seed: house.on_a_pair(
        faults.miss_standby, house.pair, seconds=10, seed=seed)),
    "restart-cut-off": (3, lambda house, seed: house.on_a_pair(
        faults.restart_cut_off, house.pair, seconds=8, seed=seed)),
    "cut-power": (10, lambda house, seed: house.on_a_disk(times=5, seed=seed)),
    "black-hole": (5, lambda house, seed: house.on_a_pair(
        faults.black_hole, house.databases, seconds=10, seed=seed)),
    "resets": (5, lambda house, seed: house.on_a_pair(
        faults.resets, house.databases, seconds=5, seed=seed)),
    "packet-loss": (5, lambda house, seed: house.on_a_pair(
        faults.packet_loss, house.databases, seconds=20, seed=seed)),
}
# Those that must lose what they have acknowledged.
CONTROLS = {
    "cut-standby-without-waiting": (3, lambda house, seed: house.on_a_pair(
        faults.cut_standby, house.pair, seconds=3, waits=False, seed=seed)),
    "cut-power-without-waiting": (3, lambda house, seed: house.on_a_disk(
        times=1, is_safe=False, seed=seed)),
}
# Figures, and how much they may be.
BARS = {
    "kill-primaries": {"read_s": 1},
    "fan-out": pushes.FAN_OUT_MS_MAX,
    "without-ringing": pushes.DEAF_MS_MAX,
    "without-listening": pushes.DEAF_MS_MAX,
    "without-peers": pushes.DEAF_MS_MAX,
    "log-out": {"closed_s": pushes.CLOSED_S_MAX, "refused_s": pushes.CLOSED_S_MAX},
    "restart-in-turn": {"errors": 0},
    "upgrade-in-turn": {"errors": 0},
}


def faults_of(name, history, told):
    """Why a round is not as it must be."""
    found = broken(history)
    if name in CONTROLS:
        return [] if "acknowledged_is_stored_once" in found else ["nothing was lost"]
    wrong = [f"{rule}: {len(breaches)}, such as {breaches[0]}" for rule, breaches in found.items()]
    wrong += [f"a failure: {one}" for one in faults.failures(history)[:1]]
    if name != "stop-node" and told.get("late"):
        wrong.append(f"{told['late']} commands were answered after {faults.TOLD_S_MAX} s")
    if name != "stop-node" and told.get("late reads"):
        wrong.append(f"{told['late reads']} reads were answered after {faults.TOLD_S_MAX} s")
    if told.get("acknowledged while cut") or told.get("shown while cut"):
        wrong.append("acknowledged or shown what the standby has not")
    wrong += [f"{figure} {told[figure]} is more than {bar}"
              for figure, bar in BARS.get(name, {}).items() if told[figure] > bar]
    wrong += told.get("wrong", [])
    if told["back_s"] > faults.BACK_S_MAX:
        wrong.append(f"back after {told['back_s']:.1f} s")
    return wrong


async def run_all(house, names):
    """Runs the rounds; how many were not as they must be."""
    wrong = 0
    for name in names:
        count, one_round = {**ROUNDS, **CONTROLS}[name]
        for seed in range(1, count + 1):
            begin = time.monotonic()
            try:
                history, told = await one_round(house, seed)
            except AssertionError as why:
                wrong += 1
                print(f"{name} {seed}/{count}:\n    WRONG {why}", flush=True)
                continue
            faults_found = faults_of(name, history, told)
            wrong += bool(faults_found)
            words = ", ".join(f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}"
                              for key, value in told.items())
            print(f"{name} {seed}/{count} ({time.monotonic() - begin:.0f} s): {words}", flush=True)
            for fault in faults_found:
                print(f"    WRONG {fault}", flush=True)
    return wrong


def main():
    """Runs the faults of the command line, or all of them."""
    names = sys.argv[1:] or [*ROUNDS, *CONTROLS]
    leave_the_host()
    with Network() as network:
        house = House(network)
        with house.pair:
            wrong = asyncio.run(run_all(house, names))
    print(f"{wrong} rounds were wrong" if wrong else "all promises were kept, and controls broken")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
