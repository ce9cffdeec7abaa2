"""Webhooks, bots and tokens of an account: who adds them, who is told, and what ends them."""

import re

import pytest

from support.administration import act, club
from support.live import Live
from support.relay import Relay, relay_flags
from support.rest import PASSWORD, Player, Rest

HOOK = "https://hooks.example.org/anna?key=of-the-receiver"
FRESH = "another horse entirely"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


async def submit(rest, path, **fields):
    data = "&".join(f"{name}={value.replace(' ', '+')}" for name, value in fields.items())
    return await rest.nobody.request("POST", f"//account/{path}", data=data.encode(), expect=200,
                                     headers=FORM)


def links(relay, purpose):
    """Tokens of such links in all mails so far, in their order."""
    texts = [mail.get_body(("plain",)).get_content() for mail in relay.of("anna@mail.example")]
    found = [re.search(rf"/account/{purpose}\?token=(\S+)", text) for text in texts]
    return [one[1] for one in found if one]


async def with_address(rest, relay):
    """Anna, who reads mail."""
    anna = await rest.account("anna")
    await anna.name_address("anna@mail.example")
    relay.wait_for(lambda: links(relay, "verify"))
    await submit(rest, "verify", token=links(relay, "verify")[0])
    return anna


async def add_all(anna):
    """A webhook, a bot and a token, added by the password: those of the bot and the token."""
    rest = anna.rest
    await anna.post("/me/webhooks", {"url": HOOK, "password": PASSWORD}, expect=201)
    grant = (await anna.post("/me/bots", {"handle": "annas-bot", "password": PASSWORD},
                             expect=201)).json
    bot = Player(rest, grant["handle"], grant["token"])
    body = {"handle": "anna", "password": PASSWORD, "label": "laptop"}
    grant = (await rest.nobody.post("/tokens", body, expect=201)).json
    return bot, Player(rest, "anna", grant["token"])


async def session_of(rest, password):
    """The headers of a browser that has just signed in."""
    body = {"handle": "anna", "password": password}
    answer = await rest.nobody.post("/sessions", body, expect=201)
    return {"Cookie": answer.headers["set-cookie"].split(";")[0], "Origin": rest.server.url}


async def left_of(rest, bot, program, password=FRESH):
    """Which of what add_all() added is there yet."""
    left = set()
    if (await bot.get("/me")).status == 200:
        left.add("bots")
    if (await program.get("/me")).status == 200:
        left.add("tokens")
    own = await session_of(rest, password)
    if (await rest.nobody.get("/me/webhooks", headers=own, expect=200)).json["webhooks"]:
        left.add("webhooks")
    return left


@pytest.mark.parametrize("path, body", [("/me/webhooks", {"url": HOOK}),
                                        ("/me/bots", {"handle": "annas-bot"})])
async def test_a_token_alone_adds_nothing(server, path, body):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        await anna.post(path, body, expect=403, code="password-required")
        await anna.post(path, {**body, "password": "a guess"}, expect=401, code="bad-credentials")
        own = await session_of(rest, PASSWORD)

        await rest.nobody.post(path, body, headers=own, expect=201)
        await anna.post(path, {**body, "password": PASSWORD})
        await anna.post(path, body, expect=403, code="password-required")


@pytest.mark.parametrize("keep", [[], ["webhooks"], ["bots"], ["tokens"],
                                  ["webhooks", "bots", "tokens"]], ids="-".join)
async def test_a_new_password_ends_all_that_is_not_kept(server, keep):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        bot, program = await add_all(anna)
        async with Live(server, bot.token) as live:
            await anna.post("/me/password", {"password": PASSWORD, "new_password": FRESH,
                                             "keep": keep}, expect=204)
            if "bots" not in keep:
                assert await live.until_closed() == 1008

        assert await left_of(rest, bot, program) == set(keep)
        assert (await anna.get("/me", expect=200)).json["bots"] == ["annas-bot"]


async def test_a_mail_tells_of_each_and_its_link_ends_them(make_server, tmp_path):
    with Relay() as relay:
        server = make_server(relay_flags(tmp_path, relay))
        async with Rest(server) as rest:
            anna = await with_address(rest, relay)
            bot, program = await add_all(anna)
            relay.wait_for(lambda: len(links(relay, "end-access")) == 3)
            texts = "\n".join(mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
                              for mail in relay.of("anna@mail.example"))
            assert "https://hooks.example.org\n" in texts
            assert "of-the-receiver" not in texts
            assert "annas-bot" in texts and '"laptop"' in texts and "\nTime: " in texts

            token = links(relay, "end-access")[0]
            page = await rest.nobody.get(f"//account/end-access?token={token}", expect=200)
            assert "End all access" in page.body.decode()
            assert (await program.get("/me")).status == 200
            await submit(rest, "end-access", token=token)

            assert await left_of(rest, bot, program, PASSWORD) == set()
            assert (await anna.get("/me")).status == 401
            for one in links(relay, "end-access"):
                await rest.nobody.request("POST", "//account/end-access", expect=404,
                                          data=f"token={one}".encode(), headers=FORM)


async def test_what_is_taken_back_ends_them(make_server, tmp_path):
    with Relay() as relay:
        server = make_server(relay_flags(tmp_path, relay))
        async with Rest(server) as rest:
            anna = await with_address(rest, relay)
            bot, program = await add_all(anna)
            await anna.post("/me/password", {"password": PASSWORD, "new_password": FRESH,
                                             "keep": ["webhooks", "bots", "tokens"]}, expect=204)
            relay.wait_for(lambda: links(relay, "take-back"))
            assert await left_of(rest, bot, program) == {"webhooks", "bots", "tokens"}

            await submit(rest, "take-back", token=links(relay, "take-back")[0])

            assert await left_of(rest, bot, program, PASSWORD) == set()


# --- what is muted is muted with all that it owns ---

async def with_bot(rest, handle):
    owner = await rest.account(handle)
    body = {"handle": f"{handle}s-bot", "password": PASSWORD}
    grant = (await owner.post("/me/bots", body, expect=201)).json
    return owner, Player(rest, grant["handle"], grant["token"])


async def test_bots_of_a_muted_player_reach_nobody_who_has_muted_them(server):
    async with Rest(server) as rest:
        anna, annas = await with_bot(rest, "anna")
        ben, bens = await with_bot(rest, "ben")
        game = (await anna.open_game(setup="9x9", seats=["me", "bens-bot"]))["id"]
        await bens.join(game)
        await bens.post(f"/games/{game}/chat", {"text": "Hello."}, expect=201)
        standing = (await anna.post("/challenges", {"setup": "9x9"}, expect=201)).json["id"]
        await anna.request("PUT", "/me/mutes/ben", expect=204)

        asked = {"setup": "9x9", "seats": ["me", "anna"]}
        await bens.post("/challenges", asked, expect=403, code="not-admitted")
        await bens.post("/games", asked, expect=403, code="not-admitted")
        await bens.post(f"/challenges/{standing}/accept", {}, expect=403, code="not-admitted")
        await ben.post("/challenges", {"setup": "9x9", "seats": ["me", "annas-bot"]}, expect=403,
                       code="not-admitted")
        assert (await anna.get(f"/games/{game}/chat", expect=200)).json["messages"] == []
        async with Live(server, anna.token) as live:
            await live.do("subscribe", topic=f"game:{game}")
            await bens.post(f"/games/{game}/chat", {"text": "Anybody?"}, expect=201)
            await anna.post(f"/games/{game}/chat", {"text": "Peace."}, expect=201)
            await live.until(lambda: live.pushed(kind="chat"))
            assert [one["data"]["text"] for one in live.pushed(kind="chat")] == ["Peace."]


async def test_bots_of_a_silenced_player_are_silent_and_stay_as_many(server):
    async with Rest(server) as rest:
        _, mona, _, _, (black, _) = await club(rest)
        eve, eves = await with_bot(rest, "eve")
        game = (await eves.open_game(setup="9x9"))["id"]
        await black.join(game)
        await act(mona, "/accounts/eve/mute")

        await eves.post(f"/games/{game}/chat", {"text": "Lump!"}, expect=403, code="muted")
        more = {"handle": "another", "password": PASSWORD}
        await eve.post("/me/bots", more, expect=403, code="muted")
        await eve.post("/me/bots", {**more, "handle": "eves-bot"}, expect=201)
        await act(mona, "/accounts/eve/unmute")
        await eve.post("/me/bots", more, expect=201)


async def test_a_member_and_their_bots_share_what_one_may_have(server):
    async with Rest(server) as rest:
        ben, bens = await with_bot(rest, "ben")
        for _ in range(50):
            await ben.post("/challenges", {"setup": "9x9"}, expect=201)

        await bens.post("/challenges", {"setup": "9x9"}, expect=409, code="limit-reached")
        await (await rest.account("carl")).post("/challenges", {"setup": "9x9"}, expect=201)


async def test_nobody_is_rated_against_what_they_own(server):
    async with Rest(server) as rest:
        ben, bens = await with_bot(rest, "ben")
        carl = await rest.account("carl")
        rated = {"setup": "9x9", "rated": True}
        seats = {"seats": ["me", "bens-bot"]}

        await ben.post("/games", {**rated, **seats}, expect=403, code="wrong-kind")
        await ben.post("/challenges", {**rated, **seats}, expect=403, code="not-admitted")
        game = (await ben.open_game(**rated))["id"]
        await bens.post(f"/games/{game}/join", {}, expect=403, code="wrong-kind")
        await carl.join(game)
        standing = (await ben.post("/challenges", rated, expect=201)).json["id"]
        await bens.post(f"/challenges/{standing}/accept", {}, expect=403, code="not-admitted")
        await ben.post("/games", {"setup": "9x9", **seats}, expect=201)


# --- what a token opened ends with it ---

async def test_a_socket_keeps_no_more_than_its_present_token_opens(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        body = {"handle": "anna", "password": PASSWORD, "scopes": ["game:play"]}
        narrow = (await rest.nobody.post("/tokens", body, expect=201)).json["token"]
        async with Live(server, anna.token) as live:
            await live.do("subscribe", topic="me")
            await live.do("auth", token=narrow)

            # It is followed no more, so it is not "already-subscribed".
            await live.refused("insufficient-scope", "subscribe", topic="me")
