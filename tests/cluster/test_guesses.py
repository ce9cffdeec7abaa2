"""A limit on wrong passwords holds over all nodes, with its control."""

import asyncio
import contextlib
import functools
import json
import time

from faults import nodes_of
from support.metrics import metrics_of
from support.rest import Rest, insist

GUESSES_MAX = 10  # of a client address that is strange to an account, in a quarter of an hour
GUESSES = 15  # at each node
HASHED_S_MAX = 60  # one that was answered too late


async def guess(rests, handle_at, most):
    """Guesses at all nodes at once, of which so many at most are hashed.

    The statuses, how often the server was late before, and how many hashes it all cost. What it was
    late with may count all the same.
    """
    before = hashes(rests)
    answers = await asyncio.gather(*(
        insist(functools.partial(rest.nobody.post, "/tokens", {"handle": handle_at(number),
                                                               "password": "not the password"}))
        for number, rest in enumerate(rests) for _ in range(GUESSES)))
    end = time.monotonic() + HASHED_S_MAX
    while hashes(rests) - before < most:
        assert time.monotonic() < end, hashes(rests) - before
        await asyncio.sleep(0.05)
    return [one.status for one, _ in answers], sum(late for _, late in answers), \
        hashes(rests) - before


def expect(statuses, late, cost, most):
    """As many were admitted as may be. Some of them may not have been told so in time."""
    assert 429 in statuses and set(statuses) <= {401, 429} and cost == most, (statuses, late, cost)
    assert most - late <= statuses.count(401) <= most, (statuses, late, cost)


def hashes(rests):
    """How many passwords all nodes have hashed."""
    return sum(metrics_of(rest.server)["tanbo_password_hashes_total"] for rest in rests)


def new_account(machine, node, handle):
    """Makes an account that is known from a machine, and from nowhere else."""
    body = json.dumps({"handle": handle, "password": "correct horse battery"})
    machine.run("curl", "--silent", "--fail", "--retry", "20", "--header",
                f"Idempotency-Key: {handle}", "--json", body, f"{node.url}/api/v1/accounts")


async def test_guesses_at_several_nodes_count_together(three_machines, databases, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes, \
            contextlib.AsyncExitStack() as stack:
        rests = [await stack.enter_async_context(Rest(node)) for node in nodes]
        for handle in ("anna", "ben0", "ben1", "ben2"):
            new_account(databases[0], nodes[0], handle)

        expect(*await guess(rests, lambda number: "anna", GUESSES_MAX), GUESSES_MAX)
        # The control: nodes that each count for themselves, as they do for accounts of their own.
        apart = GUESSES_MAX * len(nodes)
        expect(*await guess(rests, lambda number: f"ben{number}", apart), apart)
