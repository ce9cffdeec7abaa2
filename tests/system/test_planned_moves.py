"""Moves with a plan: both in one instant or neither, and no one else's business."""

import json

from support.contract import METHODS
from support.live import Live
from support.rest import CONTRACT, Rest, start_game

SECRET = "hushhush: the corner first"
# Words that the bytes that others get may not hold once a plan and a study have been made.
TRACES = ("plan", "root_space_min", "\"then\"", "hushhush", "\"reply\"", "5f2c0a1b")


def reply(point, to="any", next_branches=()):
    made = {"if": [{"seat": "white", "point": to}], "then": point}
    return {**made, "next": list(next_branches)} if next_branches else made


async def play(player, game, point, ply, *plan, expect=201, **more):
    body = {"point": point, "ply": ply, "plan": list(plan)}
    return (await player.post(f"/games/{game}/moves", body, expect=expect, **more)).json


async def points_of(rest, game):
    events = await rest.nobody.events(game)
    return [event["data"]["point"] for event in events if event["type"] == "move"]


async def test_a_plan_is_made_with_the_move_that_it_follows(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]

        event = await play(black, number, "B3", 0, reply("C3", "A8", [reply("D3")]))

        assert event["type"] == "move" and event["data"]["point"] == "B3"
        kept = (await black.get(f"/games/{number}/plan", expect=200)).json
        assert (kept["ply"], kept["plan"][0]["then"]) == (1, "C3")
        await white.move(number, "A8", 1)
        assert await points_of(rest, number) == ["B3", "A8", "C3"]
        # The same move again gets the same event, and leaves the rest of the plan alone.
        assert await play(black, number, "B3", 0, reply("E9")) == event
        left = (await black.get(f"/games/{number}/plan", expect=200)).json
        assert (left["ply"], left["plan"][0]["then"]) == (3, "D3")


async def test_a_repeat_of_a_move_without_a_plan_makes_none(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]
        event = await black.move(number, "B3", 0)

        again = await play(black, number, "B3", 0, reply("C3", "A8"))

        assert again["seq"] == event["seq"]
        await black.get(f"/games/{number}/plan", expect=404, code="no-such-plan")
        await white.move(number, "A8", 1)
        assert await points_of(rest, number) == ["B3", "A8"]


async def test_a_move_or_plan_that_is_refused_leaves_neither(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]

        wrong = await play(black, number, "B3", 0, reply("Z9"), expect=422, code="invalid-field")
        assert wrong["pointer"] == "/plan/0/then"
        await play(black, number, "B7", 0, reply("C3"), expect=422, code="illegal-move")
        await play(white, number, "A8", 0, reply("A7"), expect=409, code="not-your-turn")
        await play(black, number, "B3", 1, reply("C3"), expect=409, code="stale-ply")

        assert await points_of(rest, number) == []
        for player in (black, white):
            await player.get(f"/games/{number}/plan", expect=404, code="no-such-plan")
        # The control: the same move and plan are taken where both are right.
        await play(black, number, "B3", 0, reply("C3"))
        assert await points_of(rest, number) == ["B3"]


async def test_two_plans_answer_each_other_from_the_move_on(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]
        answer = {"if": [{"seat": "black", "point": "B3"}], "then": "A8"}
        plan = {"ply": 0, "plan": [answer]}
        await white.request("PUT", f"/games/{number}/plan", plan, expect=200)

        await play(black, number, "B3", 0, reply("C3", "A8"))

        assert await points_of(rest, number) == ["B3", "A8", "C3"]


async def everything_about(player, game):
    """The bytes of every answer about a game that can be had by asking."""
    texts = []
    for path, item in CONTRACT.document["paths"].items():
        if "get" not in item or "{game}" not in path or not path.startswith("/api/v1/"):
            continue
        target = path.removeprefix("/api/v1").replace("{game}", str(game))
        if "{" not in target and METHODS:
            answer = await player.get(target)
            texts.append((path, answer.status, answer.body.decode(errors="replace")))
    return texts


async def test_nothing_of_a_plan_or_a_study_reaches_the_opponent(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]
        tree = {"turns": "B3 A8 C3", "at": 1, "by": "5f2c0a1b", "comment": SECRET,
                "reply": {"sent": True}}
        async with Live(server, white.token) as live:
            for topic in (f"game:{number}", "me", "lobby"):
                await live.do("subscribe", topic=topic)
            study = {"seq": 0, "branches": [tree]}
            await black.request("PUT", f"/games/{number}/study", study, expect=200)
            await play(black, number, "B3", 0, reply("C3", "A8", [reply("D3")]))
            await white.move(number, "A8", 1)
            await live.until(lambda: len(live.pushed(f"game:{number}", "move")) == 3)

            for message in live.messages:
                assert not any(trace in json.dumps(message) for trace in TRACES), message
        for player in (white, rest.nobody):
            found = await everything_about(player, number)
            assert len(found) >= 8
            for path, status, text in found:
                if path.endswith("/plan"):
                    assert status in (401, 404), path
                else:
                    assert not any(trace in text for trace in TRACES), (path, text)
        # The traces are what both are made of: their owner finds them.
        own = [(await black.get(f"/games/{number}/{what}", expect=200)).body.decode()
               for what in ("plan", "study")]
        assert all(any(trace in text for text in own) for trace in TRACES if trace != TRACES[1])
