"""Subscribers hear in time of what other nodes have stored: short forms, with their controls."""

import asyncio

import pytest

from faults import nodes_of
from pushes import (CLOSED_S_MAX, DEAF_MS_MAX, FAN_OUT_MS_MAX, fan_out, log_out, wired_nodes,
                    without_peers)
from short import SLOWER, check_in_time, too_late

SECONDS = 4
HELD_S = 5
LOG_OUT_S_MAX = {"closed_s": CLOSED_S_MAX, "refused_s": CLOSED_S_MAX}


@pytest.fixture
def on_nodes(three_machines, pair):
    """Plays on nodes of a new database."""
    async def play(act, *arguments, **options):
        async with nodes_of(three_machines, pair.new_database()) as nodes:
            return await act(nodes, *arguments, **options)
    return play


async def test_followers_at_another_node_are_told_at_once(on_nodes):
    await check_in_time(lambda: on_nodes(fan_out, SECONDS), FAN_OUT_MS_MAX, slower=4)


@pytest.mark.parametrize("muted", (b"NOTIFY", b"LISTEN"))
async def test_followers_are_told_in_time_without_a_doorbell(three_machines, pair, muted):
    async def play():
        async with wired_nodes(three_machines, pair, muted) as (nodes, _):
            return await fan_out(nodes, SECONDS)

    told = await check_in_time(play, DEAF_MS_MAX, SLOWER)
    # The control of "at once": it is the doorbell that makes it so.
    assert too_late(told, FAN_OUT_MS_MAX, slower=4), told


async def test_nodes_need_not_hear_each_other(on_nodes):
    await check_in_time(lambda: on_nodes(without_peers, SECONDS), DEAF_MS_MAX, SLOWER)


async def test_a_log_out_closes_sockets_at_all_nodes(on_nodes):
    await check_in_time(lambda: on_nodes(log_out, times=3), LOG_OUT_S_MAX)


@pytest.mark.parametrize("act,amount,bars", (
    (fan_out, {"seconds": HELD_S}, {"p99_ms": SLOWER * DEAF_MS_MAX["p99_ms"]}),
    (log_out, {"times": 1}, {"closed_s": CLOSED_S_MAX})), ids=("fan_out", "log_out"))
async def test_one_that_does_not_hear_of_the_others_is_late(three_machines, pair, act, amount,
                                                            bars):
    """The control of all of these."""
    async with wired_nodes(three_machines, pair) as (nodes, wires):
        async def release():
            await asyncio.sleep(HELD_S)
            wires[1].release()

        wires[1].hold()
        _, told = await act(nodes, **amount, meanwhile=release)

    print(told)
    assert too_late(told, bars), told
