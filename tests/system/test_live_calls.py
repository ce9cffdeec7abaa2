"""Operations of REST over the live socket: the same answers and rights, within the same limits."""

import asyncio
import contextlib
import json
import time

import pytest
import websockets

from support.administration import act, club
from support.calls import CALLS, over_rest
from support.challenges import challenge
from support.live import Live
from support.random_play import play_out, until
from support.rest import PASSWORD, Player, Rest, start_game
from support.scopes import USUAL

NO_ONE_S = 999
FAR = {"X-Forwarded-For": "203.0.113.9"}

# Requests that change nothing for any asker.
HARMLESS = {
    "list-games": {"status": "active", "limit": 2},
    "list-turns": {"limit": 1, "include": "position"},
    "list-legal-moves": {"game": 1},
    "preview-move": {"game": 1, "body": {"point": "C2"}},
    "list-challenges": {"for": "me"},
    "create-challenge": {"body": {"setup": "7x7"}},
    "accept-challenge": {"challenge": NO_ONE_S, "body": {}},
    "decline-challenge": {"challenge": NO_ONE_S},
    "withdraw-challenge": {"challenge": NO_ONE_S},
    "list-chat": {"game": 1, "room": "players", "limit": 3},
    "say": {"game": NO_ONE_S, "room": "players", "body": {"text": "Hi"}},
    "get-plan": {"game": 1},
    "set-plan": {"game": 1, "body": {"ply": 0, "plan": 7}},
    "delete-plan": {"game": NO_ONE_S},
}
FAULTY = [
    ("list-games", {"status": "lost"}), ("list-games", {"limit": 201}),
    ("list-games", {"cursor": "nonsense"}), ("list-games", {"player": "no&one=1"}),
    ("list-challenges", {"mine": True, "for": "me"}), ("list-legal-moves", {"game": NO_ONE_S}),
    ("preview-move", {"game": 1, "body": {"point": "E5"}}),
    ("preview-move", {"game": 1, "body": {}}),
    ("preview-move", {"game": 1, "body": {"point": "C2", "colour": 1}}),
    ("preview-move", {"game": 1, "body": [1]}), ("preview-move", {"game": 1, "body": "x" * 1100}),
    ("create-challenge", {"body": {"setup": "none"}}),
    ("create-challenge", {"body": {"setup": "9x9", "seats": ["me"] * 600}}),
    ("create-challenge", {"body": {"setup": "9x9"}, "key": "a b"}),
    ("create-challenge", {"body": {"setup": "9x9"}, "key": "k" * 256}),
    ("say", {"game": 1, "room": "kitchen", "body": {"text": "Hi"}}),
    ("say", {"game": 1, "room": "players", "body": {"text": ""}}),
]


async def both(live, player, op, fields):
    """The answers of the socket and of REST to the same: (what, body) of each."""
    told = await live.request(op, **fields)
    answer = await over_rest(player, op, **fields)
    of_rest = answer.json if answer.body else None
    return ((told["ok"], told.get("body") if told["ok"] else told["error"]),
            (answer.status < 400, of_rest))


async def test_every_call_is_answered_as_rest_answers_it(server):
    assert sorted(HARMLESS) == CALLS
    async with Rest(server) as rest:
        _, (black, _) = await start_game(rest, setup="9x9")
        async with Live(server, black.token) as live:
            for op, fields in [*HARMLESS.items(), *FAULTY]:
                socket, over = await both(live, black, op, fields)
                assert socket == over, (op, fields)


async def answers(server, rest, player):
    """Each call with the code that the holder of this token gets, or "done"."""
    found = {}
    async with Live(server, player.token) as live:
        for op, fields in HARMLESS.items():
            socket, over = await both(live, player, op, fields)
            assert socket == over, (op, socket, over)
            found[op] = "done" if socket[0] else socket[1]["code"]
    return found


READS = {"list-games", "list-legal-moves", "preview-move"}


@pytest.mark.parametrize("scope", sorted(USUAL))
async def test_a_token_leads_as_far_as_over_rest(server, scope):
    async with Rest(server) as rest:
        await start_game(rest, setup="9x9")
        await rest.account("anna")
        body = {"handle": "anna", "password": PASSWORD, "scopes": [scope]}
        token = (await rest.nobody.post("/tokens", body, expect=201)).json["token"]

        found = await answers(server, rest, Player(rest, "anna", token))

    lacking = {op for op, what in found.items() if what == "insufficient-scope"}
    needed = {"game:read": {"list-turns", "list-challenges", "list-chat"} | READS,
              "game:play": {"say", "get-plan", "set-plan", "delete-plan"},
              "challenge:write": {op for op in CALLS if op.endswith("-challenge")}}
    assert lacking == set(CALLS) - needed.get(scope, set())


async def test_without_a_token_one_sees_what_all_see(server):
    async with Rest(server) as rest:
        await start_game(rest, setup="9x9")

        found = await answers(server, rest, rest.nobody)

    assert {op for op, what in found.items() if what == "done"} == READS
    refusals = {what for op, what in found.items() if op not in READS}
    assert refusals <= {"unauthorized", "not-a-player"}


async def test_a_guest_may_what_a_guest_may(make_server):
    server = make_server(["--chat-guests", "no"])
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        async with Live(server, black.token) as live:
            fields = {"game": game["id"], "body": {"text": "Hi"}}
            socket, over = await both(live, black, "say", fields)
            assert socket == over and not socket[0]
            fields = {"body": {"setup": "9x9", "rated": True}}
            socket, over = await both(live, black, "create-challenge", fields)
            assert socket == over and not socket[0]


async def test_a_suspended_account_reads_and_does_nothing(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, white) = await club(rest)
        async with Live(server, black.token) as live:
            said = {"game": game, "body": {"text": "Hi"}}
            await live.do("say", **said)
            await act(anna, f"/accounts/{black.handle}/suspend")
            for op, fields in HARMLESS.items():
                acts = not op.startswith(("list-", "get-", "preview-"))
                socket, over = await both(live, black, op, fields)
                assert socket == over, op
                assert not acts or socket[1]["code"] == "account-suspended", op
            await live.refused("account-suspended", "say", **said)
        page = (await white.get(f"/games/{game}/chat?room=players", expect=200)).json
    assert len(page["messages"]) == 1


async def test_a_revoked_token_does_nothing_on_a_socket_that_was_open(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        async with Live(server, black.token) as live:
            await live.do("list-turns")
            await black.request("DELETE", "/tokens/current", expect=204)
            with contextlib.suppress(websockets.ConnectionClosed):
                await live.send("say", game=game["id"], body={"text": "Still here"})
                await live.send("create-challenge", body={"setup": "9x9"})
            assert await live.until_closed() == 1008
            assert not any(message.get("ok") for message in live.messages[1:])
        page = (await white.get(f"/games/{game['id']}/chat", expect=200)).json
        assert page["messages"] == []
        assert (await white.get("/challenges", expect=200)).json["challenges"] == []


async def test_a_key_holds_over_both_ways(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        asked = {"body": {"setup": "9x9"}, "key": "one"}
        async with Live(server, black.token) as live:
            first = await live.do("create-challenge", **asked)
            again = await live.do("create-challenge", **asked)
            over = await over_rest(black, "create-challenge", **asked)
            assert first["body"] == again["body"] == over.json
            other = {"body": {"setup": "13x13"}, "key": "one"}
            await live.refused("idempotency-key-reused", "create-challenge", **other)
            # A room has keys of its own, as over REST.
            said = {"game": game["id"], "body": {"text": "Hi"}, "key": "two"}
            line = await live.do("say", **said)
            assert (await over_rest(black, "say", **said)).json == line["body"]
        page = (await black.get("/challenges?mine=true", expect=200)).json
    assert len(page["challenges"]) == 1


async def test_a_key_is_its_account_s(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        made = []
        for player in (anna, ben):
            async with Live(server, player.token) as live:
                made.append(await live.do("create-challenge", body={"setup": "9x9"}, key="one"))
        assert made[0]["body"]["id"] != made[1]["body"]["id"]


async def test_commands_of_both_ways_are_counted_together(make_server):
    """One command a second and four at once, however they come."""
    server = make_server(["--limits-commands-per-second", "1"])
    async with Rest(server) as rest:
        black = await rest.guest()
        headers = {"Authorization": f"Bearer {black.token}", **FAR}
        async with Live(server, extra_headers=headers) as live:
            begun = time.monotonic()
            over = [black.request("DELETE", f"/challenges/{NO_ONE_S}", headers=FAR)
                    for _ in range(30)]
            told = [live.request("withdraw-challenge", challenge=NO_ONE_S) for _ in range(30)]
            codes = [answer.code for answer in await asyncio.gather(*over)]
            codes += [answer["error"]["code"] for answer in await asyncio.gather(*told)]
            took_s = time.monotonic() - begun
            reading = await live.do("list-turns")

    assert set(codes) <= {"no-such-challenge", "rate-limited"}
    assert 1 <= codes.count("no-such-challenge") <= 4 + took_s + 1
    assert reading["body"]["turns"] == []


async def test_messages_of_both_ways_are_counted_together(make_server):
    server = make_server(["--limits-messages-per-minute", "4"])
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        headers = {"Authorization": f"Bearer {black.token}", **FAR}
        async with Live(server, extra_headers=headers) as live:
            said = {"game": game["id"], "body": {"text": "Hi"}}
            told = [await live.request("say", **said) for _ in range(3)]
            answer = await black.post(f"/games/{game['id']}/chat", {"text": "Hi"}, headers=FAR)

    assert [message["ok"] for message in told] == [True, True, False]
    assert answer.code == told[2]["error"]["code"] == "rate-limited"


async def test_a_body_is_as_long_as_over_rest(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        async with Live(server, black.token) as live:
            for size in (1024, 1025):
                body = {"point": "x" * (size - len(json.dumps({"point": ""})))}
                fields = {"game": game["id"], "body": body}
                socket, over = await both(live, black, "preview-move", fields)
                assert socket == over
                assert (socket[1]["code"] == "body-too-large") == (size > 1024)


@pytest.mark.parametrize("body", ["{", "[}", "nonsense", '{"point":"C2"', '{"point":"C2"}}',
                                  '"', "[" * 500 + "]" * 500, '{"point":"C2","point":"D2"}'])
async def test_a_body_that_is_no_json_is_refused(server, body):
    async with Rest(server) as rest:
        await start_game(rest, setup="9x9")
        async with Live(server) as live:
            text = '{"op":"preview-move","id":5,"game":1,"body":' + body + "}"
            await live.send_text("preview-move", 5, text)
            answer = await live.until(lambda: live.messages and live.messages[0])
            assert answer["error"]["code"] == "malformed-json", answer
            await live.do("ping")


async def test_answers_come_in_the_order_of_the_requests(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        async with Live(server, black.token) as live:
            numbers = []
            await live.do("subscribe", topic=f"game:{game['id']}", after=0)
            for _ in range(20):
                numbers.append(await live.send("list-games", limit=50, include="position"))
                numbers.append(await live.send("ping"))
                numbers.append(await live.send("list-legal-moves", game=game["id"]))
            await live.until(lambda: any(m.get("re") == numbers[-1] for m in live.messages))
            told = [m["re"] for m in live.messages if m.get("re") in numbers]
    assert told == numbers


async def test_me_begins_with_the_turns_that_wait(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        other = await white.open_game(setup="9x9", seats=[black.handle, "me"])
        await black.join(other["id"])
        async with Live(server, black.token) as live:
            await live.do("subscribe", topic="me", include=["legal"])
            await live.until(lambda: live.pushed("me", "ready"))
            begun = live.pushed("me")
            assert [one["type"] for one in begun] == ["your-turn"] * 2
            for turn in begun:
                legal = (await black.get(f"/games/{turn['data']['id']}/legal-moves")).json
                assert turn["legal"] == legal and legal["points"]
            point = next(one["legal"]["points"][0] for one in begun
                         if one["data"]["id"] == game["id"])
            await live.do("move", game=game["id"], point=point, ply=0)
            answer = (await white.get(f"/games/{game['id']}/legal-moves")).json["points"][0]
            await white.move(game["id"], answer, 1)
            await live.until(lambda: len(live.pushed("me", "your-turn")) == 3)
            last = live.pushed("me", "your-turn")[-1]
            assert last["legal"] == (await black.get(f"/games/{game['id']}/legal-moves")).json
            await white.leave(other["id"])
            await live.until(lambda: live.pushed("me", "game-finished"))
            with_legal = {one["type"] for one in live.pushed("me") if "legal" in one}
            assert with_legal == {"your-turn"}
        async with Live(server, black.token) as live:
            await live.do("subscribe", topic="me")
            await live.until(lambda: live.pushed("me", "ready"))
            assert [("legal" in one) for one in live.pushed("me", "your-turn")] == [False]
            await live.do("unsubscribe", topic="me")
            await live.do("subscribe", topic="me")
            await live.until(lambda: len(live.pushed("me", "ready")) == 2)


@pytest.mark.parametrize("scopes", [["account:read"], ["game:read", "game:play"]])
async def test_me_asks_for_the_scopes_of_the_stream(server, scopes):
    async with Rest(server) as rest:
        await rest.account("anna")
        body = {"handle": "anna", "password": PASSWORD, "scopes": scopes}
        token = (await rest.nobody.post("/tokens", body, expect=201)).json["token"]
        await Player(rest, "anna", token).get("/me/stream", expect=403, code="insufficient-scope")
        async with Live(server, token) as live:
            await live.refused("insufficient-scope", "subscribe", topic="me", include=["legal"])


class SocketBot:
    """A bot that knows nothing of a server but its socket. It plays black, and asks once for its
    first move back."""

    def __init__(self, live):
        self.live = live
        self.played = set()

    async def handle(self, message):
        """Answers one notice."""
        number = message["data"].get("id")
        if message["type"] == "challenge":
            await self.live.do("accept-challenge", challenge=number, body={})
        elif message["type"] == "your-turn":
            await self.play(number, message["legal"])
        elif message["type"] == "undo":
            self.played.clear()
            await self.play(number, (await self.live.do("list-legal-moves", game=number))["body"])

    async def play(self, game, legal):
        """Places a stone where it may, unless it has."""
        if legal["to_move"] != "black" or legal["ply"] in self.played:
            return
        is_first = not self.played and not await self.has_greeted(game)
        point = legal["points"][legal["ply"] % len(legal["points"])]
        seen = await self.live.do("preview-move", game=game, body={"point": point})
        played = await self.live.do("move", game=game, point=point, ply=legal["ply"])
        assert played["event"]["data"] == seen["body"]
        self.played.add(legal["ply"])
        if is_first:
            await self.live.do("say", game=game, body={"text": "Good luck!"})
            await self.live.do("propose", game=game, kind="undo")

    async def has_greeted(self, game):
        """Whether it has said something."""
        return (await self.live.do("list-chat", game=game))["body"]["messages"] != []

    async def run(self):
        """Handles notices until a game is over."""
        handled = 0
        while not self.live.pushed("me", "game-finished"):
            await self.live.until(lambda: len(self.live.pushed("me")) > handled)
            message = self.live.pushed("me")[handled]
            handled += 1
            await self.handle(message)


async def agree_and_play(player, game):
    """Agrees to the first proposal, then plays white at random until the game is over."""
    found = await until(lambda: player.game(game), lambda game: game["proposals"])
    proposal = found["proposals"][0]["id"]
    await player.post(f"/games/{game}/proposals/{proposal}/accept", {}, expect=201)
    await play_out(player, game, "white")


async def test_a_bot_plays_over_the_socket_alone(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        async with Live(server, ben.token) as live:
            await live.do("subscribe", topic="me", include=["legal"])
            running = asyncio.create_task(SocketBot(live).run())
            made = await challenge(anna, setup="7x7-dense", seats=["ben", "me"])
            accepted = await until(
                lambda: anna.get(f"/challenges/{made['id']}", expect=200),
                lambda answer: running.done() or answer.json["game"])
            game = accepted.json["game"]
            await asyncio.gather(running, agree_and_play(anna, game))
            log = [event["type"] for event in await anna.events(game)]
            lines = (await live.do("list-chat", game=game))["body"]["messages"]
    assert [line["text"] for line in lines] == ["Good luck!"]
    assert log.count("proposal") == 1 and log.count("undo") == 1 and log[-1] == "end"
