"""Tournaments, as tests make, play and judge them."""

import hashlib

from support.challenges import members
from support.random_play import until

CLOCK = {"kind": "per-move", "per_move_s": 259_200}


async def tournament(organiser, expect=201, code=None, **settings):
    """A new tournament; yields it, or the problem if another status is expected."""
    body = {"name": "Test cup", "format": "swiss", "setup": "9x9", **settings}
    return (await organiser.post("/tournaments", body, expect=expect, code=code)).json


async def act(player, number, what, expect=200, code=None, **body):
    """An act on a tournament; yields the answer."""
    return (await player.post(f"/tournaments/{number}/{what}", body, expect=expect,
                              code=code)).json


async def seen(player, number, what=""):
    """The tournament, or a part of it, as the player sees it."""
    return (await player.get(f"/tournaments/{number}{what}", expect=200)).json


async def begun(organiser, players, **settings):
    """A tournament that has started with these players, with its first games."""
    made = await tournament(organiser, **settings)
    for player in players:
        await act(player, made["id"], "join")
    await act(organiser, made["id"], "start")
    await open_tables(organiser, made["id"])
    return made["id"]


async def open_tables(anyone, number):
    """Waits until the present round has no table without a game; yields the round."""
    def is_open(answer):
        return answer["round"] > 0

    found = await until(lambda: seen(anyone, number), is_open)
    return await until(
        lambda: seen(anyone, number, f"/rounds/{found['round']}"),
        lambda answer: all(table["games"] or table["decided"] for table in answer["tables"]))


async def place_stones(game, players, count):
    """The players of a new game place that many stones in turn."""
    by_name = {player.handle: player for player in players}
    for ply in range(count):
        view = await players[0].game(game)
        mover = next(seat["handle"] for seat in view["seats"] if seat["seat"] == view["to_move"])
        legal = (await players[0].get(f"/games/{game}/legal-moves", expect=200)).json["points"]
        await by_name[mover].move(game, legal[0], ply)


async def play_out(game, players, loser):
    """Both place a stone, then the loser leaves: no forfeit."""
    by_name = {player.handle: player for player in players}
    await place_stones(game, players, 2)
    await by_name[loser].leave(game)


async def play_pod(game, players, leavers):
    """Everybody places a stone, then all but the last of these leave in this order."""
    by_name = {player.handle: player for player in players}
    await place_stones(game, players, len(leavers))
    for handle in leavers[:-1]:
        await by_name[handle].leave(game)


async def log_of(anyone, number):
    """All events, page by page."""
    events = []
    while True:
        after = events[-1]["seq"] if events else 0
        page = await seen(anyone, number, f"/events?after={after}&limit=7")
        events += page["events"]
        if not page["events"]:
            assert [event["seq"] for event in events] == list(range(1, page["seq"] + 1))
            return events


def points_by_log(events, units=1):
    """Points of each player, folded here from what the log says; a bye is so many units."""
    points = {}
    tables = {}
    for event in events:
        data = event["data"]
        if event["type"] == "entered":
            points.setdefault(data["player"], 0)
        elif event["type"] == "paired":
            for table, pair in enumerate(data["tables"], 1):
                tables[data["round"], table] = [handle for handle in pair if handle]
            for rest in data["resting"]:
                share = {"bye": 1, "half-bye": 0.5, "absent": 0}[rest["kind"]]
                points[rest["player"]] += share * units
        elif event["type"] == "result":
            pair = tables[data["round"], data["table"]]
            for player, won in zip(pair, data["points"]):
                points[player] += won
    return points


def games_by_table(events):
    """How many games each table was given."""
    counts = {}
    for event in events:
        if event["type"] == "game":
            key = event["data"]["round"], event["data"]["table"]
            counts[key] = counts.get(key, 0) + 1
    return counts


def commitment(secret):
    """SHA-256 of the secret's bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


async def played(rest, chance, rounds=3):
    """The number of a tournament of five that is over."""
    players = await members(rest, 5)
    number = await begun(players[0], players, rounds=rounds, clock=CLOCK)
    await play_rounds(players, number, rounds, chance)
    return number


async def play_rounds(players, number, rounds, chance):
    """Plays all that is open of a tournament with so many rounds, to its end."""
    for round_number in range(1, rounds + 1):
        await until(lambda: seen(players[0], number),
                    lambda answer, at=round_number: answer["round"] == at)
        current = await open_tables(players[0], number)
        for table in current["tables"]:
            names = [side["handle"] for side in table["players"]]
            if not table["decided"]:
                await play_out(table["games"][-1]["game"], players, chance.choice(names))
    await until(lambda: seen(players[0], number), lambda answer: answer["state"] == "finished")
