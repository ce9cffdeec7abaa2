"""The manual as the server gives it: its pages, its tours and the programs that it prints."""

import asyncio
import html.parser
import re
import shlex
import subprocess
import sys

import pytest

from support.bots import playing_levels
from support.challenges import challenge
from support.contract import load
from support.patience import PATIENCE_S
from support.printed import command, environment, program
from support.random_play import until
from support.rest import Player, Rest
from support.tour import ROOT, steps, walk

MANUAL = ROOT / "server" / "web" / "manual"
OPENAPI = load("openapi.yaml")
GROUPS = ["api-" + tag["name"] for tag in OPENAPI["tags"]]
REFERENCE = ["api", *GROUPS, "api-schemas"]
PAGES = sorted(path.stem for path in MANUAL.glob("*.md")) + REFERENCE
PLIES = 6
# As the page about bots names her.
ANNA = {"handle": "anna", "password": "nine stones"}


class Links(html.parser.HTMLParser):
    """The links of a page and of what it loads, and the names that links may lead to."""

    def __init__(self, page):
        super().__init__()
        self.found, self.ids = set(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.ids.add(attributes.get("id"))
        self.found |= {attributes[name] for name in ("href", "src", "data-index")
                       if name in attributes}


def address(name):
    return "/help" if name == "index" else f"/help/{name}"


async def get(rest, path):
    """The answer to a GET of a path that is not the API's."""
    return await rest.nobody.get("/" + path, headers={"Accept-Encoding": "identity"})


async def test_every_page_is_served_and_every_link_of_it_leads_somewhere(server):
    async with Rest(server) as rest:
        shown = {}
        for name in PAGES:
            answer = await get(rest, address(name))
            assert (answer.status, answer.media_type) == (200, "text/html")
            shown[address(name)] = Links(answer.body.decode())
        for page, links in shown.items():
            for link in links.found:
                path, _, part = link.partition("#")
                target = shown.get(path or page)
                if target:
                    assert not part or part in target.ids, f"{page} links to {link}"
                else:
                    assert (await get(rest, path)).status == 200, f"{page} links to {link}"


async def test_a_page_that_is_not_there_is_refused(server):
    async with Rest(server) as rest:
        for path in ("/help/nothing", "/help/index.md", "/help/..%2Findex"):
            assert (await get(rest, path)).status == 404, path


async def test_a_page_says_its_language(server):
    async with Rest(server) as rest:
        for name, language in (("rules", "en"), ("rules.de", "de"), ("api", "en")):
            assert (await get(rest, address(name))).headers["content-language"] == language


async def test_a_page_may_load_nothing_from_elsewhere(server):
    async with Rest(server) as rest:
        policy = (await get(rest, "/help/rules")).headers["content-security-policy"]

    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert set(re.findall(r"\S+-src (\S+?);", policy + ";")) == {"'none'", "'self'"}


def operations():
    """Path, method and operationId of each operation of the contract."""
    return [(path, method, item[method]["operationId"])
            for path, item in OPENAPI["paths"].items()
            for method in ("get", "post", "put", "patch", "delete") if method in item]


def missing(listed, told):
    """The operations that the overview doesn't list or that no page of a group has."""
    return [name for _, _, name in operations() if name not in listed or name not in told]


async def test_the_reference_has_every_operation_of_the_contract(server):
    async with Rest(server) as rest:
        listed = Links((await get(rest, "/help/api")).body.decode()).ids
        told = set()
        for name in GROUPS:
            told |= Links((await get(rest, address(name))).body.decode()).ids

    assert len(operations()) > 100
    assert missing(listed, told) == []
    assert missing(listed - {"play_move"}, told) == ["play_move"]
    assert missing(listed, told - {"play_move"}) == ["play_move"]


async def test_only_the_reference_may_send_requests(server):
    async with Rest(server) as rest:
        for name, may in (("api", True), ("api-play", True), ("rules", False)):
            policy = (await get(rest, address(name))).headers["content-security-policy"]

            assert ("connect-src 'self'" in policy) == may, name
            assert "unsafe" not in policy and "trusted-types 'none'" in policy


async def test_who_looks_for_documentation_is_told_where_it_is(server):
    async with Rest(server) as rest:
        answer = await get(rest, "/api/docs")

    assert (answer.status, "/help/api" in answer.json["detail"]) == (404, True)


async def test_rules_are_where_everybody_looks(server):
    async with Rest(server) as rest:
        async with rest.session.get(server.url + "/rules", allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (302, "/help/rules")


@pytest.mark.parametrize("name,count", [
    ("api-guide", 15), ("streams", 4), ("analysis", 15), ("terminal", 3)])
def test_the_tours_work_as_printed(make_server, shell, tmp_path, name, count):
    markdown = (MANUAL / f"{name}.md").read_text()
    server = make_server(("--bots", "yes"))

    assert len(steps(markdown)) >= count
    walk(shell, markdown, server.url, tmp_path)
    walk(shell, markdown, server.url, tmp_path)  # by a reader who begins again


BOTS = (MANUAL / "bots.md").read_text()
# The files of which the page prints the content, by the names that it gives them.
PROGRAMS = {"bot.py": "python", "bot.mjs": "js", "engine.py": "python"}
STREAMS = (MANUAL / "streams.md").read_text()


async def play_until(player, game, plies):
    """Plays black's first legal move on each turn until so many stones have been placed."""
    while (state := await player.game(game))["ply"] < plies:
        if state["to_move"] == "black":
            legal = (await player.get(f"/games/{game}/legal-moves", expect=200)).json
            await player.move(game, legal["points"][0], state["ply"])
        else:
            await asyncio.sleep(0.05)


async def plays_a_game(owner, line, folder):
    """Challenges the bot that the line runs, and plays some moves with it."""
    made = await challenge(owner, seats=["me", "annas-bot"])
    with subprocess.Popen(shlex.split(line), env=environment(), cwd=folder) as bot:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not (now := (await owner.get(f"/challenges/{made['id']}")).json)["game"]:
                    await asyncio.sleep(0.05)
                await play_until(owner, now["game"], PLIES)
                await owner.leave(now["game"])
        finally:
            bot.kill()


@pytest.mark.parametrize("page, words", [
    ("server/web/manual/bots.md", "python3 bot.py"), ("server/web/manual/bots.md", "node bot.mjs"),
    ("server/web/manual/bots.md", "tanbo bot"), ("README.md", "tanbo bot")])
async def test_the_page_about_bots_leads_to_a_bot_that_plays(server, shell, tmp_path, page, words):
    for name in PROGRAMS:
        (tmp_path / name).write_text(program(BOTS, name, PROGRAMS[name]))
    walk(shell, BOTS.replace("bot.token", "/tmp/bot.token"), server.url, tmp_path)
    async with Rest(server) as rest:
        grant = (await rest.nobody.post("/tokens", ANNA, expect=201)).json
        line = command((ROOT / page).read_text(), words)
        line = line.replace("http://localhost:8080", server.url)

        await plays_a_game(Player(rest, grant["handle"], grant["token"]), line, tmp_path)


async def test_the_page_about_streams_prints_a_bot_that_plays(server, shell, tmp_path):
    name = "socket_bot.py"
    (tmp_path / name).write_text(program(STREAMS, name, "python"))
    walk(shell, BOTS.replace("bot.token", "/tmp/bot.token"), server.url, tmp_path)
    async with Rest(server) as rest:
        grant = (await rest.nobody.post("/tokens", ANNA, expect=201)).json
        line = command(STREAMS, f"python3 {name}").replace("python3", sys.executable)
        line = line.replace("http://localhost:8080", server.url)

        await plays_a_game(Player(rest, grant["handle"], grant["token"]), line, tmp_path)


def test_the_printed_engine_plays_a_match(tmp_path):
    (tmp_path / "engine.py").write_text(program(BOTS, "engine.py", PROGRAMS["engine.py"]))

    line = command(BOTS, "tanbo match")
    done = subprocess.run(shlex.split(line), env=environment(), cwd=tmp_path,
                          capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Elo" in done.stdout, done.stdout + done.stderr


async def test_the_page_about_house_bots_works_as_printed(make_server, shell, tmp_path):
    markdown = (MANUAL / "house-bots.md").read_text()
    server = make_server(("--bots", "yes"))
    async with Rest(server) as rest:
        await until(lambda: playing_levels(rest), lambda levels: 5 in levels)
        walk(shell, markdown, server.url, tmp_path)
    server.end()
    tokens, start = re.findall(r"^    (tanbod? .*)$", markdown, re.MULTILINE)

    subprocess.run(["bash", "-c", tokens.replace("tanbo.db", str(server.database))], check=True,
                   env=environment(), cwd=tmp_path, timeout=PATIENCE_S)
    server.flags = ["--bots", "elsewhere"]
    server.start()
    line = start.replace("http://localhost:8080", server.url)
    with subprocess.Popen(shlex.split(line), env=environment(), cwd=tmp_path) as bots:
        try:
            async with Rest(server) as rest:
                await until(lambda: playing_levels(rest), lambda levels: len(levels) == 10)
        finally:
            bots.kill()


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_printed_programs_are_short(name):
    assert program(BOTS, name, PROGRAMS[name]).count("\n") < 40
