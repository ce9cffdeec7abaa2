"""Vacations: what they cost, what is refused, and that the clocks of running games stand still."""

from datetime import datetime, timedelta, timezone

from support.rest import Rest

DAY_S = 86400
CLOCK = {"kind": "fischer", "initial_s": 3 * DAY_S, "increment_s": DAY_S, "max_s": 7 * DAY_S}
# Until midnight, which may come meanwhile. UTC is the time zone of who has said nothing.
TODAY = datetime.now(timezone.utc)


def day(ahead):
    """The same day all the time."""
    return (TODAY + timedelta(days=ahead)).strftime("%Y-%m-%d")


async def plan(player, first, last, **options):
    options.setdefault("expect", 200)
    body = {"from": first, "until": last}
    return (await player.request("PUT", "/me/vacation", body, **options)).json


async def start(anna, ben, clock):
    game = await anna.open_game(setup="9x9", clock=clock)
    await ben.join(game["id"])
    return game["id"]


async def deadline_of(rest, game):
    clock = (await rest.nobody.get(f"/games/{game}/clock", expect=200)).json
    return datetime.fromisoformat(clock["deadline"].replace("Z", "+00:00"))


async def calendars(rest, game):
    return [event for event in await rest.nobody.events(game) if event["type"] == "calendar"]


async def test_a_vacation_moves_the_deadlines_of_games_that_heed_it_and_back(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        heeding = await start(anna, ben, {**CLOCK, "vacations": True})
        strict = await start(anna, ben, CLOCK)
        before = [await deadline_of(rest, game) for game in (heeding, strict)]

        await plan(anna, day(2), day(2))

        assert await deadline_of(rest, heeding) - before[0] == timedelta(days=1)
        assert await deadline_of(rest, strict) == before[1]
        assert len(await calendars(rest, heeding)) == 1

        await anna.request("DELETE", f"/me/vacation?from={day(2)}", expect=200)

        assert await deadline_of(rest, heeding) == before[0]
        assert len(await calendars(rest, heeding)) == 2
        assert await calendars(rest, strict) == []


async def test_a_vacation_of_the_other_does_not_help_who_is_to_move(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game = await start(anna, ben, {**CLOCK, "vacations": True})
        before = await deadline_of(rest, game)

        await plan(ben, day(2), day(2))

        assert await deadline_of(rest, game) == before


async def test_vacations_are_counted_and_bounded(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        told = await plan(anna, day(3), day(12))
        assert [(row["from"], row["days"]) for row in told["vacations"]] == [(day(3), 10)]
        assert sum(year["used"] for year in told["allowance"]) == 10

        await plan(anna, day(12), day(13), expect=409, code="vacation-overlaps")
        await plan(anna, day(20), day(90), expect=409, code="vacation-too-long")
        await plan(anna, day(-3), day(14), expect=422, code="invalid-field")
        await plan(anna, day(15), day(14), expect=422, code="invalid-field")

        left = (await anna.request("DELETE", "/me/vacation", expect=200)).json
        assert left["vacations"] == []
        await anna.request("DELETE", "/me/vacation", expect=404, code="no-such-vacation")


# Each change is an event in every running game: over and over again they stopped the writer.
async def test_vacations_change_ten_times_a_day(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game = await start(anna, ben, {**CLOCK, "vacations": True})
        for last in (3, 4, 3, 4):
            await plan(anna, day(2), day(last))
            await anna.request("DELETE", "/me/vacation", expect=200)
        await anna.request("DELETE", "/me/vacation", expect=404, code="no-such-vacation")
        await plan(anna, day(2), day(3))
        await plan(anna, day(2), day(4))

        refused = await anna.request("PUT", "/me/vacation", {"from": day(2), "until": day(5)},
                                     expect=429, code="rate-limited")
        await anna.request("DELETE", "/me/vacation", expect=429, code="rate-limited")
        server.restart()
        await plan(anna, day(2), day(5), expect=429, code="rate-limited")

        assert 23 * 3600 < int(refused.headers["retry-after"]) <= DAY_S
        assert "changed your vacations too often" in refused.json["detail"]
        assert len(await calendars(rest, game)) == 10
        await plan(ben, day(2), day(3))
