"""The cost of a request to the server against another, in processor time: pages, games that are not
cached, what waits for a player, subscriptions, and a start with many clocks.
"""

import asyncio
import json
import pathlib
import shutil
import statistics
import sys
import tempfile

from instructions import servers
from rows import Loop, at_most, below, cpu_us, number, run_load, server

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support.many_games import Usage  # noqa: E402
from support.rows import (multiply_game, scatter_log,  # noqa: E402
                          take_rowids_from_log)
from support.rest import Rest, start_game  # noqa: E402

PLIES = 14  # with the opening and the start 16 events
LONG_PLIES = 197  # 200 events
SECONDS = 2
WATCHERS = 8_000
ROUNDS = 5
STARTED_SEQ = 3  # of a game's start: created, seat taken, started
ACKNOWLEDGED = '{"re":1,"ok":true,"seq":3}'


async def play(running, plies, **game):
    """A game of so many plies: its id, and the token of who is to move."""
    async with Rest(running) as rest:
        begun, players = await start_game(rest, setup="19x19", **game)
        path = f"/games/{begun['id']}"
        for ply in range(plies):
            told = (await players[0].get(f"{path}/legal-moves")).json
            point = told["points"][0]
            await players[ply % 2].post(f"{path}/moves", {"point": point, "ply": ply}, expect=201)
        return begun["id"], players[plies % 2].token


def stocked(folder, plies, copies):
    """A database of so many games alike; the first's id, and the token of who is to move in all."""
    with server(folder) as running:
        game, token = asyncio.run(play(running, plies))
        running.terminate()
        running.wait()
    multiply_game(pathlib.Path(folder) / "tanbo.db", game, copies - 1)
    return game, token


def cost_us(running, path, *token):
    """Of a GET, in the server's processor time."""
    run_load(running.port, "reads", path, 4, 0.2, *token)  # then it knows what it may know
    before = cpu_us(running.process.pid)
    line = run_load(running.port, "reads", path, 4, SECONDS, *token)
    return (cpu_us(running.process.pid) - before) / number(r"/s of (\d+);", line)


def pages():
    """Pages and games that are not cached, against a cached game."""
    with tempfile.TemporaryDirectory() as folder:
        game, _ = stocked(folder, PLIES, 64)
        with server(folder) as running:
            cached = cost_us(running, f"/api/v1/games/{game}")
            page = cost_us(running, "/api/v1/games?limit=50")
        with server(folder, "--cache-games", "16") as running:
            read = cost_us(running, "/api/v1/games/{64}")
    yield below("a page of 50 games against a cached game", page / cached, 20)
    yield below("a game of 16 events that is not cached, against one that is", read / cached, 12)


def layouts():
    """Games of 200 events that are not cached, played at once, against the log without rowids."""
    ratios = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as former:
        stocked(folder, LONG_PLIES, 64)
        database = pathlib.Path(folder) / "tanbo.db"
        scatter_log(database)
        shutil.copy(database, former)
        take_rowids_from_log(pathlib.Path(former) / "tanbo.db")
        for _ in range(ROUNDS):
            costs = []
            for place in (folder, former):
                with server(place, "--cache-games", "16") as running:
                    costs.append(cost_us(running, "/api/v1/games/{64}"))
            ratios.append(costs[0] / costs[1])
    yield below("a game of 200 events that is not cached, against a log without rowids", ratios,
                1.3)


def turns():
    """/me/turns where much waits, against where little does."""
    costs = []
    for count in (50, 5_000):
        with tempfile.TemporaryDirectory() as folder:
            _, token = stocked(folder, 0, count)
            with server(folder) as running:
                costs.append(cost_us(running, "/api/v1/me/turns", token))
    yield below("/me/turns of 5,000 games against 50", costs[1] / costs[0], 1.5)


def subscription_us(running, message):
    """Microseconds of processor time to connect, upgrade and subscribe, and to close at the end."""
    before = cpu_us(running.process.pid)
    run_load(running.port, "subscribers", message, WATCHERS)
    return (cpu_us(running.process.pid) - before) / WATCHERS


def subscriptions():
    """To connect, upgrade and subscribe, against a bare Beast WebSocket that takes turns."""
    ours, bare = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder, server(folder) as running:
            game, _ = asyncio.run(play(running, 0))
            message = json.dumps({"op": "subscribe", "id": 1, "topic": f"game:{game}",
                                  "after": STARTED_SEQ})
            ours.append(subscription_us(running, message))
        with (tempfile.TemporaryDirectory() as folder,
              Loop(folder, "tanbo_bench_websocket_loop", ACKNOWLEDGED) as loop):
            bare.append(subscription_us(loop, message))
    yield at_most("to connect, upgrade and subscribe, microseconds", ours, 60)
    figure = statistics.median(bare)
    yield below(f"the same against a bare Beast WebSocket, itself {figure:.0f}",
                [mine / its for mine, its in zip(ours, bare)], 1.5)


def start():
    """A start with 100,000 running clocks."""
    with tempfile.TemporaryDirectory() as folder:
        with server(folder) as running:
            game, _ = asyncio.run(play(running, 0, clock={"kind": "total", "total_s": 86_400}))
            running.terminate()
            running.wait()
        multiply_game(pathlib.Path(folder) / "tanbo.db", game, 100_000)
        running = servers.Server(folder)
        running.start()
        seconds = Usage(running.process.pid).cpu_s
        running.kill()
    yield below("a start with 100,000 running clocks, seconds of processor time", seconds, 2)


def rows():
    """All of them."""
    for part in (pages(), layouts(), turns(), subscriptions(), start()):
        yield from part
