"""A REST client that holds every answer against openapi.yaml before a test sees it."""

import asyncio
import json

import aiohttp
import yarl

from support.contract import Answer, OpenApi
from support.patience import PATIENCE_S

CONTRACT = OpenApi()
PREFIX = "/api/v1"
TIMEOUT_S = PATIENCE_S
AGAIN_AFTER_S = 0.05
# A request on an idle connection may meet its end. A server that ends waits for two seconds.
KEPT_S = 1
PASSWORD = "correct horse battery"  # of accounts that say nothing else


class Rest:
    """Connections to one server; players are made from it. Use with `async with`."""

    def __init__(self, server, connections=100, kept_s=KEPT_S):
        self.server = server
        self._connections = connections
        self._kept_s = kept_s
        self.session = None

    async def __aenter__(self):
        self.session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=self._kept_s),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_S), auto_decompress=False)
        return self

    async def __aexit__(self, *_):
        await self.session.close()

    @property
    def nobody(self):
        """Somebody without a token."""
        return Player(self, None, None)

    async def guest(self):
        """A new guest."""
        grant = (await self.nobody.post("/guests", {}, expect=201)).json
        return Player(self, grant["handle"], grant["token"])

    async def guests(self, count):
        """Several new guests."""
        return [await self.guest() for _ in range(count)]

    async def account(self, handle, password=PASSWORD, address=None):
        """A new account with a password, made from this address or from here."""
        body = {"handle": handle, "password": password}
        headers = {"X-Forwarded-For": address} if address else None
        grant = (await self.nobody.post("/accounts", body, headers=headers, expect=201)).json
        return Player(self, grant["handle"], grant["token"])


class Player:
    """A player who asks: a handle and a token, or neither."""

    def __init__(self, rest, handle, token):
        self.rest = rest
        self.handle = handle
        self.token = token

    async def request(self, method, path, body=None, headers=None, expect=None, code=None,
                      data=None):
        """Sends one request and checks its answer; paths outside /api/v1 begin with //.

        `expect` is the status and `code` the error code that the answer must have.
        """
        target = path[1:] if path.startswith("//") else PREFIX + path
        sent = dict(headers or {})
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        if body is not None:
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        url = yarl.URL(self.rest.server.url + target, encoded=True)
        async with self.rest.session.request(method, url, data=data, headers=sent,
                                             skip_auto_headers=["Content-Type"]) as raw:
            answer = Answer(method, target, raw.status, raw.headers, await raw.read())
        CONTRACT.check(answer)
        assert expect is None or answer.status == expect, f"expected {expect}: {answer}"
        assert code is None or answer.code == code, f"expected {code}: {answer}"
        return answer

    async def get(self, path, **options):
        """GET."""
        return await self.request("GET", path, **options)

    async def post(self, path, body=None, **options):
        """POST with a JSON body."""
        return await self.request("POST", path, body, **options)

    async def open_game(self, **request):
        """A new game; yields it."""
        return (await self.post("/games", request, expect=201)).json

    async def name_address(self, address, password=PASSWORD):
        """Names an address for mail; yields the answer."""
        return await self.post("/me/addresses", {"address": address, "password": password},
                               expect=201)

    async def join(self, game, **request):
        """Takes a seat; yields the game."""
        return (await self.post(f"/games/{game}/join", request, expect=200)).json

    async def move(self, game, point, ply, **options):
        """Places a stone; yields the event, or the problem if a status is expected."""
        options.setdefault("expect", 201)
        body = {"point": point, "ply": ply}
        return (await self.post(f"/games/{game}/moves", body, **options)).json

    async def leave(self, game, **options):
        """Leaves; yields the event."""
        options.setdefault("expect", 201)
        return (await self.post(f"/games/{game}/leave", {}, **options)).json

    async def game(self, game):
        """The game as it stands."""
        return (await self.get(f"/games/{game}", expect=200)).json

    async def events(self, game, after=0):
        """All events after a seq, page by page."""
        found = []
        while True:
            page = (await self.get(f"/games/{game}/events?after={after}&limit=1000",
                                   expect=200)).json
            found += page["events"]
            after = found[-1]["seq"] if found else after
            if after >= page["seq"] or not page["events"]:
                return found


async def insist(ask):
    """Asks for as long as the server says that it is late: the answer, and how often it was.

    Each time, what was asked may have been done all the same.
    """
    late = 0
    while (answer := await ask()).status == 503:
        late += 1
        await asyncio.sleep(AGAIN_AFTER_S)
    return answer, late


async def start_game(rest, seats=2, **request):
    """A started game between new guests: (game, players in seat order)."""
    players = await rest.guests(seats)
    game = await players[0].open_game(**request)
    for player in players[1:]:
        game = await player.join(game["id"])
    assert game["status"] == "active"
    return game, players
