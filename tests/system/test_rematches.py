"""Rematches: the same again, with the colours exchanged."""

from support.challenges import accept, challenge, members, seating
from support.game import Board
from support.rest import Rest, start_game


async def finished(rest, players):
    """The id of a game that the second player of these has left."""
    made = await challenge(players[0], seats=["me", players[1].handle])
    game = (await accept(players[1], made["id"]))["game"]
    await players[1].leave(game)
    return game


async def test_a_rematch_exchanges_the_colours(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        game = await finished(rest, (anna, ben))
        await carl.post(f"/games/{game}/rematch", {}, expect=403, code="not-a-player")

        asked = (await ben.post(f"/games/{game}/rematch", {}, expect=201)).json
        again = (await ben.post(f"/games/{game}/rematch", {}, expect=201)).json
        both = (await anna.post(f"/games/{game}/rematch", {}, expect=201)).json

        assert asked["order"] == "alternate" and asked["rematch_of"] == game
        assert asked["state"] == "open" and again == asked
        assert both["id"] == asked["id"] and both["state"] == "accepted"
        assert seating(await anna.game(both["game"])) == ["ben", "anna"]
        await anna.post(f"/games/{game}/rematch", {}, expect=409, code="challenge-closed")


async def test_a_rematch_that_was_declined_is_asked_for_again(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = await finished(rest, (anna, ben))
        asked = (await ben.post(f"/games/{game}/rematch", {}, expect=201)).json
        await anna.post(f"/challenges/{asked['id']}/decline", {}, expect=200)

        again = (await anna.post(f"/games/{game}/rematch", {}, expect=201)).json
        both = (await ben.post(f"/games/{game}/rematch", {}, expect=201)).json

        assert again["id"] != asked["id"] and again["state"] == "open"
        assert both["id"] == again["id"] and both["state"] == "accepted"


async def test_a_rematch_needs_a_game_that_is_over_and_was_full(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        black = board.players["black"]
        await black.post(f"/games/{board.id}/rematch", {}, expect=409, code="game-not-over")
        await black.post("/games/999/rematch", {}, expect=404, code="no-such-game")
        game = await black.open_game(setup="19x19-4p")
        await board.players["white"].join(game["id"])
        await black.post(f"/games/{game['id']}/start", {}, expect=200)
        await board.players["white"].leave(game["id"])

        await black.post(f"/games/{game['id']}/rematch", {}, expect=409, code="too-few-players")


async def test_a_board_of_ones_own_is_played_again(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = await anna.open_game(board=[9, 9], stones={"black": ["A1"], "white": ["J9"]},
                                    to_move="white", seats=["me", "ben"])
        await ben.join(game["id"])
        await anna.leave(game["id"])
        asked = (await anna.post(f"/games/{game['id']}/rematch", {}, expect=201)).json

        done = await accept(ben, asked["id"])

        again = await anna.game(done["game"])
        assert again["stones"] == game["stones"] and again["to_move"] == "white"
        assert seating(again) == ["ben", "anna"]
