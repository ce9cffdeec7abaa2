"""`tanbo play --offline`: games against levels without a server."""

import os
import re
import signal

import pytest

from support.terminal import Machine, Tty


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_a_game_is_played_through_a_pipe(machine):
    told = machine.run("play", "--offline", "--against", "level:1",
                       text="H7\nE5\nnowhere\nundo\nhelp\nleave\n")

    assert "black E5 is illegal" in told
    assert '"nowhere" is not a point of this board.' in told
    assert "Your last move is undone." in told
    assert "has won." in told.splitlines()[-1]


def test_a_game_goes_to_its_end_by_legal_moves(machine):
    points = "".join(f"{letter}{row}\n" for letter in "ABCDEFGHJ" for row in range(1, 10))

    told = machine.run("play", "--offline", "--against", "level:1", text=points * 12)

    assert "has won." in told


def test_four_seats_and_ones_own_are_as_named(machine):
    with Tty(machine, "play", "--offline", "--setup", "19x19-4p", "--seat", "red", "--against",
             "level:1,level:2,level:3", size=(80, 24)) as tty:
        rows = tty.shows("Your move, red:", "level:1", "level:2", "level:3", "ply 2")
        assert [row for row in rows if "you, 4 roots" in row]
        tty.press("\x04")
        assert tty.end() == 0


FOUR = ("play", "--offline", "--setup", "19x19-4p", "--against", "here")


POINTS = "".join(f"{letter}{row}\n" for letter in "ABCDEFGHJKLMNOPQRST" for row in range(1, 20))


def moves_in(told):
    """The moves that were told, as seats and points."""
    return re.findall(r"^(black|white|red|green) ([A-T][0-9]+)\.", told, re.MULTILINE)


def test_four_people_play_a_whole_game_at_one_terminal(machine):
    told = machine.run(*FOUR, text=POINTS * 80)

    assert "has won." in told
    assert {seat for seat, _ in moves_in(told)} == {"black", "white", "red", "green"}


def test_each_of_four_is_asked_in_turn(machine):
    with Tty(machine, *FOUR, size=(80, 24)) as tty:
        rows = tty.shows("Your move, black:", "player-2", "player-3", "player-4")
        assert [row for row in rows if "you, 4 roots" in row]
        tty.type("B7")
        tty.shows("Your move, white:", "ply 1")
        tty.type("undo")
        tty.shows("Your move, black:", "ply 0")
        tty.type("leave")
        # The others go on without black.
        tty.shows("Your move, white:")
        tty.type("leave")
        tty.shows("Your move, red:")
        tty.type("leave")
        assert tty.end() == 0
        assert "green (player-4) has won." in tty.seen


class Interrupted(Tty):
    """A terminal at which Ctrl-C is pressed before the program takes its signals."""

    @staticmethod
    def _take_terminal():
        Tty._take_terminal()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        os.kill(os.getpid(), signal.SIGINT)


def test_a_signal_is_obeyed_before_the_others_have_moved(machine):
    with Interrupted(machine, "play", "--offline", "--setup", "19x19-4p", "--seat", "red",
                     "--against", "level:1", size=(80, 24)) as tty:
        assert tty.end() == 130
        said = tty.seen[tty.seen.rindex("\x1b[?1049l"):]

    assert "Black to move" in said or "black to move" in said
    assert not re.search(r"(black|white) [A-T][0-9]+\.", said), "no one has moved"


def test_help_in_a_small_terminal_is_read_page_by_page(machine):
    with Tty(machine, "play", "--offline", "--against", "level:1", size=(60, 8)) as tty:
        tty.shows("Your move, black:")
        tty.type("help")
        tty.shows("H7", "Enter: next page")
        pages = 1
        while not any("Enter: back to the board" in row for row in tty.rows()):
            before = tty.rows()
            tty.press("\r")
            tty.waits(lambda rows, before=before: rows != before and rows[-1] != "", "a page")
            pages += 1
        tty.shows("quit; the game is not kept")
        tty.press("\r")
        tty.shows("Your move, black:")

    assert pages >= 2


@pytest.mark.parametrize("words, said", [
    (["--against", "bot:5"], '"bot:5" is not a level'),
    (["--against", "level:11"], '"level:11" is not a level'),
    (["--setup", "8x8"], '"8x8" is not a setup'),
    (["--seat", "red"], "red has no seat on 9x9"),
])
def test_a_game_that_can_not_be_is_refused(machine, words, said):
    assert said in machine.run("play", "--offline", *words, status=1)
