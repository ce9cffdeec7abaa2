"""Events of all formats, played all at once, and the faults that their logs can show."""

import asyncio
import dataclasses

import aiohttp

from support.arenas import LIVE
from support.tournaments import CLOCK, act, games_by_table, log_of, seen, tournament

# Players and settings of an event of each format; one game a table, where that can be said.
FORMATS = {
    "round-robin": (4, {"parallel": 3}),
    "swiss": (5, {"rounds": 3, "break_minutes": 0}),
    "pods": (6, {"rounds": 2, "setup": "19x19-4p", "break_minutes": 0}),
    "knockout": (4, {"series": {"games": 1, "tie": "swap-game"}, "break_minutes": 0}),
    "double-elimination": (4, {"series": {"games": 1, "tie": "swap-game"}, "break_minutes": 0}),
    "ladder": (3, {"ladder": {"again_days": 0}}),
    "league": (4, {"league": {"size": 4, "seasons": 1}, "parallel": 3, "break_minutes": 0}),
    "arena": (4, {"clock": LIVE}),
}
# These go on for as long as somebody plays: results after which the organiser ends one.
RESULTS_ENOUGH = {"ladder": 3, "arena": 5}
# Errors of a request while the process is away, or if its act was done already.
MEANWHILE = (aiohttp.ClientError, ConnectionError, AssertionError, asyncio.TimeoutError)


@dataclasses.dataclass
class Event:
    """An event under way."""

    number: int
    format: str
    players: list
    is_over: bool = False

    @property
    def by_name(self):
        """Its players by handle."""
        return {player.handle: player for player in self.players}


async def begin(players, form):
    """An event of the first of these players, which has started."""
    count, settings = FORMATS[form]
    mine = players[:count]
    made = await tournament(mine[0], **{"format": form, "clock": CLOCK, "rated": False, **settings})
    for player in mine:
        await act(player, made["id"], "join")
    if form != "ladder":
        await act(mine[0], made["id"], "start")
    return Event(made["id"], form, mine)


async def open_games(event):
    """The games of the event in progress."""
    return (await seen(event.players[0], event.number, "/games?status=active&limit=200"))["games"]


async def play_one(event, game, chance):
    """One act in a game: a stone each, then somebody leaves, until the game is over."""
    view = await event.players[0].game(game)
    if view["status"] != "active":
        return
    playing = [seat["handle"] for seat in view["seats"] if seat["state"] == "in"]
    if view["ply"] < len(playing):
        mover = next(seat["handle"] for seat in view["seats"] if seat["seat"] == view["to_move"])
        legal = (await event.players[0].get(f"/games/{game}/legal-moves", expect=200)).json
        await event.by_name[mover].move(game, legal["points"][0], view["ply"])
    else:
        await event.by_name[chance.choice(playing)].leave(game)


async def challenge_up(event):
    """The last player of the ladder challenges the one above, who accepts."""
    ladder = await seen(event.players[0], event.number, "/ladder")
    order = [row["handle"] for row in ladder["players"]]
    waiting = [one for one in ladder["open"] if one["state"] == "offered"]
    for one in waiting:
        await act(event.by_name[one["challenged"]], event.number,
                  f"challenges/{one['challenge']}/accept")
    if not ladder["open"]:
        await event.by_name[order[-1]].post(f"/tournaments/{event.number}/challenges",
                                            {"player": order[-2]}, expect=201)


async def unless_away(act_of_event):
    """Does what may not be possible while the process is away; it is tried again later."""
    try:
        await act_of_event
    except MEANWHILE:
        return


async def advance(event, chance):
    """A step of all that can be done in an event."""
    games = await open_games(event)
    await asyncio.gather(*(unless_away(play_one(event, game["id"], chance)) for game in games))
    if event.format in RESULTS_ENOUGH:
        events = await log_of(event.players[0], event.number)
        results = [one["type"] for one in events].count("result")
        if results >= RESULTS_ENOUGH[event.format] and not await open_games(event):
            await act(event.players[0], event.number, "cancel")
        elif event.format == "ladder":
            await challenge_up(event)
    state = (await seen(event.players[0], event.number))["state"]
    event.is_over = state in ("finished", "cancelled")


async def advance_all(events, chance):
    """A step of each event that is not over."""
    await asyncio.gather(*(unless_away(advance(event, chance))
                           for event in events if not event.is_over))


def faults(events):
    """The faults that the log of an event shows: a table with two games, a player at two tables."""
    found = [f"table {key} has {count} games"
             for key, count in games_by_table(events).items() if count != 1]
    for event in events:
        if event["type"] != "paired":
            continue
        seated = [name for table in event["data"]["tables"] for name in table if name]
        if len(seated) != len(set(seated)):
            found.append(f"round {event['data']['round']} seats a player twice")
    if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
        found.append("the log has a gap")
    return found
