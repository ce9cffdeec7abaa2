"""Arenas, as tests make, play and judge them."""

from support.random_play import until
from support.tournaments import begun, games_by_table, play_out, seen

LIVE = {"kind": "per-move", "per_move_s": 900}


async def arena(players, **settings):
    """An arena of these players with its first games; yields its number."""
    return await begun(players[0], players, format="arena", clock=LIVE, **settings)


async def next_game(player, number, before=()):
    """Waits for a game of the player that is none of those; yields its number."""
    def has_new(found):
        return any(one["game"] not in before for one in found["you"]["games"])

    found = await until(lambda: seen(player, number), has_new)
    return next(one["game"] for one in found["you"]["games"] if one["game"] not in before)


async def tables_of(player, number):
    """The tables so far."""
    return (await seen(player, number, "/rounds/1"))["tables"]


def open_of(tables):
    """Those with a game in progress."""
    return [one for one in tables if not one["decided"] and one["games"]]


async def play_open(players, number, anyone=None):
    """The player who entered first wins each game in progress; yields how many there were."""
    order = [player.handle for player in players]
    playing = open_of(await tables_of(anyone or players[0], number))
    for one in playing:
        names = [side["handle"] for side in one["players"]]
        await play_out(one["games"][-1]["game"], players, max(names, key=order.index))
    return len(playing)


async def rematched(player, number, wanted):
    """Waits until there have been so many tables, each with a game."""
    return await until(lambda: tables_of(player, number), lambda tables: len(tables) >= wanted
                       and all(one["games"] or one["decided"] for one in tables))


def faults(events):
    """The faults of an arena that its log shows."""
    tables, busy, over, found = [], set(), False, []
    for event in events:
        data = event["data"]
        if event["type"] == "matched":
            if over:
                found.append("matched after the end")
            for pair in data["tables"]:
                tables.append(pair)
                found += [f"{player} at two tables" for player in pair if player in busy]
                busy.update(pair)
        elif event["type"] in ("result", "annulled"):
            busy.difference_update(tables[data["table"] - 1])
        elif event["type"] == "finished":
            over = True
    found += [f"table {table} has {count} games"
              for (_, table), count in games_by_table(events).items() if count != 1]
    return found


def points_of(events):
    """The points of each player by the log."""
    tables, points = [], {}
    for event in events:
        if event["type"] == "matched":
            tables += event["data"]["tables"]
        elif event["type"] == "result":
            for player, won in zip(tables[event["data"]["table"] - 1], event["data"]["points"]):
                points[player] = points.get(player, 0) + won
    return points
