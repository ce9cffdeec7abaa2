"""Controllers of others drive `tanbo engine`: what GoGui, Sabaki, kgsGtp and cutechess-like send.

The lines are those that the programs send, by the published protocols: GTP 2 (Gunnar Farnebäck,
2002), the manuals of GoGui and kgsGtp, and UGI, which is UCI with other words.
"""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from support.bots import TANBO, Bot, make_bots
from support.challenges import members
from support.patience import PATIENCE_S
from support.random_play import play_out
from support.rest import Rest

ONE_MOVE = pathlib.Path(__file__).parent / "support" / "move_by_move.py"
POINT = "[A-T][0-9]+"


class Controller:
    """A program that has started an engine and speaks to it."""

    def __init__(self, *flags, line_end="\n"):
        self.line_end = line_end
        self.engine = subprocess.Popen([TANBO, "engine", *flags], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.engine.kill()
        self.engine.wait(timeout=PATIENCE_S)
        self.engine.stdin.close()
        self.engine.stdout.close()

    def send(self, line):
        """Writes a line."""
        self.engine.stdin.write(line + self.line_end)
        self.engine.stdin.flush()

    def quit(self, line):
        """Tells it to quit; all that it says then, and its exit status."""
        self.send(line)
        return self.engine.stdout.read(), self.engine.wait(timeout=PATIENCE_S)


class Gtp(Controller):
    """A controller of GTP 2."""

    def __init__(self, *flags, **options):
        super().__init__("--gtp", *flags, **options)

    def ask(self, command):
        """The response to a command, which may begin with a number: its mark and its text."""
        number = re.match("[0-9]*", command)[0]
        self.send(command)
        lines = list(iter(self.engine.stdout.readline, "\n"))
        [(mark, told, text)] = re.findall("^([=?])([0-9]*) ?(.*)$", lines[0].rstrip("\n"))
        assert told == number, lines
        return mark, "\n".join([text, *(line.rstrip("\n") for line in lines[1:])])


class Ugi(Controller):
    """A controller of UGI."""

    def until(self, start):
        """The rest of the next line that begins so."""
        for line in self.engine.stdout:
            if line.startswith(start):
                return line.removeprefix(start).strip()
        raise AssertionError(f"it ended without {start}")

    def ask(self, question):
        """The answer to a query."""
        self.send(f"query {question}")
        return self.until("response ")


GOGUI = [
    ("protocol_version", "=", "2"), ("list_commands", "=", "(?s).*\ngenmove\n.*"),
    ("name", "=", "Tanbo"), ("version", "=", "[0-9].*"),
    ("known_command gogui-title", "=", "false"),
    ("gogui-analyze_commands", "\\?", "unknown command"), ("boardsize 9", "=", ""),
    ("clear_board", "=", ""), ("komi 6.5", "=", ""), ("time_settings 600 30 1", "=", ""),
    ("# interrupt\nplay b H7", "=", ""), ("time_left w 600 0", "=", ""), ("genmove w", "=", POINT),
    ("showboard", "=", "(?s)\n.*H.*"), ("undo", "=", ""), ("undo", "=", ""),
    ("undo", "\\?", "cannot undo"), ("final_score", "\\?", "the game is not over")]
SABAKI = [
    ("1 name", "=", "Tanbo"), ("2 version", "=", ".+"), ("3 protocol_version", "=", "2"),
    ("4 list_commands", "=", "(?s).*showboard.*"), ("5 boardsize 13", "=", ""),
    ("6 komi 7.5", "=", ""), ("7 clear_board", "=", ""), ("8 known_command genmove", "=", "true"),
    ("9 known_command loadsgf", "=", "false"), ("10 loadsgf /tmp/a.sgf", "\\?", "unknown command"),
    ("11 set_free_handicap D4 Q16", "\\?", "unknown command"), ("12 genmove B", "=", POINT),
    ("13 play W pass", "\\?", "illegal move"), ("14 play W A99", "\\?", "illegal move"),
    ("15 reg_genmove W", "=", POINT)]
KGS = [
    ("list_commands", "=", "(?s).*time_left.*"), ("boardsize 19", "=", ""),
    ("kgs-rules japanese", "\\?", "unknown command"), ("komi 0.5", "=", ""),
    ("clear_board", "=", ""), ("kgs-time_settings byoyomi 60 10 3", "\\?", "unknown command"),
    ("time_settings 60 10 3", "=", ""), ("time_left b 1 0", "=", ""), ("genmove b", "=", POINT),
    ("kgs-genmove_cleanup w", "\\?", "unknown command"),
    ("boardsize 10", "\\?", "unacceptable size")]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("commands", [GOGUI, SABAKI, KGS], ids=["gogui", "sabaki", "kgs"])
def test_a_controller_of_go_begins_plays_and_quits(commands, line_end):
    with Gtp(line_end=line_end) as controller:
        assert controller.ask("tanbo-level 1") == ("=", "")
        for command, mark, text in commands:
            told = controller.ask(command.replace("\n", line_end) if "\n" in command else command)
            assert re.fullmatch(mark, told[0]) and re.fullmatch(text, told[1]), (command, told)
        _, listed = controller.ask("list_commands")
        for name in listed.split():
            assert controller.ask(f"known_command {name}") == ("=", "true")

        assert controller.quit("99 quit") == ("=99\n\n", 0)


def test_a_controller_of_ugi_begins_plays_and_quits():
    with Ugi() as controller:
        controller.send("ugi")
        assert controller.until("id name ") == "Tanbo"
        assert re.match("Level type spin default 0 min 0", controller.until("option name "))
        controller.until("ugiok")
        controller.send("setoption name Hash value 64")
        assert "Hash" in controller.until("info string ")
        controller.send("setoption name Level value 1")
        controller.send("debug on")
        assert "debug" in controller.until("info string ")
        controller.send("uginewgame")
        controller.send("isready")
        controller.until("readyok")
        controller.send("position startpos")
        controller.send("go p1time 60000 p2time 60000 p1inc 1000 p2inc 1000")
        first = controller.until("bestmove ")
        controller.send(f"position startpos moves {first}")
        assert (controller.ask("p1turn"), controller.ask("p2turn")) == ("false", "true")
        assert controller.ask("gameover") == "false"
        controller.send("stop")

        assert controller.quit("quit") == ("", 0)


# A controller that has asked for a move and waits. Its engine has the other end of a pipe, too.
WAITING = """
import subprocess, sys
engine = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          pass_fds=[int(sys.argv[1])])
engine.stdin.write(sys.argv[2].encode())
engine.stdin.flush()
print(engine.stdout.readline().decode(), flush=True)
engine.wait()
"""


@pytest.mark.parametrize("flag, lines", [
    ("--ugi", "position setup 9x9\ngo infinite\n"),
    ("--gtp", "1 name\n2 boardsize 9\n3 genmove b\n4 genmove w\n"), ("--gtp", "1 name\n")])
def test_an_engine_ends_with_a_killed_controller(flag, lines):
    ours, theirs = os.pipe()
    command = [sys.executable, "-c", WAITING, str(theirs), lines, TANBO, "engine", flag]
    with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=[theirs]) as controller:
        os.close(theirs)
        assert controller.stdout.readline()
        os.set_blocking(ours, False)
        with pytest.raises(BlockingIOError):
            os.read(ours, 1)
        controller.kill()
    os.set_blocking(ours, True)

    assert os.read(ours, 1) == b""  # once the engine has closed its end, too
    os.close(ours)


def test_a_controller_of_go_plays_a_whole_game_of_two_engines():
    with Gtp("--seed", "1") as black, Gtp("--seed", "2") as white:
        players = [("b", black), ("w", white)]
        for _, player in players:
            for command in ("boardsize 9", "clear_board", "komi 0", "tanbo-level 1"):
                assert player.ask(command) == ("=", "")
        moves = 0
        while black.ask("final_score")[0] == "?":
            seat, player = players[moves % 2]
            mark, point = player.ask(f"genmove {seat}")
            assert mark == "=" and re.fullmatch(POINT, point)
            assert players[1 - moves % 2][1].ask(f"play {seat} {point}") == ("=", "")
            moves += 1

        assert moves > 10
        assert black.ask("final_score") == white.ask("final_score")
        assert black.ask("final_score")[1] in ("B+R", "W+R")
        assert black.ask("showboard") == white.ask("showboard")
        assert black.ask("genmove b") == black.ask("genmove w") == ("?", "the game is over")


def test_a_controller_of_ugi_plays_a_whole_game_of_two_engines():
    with Ugi("--seed", "1") as first, Ugi("--seed", "2") as second:
        for player in (first, second):
            player.send("ugi")
            player.until("ugiok")
            player.send("setoption name Level value 1")
        position, moves = "position setup 9x9 moves", 0
        first.send("position setup 9x9")
        while first.ask("gameover") == "false":
            player = (first, second)[moves % 2]
            player.send(position if moves else "position setup 9x9")
            player.send("go movetime 20")
            position, moves = f"{position} {player.until('bestmove ')}", moves + 1
            first.send(position)
        second.send(position)

        assert moves > 10
        assert first.ask("result") == second.ask("result")
        assert first.ask("result") in ("p1win", "p2win")


@pytest.mark.parametrize("flags, is_able", [(["--each-move"], True), ([], False)])
async def test_an_engine_of_one_move_plays_if_it_is_started_for_each(
        server, tmp_path, flags, is_able):
    starts = tmp_path / "starts"
    engine = f"{sys.executable} {ONE_MOVE} {TANBO} {starts}"
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, "--engine", engine, "--grace", "60000", *flags,
                 token=account["token"]) as bot:
            game = (await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
            found = await play_out(anna, game, "black", 12)
            placed = [event for event in await anna.events(game) if event["type"] == "move"
                      and event["data"]["seat"] == "white"]

    assert (found["status"] != "finished") == is_able
    assert (len(placed) >= 5) == is_able
    if is_able:
        assert len(starts.read_text().splitlines()) >= len(placed)
        assert "restarting it" not in bot.log
