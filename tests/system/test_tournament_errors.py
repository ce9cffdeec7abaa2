"""Every refusal of tournaments, and the acts of organisers."""

from support.challenges import members
from support.random_play import until
from support.rest import Rest
from support.tournaments import (CLOCK, act, begun, log_of, open_tables, place_stones, play_out,
                                 seen, tournament)


async def rule(organiser, number, game, what, expect=201, code=None, **body):
    """A ruling on a game; yields the event."""
    body.setdefault("reason", "A test.")
    return (await organiser.post(f"/tournaments/{number}/games/{game}/{what}", body, expect=expect,
                              code=code)).json


async def test_entry_is_refused_with_its_reason(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        guest = await rest.guest()
        await tournament(guest, expect=403, code="wrong-kind")
        made = await tournament(anna, entry={"players_max": 2, "late": False})
        number = made["id"]
        await act(guest, number, "join", expect=403, code="wrong-kind")
        await act(ben, number, "withdraw", expect=409, code="not-entered")
        await act(ben, number, "rest", expect=409, code="not-entered", round=1)
        await act(ben, number, "join")
        await act(ben, number, "join", expect=409, code="already-entered")
        await act(anna, number, "join")
        await act(carl, number, "join", expect=409, code="entry-closed")
        strict = await tournament(anna, entry={"rating": {"min": 1600}})
        refused = await act(ben, strict["id"], "join", expect=403, code="entry-bounds")
        assert "1600" in refused["detail"] and "1500" in refused["detail"]
        assert (await seen(ben, strict["id"]))["you"]["entry"] == "entry-bounds"
        for bound in ({"games_min": 1}, {"account_days_min": 1}):
            other = await tournament(anna, entry=bound)
            await act(ben, other["id"], "join", expect=403, code="entry-bounds")
        await act(ben, 999, "join", expect=404, code="no-such-tournament")


async def test_a_newcomer_enters_three_tournaments(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        for _ in range(3):
            await act(ben, (await tournament(anna))["id"], "join")
        fourth = await tournament(anna)
        await act(ben, fourth["id"], "join", expect=409, code="limit-reached")
        assert (await seen(ben, fourth["id"]))["you"]["entry"] == "limit-reached"
        for _ in range(16):
            await tournament(anna)
        await tournament(anna, expect=409, code="limit-reached")


async def test_settings_change_until_they_freeze(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        number = (await tournament(anna))["id"]

        async def patch(player, expect=200, code=None, **body):
            return (await player.request("PATCH", f"/tournaments/{number}", body, expect=expect,
                                         code=code)).json

        await patch(ben, expect=403, code="not-an-organiser", name="Mine")
        assert (await patch(anna, rounds=3, ties=["wins"]))["rounds"] == 3
        await patch(anna, expect=422, code="no-such-player", apart=[["anna", "zoe"]])
        assert (await patch(anna, apart=[["anna", "ben"]]))["apart"] == [["anna", "ben"]]
        await patch(anna, expect=422, code="no-such-setup", setup="2x2")
        await act(ben, number, "join")
        frozen = await patch(anna, expect=409, code="frozen-setting", setup="13x13")
        assert frozen["pointer"] == "/setup"
        await anna.request("DELETE", f"/tournaments/{number}", expect=409, code="frozen-setting")
        assert (await patch(anna, about="Soon."))["about"] == "Soon."
        await act(ben, number, "withdraw")
        await ben.request("DELETE", f"/tournaments/{number}", expect=403, code="not-an-organiser")
        await anna.request("DELETE", f"/tournaments/{number}", expect=204)
        await anna.get(f"/tournaments/{number}", expect=404, code="no-such-tournament")


async def test_an_organiser_directs_it_and_others_do_not(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        number = (await tournament(anna, visibility="unlisted"))["id"]
        path = f"/tournaments/{number}/organisers"
        for what in ("start", "cancel"):
            await act(ben, number, what, expect=403, code="not-an-organiser")
        await ben.request("PUT", f"{path}/ben", expect=403, code="not-an-organiser")
        await anna.request("PUT", f"{path}/zoe", expect=404, code="no-such-player")
        await anna.request("DELETE", f"{path}/anna", expect=409, code="limit-reached")
        await anna.request("PUT", f"{path}/ben", expect=204)
        await act(anna, number, "start", expect=409, code="too-few-players")
        await act(ben, number, "join")
        await act(carl, number, "join")
        await act(ben, number, "start")
        await act(ben, number, "start", expect=409, code="entry-closed")
        await open_tables(ben, number)
        await act(ben, number, "rest", expect=409, code="round-open", round=1)
        await carl.get(f"/tournaments/{number}/rounds/7", expect=404, code="no-such-round")
        await carl.get(f"/tournaments/{number}/standings?explain=anna", expect=404,
                       code="no-such-player")
        assert (await carl.get("/tournaments", expect=200)).json["tournaments"] == []
        ended = await act(anna, number, "cancel", reason="Too few of us.")
        assert ended["state"] == "cancelled" and ended["reason"] == "Too few of us."
        assert ended["draw"]["secret"]
        await act(anna, number, "cancel", expect=409, code="entry-closed")
        await act(carl, number, "join", expect=409, code="already-entered")


async def test_rulings_are_public_and_end_their_games(server):
    async with Rest(server) as rest:
        players = await members(rest, 6)
        anna, others = players[0], players[1:]
        number = await begun(anna, others[:4], rounds=3, clock=CLOCK)
        first = await open_tables(anna, number)
        one, two = [table["games"][0]["game"] for table in first["tables"]]
        names = [[side["handle"] for side in table["players"]] for table in first["tables"]]
        stranger = await anna.open_game(setup="9x9")
        await rule(anna, number, stranger["id"], "annul", expect=404, code="no-such-game")
        await rule(others[4], number, one, "forfeit", expect=403, code="not-an-organiser")
        await anna.request("PUT", f"/tournaments/{number}/organisers/{names[0][0]}", expect=204)
        player = next(player for player in players if player.handle == names[0][0])
        await rule(player, number, one, "annul", expect=403, code="forbidden")
        await rule(anna, number, one, "forfeit", expect=422, code="invalid-field", player="anna")

        annulled = await rule(anna, number, one, "annul")
        assert annulled["type"] == "annulled" and annulled["data"]["by"] == "anna"
        assert (await anna.game(one))["reason"] == "aborted"
        again = await until(
            lambda: seen(anna, number, "/rounds/1"),
            lambda answer: len(answer["tables"][0]["games"]) == 2)
        replay = again["tables"][0]["games"][1]["game"]
        assert (await anna.game(replay))["status"] == "active"
        forfeited = await rule(anna, number, two, "forfeit", player=names[1][0])
        assert forfeited["data"]["points"] == [0, 1]
        assert forfeited["data"]["reason"] == "A test."
        assert (await anna.game(two))["status"] == "finished"
        await rule(anna, number, two, "adjudicate", expect=409, code="game-over", winner=None)
        await rule(anna, number, replay, "adjudicate", winner=names[0][1])
        assert (await anna.game(replay))["reason"] == "adjudicated"
        await until(lambda: seen(anna, number), lambda answer: answer["round"] == 2)
        await rule(anna, number, replay, "annul", expect=409, code="game-over")
        events = await log_of(anna, number)

    results = [event["data"] for event in events if event["type"] == "result"]
    assert [result["decided"] for result in results] == ["forfeit", "adjudicated"]


async def test_organisers_see_what_may_be_unfair(server):
    async with Rest(server) as rest:
        addresses = {"anna": "203.0.113.7", "ben": "203.0.113.9", "carl": "198.51.100.1",
                     "dora": None}
        anna, ben, carl, dora = [await rest.account(name, address=address)
                                 for name, address in addresses.items()]
        number = await begun(dora, [anna, ben, carl, dora], rounds=1)
        games = {table["games"][0]["game"]: [side["handle"] for side in table["players"]]
                 for table in (await seen(dora, number, "/rounds/1"))["tables"]}
        players = {player.handle: player for player in (anna, ben, carl, dora)}
        early, late = games
        await place_stones(early, list(players.values()), 3)
        await place_stones(late, list(players.values()), 4)
        for game in games:
            await players[games[game][0]].leave(game)
        found = await seen(dora, number, "/fairness")
        await anna.get(f"/tournaments/{number}/fairness", expect=403, code="not-an-organiser")
        await rest.nobody.get(f"/tournaments/{number}/fairness", expect=401, code="unauthorized")
        await dora.get("/tournaments/999/fairness", expect=404, code="no-such-tournament")

    assert [sorted(one["players"]) for one in found["networks"]] == [["anna", "ben"]]
    assert found["resignations"] == [
        {"player": games[early][0], "game": early, "round": 1, "table": 1, "ply": 3}]
    assert found["related_games"] == [] and found["together"] == []


async def test_exports_and_lists_show_the_same(server):
    async with Rest(server) as rest:
        players = await members(rest, 2)
        anna = players[0]
        number = await begun(anna, players, rounds=1, clock=CLOCK)
        game = (await seen(anna, number, "/games?include=position"))["games"][0]
        assert game["position"]["stones"]
        await play_out(game["id"], players, "ben")
        await until(lambda: seen(anna, number), lambda answer: answer["state"] == "finished")
        whole = await seen(anna, number, "/export")
        trf = (await anna.get(f"/tournaments/{number}/export?format=trf16", expect=200)).body
        table = (await anna.get(f"/tournaments/{number}/export?format=csv", expect=200)).body
        listed = (await anna.get("/tournaments?state=finished&format=swiss&setup=9x9&limit=1",
                                 expect=200)).json
        other = (await anna.get("/tournaments?state=open", expect=200)).json

    assert [row["handle"] for row in whole["standings"]["standings"]] == ["anna", "ben"]
    assert b"anna" in trf and trf.startswith(b"012 ")
    assert table.decode().splitlines()[1].startswith("1,anna,,1,")
    assert [one["id"] for one in listed["tournaments"]] == [number] and other["tournaments"] == []
