"""Clocks of games while nodes are killed, restarted and away, and the clocks of nodes are wrong."""

import asyncio
import contextlib
import itertools
import pathlib
import random
import tempfile
import time
import uuid

from checker import instant
from faults import LOAD_S, Place, figures, nodes_at
from history import BUSY, DOUBT, Read
from load import GaveUp, Load, RecordedTable, Recorder
from support.naive_tanbo import NaiveTanbo
from support.rest import Rest
from support.shifted_clock import ShiftedClock

HOUR_S = 3600
LONG = {"kind": "total", "total_s": 24 * HOUR_S}
LOOK_BEFORE_S, LOOK_EVERY_S = 0.3, 0.25
NO_LONGER_S = 10  # after a deadline
KILL_EVERY_S = (1, 5)  # 3 s in the mean
PLAYERS = 40  # each plays in at most 50 games at a time
RESTARTED = (1001, 1012)  # how a node that ends closes sockets


@contextlib.asynccontextmanager
async def clocked_nodes(machines, database):
    """Nodes on machines with clocks to set; the nodes, each with its `clock`."""
    with tempfile.TemporaryDirectory(prefix="tanbo-clocks-") as home:
        clocks = []
        for number, _ in enumerate(machines):
            folder = pathlib.Path(home) / str(number)
            folder.mkdir()
            clocks.append(ShiftedClock(folder))
        for clock, seconds in zip(clocks, itertools.cycle((HOUR_S, -HOUR_S, 0))):
            clock.set(seconds)
        places = [Place(machine, database, prefix=tuple(clock.prefix))
                  for machine, clock in zip(machines, clocks)]
        async with nodes_at(places) as nodes:
            for node, clock in zip(nodes, clocks):
                node.clock = clock
            yield nodes


class Deadlines:
    """Games that are left to their clocks, and those who look whether flags fall in time."""

    def __init__(self, rests, players, first_runs):
        self.rests = rests
        self.players = players
        self.recorder = Recorder()
        self.tables = []
        self.terms = {}
        self.first_runs = first_runs

    async def run(self, count, seconds, total_s):
        """Opens so many games in about so many seconds, and waits until all are over."""
        begin, tasks = time.monotonic(), []
        for number in range(count):
            pair = [self.players[(2 * number + seat) % PLAYERS] for seat in (0, 1)]
            self.tables.append(Unattended(self, number, pair, total_s))
            tasks.append(asyncio.create_task(self.tables[-1].run()))
            await asyncio.sleep(begin + seconds * (number + 1) / count - time.monotonic())
        await asyncio.gather(*tasks)

    async def finish(self):
        """The history of it."""
        history = self.recorder.history
        games = {attempt.game for attempt in history.attempts if attempt.game}
        history.logs = {game: await self.look(game, 0) for game in sorted(games)}
        return history

    async def look(self, game, number):
        """The events of a game, of whichever node answers."""
        for rest in itertools.islice(itertools.cycle(self.rests), number, None):
            request = rest.nobody.get(f"/games/{game}/events?after=0&limit=1000")
            _, answer = await self.recorder.ask("looker", rest.server.name, Read(game), request)
            if answer and answer.status == 200:
                return answer.json["events"]
            await asyncio.sleep(0.02)


class Unattended(RecordedTable):
    """A game of which only every other one has a move, until a flag falls."""

    def __init__(self, deadlines, number, players, total_s):
        super().__init__(deadlines, f"table{number}", players, number)
        self.number = number
        self.terms |= {"clock": {"kind": "total", "total_s": total_s}}

    async def run(self):
        black, white = self.players
        game = await self.insist(black, "/games", self.terms, str(uuid.uuid4()))
        await self.insist(white, f"/games/{game['id']}/join", {}, str(uuid.uuid4()))
        self.load.first_runs.set()
        with contextlib.suppress(GaveUp):  # it may be too late for a move
            if self.number % 2:
                point = NaiveTanbo(game["board"], game["stones"]).legal("black")[0]
                await self.insist(black, f"/games/{game['id']}/moves", {"point": point, "ply": 0})
        await self._until_over(game["id"])

    async def _until_over(self, game):
        for look in itertools.count(self.number):
            events = await self.load.look(game, look)
            if events[-1]["type"] == "end":
                return
            deadline = instant(events[-1]["data"]["clock"]["deadline"])
            left_s = deadline - time.time()
            if left_s < -NO_LONGER_S:
                return
            await asyncio.sleep(left_s - LOOK_BEFORE_S if left_s > LOOK_BEFORE_S else LOOK_EVERY_S)


async def deadlines(nodes, games, seconds, total_s, kills_max=1000, seed=14, first_runs=None):
    """Nodes are killed, and their machines' clocks set by an hour, while flags fall.

    `first_runs` is an event: the first clock runs.
    """
    chance = random.Random(seed)
    async with contextlib.AsyncExitStack() as stack:
        rests = [await stack.enter_async_context(Rest(node)) for node in nodes]
        left = Deadlines(rests, await rests[0].guests(PLAYERS), first_runs or asyncio.Event())
        running, kills = asyncio.create_task(left.run(games, seconds, total_s)), 0
        while not running.done():
            await asyncio.wait([running], timeout=chance.uniform(*KILL_EVERY_S))
            if running.done() or kills == kills_max:
                continue
            for node in chance.sample(nodes, 2):
                node.clock.set(chance.choice((-HOUR_S, 0, HOUR_S)))
            chance.choice(nodes).kill()
            kills += 1
        await running
        history = await left.finish()
    return history, {"kills": kills, "back_s": 0, **lateness(history), **figures(history)}


def lateness(history):
    """How many flags fell, and how late."""
    late = [instant(event["at"]) - deadline_before(log, event) for log in history.logs.values()
            for event in log if event["type"] == "leave" and event["data"]["reason"] == "time"]
    return {"flags": len(late), "late_s": max(late, default=0)}


def deadline_before(log, fall):
    """The deadline that was told last before a flag fell."""
    clocks = [event["data"].get("clock", {}) for event in log[:fall["seq"] - 1]]
    return instant([clock["deadline"] for clock in clocks if clock.get("deadline")][-1])


async def all_away(nodes, seconds, seed=15):
    """No node runs for a while."""
    async with Load(nodes, seed=seed, clock=LONG) as load:
        await asyncio.sleep(LOAD_S)
        for node in nodes:
            node.is_watched = False
            node.kill()
        gone = time.monotonic()
        await asyncio.sleep(seconds)
        back = min(await asyncio.gather(*(start(node) for node in nodes)))
        for node in nodes:
            node.is_watched = True
        gap = await load.first_success(since=back)
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    history.outages.append((gone, back))
    return history, {"away_s": back - gone, "credits": credits(history), "back_s": gap,
                     **figures(history)}


async def start(node):
    """A node is started; the instant at which it is ready."""
    await asyncio.to_thread(node.start)
    return time.monotonic()


def credits(history):
    """The least and the most that a game was given."""
    given = [instant(event["data"]["until"]) - instant(event["data"]["from"])
             for log in history.logs.values() for event in log if event["type"] == "credit"]
    return [round(some, 2) for some in (min(given), max(given))] if given else []


async def restart_in_turn(nodes, rounds, is_orderly=True, seed=16):
    """One node after the other is ended and started; or killed, if not in an orderly way."""
    async with Load(nodes, seed=seed, clock=LONG) as load:
        drains = [await restart(node, is_orderly) for node in nodes * rounds]
        return await end_of_restarts(load, drains)


async def restart(node, is_orderly=True):
    """A node is ended, or killed, and started; its name, and from when until when."""
    await asyncio.sleep(LOAD_S)
    begin = time.monotonic()
    node.is_watched = False
    await asyncio.to_thread(node.end if is_orderly else node.kill)
    await asyncio.to_thread(node.start)
    node.is_watched = True
    return node.name, begin, time.monotonic()


async def end_of_restarts(load, drains):
    """The history and figures of play while nodes were restarted."""
    await asyncio.sleep(LOAD_S)
    errors = [*errors_of(load.recorder.history, drains), *ends_of(load.followers, drains)]
    history = await load.finish()
    return history, {"restarts": len(drains), "errors": len(errors), "such as": errors[:1],
                     "credits": credits(history), "back_s": 0, **figures(history)}


def is_of_a_drain(node, begin, end, drains):
    """Whether a node was being restarted at some time between two instants."""
    return any(node == name and begin < until and end > since for name, since, until in drains)


def errors_of(history, drains):
    """Attempts that came to nothing, but for those that a node refused while it ended."""
    for one in history.attempts:
        is_told = one.status == 503 or (one.outcome == BUSY and not one.status)
        if one.outcome in (BUSY, DOUBT) and not (
                is_told and is_of_a_drain(one.node, one.begin, one.end, drains)):
            yield one


def ends_of(followers, drains):
    """The ends of sockets but those that a restart of their node explains, however late noticed."""
    for follower in followers:
        for one in follower.closes:
            if one.code not in RESTARTED or not is_of_a_drain(one.node, one.begin, one.end, drains):
                yield one
