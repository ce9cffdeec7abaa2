"""The commands that the documents print beside their tours: each does what it is printed for."""

import json
import os
import random
import re
import shlex
import subprocess

import pytest

from support.bots import playing_levels
from support.challenges import members
from support.patience import PATIENCE_S
from support.random_play import until
from support.rest import PASSWORD, Rest, start_game
from support.server import BIN
from support.terminal import Machine, Tty
from support.tour import ROOT
from support.tournaments import CLOCK, act, open_tables, play_rounds, seen

MANUAL = ROOT / "server" / "web" / "manual"
ADDRESS = "http://localhost:8080"
TERMINAL = (80, 24)
HEADING = "  A B C D E F G H J"
# The games that the printed numbers stand for.
OPEN, RUNNING, OVER = "open", "running", "over"


def printed(page, *words):
    """The indented lines of a page that begin with one of the words, without their comments."""
    lines = re.findall(rf"^    ((?:{'|'.join(words)}) .*)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"\s+#.*$", "", line) for line in lines]


def blocks(page):
    """The indented blocks of a page, with the lines that a backslash continues."""
    found = re.findall(r"(?:^    .*\n)+", page.read_text(), re.MULTILINE)
    return [re.sub(r"\\\n *", "", re.sub("^    ", "", block, flags=re.MULTILINE))
            for block in found]


class Reader:
    """A person who types what is printed, in a folder that is their home, too."""

    def __init__(self, folder, server):
        self.folder, self.server = folder, server
        self.machine = Machine(folder)
        self.machine.environment |= {
            "HOME": str(folder), "PATH": f"{BIN.parent}:{os.environ['PATH']}"}

    def line(self, text):
        """A line with the address of this server, and the programs that are tested."""
        text = text.replace(ADDRESS, self.server.url) if self.server.port else text
        return text.replace("build/release/bin/", f"{BIN.parent}/")

    def run(self, text):
        """Runs a line, which must succeed; yields its output."""
        done = subprocess.run(["bash", "-c", self.line(text)], cwd=self.folder, text=True,
                              capture_output=True, timeout=PATIENCE_S, check=False,
                              env=self.machine.environment)
        assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
        return done.stdout

    def tty(self, text):
        """A line of `tanbo` in a terminal."""
        return Tty(self.machine, *shlex.split(self.line(text))[1:], size=TERMINAL)


@pytest.fixture
def reader(make_server, tmp_path):
    """A reader beside a server with house bots."""
    return Reader(tmp_path, make_server(("--bots", "yes")))


async def games_of_two(rest):
    """Games by name: one that waits, and two with fourteen stones."""
    games = {}
    for name in (OVER, RUNNING):
        game, players = await start_game(rest, setup="9x9")
        for ply in range(14):
            legal = (await players[0].get(f"/games/{game['id']}/legal-moves", expect=200)).json
            await players[ply % 2].move(game["id"], legal["points"][0], ply)
        games[name] = game["id"]
        if name == OVER:
            await players[0].leave(game["id"])
    games[OPEN] = (await players[0].open_game(setup="9x9"))["id"]
    return games


def type_in_a_terminal(reader, line):
    """Starts a line that asks or shows a game, and leaves it as a person would."""
    with reader.tty(line) as tty:
        if line.startswith("tanbo login"):
            tty.until("Password: ")
            tty.type(PASSWORD)
        else:
            tty.shows(HEADING)
            tty.type("quit")
        assert tty.end() == 0, line


@pytest.mark.parametrize("name, number", [
    ("README.md", "1"), ("server/web/manual/terminal.md", "42"),
    ("server/web/manual/terminal.de.md", "42")])
async def test_what_is_printed_for_a_terminal_works(reader, name, number):
    lines = printed(ROOT / name, "tanbo", "curl")
    async with Rest(reader.server) as rest:
        games = await games_of_two(rest)
        await (await rest.account("anna")).open_game(setup="9x9")
        await until(lambda: playing_levels(rest), lambda levels: 5 in levels)
    (reader.folder / "games.ndjson").write_text(
        '{"id":7,"setup":"9x9","moves":["C2","leave:white"]}\n')
    [path] = re.findall(r"^    (PATH=.*)$", (ROOT / name).read_text(), re.MULTILINE)
    (reader.folder / "build").mkdir()
    (reader.folder / "build" / "release").symlink_to(BIN.parent.parent)
    assert reader.run(f"{path}; command -v tanbo") == f"{reader.folder}/build/release/bin/tanbo\n"
    done = set()
    for line in lines:
        command = line.split()[1]
        game = games[{"-sf": OVER, "play": OPEN}.get(command, RUNNING)]
        line = re.sub(rf"(?<=[ /]){number}\b", str(game), line)
        if command in ("play", "watch", "login"):
            type_in_a_terminal(reader, line)
        elif command != "bot":  # test_manual.py runs it
            assert reader.run(line) or command in ("-sf", "turns"), line
        done.add(command)

    assert {"play", "watch", "games", "analyze", "-sf"} <= done


async def test_the_commands_of_a_club_and_its_moderators_work(reader):
    home = reader.folder / ".local" / "share" / "tanbo"
    home.mkdir(parents=True)
    [role] = printed(MANUAL / "club.md", "build/release/bin/tanbod admin role")
    [outbox] = printed(MANUAL / "club.md", "build/release/bin/tanbod admin outbox")
    acts = printed(MANUAL / "moderation.md", "tanbod")
    async with Rest(reader.server) as rest:
        await rest.account("anna")
        game, (black, white) = await start_game(rest, setup="9x9")
        chat = f"/games/{game['id']}/chat"
        message = (await black.post(chat, {"text": "You fool."}, expect=201)).json["id"]
        report = (await white.post(f"{chat}/{message}/report", {"reason": "Rude."},
                                   expect=201)).json["id"]
        assert reader.run(outbox.replace(*places(reader))) == ""
        reader.server.end()

        assert '"admin"' in reader.run(role.replace(*places(reader)))
        for line in acts:
            for name, known in ((" 42 7 ", f" {game['id']} {message} "), (" 12 ", f" {report} ")):
                line = line.replace(name, known)
            assert reader.run(line.replace("tanbo.db", str(reader.server.database))), line
        reader.server.start()

        told = (await white.get(chat, expect=200)).json["messages"]
        assert [one["text"] for one in told if one["id"] == message] == [None]
    assert [line.split()[2] for line in acts] == ["reports", "delete-message", "resolve", "audit"]


async def test_the_commands_of_tournaments_work(reader):
    [making] = blocks(MANUAL / "tournaments.md")
    forfeit, fairness, pairing = blocks(MANUAL / "running-tournaments.md")
    async with Rest(reader.server) as rest:
        players, emil = await members(rest, 4), await rest.account("emil")
        reader.machine.environment["TOKEN"] = emil.token
        number = json.loads(reader.run(making))["id"]
        await emil.request("PATCH", f"/tournaments/{number}", {"rounds": 2, "clock": CLOCK},
                           expect=200)
        for player in players:
            await act(player, number, "join")
        await act(emil, number, "start")
        tables = (await open_tables(emil, number))["tables"]
        [game] = [table["games"][0]["game"] for table in tables
                  if "dora" in [side["handle"] for side in table["players"]]]

        def here(line):
            return line.replace("/tournaments/3/", f"/tournaments/{number}/").replace(
                "/games/45/", f"/games/{game}/")

        assert json.loads(reader.run(here(forfeit)))["data"]["points"]
        assert json.loads(reader.run(here(fairness)))["resignations"] == []
        await play_rounds(players, number, 2, random.Random(1))
        secret = (await seen(emil, number))["draw"]["secret"]
        assert "dora" in reader.run(here(pairing).replace("9f86d081...", secret))


async def test_other_tournaments_are_made_as_printed(reader):
    async with Rest(reader.server) as rest:
        reader.machine.environment["TOKEN"] = (await rest.account("anna")).token
        for name, state in (("ladder", "running"), ("league", "open"), ("arena", "open")):
            [making] = blocks(MANUAL / f"{name}s.md")

            made = json.loads(reader.run(making))

            assert (made["format"], made["state"]) == (name, state)


async def test_a_club_is_made_as_printed(reader):
    [making] = blocks(MANUAL / "clubs.md")
    async with Rest(reader.server) as rest:
        anna = await rest.account("anna")
        reader.machine.environment["TOKEN"] = anna.token

        made = json.loads(reader.run(making))

        assert (await anna.get("/me/clubs", expect=200)).json["clubs"][0]["id"] == made["id"]


async def test_a_game_stands_on_another_site_as_printed(reader):
    [asking] = printed(MANUAL / "club.md", "curl")
    [frame] = printed(MANUAL / "club.md", "<iframe")
    async with Rest(reader.server) as rest:
        game, _ = await start_game(rest, setup="9x9")

        told = json.loads(reader.run(asking.replace("/games/42", f"/games/{game['id']}")))

    source = re.compile(r'src="([^"]*/embed)/games/(\d+)"')
    assert source.search(frame)[2] == "42"
    assert source.search(told["html"]).groups() == (f"{reader.server.url}/embed", str(game["id"]))
    assert told["width"] == 400


def places(reader):
    """The database that the pages name, and the one that is used here."""
    return "~/.local/share/tanbo/tanbo.db", str(reader.server.database)


def test_a_backup_is_made_checked_and_put_back_as_printed(reader):
    folder, backup, check, restore = printed(MANUAL / "backup.md", "mkdir", "tanbod")

    def run(line):
        line = line.replace("FOLDER", "backups").replace("tanbo.db", str(reader.server.database))
        made = sorted((reader.folder / "backups").glob("tanbo-*.db"))
        named = str(made[-1].relative_to(reader.folder)) if made else ""
        return reader.run(re.sub(r"backups/tanbo-\d+T\d+Z\.db", named, line))

    run(folder)
    run(backup)
    run(check)
    reader.server.end()
    run(restore)
    reader.server.start()
    reader.run(f"tanbod migrate --dry-run --database {reader.server.database}")


def test_a_printed_command_that_is_gone_would_be_seen(reader, tmp_path):
    page = tmp_path / "page.md"
    page.write_text((ROOT / "README.md").read_text().replace("tanbo games", "tanbo gammes"))
    [line] = printed(page, "tanbo gammes")

    with pytest.raises(AssertionError):
        reader.run(line)
