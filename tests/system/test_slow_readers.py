"""Clients that do not read their answers cost little, and not for long; others wait for nothing."""

import asyncio
import http.client
import select
import socket
import sys
import time

from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import ROOT

sys.path.insert(0, str(ROOT / "tests" / "bench"))

from slow_readers import is_closed, measure_answers, request  # noqa: E402

CONNECTIONS = 90
BYTES_MAX = 200 * 2**20 * CONNECTIONS // 900
# Answers of an honest client meanwhile: a server that waits for the others gives none.
ANSWERS_MIN = 100
TRIES = 200
WAIT_S = PATIENCE_S
UNSENT_OF_ADDRESS_MAX = 16 * 2**20
CONNECTIONS_OF_ADDRESS_MAX = 100
DELAYED_ACKNOWLEDGEMENT_S = 0.040  # of a segment that is alone, by Linux
ACKNOWLEDGED_AT_ONCE = 4


# The long form, 900 connections and 1,000 sockets: tests/bench/slow_readers.py.
async def test_answers_that_nobody_reads_are_given_up(server):
    figures = await measure_answers(server, CONNECTIONS, PATIENCE_S)

    assert figures["left_open"] == 0, figures
    assert 0 < figures["kernel_bytes"] and \
        figures["kernel_bytes"] + figures["process_bytes"] < BYTES_MAX, figures
    assert figures["kernel_bytes_after"] < 64 * 1024, "the kernel still holds what nobody reads"
    assert figures["answers_beside"] > ANSWERS_MIN, figures


# Larger than the buffers of the kernel. One answer that comes sooner than any acknowledgement
# proves it, of as many as a busy machine needs: with the fault all of them wait.
async def test_a_large_answer_on_a_kept_connection_waits_for_no_acknowledgement(server):
    answers = seconds_of_large_answers(server)
    took = []
    while len(took) < TRIES and not (took and took[-1] < DELAYED_ACKNOWLEDGEMENT_S):
        took.append(next(answers))

    assert took[-1] < DELAYED_ACKNOWLEDGEMENT_S, took


def seconds_of_large_answers(server):
    """How long each takes on one connection; the first are acknowledged at once in any case."""
    connection = http.client.HTTPConnection(server.host, server.port)
    for number in range(TRIES + ACKNOWLEDGED_AT_ONCE):
        begun = time.monotonic()
        connection.request("GET", "/api/v1/openapi.json")
        assert len(connection.getresponse().read()) > 4 * 64 * 1024
        if number >= ACKNOWLEDGED_AT_ONCE:
            yield time.monotonic() - begun
    connection.close()


async def game_with_a_long_record(rest):
    """A finished game of little more than proposals; its id."""
    game, players = await start_game(rest, setup="19x19", clock={"kind": "total", "total_s": 36000})
    path = f"/games/{game['id']}"
    for ply in range(70):
        legal = (await players[0].get(f"{path}/legal-moves", expect=200)).json["points"]
        await players[ply % 2].move(game["id"], legal[0], ply)
        for player in players:
            for _ in range(5):
                made = await player.post(f"{path}/proposals", {"kind": "pause"}, expect=201)
                await player.post(f"{path}/proposals/{made.json['seq']}/decline", {}, expect=201)
    await players[0].post(f"{path}/leave", {}, expect=201)
    return game["id"]


def silent_client(server, data):
    """A connection that has sent, will never read, and holds little itself."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.port))
    client.sendall(data)
    return client


async def until(condition):
    """Waits until it holds."""
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def is_begun(client):
    """Whether something of its answer has come, or its end."""
    return bool(select.select([client], [], [], 0)[0])


# One string for all who asked counted for no one: 100 connections held a hundred of them.
async def test_records_that_nobody_reads_count_for_the_address_that_asks(server):
    async with Rest(server) as rest:
        path = f"/games/{await game_with_a_long_record(rest)}/record"
        size = len((await rest.nobody.get(path, expect=200)).body)
        asks = request("GET", f"/api/v1{path}", forwarded="192.0.2.7")
        count = UNSENT_OF_ADDRESS_MAX // size
        assert count < CONNECTIONS_OF_ADDRESS_MAX

        clients = [silent_client(server, asks) for _ in range(count)]
        await until(lambda: all(map(is_begun, clients)))
        assert not any(map(is_closed, clients))
        one_more = silent_client(server, asks)

        await until(lambda: is_closed(one_more))
        for client in clients:
            client.close()
