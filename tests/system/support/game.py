"""Games played at random, with the naive referee beside the server."""

import asyncio
import contextlib
import json
import random

from support.live import Live
from support.naive_tanbo import NaiveTanbo
from support.patience import PATIENCE_S
from support.rest import CONTRACT
from support.view import View


# The part of all moves that is looked at before it is played.
PREVIEWED = 0.2
# Parts of events that are told besides the game itself.
NOT_OF_THE_RULES = ("reason", "absent", "clock", "calendars")


def referee_of(game):
    """The naive referee of a game that has just been opened or started, from its JSON."""
    stones = {seat["seat"]: game["stones"][seat["seat"]] for seat in game["seats"]}
    return NaiveTanbo(game["board"], stones, game["to_move"] or "black")


def state_of(referee, has_started, is_over):
    """The referee's knowledge, in the form of View.state."""
    stones = {seat: sorted(points) for seat, points in referee.stones_by_seat().items()}
    return {"stones": stones, "roots": referee.roots_by_seat(),
            "to_move": referee.to_move if has_started else None,
            "winner": referee.winner(), "places": referee.places if is_over else None}


def replay(events):
    """Plays a whole log with the naive referee; yields the state after each event by seq.

    Fails if the log has a gap, or an event says something else than the rules.
    """
    states = {}
    referee = None
    has_started = False
    for number, event in enumerate(events, 1):
        assert event["seq"] == number, f"seq {event['seq']} in place {number}"
        data = event["data"]
        told = {key: value for key, value in data.items() if key not in NOT_OF_THE_RULES}
        kind = event["type"]
        if kind == "open":
            referee = NaiveTanbo(data["board"], data["stones"], data["to_move"])
        elif kind == "start":
            has_started = True
            assert referee.leave(*data["absent"]) == told
        elif kind == "move":
            assert referee.play(data["point"]) == told
        elif kind == "leave" and data["reason"] != "withdrawn":
            assert {"seat": data["seat"], **referee.leave(data["seat"])} == told
        elif kind == "end":
            assert (data["winner"], data["places"]) == (referee.winner(), referee.places)
        states[number] = state_of(referee, has_started, kind == "end")
    return states


class Board:
    """A started game, as those who play it see it."""

    def __init__(self, game, players, seed):
        self.id = game["id"]
        self.seats = [seat["seat"] for seat in game["seats"]]
        self.players = dict(zip(self.seats, players))
        self.referee = referee_of(game)
        self.random = random.Random(seed)

    @property
    def is_over(self):
        return self.referee.to_move is None

    async def play(self, point=None):
        """One stone over REST, a random one unless told; what the server says must be right."""
        seat = self.referee.to_move
        point = point or self.random.choice(self.referee.legal(seat))
        preview = await self._preview(point) if self.random.random() < PREVIEWED else None
        event = await self.players[seat].move(self.id, point, self.referee.ply)
        told = {key: value for key, value in event["data"].items() if key != "clock"}
        assert told == self.referee.play(point)
        assert preview in (None, told)
        return event

    async def play_out(self):
        """Plays at random to the end."""
        while not self.is_over:
            await self.play()

    async def _preview(self, point):
        player = self.players[self.seats[0]]
        path = f"/games/{self.id}/preview"
        return (await player.post(path, {"point": point}, expect=200)).json

    async def leave(self, seat):
        """A seat leaves over REST."""
        event = await self.players[seat].leave(self.id)
        told = {key: value for key, value in event["data"].items()
                if key not in ("reason", "clock")}
        assert told == {"seat": seat, **self.referee.leave(seat)}
        return event

    async def check_legal_moves(self):
        """The server's legal points are those of the rules."""
        player = self.players[self.seats[0]]
        told = (await player.get(f"/games/{self.id}/legal-moves", expect=200)).json
        assert told["to_move"] == self.referee.to_move
        assert told["points"] == self.referee.legal(self.referee.to_move)
        assert told["seats"] == {
            seat: self.referee.legal(seat) for seat in self.referee.seats_in()}


class Spectator:
    """Follows a game over the live socket, keeping a view of it."""

    def __init__(self, live, game, known=None):
        self.live = live
        self.topic = f"game:{game}"
        self.view = View(known)
        self._taken = 0

    async def subscribe(self, **fields):
        """Begins to follow, from `after` if given, else from a snapshot."""
        number = await self.live.send("subscribe", topic=self.topic, **fields)
        first = await self.live.until(lambda: next(
            (m for m in self.live.messages
             if m.get("re") == number or m.get("topic") == self.topic), None))
        assert first.get("ok"), f"the answer comes first: {first}"
        return first

    def catch_up(self):
        """Folds in what has been pushed."""
        pushed = self.live.pushed(self.topic)
        for message in pushed[self._taken:]:
            self.view.take(message)
        self._taken = len(pushed)
        return self.view.seq

    async def until(self, seq):
        """Waits until the view has come to a seq."""
        await self.live.until(lambda: self.catch_up() >= seq)
        return self.view


@contextlib.asynccontextmanager
async def spectating(server, game, known=None, **fields):
    """A spectator without an account."""
    async with Live(server) as live:
        spectator = Spectator(live, game, known)
        await spectator.subscribe(**fields)
        yield spectator


class EventSource:
    """Follows a game over server-sent events."""

    def __init__(self, rest, game, known=None):
        self.view = View(known)
        headers = {"Accept": "text/event-stream"}
        if known:
            headers["Last-Event-ID"] = str(known["seq"])
        url = f"{rest.server.url}/api/v1/games/{game}/events"
        self._request = rest.session.get(url, headers=headers, timeout=None)

    async def __aenter__(self):
        self._answer = await self._request.__aenter__()
        assert self._answer.status == 200
        assert self._answer.content_type == "text/event-stream"
        return self

    async def __aexit__(self, *_):
        self._answer.close()

    async def next(self):
        """The next event, folded into the view."""
        fields = {}
        while line := (await self._line()):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        if "data" not in fields:
            return None
        event = json.loads(fields["data"])
        CONTRACT.check_event(event)
        assert fields["id"] == str(event["seq"]) and fields["event"] == event["type"]
        self.view.take(event)
        return event

    async def _line(self):
        line = await asyncio.wait_for(self._answer.content.readline(), PATIENCE_S)
        return line.decode().rstrip("\n")

    async def until(self, seq):
        """Reads until the view has come to a seq."""
        while self.view.seq < seq:
            await self.next()
        return self.view
