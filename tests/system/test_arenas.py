"""Arenas over REST: free players meet again and again until the time is over."""

import copy

import pytest

from support.arenas import (LIVE, arena, faults, next_game, open_of, play_open, points_of,
                            rematched, tables_of)
from support.challenges import members
from support.random_play import until
from support.rest import Rest
from support.server import Server
from support.shifted_clock import ShiftedClock
from support.tournaments import act, log_of, seen, tournament

async def test_free_players_meet_again_and_again(server):
    async with Rest(server) as rest:
        players = anna, ben, carl, dora = await members(rest, 4)
        number = await arena(players, arena={"minutes": 30})
        view = await seen(anna, number)
        assert view["arena"] == {"minutes": 30} and view["ends_at"] > view["started_at"]
        assert view["round"] == 1 and view["rounds"] == 1
        first = await next_game(anna, number)
        assert (await anna.game(first))["tournament"] == number
        await play_open(players, number)
        second = await next_game(anna, number, (first,))
        tables = await rematched(anna, number, 4)
        pairs = [frozenset(side["handle"] for side in one["players"]) for one in tables]
        assert len(pairs) == 4 and all(len(pair) == 2 for pair in pairs)

        # A latecomer gets a game once others are free, before they are passed over twice.
        gina = await rest.account("gina")
        assert (await seen(gina, number))["you"]["entry"] == "possible"
        await act(gina, number, "join")
        await play_open(players, number)
        tables = await rematched(anna, number, 6)
        if gina.handle not in {side["handle"] for one in tables for side in one["players"]}:
            await play_open(players, number)
        late = await next_game(gina, number)
        assert late not in (first, second)
        standings = await seen(anna, number, "/standings?explain=" + anna.handle)
        leader = standings["standings"][0]
        assert leader["handle"] == anna.handle and leader["points"] >= 2
        assert [one["round"] for one in leader["rounds"]][:2] == [1, 2]
        assert standings["ties"] == ["sonneborn-berger", "wins"]
        assert standings["explain"]["ties"][0]["parts"][1]["round"] == 2
        notices = (await anna.get("/me/notifications?limit=100", expect=200)).json
        rounds = [one for one in notices["notifications"] if one["type"] == "tournament-round"]
        assert [one["game"] for one in rounds] == [first]
        feed = (await anna.get(f"/tournaments/{number}/feed.atom", expect=200)).body.decode()
        assert "Table 1: " in feed and "Round 1 is over" not in feed
        export = await seen(anna, number, "/export?format=json")
        assert export["tournament"]["arena"] == {"minutes": 30}
        csv = (await anna.get(f"/tournaments/{number}/export?format=csv", expect=200)).body
        assert csv.decode().splitlines()[0] == "place,player,rating,points,sonneborn-berger,wins"
        await anna.get(f"/tournaments/{number}/export?format=trf16", expect=400,
                       code="bad-parameter")
        events = await log_of(anna, number)

    assert faults(events) == []


async def test_players_pause_and_leave(server):
    async with Rest(server) as rest:
        players = anna, ben, carl, dora = await members(rest, 4)
        number = await arena(players)
        paused = await act(anna, number, "rest", paused=True)
        assert paused["you"]["player"]["state"] == "paused" and len(paused["you"]["games"]) == 1
        await act(dora, number, "withdraw")
        await act(dora, number, "withdraw", 409, "not-entered")
        await act(dora, number, "join", 409, "too-soon")
        await play_open(players, number)
        tables = await rematched(anna, number, 3)
        assert {side["handle"] for side in tables[2]["players"]} == {ben.handle, carl.handle}
        await play_open(players, number)
        back = await act(anna, number, "rest", paused=False)
        assert back["you"]["player"]["state"] == "playing"
        await next_game(anna, number)
        rows = (await seen(anna, number, "/standings"))["standings"]
        events = await log_of(anna, number)

    state = {row["handle"]: row["state"] for row in rows}
    assert state[dora.handle] == "withdrawn" and state[anna.handle] == "playing"
    assert [event["type"] for event in events if event["type"] in ("paused", "resumed")] == [
        "paused", "resumed"]
    assert faults(events) == []
    assert points_of(events) == {row["handle"]: row["points"] for row in rows}


async def test_every_refusal(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        for wrong in ({}, {"clock": {"kind": "per-move", "per_move_s": 3600}},
                      {"clock": LIVE, "arena": {"minutes": 4}}, {"clock": LIVE, "rounds": 3},
                      {"clock": LIVE, "series": {"games": 2, "tie": "shared"}},
                      {"clock": LIVE, "ties": ["buchholz"]}):
            await tournament(anna, 422, "invalid-field", format="arena", **wrong)
        await tournament(anna, 422, "invalid-field", format="swiss", arena={})
        made = await tournament(anna, format="arena", clock=LIVE)
        number = made["id"]
        assert made["arena"] == {"minutes": 60} and made["ends_at"] is None
        await act(anna, number, "start", 409, "too-few-players")
        await act(ben, number, "rest", 409, "not-entered", paused=True)
        for player in (anna, ben):
            await act(player, number, "join")
        await act(anna, number, "rest", 422, "invalid-field", round=1)
        await act(anna, number, "rest", 422, "invalid-field", round=1, paused=True)
        await act(anna, number, "rest", 422, "invalid-field")
        await act(anna, number, "start")
        await act(ben, number, "join", 409, "already-entered")
        await anna.request("PATCH", f"/tournaments/{number}", {"arena": {"minutes": 90}},
                           expect=409, code="frozen-setting")
        swiss = (await tournament(anna))["id"]
        await act(anna, swiss, "join")
        await act(anna, swiss, "rest", 422, "invalid-field", paused=True)
        await act(anna, number, "cancel")
        await act(carl, number, "join", 409, "entry-closed")


async def test_nothing_is_doubled_while_the_process_is_killed(server):
    async with Rest(server) as rest:
        players = await members(rest, 5)
        number = await arena(players)
        for wanted in (4, 6, 8):
            await play_open(players, number)
            # Players are free now, or are matched already.
            server.kill()
            server.start()
            await rematched(players[0], number, wanted)
            server.kill()
            server.start()
        before = await seen(players[0], number, "/standings")
        server.restart()
        after = await seen(players[0], number, "/standings")
        events = await log_of(players[0], number)

    assert before == after
    assert faults(events) == []
    assert [event["type"] for event in events].count("started") == 1
    points = points_of(events)
    assert points and points == {row["handle"]: row["points"] for row in after["standings"]
                                 if row["handle"] in points}


async def test_the_judge_of_logs_finds_what_is_doubled(server):
    """The control of the tests above."""
    async with Rest(server) as rest:
        players = await members(rest, 2)
        number = await arena(players)
        events = await log_of(players[0], number)

    assert faults(events) == []
    for kind, fault in (("game", "table 1 has 2 games"), ("matched", "at two tables")):
        broken = copy.deepcopy(events)
        at = next(i for i, event in enumerate(broken) if event["type"] == kind)
        broken.insert(at, copy.deepcopy(broken[at]))
        assert any(fault in one for one in faults(broken)), kind
    late = [*events, {"type": "finished", "data": {}},
            {"type": "matched", "data": {"tables": [["x", "y"]]}}]
    assert faults(late) == ["matched after the end"]


@pytest.fixture
def shifted(tmp_path):
    """A server and its clock."""
    clock = ShiftedClock(tmp_path)
    with Server(tmp_path, prefix=clock.prefix) as running:
        yield running, clock


async def test_turns_and_the_end_fall_due_once_after_a_downtime(shifted):
    server, clock = shifted
    async with Rest(server) as rest:
        players = await members(rest, 4)
        number = await arena(players, arena={"minutes": 10})
        await play_open(players, number)
        server.kill()
        clock.set(120)
        server.start()
        assert len(await rematched(players[0], number, 4)) == 4
        running = open_of(await tables_of(players[0], number))
        server.kill()
        clock.set(900)
        server.start()
        # The time is over, and the games in progress count.
        gina = await rest.account("gina")
        await act(gina, number, "join", 409, "entry-closed")
        assert (await seen(players[0], number))["state"] == "running"
        assert await play_open(players, number) == len(running) == 2
        over = await until(lambda: seen(players[0], number),
                           lambda found: found["state"] == "finished")
        rows = (await seen(players[0], number, "/standings"))["standings"]
        events = await log_of(players[0], number)

    assert over["end_reason"] == "completed" and over["draw"]["secret"]
    assert [event["type"] for event in events].count("matched") == 2
    assert [event["type"] for event in events].count("finished") == 1
    assert faults(events) == []
    assert sum(row["points"] for row in rows) == 4
    assert rows[0]["handle"] == players[0].handle and rows[0]["points"] == 2
