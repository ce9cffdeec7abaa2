"""The client libraries: the Python one against a server, and the bots that the manual prints."""

import ast
import asyncio
import contextlib
import json
import os
import random
import re
import shlex
import subprocess
import sys

import pytest

from support.challenges import challenge
from support.contract import load
from support.cut_line import CutLine
from support.fake_server import FakeServer
from support.patience import PATIENCE_S
from support.printed import command, environment, program
from support.rest import PASSWORD, Player, Rest
from support.tour import ROOT

LIBRARIES = ROOT / "server" / "clients"
PACKAGES = ROOT / "build" / "web"
# It takes away all that Node 18 does not have.
OLDEST_NODE = ROOT / "tests" / "system" / "support" / "node18.mjs"
sys.path.append(str(LIBRARIES / "python"))

import tanbo_client  # noqa: E402
from tanbo_client import Refusal, Tanbo  # noqa: E402

MANUAL = ROOT / "server" / "web" / "manual"
PAGE = (MANUAL / "clients.md").read_text()
BOTS = {"bot.mjs": ("js", "node bot.mjs"), "bot.py": ("python", "python3 bot.py")}


@contextlib.asynccontextmanager
async def guest(server, address=None):
    """A client of a new guest."""
    async with Tanbo(server.url) as maker:
        token = (await maker.post("/guests"))["token"]
    async with Tanbo(address or server.url, token) as tanbo:
        yield tanbo


@contextlib.asynccontextmanager
async def begun(server, address=None, setup="9x9"):
    """Two clients with a game that has begun, and its id; the first at another address."""
    async with guest(server, address) as black, guest(server) as white:
        game = (await black.post("/games", {"setup": setup}))["id"]
        await white.post(f"/games/{game}/join", {})
        yield black, white, game


async def play(players, game, line=None):
    """Plays a whole game over the sockets. The line is down during each move."""
    chance = random.Random(game)
    while (now := await players[1].get(f"/games/{game}"))["status"] != "finished":
        if line:
            line.cut()
        points = (await players[1].get(f"/games/{game}/legal-moves"))["points"]
        player = players[0 if now["to_move"] == "black" else 1]
        await player.do("move", game=game, point=chance.choice(points), ply=now["ply"])
        if line:
            line.heal()


class Follower:
    """The events of a game as a client gets them, in a task of their own."""

    def __init__(self, tanbo, game):
        self._pushes = tanbo.follow(f"game:{game}", 0)
        self._begun = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    async def _read(self):
        events = []
        async for push in self._pushes:
            events.append(push)
            self._begun.set()
            # A snapshot was not asked for: the line has forgotten the events that were seen.
            if push["type"] in ("end", "snapshot"):
                return events
        raise AssertionError("the iteration ended")

    async def begun(self):
        """Waits for the first event."""
        await self._begun.wait()

    async def seen(self):
        """All events, up to the end of the game."""
        return await self._task


async def log_of(tanbo, game):
    """The events of a game as REST has them."""
    return (await tanbo.get(f"/games/{game}/events", limit=1000))["events"]


# --- REST ---


async def test_requests_are_answered_by_path_query_and_body(server):
    async with begun(server) as (black, _, game):
        legal = await black.get(f"/games/{game}/legal-moves")
        move = {"point": legal["points"][0], "ply": legal["ply"]}

        event = await black.post(f"/games/{game}/moves", move)

        page = await black.get(f"/games/{game}/events", after=3, limit=None)
        assert page["events"] == [event]
        assert await black.delete("/tokens/current") is None


async def test_a_refusal_has_the_code_of_the_server(server):
    async with begun(server) as (black, _, game):
        for path, move, code in ((game, {"point": "E5", "ply": 0}, "illegal-move"),
                                 (game, {"point": "C2", "ply": 7}, "stale-ply"),
                                 (999, {"point": "C2", "ply": 0}, "no-such-game")):
            with pytest.raises(Refusal) as over_rest:
                await black.post(f"/games/{path}/moves", move)
            with pytest.raises(Refusal) as over_socket:
                await black.do("move", game=path, **move)

            assert over_rest.value.code == over_socket.value.code == code
            assert over_rest.value.status == over_socket.value.status
            assert set(over_rest.value.problem) - set(over_socket.value.problem) == {"instance"}


LOST = re.compile(rb"HTTP/1.1 201")


async def test_a_write_without_an_answer_is_sent_again_and_done_once(server):
    async with CutLine(server, LOST) as line, guest(server, line.url) as tanbo:
        game = await tanbo.post("/games", {"setup": "9x9"})

        listed = (await tanbo.get("/games", player=game["creator"]))["games"]
        assert [one["id"] for one in listed] == [game["id"]]
        assert line.lines >= 3


async def test_without_its_key_a_write_would_be_done_twice(server, monkeypatch):
    class Keyless(tanbo_client.urllib.request.Request):
        """A request that the server does not know again."""

        def has_header(self, header_name):
            self.headers.pop("Idempotency-key", None)
            return super().has_header(header_name)

    monkeypatch.setattr(tanbo_client.urllib.request, "Request", Keyless)
    async with CutLine(server, LOST) as line, guest(server, line.url) as tanbo:
        game = await tanbo.post("/games", {"setup": "9x9"})

        listed = (await tanbo.get("/games", player=game["creator"]))["games"]
        assert len(listed) == 2


async def test_a_write_that_the_server_would_not_recognise_is_not_sent_again(server):
    async with CutLine(server, LOST) as line, Tanbo(line.url) as tanbo:
        with pytest.raises(Refusal) as refusal:
            await tanbo.post("/guests")

    assert (refusal.value.code, refusal.value.status) == ("no-answer", 0)


async def test_a_wait_beyond_the_patience_is_refused_at_once(server):
    async with guest(server) as tanbo:
        with pytest.raises(Refusal) as refusal:
            for _ in range(100):
                await tanbo.get("/me/export")

    assert refusal.value.code == "rate-limited"
    assert 3000 < refusal.value.problem["retry_after_s"] <= 3600


async def test_a_request_waits_as_long_as_the_server_says(monkeypatch):
    async def sleep(seconds):
        waits.append(seconds)

    waits, busy = [], {"code": "overloaded", "status": 503, "detail": "", "retry_after_s": 9}
    monkeypatch.setattr(tanbo_client.asyncio, "sleep", sleep)
    answers = iter([(503, busy), (503, busy), (200, {"handle": "anna"})])
    with FakeServer(lambda *_: next(answers)) as fake:
        async with Tanbo(fake.url) as tanbo:
            assert await tanbo.get("/me") == {"handle": "anna"}

    assert waits == [9, 9]


@pytest.mark.parametrize("problem,failures,is_repeatable,least,most", [
    ({"status": 429, "retry_after_s": 7}, 0, False, 7, 7),
    ({"status": 503, "retry_after_s": 7}, 0, True, 7, 7),
    ({"status": 0}, 0, True, 0.25, 0.75),
    ({"status": 502}, 3, True, 2, 6),
    ({"status": 0}, 99, True, 5, 15),
])
def test_a_wait_is_as_long_as_asked_or_grows(problem, failures, is_repeatable, least, most):
    assert least <= tanbo_client.wait_before(problem, failures, is_repeatable) <= most


@pytest.mark.parametrize("status,is_repeatable", [(503, False), (0, False), (409, True)])
def test_other_refusals_are_for_good(status, is_repeatable):
    assert tanbo_client.wait_before({"status": status}, 0, is_repeatable) is None


def test_posts_carry_a_key_where_the_contract_has_one():
    paths = load("openapi.yaml")["paths"]
    posts = {path: str(item["post"].get("parameters")) for path, item in paths.items()
             if "post" in item and path.startswith("/api/")}
    keyed = {path for path, told in posts.items() if "Idempotency-Key" in told
             or "IdempotencyKey" in told}

    # Repetitions of these are known by a cookie, too, which programs don't keep.
    secrets = {"/api/v1/accounts", "/api/v1/guests", "/api/v1/tokens"}
    assert len(keyed) > 30
    assert {path for path in posts if tanbo_client.takes_key(path)} == keyed - secrets


async def test_a_redirection_is_not_followed(server):
    async with Tanbo(f"{server.url}/rules?of=") as tanbo:
        with pytest.raises(Refusal) as refusal:
            await tanbo.get("/me")

    assert refusal.value.status == 302


# --- the socket ---


async def test_a_whole_game_is_played_and_followed_over_the_socket(server):
    async with begun(server, setup="line31") as (black, white, game), Tanbo(server.url) as reader:
        follower = Follower(reader, game)

        await play([black, white], game)

        assert await follower.seen() == await log_of(black, game)


async def followed_through_cuts(server):
    """The events that a follower gets while its line is down at each move, and the log."""
    async with CutLine(server) as line, Tanbo(line.url) as reader, \
            begun(server, setup="line31") as (black, white, game):
        follower = Follower(reader, game)
        await follower.begun()
        await play([black, white], game, line)
        seen = await follower.seen()
        assert line.lines > 1
        return seen, await log_of(black, game)


async def test_no_event_is_lost_and_none_comes_twice_while_the_line_is_cut(server, monkeypatch):
    monkeypatch.setattr(tanbo_client, "_retry_after", lambda *_: 0.01)

    seen, log = await followed_through_cuts(server)

    assert seen == log


async def test_a_line_that_does_not_resume_is_noticed(server, monkeypatch):
    def forgetful(reader):
        request = told(reader)
        return {key: value for key, value in request.items() if key != "after" or value == 0}

    told = tanbo_client._Reader.subscription
    monkeypatch.setattr(tanbo_client, "_retry_after", lambda *_: 0.01)
    monkeypatch.setattr(tanbo_client._Reader, "subscription", forgetful)

    seen, log = await followed_through_cuts(server)

    assert seen != log


EVENT = re.compile(rb'"ok":true,"event"')


async def test_a_move_without_an_answer_is_sent_again_and_placed_once(server):
    async with begun(server) as (black, _, game), CutLine(server, EVENT) as line, \
            Tanbo(line.url, black.token) as tanbo:
        answer = await tanbo.do("move", game=game, point="C2", ply=0)

        assert line.lines == 2
        assert (await log_of(black, game))[3:] == [answer["event"]]


async def test_an_operation_that_names_no_board_is_not_sent_again(server):
    async with begun(server) as (black, _, game), CutLine(server, EVENT) as line, \
            Tanbo(line.url, black.token) as tanbo:
        for code in ("no-answer", "game-over"):
            with pytest.raises(Refusal, match=code):
                await tanbo.do("leave", game=game)


async def test_a_server_that_restarts_is_met_again(server):
    server.settle()
    async with begun(server) as (black, white, game):
        pushes = black.follow(f"game:{game}", 3)
        first = asyncio.ensure_future(anext(pushes))
        await black.do("ping")
        server.restart()

        event = await white.post(f"/games/{game}/leave", {"seq": 3})

        assert await first == event


async def test_a_token_that_is_no_good_refuses_all_that_waits(server):
    async with Tanbo(server.url, "tbo_" + "x" * 43) as tanbo:
        asked, read = await asyncio.gather(
            tanbo.do("ping"), anext(tanbo.follow("me")), return_exceptions=True)

    assert [refusal.code for refusal in (asked, read)] == ["bad-token", "bad-token"]


async def test_a_topic_that_is_not_there_is_refused(server):
    async with guest(server) as tanbo:
        with pytest.raises(Refusal, match="no-such-game"):
            await anext(tanbo.follow("game:999"))

        assert (await tanbo.do("ping"))["ok"]


async def test_a_topic_is_followed_again_after_a_break(server):
    async with begun(server) as (black, _, game):
        for _ in range(3):
            async with contextlib.aclosing(black.follow(f"game:{game}", 0)) as pushes:
                assert [(await anext(pushes))["seq"] for _ in range(3)] == [1, 2, 3]
        assert (await anext(black.follow(f"game:{game}")))["type"] == "snapshot"


async def test_each_subscription_to_notices_is_told(server):
    async with CutLine(server) as line, begun(server, line.url) as (black, white, game):
        notices = black.follow("me")
        assert (await anext(notices))["type"] == "joined"
        await white.post(f"/games/{game}/leave", {})
        assert (await anext(notices))["topic"] == "me"

        line.cut()
        line.heal()

        while (await anext(notices))["type"] != "joined":
            pass


async def test_more_pushes_than_may_wait_end_the_iteration(server, monkeypatch):
    monkeypatch.setattr(tanbo_client, "WAITING_MAX", 2)
    async with begun(server) as (black, _, game):
        pushes = black.follow(f"game:{game}", 0)
        seen = [(await anext(pushes))["seq"]]
        await black.do("ping")
        with pytest.raises(Refusal, match="too-slow"):
            while True:
                seen.append((await anext(pushes))["seq"])

    assert seen in ([1, 2], [1, 2, 3])


# --- the bots that the manual prints ---


@pytest.fixture(scope="module")
def registry(tmp_path_factory):
    """The address of a registry of npm's that has the package `ws` alone."""
    folder = tmp_path_factory.mktemp("registry")
    packed = subprocess.run(
        ["npm", "pack", "--json", "--pack-destination", folder,
         PACKAGES / "client" / "node_modules" / "ws"], check=True, capture_output=True)
    [package] = json.loads(packed.stdout)
    version, archive = package["version"], folder / package["filename"]

    def answer(_, path, __):
        if path == "/ws.tgz":
            return 200, archive.read_bytes()
        if path != "/ws":
            return 404, {}
        dist = {"tarball": f"{fake.url}/ws.tgz", "integrity": package["integrity"]}
        return 200, {"name": "ws", "dist-tags": {"latest": version},
                     "versions": {version: {"name": "ws", "version": version, "dist": dist}}}

    with FakeServer(answer) as fake:
        yield fake.url


def files_of(folder, registry):
    """Puts the programs of the page into a folder, beside the libraries."""
    for name, (language, _) in BOTS.items():
        (folder / name).write_text(program(PAGE, name, language))
    for name in ("server", "build"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "python3").symlink_to("/usr/bin/python3")
    settings = {"npm_config_registry": registry, "npm_config_cache": str(folder / "cache")}
    for words in ("npm install", "cp"):
        subprocess.run(shlex.split(command(PAGE, words)), cwd=folder, check=True,
                       env={**os.environ, **settings})
    assert (folder / "node_modules" / "ws" / "package.json").is_file()


@pytest.mark.parametrize("name", BOTS)
def test_a_printed_bot_has_less_than_40_lines(name):
    text = program(PAGE, name, BOTS[name][0])

    assert 20 < len(text.splitlines()) < 40


async def play_against(owner, game):
    """Plays the owner's first legal move on each turn until the game is over; yields it."""
    while (now := await owner.game(game))["status"] != "finished":
        if now["to_move"] == "black":
            legal = (await owner.get(f"/games/{game}/legal-moves", expect=200)).json
            await owner.move(game, legal["points"][0], now["ply"])
        else:
            await asyncio.sleep(0.05)
    return now


async def challenged(owner):
    """Challenges the bot, and plays the whole game with it; yields the game."""
    made = await challenge(owner, setup="line31", seats=["me", "annas-bot"])
    while not (now := (await owner.get(f"/challenges/{made['id']}")).json)["game"]:
        await asyncio.sleep(0.05)
    return await play_against(owner, now["game"])


@pytest.mark.parametrize("words", [words for _, words in BOTS.values()])
async def test_a_printed_bot_plays_a_whole_game_and_goes_on_after_a_restart(
        server, registry, tmp_path, words):
    files_of(tmp_path, registry)
    server.settle()
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        body = {"handle": "annas-bot", "password": PASSWORD}
        bot = (await anna.post("/me/bots", body, expect=201)).json
    (tmp_path / "bot.token").write_text(bot["token"] + "\n")
    line = command(PAGE, words).replace("http://localhost:8080", server.url)
    oldest = {**environment(tmp_path), "NODE_OPTIONS": f"--import={OLDEST_NODE.as_uri()}"}
    with subprocess.Popen(shlex.split(line), cwd=tmp_path, env=oldest,
                          stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "joined\n"
            server.restart()
            # No connection of before the restart is used again.
            async with Rest(server) as rest, asyncio.timeout(PATIENCE_S):
                over = await challenged(Player(rest, "anna", anna.token))
        finally:
            process.kill()

    assert over["winner"] in ("black", "white") and over["ply"] > 4


def test_the_package_says_which_node_its_bot_was_run_with():
    package = json.loads((LIBRARIES / "npm" / "package.json").read_text())
    compiled = json.loads((LIBRARIES / "npm" / "tsconfig.json").read_text())["compilerOptions"]
    asked = "console.log(typeof fetch, typeof CustomEvent, typeof WebSocket, typeof navigator)"

    told = subprocess.run(["node", f"--import={OLDEST_NODE.as_uri()}", "-e", asked], check=True,
                          text=True, capture_output=True, timeout=PATIENCE_S).stdout

    assert package["engines"] == {"node": ">=18"} and "| Node 18 or newer" in PAGE
    assert compiled["target"] == "ES2022" and compiled["lib"] == ["ES2022", "DOM"]
    assert told.split() == ["function", "undefined", "undefined", "undefined"]


def imports_of(text):
    """The modules that a program imports."""
    found = [node for node in ast.walk(ast.parse(text))
             if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = [alias.name for node in found if isinstance(node, ast.Import) for alias in node.names]
    return {name.partition(".")[0] for name in names + [
        node.module for node in found if isinstance(node, ast.ImportFrom)]}


def test_the_python_library_needs_websockets_and_nothing_else():
    text = (LIBRARIES / "python" / "tanbo_client.py").read_text()

    needed = text.replace("    from tanbo_types import Do, Push\n", "")  # for checkers alone

    assert imports_of(needed) - set(sys.stdlib_module_names) == {"websockets"}
