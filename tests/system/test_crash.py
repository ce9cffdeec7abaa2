"""kill -9 in the middle of play: nothing acknowledged is lost, nothing happens twice."""

import asyncio
import copy

import pytest

from support.crash import LOST, MOVES_BETWEEN, check_log, play_through_kills
from support.game import Board
from support.rest import Rest, start_game

KILLS = 20


async def test_nothing_is_lost_or_doubled_through_twenty_kills(server):
    async with Rest(server) as rest:
        figures = await play_through_kills(server, rest, KILLS)

    assert figures["moves"] >= MOVES_BETWEEN[0] * KILLS
    # Requests were under way when the server died, and subscribers had to come back.
    assert figures["repeated"] >= KILLS / 2
    assert figures["resumed"] >= KILLS


@pytest.fixture
def short_log(server):
    """A sound log, and its moves as they were acknowledged."""
    async def play():
        async with Rest(server) as rest:
            board = Board(*await start_game(rest, setup="9x9"), seed=3)
            acknowledged = [await board.play() for _ in range(6)]
            return acknowledged, await rest.nobody.events(board.id)
    return asyncio.run(play())


def test_the_check_passes_a_sound_log(short_log):
    check_log(*short_log)


def lose_the_last(log):
    del log[-1]


def lose_one_and_close_the_gap(log):
    del log[5]
    for seq, event in enumerate(log, 1):
        event["seq"] = seq


def lose_one(log):
    del log[5]


def repeat_one(log):
    log.insert(6, copy.deepcopy(log[5]))
    for seq, event in enumerate(log, 1):
        event["seq"] = seq


def repeat_one_with_its_seq(log):
    log.insert(6, copy.deepcopy(log[5]))


def change_the_time(log):
    log[5]["at"] = "2001-01-01T00:00:00.000Z"


@pytest.mark.parametrize("harm", [lose_the_last, lose_one_and_close_the_gap, lose_one, repeat_one,
                                  repeat_one_with_its_seq, change_the_time])
def test_the_check_finds(short_log, harm):
    acknowledged, log = short_log
    harm(log)

    with pytest.raises(AssertionError):
        check_log(acknowledged, log)


async def test_everything_repeated_after_a_crash_gets_its_first_answer(server):
    keys = [{"Idempotency-Key": f"key-{n}"} for n in range(6)]
    async with Rest(server) as rest:
        async def ask_all():
            guest = await rest.nobody.post("/guests", {}, headers=keys[0], expect=201)
            keys[0]["Cookie"] = guest.headers["set-cookie"].split(";")[0]
            account = await rest.nobody.post(
                "/accounts", {"handle": "anna", "password": "long enough"}, headers=keys[1],
                expect=201)
            token = await rest.nobody.post(
                "/tokens", {"handle": "anna", "password": "long enough"}, headers=keys[2],
                expect=201)
            black = type(rest.nobody)(rest, "anna", account.json["token"])
            white = type(rest.nobody)(rest, guest.json["handle"], guest.json["token"])
            game = await black.post("/games", {"setup": "9x9"}, headers=keys[3], expect=201)
            path = f"/games/{game.json['id']}"
            join = await white.post(f"{path}/join", {}, headers=keys[4], expect=200)
            move = await black.post(f"{path}/moves", {"point": "C2", "ply": 0}, expect=201)
            leave = await white.post(f"{path}/leave", {}, headers=keys[5], expect=201)
            return [answer.body for answer in (guest, account, token, game, join, move, leave)]

        before = await ask_all()
        await asyncio.to_thread(server.restart)
        after = await ask_all()

    assert after == before


async def test_a_move_without_an_answer_is_repeated_safely(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=5)
        for _ in range(5):
            player = board.players[board.referee.to_move]
            point = board.referee.legal(board.referee.to_move)[0]
            under_way = asyncio.create_task(player.move(board.id, point, board.referee.ply))
            await asyncio.sleep(0.001)
            server.kill()
            try:
                first = await under_way
            except LOST:
                first = None
            await asyncio.to_thread(server.start)

            event = await board.play(point)

            assert first in (None, event)
        assert len(await rest.nobody.events(board.id)) == 3 + 5
