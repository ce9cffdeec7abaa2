"""A command that names a seq is done once: by either API, through crashes and lost answers."""

import asyncio
import json
import random

import websockets

from support.live import SUBPROTOCOL, Live
from support.raw import connect
from support.rest import PREFIX, Rest, start_game

CLOCK = {"kind": "total", "total_s": 86400}


class Table:
    """A game of two, and commands to it by either API."""

    def __init__(self, server, rest, game, players):
        self.server, self.rest, self.id, self.players = server, rest, game["id"], players

    async def seq(self):
        """How far the game is."""
        return (await self.players[0].game(self.id))["seq"]

    async def log(self):
        """The types of all events."""
        return [event["type"] for event in await self.rest.nobody.events(self.id)]

    async def by_rest(self, player, path, **body):
        """Sends a command by REST; yields its answer."""
        return await player.post(f"/games/{self.id}/{path}", body)

    async def by_socket(self, player, op, **fields):
        """Sends a command over a socket of its own; yields its answer."""
        async with Live(self.server, player.token) as live:
            return await live.request(op, game=self.id, **fields)

    async def expect_once(self, player, path, op, fields=None, body=None):
        """The same command by both APIs, several times, at the present seq: one event.

        `body` is what REST wants beside the seq, `fields` what a socket wants. Yields the event.
        """
        seq = await self.seq()
        asked = {"seq": seq, **(fields or {})}
        first = await self.by_socket(player, op, **asked)
        assert first["ok"], first
        log = await self.log()
        again = await self.by_rest(player, path, seq=seq, **(body or {}))
        assert again.status in (200, 201), again
        if again.status == 201:
            assert again.json == first["event"], again
        else:  # joining and starting yield the game
            assert again.json["id"] == self.id and again.json["seq"] >= first["event"]["seq"]
        third = await self.by_socket(player, op, **asked)
        assert third == {**first, "re": third["re"]}
        without = await self.by_rest(player, path, **(body or {}))
        assert without.status == 409 or without.status == 404, f"never refused: {without}"
        assert await self.log() == log
        return first["event"]


async def test_every_command_is_done_once(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = await rest.guests(4)
        game = await anna.open_game(setup="19x19-4p", clock=CLOCK, leaver_policy="substitute")
        table = Table(server, rest, game, [anna, ben, carl, dora])
        await table.expect_once(ben, "join", "join", {"seat": "white"}, {"seat": "white"})
        await table.expect_once(carl, "join", "join")
        await table.expect_once(anna, "start", "start")
        pause = await table.expect_once(ben, "proposals", "propose", {"kind": "pause"},
                                        {"kind": "pause"})
        path = f"proposals/{pause['seq']}"
        await table.expect_once(anna, f"{path}/accept", "accept", {"proposal": pause["seq"]})
        await table.expect_once(carl, f"{path}/accept", "accept", {"proposal": pause["seq"]})
        await table.expect_once(anna, "resume", "resume")
        abort = await table.expect_once(carl, "proposals", "propose", {"kind": "abort"},
                                        {"kind": "abort"})
        path = f"proposals/{abort['seq']}"
        await table.expect_once(ben, f"{path}/decline", "decline", {"proposal": abort["seq"]})
        offer = await table.expect_once(ben, "leave", "leave")
        assert offer["type"] == "offer"
        await table.expect_once(dora, "substitute", "substitute", {"seat": "white"},
                                {"seat": "white"})

        game, players = await start_game(rest, setup="9x9", swap=True)
        table = Table(server, rest, game, players)
        await players[0].move(game["id"], "C2", 0)
        await table.expect_once(players[1], "swap", "swap")
        await table.expect_once(players[1], "leave", "leave")


async def test_another_command_for_a_used_seq_is_refused(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        path, seq = f"/games/{game['id']}", game["seq"]
        await white.post(f"{path}/proposals", {"kind": "abort", "seq": seq}, expect=201)

        problem = (await white.post(f"{path}/leave", {"seq": seq}, expect=409,
                                    code="stale-seq")).json
        assert problem["seq"] == seq + 1 and problem["ply"] == 0
        async with Live(server, white.token) as live:
            await live.refused("stale-seq", "propose", game=game["id"], kind="undo", seq=seq)
            await live.refused("stale-seq", "leave", game=game["id"], seq=seq + 2)  # not yet
        assert len(await rest.nobody.events(game["id"])) == seq + 1
        await black.post(f"{path}/leave", {"seq": seq}, expect=201)  # another seat's seq is its own


async def test_words_for_the_same_seq_are_said_once(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/chat"
        hello = {"text": "Hello!", "seq": game["seq"]}
        async with Live(server, black.token) as live:
            await live.do("subscribe", topic=f"game:{game['id']}", after=game["seq"])
            first = (await white.post(path, hello, expect=201)).json
            for same in (await white.post(path, hello, expect=201),
                         await white.post(path, hello, expect=201)):
                assert same.json == first
            others = [await white.post(path, {**hello, "text": "Hello"}, expect=201),
                      await white.post(path, {**hello, "seq": game["seq"] + 1}, expect=201),
                      await white.post(path, {"text": "Hello!"}, expect=201),
                      await white.post(path, {"text": "Hello!"}, expect=201),
                      await black.post(path, hello, expect=201)]
            ids = {first["id"], *(other.json["id"] for other in others)}
            assert len(ids) == 6
            await live.until(lambda: len(live.pushed(kind="chat")) == 6)
        messages = (await white.get(path, expect=200)).json["messages"]
        assert {message["id"] for message in messages} == ids
        await white.post(path, {"text": "x", "seq": -1}, expect=422, code="invalid-field")


async def test_a_command_whose_answer_is_lost_is_asked_again(server):
    async with Rest(server) as rest:
        for number in range(20):
            game, (_, white) = await start_game(rest, setup="9x9")
            body = json.dumps({"seq": game["seq"]})
            connection = await connect(server)
            await connection.send(
                f"POST {PREFIX}/games/{game['id']}/leave HTTP/1.1\r\nHost: a\r\n"
                f"Authorization: Bearer {white.token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}")
            await asyncio.sleep(0.001 * (number % 5))
            connection.close()  # whether it has been done or not

            event = (await white.post(f"/games/{game['id']}/leave", {"seq": game["seq"]},
                                      expect=201)).json

            log = await rest.nobody.events(game["id"])
            assert [e["type"] for e in log[game["seq"]:]] == ["leave", "end"]
            assert log[game["seq"]] == event


async def test_a_command_is_done_once_through_crashes(server):
    draw = random.Random(7)
    for _ in range(8):
        async with Rest(server) as rest:
            games = [await start_game(rest, setup="9x9") for _ in range(6)]
            asked = [asyncio.create_task(
                players[1].post(f"/games/{game['id']}/leave", {"seq": game["seq"]}))
                for game, players in games]
            await asyncio.sleep(draw.random() * 0.012)
            server.kill()
            results = await asyncio.gather(*asked, return_exceptions=True)
        server.start()
        async with Rest(server) as rest:
            for (game, players), result in zip(games, results):
                players[1].rest = rest
                again = await players[1].post(f"/games/{game['id']}/leave", {"seq": game["seq"]},
                                              expect=201)
                if not isinstance(result, BaseException):
                    assert result.json == again.json, "what was answered is what stands"
                log = await rest.nobody.events(game["id"])
                assert [e["type"] for e in log[game["seq"]:]] == ["leave", "end"]


class Sender:
    """Proposes and withdraws over a socket without waiting for answers, until it is closed."""

    def __init__(self, server, game, player):
        self.game = game
        self._url = server.url.replace("http", "ws") + PREFIX + "/live"
        self._headers = {"Authorization": f"Bearer {player.token}"}
        self.answers = []
        self.close_code = None

    async def run(self):
        """Sends and hears at once; nothing is checked before the end, to be quick."""
        async with websockets.connect(self._url, subprotocols=[SUBPROTOCOL], compression=None,
                                      extra_headers=self._headers, max_queue=None) as socket:
            sending = asyncio.create_task(self._send(socket))
            try:
                async for text in socket:
                    self.answers.append(text)
            finally:
                await sending
            self.close_code = socket.close_code

    async def _send(self, socket):
        try:
            for number in range(200):
                command = {"game": self.game["id"], "op": "propose", "kind": "abort"}
                await socket.send(json.dumps(command))
                withdrawal = {"game": self.game["id"], "op": "decline",
                              "proposal": self.game["seq"] + 1 + 2 * number}
                await socket.send(json.dumps(withdrawal))
        except websockets.ConnectionClosed:
            pass

    def told(self):
        """The events of all commands that were answered."""
        answers = [json.loads(text) for text in self.answers]
        return [answer["event"] for answer in answers if answer["ok"]]


async def test_what_a_socket_has_taken_is_answered_before_a_drain_closes_it(server):
    """Every event in the log that a socket has asked for was told to it, whenever SIGTERM came."""
    async with Rest(server) as rest:
        games = [await start_game(rest, setup="9x9") for _ in range(8)]
        senders = [Sender(server, game, players[1]) for game, players in games]
        running = [asyncio.create_task(sender.run()) for sender in senders]
        while not all(sender.answers for sender in senders) or len(senders[0].answers) < 10:
            await asyncio.sleep(0.001)
        server.terminate()
        await asyncio.gather(*running)
        assert await asyncio.to_thread(server.wait) == 0, server.tail()
    assert {sender.close_code for sender in senders} == {1001}
    server.start()
    async with Rest(server) as rest:
        for sender, (game, _) in zip(senders, games):
            written = (await rest.nobody.events(game["id"]))[game["seq"]:]
            assert sender.told() == written
    count = sum(len(sender.told()) for sender in senders)
    assert 10 <= count < 8 * 400, f"{count} commands: the signal came too late"
