"""Promises of HTTP: validators, HEAD, OPTIONS, 405, origins, cursors, and complete contracts."""

import asyncio
import json

import pytest

from support.contract import load
from support.game import Board
from support.patience import PATIENCE_S
from support.rest import Rest, start_game

CACHED = ["/setups", "/setups/9x9", "/games", "/games?limit=1", "/games/1",
          "/games/1/legal-moves", "/games/1/roots", "/games?include=position",
          "/games/1/events", "/games/1/board", "/games/1/board?format=text",
          "/games/1/board?format=svg", "/games/1/board?ply=1", "//games/1/preview.png",
          "/games/1/record", "/games/1/record?format=sgf", "/openapi.json", "/asyncapi.json",
          "/me"]
CHANGING = ["/games", "/games/1", "/games/1/legal-moves", "/games/1/roots", "/games/1/events",
            "/games/1/board", "/games/1/record"]


async def two_plies(rest):
    board = Board(*await start_game(rest, setup="9x9"), seed=1)
    await board.play()
    await board.play()
    assert board.id == 1
    return board


@pytest.mark.parametrize("path", CACHED)
async def test_an_answer_that_has_not_changed_is_304(server, path):
    async with Rest(server) as rest:
        player = (await two_plies(rest)).players["black"]
        first = await player.get(path, expect=200)
        etag = first.headers["etag"]

        for value in (etag, f'"other", {etag}', "*"):
            again = await player.get(path, headers={"If-None-Match": value}, expect=304)
            assert again.headers["etag"] == etag
        other = await player.get(path, headers={"If-None-Match": '"other"'}, expect=200)
        assert other.body == first.body


@pytest.mark.parametrize("path", CHANGING)
async def test_the_validator_changes_with_the_answer(server, path):
    async with Rest(server) as rest:
        board = await two_plies(rest)
        before = await rest.nobody.get(path, expect=200)
        await board.play()

        after = await rest.nobody.get(path, headers={"If-None-Match": before.headers["etag"]},
                                      expect=200)

        assert after.headers["etag"] != before.headers["etag"] and after.body != before.body


async def test_forms_of_one_board_have_validators_of_their_own(server):
    async with Rest(server) as rest:
        await two_plies(rest)
        forms = ["", "/board", "/board?format=text", "/board?format=svg", "/board?ply=1",
                 "/legal-moves", "/record", "/record?format=sgf", "/events"]
        tags = [(await rest.nobody.get(f"/games/1{form}", expect=200)).headers["etag"]
                for form in forms]

        assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("path", [*CACHED, "//healthz", "//readyz", "//metrics", "//"])
async def test_head_is_get_without_a_body(server, path):
    async with Rest(server) as rest:
        player = (await two_plies(rest)).players["black"]
        get = await player.get(path, expect=200)
        head = await player.request("HEAD", path, expect=200)

        assert head.body == b""
        for name in ("content-type", "etag", "cache-control"):
            assert head.headers.get(name) == get.headers.get(name)
        if path != "//metrics":
            assert head.headers["content-length"] == str(len(get.body))


async def test_the_server_gives_out_its_contracts(server):
    async with Rest(server) as rest:
        for name in ("openapi", "asyncapi"):
            answer = await rest.nobody.get(f"/{name}.json", expect=200)
            assert answer.json == load(f"{name}.yaml")


FOREIGN = {"Origin": "https://elsewhere.example"}
PREFLIGHT = {**FOREIGN, "Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "authorization, content-type"}


async def test_foreign_pages_may_do_nothing_by_default(server):
    async with Rest(server) as rest:
        player = await rest.guest()
        await player.post("/games", {"setup": "9x9"}, headers=FOREIGN, expect=403,
                          code="origin-not-allowed")
        preflight = await player.request("OPTIONS", "/games", headers=PREFLIGHT)
        read = await player.get("/games", headers=FOREIGN)
        for answer in (preflight, read):
            assert not any(name.startswith("access-control-") for name in answer.headers)
        assert (await rest.nobody.get("/games", expect=200)).json["games"] == []


async def test_the_server_s_own_page_may(server):
    async with Rest(server) as rest:
        player = await rest.guest()

        await player.post("/games", {"setup": "9x9"}, headers={"Origin": server.url}, expect=201)


async def test_pages_that_the_operator_allows_may(make_server):
    server = make_server(["--http-cors-origins", "https://elsewhere.example"])
    async with Rest(server) as rest:
        player = await rest.guest()
        preflight = await player.request("OPTIONS", "/games", headers=PREFLIGHT, expect=204)
        posted = await player.post("/games", {"setup": "9x9"}, headers=FOREIGN, expect=201)
        for answer in (preflight, posted):
            assert answer.headers["access-control-allow-origin"] == "https://elsewhere.example"
            assert "origin" in answer.headers["vary"].lower()
        assert "POST" in preflight.headers["access-control-allow-methods"]
        allowed = preflight.headers["access-control-allow-headers"].lower()
        for name in ("authorization", "content-type", "idempotency-key"):
            assert name in allowed
        exposed = posted.headers["access-control-expose-headers"].lower()
        assert "location" in exposed and "etag" in exposed
        other = await player.post("/games", {"setup": "9x9"},
                                  headers={"Origin": "https://third.example"}, expect=403)
        assert other.code == "origin-not-allowed"


@pytest.mark.parametrize("limit", [1, 7, 50])
async def test_cursors_walk_all_games_once_while_others_are_opened(server, limit):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        first = {(await anna.open_game(setup="line31"))["id"] for _ in range(30)}
        seen, cursor = [], None
        while True:
            query = f"?limit={limit}" + (f"&cursor={cursor}" if cursor else "")
            page = (await rest.nobody.get(f"/games{query}", expect=200)).json
            seen += [game["id"] for game in page["games"]]
            await anna.open_game(setup="line31")
            cursor = page["next"]
            if cursor is None:
                break
            assert len(page["games"]) == limit

        assert len(seen) == len(set(seen)) and first <= set(seen)
        assert seen == sorted(seen, reverse=True)


async def test_filters_find_what_they_say(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        games = [await anna.open_game(setup=setup) for setup in ("9x9", "9x9", "13x13", "line31")]
        await ben.join(games[0]["id"])
        await ben.join(games[2]["id"])
        await ben.leave(games[2]["id"])

        async def found(query, player=None):
            page = (await (player or rest.nobody).get(f"/games?{query}", expect=200)).json
            return [game["id"] for game in page["games"]]

        assert await found("status=open") == [4, 2]
        assert await found("status=active") == [1]
        assert await found("status=finished") == [3]
        assert await found("setup=9x9") == [2, 1]
        assert await found(f"player={ben.handle}") == [3, 1]
        assert await found(f"player={ben.handle.upper()}&status=finished") == [3]
        assert await found("setup=9x9&status=active&limit=5") == [1]
        await rest.nobody.get("/games?player=somebody-else", expect=404, code="no-such-player")


async def test_a_list_shows_what_the_games_show(server):
    async with Rest(server) as rest:
        board = await two_plies(rest)
        await board.leave("white")
        summary = (await rest.nobody.get("/games", expect=200)).json["games"][0]
        game = await rest.nobody.game(1)

        assert summary == {name: game[name] for name in summary}


async def test_events_in_three_forms_are_the_same(server):
    async with Rest(server) as rest:
        board = await two_plies(rest)
        await board.leave("white")
        log = await rest.nobody.events(1)
        lines = await rest.nobody.get("/games/1/events?after=2", expect=200,
                                      headers={"Accept": "application/x-ndjson"})
        assert [json.loads(line) for line in lines.body.splitlines()] == log[2:]
        page = (await rest.nobody.get("/games/1/events?after=2&limit=2", expect=200)).json
        assert page == {"game": 1, "seq": len(log), "events": log[2:4]}
        followed = await rest.nobody.get("/games/1/events?follow=true", expect=200,
                                         headers={"Accept": "application/x-ndjson"})
        assert [json.loads(line) for line in followed.body.splitlines() if line] == log


async def test_ndjson_goes_on_live(server):
    async with Rest(server) as rest:
        board = await two_plies(rest)
        url = f"{server.url}/api/v1/games/1/events?follow=true&after=3"
        headers = {"Accept": "application/x-ndjson"}
        async with rest.session.get(url, headers=headers) as answer:
            assert answer.content_type == "application/x-ndjson"
            events = [json.loads(await answer.content.readline()) for _ in range(2)]
            played = await board.play()
            line = b"\n"
            while not line.strip():
                line = await asyncio.wait_for(answer.content.readline(), PATIENCE_S)
            events.append(json.loads(line))

        assert [event["seq"] for event in events] == [4, 5, 6] and events[-1] == played


async def test_boards_for_people(server):
    async with Rest(server) as rest:
        for setup in ("9x9", "19x19-4p", "5x5x5", "line31"):
            game = await (await rest.guest()).open_game(setup=setup)
            path = f"/games/{game['id']}/board?format="
            text = (await rest.nobody.get(path + "text", expect=200)).body.decode()
            assert max(map(len, text.splitlines())) <= 72
            marks = {"black": "#", "white": "O"}
            for seat, mark in marks.items():
                assert text.count(mark) >= len(game["stones"][seat])
            svg = (await rest.nobody.get(path + "svg", expect=200)).body.decode()
            assert svg.lstrip().startswith("<svg") and svg.rstrip().endswith("</svg>")


async def test_the_page_shows_what_the_game_is(server):
    async with Rest(server) as rest:
        page = await rest.nobody.get("//", expect=200)

        assert "Tanbo, a game by Mark Steere" in page.body.decode()
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"


async def test_nothing_runs_in_data_and_other_sites_show_only_pictures(server):
    async with Rest(server) as rest:
        game = await (await rest.guest()).open_game(setup="9x9")
        for path, readers in ((f"/games/{game['id']}/board?format=svg", "cross-origin"),
                              (f"//games/{game['id']}/preview.png", "cross-origin"),
                              (f"/games/{game['id']}", "same-origin"),
                              ("/games/77", "same-origin")):
            answer = await rest.nobody.get(path)
            assert "default-src 'none'" in answer.headers["content-security-policy"], path
            is_drawn = readers == "cross-origin"
            assert ("sandbox" in answer.headers["content-security-policy"]) == is_drawn, path
            assert answer.headers["cross-origin-resource-policy"] == readers, path


async def test_the_contracts_name_the_servers_own_address(make_server):
    server = make_server(["--public-url", "https://tanbo.example.org"])
    async with Rest(server) as rest:
        openapi = (await rest.nobody.get("/openapi.json", expect=200)).json
        asyncapi = (await rest.nobody.get("/asyncapi.json", expect=200)).json

    assert [one["url"] for one in openapi["servers"]] == ["https://tanbo.example.org"]
    local = asyncapi["servers"]["local"]
    assert (local["protocol"], local["host"]) == ("wss", "tanbo.example.org")


async def test_a_refusal_for_want_of_rights_is_logged(server):
    async with Rest(server) as rest:
        guest = await rest.guest()
        await guest.get("/admin/audit", expect=403)

    (line,) = [line for line in server.log.splitlines() if "request-forbidden" in line]
    assert "/api/v1/admin/audit" in line


async def test_what_a_private_game_is_made_of_is_kept_by_its_players_only(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        private = await anna.open_game(setup="9x9", seats=["me", ben.handle], visibility="private")
        public = await anna.open_game(setup="9x9")

        for part in ("", "/legal-moves", "/roots", "/events", "/board", "/record"):
            for game, kept in ((private, "private, no-cache"), (public, "no-cache")):
                reader = anna if game is private else rest.nobody
                answer = await reader.get(f"/games/{game['id']}{part}", expect=200)
                assert answer.headers["cache-control"] == kept, part
