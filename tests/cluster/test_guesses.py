"""A limit on wrong passwords holds over all nodes, with its control."""

import asyncio
import contextlib
import json

from faults import nodes_of
from support.metrics import metrics_of
from support.rest import Rest

GUESSES_MAX = 10  # of a client address that is strange to an account, in a quarter of an hour
GUESSES = 15  # at each node


async def guess(rests, handle_at):
    """Guesses at all nodes at once; the statuses, and how many hashes they cost."""
    before = hashes(rests)
    answers = await asyncio.gather(*(
        rest.nobody.post("/tokens", {"handle": handle_at(number), "password": "not the password"})
        for number, rest in enumerate(rests) for _ in range(GUESSES)))
    return [answer.status for answer in answers], hashes(rests) - before


def hashes(rests):
    """How many passwords all nodes have hashed."""
    return sum(metrics_of(rest.server)["tanbo_password_hashes_total"] for rest in rests)


def new_account(machine, node, handle):
    """Makes an account that is known from a machine, and from nowhere else."""
    body = json.dumps({"handle": handle, "password": "correct horse battery"})
    machine.run("curl", "--silent", "--fail", "--json", body, f"{node.url}/api/v1/accounts")


async def test_guesses_at_several_nodes_count_together(three_machines, databases, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes, \
            contextlib.AsyncExitStack() as stack:
        rests = [await stack.enter_async_context(Rest(node)) for node in nodes]
        for handle in ("anna", "ben0", "ben1", "ben2"):
            new_account(databases[0], nodes[0], handle)

        statuses, cost = await guess(rests, lambda number: "anna")
        # The control: nodes that each count for themselves, as they do for accounts of their own.
        apart, more = await guess(rests, lambda number: f"ben{number}")

    assert sorted(set(statuses)) == [401, 429]
    assert statuses.count(401) == cost == GUESSES_MAX, (statuses, cost)
    assert apart.count(401) == more == GUESSES_MAX * len(nodes), (apart, more)
