"""A client that asks for much by many connections waits for it; others do not."""

import contextlib
import http.client
import socket
import statistics
import time

from support.rest import Rest

CONNECTIONS = 60
AHEAD = 2000  # that each connection asks before it is answered
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


def flood(port):
    """Connections with more questions than are answered in a minute.

    They wait in buffers and keep the readers busy, however seldom this process runs.
    """
    asks = AHEAD * f"HEAD {LIST} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    connections = []
    for _ in range(CONNECTIONS):
        one = socket.create_connection(("127.0.0.1", port), source_address=(GREEDY, 0))
        one.setblocking(False)
        assert one.send(asks) > len(asks) // 2
        connections.append(one)
    return connections


def read_what_is_there(connections):
    """Makes room for more answers; none of them is closed."""
    for one in connections:
        with contextlib.suppress(BlockingIOError):
            assert one.recv(1 << 20) != b""


def least_waits(port, greedy, *sources):
    """How long one connection from each of these addresses waits, in turns: the least tenth.

    What else the machine does holds all of them up alike, now and then, and makes none faster.
    """
    connections = [http.client.HTTPConnection("127.0.0.1", port, source_address=(source, 0))
                   for source in sources]
    waits = []
    for _ in range(READS):
        waits.append([seconds_of(one, LIST) for one in connections])
        read_what_is_there(greedy)
    for one in connections:
        one.close()
    return [statistics.quantiles(mine, n=10)[0] for mine in zip(*waits)]


async def test_who_floods_the_readers_waits_and_others_do_not(server):
    async with Rest(server) as rest:
        for _ in range(GAMES // 10):
            player = await rest.guest()
            for _ in range(10):
                await player.open_game(setup="9x9")
    greedy = flood(server.port)
    # The control: for one who cannot be told from them it is as if there were no turns.
    other, neighbour = least_waits(server.port, greedy, OTHER, GREEDY)
    for one in greedy:
        one.close()
    assert other * FACTOR < neighbour, (other, neighbour)
