"""The line between a client and a server, which can be cut and can lose answers."""

import asyncio
import contextlib


class CutLine:
    """A relay of TCP on a port of its own. Use with `async with`.

    `loses` is a pattern of bytes: the first answer with a match does not arrive, and the line
    breaks.
    """

    def __init__(self, server, loses=None):
        self._port = server.port
        self._loses = loses
        self._relay = None
        self._tasks = set()
        self._is_down = False
        self.lines = 0

    async def __aenter__(self):
        self._relay = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_):
        self.cut()
        self._relay.close()
        await self._relay.wait_closed()

    @property
    def url(self):
        """The address that clients get."""
        return f"http://127.0.0.1:{self._relay.sockets[0].getsockname()[1]}"

    def cut(self):
        """Breaks every line, and takes no other."""
        self._is_down = True
        for task in self._tasks:
            task.cancel()

    def heal(self):
        """Takes lines again."""
        self._is_down = False

    async def _accept(self, reader, writer):
        if self._is_down:
            writer.transport.abort()
            return
        self.lines += 1
        onward = await asyncio.open_connection("127.0.0.1", self._port)
        ways = [asyncio.create_task(self._carry(reader, onward[1])),
                asyncio.create_task(self._carry(onward[0], writer, is_answer=True))]
        self._tasks.update(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
            self._tasks.discard(way)
        for end in (writer, onward[1]):
            end.transport.abort()

    async def _carry(self, reader, writer, is_answer=False):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                if is_answer and self._loses and self._loses.search(data):
                    self._loses = None
                    return
                writer.write(data)
                await writer.drain()
