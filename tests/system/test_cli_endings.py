"""The ends of `tanbo`: terminals come back however a game ends, and lost output is told."""

import asyncio
import json
import os
import signal
import subprocess

import pytest

from support.fake_server import FakeServer, Held, frames
from support.patience import PATIENCE_S
from support.rest import PASSWORD, Rest, start_game
from support.terminal import TANBO, Machine, Tty
from support.tour import ROOT

TURN = "Your move, black:"
EVENTS = [json.loads(line) for line in
          (ROOT / "tests/golden/events-9x9.ndjson").read_text().splitlines()[:3]]
PROBLEM = {"code": "game-not-found", "detail": "The game is gone.", "title": "", "type": ""}


class Fake:
    """Answers of a server to `tanbo play`, which may change."""

    def __init__(self):
        self.events = 200, Held(frames(EVENTS), "text/event-stream")

    def __call__(self, method, path, _):
        if path == "/me":
            return 200, {"handle": "anna", "token": "tbo_anna", "kind": "member"}
        if path.endswith("/join"):
            return 409, {**PROBLEM, "code": "already-seated"}
        return self.events if path.endswith("/events") else (404, PROBLEM)


@pytest.fixture
def play(tmp_path):
    """Begins `tanbo play` against a server that answers so; yields its terminal."""
    fake = Fake()
    with FakeServer(fake) as server, Tty(Machine(tmp_path), "play", server.url, "1",
                                         size=(80, 24), token="tbo_anna") as tty:
        tty.fake, tty.server = fake, server
        yield tty


@pytest.mark.parametrize("end", [
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM])
def test_a_signal_ends_a_game_and_gives_the_terminal_back(play, end):
    play.shows(TURN)
    play.process.send_signal(end)

    assert play.end() == 128 + end
    assert play.is_given_back()


@pytest.mark.parametrize("end", [
    signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV])
def test_a_program_that_fails_gives_the_terminal_back(play, end):
    play.shows(TURN)
    play.process.send_signal(end)

    assert play.end() == -end
    assert play.is_given_back()


def test_a_terminal_that_is_left_raw_would_be_seen(play):
    play.shows(TURN)
    play.process.kill()

    assert play.end() == -signal.SIGKILL
    assert not play.is_given_back()


@pytest.mark.parametrize("how", ["key", "signal"])
def test_a_stopped_game_gives_the_terminal_back_and_takes_it_again(play, how):
    play.shows(TURN)
    for _ in range(2):
        if how == "key":
            play.press("\x1a")
        else:
            play.process.send_signal(signal.SIGTSTP)
        os.waitid(os.P_PID, play.process.pid, os.WSTOPPED)
        play.until("\x1b[?1049l")
        assert play.is_given_back()

        play.process.send_signal(signal.SIGCONT)
        play.until("\x1b[?1049h")
        play.shows(TURN)
        assert not play.is_given_back()
    play.type("quit")

    assert play.end() == 0
    assert play.is_given_back()


def test_a_terminal_that_goes_away_ends_the_game(play):
    play.shows(TURN)
    os.close(play.descriptor)
    status = play.process.wait(timeout=PATIENCE_S)
    play.descriptor = os.open("/dev/null", os.O_RDONLY)

    assert status in (128 + signal.SIGHUP, -signal.SIGHUP)  # the second comes as it ends


@pytest.mark.parametrize("events, said", [
    ((404, PROBLEM), "The game is gone. (game-not-found)"),
    ((412, PROBLEM), "the server was restored from a backup"),
    ((200, Held(frames([{**EVENTS[2], "seq": 9}]), "text/event-stream")), "tanbo: "),
])
def test_a_game_that_is_lost_gives_the_terminal_back_and_says_why(play, events, said):
    play.fake.events = 200, frames(EVENTS)
    play.shows(TURN, "connection lost")
    play.fake.events = events

    assert play.end() == 1
    assert play.is_given_back()
    assert said in play.seen[play.seen.rindex("\x1b[?1049l"):]


def test_a_game_without_its_server_can_be_left(play):
    play.shows(TURN)
    play.server.ends.set()
    play.server.http.shutdown()
    play.shows("connection lost")
    play.press("\x03")

    assert play.end() == 128 + signal.SIGINT
    assert play.is_given_back()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_terminal_shows_again_what_is_typed_if_a_sign_in_is_ended(tmp_path, end):
    with Tty(Machine(tmp_path), "login", "http://127.0.0.1:1", "anna") as tty:
        tty.until("Password: ")
        assert not tty.is_given_back()
        tty.process.send_signal(end)

        assert tty.end() == -end
        assert tty.is_given_back()


# --- output that can't be written ---


def run(machine, words, typed, output):
    """The exit status of a command with this output, and what it said of it."""
    with open(output, "wb") as file:
        done = subprocess.run([TANBO, *words], input=typed.encode(), stdout=file, check=False,
                              stderr=subprocess.PIPE, timeout=PATIENCE_S, env=machine.environment)
    return done.returncode, done.stderr.decode()


@pytest.fixture
def printing(server, tmp_path):
    """Commands that print, with what is typed into them, and the machine of anna who runs them."""
    async def begin():
        async with Rest(server) as rest:
            anna, ben = [await rest.account(name) for name in ("anna", "ben")]
            over, players = await start_game(rest, setup="9x9")
            legal = (await players[0].get(f"/games/{over['id']}/legal-moves", expect=200)).json
            await players[0].move(over["id"], legal["points"][0], 0)
            await players[0].leave(over["id"])
            running = (await anna.open_game(setup="9x9"))["id"]
            await ben.join(running)
            asked = [(await ben.post("/challenges", {
                "setup": "9x9", "seats": ["me", "anna"]}, expect=201)).json["id"]
                     for _ in range(2)]
            await ben.post("/challenges", {"setup": "9x9", "seats": ["me", "open"]}, expect=201)
            record = (await anna.get(f"/games/{over['id']}/record", expect=200)).body
            return anna.token, over["id"], running, asked, record

    token, over, running, (first, second), record = asyncio.run(begin())
    (tmp_path / "record.json").write_bytes(record)
    machine = Machine(tmp_path)
    machine.environment |= {"TANBO_SERVER": server.url, "TANBO_TOKEN": token}
    lists = [[name, *form] for name in ("games", "turns", "challenges")
             for form in ([], ["--tabs"], ["--json"])]
    shown = [["show", str(tmp_path / "record.json")], ["show", "--json", str(over)],
             ["analyze", "--simulations", "1", str(tmp_path / "record.json")],
             ["analyze", "--simulations", "1", "--json", str(tmp_path / "record.json")]]
    said = [["record", str(over)], ["record", "--sgf", str(over)], ["chat", str(running)],
            ["watch", str(over)], ["challenge", "ben"], ["invite"], ["accept", str(first)],
            ["decline", str(second)], ["version"], ["--version"], ["games", "--help"]]
    typed = [(["login", server.url, "anna"], PASSWORD + "\n"),
             (["play", str(running)], "quit\n"),
             (["play", "--offline", "--against", "level:1"], "quit\n"),
             (["engine"], "ugi\nquit\n"), (["engine", "--gtp"], "name\nquit\n"),
             (["match", "level:1", "level:1", "--games", "1"], "")]
    return machine, [(words, "") for words in lists + shown + said] + typed


def test_every_command_says_that_it_could_not_print(printing):
    machine, commands = printing
    ends = {" ".join(words): run(machine, words, typed, "/dev/full") for words, typed in commands}

    wrong = {name: end for name, end in ends.items()
             if end[0] != 1 or "tanbo: the output could not be written\n" not in end[1]}
    assert wrong == {}


def test_a_command_that_printed_says_nothing_of_it(printing):
    machine, commands = printing
    lists = [words for words, _ in commands if words[0] in ("games", "turns", "chat", "version")]

    assert len(lists) > 6
    for words in lists:
        assert run(machine, words, "", os.devnull) == (0, "")
