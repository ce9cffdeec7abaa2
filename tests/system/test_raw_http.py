"""Requests that are not sound HTTP: one error, a closed connection, and no second request."""

import asyncio

import pytest

from support.patience import PATIENCE_S
from support.raw import connect, refusal
from support.rest import Rest


@pytest.fixture
def server(shared_server):
    """The server of the file."""
    return shared_server


HEAD = "Host: localhost\r\n"
SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def post(fields, body=""):
    return (f"POST /api/v1/guests HTTP/1.1\r\n{HEAD}Content-Type: application/json\r\n"
            f"{fields}\r\n{body}")


UNSOUND = {
    "no Host": "GET /healthz HTTP/1.1\r\n\r\n",
    "two Hosts": f"GET /healthz HTTP/1.1\r\n{HEAD}{HEAD}\r\n",
    "a list of Hosts": "GET /healthz HTTP/1.1\r\nHost: a,b\r\n\r\n",
    "an empty Host": "GET /healthz HTTP/1.1\r\nHost: \r\n\r\n",
    "a Host with a path": "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n",
    "a folded field": f"GET /healthz HTTP/1.1\r\n{HEAD}X: a\r\n b\r\n\r\n",
    "a blank before the colon": f"GET /healthz HTTP/1.1\r\n{HEAD}X : a\r\n\r\n",
    "a field without a name": f"GET /healthz HTTP/1.1\r\n{HEAD}: a\r\n\r\n",
    "a NUL in a field": f"GET /healthz HTTP/1.1\r\n{HEAD}X: a\0b\r\n\r\n",
    "another server's target": f"GET http://example.org/healthz HTTP/1.1\r\n{HEAD}\r\n",
    "a target with a user": f"GET http://user@localhost/healthz HTTP/1.1\r\n{HEAD}\r\n",
    "an asterisk": f"GET * HTTP/1.1\r\n{HEAD}\r\n",
    "a target without a slash": f"GET healthz HTTP/1.1\r\n{HEAD}\r\n",
    "CONNECT": f"CONNECT localhost:80 HTTP/1.1\r\n{HEAD}\r\n",
    "two blanks": f"GET  /healthz HTTP/1.1\r\n{HEAD}\r\n",
    "no version": "GET /healthz\r\n\r\n",
    "not HTTP": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "two lengths": post("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"),
    "a list of lengths": post("Content-Length: 2, 2\r\n", "{}"),
    "a negative length": post("Content-Length: -1\r\n"),
    "a length with a sign": post("Content-Length: +2\r\n", "{}"),
    "a length that is none": post("Content-Length: two\r\n", "{}"),
    "a length past all numbers": post("Content-Length: 99999999999999999999\r\n"),
    "length and chunks": post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
                              "2\r\n{}\r\n0\r\n\r\n"),
    "chunks twice": post("Transfer-Encoding: chunked, chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
    "an unknown encoding": post("Transfer-Encoding: xchunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
    "identity": post("Transfer-Encoding: identity\r\n", "{}"),
    "a bad chunk": post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"),
    "a folded trailer": post("Transfer-Encoding: chunked\r\n",
                             "2\r\n{}\r\n0\r\nX: a\r\n b\r\n\r\n"),
    "chunks on 1.0": f"POST /api/v1/guests HTTP/1.0\r\n{HEAD}Transfer-Encoding: chunked\r\n\r\n",
}
# Marks of an unsound request by its status, beside the usual 400.
OTHER_STATUS = {"an unknown encoding": {400, 501}, "identity": {400, 501},
                "chunks twice": {400, 501}, "CONNECT": {400, 405}, "no version": {400, 505},
                "a length past all numbers": {400, 413}}


@pytest.mark.parametrize("name", UNSOUND)
async def test_an_unsound_request_ends_the_connection(server, name):
    answer = await refusal(server, UNSOUND[name] + SMUGGLED)

    assert answer.status in OTHER_STATUS.get(name, {400}), answer
    assert answer.status != 400 or answer.code == "malformed-request"
    async with Rest(server) as rest:
        assert (await rest.nobody.get("/games", expect=200)).json["games"] == []


@pytest.mark.parametrize("head, status, code", [
    ("GET /" + "x" * 5000 + f" HTTP/1.1\r\n{HEAD}\r\n", 414, "target-too-long"),
    (f"GET /healthz HTTP/1.1\r\n{HEAD}X: " + "x" * 9000 + "\r\n\r\n", 431, "headers-too-large"),
    (f"GET /healthz HTTP/1.1\r\n{HEAD}" + "X: y\r\n" * 101 + "\r\n", 431, "headers-too-large"),
    (post("Content-Length: 65537\r\n"), 413, "body-too-large"),
    (post("Transfer-Encoding: chunked\r\n", "11000\r\n" + " " * 0x11000 + "\r\n0\r\n\r\n"), 413,
     "body-too-large"),
    (f"GET /healthz HTTP/2.0\r\n{HEAD}\r\n", 505, "malformed-request"),
], ids=["target", "field", "fields", "length", "chunks", "version"])
async def test_what_is_too_much_has_a_status_of_its_own(server, head, status, code):
    answer = await refusal(server, head)

    assert (answer.status, answer.code) == (status, code)


async def test_keep_alive_and_pipelining(server):
    connection = await connect(server)
    await connection.send(SMUGGLED * 3 + f"GET /readyz HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n")

    answers = [await connection.answer() for _ in range(4)]

    assert [answer.status for answer in answers] == [200] * 4
    assert await connection.is_at_end()


async def test_a_request_in_single_bytes(server):
    connection = await connect(server)
    for byte in post("Content-Length: 2\r\n", "{}").encode():
        await connection.send(bytes([byte]))

    assert (await connection.answer("POST", "/api/v1/guests")).status == 201
    connection.close()


async def test_chunks_are_read(server):
    connection = await connect(server)
    chunks = "1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n"
    await connection.send(post("Transfer-Encoding: chunked\r\n", chunks))

    assert (await connection.answer()).status == 201
    connection.close()


async def test_a_client_that_expects_100_is_told_to_go_on(server):
    connection = await connect(server)
    await connection.send(post("Content-Length: 2\r\nExpect: 100-continue\r\n"))

    assert (await connection.answer()).status == 100
    await connection.send("{}")
    assert (await connection.answer()).status == 201
    connection.close()


async def test_a_whole_url_as_target_is_a_request_like_any_other(server):
    connection = await connect(server)
    await connection.send(f"GET http://localhost/healthz HTTP/1.1\r\n{HEAD}\r\n")

    assert (await connection.answer("GET", "/healthz")).status == 200
    connection.close()


@pytest.mark.parametrize("token, status", [("", 401), ("Authorization: Bearer tbo_none\r\n", 401)],
                         ids=["no token", "a bad token"])
async def test_a_stranger_that_expects_100_is_refused_instead(server, token, status):
    answer = await refusal(server, (
        f"POST /api/v1/games HTTP/1.1\r\n{HEAD}{token}Content-Type: application/json\r\n"
        "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"))

    assert answer.status == status


async def test_a_body_that_is_too_long_is_refused_before_it_is_sent(server):
    answer = await refusal(server, post("Content-Length: 70000\r\nExpect: 100-continue\r\n"))

    assert answer.status == 413


async def test_half_requests_and_vanishing_clients_do_no_harm(server):
    whole = post("Content-Length: 2\r\n", "{}")
    for length in range(1, len(whole), 7):
        connection = await connect(server)
        await connection.send(whole[:length])
        connection.close()
    async with Rest(server) as rest:
        games = [await (await rest.guest()).open_game(setup="9x9") for _ in range(5)]
        first = games[0]["id"]
        assert [game["id"] for game in games] == list(range(first, first + 5))


BAD_FRAMES = {
    "unmasked": (bytes([0x81, 0x02]) + b"{}", 1002),
    "reserved bits": (bytes([0xC1, 0x80, 0, 0, 0, 0]), 1002),
    "a reserved opcode": (bytes([0x83, 0x80, 0, 0, 0, 0]), 1002),
    "a fragmented ping": (bytes([0x09, 0x80, 0, 0, 0, 0]), 1002),
    "a long ping": (bytes([0x89, 0xFE, 0, 126, 0, 0, 0, 0]) + b"x" * 126, 1002),
    "a continuation of nothing": (bytes([0x80, 0x80, 0, 0, 0, 0]), 1002),
    "no UTF-8": (bytes([0x81, 0x81, 0, 0, 0, 0, 0xFF]), 1007),
    "a length without end": (bytes([0x81, 0xFF]) + b"\x7f" + b"\xff" * 7 + b"\0" * 4, 1009),
    "a bad close code": (bytes([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xED]), 1002),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
async def test_a_bad_frame_closes_the_socket(server, name):
    frame, code = BAD_FRAMES[name]
    connection = await connect(server)
    await connection.send(
        f"GET /api/v1/live HTTP/1.1\r\n{HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: tanbo.v1+json\r\n\r\n")
    answer = await connection.answer()
    assert answer.status == 101
    assert answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    await connection.send(frame)

    closing = await asyncio.wait_for(connection.reader.read(4), PATIENCE_S)

    assert closing[0] == 0x88 and int.from_bytes(closing[2:4], "big") == code
    connection.close()


@pytest.mark.parametrize("change", [
    ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8"),
    ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""),
    ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short"),
    ("Connection: Upgrade", "Connection: keep-alive"),
    ("Upgrade: websocket", "Upgrade: h2c"),
    ("GET /api", "POST /api"),
], ids=["version", "no key", "a short key", "no upgrade", "another upgrade", "POST"])
async def test_a_handshake_that_is_none(server, change):
    connection = await connect(server)
    handshake = (
        f"GET /api/v1/live HTTP/1.1\r\n{HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: tanbo.v1+json\r\n\r\n")
    await connection.send(handshake.replace(*change))

    answer = await connection.answer()

    assert answer.status in (400, 405, 426), answer
    connection.close()
