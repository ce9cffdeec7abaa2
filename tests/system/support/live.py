"""A client of the live socket that holds every message against asyncapi.yaml."""

import asyncio
import json
import time

import websockets

from support.contract import AsyncApi
from support.patience import PATIENCE_S

CONTRACT = AsyncApi()
SUBPROTOCOL = "tanbo.v1+json"
WAIT_S = PATIENCE_S


class Live:
    """One socket. Use with `async with`.

    `messages` is everything received, in order, and `times` are when, on the monotonic clock.
    """

    def __init__(self, server, token=None, **options):
        self._url = server.url.replace("http", "ws") + "/api/v1/live"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._options = {"subprotocols": [SUBPROTOCOL], "compression": None, "ping_interval": None,
                         "extra_headers": headers, "open_timeout": WAIT_S, **options}
        self._ops = {}
        self._changed = asyncio.Event()
        self._next_id = 1
        self._reader = None
        self._failure = None
        self.messages = []
        self.times = []
        self.socket = None

    async def __aenter__(self):
        self.socket = await websockets.connect(self._url, **self._options)
        assert self.socket.subprotocol == SUBPROTOCOL
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self._reader.cancel()
        await self.socket.close()
        if self._failure:
            raise self._failure

    @property
    def is_closed(self):
        return self._reader.done()

    @property
    def close_code(self):
        return self.socket.close_code

    async def _read(self):
        try:
            async for text in self.socket:
                at = time.monotonic()
                message = json.loads(text)
                CONTRACT.check(message, self._ops.get(message.get("re")))
                self.messages.append(message)
                self.times.append(at)
                self._wake()
        except websockets.ConnectionClosedError:
            pass
        except AssertionError as failure:
            self._failure = failure
        finally:
            self._wake()

    def _wake(self):
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition, seconds=WAIT_S):
        """Waits until the condition yields something true; fails if the socket closes first."""
        async def wait():
            while not (found := condition()):
                if self._failure:
                    raise self._failure
                assert not self.is_closed, f"closed with {self.close_code}"
                await self._changed.wait()
            return found
        return await asyncio.wait_for(wait(), seconds)

    async def until_closed(self, seconds=WAIT_S):
        """Waits for the end of the socket; yields the close code."""
        await asyncio.wait_for(asyncio.shield(self._reader), seconds)
        if self._failure:
            raise self._failure
        return self.close_code

    async def send(self, op, **fields):
        """Sends a request; yields its id."""
        number = self._next_id
        self._next_id += 1
        self._ops[number] = op
        await self.socket.send(json.dumps({"op": op, "id": number, **fields}))
        return number

    async def send_text(self, op, number, text):
        """Sends a request with that id, as it is written."""
        self._ops[number] = op
        await self.socket.send(text)

    async def request(self, op, **fields):
        """Sends a request and waits for its answer."""
        number = await self.send(op, **fields)
        return await self.until(
            lambda: next((m for m in self.messages if m.get("re") == number), None))

    async def do(self, op, **fields):
        """A request that must succeed."""
        answer = await self.request(op, **fields)
        assert answer["ok"], answer
        return answer

    async def refused(self, code, op, **fields):
        """A request that must be refused with this code."""
        answer = await self.request(op, **fields)
        assert not answer["ok"] and answer["error"]["code"] == code, answer
        return answer["error"]

    def pushed(self, topic=None, kind=None):
        """Messages that are no answers, of one topic and type if given; "ready" if it is given."""
        return [m for m in self.messages if "re" not in m and topic in (None, m["topic"])
                and (m["type"] == kind or kind is None and m["type"] != "ready")]
