"""A player's own stream, read line by line."""

import asyncio
import contextlib
import json

from support.patience import PATIENCE_S

WAIT_S = PATIENCE_S


class Stream:
    """The stream of GET /me/stream, as NDJSON or as server-sent events."""

    def __init__(self, raw):
        self.raw = raw

    async def line(self):
        """The next line, without its end; nothing at the end of the stream."""
        line = await asyncio.wait_for(self.raw.content.readline(), WAIT_S)
        return line.decode().rstrip("\n") if line else None

    async def message(self):
        """The next message of NDJSON; nothing at the end of the stream."""
        while (line := await self.line()) == "":
            pass
        return None if line is None else json.loads(line)

    async def until(self, kind):
        """The messages up to the next one of a kind."""
        found = [await self.message()]
        while found[-1]["type"] != kind:
            found.append(await self.message())
        return found

    async def event(self):
        """The next server-sent event, as a dictionary of its fields."""
        fields = {}
        while (line := await self.line()) or not fields:
            if line and not line.startswith(":"):
                name, value = line.split(": ", 1)
                fields[name] = value
        return fields


@contextlib.asynccontextmanager
async def follow(player, query="", **headers):
    """The stream of a player while it is open."""
    url = player.rest.server.url + "/api/v1/me/stream" + query
    sent = {"Authorization": f"Bearer {player.token}", **headers}
    async with player.rest.session.get(url, headers=sent) as raw:
        assert raw.status == 200, await raw.text()
        yield Stream(raw)
