"""How soon one node's subscribers are told of what another has stored, whatever they can't hear."""

import asyncio
import contextlib
import time

from faults import LOAD_S, Place, figures, nodes_at
from history import OK, Move
from load import Load
from support.live import Live
from support.rest import Player
from wire import Wire

FAN_OUT_MS_MAX = {"p50_ms": 5, "p99_ms": 50}
DEAF_MS_MAX = {"p99_ms": 300}  # without a doorbell
CLOSED_S_MAX = 2
POLICY_VIOLATION = 1008


@contextlib.asynccontextmanager
async def wired_nodes(machines, pair, muted=None):
    """Nodes of a new database, each behind a wire of its own; the nodes, their wires."""
    database = pair.new_database()
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(Wire(pair.primary, muted)) for _ in machines]
        places = [Place(machine, wire.address(database)) for machine, wire in zip(machines, wires)]
        async with nodes_at(places) as nodes:
            yield nodes, wires


async def nothing():
    """Does nothing."""


async def fan_out(nodes, seconds, seed=11, meanwhile=nothing):
    """Events are pushed by another node than the one that has stored them.

    `meanwhile` begins with the play, which goes on until it is over.
    """
    async with Load(nodes, tables=2, seed=seed) as load:
        await asyncio.gather(asyncio.sleep(seconds), meanwhile())
        history = await load.finish()
    told = {(one.game, one.seq): one.end for one in history.attempts
            if one.outcome == OK and isinstance(one.command, Move)}
    late_ms = sorted(1000 * (push.at - told[game, push.event["seq"]])
                     for (_, game), pushed in history.pushed.items() for push in pushed
                     if (game, push.event["seq"]) in told)
    return history, {"p50_ms": late_ms[len(late_ms) // 2],
                     "p99_ms": late_ms[len(late_ms) * 99 // 100], "back_s": 0, **figures(history)}


async def without_peers(nodes, seconds, seed=12):
    """Nodes hear the database, and not each other."""
    for node in nodes:
        node.machine.lose(*(other.machine for other in nodes if other is not node))
    try:
        return await fan_out(nodes, seconds, seed)
    finally:
        for node in nodes:
            node.machine.heal()


async def log_out(nodes, times, seed=13, meanwhile=nothing):
    """Accounts log out at one node, and have sockets at all others.

    `meanwhile` begins whenever one has logged out.
    """
    closed, refused = [], []
    async with Load(nodes, seed=seed) as load:
        for number in range(times):
            here, *others = (load.rests[(number + place) % len(nodes)]
                             for place in range(len(nodes)))
            leaver = await here.account(f"leaver{seed}-{number}")
            both = await log_out_once(leaver, others, meanwhile)
            closed.append(both[0])
            refused.append(both[1])
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    return history, {"closed_s": max(closed), "refused_s": max(refused), "back_s": 0,
                     **figures(history)}


async def log_out_once(leaver, others, meanwhile):
    """How long their sockets stayed open, and how long others took their token."""
    elsewhere = [Player(rest, leaver.handle, leaver.token) for rest in others]
    async with contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(Live(rest.server, token=leaver.token))
                   for rest in others]
        for player in elsewhere:
            await player.get("/me", expect=200)
        await leaver.request("DELETE", "/tokens/current", expect=204)
        begin, going_on = time.monotonic(), asyncio.create_task(meanwhile())
        codes = await asyncio.gather(*(socket.until_closed() for socket in sockets))
        closed_s = time.monotonic() - begin
        assert set(codes) == {POLICY_VIOLATION}, codes
        for player in elsewhere:
            while (await player.get("/me")).status != 401:
                await asyncio.sleep(0.01)
        refused_s = time.monotonic() - begin
        await going_on
    return closed_s, refused_s
