"""`tanbo`: replay against the naive referee, show, games, play and watch against a server."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.request

import pytest

from support.fake_server import FakeServer
from support.naive_tanbo import NaiveTanbo
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import BIN

TANBO = BIN.parent / "tanbo"
RUN_S_MAX = PATIENCE_S
SETUPS = ["19x19", "19x19-1995", "13x13", "9x9", "19x19-4p", "5x5x5", "line31", "7x7-dense",
          "11x11-dense", "15x15-dense", "19x19-dense"]
CUSTOM = [
    {"board": [7, 5], "stones": {"black": ["A1"], "white": ["G5"], "red": ["D3"]},
     "to_move": "red"},
    {"board": [3, 3, 3], "stones": {"black": ["111"], "white": ["333"]}},
    {"board": [3, 3, 3, 3], "stones": {"black": ["1-1-1-1"], "white": ["3-3-3-3"]}},
    {"board": [12], "stones": {"black": ["1", "6"], "white": ["11"]}, "to_move": "white"},
]


def tanbo(*arguments, text="", status=0, token=""):
    """Runs tanbo with this on standard input, no identity kept; what it printed on both outputs."""
    environment = {**os.environ, "XDG_STATE_HOME": os.devnull, "TANBO_TOKEN": token,
                   "TANBO_SERVER": ""}
    done = subprocess.run([TANBO, *arguments], input=text, capture_output=True, text=True,
                          timeout=RUN_S_MAX, check=False, env=environment)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def replay(*games, status=0):
    """The positions of these games."""
    text = "".join(json.dumps(game) + "\n" for game in games)
    return [json.loads(line) for line in tanbo("replay", text=text, status=status).splitlines()]


def expected_line(game_id, index, event, referee, removed):
    return {
        "id": game_id, "index": index, "event": event, "ply": referee.ply,
        "to_move": referee.to_move, "winner": referee.winner(),
        "stones": referee.stones_by_seat(),
        "legal": referee.legal(referee.to_move) if referee.to_move else [],
        "removed": removed,
    }


def random_moves(referee, seed, moves_max, leave_chance=0.0):
    """Plays at random; the events, and the line that each has to lead to."""
    draw = random.Random(seed)
    events, lines = [], [expected_line("g", 0, None, referee, [])]
    while referee.to_move and len(events) < moves_max:
        if draw.random() < leave_chance:
            seat = draw.choice(referee.seats_in())
            event, data = f"leave:{seat}", referee.leave(seat)
        else:
            event = draw.choice(referee.legal(referee.to_move))
            data = referee.play(event)
        events.append(event)
        lines.append(expected_line("g", len(events), event, referee, data["removed"]))
    return events, lines


@pytest.mark.parametrize("setup", SETUPS)
def test_replay_shows_every_position_of_a_setup(setup):
    opening = replay({"id": "g", "setup": setup, "moves": []})[0]
    extents = {"5x5x5": [5, 5, 5], "line31": [31]}.get(setup)
    extents = extents or [int(n) for n in setup.split("-")[0].split("x")]
    events, lines = random_moves(NaiveTanbo(extents, opening["stones"]), setup, 120, 0.01)

    assert replay({"id": "g", "setup": setup, "moves": events}) == lines


@pytest.mark.parametrize("board", CUSTOM, ids=lambda board: "x".join(map(str, board["board"])))
@pytest.mark.parametrize("seed", range(3))
def test_replay_shows_every_position_of_a_board_of_its_own(board, seed):
    referee = NaiveTanbo(board["board"], board["stones"], board.get("to_move", "black"))
    events, lines = random_moves(referee, seed, 200, 0.02)

    assert replay({"id": "g", **board, "moves": events}) == lines


@pytest.mark.parametrize("moves, code", [
    (["H8"], "occupied"),
    (["Z9"], "off-board"),
    (["E5"], "no-friend"),
    (["H7", "B7", "G7", "B6", "G6", "B5", "H6"], "two-friends"),
    (["leave:red"], "no-such-seat"),
    (["leave:white", "H7"], "game-over"),
    (["leave:white", "leave:black"], "game-over"),
])
def test_replay_says_why_an_event_is_illegal_and_goes_on(moves, code):
    lines = replay({"id": "bad", "setup": "9x9", "moves": moves},
                   {"id": 7, "setup": "9x9", "moves": ["h7"]}, status=1)

    refused = next(line for line in lines if "error" in line)
    assert refused["id"] == "bad"
    assert refused["index"] == len(moves)
    assert refused["error"]["code"] == code
    assert refused["error"]["detail"]
    assert [(line["id"], line["index"]) for line in lines[-2:]] == [(7, 0), (7, 1)]
    assert lines[-1]["event"] == "H7"


@pytest.mark.parametrize("line, code", [
    ("{", "malformed-json"),
    ("[]", "invalid-field"),
    ('{"id":"a","setup":"8x8","moves":[]}', "no-such-setup"),
    ('{"id":"a","setup":"9x9","moves":[1]}', "invalid-field"),
    ('{"id":"a","setup":"9x9","moves":[],"extra":1}', "invalid-field"),
    ('{"id":"a","moves":[]}', "invalid-field"),
    ('{"id":"a","board":[9,9],"stones":{"black":["A1"],"white":["A1"]},"moves":[]}',
     "invalid-opening"),
    ('{"id":"a","board":[2],"stones":{"black":["1"],"white":["2"]},"moves":[]}',
     "invalid-opening"),
])
def test_replay_refuses_a_line_that_is_no_game_and_goes_on(line, code):
    text = line + "\n\n" + '{"id":"b","setup":"9x9","moves":[]}'

    lines = [json.loads(out) for out in tanbo("replay", text=text, status=1).splitlines()]

    assert lines[0]["error"]["code"] == code
    assert lines[-1]["id"] == "b"


def peak_kilobytes(games):
    """The most memory that replaying this many games took."""
    line = json.dumps({"id": "g", "setup": "19x19", "moves": []}) + "\n"
    script = ("import resource, subprocess, sys\n"
              "done = subprocess.run([sys.argv[1], 'replay'], stdin=sys.stdin,"
              " stdout=subprocess.DEVNULL)\n"
              "assert done.returncode == 0\n"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n")
    # AddressSanitizer holds freed memory back; here it may not.
    environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=0"}
    done = subprocess.run([sys.executable, "-c", script, TANBO], input=line * games, text=True,
                          capture_output=True, timeout=RUN_S_MAX, check=True, env=environment)
    return int(done.stdout)


def test_replay_streams_in_constant_memory():
    few, many = peak_kilobytes(1_000), peak_kilobytes(50_000)

    assert many < few + 4096


def test_show_draws_a_record_at_a_ply(server, tmp_path):
    record = played_record(server)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))

    last = tanbo("show", str(path))
    first = tanbo("show", str(path), "--ply", "0")
    coloured = tanbo("show", "-", "--color", "always", text=json.dumps(record))

    assert ">O<" in last
    assert ">" not in first
    assert "\x1b[" in coloured and "\x1b[" not in last
    assert all(len(line) <= 72 for line in last.splitlines())


def test_show_refuses_what_is_no_record(server, tmp_path):
    record = played_record(server)
    assert "ply 9" in tanbo("show", "-", "--ply", "9", text=json.dumps(record), status=1)
    record["events"][3]["data"]["point"] = "E5"
    said = tanbo("show", "-", text=json.dumps(record), status=1)
    assert "tanbo: standard input: /events/3: " in said
    assert "could not open" in tanbo("show", str(tmp_path / "none"), status=1)
    assert tanbo("show", "-", text="{}", status=1).startswith("tanbo: standard input: ")


@pytest.mark.parametrize("ply", ["0", "1", "2"])
def test_show_draws_the_sgf_of_a_server_as_its_record(server, tmp_path, ply):
    record, sgf = tmp_path / "game.json", tmp_path / "game.sgf"
    played = played_record(server)
    record.write_text(json.dumps(played))
    url = f"{server.url}/api/v1/games/{played['game']}/record?format=sgf"
    with urllib.request.urlopen(url) as answer:
        sgf.write_bytes(answer.read())

    assert sgf.read_text().startswith("(;FF[4]")
    assert tanbo("show", sgf, "--ply", ply) == tanbo("show", record, "--ply", ply)


@pytest.mark.parametrize("command", ["show", "analyze"])
def test_another_file_is_told_what_a_record_is(command, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[1]SZ[9])")
    form = ("game record in JSON or SGF, as from GET /api/v1/games/ID/record, or from tanbo match "
            "--record")

    said = tanbo(command, path, status=1)
    assert said.startswith(f"tanbo: {path} is not a {form}: ")
    said = tanbo(command, "-", status=1)
    assert said == f"tanbo: standard input is empty. It must be a {form}\n"


def played_record(server):
    """The record of a game of two stones."""
    import asyncio

    async def play():
        async with Rest(server) as rest:
            anna, ben = await rest.guests(2)
            game = (await anna.post("/games", {"setup": "9x9"})).json["id"]
            await ben.post(f"/games/{game}/join", {})
            await anna.post(f"/games/{game}/moves", {"point": "H7", "ply": 0}, expect=201)
            await ben.post(f"/games/{game}/moves", {"point": "B7", "ply": 1}, expect=201)
            return (await anna.get(f"/games/{game}/record")).json

    return asyncio.run(play())


class Terminal:
    """`tanbo` with pipes for a terminal."""

    def __init__(self, *arguments):
        self.state = tempfile.TemporaryDirectory()
        environment = {**os.environ, "TANBO_TOKEN": "", "TANBO_SERVER": "",
                       "XDG_STATE_HOME": self.state.name}
        self.process = subprocess.Popen(
            [TANBO, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env=environment)
        self.seen = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.state.cleanup()

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def until(self, text):
        """Reads on until this has been printed since the last call; everything up to it."""
        wanted = text.encode()
        while wanted not in self.seen:
            piece = os.read(self.process.stdout.fileno(), 65536)
            assert piece, f"ended without {text!r}: {self.seen.decode()}"
            self.seen += piece
        before, _, self.seen = self.seen.partition(wanted)
        return before.decode()

    def end(self):
        return self.process.wait(timeout=RUN_S_MAX)


def test_two_people_play_in_terminals_while_a_third_watches(server):
    with Terminal("play", server.url, "--setup", "9x9") as anna:
        anna.until("You play as guest-")
        anna.until("tanbo play")
        game = anna.until("\n").split()[-1]
        with Terminal("watch", server.url, game) as watcher, \
                Terminal("play", server.url, game) as ben:
            watcher.until("opens a game on 9x9.")
            anna.until("Your move, black: ")
            anna.type("preview H7")
            anna.until("black H7 would extend the root H8 to 2 stones.")
            anna.type("h7")
            ben.until("Your move, white: ")
            ben.type("legal")
            ben.until("white can play H1 G2")
            ben.type("E5")
            ben.until("(illegal-move)")
            ben.type("nowhere")
            ben.until("not a point of this board")
            ben.type("b7")
            watcher.until("white B7.")
            anna.until("Your move, black: ")
            anna.type("leave")
            anna.until("Type yes to confirm")
            anna.type("yes")
            for terminal in (anna, ben, watcher):
                terminal.until("has won.")
                assert terminal.end() == 0


async def test_a_seat_that_was_left_is_taken_in_a_terminal(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, seats=4, setup="19x19-4p",
                                         leaver_policy="substitute")
        number = str(game["id"])
        for player in players[1:3]:
            await player.leave(number)
        with Terminal("play", server.url, number, "--seat", "red") as cleo:
            cleo.until("takes over red.")
            with Terminal("play", server.url, number) as ben:
                ben.until("takes over white.")
            assert "(game-full)" in tanbo("play", server.url, number, status=1)
            told = tanbo("play", server.url, number, "--seat", "red", status=1)
            assert f"Game {number} doesn't offer seat red. (seat-not-offered)" in told
            told = tanbo("play", server.url, number, "--seat", "seat5", status=1)
            assert "has no seat seat5" in told
            await players[3].leave(number)
            told = tanbo("play", server.url, number, "--token", players[1].token, status=1)
            assert "(already-seated)" in told and "You have already played in game" in told
        seats = (await rest.nobody.game(number))["seats"]

    assert [seat["state"] for seat in seats] == ["in", "in", "in", "offered"]
    assert all(seat["handle"] != player.handle for seat, player in zip(seats[1:3], players[1:3]))


async def test_whoever_has_left_is_told_so_when_they_come_back(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, seats=4, setup="19x19-4p",
                                         leaver_policy="substitute")
        number = str(game["id"])
        await players[1].leave(number)
        with Terminal("play", server.url, number, "--token", players[1].token) as ben:
            ben.until("(you are no longer in this game; type help for commands)")
            for line in ("B2", "leave"):
                ben.type(line)
                ben.until("Only players can do that. For a list of commands, type help.")
                ben.until("no longer in this game")
            ben.type("help")
            assert "place a stone" not in ben.until("this list")
            with Terminal("play", server.url, number) as eve:
                eve.until("takes over white.")
                ben.until("takes over white.")
                ben.until("no longer in this game")


async def test_whoever_holds_a_seat_is_told_so_if_they_name_one(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, seats=2, setup="9x9")
        number = str(game["id"])
        with Terminal("play", server.url, number, "--seat", "white",
                      "--token", players[0].token) as anna:
            anna.until(f"You have already taken seat black in game {number}.")
            anna.until("Your move, black: ")
        with Terminal("play", server.url, number, "--token", players[0].token) as anna:
            assert "You hold" not in anna.until("Your move, black: ")


def test_a_watcher_comes_back_after_the_server_was_killed(server):
    server.settle()
    with Terminal("play", server.url, "--setup", "9x9") as anna:
        anna.until("tanbo play")
        game = anna.until("\n").split()[-1]
        with Terminal("watch", server.url, game) as watcher:
            watcher.until("opens a game on 9x9.")
            server.kill()
            watcher.until("connection lost")
            server.start()
            with Terminal("play", server.url, game):
                watcher.until("takes white.")


async def test_a_new_game_is_on_the_terms_that_were_named(server):
    with Terminal("play", server.url, "--setup", "19x19-4p", "--clock", "3d/move,weekends",
                  "--leaver-policy", "substitute") as anna:
        anna.until("tanbo play")
        game = anna.until("\n").split()[-1]
        async with Rest(server) as rest:
            opened = (await rest.nobody.get(f"/games/{game}", expect=200)).json

    assert opened["leaver_policy"] == "substitute"
    assert opened["clock"]["per_move_s"] == 3 * 86_400
    assert opened["clock"]["weekends_off"]
    assert (opened["rated"], opened["swap"]) == (False, False)


def test_what_is_in_a_pipe_from_the_start_is_done_too(server):
    told = tanbo("play", server.url, "--setup", "9x9", text="preview C2\nhelp\nquit\n")

    assert "No player is to move." in told and "this list" in told


@pytest.mark.parametrize("option, value", [("--leaver-policy", "stay"), ("--clock", "3d")])
def test_terms_that_no_game_can_have_are_named(option, value):
    assert option in tanbo("play", "http://127.0.0.1:1", option, value, status=64)


def test_games_lists_what_is_open_and_running(server):
    with Terminal("play", server.url, "--setup", "13x13") as anna:
        anna.until("tanbo play")
        game = anna.until("\n").split()[-1]

        heading, row = tanbo("games", server.url).splitlines()
        line = tanbo("games", server.url, "--tabs").splitlines()[0].split("\t")

    assert heading.split() == ["game", "state", "board", "ply", "players"]
    assert row.split()[:5] == [game, "open", "13x13", "0", "black"]
    assert heading.index("players") == row.index("black ")
    assert line[:4] == [game, "open", "13x13", "ply 0"]


def pages_of(rows, per_page):
    """Answers a list of a server page by page."""
    def answer(_method, _path, query):
        first = int(query.get("cursor", "0 ").removesuffix(" "))
        is_last = first + per_page >= len(rows[query.get("status", "")])
        # A cursor may be any text.
        return 200, {"games": rows[query["status"]][first:first + per_page],
                     "next": None if is_last else f"{first + per_page} "}
    return answer


def test_games_lists_every_page():
    """It showed 50 games of 500."""
    seats = [{"seat": "black", "handle": "anna", "state": "in"},
             {"seat": "white", "handle": None, "state": "open"}]
    rows = {status: [{"id": first + i, "setup": "9x9", "ply": 0, "seats": seats}
                     for i in range(450)] for status, first in (("open", 1), ("active", 1001))}
    with FakeServer(pages_of(rows, 200)) as fake:
        told = tanbo("games", fake.url, "--tabs").splitlines()
        table = tanbo("games", fake.url).splitlines()

    numbers = [*range(1, 451), *range(1001, 1451)]
    assert [int(line.split("\t")[0]) for line in told] == numbers
    assert [int(line.split()[0]) for line in table[1:]] == numbers


def test_turns_lists_every_page_and_says_that_there_are_none():
    seats = [{"seat": "black", "handle": "anna", "state": "in"}] * 2
    turns = [{"kind": "move", "game": {"id": i, "setup": None, "ply": 3, "seats": seats}}
             for i in range(1, 301)]

    def answer(_method, _path, query):
        is_first = "cursor" not in query
        return 200, {"turns": turns[:200] if is_first else turns[200:],
                     "next": "more" if is_first else None}

    with FakeServer(answer) as fake:
        told = tanbo("turns", fake.url, "--token", "tbo_a").splitlines()
    with FakeServer(lambda *_: (200, {"turns": [], "next": None})) as fake:
        nothing = tanbo("turns", fake.url, "--token", "tbo_a")
        empty = tanbo("turns", fake.url, "--token", "tbo_a", "--tabs")

    assert told[0].split() == ["number", "what", "board", "ply", "time", "left", "players"]
    assert [line.split()[:4] for line in told[1:]] == [
        [str(i), "move", "custom", "3"] for i in range(1, 301)]
    assert (nothing, empty) == ("No open turns.\n", "")


def test_a_list_without_an_end_ends():
    with FakeServer(lambda *_: (200, {"games": [], "next": "again"})) as fake:
        assert "the server's list has no end" in tanbo("games", fake.url, status=1)


async def test_a_token_is_shown_to_no_pipe(server):
    """Neither the one that was given, nor that of a guest who can't be kept."""
    async with Rest(server) as rest:
        guest = await rest.guest()
        given = tanbo("play", server.url, text="quit\n", token=guest.token)
    new = tanbo("play", server.url, text="quit\n")

    assert guest.handle in given and "To come back: use the same token again." in given
    assert "Your token is not saved" in new
    assert "tbo_" not in given + new


def test_a_password_is_not_sent_in_clear_without_a_warning(server):
    warning = "is not encrypted. Others on the network can read your password."
    elsewhere = tanbo("login", "http://tanbo.invalid", "anna", text="secret\n", status=1)
    here = tanbo("login", server.url, "anna", text="secret\n", status=1)

    assert elsewhere.startswith(f"tanbo: warning: http://tanbo.invalid {warning}")
    assert "no answer" in elsewhere
    assert warning not in here and "(bad-credentials)" in here


def test_both_programs_tell_their_version():
    for program in (TANBO, BIN):
        told = [subprocess.run([program, word], capture_output=True, text=True, check=True,
                               timeout=RUN_S_MAX).stdout for word in ("--version", "version")]
        version = rf"{program.name} \d+\.\d+\.\d+ \([^)]+\)\n"
        assert told[0] == told[1] and re.fullmatch(version, told[0])


def test_a_server_that_is_not_there_or_refuses_is_named(server):
    said = tanbo("games", "http://127.0.0.1:1", status=1)
    assert "no answer" in said and "http://127.0.0.1:1" in said
    assert "(no-such-game)" in tanbo("watch", server.url, "12345", status=1)
    assert "(no-such-game)" in tanbo("play", server.url, "12345", status=1)
    assert "(bad-token)" in tanbo("play", server.url, "--token", "tbo_wrong", status=1)


def commands_with_a_server():
    """Every command that names one, with its other arguments."""
    names = re.findall(r"^  (\w+) ", tanbo("--help").split("Subcommands:")[1], re.MULTILINE)
    usages = {name: re.search(r"^Usage: (.*)", tanbo(name, "--help"), re.MULTILINE)[1].split()
              for name in names}
    return {name: usage[usage.index("url") + 1:]
            for name, usage in usages.items() if "url" in usage}


@pytest.mark.parametrize("url", ["notaurl", "ftp://x", "http://", "https://x:99999"])
def test_an_address_at_which_no_server_can_be_is_refused_at_once(url):
    """`bot`, `watch` and `search` kept trying for good."""
    commands = commands_with_a_server()
    for command, others in commands.items():
        more = ["1" for word in others if not word.startswith("[")]
        said = tanbo(command, url, *more, status=64)
        assert said.startswith(f'url: "{url}" is not a server address: it'), command

    assert {"bot", "games", "login", "play", "search", "turns", "watch"} <= set(commands)


def test_a_word_that_is_no_command_is_named():
    assert "not expected: wach" in tanbo("wach", status=64)
    assert "Usage: tanbo watch" in tanbo("watch", "--help")
