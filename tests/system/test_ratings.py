"""Ratings, standings, encounters and statistics of real games."""

import collections

import pytest

from support import glicko
from support.game import Board
from support.rest import Rest
from support.server import tanbod

FOUR = "19x19-4p"


async def accounts(rest, *handles):
    return [await rest.account(handle) for handle in handles]


async def board_of(players, setup="9x9", seed=1, **request):
    """A started game of these players, in the order of their seats; rated unless told."""
    request.setdefault("rated", True)
    game = await players[0].open_game(setup=setup, **request)
    for player in players[1:]:
        game = await player.join(game["id"])
    assert game["status"] == "active"
    return Board(game, players, seed)


async def given_up(players, seat="white", **request):
    """A game that a player gives up after a stone from each."""
    board = await board_of(players, **request)
    for _ in players:
        await board.play()
    await board.leave(seat)
    return board


async def ratings(rest, handle, query=""):
    return (await rest.nobody.get(f"/players/{handle}/ratings{query}", expect=200)).json


async def figures(rest, handle, family="9x9"):
    found = {one["family"]: one for one in (await ratings(rest, handle))["ratings"]}
    return found[family]


def close(told, figure):
    # Minutes between games add to the deviation, by less than what is told.
    assert told["rating"] == pytest.approx(figure[0], abs=0.06)
    assert told["deviation"] == pytest.approx(figure[1], abs=0.06)


async def test_games_of_two_are_rated_by_glicko_2(server):
    async with Rest(server) as rest:
        players = await accounts(rest, "anna", "ben", "carl")
        known = collections.defaultdict(lambda: glicko.NEWCOMER)
        for seed, (black, white) in enumerate([(0, 1), (1, 2), (2, 0), (0, 1), (1, 0)]):
            board = await board_of([players[black], players[white]], seed=seed)
            await board.play_out()
            won = (await rest.nobody.game(board.id))["winner"] == "black"
            before = known[black], known[white]
            known[black] = glicko.rated(before[0], before[1], 1 if won else 0)
            known[white] = glicko.rated(before[1], before[0], 0 if won else 1)

            for number in (black, white):
                close(await figures(rest, players[number].handle), known[number])
        history = (await ratings(rest, "anna"))["history"]
        assert [entry["game"] for entry in history] == [5, 4, 3, 1]
        for newer, older in zip(history, history[1:]):
            assert newer["before"] == older["after"]
        assert history[-1]["before"] == {"rating": 1500.0, "deviation": 350.0}
        assert history[0]["opponents"][0]["player"] == "ben"


async def test_games_of_four_are_rated_by_their_places(server):
    async with Rest(server) as rest:
        players = await accounts(rest, "anna", "ben", "carl", "dora")
        board = await board_of(players, FOUR)
        for _ in range(9):
            await board.play()
        for seat in ("red", "black", "white"):
            await board.leave(seat)

        told = {player.handle: await figures(rest, player.handle, FOUR) for player in players}

        game = await rest.nobody.game(board.id)
        assert game["places"] == {"green": 1, "white": 2, "black": 3, "red": 4}
        order = sorted(told, key=lambda handle: -told[handle]["rating"])
        assert order == ["dora", "ben", "anna", "carl"]
        # Equally sure newcomers: what one gains the others pay.
        assert sum(one["rating"] for one in told.values()) == pytest.approx(6000, abs=0.2)
        assert all(one["method"] == "weng-lin" and one["deviation"] < 350 for one in told.values())
        assert told["dora"]["wins"] == 1 and told["ben"]["wins"] == 0
        entry = (await ratings(rest, "carl", f"?family={FOUR}"))["history"][0]
        assert (entry["place"], entry["players"]) == (4, 4)
        assert {one["player"]: one["place"] for one in entry["opponents"]} == {
            "anna": 3, "ben": 2, "dora": 1}


async def test_what_is_not_rated(server):
    async with Rest(server) as rest:
        anna, ben, carl = await accounts(rest, "anna", "ben", "carl")
        await (await board_of([anna, ben], rated=False)).leave("black")
        await (await board_of([anna, ben])).leave("white")
        four = await anna.open_game(setup=FOUR, rated=True)
        await ben.join(four["id"])
        await carl.join(four["id"])
        await anna.post(f"/games/{four['id']}/start", {})
        await anna.leave(four["id"])
        await anna.get(f"/games/{four['id']}", expect=200)
        await ben.leave(four["id"], expect=None)

        for handle in ("anna", "ben", "carl"):
            assert (await ratings(rest, handle))["ratings"] == []


async def test_standings_rank_and_tell_provisional_figures_apart(server):
    async with Rest(server) as rest:
        players = await accounts(rest, "anna", "ben", "carl")
        for loser in (1, 2, 1):
            await given_up([players[0], players[loser]])

        first = (await rest.nobody.get("/standings?setup=9x9&provisional=true&limit=2",
                                       expect=200)).json
        rest_of = (await rest.nobody.get(
            f"/standings?setup=9x9&provisional=true&limit=2&cursor={first['next']}",
            expect=200)).json
        settled = (await rest.nobody.get("/standings?setup=9x9", expect=200)).json

        lines = first["standings"] + rest_of["standings"]
        assert [line["rank"] for line in lines] == [1, 2, 3]
        assert lines[0]["player"] == "anna" and lines[0]["wins"] == lines[0]["games"] == 3
        assert rest_of["next"] is None
        assert settled["standings"] == []


async def test_encounters_count_what_both_played(server):
    async with Rest(server) as rest:
        anna, ben = await accounts(rest, "anna", "ben")
        await (await board_of([anna, ben], rated=False)).leave("white")
        await given_up([ben, anna])
        hidden = {"visibility": "private", "seats": ["me", "anna"]}
        await given_up([ben, anna], **hidden)

        told = (await rest.nobody.get("/players/anna/against/BEN", expect=200)).json
        turned = (await rest.nobody.get("/players/ben/against/anna", expect=200)).json

        assert (told["games"], told["wins"], told["losses"]) == (2, 1, 1)
        assert (turned["wins"], turned["losses"]) == (1, 1)
        assert [game["game"] for game in told["history"]] == [2, 1]


async def test_statistics_count_by_seat_and_swap(server):
    async with Rest(server) as rest:
        anna, ben = await accounts(rest, "anna", "ben")
        lengths = []
        for seed in range(3):
            board = await board_of([anna, ben], seed=seed, swap=seed == 2)
            await board.play_out()
            lengths.append(board.referee.ply)

        told = (await rest.nobody.get("/statistics?setup=9x9", expect=200)).json

        assert told["games"] == 3
        assert told["average_plies"] == pytest.approx(sum(lengths) / 3, abs=0.005)
        assert told["without_swap"]["games"] == 2 and told["swap_declined"]["games"] == 1
        assert sum(seat["wins"] for seat in told["seats"]) == 3
        black = told["first_player"]
        assert black["low"] <= black["rate"] == round(black["wins"] / 3, 4) <= black["high"]
        assert told["seats"][0]["wins"] == black["wins"]


async def test_recomputing_changes_nothing(server, tmp_path):
    paths = ["/players/anna/ratings", "/players/dora/ratings", "/players/anna/against/ben",
             "/standings?setup=9x9&provisional=true", "/statistics?setup=9x9",
             f"/statistics?setup={FOUR}"]
    async with Rest(server) as rest:
        players = await accounts(rest, "anna", "ben", "carl", "dora")
        for seed in range(3):
            await (await board_of([players[seed], players[3]], seed=seed)).play_out()
            await given_up([players[0], players[1]])
        board = await board_of(players, FOUR)
        for _ in players:
            await board.play()
        for seat in ("red", "black", "white"):
            await board.play()
            await board.leave(seat)
        before = [(await rest.nobody.get(path, expect=200)).body for path in paths]

        server.terminate()
        assert server.wait() == 0
        ran = tanbod("admin", "recompute-ratings", "--database", server.database, cwd=tmp_path)
        server.start()

        assert ran.returncode == 0, ran.stderr
        assert "7 finished games" in ran.stdout
        assert [(await rest.nobody.get(path, expect=200)).body for path in paths] == before


@pytest.mark.parametrize("path, status, code", [
    ("/players/nobody/ratings", 404, "no-such-player"),
    ("/players/nobody/against/anna", 404, "no-such-player"),
    ("/players/anna/against/nobody", 404, "no-such-player"),
    ("/players/anna/ratings?family=8x8", 400, "bad-parameter"),
    ("/players/anna/ratings?limit=0", 400, "bad-parameter"),
    ("/players/anna/ratings?limit=201", 400, "bad-parameter"),
    ("/players/anna/ratings?cursor=x", 400, "bad-cursor"),
    ("/players/anna/against/anna?cursor=x", 400, "bad-cursor"),
    ("/standings?setup=8x8", 400, "bad-parameter"),
    ("/standings?provisional=perhaps", 400, "bad-parameter"),
    ("/standings?cursor=x", 400, "bad-cursor"),
    ("/statistics?setup=8x8", 400, "bad-parameter"),
])
async def test_what_is_refused(server, path, status, code):
    async with Rest(server) as rest:
        await rest.account("anna")

        await rest.nobody.get(path, expect=status, code=code)
        await rest.nobody.get("/players/anna/ratings?limit=200", expect=200)
