"""Rules for every route, as the contract lists them."""

import functools
import re

import pytest

from support.contract import METHODS, PROTOCOL
from support.game import Board
from support.rest import CONTRACT, PASSWORD, Player, Rest, start_game
from support.server import Server
from support.tournaments import begun

ROUTES_SOURCES = sorted((PROTOCOL.parent / "server" / "http").glob("*/routes.cpp"))
FOREIGN = {"Origin": "https://elsewhere.example"}
JSON_TYPE = {"Content-Type": "application/json"}
FORM = "application/x-www-form-urlencoded"
BAD_TOKEN = "tbo_" + "A" * 43

PATHS = CONTRACT.document["paths"]
OPERATIONS = [(path, method, item[method]) for path, item in PATHS.items()
              for method in METHODS if method in item and path != "/api/v1/live"]


def cases(condition):
    """The operations for which the condition holds, as test cases."""
    return [pytest.param(path, method.upper(), id=f"{method} {path}")
            for path, method, operation in OPERATIONS if condition(operation)]


def has_body(operation):
    return "application/json" in operation.get("requestBody", {}).get("content", {})


def needs_token(operation):
    return operation.get("security", [{"token": []}]) == [{"token": []}]


def may_have_token(operation):
    return operation.get("security", [{"token": []}]) != []


def is_strict(operation):
    """Not a page for people, which takes any query."""
    return operation["operationId"] != "get_page"


def is_for_players(operation):
    """Not for administrators and programs: see test_administration.py and test_analyses.py."""
    return not {"administration", "searches"} & set(operation["tags"])


def is_about_a_game(operation):
    """Routes of a game. test_tournament_errors.py asks for missing games of tournaments."""
    names = {parameter.get("$ref", "").rsplit("/", 1)[-1]
             for parameter in operation.get("parameters", [])}
    is_page = operation["operationId"] == "get_embedded_game"  # embed.test.js asks for it
    return (is_for_players(operation) and "GameId" in names and "TournamentId" not in names
            and not is_page)


LONG_BODIES = {
    65_536: {"/games", "/games/{game}/moves", "/games/{game}/plan", "/games/{game}/note",
             "/games/{game}/study", "/challenges", "/tournaments", "/tournaments/{tournament}"},
    16_384: {"/games/{game}/chat", "/games/{game}/chat/{message}/report", "/me/profile",
             "/me/push", "/me/webhooks", "/me/webhooks/{webhook}",
             "/challenges/{challenge}/decline", "/tournaments/{tournament}/cancel",
             "/tournaments/{tournament}/games/{game}/forfeit",
             "/tournaments/{tournament}/games/{game}/adjudicate",
             "/tournaments/{tournament}/games/{game}/annul", "/clubs", "/clubs/{club}"},
    1_024: {"/games/{game}/" + act for act in (
        "join", "start", "leave", "proposals", "swap", "resume", "substitute", "preview",
        "rematch", "proposals/{proposal}/accept", "proposals/{proposal}/decline")},
}


def body_bytes_max(pattern):
    """Bytes that a body of the route may have; most commands need fewer than 4 KiB."""
    path = pattern.removeprefix("/api/v1")
    return next((most for most, paths in LONG_BODIES.items() if path in paths), 4_096)


@functools.cache
def asset():
    """The name of some asset of the server's build."""
    packed = (PROTOCOL.parent / "build" / "web" / "pack").glob("icon-*.svg")
    return next(packed).name


def target(pattern):
    """A path that exists, for one of the contract's."""
    return "/" + pattern.format(game=1, setup="9x9", asset=asset(), message=1, report=1,
                                handle="anna", other="anna", proposal=1, challenge=1,
                                session="0123456789abcdef", address=1, webhook=1,
                                calendar="1-none.ics", search=1, puzzle=1, page="rules",
                                icon="icon-192.png", tournament=1, round=1, number=1,
                                club=1)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for the requests that change nothing; a start for each takes far longer."""
    with Server(tmp_path_factory.mktemp("shared")) as running:
        yield running


async def prepared(rest):
    """A player of game 1, which is there from the first call on."""
    server = rest.server
    if not hasattr(server, "player"):
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        assert board.id == 1
        server.player = board.players["black"]
    return Player(rest, server.player.handle, server.player.token)


def test_contract_and_server_have_the_same_paths():
    """The methods of each path are what the next test asks the server for."""
    source = "".join(path.read_text() for path in ROUTES_SOURCES)
    known = set(re.findall(r'^    (?:\w+\(\s*)+"(/[^"]*)"', source, re.MULTILINE))

    pages = re.findall(r'"(/[^"]*)"', (ROUTES_SOURCES[0].parents[1] / "site" / "page_routes.cpp")
                       .read_text())
    # The contract shows one page for all of them.
    assert known | {"/"} == {path for path, _, _ in OPERATIONS}
    assert "/" in pages and len(pages) > 10
    assert len(known) > 20


@pytest.mark.parametrize("pattern", PATHS)
async def test_every_path_knows_its_methods_and_no_other(shared, pattern):
    known = {method.upper() for method in METHODS if method in PATHS[pattern]}
    # A WebSocket has no head.
    has_head = "GET" in known and pattern != "/api/v1/live"
    known |= {"OPTIONS"} | ({"HEAD"} if has_head else set())
    async with Rest(shared) as rest:
        options = await rest.nobody.request("OPTIONS", target(pattern), expect=204)
        assert set(options.headers["allow"].split(", ")) == known
        for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"} - known:
            answer = await rest.nobody.request(method, target(pattern), expect=405,
                                               code="method-not-allowed")
            assert set(answer.headers["allow"].split(", ")) == known
        for method in known - {"OPTIONS", "HEAD"}:
            answer = await rest.nobody.request(method, target(pattern))
            assert answer.status != 405
            assert answer.status != 404 or b"no-such-route" not in answer.body


@pytest.mark.parametrize("pattern, method", cases(
    lambda op: is_for_players(op) and is_strict(op)))
async def test_a_parameter_that_a_route_does_not_know(shared, pattern, method):
    async with Rest(shared) as rest:
        player = await prepared(rest)
        body = PATHS[pattern][method.lower()].get("requestBody", {}).get("content", {})
        headers = {"Content-Type": FORM} if FORM in body else {}

        await player.request(method, target(pattern) + "?colour=red", headers=headers,
                             expect=400, code="bad-parameter")


@pytest.mark.parametrize("pattern, method", cases(needs_token))
async def test_a_token_is_needed(shared, pattern, method):
    async with Rest(shared) as rest:
        await prepared(rest)

        await rest.nobody.request(method, target(pattern), expect=401, code="unauthorized")


@pytest.mark.parametrize("pattern, method", cases(may_have_token))
async def test_a_token_has_to_be_good(shared, pattern, method):
    async with Rest(shared) as rest:
        await prepared(rest)

        await Player(rest, "nobody", BAD_TOKEN).request(method, target(pattern), expect=401,
                                                        code="bad-token")


@pytest.mark.parametrize("pattern, method", cases(lambda op: not may_have_token(op)))
async def test_a_token_is_not_looked_at(shared, pattern, method):
    async with Rest(shared) as rest:
        await prepared(rest)

        answer = await Player(rest, "nobody", BAD_TOKEN).request(method, target(pattern))

        assert answer.status != 401


@pytest.mark.parametrize("pattern, method", cases(lambda op: has_body(op) and is_for_players(op)))
@pytest.mark.parametrize("headers, data, status, code", [
    ({"Content-Type": "text/plain"}, b"{}", 415, "unsupported-media-type"),
    (JSON_TYPE, b" " * 65537, 413, "body-too-large"),
    (JSON_TYPE, b"{", 400, "malformed-json"),
    (JSON_TYPE, b'{"colour":"red"}', 422, "invalid-field"),
    ({**JSON_TYPE, **FOREIGN}, b"{}", 403, "origin-not-allowed"),
], ids=["type", "size", "syntax", "field", "origin"])
async def test_a_body_that_is_refused(shared, pattern, method, headers, data, status, code):
    async with Rest(shared) as rest:
        player = await prepared(rest)
        before = await rest.nobody.events(1)

        await player.request(method, target(pattern), data=data, headers=headers, expect=status,
                             code=code)

        assert await rest.nobody.events(1) == before


@pytest.mark.parametrize("pattern, method", cases(lambda op: has_body(op) and is_for_players(op)))
async def test_a_body_of_the_size_that_a_refusal_names_is_read(shared, pattern, method):
    async with Rest(shared) as rest:
        player = await prepared(rest)

        refused = await player.request(method, target(pattern), data=b"[" * 65_537,
                                       headers=JSON_TYPE, expect=413, code="body-too-large")
        most = int(re.search(r"larger than (\d+) bytes", refused.json["detail"])[1])
        await player.request(method, target(pattern), data=b"[" * (most + 1), headers=JSON_TYPE,
                             expect=413, code="body-too-large")
        await player.request(method, target(pattern), data=b"[" * most, headers=JSON_TYPE,
                             expect=400, code="malformed-json")

        assert most == body_bytes_max(pattern)


async def test_foreign_pages_cannot_sign_anybody_out(server):
    async with Rest(server) as rest:
        player = await prepared(rest)

        await player.request("DELETE", "/tokens/current", headers=FOREIGN, expect=403,
                             code="origin-not-allowed")
        await player.get("/me", expect=200)


@pytest.mark.parametrize("pattern, method", cases(
    lambda op: "304" in op["responses"] and is_for_players(op)
    and op["operationId"] != "get_analysis"))  # of a finished game: test_analyses.py
async def test_what_may_be_304_is(server, pattern, method):
    async with Rest(server) as rest:
        player = await prepared(rest)
        if "{handle}" in pattern:
            await rest.account("anna")
        path = target(pattern)
        if "{challenge}" in pattern:
            await player.post("/challenges", {"setup": "9x9"}, expect=201)
        if "{tournament}" in pattern:
            player = await rest.account("carl")
            await begun(player, [player, await rest.account("dora")])
        if "{club}" in pattern:
            await (await rest.account("carl")).post("/clubs", {"name": "Paddy"}, expect=201)
        if "{webhook}" in pattern:
            player = await rest.account("ben")
            hook = {"url": "https://example.org/", "password": PASSWORD}
            await player.post("/me/webhooks", hook, expect=201)
        if "{calendar}" in pattern:
            address = (await player.get("/me/calendar", expect=200)).json["url"]
            path = "/calendars/" + address.rsplit("/", 1)[-1]
        first = await player.get(path, expect=200)

        await player.get(path, headers={"If-None-Match": first.headers["etag"]}, expect=304)


@pytest.mark.parametrize("pattern, method", cases(lambda op: "406" in op["responses"]))
async def test_a_form_that_cannot_be_had(shared, pattern, method):
    async with Rest(shared) as rest:
        player = await prepared(rest)

        await player.get(target(pattern), headers={"Accept": "video/mp4"}, expect=406,
                         code="not-acceptable")


@pytest.mark.parametrize("pattern, method", cases(is_about_a_game))
async def test_a_game_that_is_not_there(shared, pattern, method):
    bodies = {"moves": {"point": "A1", "ply": 0}, "preview": {"point": "A1"},
              "chat": {"text": "Hello"}, "report": {"reason": "Rude"}, "note": {"text": ""},
              "study": {"seq": 0, "branches": []},
              "watch": {"mode": "end"},
              "proposals": {"kind": "undo"},
              "plan": {"ply": 0, "plan": [{"if": [], "then": "A1"}]}}
    path = "/" + pattern.format(game=999, message=1, proposal=1)
    async with Rest(shared) as rest:
        player = await rest.guest()
        has_one = method in ("POST", "PUT")
        body = bodies.get(pattern.rsplit("/", 1)[-1], {}) if has_one else None

        await player.request(method, path, body, expect=404, code="no-such-game")
