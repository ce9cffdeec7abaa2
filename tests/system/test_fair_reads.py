"""A client that asks for much by many connections waits for it; others do not."""

import http.client
import multiprocessing
import selectors
import socket
import statistics
import time

from support.patience import PATIENCE_S
from support.rest import Rest

CONNECTIONS = 60
AHEAD = 100  # that a connection asks before it is answered: the server is never without a question
READS = 60  # of each connection
GAMES = 60
LIST = "/api/v1/games?limit=100"
GREEDY, OTHER = "127.0.0.1", "127.0.0.2"
FACTOR = 3  # 60 connections wait for each other; who is alone waits for one of them at most


def seconds_of(connection, path):
    """How long one answer takes."""
    begun = time.monotonic()
    connection.request("HEAD", path)
    assert connection.getresponse().read() == b""
    return time.monotonic() - begun


def least_waits(port, *sources):
    """How long one connection from each of these addresses waits, in turns: the least tenth.

    What else the machine does holds all of them up alike, now and then, and makes none faster.
    """
    connections = [http.client.HTTPConnection("127.0.0.1", port, source_address=(source, 0))
                   for source in sources]
    waits = [[seconds_of(one, LIST) for one in connections] for _ in range(READS)]
    for one in connections:
        one.close()
    return [statistics.quantiles(mine, n=10)[0] for mine in zip(*waits)]


def flood(port, ready):
    """Asks by all connections at once, and goes on asking."""
    ask = f"HEAD {LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    selector = selectors.DefaultSelector()
    for _ in range(CONNECTIONS):
        one = socket.create_connection(("127.0.0.1", port), source_address=(GREEDY, 0))
        selector.register(one, selectors.EVENT_READ)
        one.sendall(AHEAD * ask)
    answered = 0
    while True:
        for key, _ in selector.select():
            answers = key.fileobj.recv(1 << 20).count(b"HTTP/1.1 200")
            key.fileobj.sendall(answers * ask)
            answered += answers
        if answered > 3 * CONNECTIONS:
            ready.set()


async def test_who_floods_the_readers_waits_and_others_do_not(server):
    async with Rest(server) as rest:
        for _ in range(GAMES // 10):
            player = await rest.guest()
            for _ in range(10):
                await player.open_game(setup="9x9")
    ready = multiprocessing.Event()
    greedy = multiprocessing.Process(target=flood, args=(server.port, ready))
    greedy.start()
    try:
        assert ready.wait(PATIENCE_S)
        # The control: for one who cannot be told from them it is as if there were no turns.
        other, neighbour = least_waits(server.port, OTHER, GREEDY)
        assert greedy.is_alive()
    finally:
        greedy.kill()
        greedy.join()
    assert other * FACTOR < neighbour, (other, neighbour)
