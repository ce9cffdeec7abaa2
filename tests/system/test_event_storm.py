"""Events of all formats at once, while processes are killed at any moment."""

import asyncio
import copy
import random

import pytest

from support import rows
from support.event_storm import FORMATS, advance_all, begin, faults
from support.nodes import running_nodes
from support.patience import PATIENCE_S
from support.rest import Player, Rest
from support.tournaments import games_by_table, log_of

PLAYERS_MAX = max(count for count, _ in FORMATS.values())
TIMEOUT_S = 100 * PATIENCE_S


async def begin_all(rest, count):
    """So many events that have begun, of each format in turn, each with accounts of its own."""
    events = []
    for number in range(count):
        # An address can't make very many accounts.
        players = [await rest.account(f"p{number}-{one}", address=f"203.0.113.{number + 1}")
                   for one in range(PLAYERS_MAX)]
        events.append(await begin(players, list(FORMATS)[number % len(FORMATS)]))
    return events


async def play_all(events, kills, kill, chance):
    """Plays all events to their end; `kill` ends a process so often, amid requests."""
    left = kills
    while left or not all(event.is_over for event in events):
        step = asyncio.create_task(advance_all(events, chance))
        if left:
            await asyncio.sleep(chance.random() / 10)
            kill(left)
            left -= 1
        await step


async def standings_of(events, through=None):
    """The standings of each event but ladders, as bytes."""
    bodies = []
    for event in events:
        if event.format == "ladder":
            continue
        reader = event.players[0]
        if through:
            reader = Player(through, reader.handle, reader.token)
        path = f"/tournaments/{event.number}/standings"
        bodies.append((await reader.get(path, expect=200)).body)
    return bodies


async def checked_logs(events):
    """The logs of all events, in which there is no fault; yields how many games they have."""
    games = 0
    for event in events:
        log = await log_of(event.players[0], event.number)
        assert faults(log) == [], (event.format, event.number)
        assert log[-1]["type"] in ("finished", "cancelled"), event.format
        games += sum(games_by_table(log).values())
        started = next((n for n, one in enumerate(log) if one["type"] == "game"), None)
        assert started is not None, event.format
        # The control: a game that had been started twice would be seen.
        doubled = copy.deepcopy(log)
        doubled.insert(started, log[started])
        assert faults(doubled) != []
    return games


@pytest.mark.timeout(TIMEOUT_S)
@pytest.mark.parametrize("count, kills", [
    (len(FORMATS), 5), pytest.param(200, 50, marks=pytest.mark.nightly)])
async def test_each_game_starts_once_while_the_process_is_killed(server, count, kills):
    chance = random.Random(7)
    async with Rest(server) as rest:
        events = await begin_all(rest, count)

        await play_all(events, kills, lambda _: server.restart(), chance)

        before = await standings_of(events)
        server.restart()
        assert await standings_of(events) == before
        games = await checked_logs(events)
    assert rows.games(server) == games


@pytest.fixture
def nodes(tmp_path, make_address):
    """Two nodes that are ready."""
    with running_nodes(tmp_path, make_address(), lambda _: ()) as running:
        yield running


@pytest.mark.nightly
@pytest.mark.timeout(TIMEOUT_S)
async def test_each_game_starts_once_while_one_of_two_nodes_is_killed(nodes):
    chance = random.Random(8)
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        events = await begin_all(here, 5 * len(FORMATS))
        # Half of the players are at the other node.
        for event in events:
            event.players[1::2] = [Player(there, one.handle, one.token)
                                   for one in event.players[1::2]]

        await play_all(events, 20, lambda left: nodes[left % 2].restart(), chance)

        assert await standings_of(events, there) == await standings_of(events, here)
        assert await checked_logs(events) > len(events)
