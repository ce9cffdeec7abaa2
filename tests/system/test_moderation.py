"""Acts of moderators and administrators about what is said and about games."""

import pytest

from support.administration import act, club, log, refused
from support.live import Live
from support.rest import Rest, start_game


# --- chat ---

async def test_a_report_is_looked_at_and_decided(server):
    async with Rest(server) as rest:
        anna, mona, ben, game, (black, white) = await club(rest)
        message = (await black.post(f"/games/{game}/chat", {"text": "You fool."},
                                    expect=201)).json["id"]
        report = (await white.post(f"/games/{game}/chat/{message}/report", {"reason": "Rude."},
                                   expect=201)).json["id"]
        async with Live(server, white.token) as live:
            await live.do("subscribe", topic=f"game:{game}")
            deleted = await act(mona, f"/games/{game}/chat/{message}/delete")
            await live.until(lambda: live.pushed(kind="chat"))
            assert live.pushed(kind="chat")[0]["data"]["text"] is None
        assert (deleted["message"], deleted["account"]) == (message, black.handle)
        [line] = (await white.get(f"/games/{game}/chat", expect=200)).json["messages"]
        assert line["text"] is None and line["author"] == black.handle

        [found] = (await mona.get("/admin/reports", expect=200)).json["reports"]
        assert (found["text"], found["message"]["text"]) == ("You fool.", None)
        assert (found["reporter"], found["reason"]) == (white.handle, "Rude.")
        done = await act(mona, f"/reports/{report}/resolve", verdict="upheld")
        assert done["details"] == {"report": report, "verdict": "upheld"}
        assert (await mona.get("/admin/reports", expect=200)).json["reports"] == []
        [kept] = (await mona.get("/admin/reports?state=upheld", expect=200)).json["reports"]
        assert kept["resolver"] == "mona" and kept["resolved_at"]
        await refused(mona, f"/reports/{report}/resolve", 409, "already-answered",
                      verdict="dismissed")
        await refused(mona, "/reports/999/resolve", 404, "no-such-report", verdict="dismissed")
        await refused(mona, f"/games/{game}/chat/{message}/delete", 404, "no-such-message")
        await refused(mona, f"/games/{game}/chat/999/delete", 404, "no-such-message")


async def test_nobody_decides_about_his_own_words(server):
    async with Rest(server) as rest:
        anna, mona, _, _, (black, _) = await club(rest)
        game = await mona_plays(rest, mona, black)
        mine = (await mona.post(f"/games/{game}/chat", {"text": "Oh."}, expect=201)).json["id"]
        report = (await black.post(f"/games/{game}/chat/{mine}/report", {"reason": "?"},
                                   expect=201)).json["id"]

        await refused(mona, f"/games/{game}/chat/{mine}/delete", 403, "forbidden")
        await refused(mona, f"/reports/{report}/resolve", 403, "forbidden", verdict="dismissed")
        await act(anna, f"/reports/{report}/resolve", verdict="dismissed")


async def mona_plays(rest, mona, other):
    game = await mona.open_game(setup="9x9")
    await other.join(game["id"])
    return game["id"]


# --- games ---

async def test_a_player_is_removed(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, white) = await club(rest)

        done = await act(anna, f"/games/{game}/remove", seat="white")

        assert (done["game"], done["account"]) == (game, white.handle)
        left = [e for e in await black.events(game) if e["type"] == "leave"]
        assert [e["data"]["reason"] for e in left] == ["removed"]
        assert (await black.game(game))["winner"] == "black"
        await refused(anna, f"/games/{game}/remove", 409, "game-over", seat="black")
        await refused(anna, "/games/999/remove", 404, "no-such-game", seat="black")
        game, _ = await start_game(rest, setup="9x9")
        await refused(anna, f"/games/{game['id']}/remove", 422, "no-such-seat", seat="red")


@pytest.mark.parametrize("body, winner, places", [
    ({"winner": "white"}, "white", {"black": 2, "white": 1}),
    ({"places": {"black": 1, "white": 2}}, "black", {"black": 1, "white": 2}),
    ({"winner": None}, None, None),
], ids=["winner", "places", "nobody"])
async def test_a_game_is_decided(server, body, winner, places):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)

        await act(anna, f"/games/{game}/adjudicate", **body)

        seen = await black.game(game)
        assert (seen["status"], seen["winner"], seen["reason"]) == \
            ("finished", winner, "adjudicated")
        assert (seen["places"] or None) == places
        await refused(anna, f"/games/{game}/adjudicate", 409, "game-over", **body)


async def test_verdicts_that_cannot_be(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)
        for body in ({"places": {"black": 1, "white": 3}}, {"places": {"black": 1}},
                     {"places": {"black": 1, "red": 2}}, {"winner": "red"}):
            await refused(anna, f"/games/{game}/adjudicate", 422, "invalid-verdict", **body)
        for body in ({}, {"winner": "blue"}, {"places": {}}, {"places": {"blue": 1}},
                     {"winner": "black", "places": {"black": 1, "white": 2}}):
            await refused(anna, f"/games/{game}/adjudicate", 422, "invalid-field", **body)
        assert (await black.game(game))["status"] == "active"


async def test_a_game_is_aborted_and_one_voided(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)

        await act(anna, f"/games/{game}/abort")

        seen = await black.game(game)
        assert (seen["status"], seen["winner"], seen["reason"]) == ("finished", None, "aborted")
        await refused(anna, f"/games/{game}/abort", 409, "game-over")
        await act(anna, f"/games/{game}/void-rating")
        await refused(anna, f"/games/{game}/void-rating", 409, "already-answered")
        assert [e["act"] for e in await log(anna, f"?game={game}")] == ["void-rating", "abort"]
