"""Nodes become a version with a schema ahead, one after the other, while others play."""

import asyncio
import subprocess

from clocks import LONG, end_of_restarts, restart
from load import Load
from support.server import BIN

NEXT = BIN.with_name("tanbod_next")  # the same program, with two migrations more


def contract(node):
    """The status of `tanbod migrate --contract` of the version that is ahead."""
    command = [*node.machine.prefix, NEXT, "migrate", "--contract", "--database", node.database]
    return subprocess.run(command, capture_output=True, check=False).returncode


def serve_as_before(node):
    """The status with which the former version refuses the schema, as one more node."""
    command = [*node.machine.prefix, BIN, "serve", "--listen", "127.0.0.1:0", "--bots", "no",
               "--database", node.database, "--database-node", "99"]
    return subprocess.run(command, capture_output=True, check=False, timeout=180).returncode


async def upgrade_in_turn(nodes, seed=17):
    """Each node becomes the next version, and one that is not there yet is restarted meanwhile.

    After each it is tried to take away what only the former version needs.
    """
    drains, contracted = [], []
    async with Load(nodes, seed=seed, clock=LONG) as load:
        for number, node in enumerate(nodes):
            node.program = NEXT
            drains.append(await restart(node))
            contracted.append(await asyncio.to_thread(contract, node))
            if number == 0:
                drains.append(await restart(nodes[-1]))
        refused = await asyncio.to_thread(serve_as_before, nodes[0])
        history, told = await end_of_restarts(load, drains)
    return history, {"contracted": contracted, "the former version": refused, **told}
