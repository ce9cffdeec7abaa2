"""A client that was told an event finds it in every answer, whichever thread gives it."""

import http.client
import json

import pytest

from support.game import Board
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import Server

MOVES = 150
READERS = 8  # connections, that the server's threads share


@pytest.fixture
def server_of_two_threads(tmp_path):
    with Server(tmp_path, ["--threads", "2"]) as server:
        yield server
        server.end()


class Connection:
    """A connection that sends its request now and reads its answer later."""

    def __init__(self, server):
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        self.http.connect()

    def ask(self, path, headers=None, body=None):
        method = "GET" if body is None else "POST"
        self.http.request(method, "/api/v1" + path, json.dumps(body) if body else None,
                          {"Content-Type": "application/json", **(headers or {})})

    def answer(self):
        response = self.http.getresponse()
        return response.status, json.loads(response.read())


def follow(server, game, after):
    """The lines of a game's live event stream."""
    stream = Connection(server)
    stream.ask(f"/games/{game}/events?after={after}&follow=true",
               {"Accept": "application/x-ndjson"})
    return stream.http.getresponse()


async def test_a_get_after_a_pushed_event_shows_it(server_of_two_threads):
    server = server_of_two_threads
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=5)
    game = f"/games/{board.id}"
    mover = Connection(server)
    readers = [Connection(server) for _ in range(READERS)]
    for reader in readers:
        reader.ask(game)
        seq = reader.answer()[1]["seq"]
    events = follow(server, board.id, seq)

    older = 0
    for _ in range(MOVES):
        seat = board.referee.to_move
        point = board.random.choice(board.referee.legal(seat))
        mover.ask(game + "/moves", {"Authorization": f"Bearer {board.players[seat].token}"},
                  {"point": point, "ply": board.referee.ply})
        event = json.loads(events.readline())
        for reader in readers:
            reader.ask(game)
        shown = [reader.answer()[1]["seq"] for reader in readers]
        older += sum(seq < event["seq"] for seq in shown)
        assert mover.answer()[0] == 201
        board.referee.play(point)

    assert older == 0, f"{older} of {MOVES * READERS} answers were older than what had been pushed"
