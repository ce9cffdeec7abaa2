"""`tanbo` a second away from its server, and from the person who types."""

import asyncio
import concurrent.futures
import time

import pytest

from support.random_play import our_turn
from support.rest import Player, Rest, start_game
from support.slow_line import DELAY_S, SlowLine, SlowTty
from support.terminal import Machine

SIZE = (80, 24)


class Duel:
    """A game of two, and a slow line to its server."""

    def __init__(self, server, line):
        self.server, self.line = server, line
        self.game, self.tokens = asyncio.run(self._begin())

    async def _begin(self):
        async with Rest(self.server) as rest:
            game, players = await start_game(rest, setup="9x9")
            return game["id"], [(player.handle, player.token) for player in players]

    def move(self, point, ply):
        """White's stone, and the game after black's before it."""
        async def play():
            async with Rest(self.server) as rest:
                player = Player(rest, *self.tokens[1])
                await our_turn(player, self.game, "white")
                await player.move(self.game, point, ply)
                return await player.events(self.game)

        return asyncio.run(play())


@pytest.fixture
def duel(server):
    with SlowLine(server) as line:
        yield Duel(server, line)


def test_the_line_is_slow(duel, tmp_path):
    begun = time.monotonic()
    Machine(tmp_path).run("games", duel.line.url)

    assert time.monotonic() - begun >= 2 * DELAY_S


def test_commands_through_pipes_work_at_a_slow_server(duel, tmp_path):
    machine, game = Machine(tmp_path), str(duel.game)
    machine.environment |= {"TANBO_TOKEN": duel.tokens[0][1], "TANBO_SERVER": duel.line.url}
    lines = {("games",): "9x9", ("turns",): "9x9", ("challenges", "--json"): "challenges",
             ("chat", game): "No messages yet.", ("record", game): '"setup":"9x9"',
             ("show", game, "--server", duel.line.url): "A B C D E F G H J",
             ("invite",): "/join/"}
    with concurrent.futures.ThreadPoolExecutor(len(lines)) as pool:
        running = {words: pool.submit(machine.run, *words) for words in lines}
        playing = pool.submit(machine.run, "play", game, text="preview H7\nH7\nquit\n")

    for words, awaited in lines.items():
        assert awaited in running[words].result(), words
    assert "black H7 would extend the root H8" in playing.result()
    assert [event["data"]["point"] for event in duel.move("B7", 1)
            if event["type"] == "move"] == ["H7", "B7"]


def test_a_game_is_played_by_late_keys_at_a_slow_server(duel, tmp_path):
    with SlowTty(Machine(tmp_path), "play", duel.line.url, str(duel.game), size=SIZE,
                 token=duel.tokens[0][1]) as tty:
        tty.shows("Your move, black:")
        tty.press("h7\x7f7\n")  # with a mistake that is mended
        tty.shows("black H7.", "(for a list of commands, type help)")
        duel.move("B7", 1)
        tty.shows("white B7.", "Your move, black:")
        tty.press("\x1b[D\x1b[C\x1b[B")  # arrows, each in three pieces
        tty.shows("C6  Enter: choose")
        tty.type(":say all is well")
        tty.shows("all is well")
        tty.press("quit\n")

        assert tty.end() == 0
        assert tty.is_given_back()
