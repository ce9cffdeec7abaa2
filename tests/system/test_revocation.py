"""A client with a revoked token hears nothing more, on streams as on sockets."""

import asyncio

import aiohttp
import pytest

from support.live import Live
from support.patience import PATIENCE_S
from support.rest import Rest

WAIT_S = PATIENCE_S
PASSWORD = "correct horse battery"
FORMS = {"event-stream": ("", "text/event-stream"),
         "ndjson": ("?follow=true", "application/x-ndjson")}


@pytest.mark.parametrize("form", FORMS)
async def test_a_stream_ends_with_its_token_and_not_with_another(server, form):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        ben = await rest.account("ben")
        game = await anna.open_game(setup="9x9", visibility="private",
                                    seats=["me", "ben"])
        query, accept = FORMS[form]
        url = f"{server.url}/api/v1/games/{game['id']}/events{query}"
        headers = {"Authorization": f"Bearer {anna.token}", "Accept": accept}
        async with aiohttp.ClientSession() as session:
            async with session.get(url, headers=headers) as stream:
                assert stream.status == 200
                await asyncio.wait_for(stream.content.readline(), WAIT_S)
                await ben.request("DELETE", "/tokens/current", expect=204)
                assert not stream.content.at_eof()

                await anna.request("DELETE", "/tokens/current", expect=204)

                await asyncio.wait_for(stream.content.read(), WAIT_S)
                assert stream.content.at_eof()


async def test_a_socket_that_came_with_a_cookie_ends_with_its_session(server):
    async with Rest(server) as rest:
        await rest.account("anna")
        body = {"handle": "anna", "password": PASSWORD}
        answer = await rest.nobody.post("/sessions", body, expect=201)
        own = {"Cookie": answer.headers["set-cookie"].split(";")[0], "Origin": server.url}
        async with Live(server, extra_headers=own) as live:

            await rest.nobody.request("DELETE", "/sessions/current", headers=own, expect=204)

            assert await live.until_closed() == 1008
