"""Limits of an account over two nodes that are asked at once: they count together."""

import asyncio
import collections
from datetime import date, timedelta

import pytest

from support.nodes import running_nodes
from support.rest import Player, Rest

ROUNDS = 12
VACATION_DAYS = 30
OPEN_GAMES_OF_GUEST = 10
LATE = 503  # nothing is known of what was asked


@pytest.fixture
def nodes(tmp_path, make_address):
    """Two nodes that are ready."""
    with running_nodes(tmp_path, make_address(), lambda _: ()) as running:
        yield running


def at_both(first, second, player):
    """The player as one who asks each of the nodes."""
    return player, Player(second if player.rest is first else first, player.handle, player.token)


def day(ahead):
    """In one year: the days of each year are counted by themselves."""
    begin = date(date.today().year + 1, 1, 1) if date.today().month > 6 else date.today()
    return (begin + timedelta(days=ahead)).isoformat()


async def test_vacations_planned_at_two_nodes_at_once_are_counted_together(nodes):
    """Two of 30 days each were granted, of 30 days a year."""
    async with Rest(nodes[0]) as first, Rest(nodes[1]) as second:
        told = collections.Counter()
        for number in range(ROUNDS):
            here, there = at_both(first, second, await first.account(f"anna{number}"))
            answers = await asyncio.gather(
                here.request("PUT", "/me/vacation", {"from": day(2), "until": day(31)}),
                there.request("PUT", "/me/vacation", {"from": day(41), "until": day(70)}))
            told.update(answer.status for answer in answers)
            planned = (await here.get("/me/vacation", expect=200)).json
            assert sum(row["days"] for row in planned["vacations"]) <= VACATION_DAYS, planned
        assert told[200] > 0 and set(told) <= {200, 409, LATE}, told


async def test_games_opened_at_two_nodes_at_once_are_counted_together(nodes):
    """A guest got 11 of 10."""
    async with Rest(nodes[0]) as first, Rest(nodes[1]) as second:
        told = collections.Counter()
        for _ in range(ROUNDS // 3):
            (guest,) = await first.guests(1)
            both = at_both(first, second, guest)
            answers = await asyncio.gather(*(
                one.post("/games", {"setup": "9x9"})
                for _ in range(OPEN_GAMES_OF_GUEST) for one in both))
            told = collections.Counter(answer.status for answer in answers)
            assert told[201] <= OPEN_GAMES_OF_GUEST, told
            assert told[201] > 0 and set(told) <= {201, 409, LATE}, told
