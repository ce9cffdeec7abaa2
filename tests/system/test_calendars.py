"""Weekends and sleep: that time counts only when it counts where the player is."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from support.rest import Rest

DAY_S = 86400
CLOCK = {"kind": "per-move", "per_move_s": 7 * DAY_S}
# The time between a change and its effect.
LEEWAY = timedelta(seconds=5)
SATURDAY = 5


def flag_of(start, zone, weekends_off=False, sleep=None):
    """When seven days of time that counts are over, minute by minute and not as the server does."""
    left, at, minute = timedelta(days=7), start, timedelta(minutes=1)
    while left > timedelta(0):
        here = at.astimezone(zone)
        asleep = sleep and (here.strftime("%H:%M") >= sleep[0] or here.strftime("%H:%M") < sleep[1])
        step = minute - timedelta(seconds=at.second, microseconds=at.microsecond)
        if not asleep and not (weekends_off and here.weekday() >= SATURDAY):
            step = min(step, left)
            left -= step
        at += step
    return at


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


async def began(rest, anna, ben, **terms):
    """A game with these terms in which anna is to move: its id and its first instant."""
    game = (await anna.open_game(setup="9x9", clock={**CLOCK, **terms}))["id"]
    await ben.join(game)
    [start] = [event for event in await rest.nobody.events(game) if event["type"] == "start"]
    return game, instant(start["at"])


async def deadline_of(rest, game):
    return instant((await rest.nobody.get(f"/games/{game}/clock", expect=200)).json["deadline"])


async def lives(player, zone, sleep=None):
    body = {"time_zone": zone, "language": "en"}
    if sleep:
        body["sleep"] = {"from": sleep[0], "until": sleep[1]}
    await player.request("PUT", "/me/profile", body, expect=200)


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/St_Johns"])
async def test_weekends_do_not_count_where_the_player_is(server, zone):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        off, start = await began(rest, anna, ben, weekends_off=True)
        strict, _ = await began(rest, anna, ben)
        assert abs(await deadline_of(rest, off) - flag_of(start, timezone.utc, True)) < LEEWAY

        await lives(anna, zone)

        assert abs(await deadline_of(rest, off) - flag_of(start, ZoneInfo(zone), True)) < LEEWAY
        assert abs(await deadline_of(rest, strict) - start - timedelta(days=7)) < LEEWAY


@pytest.mark.parametrize("zone, sleep", [("Europe/Berlin", ("23:00", "07:00")),
                                         ("Asia/Kathmandu", ("22:30", "06:15"))])
async def test_new_hours_of_sleep_hold_in_a_running_game(server, zone, sleep):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game, start = await began(rest, anna, ben, sleep_off=True)
        assert abs(await deadline_of(rest, game) - start - timedelta(days=7)) < LEEWAY

        await lives(anna, zone, sleep)

        expected = flag_of(start, ZoneInfo(zone), sleep=sleep)
        assert abs(await deadline_of(rest, game) - expected) < LEEWAY
        await lives(ben, "UTC", ("21:00", "07:00"))
        assert abs(await deadline_of(rest, game) - expected) < LEEWAY, "it is not their turn"
