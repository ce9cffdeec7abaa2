"""A request that is repeated at another node while the first one is being committed."""

import asyncio
import contextlib
from typing import NamedTuple

import pytest

from support.rest import PASSWORD, Player, Rest, insist
from support.server import Server

from cluster import name_of
from hold import BLOCKED, HELD, HOLD, Hold


@contextlib.contextmanager
def two_nodes(place, address):
    """Two nodes that PostgreSQL knows by their names."""
    running = []
    try:
        for number in (1, 2):
            folder = place / str(number)
            folder.mkdir()
            named = address.replace("postgres:", f"postgres:application_name=node{number} ")
            flags = ["--database-node", str(number), "--database-writers", "3",
                     "--limits-sign-ups-per-minute", "100000"]
            running.append(Server(folder, flags, (), named).start())
        yield running
        for node in running:
            node.end()
    finally:
        for node in running:
            node.kill()


class Act(NamedTuple):
    """A request of somebody, and the seq that makes a repeat of it harmless if there is one."""

    player: Player
    path: str
    body: dict
    seq: int | None = None


async def start(rest):
    """A game that has begun, and its players."""
    anna, ben = await rest.guests(2)
    game = (await anna.open_game(setup="9x9"))["id"]
    return await ben.join(game), anna, ben


async def accept(rest):
    anna, ben = await rest.guests(2)
    asked = await anna.post("/challenges", {"setup": "9x9"}, expect=201)
    return Act(ben, f"/challenges/{asked.json['id']}/accept", {})


async def decline(rest):
    anna, ben = await rest.guests(2)
    asked = await anna.post("/challenges", {"setup": "9x9", "seats": ["me", ben.handle]},
                            expect=201)
    return Act(ben, f"/challenges/{asked.json['id']}/decline", {})


async def join(rest):
    anna, ben = await rest.guests(2)
    game = await anna.open_game(setup="9x9")
    return Act(ben, f"/games/{game['id']}/join", {}, game["seq"])


async def leave(rest):
    game, _, ben = await start(rest)
    return Act(ben, f"/games/{game['id']}/leave", {}, game["seq"])


async def propose(rest):
    game, _, ben = await start(rest)
    return Act(ben, f"/games/{game['id']}/proposals", {"kind": "abort"}, game["seq"])


async def answer(rest):
    game, anna, ben = await start(rest)
    asked = await anna.post(f"/games/{game['id']}/proposals", {"kind": "abort"}, expect=201)
    seq = asked.json["seq"]
    return Act(ben, f"/games/{game['id']}/proposals/{seq}/decline", {}, seq)


async def rematch(rest):
    game, anna, ben = await start(rest)
    await anna.leave(game["id"])
    return Act(ben, f"/games/{game['id']}/rematch", {})


async def sign_up(rest):
    return Act(rest.nobody, "/accounts", {"handle": "carla", "password": PASSWORD})


async def ask_twice(cluster, nodes, prepare, key=False, seq=False):
    """The answers at the first node, and at the second one while the first's is committed."""
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        act = await prepare(here)
        headers = {"Idempotency-Key": "twice"} if key else {}
        body = {**act.body, "seq": act.seq} if seq else act.body

        async def ask(rest):
            player = Player(rest, act.player.handle, act.player.token)
            answer, _ = await insist(lambda: player.post(act.path, body, headers=headers))
            return answer

        async with Hold(cluster, name_of(nodes[0].database)) as hold:
            first = asyncio.create_task(ask(here))
            await hold.until(HELD)
            second = asyncio.create_task(ask(there))
            await hold.until(BLOCKED)
        return await first, await second


@pytest.fixture
def nodes(cluster, make_address, tmp_path):
    """Two nodes, of which the first one's commits can be held."""
    address = make_address()
    with two_nodes(tmp_path, address) as running:
        cluster.ask(HOLD, name_of(address))
        yield running


KEYED = (accept, decline, join, leave, propose, answer, rematch, sign_up)
BY_SEQ = (join, leave, propose, answer)


async def test_a_key_is_answered_as_the_first_time(cluster, nodes):
    refused = {}
    for prepare in KEYED:
        first, second = await ask_twice(cluster, nodes, prepare, key=True)
        assert first.status in (200, 201), first
        if (second.status, second.json) != (first.status, first.json):
            refused[prepare.__name__] = str(second)

    assert not refused


async def test_what_names_its_seq_is_answered_as_the_first_time(cluster, nodes):
    refused = {}
    for prepare in BY_SEQ:
        first, second = await ask_twice(cluster, nodes, prepare, seq=True)
        assert first.status in (200, 201), first
        if (second.status, second.json.get("seq")) != (first.status, first.json["seq"]):
            refused[prepare.__name__] = str(second)

    assert not refused


async def test_what_has_neither_is_refused(cluster, nodes):
    """The control of both: one of the two meets what the other has done."""
    for prepare in (accept, join, leave, sign_up):
        answers = await ask_twice(cluster, nodes, prepare)

        assert max(one.status for one in answers) in (403, 409), (prepare.__name__, answers)
