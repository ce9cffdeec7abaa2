"""An arena on two nodes over one PostgreSQL, of which one is killed again and again."""

import pytest

from support.arenas import arena, faults, open_of, points_of, tables_of
from support.challenges import members
from support.nodes import running_nodes
from support.random_play import until
from support.rest import Player, Rest
from support.tournaments import log_of, play_out, seen

KILLS = 4


@pytest.fixture
def nodes(tmp_path, make_address):
    """Two nodes that are ready."""
    with running_nodes(tmp_path, make_address(), lambda _: ()) as running:
        yield running


async def test_players_of_an_arena_meet_once_while_nodes_are_killed(nodes):
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        players = await members(here, 5)
        elsewhere = [Player(there, one.handle, one.token) for one in players]
        number = await arena(players, arena={"minutes": 30})
        order = [player.handle for player in players]
        for kill in range(KILLS):
            victim = nodes[kill % 2]
            before = await tables_of(players[0], number)
            # Both nodes play games of the same turn before one of them is killed.
            for index, one in enumerate(open_of(before)):
                names = [side["handle"] for side in one["players"]]
                away = [players, elsewhere][index % 2]
                await play_out(one["games"][-1]["game"], away, max(names, key=order.index))
            victim.kill()
            other = [elsewhere, players][kill % 2]
            await until(lambda who=other: tables_of(who[0], number),
                        lambda tables, least=len(before): len(tables) > least
                        and any(one["games"] and not one["decided"] for one in tables))
            victim.start()
        events = await log_of(players[0], number)
        there_too = await log_of(elsewhere[0], number)
        rows = (await seen(players[0], number, "/standings"))["standings"]
        again = (await seen(elsewhere[0], number, "/standings"))["standings"]

    assert faults(events) == []
    assert [event["seq"] for event in events] == sorted({event["seq"] for event in events})
    assert there_too[:len(events)] == events
    assert [event["type"] for event in events].count("matched") > KILLS
    points = points_of(events)
    assert points == {row["handle"]: row["points"] for row in rows if row["handle"] in points}
    assert len(again) == len(rows) == 5
