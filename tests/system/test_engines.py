"""`tanbo engine` and `tanbo match`: our engine and others', and what becomes of bad ones."""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

import pytest

from support.patience import PATIENCE_S
from support.server import BIN

TANBO = BIN.parent / "tanbo"
RANDOM = f"{sys.executable} {pathlib.Path(__file__).parent / 'support' / 'random_engine.py'}"
RUN_S_MAX = PATIENCE_S
# Longer than a busy machine keeps an engine from its move: it is to answer, not to be quick.
PATIENT = ("--grace", "60000")


def tanbo(*arguments, text="", status=0):
    done = subprocess.run([TANBO, *arguments], input=text, capture_output=True, text=True,
                          timeout=RUN_S_MAX, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def match(*arguments, **options):
    """The lines that a match prints."""
    return tanbo("match", *arguments, **options).splitlines()


class Engine:
    """A `tanbo engine` that is spoken to."""

    def __init__(self, *flags):
        self.process = subprocess.Popen([TANBO, "engine", *flags], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def searched_s(self):
        """How long it has run on processors so far."""
        of_process = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2]
        return sum(map(int, of_process.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def until(self, start):
        """The lines up to the first that begins so."""
        found = []
        for line in self.process.stdout:
            found.append(line.rstrip("\n"))
            if line.startswith(start):
                return found
        raise AssertionError(f"it ended without {start}: {found}")


def test_a_search_ends_when_it_is_told_to():
    """Whatever else the machine does, it searches no longer."""
    with Engine() as engine:
        for setup in ("9x9", "19x19", "19x19-4p"):
            engine.say(f"position setup {setup}", "go infinite", "isready")
            engine.until("readyok")
            begun = engine.searched_s()
            while engine.searched_s() - begun < 0.2:
                time.sleep(0.01)
            before = engine.searched_s()
            engine.say("stop")
            engine.until("bestmove ")
            assert engine.searched_s() - before < 0.1, setup


def test_a_search_tells_what_it_has_found_so_far():
    with Engine() as engine:
        engine.say("position setup 9x9", "go infinite")
        told = [engine.until("info nodes ")[-1] for _ in range(3)]
        engine.say("stop")
        said = engine.until("bestmove ")

    nodes = [int(line.split()[2]) for line in told]
    assert nodes == sorted(nodes) and nodes[-1] > nodes[0]
    assert re.fullmatch(r"bestmove [A-HJ][1-9]", said[-1])


@pytest.mark.parametrize("flag", ["--ugi", "--gtp"])
def test_nonsense_does_not_end_an_engine(flag):
    """Bytes of every kind, lines without an end, and then a question."""
    noise = bytes(range(256)) * 400 + b"\n" + b"go nodes 1\n" * 50 + b"genmove black\n" * 50
    question = b"isready\n" if flag == "--ugi" else b"7 name\n"
    done = subprocess.run([TANBO, "engine", flag], input=noise + b"x" * 200_000 + b"\n" + question,
                          capture_output=True, timeout=RUN_S_MAX, check=False)

    assert done.returncode == 0
    assert (b"readyok" if flag == "--ugi" else b"=7 Tanbo") in done.stdout


def test_what_was_asked_is_answered_though_the_input_ends():
    said = tanbo("engine", text="position setup 9x9\ngo nodes 2000\n").splitlines()
    assert said[-1].startswith("bestmove ")
    said = tanbo("engine", "--gtp", text="boardsize 9\ngenmove b\ngenmove w\n").split("\n\n")
    assert len(said) == 4 and said[1].startswith("= ") and said[2].startswith("= ")
    assert tanbo("engine", text="go infinite\n").splitlines()[-1].startswith("bestmove ")


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("level", ["0", "3"])
@pytest.mark.parametrize("limits", ["movetime -5", "p1time -1 p2time -1", "movetime 0.5", "nodes 0",
                                    "nodes -1", "depth 3 nodes 1", "nodes x movetime 1", "mate"])
def test_whoever_says_go_gets_a_move(limits, level, threads):
    said = tanbo("engine", "--threads", threads, text=(
        f"setoption name Level value {level}\nposition setup 9x9\ngo {limits}\n")).splitlines()

    assert re.fullmatch(r"bestmove [A-HJ][1-9]", said[-1]), said


@pytest.mark.parametrize("option", ["Threads value 2", "Memory value 1", "Memory value 65536"])
def test_an_engine_takes_other_threads_and_memory_between_searches(option):
    said = tanbo("engine", text=(
        f"position setup 9x9\nsetoption name {option}\ngo nodes 50\n")).splitlines()

    assert re.fullmatch(r"bestmove [A-HJ][1-9]", said[-1]), said


def test_a_level_waits_for_stop_if_it_is_told_to():
    with Engine() as engine:
        engine.say("setoption name Level value 3", "position setup 9x9", "go infinite", "isready")
        assert not [line for line in engine.until("readyok") if line.startswith("bestmove")]
        engine.say("isready")
        assert not [line for line in engine.until("readyok") if line.startswith("bestmove")]
        engine.say("stop")
        engine.until("bestmove ")


def test_the_same_seed_plays_the_same_game():
    asked = "boardsize 9\ntanbo-level 2\n" + "genmove b\ngenmove w\n" * 10
    once, again, other = [tanbo("engine", "--gtp", "--seed", seed, text=asked)
                          for seed in ("5", "5", "6")]
    assert once == again != other


def test_a_mover_of_python_plays_whole_games(tmp_path):
    record = tmp_path / "games.jsonl"
    said = match(RANDOM, "level:1", "--games", "4", "--setup", "9x9", "--record", record, *PATIENT)

    assert len(said) == 5 and "(" not in "".join(said[:4])
    assert re.fullmatch(r"A \d : \d B on 9x9, Elo .+ at 95 %", said[-1])
    lines = tanbo("replay", text=record.read_text()).splitlines()
    winners = re.findall(r'"winner":"(\w+)"', "\n".join(lines))
    assert len(winners) == 4


def test_what_a_match_records_is_shown_and_analysed(tmp_path):
    record = tmp_path / "games.jsonl"
    match("level:1", "level:2", "--games", "2", "--setup", "9x9", "--record", record, *PATIENT)
    games = [json.loads(line) for line in record.read_text().splitlines()]

    told = json.loads(tanbo("analyze", record, "--game", "2", "--json", "--simulations", "10"))
    table = tanbo("analyze", record, "--game", "1", "--simulations", "10")
    boards = [tanbo("show", record, "--game", str(game["id"])) for game in games]

    moves = [move for move in games[1]["moves"] if not move.startswith("leave:")]
    assert [turn["point"] for turn in told["turns"]] == moves
    assert told["game"] == 2 and "inaccuracies" in table
    assert boards[0] != boards[1] and all("has won after" in board for board in boards)
    assert "has 2 games; choose one with --game" in tanbo("analyze", record, status=1)
    assert "has no game 3" in tanbo("show", record, "--game", "3", status=1)
    record.write_text(json.dumps(games[0]) + "\n")
    assert tanbo("show", record) == boards[0]


@pytest.mark.parametrize("second, setup", [
    (f"{TANBO} engine --gtp", "line31"), (f"{TANBO} engine", "5x5x5"), ("level:2", "19x19-4p")])
def test_our_engine_plays_by_both_protocols(second, setup):
    said = match(f"{TANBO} engine", second, "--games", "2", "--movetime", "5", "--setup", setup,
                 *PATIENT)
    assert len(said) == 3 and "(" not in "".join(said[:2])


@pytest.mark.parametrize("fault, said", [
    ("dies", "has ended"), ("hangs", "gave no move in time"),
    ("cheats", "played A99, which is off-board")])
def test_a_bad_engine_loses_its_game_and_no_more(fault, said):
    waits = ("--grace", "1000") if fault == "hangs" else PATIENT
    lines = match(f"{RANDOM} {fault} 2", "level:1", "--games", "2", *waits)

    assert [line for line in lines[:2] if "B wins" in line and f"(A {said})" in line] == lines[:2]
    assert lines[-1].startswith("A 0 : 2 B")


def test_a_match_stops_when_it_is_decided():
    lines = match(f"{RANDOM} dies 1", "level:1", "--games", "1000", "--sprt", "0", "100")

    assert lines[-2].startswith("A 0 : 10 B on 9x9")
    assert lines[-1].endswith(", A is not stronger by more than 0")


@pytest.mark.parametrize("arguments, complaint", [
    (("level:11", "level:1"), '"level:11" is not a level'),
    (("level:1", "true"), '"true" does not start: it ended with status 0 before it sent ugiok'),
    (("level:1", "level:1", "--setup", "10x10"), 'unknown setup "10x10"'),
    (("level:1", "level:1", "--sprt", "10", "10"), "the lower one first"),
])
def test_what_cannot_be_played_is_said_at_once(arguments, complaint):
    assert complaint in tanbo("match", *arguments, status=1)
