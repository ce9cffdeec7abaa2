"""A node cut off from the database, with sockets of tokens that are revoked meanwhile."""

import asyncio
import contextlib

import aiohttp
import pytest

from support.live import Live
from support.patience import PATIENCE_S
from support.rest import Player, Rest, insist
from support.server import Server

from cluster import name_of
from proxy import Proxy

TRY_AGAIN_LATER, TOKEN_VOID = 1013, 1008
HICCUP_S = 3  # a node is not ready after two, and closes sockets after ten
EVENTS = ("changes-unread", "changes-read-again")


@pytest.fixture
def cut_nodes(tmp_path, address, cluster):
    """Two nodes, the second of which is led to the database by a proxy; and that proxy."""
    with contextlib.ExitStack() as stack:
        proxy = Proxy(cluster.folder)
        stack.callback(proxy.stop)
        nodes = []
        for number, words in ((1, cluster.words), (2, proxy.words)):
            folder = tmp_path / str(number)
            folder.mkdir()
            flags = ["--database-node", str(number), "--database-writers", "2"]
            nodes.append(Server(folder, flags, (), f"postgres:{words} dbname={name_of(address)}"))
            stack.callback(nodes[-1].kill)
            nodes[-1].start()
        yield nodes, proxy
        proxy.swallows = False


async def until_status(rest, path, status):
    """Asks until the answer has this status; yields it."""
    async def ask():
        while (answer := await rest.nobody.get(path)).status != status:
            await asyncio.sleep(0.1)
        return answer
    return await asyncio.wait_for(ask(), PATIENCE_S)


def events_of(node):
    return [event for line in node.log.splitlines() for event in EVENTS if event in line]


async def test_a_node_that_hears_of_no_revocation_closes_the_sockets_of_accounts(cut_nodes):
    (here, there), proxy = cut_nodes
    async with Rest(here) as rest, Rest(there) as other, contextlib.AsyncExitStack() as stack:
        anna = await rest.account("anna")
        await insist(lambda: Player(other, "anna", anna.token).get("/me"))
        of_anna = await stack.enter_async_context(Live(there, anna.token))
        await of_anna.do("subscribe", topic="me")
        of_nobody = await stack.enter_async_context(Live(there))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        stream = await stack.enter_async_context(session.get(
            f"{there.url}/api/v1/me/stream",
            headers={"Authorization": f"Bearer {anna.token}", "Accept": "text/event-stream"}))
        assert stream.status == 200, await stream.text()

        proxy.swallows = True
        await anna.request("DELETE", "/tokens/current", expect=204)

        unready = await until_status(other, "//readyz", 503)
        assert "database" in unready.json["detail"]
        assert await of_anna.until_closed() == TRY_AGAIN_LATER
        await asyncio.wait_for(stream.content.read(), PATIENCE_S)
        assert stream.content.at_eof()
        assert not of_nobody.is_closed  # it has no token
        assert events_of(there) == ["changes-unread"]

        proxy.swallows = False
        await until_status(other, "//readyz", 200)
        there.wait_for(lambda: events_of(there) == list(EVENTS), "nothing in the log")
        answer, _ = await insist(lambda: Player(other, "anna", anna.token).get("/me"))
        assert answer.status == 401


async def test_a_short_hiccup_drops_nobody_but_those_who_were_revoked(cut_nodes):
    """The control: it is not the silence alone that closes sockets."""
    (here, there), proxy = cut_nodes
    async with Rest(here) as rest, Rest(there) as other, contextlib.AsyncExitStack() as stack:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        for player in (anna, ben):
            await insist(lambda player=player: Player(other, "x", player.token).get("/me"))
        of_anna = await stack.enter_async_context(Live(there, anna.token))
        of_ben = await stack.enter_async_context(Live(there, ben.token))
        for live in (of_anna, of_ben):
            await live.do("subscribe", topic="me")

        proxy.swallows = True
        await anna.request("DELETE", "/tokens/current", expect=204)
        await asyncio.sleep(HICCUP_S)
        proxy.swallows = False
        await until_status(other, "//readyz", 200)

        assert await of_anna.until_closed() == TOKEN_VOID
        assert not of_ben.is_closed and events_of(there) == []
