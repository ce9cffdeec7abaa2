"""Games that a player plays at random against the others who sit there."""

import asyncio
import random
import time

from support.patience import PATIENCE_S


async def until(ask, condition, seconds=PATIENCE_S, pause_s=0.02):
    """Asks until the answer is as wanted; yields it."""
    deadline = time.monotonic() + seconds
    while not condition(answer := await ask()):
        assert time.monotonic() < deadline, answer
        await asyncio.sleep(pause_s)
    return answer


async def our_turn(player, game, seat, ply=0):
    """The game once the seat is to move, or it is over."""
    return await until(lambda: player.game(game),
                       lambda found: found["status"] == "finished"
                       or (found["to_move"] == seat and found["ply"] >= ply))


async def place_any(player, game, ply):
    """Places a stone on any legal point."""
    points = (await player.get(f"/games/{game}/legal-moves", expect=200)).json["points"]
    await player.move(game, random.choice(points), ply)


async def play_out(player, game, seat, stones_max=400):
    """Plays at random against the others; the game once it is over, or has so many stones."""
    while True:
        found = await our_turn(player, game, seat)
        if found["status"] == "finished" or found["ply"] >= stones_max:
            return found
        await place_any(player, game, found["ply"])
