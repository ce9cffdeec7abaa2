"""Play that goes on while the server is killed, and the check that nothing was lost.

Players repeat whatever was not answered, as clients should: a move until it is answered (exactly
once by its ply), the opening of a game and the joining under one Idempotency-Key. Subscribers come
back with `after`. What was acknowledged is kept beside, and compared with the log in the end.
"""

import asyncio
import random
import uuid

import aiohttp
import websockets

from support.game import replay
from support.live import Live
from support.naive_tanbo import NaiveTanbo
from support.patience import PATIENCE_S
from support.rest import Player

# Moves that are acknowledged from one kill to the next.
MOVES_BETWEEN = (20, 60)
LOST = (aiohttp.ClientError, ConnectionError, asyncio.TimeoutError, OSError)


def check_log(acknowledged, log):
    """Fails unless a game's log holds every acknowledged event as it was answered, none twice."""
    replay(log)
    for event in log:
        stones = [e for e in log if e["type"] == "move" and e["data"]["ply"]
                  == event["data"].get("ply")]
        assert event["type"] != "move" or len(stones) == 1, f"twice: {stones}"
    for event in acknowledged:
        assert event["seq"] <= len(log), f"acknowledged and lost: {event}"
        assert log[event["seq"] - 1] == event, f"acknowledged {event}, kept {log[event['seq'] - 1]}"


class Table:
    """Two players who play one game after the other, for as long as they are let.

    `terms` is what a game is opened with.
    """

    def __init__(self, rest, players, seed, **terms):
        self.rest = rest
        self.players = players
        self.terms = {"setup": "9x9", **terms}
        self.random = random.Random(seed)
        self.acknowledged = {}
        self.repeated = 0
        self.up = asyncio.Event()
        self.is_over = False

    async def insist(self, player, path, body, key=None):
        """The answer of a POST, repeated until there is one."""
        headers = {"Idempotency-Key": key} if key else {}
        while True:
            await self.up.wait()
            try:
                answer = await player.post(path, body, headers=headers)
            except LOST:
                self.repeated += 1
                await asyncio.sleep(0.01)
                continue
            if answer.status != 503:
                assert answer.status in (200, 201), answer
                return answer.json
            await asyncio.sleep(0.05)

    async def run(self):
        """Plays until told that it is over."""
        while not self.is_over:
            await self._one_game()

    async def _one_game(self):
        black, white = self.players
        game = await self.insist(black, "/games", self.terms, str(uuid.uuid4()))
        path = f"/games/{game['id']}"
        kept = self.acknowledged[game["id"]] = []
        await self.insist(white, f"{path}/join", {}, str(uuid.uuid4()))
        referee = NaiveTanbo(game["board"], game["stones"])
        while referee.to_move and not self.is_over:
            player = black if referee.to_move == "black" else white
            point = self.random.choice(referee.legal(referee.to_move))
            body = {"point": point, "ply": referee.ply}
            event = await self.insist(player, f"{path}/moves", body)
            assert event["data"] == referee.play(point)
            kept.append(event)


def is_over(events):
    """Whether nothing comes after these events of a game."""
    return bool(events) and events[-1]["type"] == "end"


class Follower:
    """Follows the games of a table, coming back with `after` whenever the socket is lost."""

    def __init__(self, server, table):
        self.server = server
        self.table = table
        self.seen = {}
        self.returns = 0
        self.is_over = False

    async def run(self):
        """Follows until told that it is over."""
        while not self.is_over:
            await self.table.up.wait()
            try:
                async with Live(self.server) as live:
                    await self._follow(live)
            except (*LOST, websockets.WebSocketException, EOFError):
                pass
            self.returns += 1
            await asyncio.sleep(0.01)

    async def _follow(self, live):
        followed = set()
        taken = 0
        while not live.is_closed and not self.is_over:
            for game in sorted(set(self.table.acknowledged) - followed):
                followed.add(game)
                seen = self.seen.setdefault(game, [])
                if not is_over(seen):
                    await live.send("subscribe", topic=f"game:{game}", after=len(seen))
            for message, at in zip(live.messages[taken:], live.times[taken:]):
                taken += 1
                if "re" not in message:
                    self._keep(message, at)
                    if is_over([message]):
                        await live.send("unsubscribe", topic=message["topic"])
                assert message.get("ok", True), message
            await asyncio.sleep(0.005)

    def _keep(self, event, _):
        seen = self.seen[int(event["topic"].removeprefix("game:"))]
        assert event["seq"] == len(seen) + 1, f"after {len(seen)} came {event['seq']}"
        seen.append(event)

    async def until_complete(self, logs):
        """Waits until everything in the logs has been seen."""
        while any(len(self.seen.get(game, [])) < len(log) for game, log in logs.items()):
            await asyncio.sleep(0.01)


async def restart(server, tables):
    """Kills the server and starts it again, while the players wait."""
    for table in tables:
        table.up.clear()
    server.kill()
    await asyncio.to_thread(server.start)
    for table in tables:
        table.up.set()


def acknowledged_at(tables):
    """How many moves of all tables were acknowledged."""
    return sum(len(moves) for table in tables for moves in table.acknowledged.values())


async def play_on(tables, tasks, moves):
    """Waits until so many more moves were acknowledged; fails with the first task that does."""
    wanted = acknowledged_at(tables) + moves
    while acknowledged_at(tables) < wanted:
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.01)


async def play_through_kills(server, rest, kills, tables=6, seed=1):
    """Plays at several tables through so many kills; checks everything; yields figures."""
    chance = random.Random(seed)
    at = [Table(rest, await rest.guests(2), f"{seed}-{n}") for n in range(tables)]
    following = [Follower(server, table) for table in at]
    for table in at:
        table.up.set()
    tasks = [asyncio.create_task(one.run()) for one in (*at, *following)]
    for _ in range(kills):
        await asyncio.wait_for(play_on(at, tasks, chance.randint(*MOVES_BETWEEN)), PATIENCE_S)
        # Killed at a moment that no answer has chosen.
        await asyncio.sleep(chance.uniform(0, 0.1))
        await restart(server, at)
    for table in at:
        table.is_over = True
    await asyncio.wait_for(asyncio.gather(*tasks[: len(at)]), PATIENCE_S)
    figures = await check_tables(rest, at, following)
    for follower in following:
        follower.is_over = True
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE_S)
    return {"kills": kills, **figures}


async def check_tables(rest, tables, followers):
    """Compares what was acknowledged and what was pushed with the logs; yields figures."""
    nobody = Player(rest, None, None)
    repeated = games = 0
    for table, follower in zip(tables, followers):
        logs = {game: await nobody.events(game) for game in table.acknowledged}
        for game, log in logs.items():
            check_log(table.acknowledged[game], log)
        await asyncio.wait_for(follower.until_complete(logs), PATIENCE_S)
        assert follower.seen == logs
        repeated += table.repeated
        games += len(logs)
    assert await count_games(nobody) == games, "a game was opened twice or lost"
    return {"games": games, "moves": acknowledged_at(tables), "repeated": repeated,
            "resumed": sum(follower.returns for follower in followers)}


async def count_games(player):
    """How many games the server lists."""
    count, cursor = 0, ""
    while cursor is not None:
        query = f"?limit=200&cursor={cursor}" if cursor else "?limit=200"
        page = (await player.get(f"/games{query}", expect=200)).json
        count, cursor = count + len(page["games"]), page["next"]
    return count
