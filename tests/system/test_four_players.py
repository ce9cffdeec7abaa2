"""Four players: starting with seats left, leaving at every kind of moment, places for all."""

import pytest

from support.game import Board, Spectator, replay
from support.live import Live
from support.rest import Rest, start_game

FOUR = {"setup": "19x19-4p"}
# Three players on a short board, on which white's second stone puts out black and red together.
SEATS = ["black", "white", "red", "green"]


def states(game):
    return {seat["seat"]: seat["state"] for seat in game["seats"]}


async def board_of(rest, seed=1, **request):
    game, players = await start_game(rest, 4, **(request or FOUR))
    return Board(game, players, seed)


async def test_resigning_off_turn_keeps_the_turn(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        await board.play()

        event = await board.leave("green")

        assert event["data"]["to_move"] == "white"
        assert {root["seat"] for root in event["data"]["removed"]} == {"green"}
        game = await rest.nobody.game(board.id)
        assert states(game) == {"black": "in", "white": "in", "red": "in", "green": "left"}
        assert game["stones"]["green"] == [] and game["roots"]["green"] == 0


async def test_leaving_on_turn_passes_it_on(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        await board.play()

        event = await board.leave("white")

        assert event["data"]["to_move"] == "red"
        await board.play()
        await board.play()
        assert board.referee.to_move == "black"


async def test_the_last_one_left_wins_and_everybody_has_a_place(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        for _ in range(5):
            await board.play()
        for seat in ("red", "black", "white"):
            await board.leave(seat)

        game = await rest.nobody.game(board.id)

        assert (game["status"], game["winner"], game["to_move"]) == ("finished", "green", None)
        assert game["places"] == {"green": 1, "white": 2, "black": 3, "red": 4}
        assert game["reason"] == "last-remaining"
        log = await rest.nobody.events(board.id)
        assert [event["type"] for event in log[-2:]] == ["leave", "end"]
        await board.players["green"].leave(board.id, expect=409, code="game-over")


async def test_a_game_to_the_last_stone_puts_out_by_moves(server):
    """Games of four on a small board end quickly: every way of going out occurs."""
    shared = by_move = 0
    async with Rest(server) as rest:
        for seed in range(8):
            board = await board_of(rest, seed, board=[5, 5], stones={
                "black": ["A1"], "white": ["E1"], "red": ["E5"], "green": ["A5"]})
            eliminated = []
            while not board.is_over:
                event = await board.play()
                eliminated.append(event["data"]["eliminated"])
                by_move += len(event["data"]["eliminated"])
            game = await rest.nobody.game(board.id)
            assert game["places"] == board.referee.places
            assert game["reason"] == "last-standing"
            assert sorted(game["places"]) == sorted(SEATS)
            assert states(game)[game["winner"]] == "in"
            assert sum(state == "out" for state in states(game).values()) == 3
            shared += any(len(seats) > 1 for seats in eliminated)
            replay(await rest.nobody.events(board.id))
    assert by_move == 8 * 3


async def test_everybody_at_the_table_is_told_who_is_out(server):
    async with Rest(server) as rest:
        board = await board_of(rest, 2, board=[5, 5], stones={
            "black": ["A1"], "white": ["E1"], "red": ["E5"], "green": ["A5"]})
        while len(board.referee.seats_in()) == 4:
            await board.play()
        assert not board.is_over
        out = sorted(seat for seat in SEATS if seat not in board.referee.seats_in())

        for player in board.players.values():
            told = (await player.get("/me/notifications", expect=200)).json["notifications"]
            assert sorted(one["data"]["seat"] for one in told
                          if one["type"] == "eliminated") == out


async def test_one_who_is_out_can_do_nothing_more(server):
    async with Rest(server) as rest:
        board = await board_of(rest, 2, board=[5, 5], stones={
            "black": ["A1"], "white": ["E1"], "red": ["E5"], "green": ["A5"]})
        while len(board.referee.seats_in()) == 4:
            await board.play()
        out = next(seat for seat in SEATS if seat not in board.referee.seats_in())
        player = board.players[out]

        if not board.is_over:
            ply = board.referee.ply
            await player.move(board.id, "A1", ply, expect=409)
            await player.leave(board.id, expect=409)
            assert (await rest.nobody.game(board.id))["ply"] == ply


async def test_the_creator_starts_with_seats_left(server):
    async with Rest(server) as rest, Live(server) as live:
        anna, ben, carl = await rest.guests(3)
        game = await anna.open_game(**FOUR)
        path = f"/games/{game['id']}"
        await ben.join(game["id"], seat="red")
        spectator = Spectator(live, game["id"])
        await spectator.subscribe(after=0)
        await ben.post(f"{path}/start", {}, expect=403, code="not-the-creator")

        started = (await anna.post(f"{path}/start", {}, expect=200)).json

        assert started["status"] == "active" and started["to_move"] == "black"
        assert states(started) == {"black": "in", "white": "left", "red": "in", "green": "left"}
        assert started["stones"]["white"] == started["stones"]["green"] == []
        log = await rest.nobody.events(game["id"])
        assert log[-1]["data"]["absent"] == ["white", "green"]
        told = replay(log)
        view = await spectator.until(started["seq"])
        assert view.states == told
        await carl.post(f"{path}/join", {}, expect=409, code="game-already-started")
        await anna.post(f"{path}/start", {}, expect=409, code="game-already-started")
        await anna.leave(game["id"])
        final = await rest.nobody.game(game["id"])
        assert (final["winner"], final["places"]) == ("red", {"red": 1, "black": 2})


async def test_one_player_cannot_start_alone(server):
    async with Rest(server) as rest:
        anna = await rest.guest()
        game = await anna.open_game(**FOUR)

        await anna.post(f"/games/{game['id']}/start", {}, expect=409, code="too-few-players")


async def test_leaving_before_the_start_frees_the_seat(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = await anna.open_game(**FOUR)
        await ben.join(game["id"], seat="white")

        event = await ben.leave(game["id"])

        assert event["data"]["reason"] == "withdrawn" and event["data"]["removed"] == []
        now = await rest.nobody.game(game["id"])
        assert now["status"] == "open" and states(now)["white"] == "open"
        assert now["seats"][1]["handle"] is None
        joined = await carl.join(game["id"], seat="white")
        assert joined["seats"][1] == {"seat": "white", "handle": carl.handle, "state": "in"}
        await ben.leave(game["id"], expect=403, code="not-a-player")


async def test_a_game_that_everybody_has_left_is_over(server):
    async with Rest(server) as rest:
        anna = await rest.guest()
        game = await anna.open_game(setup="9x9")

        await anna.leave(game["id"])

        final = await rest.nobody.game(game["id"])
        assert (final["status"], final["winner"]) == ("finished", None)
        assert final["reason"] == "withdrawn"
        ben = await rest.guest()
        await ben.post(f"/games/{game['id']}/join", {}, expect=409, code="game-over")


@pytest.mark.parametrize("ply", [0, 1, 7])
async def test_resigning_at_any_ply_ends_a_game_of_two(server, ply):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        board = Board(game, players, ply)
        for _ in range(ply):
            await board.play()

        await board.leave("black")

        final = await rest.nobody.game(board.id)
        assert (final["winner"], final["places"]) == ("white", {"white": 1, "black": 2})
