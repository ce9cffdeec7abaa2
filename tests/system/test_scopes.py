"""A token never leads to more than its own scopes, over any number of steps."""

import pytest

from support import rows
from support.administration import promoted
from support.live import Live
from support.relay import Relay, relay_flags
from support.rest import PASSWORD, Player, Rest
from support.scopes import REVEALS, SCOPES, Attacker, operations

DAY_MS = 24 * 3_600_000


@pytest.fixture
def relay():
    """A relay that takes everything."""
    with Relay() as made:
        yield made


async def prepared(rest, relay):
    """Anna, an administrator with an address of her own, a bot, a private game and a challenge."""
    anna = (await promoted(rest, anna="admin"))["anna"]
    ben = await rest.account("ben")
    await anna.name_address("anna@mail.example")
    relay.wait_for(lambda: relay.of("anna@mail.example"))
    rows.verify_addresses(rest.server, 30 * DAY_MS)
    await anna.post("/me/bots", {"handle": "annas-bot", "password": PASSWORD}, expect=201)
    game = await anna.open_game(setup="9x9", seats=["me", "ben"], visibility="private")
    await ben.join(game["id"])
    await anna.post("/challenges", {"setup": "9x9"}, expect=201)
    assert game["id"] == 1
    return anna


async def token_for(rest, *scopes):
    """A token of Anna's with no other scopes."""
    body = {"handle": "anna", "password": PASSWORD, "scopes": list(scopes)}
    return (await rest.nobody.post("/tokens", body, expect=201)).json["token"]


@pytest.mark.parametrize("scope", SCOPES)
async def test_no_way_leads_up(make_server, relay, tmp_path, scope):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        await prepared(rest, relay)
        attacker = Attacker(rest, relay, "anna", await token_for(rest, scope))
        assert attacker.powers == {scope}

        await attacker.walk()

        assert attacker.powers == {scope}
        assert {(method, path) for method, path, operation in operations()
                if "application/x-www-form-urlencoded" not in operation.get(
                    "requestBody", {}).get("content", {})} == set(attacker.asked)


async def test_who_knows_the_password_finds_a_way_up(make_server, relay, tmp_path):
    """The walk sees what it looks for."""
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        await prepared(rest, relay)
        token = await token_for(rest, "account:write")
        attacker = Attacker(rest, relay, "anna", token, PASSWORD)

        await attacker.walk()

        assert set(SCOPES) <= attacker.powers | {"admin"}


async def test_what_other_scopes_are_for_is_not_revealed(make_server, relay, tmp_path):
    """Each route of REVEALS is asked with its own scope alone, and with all that it takes."""
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        await prepared(rest, relay)
        every = Attacker(rest, relay, "anna", await token_for(rest, *SCOPES))
        every.password = PASSWORD
        for method, pattern, operation in operations():
            for scope in REVEALS.get((method, pattern), ()):
                lacking = await token_for(rest, *(set(SCOPES) - {scope}))
                player = Player(rest, "anna", lacking)
                await player.request(method, every.target(pattern), every.body(operation),
                                     expect=403, code="insufficient-scope")
            if (method, pattern) in REVEALS:
                await every.ask(method, pattern, operation, every.tokens[0])
                assert min(every.asked[(method, pattern)]) < 300


async def test_the_socket_asks_for_the_scopes_of_what_it_tells(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        await prepared(rest, relay)
        async with Live(server, await token_for(rest, "account:write")) as live:
            await live.refused("insufficient-scope", "subscribe", topic="game:1")
            await live.refused("insufficient-scope", "subscribe", topic="me")
            await live.refused("insufficient-scope", "leave", game=1)
        async with Live(server, await token_for(rest, "game:read", "account:read")) as live:
            await live.do("subscribe", topic="game:1")
            await live.do("subscribe", topic="me")
