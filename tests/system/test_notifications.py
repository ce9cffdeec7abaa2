"""Notifications: listed, pushed and read, over restarts."""

import pytest

from support.live import Live
from support.rest import Rest, start_game


async def told(player):
    """All notifications of a player, oldest first, page by page."""
    found, cursor = [], ""
    while cursor is not None:
        page = (await player.get(f"/me/notifications?limit=3{cursor}", expect=200)).json
        found += page["notifications"]
        cursor = page["next"] and f"&cursor={page['next']}"
    return found[::-1]


def kinds(notifications):
    return [one["kind"] for one in notifications]


async def test_what_is_pushed_is_listed(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        async with Live(server, ben.token) as live:
            await live.do("subscribe", topic="me")
            game = await anna.open_game(setup="9x9", seats=["me", ben.handle])
            await ben.join(game["id"])
            await anna.move(game["id"], "C2", 0)
            await anna.leave(game["id"])
            await live.until(lambda: live.pushed("me", "game-finished"))
            pushed = live.pushed("me")
        listed = await told(ben)

    # Nothing is sent to a guest because of their turn, so it is pushed without being kept.
    assert [one["type"] for one in pushed] == \
        ["invited", "game-started", "your-turn", "game-finished"]
    assert kinds(listed) == ["invited", "game-started", "game-finished"]
    assert pushed.pop(2)["number"] is None
    assert [(one["number"], one["kind"], one["at"], one["data"]) for one in listed] == \
        [(one["number"], one["type"], one["at"], one["data"]) for one in pushed]
    assert all(one["game"] == game["id"] for one in listed)
    assert [one["type"] for one in listed] == kinds(listed)


def since_leaving(live):
    """The pushes from player-left on: the game's beginning may come after the subscription."""
    types = [one["type"] for one in live.pushed("me")]
    return types[types.index("player-left"):] if "player-left" in types else []


async def test_a_player_who_is_out_is_told_of_no_turn(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, 4, setup="19x19-4p")
        black, leaver = Live(server, players[0].token), Live(server, players[1].token)
        async with black, leaver:
            for live in (black, leaver):
                await live.do("subscribe", topic="me")
            await players[1].leave(game["id"])
            for ply, seat in enumerate([0, 2, 3, 0, 2, 3]):
                legal = (await players[seat].get(f"/games/{game['id']}/legal-moves")).json
                await players[seat].move(game["id"], legal["points"][0], ply)
            await black.until(lambda: since_leaving(black).count("your-turn") == 2)
            await leaver.do("unsubscribe", topic="me")
        of_leaver, of_black = [await told(players[seat]) for seat in (1, 0)]

    assert {one["type"] for one in leaver.pushed("me")} <= {"game-started"}
    assert kinds(of_leaver) == ["game-started"]
    assert since_leaving(black) == ["player-left", "your-turn", "your-turn"]
    assert kinds(of_black) == ["game-started", "player-left"]
    assert of_black[1]["data"]["seat"] == "white"
    assert of_black[1]["data"]["what"] == "resigned"


async def test_reading_counts_and_survives_a_restart(server):
    async with Rest(server) as rest:
        _, (anna, ben) = await start_game(rest, setup="9x9")
        await ben.open_game(setup="9x9", seats=["me", anna.handle])
        await anna.post("/me/notifications/read", {"up_to": 1}, expect=204)
        await anna.request("PUT", "/me/notifications", {"mode": "off"}, expect=204)
        server.kill()
        server.start()
        page = (await anna.get("/me/notifications", expect=200)).json
        other = (await ben.get("/me/notifications", expect=200)).json

    assert (page["mode"], page["unread"], page["newest"]) == ("off", 1, 2)
    assert [one["read"] for one in page["notifications"]] == [False, True]
    assert (other["mode"], other["unread"]) == ("away", 1)


@pytest.mark.parametrize("path, method, body, status, code", [
    ("/me/notifications", "PUT", {"mode": "often"}, 422, "invalid-field"),
    ("/me/notifications/read", "POST", {"up_to": -1}, 422, "invalid-field"),
    ("/me/notifications?cursor=x", "GET", None, 400, "bad-cursor"),
    ("/me/notifications?limit=201", "GET", None, 400, "bad-parameter"),
    ("/me/notifications?limit=0", "GET", None, 400, "bad-parameter"),
])
async def test_what_is_refused(server, path, method, body, status, code):
    async with Rest(server) as rest:
        anna = await rest.guest()
        await anna.request(method, path, body, expect=status, code=code)
