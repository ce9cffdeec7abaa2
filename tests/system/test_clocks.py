"""Clocks: flags that fall at their instant, time given back after a crash, reminders, figures."""

import asyncio
import datetime
import time

from support.game import Board, spectating
from support.live import Live
from support.patience import PATIENCE_S
from support.rest import Rest, start_game

DAY_S = 86400
# A clock is set once more, so many times longer, if a slow machine let its flag fall too early.
LONGER = (1, 4, 16)
STALL_MIN = datetime.timedelta(seconds=0.5)  # that is given back


async def board_of(rest, clock, seats=2, setup="9x9", **terms):
    game, players = await start_game(rest, seats, setup=setup, clock=clock, **terms)
    return Board(game, players, seed=5)


async def clock_of(rest, game):
    """The explained clock; its lines must add up."""
    clock = (await rest.nobody.get(f"/games/{game}/clock", expect=200)).json
    for seat in clock["seats"].values():
        assert sum(term["amount_ms"] for term in seat["terms"]) == seat["remaining_ms"]
    return clock


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def without_credits(events):
    """All but the time that was given back: a busy machine may not have let the server run."""
    return [event for event in events if event["type"] != "credit"]


async def until_finished(rest, game):
    deadline = time.monotonic() + PATIENCE_S
    while (await rest.nobody.game(game))["status"] != "finished":
        assert time.monotonic() < deadline, "the flag did not fall"
        await asyncio.sleep(0.05)


async def is_played_in_time(rest, board):
    """Plays a move; whether it came before the flag, which a busy machine may let fall first."""
    try:
        await board.play()
    except AssertionError:
        if (await rest.nobody.game(board.id))["status"] == "finished":
            return False
        raise
    return True


async def test_a_flag_falls_within_a_second_and_is_pushed(server):
    async with Rest(server) as rest:
        for seconds in (2 * longer for longer in LONGER):
            board = await board_of(rest, {"kind": "per-move", "per_move_s": seconds})
            async with spectating(server, board.id) as spectator:
                if not await is_played_in_time(rest, board):
                    continue

                await spectator.live.until(lambda: spectator.catch_up() and spectator.view.places)
            break
        else:
            raise AssertionError("no move came before its flag")

        events = await rest.nobody.events(board.id)
        move, leave, end = without_credits(events)[3:]
        assert (move["type"], leave["type"], end["type"]) == ("move", "leave", "end")
        given = sum((instant(event["data"]["until"]) - instant(event["data"]["from"])
                     for event in events[move["seq"]:] if event["type"] == "credit"),
                    datetime.timedelta())
        ran = instant(leave["at"]) - instant(move["at"]) - given
        assert datetime.timedelta(seconds=seconds) <= ran < datetime.timedelta(seconds=seconds + 1)
        assert leave["data"]["reason"] == "time"
        assert leave["data"]["seat"] == "white"
        assert (await rest.nobody.game(board.id))["winner"] == "black"


async def test_a_move_after_the_flag_is_late_whoever_notices_first(server):
    async with Rest(server) as rest:
        board = await board_of(rest, {"kind": "total", "total_s": 1})
        player = board.players["black"]
        point = board.referee.legal("black")[0]
        await until_finished(rest, board.id)

        await player.move(board.id, point, 0, expect=409, code="game-over")


async def test_the_clock_tells_how_it_came_about(server):
    async with Rest(server) as rest:
        settings = {"kind": "fischer", "initial_s": 3 * DAY_S, "increment_s": DAY_S,
                    "max_s": 7 * DAY_S}
        board = await board_of(rest, settings)
        await board.play()

        clock = await clock_of(rest, board.id)

        assert clock["running"] == "white" and not clock["paused"]
        assert clock["settings"] == {**settings, "weekends_off": False, "sleep_off": False,
                                     "vacations": False}
        black, white = clock["seats"]["black"], clock["seats"]["white"]
        assert [term["kind"] for term in black["terms"]] in (
            ["initial", "turn", "increment"], ["initial", "increment"])
        assert abs(black["remaining_ms"] - 4 * DAY_S * 1000) < 60_000
        assert white["flag_at"] == clock["deadline"] and black["flag_at"] is None
        untimed, _ = await start_game(rest, setup="9x9")
        assert (await clock_of(rest, untimed["id"]))["seats"] == {}


async def test_lists_show_the_terms(server):
    async with Rest(server) as rest:
        clock = {"kind": "per-move", "per_move_s": DAY_S, "weekends_off": True}
        board = await board_of(rest, clock, assistance="some")

        whole = await rest.nobody.game(board.id)
        listed = (await rest.nobody.get("/games", expect=200)).json["games"][0]

        for key in ("clock", "rated", "swap", "leaver_policy", "assistance", "creator"):
            assert listed[key] == whole[key]
        assert listed["clock"]["weekends_off"]


async def test_after_a_crash_the_time_is_given_back(server):
    async with Rest(server) as rest:
        board = await board_of(rest, {"kind": "per-move", "per_move_s": 6})
        await board.play()
        await asyncio.sleep(2.5)  # a heartbeat comes every two seconds
        asked = time.monotonic()
        before = await clock_of(rest, board.id)

        server.kill()
        killed = time.monotonic()
        await asyncio.sleep(6)
        started = time.monotonic()
        server.start()

        clock = await clock_of(rest, board.id)
        ran_ms = 1000 * (killed - asked + time.monotonic() - started)
        left = clock["seats"]["white"]["remaining_ms"]
        assert left > before["seats"]["white"]["remaining_ms"] - ran_ms - 500
        assert left <= 6000
        terms = {term["kind"] for term in clock["seats"]["white"]["terms"]}
        assert "downtime" in terms
        await board.play()
        events = await rest.nobody.events(board.id)
        assert "credit" in [event["type"] for event in events]
        assert [event["type"] for event in without_credits(events)[4:]] == ["move"]


def stop_and_start(server):
    """Ends the server and starts it; from when until when."""
    begin = datetime.datetime.now(datetime.timezone.utc)
    server.terminate()
    server.wait()
    server.start()
    return begin, datetime.datetime.now(datetime.timezone.utc)


async def test_without_a_crash_nothing_is_given_back_but_the_stop(server):
    async with Rest(server) as rest:
        board = await board_of(rest, {"kind": "total", "total_s": DAY_S})
        stops = [stop_and_start(server) for _ in range(2)]

        untouched = await rest.nobody.events(board.id)
        await board.play()
        events = await rest.nobody.events(board.id)

        assert [event["type"] for event in untouched] == ["open", "join", "start"]
        credits = [[instant(event["data"][end]) for end in ("from", "until")] for event in events
                   if event["type"] == "credit"]
        of_stops = [given for given in credits if any(a < given[1] < b for a, b in stops)]
        assert len(of_stops) == len(stops)
        # Besides, a busy machine may not have let it run for a while.
        assert all(until - since > STALL_MIN for since, until in credits
                   if [since, until] not in of_stops)
        clock = await clock_of(rest, board.id)
        given = sum(term["amount_ms"] for term in clock["seats"]["black"]["terms"]
                    if term["kind"] == "downtime")
        assert 0 < given < 20_000


async def test_who_is_not_looking_is_reminded_and_who_looks_is_spared(server):
    async with Rest(server) as rest:
        for seconds in (5 * longer for longer in LONGER):
            board = await board_of(rest, {"kind": "per-move", "per_move_s": seconds})
            black, white = board.players["black"], board.players["white"]
            async with Live(server, black.token) as absent, Live(server, white.token) as looking:
                await absent.do("subscribe", topic="me")
                await looking.do("subscribe", topic="me")
                await looking.do("subscribe", topic=f"game:{board.id}")

                warning = await absent.until(lambda: absent.pushed("me", "deadline-warning"))
                if not await is_played_in_time(rest, board):
                    continue
                await until_finished(rest, board.id)

                assert warning[0]["data"]["seat"] == "black"
                assert not looking.pushed("me", "deadline-warning")
            break
        else:
            raise AssertionError("no move came before its flag")
