"""No player loses time or a game by what happens to nodes: short forms, each with its control."""

import asyncio

from checker import LATE_S_MAX, broken
from clocks import all_away, clocked_nodes, deadlines, restart_in_turn
from cluster import name_of
from faults import nodes_of
from short import check_all
from support import rows

TOTAL_S = 6
TRIES = 3


async def test_each_flag_falls_once_and_in_time_whatever_nodes_take_for_the_time(
        three_machines, pair):
    async with clocked_nodes(three_machines, pair.new_database()) as nodes:
        history, told = await deadlines(nodes, games=60, seconds=6, total_s=4)

    check_all(history, told)
    assert told["flags"] == 60 and told["kills"] >= 2
    # The control: all nodes would have gone by a clock that is a second ahead.
    history.epoch -= 1
    assert "no_flag_falls_late" in broken(history)


async def test_flags_that_fall_late_are_found(three_machines, pair):
    # Nodes give signs of life, so it is no downtime, but none can write the fall of a flag.
    database = pair.new_database()
    async with clocked_nodes(three_machines, database) as nodes:
        first_runs = asyncio.Event()
        with rows.falls_refused(pair.primary, name_of(database)):
            running = asyncio.create_task(deadlines(nodes, games=20, seconds=1, total_s=TOTAL_S,
                                                    kills_max=0, first_runs=first_runs))
            await first_runs.wait()
            await asyncio.sleep(TOTAL_S + LATE_S_MAX + 1)
        history, told = await running

    print(told)
    assert "no_flag_falls_late" in broken(history)


async def test_what_no_node_ran_for_is_given_back_once(three_machines, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes:
        history, told = await all_away(nodes, seconds=6)

    check_all(history, told)
    assert told["credits"]
    # The controls: it would have been given twice, or not at all.
    outages = history.outages
    for others in ([], outages * 2):
        history.outages = others
        assert "downtimes_are_credited_once" in broken(history)


async def test_a_restart_of_one_after_the_other_is_no_error_and_no_downtime(three_machines, pair):
    for _ in range(TRIES):
        async with nodes_of(three_machines, pair.new_database()) as nodes:
            history, told = await restart_in_turn(nodes, rounds=1)

        check_all(history, told)
        assert not told["errors"]
        if not told["credits"]:  # the machine let one node run all the time
            break
    assert not told["credits"]


async def test_kills_of_one_after_the_other_are_errors(three_machines, pair):
    async with nodes_of(three_machines, pair.new_database()) as nodes:
        _, told = await restart_in_turn(nodes, rounds=1, is_orderly=False)

    assert told["errors"]
