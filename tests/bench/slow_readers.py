#!/usr/bin/python3
"""The cost of clients that do not read to a server, and everybody else.

Usage: /usr/bin/python3 tests/bench/slow_readers.py [--connections N] [--sockets N] [--seconds S]

answers: N connections send twelve requests each and read nothing. Shown are what the kernel holds
for them on the server's side, what the process has grown by, when the last of them is closed, and
the p99 of an honest client, alone and beside them. Memory is measured from outside (/proc).
sockets: N live sockets follow a game and read nothing while 200 chat messages a second are pushed
to them; the same p99.
TANBOD names another program than build/release/bin/tanbod.
"""

import argparse
import asyncio
import base64
import json
import multiprocessing
import os
import pathlib
import resource
import socket
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "system"))

from support.server import Server  # noqa: E402

PIPELINED = 12
ANSWER = "/api/v1/openapi.json"  # the largest that a stranger may ask for
RATE = 200
SECONDS_MAX = 24  # twice as many, alone and beside the sockets, fill a room of 10,000 messages
CLIENT = "192.0.2."


def request(method, path, token=None, body=None, forwarded=None):
    """The bytes of a request. `forwarded`: whom a proxy says that it speaks for."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [f"X-Forwarded-For: {forwarded}"] if forwarded else []
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + data


async def exchange(reader, writer, data):
    """Sends a request and yields the status and the body of its answer."""
    writer.write(data)
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.lower().split(": ", 1) for line in head.strip().split("\r\n")[1:])
    body = await reader.readexactly(int(fields.get("content-length", 0)))
    return int(head.split(" ")[1]), body


async def ask(server, *words, **options):
    """One request on a connection of its own; yields the JSON of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    status, body = await exchange(reader, writer, request(*words, **options))
    writer.close()
    assert status < 300, body
    return json.loads(body)


class Honest:
    """A client that asks again and again and reads what comes; times in milliseconds.

    It is a process of its own: looking at a thousand connections holds this one up for longer than
    an answer takes.
    """

    def __init__(self, server, path):
        self.answers = 0
        self.times, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=self.run, daemon=True,
                                               args=(theirs, server.port, request("GET", path)))
        self.process.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()

    @staticmethod
    def run(parent, port, data):
        """Asks, and hands over the times since the last call if the parent wants them."""
        times = []
        with socket.create_connection(("127.0.0.1", port)) as client:
            while True:
                begun = time.perf_counter()
                client.sendall(data)
                head, _, body = client.recv(4096).partition(b"\r\n\r\n")
                left = int(head.lower().split(b"content-length: ")[1].split()[0]) - len(body)
                while left > 0:
                    left -= len(client.recv(left))
                times.append((time.perf_counter() - begun) * 1000)
                if parent.poll(0.005):
                    parent.recv()
                    parent.send(times)
                    times = []

    def p99(self):
        """The p99 of what was measured since the last call; `answers` is how much that was."""
        self.times.send("times")
        times = sorted(self.times.recv())
        self.answers = len(times)
        return times[int(len(times) * 0.99)] if times else float("inf")


def unread_bytes(port):
    """Bytes in the kernel's send queues of a port's connections, ended ones included."""
    queued = 0
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if int(words[1].split(":")[1], 16) == port:
            queued += int(words[4].split(":")[0], 16)
    return queued


def resident_bytes(server):
    """The memory of the server's process."""
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


def silent_socket(port, data):
    """A connection that has sent and will never read."""
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(data)
    client.setblocking(False)
    return client


def is_closed(client):
    """Whether the server has reset it, as far as one sees without reading."""
    return client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0 or \
        client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != 1


async def measure_answers(server, connections, seconds=45):
    """The figures of clients with unread answers, as a dictionary."""
    with Honest(server, "/healthz") as honest:
        return await measure_beside(server, honest, connections, seconds)


async def measure_beside(server, honest, connections, seconds):
    """The same, with the honest client at work."""
    await asyncio.sleep(2)
    alone = honest.p99()
    resident = resident_bytes(server)
    begun = time.monotonic()
    clients = []
    for index in range(connections):
        whom = f"{CLIENT}{1 + index // 50}"
        data = request("GET", ANSWER, forwarded=whom) * PIPELINED
        clients.append(silent_socket(server.port, data))
        await asyncio.sleep(0)
    honest.p99()
    kernel = grown = 0
    while not all(map(is_closed, clients)) and time.monotonic() - begun < seconds:
        await asyncio.sleep(0.5)
        kernel = max(kernel, unread_bytes(server.port))
        grown = max(grown, resident_bytes(server) - resident)
    figures = {"kernel_bytes": kernel, "process_bytes": grown, "alone_ms": alone,
               "beside_ms": honest.p99(), "answers_beside": honest.answers,
               "left_open": sum(not is_closed(c) for c in clients),
               "seconds": time.monotonic() - begun, "kernel_bytes_after": unread_bytes(server.port)}
    for client in clients:
        client.close()
    return figures


def handshake(whom):
    """A WebSocket handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (f"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {whom}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: tanbo.v1+json\r\n\r\n").encode()


def masked(text):
    """A client's text frame of less than 126 bytes."""
    data = text.encode()
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


async def speak(server, game, token, rate, seconds):
    """So many chat messages a second."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    end = time.monotonic() + seconds
    due = time.monotonic()
    sent = 0
    while due < end:
        await asyncio.sleep(max(0, due - time.monotonic()))
        text = {"text": f"message {sent} {'x' * 100}"}
        path = f"/api/v1/games/{game}/chat?room=spectators"
        status, body = await exchange(reader, writer, request("POST", path, token, text))
        assert status == 201, body
        sent += 1
        due += 1 / rate
    writer.close()
    return sent


async def measure_sockets(server, sockets, seconds):
    """The figures of live sockets that never read, as a dictionary."""
    token = (await ask(server, "POST", "/api/v1/guests", body={}))["token"]
    game = (await ask(server, "POST", "/api/v1/games", token, {"setup": "9x9"}))["id"]
    other = (await ask(server, "POST", "/api/v1/guests", body={}))["token"]
    for step in ("join", "leave"):  # once it is over, everybody may read and write beside it
        await ask(server, "POST", f"/api/v1/games/{game}/{step}", other, {})
    with Honest(server, f"/api/v1/games/{game}") as honest:
        return await measure_followed(server, honest, game, token, sockets, seconds)


async def measure_followed(server, honest, game, token, sockets, seconds):
    """The same, with a game that everybody may read and the honest client at work."""
    await asyncio.sleep(1)
    honest.p99()
    await speak(server, game, token, RATE, seconds)
    alone = honest.p99()
    clients = []
    for index in range(sockets):
        clients.append(silent_socket(server.port, handshake(f"{CLIENT}{1 + index // 50}")))
        clients[-1].setblocking(True)
        clients[-1].recv(1024)
        clients[-1].sendall(masked(json.dumps({"op": "subscribe", "id": 1,
                                               "topic": f"game:{game}", "after": 0})))
        await asyncio.sleep(0)
    await asyncio.sleep(1)
    honest.p99()
    sent = await speak(server, game, token, RATE, seconds)
    figures = {"alone_ms": alone, "beside_ms": honest.p99(), "sent": sent}
    for client in clients:
        client.close()
    return figures


def show(name, figures):
    """Prints a line."""
    rounded = {key: round(value, 2) for key, value in figures.items()}
    print(name, json.dumps(rounded), flush=True)


def main():
    """Prints both."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=900)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    chosen = parser.parse_args()
    if not 0 < chosen.seconds <= SECONDS_MAX:
        parser.error(f"--seconds {chosen.seconds:g} is not between 0 and {SECONDS_MAX}.")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        with Server(folder, ["--limits-messages-per-minute", "60000"]) as server:
            show("answers", asyncio.run(measure_answers(server, chosen.connections)))
            show("sockets", asyncio.run(measure_sockets(server, chosen.sockets, chosen.seconds)))


if __name__ == "__main__":
    main()
