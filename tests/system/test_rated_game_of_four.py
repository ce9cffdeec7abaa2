"""A rated game of four in which everybody goes in another way."""

import copy
import random

import pytest

from support import weng_lin
from support.game import EventSource, referee_of
from support.rest import Rest

SETUP = "19x19-4p"
# Long enough for a busy machine to play a move in, short enough to wait for.
CLOCK = {"kind": "per-move", "per_move_s": 8}
# With it white puts green out by a stone that lifts a black root too.
SEED = 38


def outcome(referee, point):
    """The effect of playing the point."""
    trial = copy.copy(referee)
    trial.stones, trial.places = dict(referee.stones), dict(referee.places)
    return trial.play(point)


def lifts_two_colours(event):
    return len({root["seat"] for root in event["removed"]}) > 1


def choose(referee, rng):
    """A random point, unless one puts a seat out: only together with a root of another colour."""
    legal = referee.legal(referee.to_move)
    if min(referee.roots_by_seat()[seat] for seat in referee.seats_in()) > 1:
        return rng.choice(legal)
    events = {point: outcome(referee, point) for point in legal}
    for point, event in events.items():
        if len(event["eliminated"]) == 1 and lifts_two_colours(event):
            return point
    return rng.choice([point for point, event in events.items() if not event["eliminated"]])


def without_clock(event):
    return {key: value for key, value in event["data"].items() if key != "clock"}


async def play_until_one_is_out(players, game):
    """Yields the referee and the event that put somebody out."""
    referee = referee_of(game)
    rng = random.Random(SEED)
    while len(referee.seats_in()) == 4:
        seat = referee.to_move
        event = await players[seat].move(game["id"], choose(referee, rng), referee.ply)
        assert without_clock(event) == referee.play(event["data"]["point"])
    return referee, event


async def test_one_is_put_out_one_resigns_and_one_runs_out_of_time(server):
    async with Rest(server) as rest:
        people = [await rest.account(handle) for handle in ("anna", "ben", "carl", "dora")]
        game = await people[0].open_game(setup=SETUP, rated=True, clock=CLOCK)
        for player in people[1:]:
            game = await player.join(game["id"])
        players = dict(zip(("black", "white", "red", "green"), people))

        referee, last = await play_until_one_is_out(players, game)
        resigned = await players["red"].leave(game["id"])
        referee.leave("red")
        late = referee.to_move
        server.restart()
        async with EventSource(rest, game["id"]) as source:
            await source.until(resigned["seq"] + 3)
        log = await rest.nobody.events(game["id"])

        assert last["data"]["eliminated"] == ["green"] and lifts_two_colours(last["data"])
        assert resigned["data"]["reason"] == "resigned"
        assert {root["seat"] for root in resigned["data"]["removed"]} == {"red"}
        credit, leave, end = log[-3:]
        assert credit["type"] == "credit"
        assert (leave["type"], leave["data"]["seat"]) == ("leave", late)
        assert leave["data"]["reason"] == "time"
        timed_out = {"seat": late, **referee.leave(late)}
        assert timed_out.items() <= leave["data"].items()
        assert end["data"]["places"] == referee.places
        assert sorted(referee.places.values()) == [1, 2, 3, 4]
        assert (referee.places["green"], referee.places["red"]) == (4, 3)
        await check_ratings(rest, players, referee.places, game["id"])


async def check_ratings(rest, players, places, game):
    seats = list(players)
    wanted = weng_lin.newcomers([places[seat] for seat in seats])
    for seat, (rating, deviation) in zip(seats, wanted):
        handle = players[seat].handle
        told = (await rest.nobody.get(f"/players/{handle}/ratings", expect=200)).json
        assert told["ratings"][0]["rating"] == pytest.approx(rating, abs=0.06)
        assert told["ratings"][0]["deviation"] == pytest.approx(deviation, abs=0.06)
        entry = told["history"][0]
        assert (entry["game"], entry["place"], entry["players"]) == (game, places[seat], 4)
