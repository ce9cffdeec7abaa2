"""Lists of games and players, page by page."""

import pytest

from support.game import Board
from support.live import Live
from support.random_play import place_any, until
from support.rest import Rest, start_game


async def ids(player, query):
    """The ids of a list of games, all pages of two."""
    found, cursor = [], ""
    while True:
        page = (await player.get(f"{query}&limit=2{cursor}", expect=200)).json
        found += [game["id"] for game in page["games"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


async def played(rest, black, white, setup, winner):
    """The id of a finished game, which `winner` has won."""
    game = await black.open_game(setup=setup)
    await white.join(game["id"])
    await (white if winner is black else black).leave(game["id"])
    return game["id"]


async def test_finished_games_by_player_setup_result_and_date(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        first = await played(rest, anna, ben, "9x9", anna)
        second = await played(rest, anna, ben, "13x13", ben)
        third = await played(rest, ben, anna, "9x9", ben)
        await start_game(rest, setup="9x9")

        assert await ids(anna, "/games?order=ended") == [third, second, first]
        assert await ids(anna, "/games?order=ended&setup=9x9") == [third, first]
        assert await ids(anna, "/games?result=black") == [third, first]
        assert await ids(anna, "/games?result=white&setup=13x13") == [second]
        assert await ids(anna, "/games?result=none") == []
        mine = f"/players/{anna.handle}/games"
        assert await ids(ben, f"{mine}?result=won") == [first]
        assert await ids(ben, f"{mine}?result=lost") == [third, second]
        assert await ids(ben, f"{mine}?result=lost&setup=9x9") == [third]
        assert await ids(ben, f"/games?player={ben.handle}&result=won") == [third, second]
        ended = (await anna.game(second))["updated_at"]
        assert first not in await ids(anna, f"/games?from={ended}")
        assert third not in await ids(anna, f"/games?until={ended}")
        assert await ids(anna, "/games?until=2020-01-01") == []
        assert len(await ids(anna, "/games?from=2020-01-01")) == 3


async def test_games_by_rated_opponent_and_whose_move_it_is(server):
    async with Rest(server) as rest:
        anna, ben, carl = [await rest.account(name) for name in ("anna", "ben", "carl")]
        games = {}
        for name, other, rated, visibility in (
                ("ben", ben, False, "public"), ("rated", ben, True, "public"),
                ("private", ben, False, "private"), ("carl", carl, False, "public")):
            made = await anna.open_game(setup="9x9", rated=rated, visibility=visibility,
                                        seats=["me", other.handle])
            await other.join(made["id"])
            games[name] = made["id"]
        over = await ben.open_game(setup="9x9", rated=True, seats=["me", "anna"])
        await anna.join(over["id"])
        await ben.leave(over["id"])
        mine = "/players/anna/games"

        assert await ids(carl, f"{mine}?opponent=BEN") == [over["id"], games["rated"], games["ben"]]
        assert await ids(anna, f"{mine}?opponent=ben&rated=false") == [games["private"],
                                                                       games["ben"]]
        assert await ids(anna, f"{mine}?opponent=ben&result=won") == [over["id"]]
        assert await ids(anna, f"{mine}?opponent=carl&result=won") == []
        assert await ids(rest.nobody, "/games?rated=true") == [over["id"], games["rated"]]
        assert await ids(rest.nobody, "/games?rated=true&order=activity") == [games["rated"]]
        assert await ids(rest.nobody, "/games?rated=true&result=white") == [over["id"]]
        assert await ids(rest.nobody, "/games?rated=false&order=ended") == []
        active = [games[name] for name in ("carl", "private", "rated", "ben")]
        assert await ids(anna, f"{mine}?to_move=player") == active
        assert await ids(anna, f"{mine}?to_move=other") == []
        assert await ids(ben, "/players/ben/games?to_move=other&rated=false") == [
            games["private"], games["ben"]]
        assert await ids(carl, "/games?player=carl&to_move=other&setup=9x9") == [games["carl"]]
        await anna.get("/games?player=anna&opponent=zoe", expect=404, code="no-such-player")


async def test_games_in_progress_by_activity_rating_and_watchers(server):
    async with Rest(server) as rest:
        games = [(await start_game(rest, setup=setup))[0]["id"]
                 for setup in ("9x9", "13x13", "9x9")]
        anna = await rest.guest()
        await anna.open_game(setup="9x9")

        for order in ("activity", "rating", "watchers"):
            assert await ids(anna, f"/games?order={order}") == games[::-1]
            assert await ids(anna, f"/games?order={order}&setup=9x9") == [games[2], games[0]]
            assert await ids(anna, f"/games?order={order}&status=active") == games[::-1]


async def watched_first(rest, game):
    """Waits until it leads the list of games with the most watchers."""
    await until(lambda: ids(rest.nobody, "/games?order=watchers"),
                lambda order: order[0] == game, pause_s=0.5)


async def test_a_game_that_is_watched_comes_first(server):
    async with Rest(server) as rest, Live(server) as live:
        games = [(await start_game(rest, setup="9x9"))[0]["id"] for _ in range(3)]
        await live.do("subscribe", topic=f"game:{games[0]}")

        # Watchers are counted every ten seconds: the lobby's own pace, which no client can force.
        await watched_first(rest, games[0])


async def test_a_glance_is_no_watching(server):
    async with Rest(server) as rest, Live(server) as watcher, Live(server) as passer_by:
        games = [(await start_game(rest, setup="9x9"))[0]["id"] for _ in range(3)]
        for game in games[1:]:
            await passer_by.do("subscribe", topic=f"game:{game}", glance=True)
        await watcher.do("subscribe", topic=f"game:{games[0]}")

        await watched_first(rest, games[0])


async def test_lists_show_the_boards_where_they_are_asked_to(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="13x13"), seed=4)
        for _ in range(4):
            await board.play()
        black, white = board.players["black"], board.players["white"]
        hidden = await black.open_game(setup="9x9", seats=["me", white.handle],
                                       visibility="private")
        game = await black.game(board.id)
        letters = {point: seat[0] for seat, points in game["stones"].items() for point in points}
        columns = "ABCDEFGHJKLMN"
        stones = "".join(letters.get(f"{column}{row}", ".")
                         for row in range(1, 14) for column in columns)
        shown = {"seq": game["seq"], "board": [13, 13], "stones": stones,
                 "last_point": game["last_point"]}

        for query in ("/games?include=position", "/games?order=activity&include=position",
                      f"/players/{black.handle}/games?include=position"):
            games = (await rest.nobody.get(query, expect=200)).json["games"]
            assert [one["position"] for one in games] == [shown], query
        turns = (await board.players[game["to_move"]].get("/me/turns?include=position",
                                                          expect=200)).json["turns"]
        assert [one["game"]["position"] for one in turns if one["kind"] == "move"] == [shown]
        seats = [one for one in (await white.get("/me/turns?include=position")).json["turns"]
                 if one["kind"] == "seat"]
        assert seats[0]["game"]["id"] == hidden["id"]
        assert seats[0]["game"]["position"]["stones"].count("b") == 2
        assert "position" not in (await rest.nobody.get("/games")).json["games"][0]
        assert "position" not in (await white.get("/me/turns")).json["turns"][0]["game"]


@pytest.mark.parametrize("path", ["/games", "/players/anna/games", "/me/turns"])
@pytest.mark.parametrize("query", ["include=", "include=chat", "include=position,chat",
                                   "include=position&include=position",
                                   "include=position&limit=51", "include=position&limit=0"])
async def test_boards_come_as_they_are_asked_for_and_no_more_than_fifty(server, path, query):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        await anna.get(f"{path}?{query}", expect=400, code="bad-parameter")
        await anna.get(f"{path}?include=position&limit=50", expect=200)


@pytest.mark.parametrize("query", [
    "order=activity&status=finished", "order=rating&player=anna", "order=newest&result=black",
    "order=watchers&from=2026-01-01", "order=ended&status=active", "result=won",
    "player=anna&result=black", "order=best", "opponent=anna", "to_move=player", "rated=yes",
    "player=anna&to_move=me", "player=anna&to_move=other&status=finished",
    "player=anna&to_move=other&order=ended", "from=yesterday", "until=2026-13-01"])
async def test_what_no_list_serves_is_refused_in_a_sentence(server, query):
    async with Rest(server) as rest:
        await rest.account("anna")

        await rest.nobody.get(f"/games?{query}", expect=400, code="bad-parameter")


async def test_a_cursor_is_of_its_list(server):
    async with Rest(server) as rest:
        for _ in range(3):
            await start_game(rest, setup="9x9")
        page = (await rest.nobody.get("/games?limit=1", expect=200)).json

        await rest.nobody.get(f"/games?order=activity&cursor={page['next']}", expect=400,
                              code="bad-cursor")
        await rest.nobody.get("/players?cursor=nonsense", expect=400, code="bad-cursor")


async def test_players_are_found_by_how_their_handle_begins(server):
    async with Rest(server) as rest:
        for handle in ("Anna", "anton", "ben", "an"):
            await rest.account(handle)
        guest = await rest.guest()
        found, cursor = [], ""
        while True:
            page = (await rest.nobody.get(f"/players?q=AN&limit=1{cursor}", expect=200)).json
            found += [player["handle"] for player in page["players"]]
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"

        assert found == ["an", "Anna", "anton"]
        everybody = (await rest.nobody.get("/players", expect=200)).json["players"]
        assert guest.handle not in [player["handle"] for player in everybody]
        await rest.nobody.get("/players?q=" + "a" * 25, expect=400, code="bad-parameter")


async def test_a_profile_counts_and_rates(server):
    async with Rest(server) as rest:
        anna, ben = [await rest.account(name) for name in ("anna", "ben")]
        request = {"setup": "9x9", "rated": True, "seats": ["me", "ben"]}
        made = (await anna.post("/challenges", request,
                                expect=201)).json
        game = (await ben.post(f"/challenges/{made['id']}/accept", {}, expect=200)).json["game"]
        before = (await ben.get("/players/ANNA", expect=200)).json
        seats = (await rest.nobody.game(game))["seats"]
        order = [anna, ben] if seats[0]["handle"] == "anna" else [ben, anna]
        for ply, player in enumerate(order):
            await place_any(player, game, ply)
        await ben.leave(game)

        profile = (await rest.nobody.get("/players/anna", expect=200)).json

        assert before["games"] == {"active": 1, "won": 0, "lost": 0, "none": 0}
        assert before["reliability"] == {"finished": 0, "left": 0, "percent": None}
        assert profile["games"] == {"active": 0, "won": 1, "lost": 0, "none": 0}
        assert profile["reliability"] == {"finished": 1, "left": 0, "percent": 100}
        assert [rating["family"] for rating in profile["ratings"]] == ["9x9"]
        assert profile["ratings"][0]["rating"] > 1500 and profile["ratings"][0]["provisional"]
        await rest.nobody.get("/players/zoe", expect=404, code="no-such-player")
        await rest.nobody.get("/players/zoe/games", expect=404, code="no-such-player")


async def online(player, *handles):
    """Those of these players who are online."""
    answer = await player.get(f"/players?handles={','.join(handles)}", expect=200)
    return [one["handle"] for one in answer.json["players"] if one["online"]]


async def test_players_are_online_while_they_follow_their_notices(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.guest()
        both = ("anna", ben.handle)
        assert await online(rest.nobody, *both) == []

        async with Live(server, anna.token) as live:
            await live.do("subscribe", topic="lobby")
            assert await online(rest.nobody, *both) == []
            await live.do("subscribe", topic="me")

            assert await online(rest.nobody, *both) == ["anna"]
            assert (await ben.get("/players/anna", expect=200)).json["online"]
            assert not (await ben.get(f"/players/{ben.handle}", expect=200)).json["online"]
            listed = (await ben.get("/players?q=anna", expect=200)).json["players"]
            assert [player["online"] for player in listed] == [True]

        await until(lambda: online(rest.nobody, *both), lambda found: found == [])


async def test_players_by_name_come_in_that_order_with_their_ratings(server):
    async with Rest(server) as rest:
        anna, ben = [await rest.account(name) for name in ("anna", "ben")]
        game = await anna.open_game(setup="9x9", rated=True)
        await ben.join(game["id"])
        await place_any(anna, game["id"], 0)
        await place_any(ben, game["id"], 1)
        await ben.leave(game["id"])

        query = "/players?handles=nobody,ben,ANNA"
        players = (await rest.nobody.get(query, expect=200)).json["players"]

        assert [player["handle"] for player in players] == ["ben", "anna"]
        assert [player["ratings"][0]["games"] for player in players] == [1, 1]
        assert players[0]["ratings"][0]["rating"] < players[1]["ratings"][0]["rating"]


@pytest.mark.parametrize("query", [
    "handles=" + ",".join(f"p{number}" for number in range(51)), "handles=anna&q=an",
    "handles=anna&limit=1", "handles=anna&cursor=x"])
async def test_players_by_name_are_few_and_asked_for_alone(server, query):
    async with Rest(server) as rest:
        await rest.nobody.get(f"/players?{query}", expect=400, code="bad-parameter")
        few = "handles=" + ",".join(f"p{number}" for number in range(50))
        assert (await rest.nobody.get(f"/players?{few}", expect=200)).json["players"] == []
