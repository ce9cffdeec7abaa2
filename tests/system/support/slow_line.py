"""Lines with a delay: to a server, and from a person's keys to `tanbo`, as ssh may have it."""

import asyncio
import contextlib
import os
import queue
import threading
import time

from support.patience import PATIENCE_S
from support.terminal import Tty

DELAY_S = 1.0


class SlowLine:
    """A relay of TCP to a server, which carries all bytes a second late. Use with `with`."""

    def __init__(self, server):
        self._port = server.port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._relay = None
        self._ways = set()

    def __enter__(self):
        self._thread.start()
        self._relay = self._do(asyncio.start_server(self._accept, "127.0.0.1", 0))
        return self

    def __exit__(self, *_):
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=PATIENCE_S)
        self._loop.close()

    @property
    def url(self):
        """The address that clients get."""
        return f"http://127.0.0.1:{self._relay.sockets[0].getsockname()[1]}"

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    async def _close(self):
        self._relay.close()
        for way in self._ways:
            way.cancel()
        await asyncio.gather(*self._ways, return_exceptions=True)

    async def _accept(self, reader, writer):
        onward = await asyncio.open_connection("127.0.0.1", self._port)
        for way in (self._carry(reader, onward[1]), self._carry(onward[0], writer)):
            task = asyncio.create_task(way)
            self._ways.add(task)
            task.add_done_callback(self._ways.discard)

    async def _carry(self, reader, writer):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                self._loop.call_later(DELAY_S, writer.write, data)
        self._loop.call_later(DELAY_S, writer.close)


class SlowTty(Tty):
    """A terminal of which each key arrives a second late, and each byte by itself."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.keys = queue.Queue()
        threading.Thread(target=self._carry, args=[self.keys], daemon=True).start()

    def __exit__(self, *error):
        self.keys.put(None)
        super().__exit__(*error)

    def press(self, keys):
        for byte in keys.encode():
            self.keys.put((time.monotonic() + DELAY_S, bytes([byte])))

    def _carry(self, keys):
        while key := keys.get():
            time.sleep(max(0, key[0] - time.monotonic()))
            with contextlib.suppress(OSError):
                os.write(self.descriptor, key[1])
