"""Exactly once: rivals for one ply, repetitions, Idempotency-Keys."""

import asyncio

import pytest

from support.game import Board, replay
from support.live import Live
from support.rest import Player, Rest, insist, start_game

RACES = 100


async def test_two_clients_of_one_player_race_for_a_ply(server):
    """Two windows of the same player send different points: one wins, the other is told so."""
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=1)
        for _ in range(RACES):
            ply, seat = board.referee.ply, board.referee.to_move
            one, other = board.random.sample(board.referee.legal(seat), 2)
            bodies = [{"point": one, "ply": ply}, {"point": other, "ply": ply}]
            answers = await asyncio.gather(*(
                board.players[seat].post(f"/games/{board.id}/moves", body) for body in bodies))
            won, lost = sorted(answers, key=lambda answer: answer.status)

            assert (won.status, lost.status) == (201, 409)
            assert lost.code == "stale-ply" and lost.json["ply"] == ply + 1
            assert lost.json["seq"] == won.json["seq"]
            assert won.json["data"] == board.referee.play(won.json["data"]["point"])
        replay(await rest.nobody.events(board.id))


async def test_both_players_race_for_a_ply(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=2)
        for _ in range(RACES):
            ply = board.referee.ply
            on_turn = board.referee.to_move
            off_turn = "white" if on_turn == "black" else "black"
            points = {seat: board.random.choice(board.referee.legal(seat))
                      for seat in (on_turn, off_turn)}
            won, lost = await asyncio.gather(*(
                board.players[seat].post(f"/games/{board.id}/moves",
                                         {"point": points[seat], "ply": ply})
                for seat in (on_turn, off_turn)))

            assert won.status == 201 and lost.status == 409
            assert lost.code in ("stale-ply", "not-your-turn")
            board.referee.play(points[on_turn])
        replay(await rest.nobody.events(board.id))


async def test_the_same_move_from_many_connections_is_one_stone(server):
    async with Rest(server) as rest, Live(server) as live:
        board = Board(*await start_game(rest, setup="9x9"), seed=3)
        await live.do("subscribe", topic=f"game:{board.id}", after=0)
        for _ in range(20):
            player = board.players[board.referee.to_move]
            point = board.random.choice(board.referee.legal(board.referee.to_move))
            body = {"point": point, "ply": board.referee.ply}
            answers = await asyncio.gather(*(
                player.post(f"/games/{board.id}/moves", body, expect=201) for _ in range(8)))

            assert len({answer.body for answer in answers}) == 1
            board.referee.play(point)
        log = await rest.nobody.events(board.id)
        replay(log)
        await live.until(lambda: len(live.pushed()) >= len(log))
        assert live.pushed() == log


async def test_an_old_move_gets_its_old_answer_however_late(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=4)
        first = await board.play("C2")
        for _ in range(5):
            await board.play()
        await board.leave(board.referee.to_move)

        again = await board.players["black"].move(board.id, "c2", 0)

        assert again == first
        await board.players["black"].move(board.id, "B3", 0, expect=409)


async def test_a_foreign_repetition_is_not_answered_with_the_move(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=4)
        first = await board.play()
        stranger = await rest.guest()
        point = first["data"]["point"]

        await stranger.move(board.id, point, 0, expect=403, code="not-a-player")
        await board.players["white"].move(board.id, point, 0, expect=409, code="stale-ply")


KEYED = ["/accounts", "/guests", "/tokens", "/games", "join", "start", "leave"]


async def prepared(rest, what):
    """Somebody, and a request that succeeds once."""
    anna = await rest.account("anna")
    nobody = rest.nobody
    if what.startswith("/"):
        body = {"/accounts": {"handle": "new-one", "password": "long enough"}, "/guests": {},
                "/tokens": {"handle": "anna", "password": "correct horse battery"},
                "/games": {"setup": "9x9"}}[what]
        return (anna if what == "/games" else nobody), what, body
    game = await anna.open_game(setup="19x19-4p")
    ben = await rest.guest()
    if what == "join":
        return ben, f"/games/{game['id']}/join", {"seat": "red"}
    await ben.join(game["id"])
    return anna, f"/games/{game['id']}/{what}", {}


@pytest.mark.parametrize("what", KEYED)
async def test_a_key_makes_a_repetition_harmless(server, what):
    async with Rest(server) as rest:
        player, path, body = await prepared(rest, what)
        headers = {"Idempotency-Key": "8a1f6f0e-3c56-4a57-9f0e-2f0f6f1c9d11"}
        if what == "/guests":  # by what a repetition shows that it comes from the same client
            earlier = await player.post(path, {}, headers={"Idempotency-Key": "x"}, expect=201)
            headers["Cookie"] = earlier.headers["set-cookie"].split(";")[0]

        async def ask():
            answer, _ = await insist(lambda: player.post(path, body, headers=headers))
            return answer

        answers = [*await asyncio.gather(*(ask() for _ in range(4))), await ask()]

        assert {answer.status for answer in answers} <= {200, 201}
        assert len({(answer.status, answer.body) for answer in answers}) == 1
        assert len({answer.headers.get("location") for answer in answers}) == 1


@pytest.mark.parametrize("what, other", [
    ("/accounts", {"handle": "another", "password": "long enough"}),
    ("/tokens", {"handle": "anna", "password": "correct horse battery", "label": "x"}),
    ("/games", {"setup": "13x13"}),
    ("join", {"seat": "green"}),
])
async def test_a_key_is_for_one_request(server, what, other):
    async with Rest(server) as rest:
        player, path, body = await prepared(rest, what)
        headers = {"Idempotency-Key": "once"}
        await player.post(path, body, headers=headers)

        await player.post(path, other, headers=headers, expect=422, code="idempotency-key-reused")


async def test_keys_of_different_players_have_nothing_to_do_with_each_other(server):
    async with Rest(server) as rest:
        headers = {"Idempotency-Key": "the-same"}
        answers = [await player.post("/games", {"setup": "9x9"}, headers=headers, expect=201)
                   for player in await rest.guests(2)]

        assert answers[0].json["id"] != answers[1].json["id"]


@pytest.mark.parametrize("key", ["", "x" * 300, "with blank", "\u00e4"])
async def test_a_key_has_to_be_one(server, key):
    async with Rest(server) as rest:
        player = await rest.guest()

        await player.post("/games", {"setup": "9x9"}, headers={"Idempotency-Key": key}, expect=400)

        assert (await rest.nobody.get("/games", expect=200)).json["games"] == []


async def test_two_join_the_last_seat(server):
    async with Rest(server) as rest:
        for _ in range(20):
            anna, ben, carl = await rest.guests(3)
            game = await anna.open_game(setup="9x9")
            answers = await asyncio.gather(*(
                player.post(f"/games/{game['id']}/join", {}) for player in (ben, carl)))

            statuses = sorted(answer.status for answer in answers)
            assert statuses == [200, 409]
            assert {answer.code for answer in answers if answer.status == 409} <= {
                "game-full", "seat-taken"}


async def test_a_revoked_token_is_refused_at_once_everywhere(server):
    async with Rest(server) as rest:
        for _ in range(20):
            player = await rest.guest()
            await asyncio.gather(*(player.get("/me", expect=200) for _ in range(4)))
            await player.request("DELETE", "/tokens/current", expect=204)

            for _ in range(4):
                await player.get("/me", expect=401, code="bad-token")


async def test_writes_are_seen_on_every_connection_at_once(server):
    """A client with an answer sees what it says, whichever thread serves the next connection."""
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=6)
        for _ in range(20):
            event = await board.play()
            others = [Rest(server) for _ in range(4)]
            for other in others:
                async with other:
                    game = await Player(other, None, None).game(board.id)
                    assert game["seq"] >= event["seq"]
            if board.is_over:
                break
