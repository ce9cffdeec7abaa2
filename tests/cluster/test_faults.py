"""Games go on while machines and networks fail: short forms of full.py, each with its control."""

import pytest

from checker import broken
from disk import address_of
from faults import (BACK_S_MAX, REPLACED_S_MAX, acknowledged_last, black_hole, cut_power,
                    cut_standby, kill_nodes, kill_primaries, lose_node, miss_standby, nodes_of,
                    packet_loss, race, resets, restart_cut_off, stop_node)
from short import LATE_MAX, SLOWER, check_all, check_in_time

NONE = {"late": 0, "late reads": 0}  # commands and reads
LOST = "acknowledged_is_stored_once"


async def test_nodes_are_killed(machines, pair):
    async with nodes_of(machines, pair.new_database()) as nodes:
        history, told = await kill_nodes(nodes, times=5)

    check_all(history, told)
    assert told["doubt"] >= 3
    # The control: a server that had forgotten the last move that it acknowledged.
    last = acknowledged_last(history)
    history.logs[last.game].remove(last.events[0])
    assert LOST in broken(history)


async def test_one_of_three_nodes_is_killed_again_and_again(three_machines, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes:
        history, told = await kill_nodes(nodes, times=6)

    check_all(history, told)


async def test_two_nodes_race_for_each_ply(three_machines, pair):
    async with nodes_of(three_machines[:2], pair.new_database()) as nodes:
        history, told = await race(nodes, plies=60)

    check_all(history, told)
    assert told["201 and 409"] > 50


async def test_a_node_stands_still(machines, pair):
    async with nodes_of(machines, pair.new_database()) as nodes:
        history, told = await stop_node(nodes, seconds=7)

    check_all(history, told)
    # The control of whatever asks who was late.
    assert told["late"] > 0 and told["late reads"] > 0


async def test_a_machine_that_is_gone_is_replaced(spare_machines, databases, pair):
    told = await lose_node(spare_machines, pair.new_database(), databases)

    print(told)
    assert told["replaced_s"] < REPLACED_S_MAX * SLOWER


async def test_primaries_are_killed(machines, pair):
    async with nodes_of(machines, pair.new_database()) as nodes:
        history, told = await kill_primaries(nodes, pair, times=1)

    check_all(history, told)
    assert told["read_s"] < BACK_S_MAX * SLOWER


async def test_a_standby_is_cut_off_before_its_primary_is_killed(machines, pair):
    async def play():
        async with nodes_of(machines, pair.new_database()) as nodes:
            history, told = await cut_standby(nodes, pair, seconds=6)
        assert told["acknowledged while cut"] == 0
        return history, told

    await check_in_time(play, NONE, but_once=LATE_MAX)


@pytest.mark.nightly
async def test_a_standby_is_cut_off_and_heard_again(machines, pair):
    async def play():
        async with nodes_of(machines, pair.new_database()) as nodes:
            history, told = await miss_standby(nodes, pair, seconds=7)
        assert told["acknowledged while cut"] == 0 and told["found"] > 0
        return history, told

    await check_in_time(play, NONE, but_once=LATE_MAX)


async def test_nothing_is_shown_that_the_standby_does_not_have(machines, pair):
    async with nodes_of(machines, pair.new_database()) as nodes:
        history, told = await restart_cut_off(nodes, pair, seconds=4)

    check_all(history, told)
    assert told["acknowledged while cut"] == told["shown while cut"] == 0


async def test_a_primary_that_does_not_wait_for_its_standby_loses(machines, pair):
    async with nodes_of(machines, pair.new_database()) as nodes:
        history, told = await cut_standby(nodes, pair, seconds=2, waits=False)

    assert told["acknowledged while cut"] > 0
    assert LOST in broken(history)


@pytest.mark.parametrize("fault,seconds", (
    (black_hole, 6), pytest.param(resets, 4, marks=pytest.mark.nightly),
    pytest.param(packet_loss, 5, marks=pytest.mark.nightly)))
async def test_nodes_and_database_do_not_hear_each_other(machines, databases, pair, fault, seconds):
    async def play():
        async with nodes_of(machines, pair.new_database()) as nodes:
            return await fault(nodes, databases, seconds)

    told = await check_in_time(play, NONE, but_once=LATE_MAX)
    assert told["told"] > 0 or fault is packet_loss  # what is repeated gets through


async def test_the_power_of_the_database_is_cut(machines, powered):
    disk, postgres = powered
    async with nodes_of(machines, address_of(postgres)) as nodes:
        history, told = await cut_power(nodes, disk, postgres, times=3)

    check_all(history, told)


async def test_a_database_that_acknowledges_too_early_loses(machines, powered):
    disk, postgres = powered
    async with nodes_of(machines, address_of(postgres)) as nodes:
        history, _ = await cut_power(nodes, disk, postgres, times=1, is_safe=False)

    assert LOST in broken(history)
