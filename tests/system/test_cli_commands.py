"""Commands of `tanbo` beside the games: lists as JSON, challenges, records, chat and the home."""

import asyncio
import json
import re
import signal
import subprocess

import pytest

from support.fake_server import FakeServer
from support.patience import PATIENCE_S
from support.rest import CONTRACT, Rest, start_game
from support.terminal import TANBO, Machine, Tty

COMMON = (80, 24)


class People:
    """Members of a server, each with a machine on which they are signed in by their token."""

    def __init__(self, server, folder, names=("anna", "ben")):
        self.server = server
        self.tokens = asyncio.run(self._register(names))
        self.machine = Machine(folder)
        self.machine.environment["TANBO_SERVER"] = server.url

    async def _register(self, names):
        async with Rest(self.server) as rest:
            return {name: (await rest.account(name)).token for name in names}

    def run(self, name, *words, status=0):
        """The output of a command of one of them."""
        self.machine.environment["TANBO_TOKEN"] = self.tokens[name]
        return self.machine.run(*words, status=status)

    def tty(self, name, *words, size=COMMON):
        """A terminal of one of them."""
        return Tty(self.machine, *words, size=size, token=self.tokens[name])

    def game(self, moves=()):
        """A game on 9x9 of the first two with these moves; its number."""
        async def play():
            async with Rest(self.server) as rest:
                game, players = await start_game(rest, setup="9x9")
                for ply, point in enumerate(moves):
                    await players[ply % 2].move(game["id"], point, ply)
                return game["id"]

        return asyncio.run(play())


@pytest.fixture
def people(server, tmp_path):
    return People(server, tmp_path)


def test_a_challenge_is_made_listed_accepted_and_played(people):
    told = people.run("anna", "challenge", "ben", "--setup", "13x13", "--clock", "3d/move")
    number = told.split()[1]
    assert told.startswith(f"Challenge {number} to ben on 13x13.")
    heading, row = people.run("ben", "challenges", "--mine").splitlines()
    assert heading.split() == ["number", "state", "board", "terms", "players"]
    assert row.split() == [number, "open", "13x13", "unrated", "anna,", "ben"]
    assert people.run("ben", "turns", "--tabs") == f"{number}\tchallenge\t13x13\tfrom anna\n"

    begun = people.run("ben", "accept", number)

    game = begun.split()[1]
    assert begun == f"Game {game} has started: tanbo play {people.server.url} {game}\n"
    assert people.run("ben", "challenges", "--mine") == "No open challenges.\n"
    turn = people.run("anna", "turns").splitlines()[1].split()
    assert turn[:6] == [game, "move", "13x13", "0", "2", "d"], "with the time left"


def test_a_challenge_is_declined_and_ones_own_is_withdrawn(people):
    first = people.run("anna", "challenge", "ben").split()[1]
    second = people.run("anna", "challenge", "ben").split()[1]

    assert people.run("ben", "decline", first, "--reason", "Not today.") == "Declined.\n"
    assert people.run("anna", "decline", second) == "Your challenge is withdrawn.\n"
    assert "(challenge-closed)" in people.run("ben", "accept", second, status=1)
    assert "is not the number of a challenge" in people.run("ben", "accept", "x", status=1)


def test_an_invitation_is_a_link_that_another_accepts(people):
    link = people.run("anna", "invite", "--seat", "white").strip()
    assert link.startswith(f"{people.server.url}/join/")

    assert "has started" in people.run("ben", "accept", link)
    assert "(challenge-closed)" in people.run("ben", "accept", link, status=1)


def test_without_an_account_a_challenge_says_what_to_do(people):
    people.machine.environment["TANBO_TOKEN"] = ""
    for words in (("challenge", "ben"), ("invite",), ("accept", "7"), ("decline", "7"), ("turns",)):
        assert "not signed in" in people.machine.run(*words, status=1)


def test_lists_and_boards_are_json_as_the_contract_has_it(people):
    game = people.game(["H7", "B7"])
    people.run("anna", "challenge", "ben")
    for words, schema in ((("games", "--json"), "GameList"), (("turns", "--json"), "TurnList"),
                          (("challenges", "--json"), "ChallengeList"),
                          (("show", str(game), "--json"), "Board"),
                          (("record", str(game)), "Record")):
        told = json.loads(people.run("ben", *words))
        CONTRACT.schemas.check_named(schema, told, words)
    assert json.loads(people.run("ben", "games", "--json"))["games"][0]["id"] == game
    assert json.loads(people.run("ben", "turns", "--json"))["turns"][0]["kind"] == "challenge"


def test_a_record_is_printed_and_shown_with_steps(people, tmp_path):
    game = people.game(["H7", "B7", "G7"])
    sgf = tmp_path / "game.sgf"
    sgf.write_text(people.run("anna", "record", str(game), "--sgf"))
    for what in (str(game), str(sgf)):
        with people.tty("anna", "show", what, "--step") as tty:
            tty.shows("Stone 3 of 3.", ">#<")
            tty.press("\x1b[D")
            tty.shows("Stone 2 of 3.", ">O<")
            tty.press("0\r")
            tty.shows("Stone 0 of 3.")
            tty.press("\x1b[F")
            tty.shows("Stone 3 of 3.")
            tty.press("q")
            assert tty.end() == 0


def test_a_chat_is_read_and_written(people):
    told = people.run("anna", "challenge", "ben")
    game = people.run("ben", "accept", told.split()[1]).split()[1]

    assert people.run("anna", "chat", game) == "No messages yet.\n"
    assert people.run("anna", "chat", game, "Good", "luck!") == ""
    assert people.run("ben", "chat", game) == "anna: Good luck!\n"


def test_the_home_shows_what_waits_and_goes_from_game_to_game(people):
    games = []
    for setup in ("9x9", "13x13"):
        told = people.run("ben", "challenge", "anna", "--setup", setup, "--seat", "white")
        games.append(people.run("anna", "accept", told.split()[1]).split()[1])
    people.run("ben", "challenge", "anna", "--setup", "7x7-dense")
    people.game()
    with people.tty("anna", "lobby") as tty:
        tty.shows("Your turn", f"game {games[0]}", f"game {games[1]}", "Challenges",
                  "from ben to you", "Live games", "q: quit")
        tty.press("n")
        tty.shows(f"Game {games[0]}, 9x9", "Your move, black:")
        tty.type("quit")
        tty.shows("Your turn", "q: quit")
        tty.press("n")
        tty.shows(f"Game {games[1]}, 13x13")
        tty.type("quit")
        tty.shows("Your turn", "q: quit")
        tty.press("\x1b[B\x1b[B")
        tty.waits(lambda rows: any(row.startswith("> no.") for row in rows), "the challenge")
        tty.press("a")
        tty.shows("7x7-dense, ply 0")
        tty.type("quit")
        tty.shows("q: quit")
        tty.press("q")
        assert tty.end() == 0


def test_tanbo_alone_opens_the_home_of_the_server(people):
    with people.tty("anna") as tty:
        tty.shows(f"Tanbo at {people.server.url}, anna", "c: new game")
        tty.press("\x03")
        assert tty.end() == 130


def test_a_game_is_played_with_keys_and_clicks_alone(people):
    told = people.run("ben", "challenge", "anna", "--seat", "white")
    game = people.run("anna", "accept", told.split()[1]).split()[1]
    with people.tty("anna", "play", game) as anna, people.tty("ben", "play", game) as ben:
        rows = anna.shows("Your move, black:")
        anna.press("\x1b[A")
        anna.shows("E5  Enter: choose")
        anna.press("lllkk")
        anna.shows("H7  Enter: choose")
        anna.press("\r")
        anna.shows("black H7 would extend the root H8", "Enter: place it")
        anna.press("\r")
        ben.shows("black H7.", "Your move, white:")
        row = next(i for i, text in enumerate(rows) if text.startswith("7 "))
        click = f"\x1b[<0;5;{row + 1}M"
        ben.press(click)
        ben.shows("white B7 would extend", "Enter: place it")
        ben.press(click)
        anna.shows("white B7.")
        anna.press(":G7\n")
        ben.shows("black G7.")


@pytest.mark.parametrize("words", [
    ["record", "GAME"], ["record", "GAME", "--sgf"], ["show", "GAME"], ["show", "GAME", "--json"],
    ["games"], ["games", "--json"], ["turns"], ["challenges"]])
def test_output_that_is_lost_is_a_failure(people, words):
    game = str(people.game(["H7"]))
    environment = {**people.machine.environment, "TANBO_TOKEN": people.tokens["anna"]}
    with open("/dev/full", "wb") as full:
        done = subprocess.run([TANBO, *[game if word == "GAME" else word for word in words]],
                              stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE_S, check=False,
                              env=environment)

    assert done.returncode == 1
    assert done.stderr.decode() == "tanbo: the output could not be written\n"


def test_a_board_as_json_names_its_game(people, tmp_path):
    sgf = tmp_path / "game.sgf"
    text = people.run("anna", "record", str(people.game(["H7"])), "--sgf")
    sgf.write_text(re.sub(r"GN\[[^]]*\]", "GN[A game at the club]", text))

    assert "black" in people.run("anna", "show", str(sgf))
    said = people.run("anna", "show", str(sgf), "--json", status=1)

    assert said == "tanbo: the record has no game number, which the board as JSON needs\n"


def summary(number):
    """A game as a list tells it."""
    return {"id": number, "setup": "9x9", "ply": 0, "seats": [
        {"seat": "black", "handle": "anna", "state": "in"},
        {"seat": "white", "handle": "ben", "state": "in"}]}


class News:
    """Answers of a server to the home, which may change."""

    def __init__(self):
        self.turns = [summary(8)]
        self.status = 200

    def __call__(self, method, path, _):
        refused = {"code": "busy", "detail": "The server is busy.", "title": "", "type": ""}
        if path == "/me":
            return 200, {"handle": "anna", "token": "tbo_anna", "kind": "member"}
        if self.status != 200 or path.startswith("/games/"):
            return max(self.status, 404), refused
        if path == "/me/turns":
            return 200, {"turns": [{"kind": "move", "game": game} for game in self.turns],
                         "next": None}
        if path == "/challenges":
            challenge = {"id": 7, "creator": "ben", "setup": "9x9", "rated": False, "state": "open",
                         "game": None, "seats": [
                             {"seat": None, "player": "ben", "state": "me"},
                             {"seat": None, "player": None, "state": "open"}]}
            return 200, {"challenges": [challenge], "next": None}
        if path == "/me/notifications":
            return 200, {"notifications": []}
        return 200, {"games": [], "next": None}


def chosen(text):
    """A condition: the row of this text is the chosen one."""
    return lambda rows: any(row.startswith("> " + text) for row in rows)


def test_the_home_keeps_what_is_chosen_when_the_list_moves(tmp_path):
    news = News()
    with FakeServer(news) as fake, Tty(Machine(tmp_path), "lobby", fake.url, size=COMMON,
                                       token="tbo_anna") as tty:
        tty.shows("no. 7")
        tty.press("j")
        tty.waits(chosen("no. 7"), "the challenge")
        news.turns = [summary(5), summary(6), summary(8)]
        tty.press("r")
        tty.shows("game 5", "game 6")
        tty.waits(chosen("no. 7"), "the challenge again")
        tty.press("d")
        fake.until(fake.requests, lambda _, path: path.endswith("/challenges/7/decline"))
        assert not any(row.startswith("> game") for row in tty.rows())


def test_the_home_keeps_its_lists_when_the_server_fails(tmp_path):
    news = News()
    with FakeServer(news) as fake, Tty(Machine(tmp_path), "lobby", fake.url, size=COMMON,
                                       token="tbo_anna") as tty:
        tty.shows("game 8", "no. 7")
        news.status = 503
        tty.press("r")
        tty.shows("The server is busy. (busy)", "game 8", "no. 7")
        news.status = 200
        tty.press("r")
        tty.hides("The server is busy.")


def test_a_game_that_can_not_be_followed_is_told_in_the_home(tmp_path):
    with FakeServer(News()) as fake, Tty(Machine(tmp_path), "lobby", fake.url, size=COMMON,
                                         token="tbo_anna") as tty:
        tty.waits(chosen("game 8"), "the game")
        tty.press("\r")
        tty.shows("Game 8 can't be followed. To read why, quit.", "Your turn")
        tty.press("q")
        assert tty.end() == 0


@pytest.mark.parametrize("how", ["q", "\x03", "\x1c", "terminate"])
@pytest.mark.parametrize("words, awaited", [
    (["lobby"], "q: quit"), (["show", "GAME", "--step"], "q: quit"),
    (["play", "--offline", "--against", "level:1"], "Your move, black:")])
def test_the_terminal_comes_back_from_every_screen(people, words, awaited, how):
    game = str(people.game())
    with people.tty("anna", *[game if word == "GAME" else word for word in words]) as tty:
        tty.shows(awaited)
        assert not tty.is_given_back()
        if how == "terminate":
            tty.process.send_signal(signal.SIGTERM)
        else:
            tty.press("quit\n" if how == "q" and words[0] == "play" else how)

        assert tty.end() == {"q": 0, "\x03": 130, "\x1c": 131, "terminate": 143}[how]
        assert tty.is_given_back()
