"""Proposals, swaps, pauses and substitutes over REST."""

from support.game import Board
from support.rest import Rest, start_game

DAY_S = 86400
FOUR = {"setup": "19x19-4p"}


async def board_of(rest, seats=2, **request):
    game, players = await start_game(rest, seats, **request)
    return Board(game, players, seed=3)


async def propose(player, game, kind, **options):
    body = {"kind": kind, **options.pop("body", {})}
    options.setdefault("expect", 201)
    return (await player.post(f"/games/{game}/proposals", body, **options)).json


async def answer(player, game, proposal, word, **options):
    options.setdefault("expect", 201)
    path = f"/games/{game}/proposals/{proposal}/{word}"
    return (await player.post(path, {}, **options)).json


async def test_an_undo_by_agreement_takes_the_stones_back_and_erases_nothing(server):
    async with Rest(server) as rest:
        board = await board_of(rest, setup="9x9")
        black, white = board.players["black"], board.players["white"]
        first = await board.play()
        await board.play()

        proposal = await propose(black, board.id, "undo")
        assert proposal["data"] == {"kind": "undo", "by": "black", "target": None, "to_ply": 0}
        assert [p["id"] for p in (await rest.nobody.game(board.id))["proposals"]] == [
            proposal["seq"]]
        await answer(black, board.id, proposal["seq"], "accept", expect=403,
                     code="not-yours-to-answer")
        event = await answer(white, board.id, proposal["seq"], "accept")

        assert event["type"] == "proposal-answer"
        events = await rest.nobody.events(board.id)
        assert [e["type"] for e in events[3:]] == ["move", "move", "proposal", "proposal-answer",
                                                   "undo"]
        game = await rest.nobody.game(board.id)
        assert (game["ply"], game["to_move"], game["proposals"]) == (0, "black", [])
        # A move decided before the undo is late now; without the guard it is not.
        body = {"point": first["data"]["point"], "ply": 0, "seq": proposal["seq"]}
        await black.post(f"/games/{board.id}/moves", body, expect=409, code="stale-ply")
        await black.post(f"/games/{board.id}/moves", {**body, "seq": game["seq"]}, expect=201)


async def test_a_proposal_lapses_with_the_next_move_and_can_be_declined(server):
    async with Rest(server) as rest:
        board = await board_of(rest, setup="9x9")
        black, white = board.players["black"], board.players["white"]
        await board.play()
        lapsed = await propose(white, board.id, "abort")
        await propose(white, board.id, "abort", expect=409, code="proposal-open")
        await board.play()
        await answer(black, board.id, lapsed["seq"], "accept", expect=404, code="no-such-proposal")
        await answer(black, board.id, 0, "accept", expect=404, code="no-such-proposal")

        await propose(black, board.id, "abort", expect=409, code="too-late-to-abort")
        declined = await propose(black, board.id, "undo")
        await answer(white, board.id, declined["seq"], "decline")
        await answer(white, board.id, declined["seq"], "accept", expect=404,
                     code="no-such-proposal")
        assert (await rest.nobody.game(board.id))["ply"] == 2


async def test_a_seat_proposes_the_same_five_times_from_one_stone_to_the_next(server):
    async with Rest(server) as rest:
        board = await board_of(rest, setup="9x9")
        black = board.players["black"]
        for _ in range(5):
            made = await propose(black, board.id, "abort")
            await answer(black, board.id, made["seq"], "decline")
        await propose(black, board.id, "abort", expect=409, code="limit-reached")
        await board.play()
        await propose(black, board.id, "abort")


async def test_a_player_leaves_an_open_game_and_comes_back_five_times(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = (await anna.open_game(**FOUR))["id"]
        for _ in range(5):
            await ben.join(game)
            await ben.post(f"/games/{game}/leave", {}, expect=201)
        await ben.post(f"/games/{game}/join", {}, expect=409, code="limit-reached")
        await carl.join(game)


async def test_a_game_is_aborted_by_agreement_before_everybody_has_moved(server):
    async with Rest(server) as rest:
        board = await board_of(rest, setup="9x9")
        await board.play()
        proposal = await propose(board.players["black"], board.id, "abort")

        await answer(board.players["white"], board.id, proposal["seq"], "accept")

        game = await rest.nobody.game(board.id)
        assert (game["status"], game["reason"], game["winner"]) == ("finished", "aborted", None)
        listed = (await rest.nobody.get("/games?status=finished", expect=200)).json["games"][0]
        assert listed["reason"] == "aborted"
        await propose(board.players["black"], board.id, "undo", expect=409, code="game-over")


async def test_a_pause_stops_the_clock_until_somebody_resumes(server):
    async with Rest(server) as rest:
        clock = {"kind": "total", "total_s": DAY_S}
        board = await board_of(rest, setup="9x9", clock=clock)
        black, white = board.players["black"], board.players["white"]
        untimed = await board_of(rest, setup="9x9")
        await propose(untimed.players["black"], untimed.id, "pause", expect=409, code="no-clock")
        await black.post(f"/games/{board.id}/resume", {}, expect=409, code="not-paused")
        proposal = await propose(black, board.id, "pause")
        await answer(white, board.id, proposal["seq"], "accept")

        paused = (await rest.nobody.get(f"/games/{board.id}/clock", expect=200)).json
        assert paused["paused"] and paused["deadline"] is None
        await propose(white, board.id, "pause", expect=409, code="game-paused")
        event = (await white.post(f"/games/{board.id}/resume", {}, expect=201)).json

        assert (event["type"], event["data"]["reason"]) == ("resume", "asked")
        going = (await rest.nobody.get(f"/games/{board.id}/clock", expect=200)).json
        assert not going["paused"] and going["deadline"] is not None


async def test_the_second_player_may_swap_once_after_the_first_stone(server):
    async with Rest(server) as rest:
        board = await board_of(rest, setup="9x9", swap=True)
        black, white = board.players["black"], board.players["white"]
        path = f"/games/{board.id}/swap"
        await white.post(path, {}, expect=409, code="swap-too-early")
        await board.play()
        await black.post(path, {}, expect=409, code="not-your-turn")

        event = (await white.post(path, {}, expect=201)).json

        assert {seat["seat"]: seat["handle"] for seat in event["data"]["seats"]} == {
            "black": white.handle, "white": black.handle}
        board.players = {"black": white, "white": black}
        await board.play()
        await white.post(path, {}, expect=409, code="swap-too-late")
        plain = await board_of(rest, setup="9x9")
        await plain.play()
        await plain.players["white"].post(f"/games/{plain.id}/swap", {}, expect=409,
                                          code="swap-not-offered")


async def test_a_seat_on_offer_is_taken_over_with_its_stones(server):
    async with Rest(server) as rest:
        board = await board_of(rest, 4, leaver_policy="substitute", **FOUR)
        stranger = await rest.guest()
        path = f"/games/{board.id}/substitute"
        await stranger.post(path, {}, expect=409, code="seat-not-offered")
        await board.play()
        stones = (await rest.nobody.game(board.id))["stones"]

        left = await board.players["white"].leave(board.id)
        assert left["type"] == "offer"
        offered = await rest.nobody.game(board.id)
        assert [offer["seat"] for offer in offered["offers"]] == ["white"]
        assert offered["stones"] == stones
        listed = (await rest.nobody.get("/games?status=active", expect=200)).json["games"][0]
        assert [seat["state"] for seat in listed["seats"]] == ["in", "offered", "in", "in"]
        await board.players["red"].post(path, {}, expect=409, code="already-seated")
        await stranger.post(path, {"seat": "seat8"}, expect=422, code="no-such-seat")
        event = (await stranger.post(path, {"seat": "white"}, expect=201)).json

        assert (event["type"], event["data"]["handle"]) == ("substitute", stranger.handle)
        board.players["white"] = stranger
        await board.play()
        assert (await rest.nobody.game(board.id))["ply"] == 2


async def test_nobody_is_voted_out_who_has_not_been_waited_for(server):
    async with Rest(server) as rest:
        four = await board_of(rest, 4, **FOUR)
        two = await board_of(rest, setup="9x9")

        await propose(four.players["red"], four.id, "remove", expect=409, code="not-absent")
        await propose(four.players["red"], four.id, "remove", body={"target": "seat8"}, expect=422,
                      code="no-such-seat")
        await propose(two.players["white"], two.id, "remove", expect=409, code="too-few-to-vote")
        await propose(two.players["white"], two.id, "undo", body={"target": "black"}, expect=422,
                      code="invalid-field")
        stranger = await rest.guest()
        await propose(stranger, two.id, "undo", expect=403, code="not-a-player")


async def test_a_rated_game_is_not_for_guests(server):
    async with Rest(server) as rest:
        anna, ben, guest = await rest.account("anna"), await rest.account("ben"), await rest.guest()
        rated = {"setup": "9x9", "rated": True}

        await guest.post("/games", rated, expect=403, code="wrong-kind")
        await anna.post("/games", {**rated, "seats": ["me", guest.handle]}, expect=403,
                        code="wrong-kind")
        game = await anna.open_game(**rated)
        await guest.post(f"/games/{game['id']}/join", {}, expect=403, code="wrong-kind")
        assert (await ben.join(game["id"]))["status"] == "active"
