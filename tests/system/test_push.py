"""Web Push: encrypted for one browser, one notification a game, and over with its session."""

import asyncio
import json
import time

import pytest

from support import rows
from support.push_service import PushService, claims_of
from support.receiver import FAST, PAUSE_S, WAIT_S
from support.rest import PASSWORD, Player, Rest


async def subscribe(player, browser, **fields):
    return (await player.request("PUT", "/me/push", browser.subscription(**fields),
                                 expect=200)).json


async def is_subscribed(player):
    return (await player.get("/me/push", expect=200)).json["subscription"] is not None


async def until(condition):
    """Waits until an awaited condition holds."""
    deadline = time.monotonic() + WAIT_S
    while not await condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def challenge(player, handle):
    body = {"setup": "9x9", "seats": ["me", handle]}
    return (await player.post("/challenges", body, expect=201)).json["id"]


async def session_of(rest, handle):
    """A second session of a member: a player with another token."""
    body = {"handle": handle, "password": PASSWORD}
    return Player(rest, handle, (await rest.nobody.post("/tokens", body, expect=201)).json["token"])


async def test_a_turn_and_a_challenge_are_pushed_for_that_browser_alone(make_server):
    server = make_server([*FAST, "--public-url", "https://tanbo.example"])
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        browser, other = service.browser(), service.browser("b")
        key = (await subscribe(anna, browser))["key"]
        game = (await anna.open_game(setup="9x9"))["id"]
        await ben.join(game)
        await service.until(1)
        asked = await challenge(ben, "anna")
        await service.until(2)

    (headers, turn, path, _), (_, question, *_) = service.requests
    assert path == "/push/a"
    assert browser.read(turn) == {"title": "Your turn", "body": f"Game {game} · 9x9 · ben",
                                  "url": f"/games/{game}", "tag": f"game-{game}", "lang": "en"}
    assert browser.read(question)["url"] == f"/challenges/{asked}"
    with pytest.raises(Exception):
        other.read(turn)
    assert b"ben" not in turn and headers["Content-Encoding"] == "aes128gcm"
    signed_by, claims = claims_of(headers)
    assert signed_by == key and claims["sub"] == "https://tanbo.example"
    assert claims["aud"] == f"http://127.0.0.1:{service.port}"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600


async def test_a_newer_message_of_a_game_replaces_the_older(make_server):
    """While the push service is busy one waits; afterwards the topic says what it replaces."""
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        browser = service.browser()
        await subscribe(anna, browser, language="de")
        game = (await anna.open_game(setup="9x9"))["id"]
        await ben.join(game)
        await service.until(1)
        await anna.move(game, "C2", 0)
        service.answers = [500]
        await ben.move(game, "B7", 1)
        await service.until(2)
        text = {"text": "@anna hello"}
        await ben.post(f"/games/{game}/chat?room=players", text, expect=201)

        def has_said_it():
            return browser.read(service.requests[-1][1])["title"] == "Neue Nachricht"

        await service.until_holds(has_said_it)

    topics = {headers["Topic"] for headers, *_ in service.requests}
    assert len(topics) == 1 and len(topics.pop()) == 32
    read = [browser.read(body) for _, body, *_ in service.requests]
    assert {one["tag"] for one in read} == {f"game-{game}"}
    assert read[-1]["body"] == "ben: @anna hello"
    assert read[0]["title"] == "Am Zug"


@pytest.mark.parametrize("status", [404, 410])
async def test_gone_ends_the_subscription(make_server, status):
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await subscribe(anna, service.browser())
        service.answers = [status]
        await challenge(ben, "anna")

        async def has_ended():
            return not await is_subscribed(anna)

        await until(has_ended)
        await challenge(ben, "anna")
        await subscribe(anna, service.browser("b"))
        await challenge(ben, "anna")
        await service.until(2)

    assert [path for _, _, path, _ in service.requests] == ["/push/a", "/push/b"]


async def test_another_refusal_ends_nothing(make_server):
    """The control of the test before."""
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await subscribe(anna, service.browser())
        service.answers = [403, 503]
        await challenge(ben, "anna")
        await service.until(1)
        await challenge(ben, "anna")
        await service.until(3)

        assert await is_subscribed(anna)


ENDS = ("sign-out", "revoke", "password", "delete")


@pytest.mark.parametrize("way", ENDS)
async def test_a_subscription_ends_with_the_session_that_made_it(make_server, way):
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        gone = await session_of(rest, "anna")
        await subscribe(gone, service.browser("gone"))
        await subscribe(anna, service.browser("stays"))
        if way == "sign-out":
            await gone.request("DELETE", "/tokens/current", expect=204)
        elif way == "revoke":
            all_of_hers = (await anna.get("/me/sessions", expect=200)).json["sessions"]
            other = next(one["id"] for one in all_of_hers if not one["current"])
            await anna.request("DELETE", f"/me/sessions/{other}", expect=204)
        elif way == "password":
            body = {"password": PASSWORD, "new_password": "another horse battery", "keep": []}
            await anna.post("/me/password", body, expect=204)
        else:
            await gone.request("DELETE", "/me/push", expect=204)
            assert not await is_subscribed(gone)
        await challenge(ben, "anna")
        await service.until(1)
        # Queued in the same transaction, it would have come first: the endpoints go in turn.
        await challenge(ben, "anna")
        await service.until(2)

    assert {path for _, _, path, _ in service.requests} == {"/push/stays"}


async def test_both_sessions_are_pushed_while_both_live(make_server):
    """The control of the test before."""
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await subscribe(await session_of(rest, "anna"), service.browser("other"))
        await subscribe(anna, service.browser("own"))
        await challenge(ben, "anna")
        await service.until(2)

    assert {path for _, _, path, _ in service.requests} == {"/push/own", "/push/other"}


async def test_kinds_are_chosen_and_a_guest_may_too(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        guest, ben = await rest.guest(), await rest.account("ben")
        browser = service.browser()
        await subscribe(guest, browser, kinds=["your-turn"])
        await challenge(ben, guest.handle)
        game = (await guest.open_game(setup="9x9"))["id"]
        await ben.join(game)
        await service.until(1)
        state = await subscribe(guest, browser, kinds=["challenge"])
        assert state["subscription"]["kinds"] == ["challenge"]
        await challenge(ben, guest.handle)
        await service.until(2)

    titles = [browser.read(body)["title"] for _, body, *_ in service.requests]
    assert titles == ["Your turn", "New challenge"]


async def test_a_message_and_the_key_survive_a_kill(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        browser = service.browser()
        key = (await subscribe(anna, browser))["key"]
        service.answers = [503] * 3
        await challenge(ben, "anna")
        await service.until(1)
        server.kill()
        server.start()
        await service.until(4)
        after = (await anna.get("/me/push", expect=200)).json

    assert after["key"] == key and after["subscription"] is not None
    assert len({json.dumps(browser.read(body)) for _, body, *_ in service.requests}) == 1


async def test_a_busy_push_service_is_left_alone(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await subscribe(anna, service.browser())
        service.answers = [429]
        await challenge(ben, "anna")
        await service.until(1)

        async def is_paused():
            return rows.push_pause_s(server) > PAUSE_S - 60

        await until(is_paused)
    assert len(service.requests) == 1


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1",
                                  "[::ffff:127.0.0.1]", "169.254.169.254", "10.1.2.3"])
async def test_nothing_is_pushed_to_private_networks(make_server, host):
    server = make_server(["--webhooks-retry-ms", "50"])
    async with Rest(server) as rest, PushService() as service:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        body = service.browser().subscription(endpoint=f"https://{host}:{service.port}/push")
        answer = await anna.request("PUT", "/me/push", body)
        if answer.status == 200:  # a name, which is looked up when something is sent
            await challenge(ben, "anna")

            async def has_failed():
                return rows.push_failures(server) >= 2

            await until(has_failed)
        else:
            assert (answer.status, answer.code) == (422, "invalid-field")
            assert answer.json["pointer"] == "/endpoint"
    assert service.requests == []


@pytest.mark.parametrize("change, pointer", [
    ({"endpoint": "http://push.example.net/a"}, "/endpoint"),
    ({"endpoint": "https://anna:secret@push.example.net/a"}, "/endpoint"),
    ({"endpoint": "https://push.example.net/" + "a" * 1000}, "/endpoint"),
    ({"keys": {"p256dh": "BCVx", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}, "/keys/p256dh"),
    ({"keys": {"p256dh": "B" + "A" * 86, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}, "/keys/p256dh"),
    ({"kinds": ["undo"]}, "/kinds/0"),
    ({"kinds": ["challenge", "challenge"]}, "/kinds/1"),
    ({"language": "fr"}, "/language"),
])
async def test_what_is_no_subscription(server, change, pointer):
    async with Rest(server) as rest, PushService() as service:
        anna = await rest.account("anna")
        body = service.browser().subscription(endpoint="https://push.example.net/a")
        answer = await anna.request("PUT", "/me/push", {**body, **change}, expect=422,
                                    code="invalid-field")
        short = {**body, "keys": {**body["keys"], "auth": "BTBZ"}}
        secret = await anna.request("PUT", "/me/push", short, expect=422, code="invalid-field")
    assert answer.json["pointer"] == pointer
    assert secret.json["pointer"] == "/keys/auth"
