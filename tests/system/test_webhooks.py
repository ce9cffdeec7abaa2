"""Webhooks: signed, in order, repeated with patience, and only to whom they may be sent."""

import asyncio
import base64
import datetime
import hashlib
import hmac
import re
import time

import pytest

from support.receiver import FAST, PAUSE_S, WAIT_S, Receiver
from support.relay import Relay, relay_flags
from support.rest import PASSWORD, Player, Rest

def signature(secret, headers, body):
    """By Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    stamp = headers["webhook-timestamp"].encode()
    content = b".".join([headers["webhook-id"].encode(), stamp, body])
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


async def hook(player, url, **fields):
    """A webhook of the player."""
    body = {"url": url, "password": PASSWORD, **fields}
    return (await player.post("/me/webhooks", body, expect=201)).json


async def state_of(player, made):
    return (await player.get(f"/me/webhooks/{made['id']}", expect=200)).json


async def until(condition):
    """Waits until an awaited condition holds."""
    deadline = time.monotonic() + WAIT_S
    while not await condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def test_a_game_is_told_signed_and_in_order(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna, ben = await rest.account("anna"), await rest.guest()
        made = await hook(anna, receiver.url)
        game = await anna.open_game(setup="9x9")
        await ben.join(game["id"])
        await anna.move(game["id"], "C2", 0)
        await ben.leave(game["id"])
        await receiver.until(3)
        listed = (await anna.get(f"/me/webhooks/{made['id']}/deliveries", expect=200)).json

    assert receiver.kinds() == ["game-started", "your-turn", "game-finished"]
    for headers, body, *_ in receiver.requests:
        assert headers["webhook-signature"] == signature(made["secret"], headers, body)
        assert headers["Content-Type"] == "application/json"
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
        assert headers["webhook-signature"] != signature(made["secret"], headers, body + b" ")
    assert len(set(receiver.ids())) == 3
    assert [one["id"] for one in listed["deliveries"]][::-1][:2] == receiver.ids()[:2]


async def test_what_fails_is_repeated_with_the_same_id_and_holds_up_the_next(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna = await rest.account("anna")
        receiver.answers = [500, 302, 404]
        made = await hook(anna, receiver.url)
        for _ in range(2):
            await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)
        await receiver.until(5)
        await until(lambda: is_settled(anna, made))
        state = await state_of(anna, made)
        listed = (await anna.get(f"/me/webhooks/{made['id']}/deliveries", expect=200)).json

    ids = receiver.ids()
    assert ids[0] == ids[1] == ids[2] == ids[3] != ids[4]
    bodies = [body for _, body, *_ in receiver.requests]
    assert len(set(bodies[:4])) == 1
    pauses = [later - earlier for earlier, later in zip(receiver.times, receiver.times[1:])]
    # 50, 200 and 800 ms, a fifth more or less.
    assert pauses[0] >= 0.04 and pauses[1] >= 0.16 and pauses[2] >= 0.64
    assert state["failures"] == 0 and state["failing_since"] is None
    newest, oldest = listed["deliveries"]
    assert (oldest["attempts"], oldest["state"], oldest["status"]) == (4, "delivered", 204)
    assert (newest["attempts"], newest["state"]) == (1, "delivered")


async def test_a_busy_receiver_is_left_alone_for_as_long_as_it_asks(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna = await rest.account("anna")
        made = await hook(anna, receiver.url)
        receiver.answers = [429]
        await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)

        async def has_failed():
            return (await state_of(anna, made))["failures"] == 1

        await until(has_failed)
        state = await state_of(anna, made)

    failed_at, next_at = (datetime.datetime.fromisoformat(state[name].replace("Z", "+00:00"))
                          for name in ("failing_since", "next_attempt_at"))
    assert (next_at - failed_at).total_seconds() == PAUSE_S


async def is_settled(player, made):
    return (await state_of(player, made))["next_attempt_at"] is None


async def test_deliveries_survive_a_kill(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna = await rest.account("anna")
        made = await hook(anna, receiver.url)
        receiver.answers = [503] * 3
        await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)
        await receiver.until(1)
        server.kill()
        before = receiver.ids()
        server.start()
        await receiver.until(4)
        await until(lambda: is_settled(anna, made))

    assert set(receiver.ids()) == set(before) and len(set(before)) == 1


async def test_a_webhook_that_keeps_failing_is_turned_off_and_on_again(make_server):
    server = make_server([*FAST, "--webhooks-disable-after-s", "1"])
    async with Rest(server) as rest, Receiver() as receiver:
        anna = await rest.account("anna")
        made = await hook(anna, receiver.url)
        receiver.answers = [500] * 6
        await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)

        async def is_off():
            return (await state_of(anna, made))["state"] == "off"

        await until(is_off)
        told = (await anna.get("/me/notifications", expect=200)).json["notifications"]
        await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=409, code="webhook-off")
        receiver.answers = []
        on = (await anna.post(f"/me/webhooks/{made['id']}/enable", {}, expect=200)).json
        count = len(receiver.requests)
        await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)
        await receiver.until(count + 1)

    assert [one["kind"] for one in told] == ["webhook-disabled"]
    assert told[0]["data"]["webhook"] == made["id"]
    assert told[0]["data"]["error"] == "The answer has status 500."
    assert (on["state"], on["failures"]) == ("on", 0)


async def test_gone_turns_a_webhook_off_at_once(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna = await rest.account("anna")
        made = await hook(anna, receiver.url)
        receiver.answers = [410]
        await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)

        async def is_off():
            return (await state_of(anna, made))["state"] == "off"

        await until(is_off)
    assert len(receiver.requests) == 1


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1",
                                  "[::ffff:127.0.0.1]", "169.254.169.254", "10.1.2.3"])
async def test_nothing_is_sent_to_private_networks(make_server, host):
    server = make_server(["--webhooks-retry-ms", "50"])
    async with Rest(server) as rest, Receiver() as receiver:
        anna = await rest.account("anna")
        url = f"http://{host}:{receiver.port}/hook"
        answer = await anna.post("/me/webhooks", {"url": url, "password": PASSWORD})
        if answer.status == 201:  # a name, which is looked up when something is sent
            made = answer.json
            await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)

            async def has_failed():
                return (await state_of(anna, made))["failures"] >= 2

            await until(has_failed)
            listed = (await anna.get(f"/me/webhooks/{made['id']}/deliveries", expect=200)).json
            assert "is not public" in listed["deliveries"][0]["error"]
        else:
            assert (answer.status, answer.code) == (422, "invalid-field")
            assert answer.json["pointer"] == "/url"
    assert receiver.requests == []


async def test_kinds_limits_and_owners(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna, ben, guest = await rest.account("anna"), await rest.account("ben"), await rest.guest()
        made = await hook(anna, receiver.url, kinds=["game-finished"])
        body = {"url": receiver.url, "password": PASSWORD}
        again = await anna.post("/me/webhooks", body, expect=200)
        assert again.json["secret"] == made["secret"] and again.json["id"] == made["id"]
        for number in range(4):
            await hook(anna, f"http://127.0.0.1:9999/{number}", kinds=["invited"])
        more = {"url": "http://127.0.0.1:9999/more", "password": PASSWORD}
        await anna.post("/me/webhooks", more, expect=409, code="too-many-webhooks")
        await guest.post("/me/webhooks", {"url": receiver.url}, expect=403, code="forbidden")
        for method, path, body in (("GET", "", None), ("DELETE", "", None), ("POST", "/test", {}),
                                   ("POST", "/enable", {}), ("GET", "/deliveries", None),
                                   ("PUT", "", {"kinds": []})):
            await ben.request(method, f"/me/webhooks/{made['id']}{path}", body, expect=404,
                              code="no-such-webhook")
        game = await anna.open_game(setup="9x9")
        await guest.join(game["id"])
        await guest.leave(game["id"])
        await receiver.until(1)
        changed = await anna.request("PUT", f"/me/webhooks/{made['id']}", {"kinds": []}, expect=200)
        assert changed.json["kinds"] == []
        assert len((await anna.get("/me/webhooks", expect=200)).json["webhooks"]) == 5
        await anna.request("DELETE", f"/me/webhooks/{made['id']}", expect=204)
        await anna.request("DELETE", f"/me/webhooks/{made['id']}", expect=404)

    assert receiver.kinds() == ["game-finished"]


@pytest.mark.parametrize("body, pointer", [
    ({"url": "ftp://example.org/"}, "/url"),
    ({"url": "https://anna:secret@example.org/"}, "/url"),
    ({"url": "https://example.org/#part"}, "/url"),
    ({"url": "https://example .org/"}, "/url"),
    ({"url": "//example.org/"}, "/url"),
    ({"url": "https://" + "a" * 2000}, "/url"),
    ({"url": "https://example.org/", "kinds": ["move"]}, "/kinds/0"),
    ({"url": "https://example.org/", "kinds": ["undo", "undo"]}, "/kinds/1"),
])
async def test_what_is_no_webhook(server, body, pointer):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        answer = await anna.post("/me/webhooks", body, expect=422, code="invalid-field")
    assert answer.json["pointer"] == pointer


async def test_only_a_verified_address_has_webhooks_if_mails_are_sent(make_server, tmp_path):
    with Relay() as relay:
        server = make_server([*FAST, *relay_flags(tmp_path, relay)])
        async with Rest(server) as rest, Receiver() as receiver:
            anna = await rest.account("anna")
            body = {"url": receiver.url, "password": PASSWORD}
            named = {"handle": "annas-bot", "password": PASSWORD}
            grant = (await anna.post("/me/bots", named, expect=201)).json
            bot = Player(rest, grant["handle"], grant["token"])
            await anna.post("/me/webhooks", body, expect=403, code="forbidden")
            await anna.name_address("anna@mail.example")
            await anna.post("/me/webhooks", body, expect=403, code="forbidden")

            relay.wait_for(lambda: relay.of("anna@mail.example"))
            text = relay.of("anna@mail.example")[0].get_body(("plain",)).get_content()
            token = re.search(r"/account/verify\?token=(\S+)", text)[1]
            await rest.nobody.request(
                "POST", "//account/verify", data=f"token={token}".encode(), expect=200,
                headers={"Content-Type": "application/x-www-form-urlencoded"})

            made = await hook(anna, receiver.url)
            await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=204)
            await receiver.until(1)
            # The scope of a bot's token forbids it, not its owner's address.
            await bot.post("/me/webhooks", body, expect=403, code="insufficient-scope")

            address = (await anna.get("/me/addresses", expect=200)).json["addresses"][0]
            await anna.request("DELETE", f"/me/addresses/{address['id']}", {"password": PASSWORD},
                               expect=204)
            await anna.post(f"/me/webhooks/{made['id']}/test", {}, expect=403, code="forbidden")
            second = {"url": receiver.url + "/2", "password": PASSWORD}
            await anna.post("/me/webhooks", second, expect=403, code="forbidden")
