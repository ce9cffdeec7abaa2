"""The basics for bots: their own stream, their seat, their challenges."""

import json

from support.challenges import challenge, members
from support.rest import Rest, start_game
from support.stream import follow

SSE = {"Accept": "text/event-stream"}


def types(messages):
    return [one["type"] for one in messages]


async def test_a_bot_hears_of_challenges_games_turns_and_its_name(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        async with follow(ben) as stream:
            ready = await stream.message()
            made = await challenge(anna, seats=["me", "ben"])
            asked = await stream.message()
            game = (await ben.post(f"/challenges/{made['id']}/accept", {}, expect=200)).json["game"]
            begun = await stream.until("game-started")
            await anna.move(game, "C2", 0)
            turn = await stream.message()
            await anna.post(f"/games/{game}/chat", {"text": "well, @ben?"}, expect=201)
            named = await stream.message()
            await anna.leave(game)
            ended = await stream.until("game-finished")

    assert (ready["type"], ready["number"], ready["data"]) == ("ready", 0, {"lost": 0})
    assert (asked["type"], asked["data"]["id"]) == ("challenge", made["id"])
    assert begun[-1]["data"]["id"] == game
    assert (turn["type"], turn["data"]["id"], turn["data"]["ply"]) == ("your-turn", game, 1)
    assert named["type"] == "chat-mention"
    assert (named["data"]["game"], named["data"]["author"]) == (game, "anna")
    assert ended[-1]["data"]["winner"] == "white"
    numbers = [one["number"] for one in [asked, *begun, named, *ended] if one["number"]]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_a_stream_goes_on_where_it_was_left_and_tells_the_turns_that_wait(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = await anna.open_game(setup="9x9", seats=["me", "ben"])
        async with follow(ben) as stream:
            last = (await stream.until("ready"))[-1]["number"]
        await ben.join(game["id"])
        await anna.move(game["id"], "C2", 0)

        async with follow(ben, f"?after={last}") as stream:
            resumed = await stream.until("ready")
        async with follow(ben) as stream:
            afresh = await stream.until("ready")
        await ben.get(f"/me/stream?after={resumed[-1]['number'] + 1}", expect=400,
                      code="bad-parameter")

    assert types(resumed) == ["game-started", "your-turn", "ready"]
    assert types(afresh) == ["your-turn", "ready"]
    assert [one["data"]["id"] for one in resumed[:-1]] == [game["id"]] * 2
    assert resumed[0]["number"] == resumed[-1]["number"] == last + 1


async def test_what_is_not_kept_any_longer_is_counted(server):
    """Of 201 notifications 200 are kept: after the first nothing is lost, after none one is."""
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = await anna.open_game(setup="9x9", seats=["me", "ben"])
        await ben.join(game["id"])
        count = (await ben.get("/me/notifications", expect=200)).json["newest"]
        for _ in range(201 - count):
            await anna.post(f"/games/{game['id']}/chat", {"text": "@ben"}, expect=201)

        async with follow(ben, "?after=1") as stream:
            kept = await stream.until("ready")
        async with follow(ben, "?after=0") as stream:
            cut = await stream.until("ready")

    assert (kept[0]["number"], kept[-1]["number"], kept[-1]["data"]) == (2, 201, {"lost": 0})
    assert (cut[0]["number"], cut[-1]["data"]) == (2, {"lost": 1})


async def test_an_event_source_resumes_by_its_last_id(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        async with follow(ben, **SSE) as stream:
            ready = await stream.event()
            made = await challenge(anna, seats=["me", "ben"])
            asked = await stream.event()
        async with follow(ben, "?after=1", **SSE, **{"Last-Event-ID": ready["id"]}) as stream:
            again = await stream.event()

    assert (ready["event"], ready["id"]) == ("ready", "0")
    assert (asked["event"], asked["id"]) == ("challenge", "1")
    assert json.loads(asked["data"])["data"]["id"] == made["id"]
    assert again == asked


async def test_a_stream_ends_with_its_token_and_is_for_accounts(server):
    async with Rest(server) as rest:
        (anna,) = await members(rest, 1)
        await rest.nobody.get("/me/stream", expect=401, code="unauthorized")
        await anna.get("/me/stream", headers={"Accept": "text/html"}, expect=406,
                       code="not-acceptable")
        async with follow(anna) as stream:
            await stream.until("ready")
            await anna.request("DELETE", "/tokens/current", expect=204)
            assert await stream.message() is None


async def test_the_game_says_which_seat_is_yours_and_to_nobody_else(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        other = await rest.guest()
        path = f"/games/{game['id']}"
        answers = [await player.get(path, expect=200)
                   for player in (black, white, other, rest.nobody)]

        assert [one.json.get("your_seat", "absent") for one in answers] == \
            ["black", "white", None, "absent"]
        etags = [one.headers["etag"] for one in answers]
        assert len(set(etags)) == 4
        assert [one.headers["cache-control"] for one in answers] == \
            ["private, no-cache"] * 3 + ["no-cache"]
        for etag in etags[1:]:
            await black.get(path, headers={"If-None-Match": etag}, expect=200)
        await black.get(path, headers={"If-None-Match": etags[0]}, expect=304)


async def test_challenges_for_me(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made = await challenge(anna, seats=["me", "ben"])
        await challenge(anna, seats=["me", "open"])

        page = (await ben.get("/challenges?for=me", expect=200)).json
        assert [one["id"] for one in page["challenges"]] == [made["id"]]
        await ben.get("/challenges?for=anna", expect=400, code="bad-parameter")
        await ben.get("/challenges?for=me&mine=true", expect=400, code="bad-parameter")
        await rest.nobody.get("/challenges?for=me", expect=401, code="unauthorized")


async def test_the_end_of_a_pause_says_until_when_there_is_time(server):
    clock = {"kind": "fischer", "initial_s": 3600, "increment_s": 60, "max_s": 7200}
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9", clock=clock)
        path = f"/games/{game['id']}"
        proposal = (await black.post(f"{path}/proposals", {"kind": "pause"}, expect=201)).json
        number = proposal["data"].get("id", proposal["seq"])
        await white.post(f"{path}/proposals/{number}/accept", {}, expect=201)
        event = (await white.post(f"{path}/resume", {}, expect=201)).json
        async with follow(black, "?after=0") as stream:
            resumed = (await stream.until("resumed"))[-1]

    assert event["data"]["clock"]["deadline"] is not None
    assert resumed["data"]["until"] == event["data"]["clock"]["deadline"]
