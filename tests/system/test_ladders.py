"""Ladders over REST: their order, their challenges, and every refusal."""

import datetime

import pytest

from support.challenges import members
from support.random_play import until
from support.rest import Rest
from support.server import Server
from support.shifted_clock import ShiftedClock
from support.tournaments import CLOCK, act, log_of, play_out, seen, tournament

DAY_S = 86_400


async def ladder(players, **rules):
    """A ladder with these players from the top to the bottom; yields its number."""
    made = await tournament(players[0], format="ladder", clock=CLOCK, ladder=rules)
    for player in players:
        await act(player, made["id"], "join")
    return made["id"]


async def challenge(player, number, other, expect=201, code=None):
    """A challenge to the other player."""
    return (await player.post(f"/tournaments/{number}/challenges", {"player": other},
                              expect=expect, code=code)).json


async def answer(player, number, one, what, expect=200, code=None):
    """An answer to a challenge, or its end by the challenger."""
    return await act(player, number, f"challenges/{one}/{what}", expect, code)


async def order(player, number):
    """The handles from the top to the bottom."""
    return [one["handle"] for one in (await seen(player, number, "/ladder"))["players"]]


async def game_of(player, number, one):
    """The game of a challenge, once it has started."""
    def started(found):
        return any(row["challenge"] == one and row["game"] for row in found["open"])

    found = await until(lambda: seen(player, number, "/ladder"), started)
    return next(row["game"] for row in found["open"] if row["challenge"] == one)


async def told(player):
    """The facts of the ladder's notices, the oldest first."""
    page = (await player.get("/me/notifications?limit=100", expect=200)).json
    return [(one["data"]["what"], one["data"]["why"], one["data"]["place"])
            for one in reversed(page["notifications"]) if one["type"] == "ladder-challenge"]


async def test_a_challenger_who_wins_takes_the_place(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = players = await members(rest, 4)
        number = await ladder(players)
        assert (await seen(anna, number))["state"] == "running"
        assert (await seen(anna, number, "/rounds"))["rounds"] == []

        made = await challenge(dora, number, "anna")
        assert made["state"] == "offered" and made["game"] is None
        view = await seen(dora, number, "/ladder")
        assert [one["may_challenge"] for one in view["players"]] == [
            "too-soon", "no-slot", "no-slot", None]
        assert view["you"]["slots_left"] == 0
        assert (await answer(anna, number, 1, "accept"))["state"] == "playing"
        game = await game_of(dora, number, 1)
        seats = (await anna.game(game))["seats"]
        assert [seat["handle"] for seat in seats] == ["anna", "dora"]  # the challenged is first
        await play_out(game, players, "anna")
        await until(lambda: order(anna, number),
                    lambda names: names == ["dora", "anna", "ben", "carl"])

        view = await seen(dora, number, "/ladder")
        assert view["recent"][0]["outcome"] == "won" and view["recent"][0]["place"] == 1
        assert [one["place"] for one in view["you"]["places"]] == [4, 1]
        assert view["you"]["best"] == 1
        standings = (await seen(anna, number, "/standings"))["standings"]
        assert [(row["place"], row["handle"], row["points"]) for row in standings] == [
            (1, "dora", 1), (2, "anna", 0), (3, "ben", 0), (4, "carl", 0)]
        feed = (await anna.get(f"/tournaments/{number}/feed.atom", expect=200)).body.decode()
        assert "dora takes place 1 from anna." in feed
        table = (await anna.get(f"/tournaments/{number}/export?format=csv", expect=200)).body
        assert table.decode().splitlines()[1].startswith("1,dora")


async def test_declining_cancelling_and_leaving_count_as_losses(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = players = await members(rest, 4)
        number = await ladder(players, reach=3, slots=2)
        await challenge(carl, number, "anna")
        await answer(anna, number, 1, "decline")
        assert await order(anna, number) == ["carl", "anna", "ben", "dora"]
        await challenge(dora, number, "ben")
        await answer(dora, number, 2, "cancel")
        assert await order(anna, number) == ["carl", "anna", "ben", "dora"]
        await challenge(dora, number, "carl")
        await act(carl, number, "withdraw")
        assert await order(anna, number) == ["dora", "anna", "ben"]
        await act(carl, number, "join", 409, "too-soon")

        assert await told(carl) == [("won", "declined", 1), ("asked", None, None)]
        assert await told(ben) == [("asked", None, None), ("won", "cancelled", 3)]
        assert await told(dora) == [("won", "forfeit", 1)]


async def test_every_refusal(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = players = await members(rest, 4)
        number = await ladder(players[:3], reach=1, slots=1)
        swiss = (await tournament(anna))["id"]
        await challenge(carl, number, "anna", 409, "out-of-reach")
        await challenge(anna, number, "ben", 409, "out-of-reach")
        await challenge(carl, number, "dora", 409, "out-of-reach")
        await challenge(dora, number, "carl", 409, "not-entered")
        await challenge(carl, number, "nobody", 422, "no-such-player")
        await challenge(carl, 999, "ben", 404, "no-such-tournament")
        await challenge(carl, swiss, "ben", 409, "entry-closed")
        await challenge(carl, number, "ben")
        refused = await challenge(carl, number, "ben", 409, "too-soon")
        assert refused["detail"] == "A challenge between the two of you is open."
        await answer(carl, number, 1, "accept", 403, "not-yours-to-answer")
        await answer(ben, number, 1, "cancel", 403, "not-yours-to-answer")
        await answer(ben, number, 2, "accept", 404, "no-such-challenge")
        await answer(ben, swiss, 1, "accept", 404, "no-such-challenge")
        await answer(ben, number, 1, "decline")
        await answer(ben, number, 1, "decline", 409, "challenge-closed")
        await challenge(carl, number, "anna")
        await challenge(ben, number, "carl")
        await act(dora, number, "join")
        await challenge(dora, number, "ben")
        await answer(dora, number, 4, "cancel")
        again = await challenge(dora, number, "ben", 409, "too-soon")
        assert "You can do it again at " in again["detail"]
        await act(anna, number, "start", 409, "entry-closed")
        await act(ben, number, "rest", 422, "invalid-field", round=1)
        await anna.get(f"/tournaments/{number}/rounds/1", expect=404, code="no-such-round")
        await anna.get(f"/tournaments/{number}/export?format=trf16", expect=400,
                       code="bad-parameter")
        await anna.request("PATCH", f"/tournaments/{number}", {"setup": "13x13"}, expect=409,
                           code="frozen-setting")
        await anna.request("PATCH", f"/tournaments/{number}", {"format": "swiss"}, expect=409,
                           code="frozen-setting")
        await anna.request("PATCH", f"/tournaments/{number}", {"ladder": {"reach": 2}}, expect=200)
        await act(anna, number, "cancel")
        await challenge(dora, number, "ben", 409, "entry-closed")
        await act(dora, number, "withdraw", 409, "not-entered")


async def test_a_player_without_a_slot_waits(server):
    async with Rest(server) as rest:
        anna, ben, carl = players = await members(rest, 3)
        number = await ladder(players)
        await challenge(carl, number, "ben")
        await challenge(carl, number, "anna", 409, "no-slot")
        await answer(ben, number, 1, "decline")
        await challenge(carl, number, "anna")


async def test_each_game_starts_once_while_the_process_is_killed(server):
    async with Rest(server) as rest:
        players = await members(rest, 4)
        number = await ladder(players, again_days=0, slots=3)
        for kill in range(1, 9):
            names = await order(players[0], number)
            by_name = {player.handle: player for player in players}
            low, high = by_name[names[3]], by_name[names[kill % 3]]
            made = await challenge(low, number, high.handle)
            await answer(high, number, made["challenge"], "accept")
            server.kill()
            server.start()
            game = await game_of(low, number, made["challenge"])
            await play_out(game, players, high.handle)
            await until(lambda: order(players[0], number),
                        lambda now: now[kill % 3] == low.handle)
        games = (await seen(players[0], number, "/games"))["games"]
        events = await log_of(players[0], number)

    starts = [event["data"]["table"] for event in events if event["type"] == "game"]
    assert starts == list(range(1, 9)) and len(games) == 8


@pytest.fixture
def shifted(tmp_path):
    """A server and its clock."""
    clock = ShiftedClock(tmp_path)
    with Server(tmp_path, prefix=clock.prefix) as running:
        yield running, clock


async def test_what_falls_due_in_a_downtime_happens_once_afterwards(shifted):
    server, clock = shifted
    async with Rest(server) as rest:
        anna, ben, carl = players = await members(rest, 3)
        number = await ladder(players, answer_days=2)
        await challenge(carl, number, "anna")
        server.kill()
        clock.set(2 * DAY_S + 60)
        server.start()
        await until(lambda: order(ben, number), lambda names: names == ["carl", "anna", "ben"])
        await answer(anna, number, 1, "accept", 409, "challenge-closed")
        server.restart()
        view = await seen(ben, number, "/ladder")
        events = await log_of(ben, number)
        assert await told(anna) == [("asked", None, None), ("lost", "unanswered", 2)]

    assert [event["type"] for event in events].count("result") == 1
    assert view["recent"][0]["decided"] == "unanswered" and view["open"] == []


async def test_a_vacation_moves_the_deadline(server):
    async with Rest(server) as rest:
        anna, ben = players = await members(rest, 2)
        number = await ladder(players, answer_days=3, vacation_days=5)
        made = await challenge(ben, number, "anna")
        today = datetime.datetime.now(datetime.timezone.utc).date()
        days = {"from": str(today + datetime.timedelta(days=1)),
                "until": str(today + datetime.timedelta(days=2))}
        await anna.request("PUT", "/me/vacation", days, expect=200)
        later = (await seen(anna, number, "/ladder"))["open"][0]
        await anna.request("DELETE", "/me/vacation", expect=200)
        after = (await seen(anna, number, "/ladder"))["open"][0]
        events = await log_of(anna, number)

    def instant(text):
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))

    moved = instant(later["answer_by"]) - instant(made["answer_by"])
    assert moved == datetime.timedelta(days=2)
    assert after["answer_by"] == made["answer_by"]
    assert [event["type"] for event in events].count("challenge-delayed") == 2
