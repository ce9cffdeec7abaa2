"""A program that does a server's searches, by the contract alone: it finds everything even."""

import asyncio
import contextlib
import os
import subprocess
import time

from support.administration import promoted
from support.patience import PATIENCE_S
from support.rest import PASSWORD, Player, start_game
from support.server import BIN


async def searcher(rest):
    """An administrator with a token that is good for searches and no more."""
    ada = (await promoted(rest, ada="admin"))["ada"]
    grant = (await rest.nobody.post("/tokens", {"handle": ada.handle, "password": PASSWORD,
                                                "scopes": ["search"]}, expect=201)).json
    program = Player(rest, ada.handle, grant["token"])
    await program.post("/searches", {}, expect=204)  # from now on it is known to be there
    return program


async def finished_game(rest, **request):
    """A game on 9x9 of four stones that white has resigned: (its id, its players)."""
    game, (black, white) = await start_game(rest, setup="9x9", **request)
    for ply, point in enumerate(["H7", "H3", "H6", "H4"]):
        await (black, white)[ply % 2].move(game["id"], point, ply)
    await white.leave(game["id"])
    return game["id"], (black, white)


def even_turn(ply, seat, point):
    """A turn without a better one."""
    return {"ply": ply, "seat": seat, "point": point, "chances": [0.5, 0.5], "proven": None,
            "best": point, "line": [point], "risks": [], "best_chance": 0.5,
            "played_chance": 0.5, "gives_win_away": False, "loss": 0, "grade": "none"}


def even_turning_point(winner):
    """The turning point of an even game that somebody left in the end, or that is not over."""
    nowhere = {"winner": winner, "ply": None, "point": None, "from": None, "to": None}
    if winner is None:
        sentence = "The game has no winner and no turning point."
        return {"kind": "none", **nowhere, "sentence": sentence}
    sentence = (f"{winner.capitalize()} won as the last player in the game: on the board "
                f"{winner} was not ahead, with a chance of 50 %.")
    return {"kind": "leaving", **nowhere, "sentence": sentence}


def even_analysis(job):
    """The findings about a job, a game of two players that somebody left or that is not over."""
    points = [turn for turn in job["turns"] if not turn.startswith("leave:")]
    return {
        "game": job["game"], "setup": job["setup"], "seats": ["black", "white"],
        "simulations": 1, "seed": 0,
        "turning_point": even_turning_point(job["winner"]),
        "grades": [{"seat": seat, "inaccuracies": 0, "mistakes": 0, "blunders": 0}
                   for seat in ("black", "white")],
        "turns": [even_turn(ply, ("black", "white")[ply % 2], point)
                  for ply, point in enumerate(points)],
        "end": [0.5, 0.5]}


async def claimed(program, **body):
    """The search that it is given, which there is."""
    return (await program.post("/searches", body, expect=200)).json


async def tell_even(program, job):
    """The program has found all even in it."""
    await program.post(f"/searches/{job['search']}/result", even_analysis(job), expect=204)


async def analysed_evenly(program, asker, game):
    """An analysis that the asker has made: its job."""
    await asker.post(f"/games/{game}/analysis", {}, expect=202)
    job = await claimed(program)
    await tell_even(program, job)
    return job


@contextlib.contextmanager
def working(server, token):
    """`tanbo search` on this server."""
    environment = {**os.environ, "TANBO_TOKEN": token}
    program = subprocess.Popen([BIN.parent / "tanbo", "search", server.url], env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        yield program
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


async def analysed(player, game, seconds=PATIENCE_S):
    """The analysis, once it is there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = await player.get(f"/games/{game}/analysis")
        if answer.status == 200:
            return answer.json
        assert answer.status == 202
        await asyncio.sleep(0.1)
    raise AssertionError("the analysis did not come")
