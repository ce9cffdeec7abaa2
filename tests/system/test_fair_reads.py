"""Whoever asks for much by many connections waits for it; others do not."""

import http.client
import multiprocessing
import selectors
import socket
import statistics
import time

from support.rest import Rest

CONNECTIONS = 60
SECONDS = 2
GAMES = 60
LIST = "/api/v1/games?limit=100"  # a read of some milliseconds
GREEDY, OTHER = "127.0.0.1", "127.0.0.2"
FACTOR = 5  # 60 connections wait for each other; who is alone waits for one of them at most


def seconds_of(connection, path):
    """How long one answer takes."""
    begun = time.monotonic()
    connection.request("HEAD", path)
    assert connection.getresponse().read() == b""
    return time.monotonic() - begun


def median_beside(port, source, until):
    """The median of one connection's reads, from the address `source`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(source, 0))
    waits = []
    while time.monotonic() < until:
        waits.append(seconds_of(connection, LIST))
    connection.close()
    return statistics.median(waits)


def flood(port, ready, stop, out):
    """Asks by all connections at once, each again as soon as it is answered."""
    ask = f"HEAD {LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    selector = selectors.DefaultSelector()
    asked = {}
    waits = []
    for _ in range(CONNECTIONS):
        one = socket.create_connection(("127.0.0.1", port), source_address=(GREEDY, 0))
        selector.register(one, selectors.EVENT_READ)
        one.send(ask)
        asked[one] = time.monotonic()
    while not stop.is_set():
        for key, _ in selector.select(0.1):
            assert key.fileobj.recv(65536).endswith(b"\r\n\r\n")
            now = time.monotonic()
            waits.append(now - asked[key.fileobj])
            asked[key.fileobj] = now
            key.fileobj.send(ask)
        if len(waits) > 3 * CONNECTIONS:
            ready.set()
    out.put(statistics.median(waits))


async def test_who_floods_the_readers_waits_and_others_do_not(server):
    async with Rest(server) as rest:
        for _ in range(GAMES // 10):
            player = await rest.guest()
            for _ in range(10):
                await player.open_game(setup="9x9")
    ready, stop, out = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue()
    greedy = multiprocessing.Process(target=flood, args=(server.port, ready, stop, out))
    greedy.start()
    try:
        assert ready.wait(60)
        other = median_beside(server.port, OTHER, time.monotonic() + SECONDS)
        # The control: for one who cannot be told from them it is as if there were no turns.
        neighbour = median_beside(server.port, GREEDY, time.monotonic() + SECONDS)
        stop.set()
        own = out.get(timeout=60)
    finally:
        greedy.kill()
        greedy.join()
    assert other * FACTOR < own, (other, own)
    assert neighbour * FACTOR > own, (neighbour, own)
