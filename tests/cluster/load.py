"""Games that are played, watched and looked at through several nodes, and the record of it all."""

import asyncio
import itertools
import random
import time
from typing import NamedTuple

import aiohttp

from history import BUSY, DOUBT, OK, REFUSED, Attempt, History, Join, Move, Open, Push, Read
from support.crash import LOST, Follower, Table
from support.game import NOT_OF_THE_RULES
from support.rest import Player, Rest

PATIENCE_S = 15  # longer than any node may take to answer
PAUSE_S = 0.05
SETTLED_S_MAX = 60
PLAYED_MIN = 60
# Codes of answers after which nothing of a request is stored, though it may be made again.
NOT_NOW = ("overloaded", "shutting-down", "rate-limited")


def outcome_of(answer):
    """The outcome that an answer tells."""
    if answer.status < 300:
        return OK
    if answer.code in NOT_NOW:
        return BUSY
    return REFUSED if answer.status < 500 else DOUBT


class Recorder:
    """Makes requests and writes down what comes of them."""

    def __init__(self):
        self.history = History(epoch=time.time() - time.monotonic())

    async def ask(self, client, node, command, request):
        """The attempt, with its answer or none."""
        begin, answer, outcome = time.monotonic(), None, DOUBT
        try:
            answer = await asyncio.wait_for(request, PATIENCE_S)
            outcome = outcome_of(answer)
        except aiohttp.ClientConnectorError:
            outcome = BUSY  # it was never sent
        except LOST:
            pass
        game, seq, events = shown(command, answer if outcome == OK else None)
        attempt = Attempt(client, node, command, begin, time.monotonic(), outcome, game, seq,
                          tuple(events), answer.status if answer else 0)
        self.history.attempts.append(attempt)
        if answer and answer.status == 503:
            assert int(answer.headers["retry-after"]) > 0, answer
        return attempt, answer


def shown(command, answer):
    """The game that a request is about, and the last seq and the events that its answer shows."""
    game = getattr(command, "game", None)
    if answer is None:
        return game, None, ()
    if isinstance(command, Move):
        return game, answer.json["seq"], (answer.json,)
    if isinstance(command, Read):
        return game, answer.json["seq"], answer.json["events"]
    return answer.json["id"], answer.json["seq"], ()


class Close(NamedTuple):
    """A node's end of a subscriber's socket."""

    node: str
    begin: float  # of the subscription
    end: float
    code: int | None


class GaveUp(Exception):
    """A game that does not go on as its players saw it."""


class RecordedTable(Table):
    """A table that writes down what it asks, and asks another node if one does not answer."""

    def __init__(self, load, name, players, seed):
        super().__init__(load.rests[0], players, seed, **load.terms)
        self.load = load
        self.name = name
        self.given_up = []

    async def run(self):
        while not self.is_over:
            try:
                await self._one_game()
            except (GaveUp, AssertionError, ValueError) as why:
                self.given_up.append(why)

    async def insist(self, player, path, body, key=None):
        command = self._command(player, path, body, key)
        headers = {"Idempotency-Key": key} if key else {}
        for number in itertools.count(self.load.tables.index(self)):
            rest = self.load.rests[number % len(self.load.rests)]
            asked = Player(rest, player.handle, player.token).post(path, body, headers=headers)
            attempt, answer = await self.load.recorder.ask(self.name, rest.server.name, command,
                                                           asked)
            if attempt.outcome == OK:
                return self._taken(command, answer.json)
            if attempt.outcome == REFUSED:
                raise GaveUp(answer)
            self.repeated += 1
            await asyncio.sleep(PAUSE_S)

    def _command(self, player, path, body, key):
        if path == "/games":
            return Open(player.handle, key)
        game = int(path.split("/")[2])
        if path.endswith("/join"):
            return Join(game, player.handle)
        return Move(game, "black" if player is self.players[0] else "white", body["point"],
                    body["ply"])

    @staticmethod
    def _taken(command, answer):
        if not isinstance(command, Move):
            return answer
        data = {key: value for key, value in answer["data"].items() if key not in NOT_OF_THE_RULES}
        return {**answer, "data": data}


class RecordedFollower(Follower):
    """A subscriber that writes down what it gets, at first through the node after the table's."""

    def __init__(self, load, number, table):
        super().__init__(None, table)
        self.load = load
        self.number = number
        self.name = f"follower{number}"
        self.refused = []
        self.closes = []

    @property
    def server(self):
        """The node that is asked this time."""
        tries = len(self.refused) + self.returns
        return self.load.nodes[(self.number + 1 + tries) % len(self.load.nodes)]

    @server.setter
    def server(self, _):
        pass

    async def run(self):
        while not self.is_over:
            try:
                await super().run()
            except AssertionError as why:
                self.refused.append(why)
                await asyncio.sleep(PAUSE_S)

    async def _follow(self, live):
        node, begin = self.server, time.monotonic()
        await super()._follow(live)
        if live.is_closed:
            self.closes.append(Close(node.name, begin, time.monotonic(), live.close_code))

    def _keep(self, event, at):
        game = int(event["topic"].removeprefix("game:"))
        self.load.recorder.history.pushed.setdefault((self.name, game), []).append(
            Push(at, event))
        self.seen[game].append(event)


class Load:
    """Several tables with a subscriber and a reader each. Use with `async with`.

    `terms` is what their games are opened with.
    """

    def __init__(self, nodes, tables=4, seed=1, **terms):
        self.nodes = nodes
        self.rests = [Rest(node) for node in nodes]
        self.count = tables
        self.terms = terms
        self.seed = seed
        self.recorder = Recorder()
        self.tables = []
        self.followers = []
        self.players_tasks = []
        self.others = []
        self.is_over = False

    async def __aenter__(self):
        for rest in self.rests:
            await rest.__aenter__()
        for number in range(self.count):
            players = await self.rests[number % len(self.rests)].guests(2)
            table = RecordedTable(self, f"table{number}", players, f"{self.seed}-{number}")
            table.up.set()
            self.tables.append(table)
            self.followers.append(RecordedFollower(self, number, table))
        self.players_tasks = [asyncio.create_task(table.run()) for table in self.tables]
        self.others = [asyncio.create_task(follower.run()) for follower in self.followers]
        self.others += [asyncio.create_task(self._read(number)) for number in range(self.count)]
        return self

    async def __aexit__(self, *_):
        self.is_over = True
        for one in (*self.tables, *self.followers):
            one.is_over = True
        tasks = [task for task in (*self.players_tasks, *self.others) if not task.done()]
        while tasks:
            for task in tasks:
                task.cancel()
            _, tasks = await asyncio.wait(tasks, timeout=1)
        for rest in self.rests:
            await rest.__aexit__()

    async def finish(self, restart=True):
        """Ends the play, and yields the history of it.

        The logs are read through nodes that have just been started, unless told otherwise: so they
        are what the database has.
        """
        await self._until_played()
        for table in self.tables:
            table.is_over = True
        await asyncio.wait_for(asyncio.gather(*self.players_tasks), SETTLED_S_MAX)
        self.is_over = True
        if restart:
            for node in self.nodes:
                await asyncio.to_thread(node.begin_again)
        history = self.recorder.history
        history.logs = await self._logs()
        await self._until_followed(history.logs)
        for follower in self.followers:
            follower.is_over = True
            for game in follower.table.acknowledged:
                history.pushed.setdefault((follower.name, game), [])
        await asyncio.wait_for(asyncio.gather(*self.others), SETTLED_S_MAX)
        return history

    async def first_success(self, since, of_reads=False):
        """How long after an instant something was asked for that was stored, or was shown."""
        before = sum(one.end < since for one in self.recorder.history.attempts)
        while True:
            for attempt in self.recorder.history.attempts[before:]:
                if attempt.begin >= since and attempt.outcome == OK and \
                        isinstance(attempt.command, Read) == of_reads:
                    return attempt.end - since
            await asyncio.sleep(0.01)

    async def _until_played(self):
        """Waits until PLAYED_MIN requests were granted, or for SETTLED_S_MAX."""
        end = time.monotonic() + SETTLED_S_MAX
        attempts = self.recorder.history.attempts
        while sum(one.outcome == OK for one in attempts) < PLAYED_MIN and time.monotonic() < end:
            await asyncio.sleep(PAUSE_S)

    async def _read(self, number):
        """Looks at the newest game of a table again and again."""
        table, asked = self.tables[number], itertools.count(number)
        chance = random.Random(number)
        while not self.is_over:
            await asyncio.sleep(chance.uniform(0.02, 0.1))
            if not table.acknowledged:
                continue
            game = max(table.acknowledged)
            rest = self.rests[next(asked) % len(self.rests)]
            request = rest.nobody.get(f"/games/{game}/events?after=0&limit=1000")
            await self.recorder.ask(f"reader{number}", rest.server.name, Read(game), request)

    async def _logs(self):
        """The events of all games."""
        nobody, games, cursor = self.rests[0].nobody, [], ""
        while cursor is not None:
            query = f"?limit=200&cursor={cursor}" if cursor else "?limit=200"
            page = (await nobody.get(f"/games{query}", expect=200)).json
            games, cursor = games + page["games"], page["next"]
        return {game["id"]: await nobody.events(game["id"]) for game in games}

    async def _until_followed(self, logs):
        """Waits until every subscriber has as many events as the logs, or no more come."""
        end = time.monotonic() + SETTLED_S_MAX / 4
        while time.monotonic() < end and any(
                len(follower.seen.get(game, [])) < len(logs.get(game, ()))
                for follower in self.followers for game in follower.table.acknowledged):
            await asyncio.sleep(0.02)
