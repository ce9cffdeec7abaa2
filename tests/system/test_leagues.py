"""Leagues over REST: seasons with promotion and relegation, and every refusal."""

import pytest

from support.challenges import members
from support.random_play import until
from support.rest import Rest
from support.server import Server
from support.shifted_clock import ShiftedClock
from support.tournaments import (CLOCK, act, begun, games_by_table, log_of, play_out, seen,
                                 tournament)

DAY_S = 86_400


async def league(players, **rules):
    """A league of these players in its first season; yields its number."""
    return await begun(players[0], players, format="league", clock=CLOCK,
                       league={"size": 3, "promote": 1, **rules})


async def divisions(player, number, season=None):
    """The handles of each division of a season, by place."""
    query = f"?season={season}" if season else ""
    view = await seen(player, number, f"/league{query}")
    return [[row["handle"] for row in one["standings"]] for one in view["divisions"]]


async def season(player, number, wanted):
    """Waits until that season has begun, and all its games."""
    def has_all(found):
        return found["season"] == wanted and all(
            result["kind"] != "waiting" for one in found["divisions"]
            for row in one["standings"] for result in row["rounds"])

    return await until(lambda: seen(player, number, "/league"), has_all)


async def play_season(players, number, wanted):
    """The player who entered first wins each game of the season."""
    await season(players[0], number, wanted)
    order = [player.handle for player in players]
    tables = (await seen(players[0], number, f"/rounds/{wanted}"))["tables"]
    for table in tables:
        names = [side["handle"] for side in table["players"]]
        if not table["decided"]:
            await play_out(table["games"][-1]["game"], players, max(names, key=order.index))


async def told(player):
    """The facts of the notices about seasons, the oldest first."""
    page = (await player.get("/me/notifications?limit=100", expect=200)).json
    return [(one["data"]["season"], one["data"]["what"], one["data"]["division"],
             one["data"]["moved"], one["data"]["place"])
            for one in reversed(page["notifications"]) if one["type"] == "league-season"]


async def test_the_first_goes_up_and_the_last_goes_down(server):
    async with Rest(server) as rest:
        players = await members(rest, 6)
        number = await league(players, begins="organiser")
        anna = players[0]
        names = [player.handle for player in players]
        assert sorted((await divisions(anna, number))[0]) == sorted(names[:3])
        await play_season(players, number, 1)
        await until(lambda: seen(anna, number, "/league"),
                    lambda found: found["seasons"][0]["state"] == "finished")
        assert await divisions(anna, number) == [names[:3], names[3:]]
        view = await seen(anna, number, "/league")
        assert view["can_begin"] and view["seasons"][0]["first"] == names[0]
        assert not (await seen(players[1], number, "/league"))["can_begin"]

        late = await rest.account("gina")
        await act(late, number, "join")
        assert (await seen(anna, number, "/league"))["waiting"] == [late.handle]
        await act(anna, number, "start")
        await season(anna, number, 2)
        first, second = await divisions(anna, number)
        assert sorted(first) == sorted([names[0], names[1], names[3]])
        assert sorted(second) == sorted([names[2], *names[4:], late.handle])
        assert await divisions(anna, number, 1) == [names[:3], names[3:]]
        before = (await seen(players[3], number, "/league?season=1"))["divisions"]
        by_number = {row["number"]: row["handle"] for one in before for row in one["standings"]}
        assert [by_number[one] for one in before[1]["promoted"]] == [names[3]]
        assert [by_number[one] for one in before[0]["relegated"]] == [names[2]]

        assert await told(players[2]) == [(1, "began", 1, None, None), (1, "ended", 1, None, 3),
                                          (2, "began", 2, "down", None)]
        assert await told(players[3]) == [(1, "began", 2, None, None), (1, "ended", 2, None, 1),
                                          (2, "began", 1, "up", None)]
        assert await told(late) == [(2, "began", 2, None, None)]
        own = (await seen(players[3], number, "/league"))["you"]
        assert [(one["season"], one["division"]) for one in own] == [(2, 1), (1, 2)]
        listed = (await anna.get("/tournaments?format=league", expect=200)).json["tournaments"]
        assert [one["id"] for one in listed] == [number]
        feed = (await anna.get(f"/tournaments/{number}/feed.atom", expect=200)).body.decode()
        assert "Season 2 begins with 2 divisions." in feed
        explained = (await seen(anna, number, f"/standings?explain={names[0]}"))
        assert explained["explain"]["handle"] == names[0]


async def test_every_refusal(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = players = await members(rest, 4)
        made = await tournament(anna, format="league", clock=CLOCK,
                                league={"size": 3, "begins": "organiser", "seasons": 2})
        number = made["id"]
        assert made["parallel"] == 50 and made["league"]["promote"] == 1
        assert (await seen(anna, number, "/league"))["season"] == 0
        await act(anna, number, "join")
        await act(anna, number, "start", 409, "too-few-players")
        for player in players[1:3]:
            await act(player, number, "join")
        await act(ben, number, "start", 403, "not-an-organiser")
        await act(anna, number, "start")
        await season(anna, number, 1)
        await act(anna, number, "start", 409, "round-open")
        await act(ben, number, "join", 409, "already-entered")
        await act(ben, number, "rest", 422, "invalid-field", round=2)
        await anna.get(f"/tournaments/{number}/league?season=2", expect=404, code="no-such-round")
        await anna.get(f"/tournaments/{number}/league?season=0", expect=400, code="bad-parameter")
        await anna.get("/tournaments/999/league", expect=404, code="no-such-tournament")
        swiss = (await tournament(anna))["id"]
        assert (await seen(anna, swiss, "/league"))["divisions"] == []
        await anna.get(f"/tournaments/{swiss}/league?season=1", expect=404, code="no-such-round")
        await anna.get(f"/tournaments/{number}/export?format=trf16", expect=400,
                       code="bad-parameter")
        for body in ({"setup": "13x13"}, {"rounds": 2}, {"parallel": 3}, {"format": "swiss"}):
            await anna.request("PATCH", f"/tournaments/{number}", body, expect=409,
                               code="frozen-setting")
        wrong = {"league": {"size": 4, "promote": 3}}
        await anna.request("PATCH", f"/tournaments/{number}", wrong, expect=422,
                           code="invalid-field")
        closed = {"entry": {"late": False}}
        await anna.request("PATCH", f"/tournaments/{number}", closed, expect=200)
        await act(dora, number, "join", 409, "entry-closed")
        await anna.request("PATCH", f"/tournaments/{number}", {"entry": {}}, expect=200)
        await anna.request("PATCH", f"/tournaments/{number}", {"league": {"seasons": 3}},
                           expect=200)
        assert (await seen(anna, number))["league"] == {
            "size": 3, "promote": 1, "season_days": None, "begins": "organiser", "seasons": 3}
        await act(carl, number, "withdraw")
        await act(carl, number, "join", 409, "too-soon")
        await act(carl, number, "withdraw", 409, "not-entered")
        await tournament(anna, 422, "invalid-field", format="league", rounds=3)
        await tournament(anna, 422, "invalid-field", format="swiss", league={})
        await act(anna, number, "cancel")
        await act(anna, number, "start", 409, "entry-closed")
        await act(dora, number, "join", 409, "entry-closed")


async def test_the_last_season_ends_the_league(server):
    async with Rest(server) as rest:
        players = await members(rest, 3)
        number = await league(players, seasons=2)
        for wanted in (1, 2):
            await play_season(players, number, wanted)
        over = await until(lambda: seen(players[0], number),
                           lambda found: found["state"] == "finished")
        standings = (await seen(players[0], number, "/standings"))["standings"]
        notices = await told(players[1])

    assert over["end_reason"] == "completed"
    assert [row["handle"] for row in standings] == [player.handle for player in players]
    assert [what for _, what, *_ in notices] == ["began", "ended", "began", "ended"]


async def test_each_game_starts_once_while_the_process_is_killed(server):
    async with Rest(server) as rest:
        players = await members(rest, 5)
        number = await league(players)
        for wanted in (1, 2, 3):
            server.kill()
            server.start()
            await play_season(players, number, wanted)
            server.kill()
            server.start()
        await season(players[0], number, 4)
        before = await seen(players[0], number, "/league")
        server.restart()
        after = await seen(players[0], number, "/league")
        events = await log_of(players[0], number)

    starts = games_by_table(events)
    assert len(starts) == 40 and set(starts.values()) == {1}
    assert [event["data"]["season"] for event in events if event["type"] == "season"] == [
        1, 2, 3, 4]
    assert before == after


@pytest.fixture
def shifted(tmp_path):
    """A server and its clock."""
    clock = ShiftedClock(tmp_path)
    with Server(tmp_path, prefix=clock.prefix) as running:
        yield running, clock


async def test_a_season_that_falls_due_in_a_downtime_begins_once_afterwards(shifted):
    server, clock = shifted
    async with Rest(server) as rest:
        players = await members(rest, 4)
        number = await league(players, size=4, season_days=2)
        await season(players[0], number, 1)
        server.kill()
        clock.set(2 * DAY_S + 60)
        server.start()
        await season(players[0], number, 2)
        server.restart()
        view = await seen(players[0], number, "/league?season=1")
        events = await log_of(players[0], number)

    assert [event["type"] for event in events].count("season") == 2
    assert set(games_by_table(events).values()) == {1}
    kinds = {result["kind"] for row in view["divisions"][0]["standings"]
             for result in row["rounds"]}
    assert kinds == {"playing"}
