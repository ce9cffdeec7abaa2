"""Bad input to the API: each with its status and code, and nothing lost."""

import json
import urllib.parse

import pytest

from support.game import Board, replay
from support.rest import Player, Rest, start_game


@pytest.fixture
def server(shared_server):
    """The server of the file."""
    return shared_server


DEEP = "[" * 100 + "]" * 100

BAD_BODIES = {
    "no JSON": ("{", 400, "malformed-json"),
    "nothing": ("", 400, "malformed-json"),
    "two values": ('{"point":"C2","ply":0} {}', 400, "malformed-json"),
    "no UTF-8": (b'{"point":"\xff","ply":0}', 400, "malformed-json"),
    "half a surrogate": ('{"point":"\\ud800","ply":0}', 400, "malformed-json"),
    "depth": (f'{{"point":{DEEP},"ply":0}}', 400, "malformed-json"),
    "too many values": ('{"point":[' + "1," * 9000 + "1]}", 400, "malformed-json"),
    "too many bytes": ('{"point":"' + "A" * 65_536 + '","ply":0}', 413, "body-too-large"),
    "a comment": ('{"point":"C2",/**/"ply":0}', 400, "malformed-json"),
    "not a number": ('{"point":"C2","ply":NaN}', 400, "malformed-json"),
    "an array": ("[]", 422, "invalid-field"),
    "a missing field": ('{"point":"C2"}', 422, "invalid-field"),
    "an unknown field": ('{"point":"C2","ply":0,"colour":1}', 422, "invalid-field"),
    "a wrong type": ('{"point":7,"ply":0}', 422, "invalid-field"),
    "null": ('{"point":null,"ply":0}', 422, "invalid-field"),
    "a number in quotes": ('{"point":"C2","ply":"0"}', 422, "invalid-field"),
    "a fraction": ('{"point":"C2","ply":0.5}', 422, "invalid-field"),
    "a negative number": ('{"point":"C2","ply":-1}', 422, "invalid-field"),
    "a number out of range": ('{"point":"C2","ply":4294967296}', 422, "invalid-field"),
    "a huge number": ('{"point":"C2","ply":1e400}', 400, "malformed-json"),
    "a long point": ('{"point":"' + "A" * 65 + '","ply":0}', 422, "invalid-field"),
}

POINTERS = {
    '{"point":"C2"}': "/ply",
    '{"point":"C2","ply":0,"colour":1}': "/colour",
    '{"point":7,"ply":0}': "/point",
    '{"point":"C2","ply":-1}': "/ply",
}

JSON_TYPE = {"Content-Type": "application/json"}


@pytest.mark.parametrize("name", BAD_BODIES)
async def test_bad_body_of_a_move(server, name):
    body, status, code = BAD_BODIES[name]
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        data = body if isinstance(body, bytes) else body.encode()

        await players[0].request("POST", f"/games/{game['id']}/moves", data=data,
                                 headers=JSON_TYPE, expect=status, code=code)

        assert (await rest.nobody.game(game["id"])) == game


@pytest.mark.parametrize("body, pointer", POINTERS.items())
async def test_the_culprit_is_named(server, body, pointer):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")

        answer = await players[0].request("POST", f"/games/{game['id']}/moves",
                                          data=body.encode(), headers=JSON_TYPE, expect=422)

        assert answer.json["pointer"] == pointer


LONG = "ä" * 500
QUOTED_LONG = urllib.parse.quote(LONG)


@pytest.mark.parametrize("path", [
    "/players/{}", "/players/{}/ratings", "/players/{anna}/against/{}", "/games/{}", "/setups/{}",
    "/puzzles/{}", "/nothing/{}", "/games?{}=1", "/games?status={}", "/games?player={}",
    "/games?setup={}", "/games?limit={}", "/games?cursor={}", "/games?order={}",
    "/challenges?setup={}", "/puzzles/next?setup={}", "/standings?family={}", "/standings?list={}",
    "/statistics?setup={}", "/games/1/board?format={}", "/games/1/events?after={}",
])
async def test_long_words_are_not_repeated_whole(server, path):
    async with Rest(server) as rest:
        anna = await rest.guest()
        await anna.open_game(setup="9x9")
        refused = await rest.nobody.get(path.format(QUOTED_LONG, anna=anna.handle))

        assert 400 <= refused.status < 500
        assert len(refused.json["detail"]) < 300, refused


@pytest.mark.parametrize("path, body", [
    ("/games", {"setup": LONG}), ("/games", {"setup": "9x9", "seats": ["me", LONG]}),
    ("/games", {"setup": "9x9", LONG: 1}), ("/challenges", {"setup": LONG}),
    ("/games/1/moves", {"point": LONG, "ply": 0}), ("/tokens", {"handle": LONG, "password": "x"}),
    ("/accounts", {"handle": LONG, "password": "x" * 12}),
])
async def test_long_words_of_a_body_are_not_repeated_whole(server, path, body):
    async with Rest(server) as rest:
        anna = await rest.guest()
        await anna.open_game(setup="9x9")
        refused = await anna.post(path, body)

        assert 400 <= refused.status < 500
        assert len(refused.json["detail"]) < 300, refused


@pytest.mark.parametrize("media_type", ["text/plain", "application/xml", None, "application/jsonx",
                                        "application/json; charset=latin-1"])
async def test_a_wrong_content_type(server, media_type):
    async with Rest(server) as rest:
        player = await rest.guest()
        headers = {"Content-Type": media_type} if media_type else {}

        await player.request("POST", "/games", data=b'{"setup":"9x9"}', headers=headers,
                             expect=415, code="unsupported-media-type")


async def test_a_content_type_with_a_charset_is_fine(server):
    async with Rest(server) as rest:
        player = await rest.guest()
        headers = {"Content-Type": 'Application/JSON; charset="UTF-8"'}

        await player.request("POST", "/games", data=b'{"setup":"9x9"}', headers=headers,
                             expect=201)


@pytest.mark.parametrize("extra, status", [(0, 201), (1, 413)])
async def test_a_body_at_the_limit_and_one_past(server, extra, status):
    async with Rest(server) as rest:
        player = await rest.guest()
        body = b'{"setup":"9x9"}'
        body += b" " * (65536 + extra - len(body))

        answer = await player.request("POST", "/games", data=body, headers=JSON_TYPE,
                                      expect=status)

        assert status == 201 or answer.code == "body-too-large"


BAD_GAMES = {
    "unknown setup": ({"setup": "8x8"}, "no-such-setup"),
    "nothing": ({}, "invalid-field"),
    "setup and board": ({"setup": "9x9", "board": [9, 9]}, "invalid-field"),
    "a seat too few": ({"setup": "9x9", "seats": ["me"]}, "invalid-field"),
    "a seat too many": ({"setup": "9x9", "seats": ["me", "open", "open"]}, "invalid-field"),
    "me twice": ({"setup": "9x9", "seats": ["me", "me"]}, "invalid-field"),
    "an unknown player": ({"setup": "9x9", "seats": ["me", "nobody-at-all"]}, "no-such-player"),
    "a private game with an open seat": (
        {"setup": "9x9", "seats": ["me", "open"], "visibility": "private"}, "invalid-field"),
    "an unknown visibility": ({"setup": "9x9", "visibility": "secret"}, "invalid-field"),
    "no dimensions": ({"board": [], "stones": {"black": ["1"], "white": ["2"]}}, "invalid-field"),
    "too many points": ({"board": [65, 64], "stones": {"black": ["1-1"], "white": ["3-3"]}},
                        "invalid-opening"),
    "a huge extent": ({"board": [10**9], "stones": {"black": ["1"], "white": ["9"]}},
                      "invalid-field"),
    "twelve dimensions": ({"board": [1] * 12, "stones": {"black": ["1"], "white": ["2"]}},
                          "invalid-field"),
    "a point off the board": ({"board": [5, 5], "stones": {"black": ["A1"], "white": ["F1"]}},
                              "invalid-opening"),
    "overlapping stones": ({"board": [5, 5], "stones": {"black": ["A1"], "white": ["A1"]}},
                           "invalid-opening"),
    "a seat without stones": ({"board": [5, 5], "stones": {"black": ["A1"], "white": []}},
                              "invalid-opening"),
    "one seat": ({"board": [5, 5], "stones": {"black": ["A1"]}}, "invalid-opening"),
    "a bounded root": ({"board": [5], "stones": {"black": ["1", "4"], "white": ["2"]}},
                       "invalid-opening"),
    "two seeds that touch": ({"board": [5, 5], "stones": {"black": ["A1", "A2"], "white": ["E5"]}},
                             "invalid-opening"),
    "a mover who is not there": (
        {"board": [5, 5], "stones": {"black": ["A1"], "white": ["E5"]}, "to_move": "red"},
        "invalid-opening"),
}


@pytest.mark.parametrize("name", BAD_GAMES)
async def test_a_game_that_cannot_be(server, name):
    body, code = BAD_GAMES[name]
    async with Rest(server) as rest:
        player = await rest.guest()

        await player.post("/games", body, expect=422, code=code)

        own = await player.get(f"/games?player={player.handle}", expect=200)
        assert own.json["games"] == []


ILLEGAL = [("H8", "occupied"), ("H2", "occupied"), ("T19", "off-board"), ("I5", "off-board"),
           ("A0", "off-board"), ("A01", "off-board"), ("nonsense", "off-board"),
           ("A\u0661", "off-board"), ("E5", "no-friend"), ("C3", "two-friends")]


@pytest.mark.parametrize("point, reason", ILLEGAL)
async def test_an_illegal_point_says_why(server, point, reason):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        board = Board(game, players, 1)
        for played in ("C2", "H3", "B3", "H4"):
            await board.play(played)
        path = f"/games/{board.id}"

        move = await players[0].move(board.id, point, 4, expect=422, code="illegal-move")
        preview = (await players[0].post(f"{path}/preview", {"point": point}, expect=422,
                                         code="illegal-move")).json

        assert move["reason"] == preview["reason"] == reason
        assert (move["ply"], move["seq"]) == (4, 7)
        replay(await rest.nobody.events(board.id))


async def test_moves_at_the_wrong_time(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = (await anna.open_game(setup="9x9"))["id"]
        await anna.move(game, "C2", 0, expect=409, code="game-not-started")
        await anna.post(f"/games/{game}/preview", {"point": "C2"}, expect=409,
                        code="game-not-started")
        await ben.join(game)
        await carl.post(f"/games/{game}/join", {}, expect=409, code="game-full")
        await ben.post(f"/games/{game}/join", {}, expect=409, code="already-seated")
        await ben.move(game, "C8", 0, expect=409, code="not-your-turn")
        await carl.move(game, "C2", 0, expect=403, code="not-a-player")
        await carl.leave(game, expect=403, code="not-a-player")
        stale = await anna.move(game, "C2", 3, expect=409, code="stale-ply")
        assert (stale["ply"], stale["seq"]) == (0, 3)
        await anna.move(game, "C2", 0)
        await ben.leave(game)
        over = await anna.move(game, "C3", 1, expect=409, code="game-over")
        assert over["reason"] == "game-over"
        await anna.leave(game, expect=409, code="game-over")
        await anna.post(f"/games/{game}/preview", {"point": "C3"}, expect=409, code="game-over")
        assert len(await rest.nobody.events(game)) == 6


async def test_seats_that_cannot_be_had(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = (await anna.open_game(setup="19x19-4p", seats=["me", ben.handle, "open", "open"]))
        path = f"/games/{game['id']}/join"
        await carl.post(path, {"seat": "black"}, expect=409, code="seat-taken")
        await carl.post(path, {"seat": "white"}, expect=403, code="seat-reserved")
        await carl.post(path, {"seat": "seat5"}, expect=422, code="no-such-seat")
        await carl.post(path, {"seat": "purple"}, expect=422, code="invalid-field")
        joined = await ben.join(game["id"])
        assert joined["seats"][1]["handle"] == ben.handle
        assert joined["seats"][1]["state"] == "in"


async def test_private_games_do_not_exist_for_others(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = (await anna.open_game(setup="9x9", seats=["me", ben.handle], visibility="private"))
        path = f"/games/{game['id']}"
        for player in (carl, rest.nobody):
            for what in ("", "/events", "/board", "/record", "/legal-moves", "/roots"):
                await player.get(path + what, expect=404, code="no-such-game")
            await player.post(f"{path}/preview", {"point": "C2"}, expect=404, code="no-such-game")
            listed = (await player.get("/games", expect=200)).json["games"]
            assert game["id"] not in [one["id"] for one in listed]
        await carl.post(f"{path}/join", {}, expect=404, code="no-such-game")
        await carl.leave(game["id"], expect=404, code="no-such-game")
        assert (await ben.get(path, expect=200)).json["id"] == game["id"]
        mine = (await ben.get(f"/games?player={ben.handle}", expect=200)).json["games"]
        assert [each["id"] for each in mine] == [game["id"]]


@pytest.mark.parametrize("path", ["/games/999", "/games/0", "/games/-1", "/games/01", "/games/x",
                                  "/games/9223372036854775808", "/games/1%00", "/games/%E4"])
async def test_games_that_are_not_there(server, path):
    async with Rest(server) as rest:
        answer = await rest.nobody.get(path, expect=404)

        assert answer.code in ("no-such-game", "no-such-route")


@pytest.mark.parametrize("path", ["/nothing", "/games/1/nothing", "/games/", "/games//1", "//api",
                                  "//api/v2/games", "/setups/9x9/", "/openapi.yaml", "//..%2fetc"])
async def test_routes_that_are_not_there(server, path):
    async with Rest(server) as rest:
        await rest.nobody.get(path, expect=404, code="no-such-route")


@pytest.mark.parametrize("query", [
    "limit=0", "limit=201", "limit=many", "limit=", "limit=1&limit=2", "status=over",
    "colour=red", "limit=%zz", "cursor=%00", "setup=8x8", "limit=1&", "limit=+1"])
async def test_bad_parameters_of_a_list(server, query):
    async with Rest(server) as rest:
        allowed = query == "limit=1&"

        answer = await rest.nobody.get(f"/games?{query}", expect=200 if allowed else 400)

        assert allowed or answer.code in ("bad-parameter", "malformed-request")


@pytest.mark.parametrize("cursor", ["", "xyz", "MQ", "=====", "A" * 500])
async def test_bad_cursors(server, cursor):
    async with Rest(server) as rest:
        await rest.nobody.get(f"/games?cursor={cursor}", expect=400, code="bad-cursor")


@pytest.mark.parametrize("what", ["events?after=-1", "events?after=x", "events?after=4",
                                  "events?limit=0", "events?limit=1001", "events?follow=maybe",
                                  "board?ply=-1", "board?ply=x", "board?format=png",
                                  "record?format=xml", "record?ply=1", "legal-moves?ply=1"])
async def test_bad_parameters_of_history(server, what):
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9")

        await rest.nobody.get(f"/games/{game['id']}/{what}", expect=400, code="bad-parameter")


@pytest.mark.parametrize("what, status, code, detail", [
    ("board?ply=1", 404, "no-such-ply", "Ply 1 does not exist yet. The game is at ply 0."),
    ("events?after=9", 400, "bad-parameter", "after must be at most 3, the game's seq; got 9."),
])
async def test_a_ply_or_seq_that_has_not_come(server, what, status, code, detail):
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9")

        answer = await rest.nobody.get(f"/games/{game['id']}/{what}", expect=status, code=code)
        assert answer.json["detail"] == detail


async def test_an_unknown_scope_is_told_which_there_are(server):
    async with Rest(server) as rest:
        member = {"handle": "berta", "password": "four roots and a stone"}
        await rest.nobody.post("/accounts", member, expect=201)

        answer = await rest.nobody.post("/tokens", {**member, "scopes": ["read"]}, expect=422,
                                        code="invalid-field")
        assert answer.json["detail"].startswith('"/scopes/0" must be "game:read", "game:play", ')
        assert answer.json["pointer"] == "/scopes/0"


async def test_one_that_is_not_there_is_told_alike_everywhere(server):
    async with Rest(server) as rest:
        anna, = await rest.guests(1)
        game = {"setup": "9x9", "seats": ["me", "bot:11"]}

        texts = [(await anna.post(path, game, expect=422, code="no-such-bot")).json["detail"]
                 for path in ("/games", "/challenges")]
        assert texts == ['Bot "bot:11" does not exist. Choose bot:1 to bot:10.'] * 2
        texts = [(await anna.post(f"/games/99/{what}", {}, expect=404,
                                  code="no-such-game")).json["detail"]
                 for what in ("leave", "rematch")]
        assert texts == ["Game 99 does not exist, or it is private."] * 2


@pytest.mark.parametrize("accept, status", [
    ("image/png", 406), ("application/json;q=0", 406), ("*/*", 200), ("application/*", 200),
    ("text/html, application/x-ndjson;q=0.5", 200)])
async def test_forms_of_events(server, accept, status):
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9")

        answer = await rest.nobody.get(f"/games/{game['id']}/events", headers={"Accept": accept},
                                       expect=status)

        assert status == 200 or answer.code == "not-acceptable"


GOOD_SHAPE = "tbo_" + "A" * 43


@pytest.mark.parametrize("value, code", [
    (None, "unauthorized"), (f"Bearer {GOOD_SHAPE}", "bad-token"), ("Bearer short", "bad-token"),
    ("Basic YTpi", None), ("Bearer", None), (f"Bearer {GOOD_SHAPE} x", None),
    (f"Bearer  {GOOD_SHAPE}", None)])
async def test_tokens_that_are_none(server, value, code):
    headers = {"Authorization": value} if value else {}
    async with Rest(server) as rest:
        answer = await rest.nobody.get("/me", headers=headers, expect=401)
        posted = await rest.nobody.post("/games", {"setup": "9x9"}, headers=headers, expect=401)

        assert answer.code == posted.code and answer.code in (code, "unauthorized", "bad-token")
        assert code is None or answer.code == code


async def test_a_bad_token_is_refused_if_none_is_needed(server):
    async with Rest(server) as rest:
        stranger = Player(rest, "x", GOOD_SHAPE)

        await stranger.get("/games", expect=401, code="bad-token")


BAD_ACCOUNTS = [
    {"handle": "a", "password": "long enough"}, {"handle": "a" * 25, "password": "long enough"},
    {"handle": "1st", "password": "long enough"}, {"handle": "me", "password": "long enough"},
    {"handle": "Open", "password": "long enough"}, {"handle": "Guest-7", "password": "long enough"},
    {"handle": "a b", "password": "long enough"},
    {"handle": "\u00e4nna", "password": "long enough"},
    {"handle": "anna", "password": "short"}, {"handle": "anna", "password": "x" * 257},
    {"handle": "anna"}, {"password": "long enough"},
    {"handle": "anna", "password": "long enough", "admin": True}]


@pytest.mark.parametrize("body", BAD_ACCOUNTS, ids=[json.dumps(b)[:60] for b in BAD_ACCOUNTS])
async def test_accounts_that_cannot_be(server, body):
    async with Rest(server) as rest:
        await rest.nobody.post("/accounts", body, expect=422, code="invalid-field")


async def test_accounts_and_tokens(server):
    async with Rest(server) as rest:
        anna = await rest.account("Anna")
        await rest.nobody.post("/accounts", {"handle": "aNNA", "password": "long enough"},
                               expect=409, code="handle-taken")
        for handle, password in (("anna", "wrong password"), ("nobody", "correct horse battery")):
            await rest.nobody.post("/tokens", {"handle": handle, "password": password},
                                   expect=401, code="bad-credentials")
        grant = (await rest.nobody.post("/tokens", {
            "handle": "anna", "password": "correct horse battery", "label": "telephone",
            "expires_in_s": 60}, expect=201)).json
        second = Player(rest, grant["handle"], grant["token"])
        assert "expires_at" in grant and grant["handle"] == "Anna"
        assert (await second.get("/me", expect=200)).json == (
            await anna.get("/me", expect=200)).json
        await second.request("DELETE", "/tokens/current", expect=204)
        await second.get("/me", expect=401, code="bad-token")
        assert (await anna.get("/me", expect=200)).json["guest"] is False
        guest = await rest.guest()
        assert (await guest.get("/me", expect=200)).json["guest"] is True


async def test_a_token_ends_in_time(server):
    async with Rest(server) as rest:
        await rest.account("carla")
        grant = (await rest.nobody.post("/tokens", {
            "handle": "carla", "password": "correct horse battery", "expires_in_s": 1},
            expect=201)).json
        player = Player(rest, "carla", grant["token"])

        while (await player.get("/me")).status == 200:
            pass
        await player.get("/me", expect=401, code="bad-token")


async def test_guests_have_no_password(server):
    async with Rest(server) as rest:
        guest = await rest.guest()

        await rest.nobody.post("/tokens", {"handle": guest.handle, "password": "x" * 12},
                               expect=401, code="bad-credentials")
