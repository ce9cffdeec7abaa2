"""Who receives webhooks and pushes."""

import asyncio
import json
import time

from aiohttp import web

from support.patience import PATIENCE_S

# A server that sends to this machine, and again soon.
FAST = ["--webhooks-private-ranges", "127.0.0.1", "--webhooks-retry-ms", "50"]
WAIT_S = PATIENCE_S
PAUSE_S = 3_600  # that a receiver asks for by 429


class Receiver:
    """An HTTP server that keeps what it is sent and answers as `answers` says.

    Use with `async with`.
    """

    def __init__(self):
        self.requests = []
        self.times = []
        self.answers = []  # statuses to be given first; then 204
        self._changed = asyncio.Condition()
        self._runner = None
        self.port = None

    async def __aenter__(self):
        app = web.Application()
        app.router.add_post("/{tail:.*}", self._receive)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port or 0)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        await self._runner.cleanup()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/hook"

    async def _receive(self, request):
        body = await request.read()
        status = self.answers.pop(0) if self.answers else 204
        async with self._changed:
            self.requests.append((dict(request.headers), body, request.path, status))
            self.times.append(time.monotonic())
            self._changed.notify_all()
        headers = {"Location": "/elsewhere"} if 300 <= status < 400 else {}
        if status == 429:
            headers["Retry-After"] = str(PAUSE_S)
        return web.Response(status=status, headers=headers)

    async def until(self, count):
        """Waits until so many requests have come."""
        await self._until(lambda: len(self.requests) >= count)

    async def until_told(self, count):
        """Waits until so many different messages have come."""
        await self._until(lambda: len(set(self.ids())) >= count)

    async def until_holds(self, condition):
        """Waits until a condition on what has come holds."""
        await self._until(condition)

    async def _until(self, condition):
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(condition), WAIT_S)

    def ids(self):
        """The ids of what has come, in order."""
        return [headers["webhook-id"] for headers, *_ in self.requests]

    def kinds(self):
        """The kinds of what has come, in order."""
        return [json.loads(body)["type"] for _, body, *_ in self.requests]
