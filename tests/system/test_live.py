"""The live socket: following, playing, notices, refusals, and slow readers."""

import asyncio
import json
import random
import socket

import pytest
import websockets

from support.game import Board, Spectator, replay
from support.live import SUBPROTOCOL, Live
from support.metrics import metrics_of
from support.rest import Rest, start_game


async def test_a_whole_game_over_the_socket_alone(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="line31")
        board = Board(game, players, 1)
        async with Live(server, players[0].token) as black, Live(server) as white:
            await white.do("auth", token=players[1].token)
            sockets = {"black": black, "white": white}
            for live in sockets.values():
                await live.do("subscribe", topic=f"game:{board.id}", after=0)
            while not board.is_over:
                seat = board.referee.to_move
                point = board.random.choice(board.referee.legal(seat))
                answer = await sockets[seat].do(
                    "move", game=board.id, point=point, ply=board.referee.ply)
                assert answer["event"]["data"] == board.referee.play(point)
            log = await rest.nobody.events(board.id)
            for live in sockets.values():
                await live.until(lambda live=live: len(live.pushed()) == len(log))
                assert live.pushed() == log
        replay(log)


async def test_refusals_are_those_of_rest(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        stranger = await rest.guest()
        async with Live(server, players[0].token) as black, Live(server) as nobody, \
                Live(server, stranger.token) as other:
            move = {"game": game["id"], "point": "C2", "ply": 0}
            await nobody.refused("unauthorized", "move", **move)
            await nobody.refused("unauthorized", "leave", game=game["id"])
            await other.refused("not-a-player", "move", **move)
            error = await black.refused("illegal-move", "move", **{**move, "point": "E5"})
            assert error["reason"] == "no-friend" and error["ply"] == 0
            error = await black.refused("stale-ply", "move", **{**move, "ply": 7})
            assert error["ply"] == 0 and error["seq"] == 3
            await black.refused("no-such-game", "move", **{**move, "game": 999})
            await black.do("move", **move)
            await black.refused("not-your-turn", "move", game=game["id"], point="D2", ply=1)
            again = await black.do("move", **move)
            assert again["event"]["seq"] == 4
            await black.do("leave", game=game["id"])
            await black.refused("game-over", "leave", game=game["id"])


async def test_a_revoked_token_closes_its_sockets(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        async with Live(server, players[0].token) as live:
            await live.do("ping")
            await players[0].request("DELETE", "/tokens/current", expect=204)
            assert await live.until_closed() == 1008
        async with Live(server) as live:
            await live.refused("bad-token", "auth", token=players[0].token)
            await live.refused("unauthorized", "subscribe", topic="me")
        assert (await rest.nobody.game(game["id"]))["ply"] == 0


async def test_topics_are_followed_once_and_left(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        topic = f"game:{board.id}"
        async with Live(server) as live:
            answer = await live.do("subscribe", topic=topic, after=0)
            assert answer["seq"] == 3
            await live.refused("already-subscribed", "subscribe", topic=topic)
            await live.until(lambda: len(live.pushed()) == 3)
            await live.do("unsubscribe", topic=topic)
            await live.refused("not-subscribed", "unsubscribe", topic=topic)
            await board.play()
            await live.do("ping")
            assert len(live.pushed()) == 3
            await live.do("subscribe", topic=topic, after=3)
            await live.until(lambda: len(live.pushed()) == 4)


async def test_what_cannot_be_followed(server):
    async with Rest(server) as rest:
        ben = await rest.guest()
        game = await (await rest.guest()).open_game(
            setup="9x9", seats=["me", ben.handle], visibility="private")
        async with Live(server) as live, Live(server, ben.token) as invited:
            await live.refused("no-such-game", "subscribe", topic="game:999")
            await live.refused("no-such-game", "subscribe", topic=f"game:{game['id']}")
            await live.refused("no-such-topic", "subscribe", topic="chess:1")
            await live.refused("no-such-topic", "subscribe", topic="game:01")
            await live.refused("unauthorized", "subscribe", topic="me")
            await live.refused("invalid-field", "subscribe", topic="lobby", after=1)
            await live.refused("bad-token", "auth", token="tbo_" + "x" * 43)
            await invited.do("subscribe", topic=f"game:{game['id']}")
            error = await invited.refused("already-subscribed", "subscribe",
                                          topic=f"game:{game['id']}", after=99)
            assert error["status"] == 409
            assert live.pushed() == []


async def test_after_beyond_the_present_is_refused(server):
    async with Rest(server) as rest:
        game = await (await rest.guest()).open_game(setup="9x9")
        async with Live(server) as live:
            error = await live.refused("bad-parameter", "subscribe",
                                       topic=f"game:{game['id']}", after=2)
            assert error["seq"] == 1


async def test_a_socket_follows_at_most_64_topics(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        games = [await anna.open_game(setup="line31") for _ in range(65)]
        async with Live(server) as live:
            for game in games[:64]:
                await live.do("subscribe", topic=f"game:{game['id']}")
            await live.refused("too-many-subscriptions", "subscribe",
                               topic=f"game:{games[64]['id']}")
            await live.do("unsubscribe", topic=f"game:{games[0]['id']}")
            await live.do("subscribe", topic=f"game:{games[64]['id']}")


async def test_the_lobby_tells_of_public_games_only(server):
    async with Rest(server) as rest, Live(server) as live:
        await live.do("subscribe", topic="lobby")
        anna, ben = await rest.guests(2)
        await anna.open_game(setup="9x9", seats=["me", ben.handle], visibility="private")
        game = await anna.open_game(setup="9x9")
        await ben.join(game["id"])
        await anna.leave(game["id"])

        await live.until(lambda: live.pushed("lobby", "game-finished"))
        notices = live.pushed("lobby")

        assert {notice["data"]["id"] for notice in notices} == {game["id"]}
        kinds = [notice["type"] for notice in notices]
        assert kinds[0] == "game-opened" and kinds[-1] == "game-finished"
        assert "game-started" in kinds
        assert notices[-1]["data"]["winner"] == "white"
        assert [notice["data"]["seq"] for notice in notices] == sorted(
            notice["data"]["seq"] for notice in notices)


async def test_a_player_is_told_that_it_is_his_turn(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        async with Live(server, ben.token) as live:
            await live.do("subscribe", topic="me")
            game = await anna.open_game(setup="9x9", seats=["me", ben.handle])
            await live.until(lambda: live.pushed("me", "invited"))
            await ben.join(game["id"])
            await live.until(lambda: live.pushed("me", "game-started"))
            assert not live.pushed("me", "your-turn")
            await anna.move(game["id"], "C2", 0)
            await live.until(lambda: live.pushed("me", "your-turn"))
            notice = live.pushed("me", "your-turn")[0]["data"]
            assert (notice["id"], notice["ply"], notice["to_move"]) == (game["id"], 1, "white")
            await anna.leave(game["id"])
            await live.until(lambda: live.pushed("me", "game-finished"))


BAD_MESSAGES = {
    "no JSON": ("{", "malformed-json", None),
    "no object": ("[1]", "invalid-field", None),
    "no op": ('{"id":5}', "invalid-field", 5),
    "an unknown op": ('{"op":"dance","id":5}', "invalid-field", 5),
    "an unknown key": ('{"op":"ping","id":5,"colour":1}', "invalid-field", 5),
    "a wrong type": ('{"op":"subscribe","id":5,"topic":7}', "invalid-field", 5),
    "a negative after": ('{"op":"subscribe","id":5,"topic":"game:1","after":-1}',
                         "invalid-field", 5),
    "an id that is none": ('{"op":"ping","id":"five"}', "invalid-field", None),
    "a fraction": ('{"op":"move","id":5,"game":1,"point":"A1","ply":0.5}', "invalid-field", 5),
    "depth": ('{"op":' + "[" * 500 + "]" * 500 + "}", "malformed-json", None),
    "two values": ('{"op":"ping"} {"op":"ping"}', "malformed-json", None),
    "half a surrogate": ('{"op":"\\ud800"}', "malformed-json", None),
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
async def test_a_bad_message_is_refused_and_the_socket_goes_on(server, name):
    text, code, number = BAD_MESSAGES[name]
    async with Live(server) as live:
        await live.socket.send(text)
        answer = await live.until(lambda: live.messages and live.messages[0])

        assert (answer["ok"], answer["error"]["code"]) == (False, code), answer
        assert answer["re"] == number
        await live.do("ping")


@pytest.mark.parametrize("message, close_code", [
    (b"\x00\x01", 1003), ("x" * 16385, 1009)], ids=["binary", "too long"])
async def test_what_is_no_message_closes_the_socket(server, message, close_code):
    async with Live(server) as live:
        await live.socket.send(message)

        assert await live.until_closed() == close_code


async def test_the_longest_message_is_read(server):
    async with Live(server) as live:
        text = json.dumps({"op": "subscribe", "id": 7, "topic": "lobby"})
        await live.send_text("subscribe", 7, text + " " * (16384 - len(text)))

        assert (await live.until(lambda: live.messages and live.messages[0]))["ok"]


@pytest.mark.parametrize("options, status", [
    ({"subprotocols": None}, 400),
    ({"subprotocols": ["chess.v1"]}, 400),
    ({"extra_headers": {"Authorization": "Bearer tbo_" + "x" * 43}}, 401),
    ({"origin": "https://elsewhere.example"}, 403),
], ids=["no subprotocol", "a foreign subprotocol", "a bad token", "a foreign origin"])
async def test_a_handshake_that_is_refused(server, options, status):
    url = server.url.replace("http", "ws") + "/api/v1/live"
    with pytest.raises(websockets.InvalidStatusCode) as refusal:
        await websockets.connect(url, **{"subprotocols": [SUBPROTOCOL], **options})

    assert refusal.value.status_code == status


async def test_extensions_are_not_negotiated(server):
    url = server.url.replace("http", "ws") + "/api/v1/live"
    async with websockets.connect(url, subprotocols=[SUBPROTOCOL], compression="deflate") as ws:
        assert ws.extensions == []
        assert "Sec-WebSocket-Extensions" not in ws.response_headers


async def test_the_socket_answers_pings(server):
    async with Live(server) as live:
        await asyncio.wait_for(await live.socket.ping(), 10)


async def come_and_go(server, game, chance, is_over):
    """Follows a game again and again from anywhere, leaving at any moment; counts the visits."""
    visits = 0
    while not is_over():
        async with Live(server) as live:
            after = chance.choice([None, 0, 0, 3])
            fields = {} if after is None else {"after": after}
            await live.send("subscribe", topic=f"game:{game}", **fields)
            if chance.random() < 0.7:
                wanted = chance.randrange(1, 60)
                await live.until(lambda: len(live.pushed()) >= wanted or is_over())
            elif chance.random() < 0.5:
                await live.send("unsubscribe", topic=f"game:{game}")
            seqs = [message["seq"] for message in live.pushed()]
            assert not seqs or after is None or seqs[0] == after + 1
            assert all(after + 1 == seq for after, seq in zip(seqs, seqs[1:])), seqs
            visits += 1
    return visits


async def test_spectators_come_and_go_while_a_game_is_played(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=9)
        playing = [True]
        visitors = [asyncio.create_task(come_and_go(
            server, board.id, random.Random(n), lambda: not playing[0])) for n in range(16)]
        while board.referee.ply < 300:
            await board.play()
        playing[0] = False
        await board.play()
        visits = await asyncio.gather(*visitors)

    assert min(visits) > 0 and sum(visits) > 32


EIGHT = {"board": [12, 12], "stones": {
    seat: [f"{column}{row}"] for seat, column, row in zip(
        ["black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"],
        "BEHLBEHL", [2, 2, 2, 2, 9, 9, 9, 9])}}


async def flood_lobby(rest, player, games):
    """Opens many games, which the lobby tells of at about a kilobyte each."""
    for _ in range(games // 50):
        await asyncio.gather(*(player.open_game(**EIGHT) for _ in range(50)))


def small_socket(port):
    """A connection that holds little unread."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", port))
    small.setblocking(False)
    return small


async def test_a_slow_reader_is_closed_with_1013_and_resumes(server):
    """The queue for a socket is bounded; the reader loses nothing by coming back."""
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        async with Live(server, sock=small_socket(server.port)) as live, Live(server) as quick:
            spectator = Spectator(live, board.id)
            await live.do("subscribe", topic="lobby")
            await spectator.subscribe(after=0)
            await spectator.until(3)
            await quick.do("subscribe", topic="lobby")
            live.socket.transport.pause_reading()
            opened = 0
            while metrics_of(server)["tanbo_slow_clients_total"] == 0:
                assert opened < 2000
                await flood_lobby(rest, await rest.account(f"opener{opened}"), 100)
                await board.play()
                opened += 100
            live.socket.transport.resume_reading()

            assert await live.until_closed() == 1013
            spectator.catch_up()
            log = await rest.nobody.events(board.id)
            assert 3 <= spectator.view.seq < len(log)
            await quick.until(lambda: len(quick.pushed("lobby", "game-opened")) == opened)
        async with Live(server) as live:
            resumed = Spectator(live, board.id)
            await resumed.subscribe(after=spectator.view.seq)
            resumed.view = spectator.view
            view = await resumed.until(len(log))
        assert view.states == replay(log)
