"""Subscribers hear in time of what other nodes have stored: short forms, with their controls."""

import asyncio

import pytest

from faults import nodes_of
from pushes import (CLOSED_S_MAX, DEAF_MS_MAX, FAN_OUT_MS_MAX, fan_out, log_out, wired_nodes,
                    without_peers)
from short import SLOWER, check_all

SECONDS = 4
HELD_S = 5


def too_late(told, bars, slower=1):
    """The figures that are above their bars."""
    return {name for name, bar in bars.items() if told[name] > bar * slower}


async def test_followers_at_another_node_are_told_at_once(three_machines, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes:
        history, told = await fan_out(nodes, SECONDS)

    check_all(history, told)
    assert not too_late(told, FAN_OUT_MS_MAX, slower=4), told


@pytest.mark.parametrize("muted", (b"NOTIFY", b"LISTEN"))
async def test_followers_are_told_in_time_without_a_doorbell(three_machines, pair, muted):
    async with wired_nodes(three_machines, pair, muted) as (nodes, _):
        history, told = await fan_out(nodes, SECONDS)

    check_all(history, told)
    assert not too_late(told, DEAF_MS_MAX, SLOWER), told
    # The control of "at once": it is the doorbell that makes it so.
    assert too_late(told, FAN_OUT_MS_MAX, slower=4), told


async def test_nodes_need_not_hear_each_other(three_machines, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes:
        history, told = await without_peers(nodes, SECONDS)

    check_all(history, told)
    assert not too_late(told, DEAF_MS_MAX, SLOWER), told


async def test_a_log_out_closes_sockets_at_all_nodes(three_machines, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes:
        history, told = await log_out(nodes, times=3)

    check_all(history, told)
    assert told["closed_s"] < CLOSED_S_MAX and told["refused_s"] < CLOSED_S_MAX, told


@pytest.mark.parametrize("fault", (fan_out, log_out))
async def test_one_that_does_not_hear_of_the_others_is_late(three_machines, pair, fault):
    """The control of all of these."""
    async with wired_nodes(three_machines, pair) as (nodes, wires):
        wires[1].hold()
        asyncio.get_running_loop().call_later(HELD_S, wires[1].release)
        _, told = await fault(nodes, 1 if fault is log_out else HELD_S)

    print(told)
    if fault is log_out:
        assert told["closed_s"] > CLOSED_S_MAX, told
    else:
        assert too_late(told, DEAF_MS_MAX, SLOWER), told
