"""Accounts: sessions, tokens with scopes, addresses, passwords, bots, profiles, going."""

import json
import re
import subprocess

import pytest

from support import rows
from support.rest import Player, Rest, start_game
from support.server import BIN, PASSWORD_HASH_BYTES

PASSWORD = "correct horse battery"
COOKIE = re.compile(r"^tanbo=(tbo_[A-Za-z0-9_-]{43}); Path=/; Max-Age=7776000; HttpOnly; "
                    r"SameSite=Lax$")


def outbox(server):
    """The mails that are to be sent, asked of the program while the server runs."""
    command = [BIN, "admin", "outbox", "--all", "--json", "--database", server.database]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def link_of(mail):
    return mail["data"]["link"].rpartition("token=")[2]


async def wait_for_mail(server, kind):
    """The last mail of that kind: a reset is written after its answer."""
    server.wait_for(lambda: any(m["kind"] == kind for m in outbox(server)), f"no {kind}")
    return [mail for mail in outbox(server) if mail["kind"] == kind][-1]


def age_addresses(server, days, less_ms=0):
    """Every address becomes so much older."""
    rows.age_addresses(server, days * 24 * 3_600_000 - less_ms)


async def submit(rest, page, fields, expect):
    """Presses the button of a page."""
    data = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
    return await rest.nobody.request(
        "POST", f"//account/{page}", data=data, expect=expect,
        headers={"Content-Type": "application/x-www-form-urlencoded"})


async def open_session(rest, handle="anna", password=PASSWORD):
    """Header fields as a browser with a session sends them from a page of the server."""
    answer = await rest.nobody.post("/sessions", {"handle": handle, "password": password},
                                    expect=201)
    secret = COOKIE.match(answer.headers["set-cookie"])[1]
    return {"Cookie": f"other=1; tanbo={secret}", "Origin": rest.server.url}


async def test_a_browser_signs_in_acts_and_signs_out(server):
    async with Rest(server) as rest:
        await rest.account("anna")
        own = await open_session(rest)

        await rest.nobody.get("/me", headers=own, expect=200)
        await rest.nobody.post("/games", {"setup": "9x9"}, headers=own, expect=201)
        gone = await rest.nobody.request("DELETE", "/sessions/current", headers=own, expect=204)

        assert "Max-Age=0" in gone.headers["set-cookie"]
        await rest.nobody.get("/me", headers=own, expect=401, code="bad-token")


@pytest.mark.parametrize("sent", [{}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"},
                                  {"Sec-Fetch-Site": "same-site"}],
                         ids=["none", "foreign", "null", "same-site"])
async def test_with_a_cookie_only_own_pages_act(server, sent):
    async with Rest(server) as rest:
        await rest.account("anna")
        own = await open_session(rest)
        cookie = {"Cookie": own["Cookie"], **sent}

        await rest.nobody.post("/games", {"setup": "9x9"}, headers=cookie, expect=403,
                               code="origin-not-allowed")

        assert (await rest.nobody.get("/games", expect=200)).json["games"] == []


async def test_behind_tls_the_cookie_is_bound_to_the_host(server):
    async with Rest(server) as rest:
        await rest.account("anna")
        tls = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        body = {"handle": "anna", "password": PASSWORD}

        answer = await rest.nobody.post("/sessions", body, headers=tls, expect=201)

        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-tanbo=tbo_") and cookie.endswith("; Secure")
        secret = cookie.split(";")[0].partition("=")[2]
        # The other name is one that a neighbouring host could set.
        await rest.nobody.get("/me", headers={**tls, "Cookie": f"tanbo={secret}"}, expect=401)
        await rest.nobody.get("/me", headers={**tls, "Cookie": f"__Host-tanbo={secret}"},
                              expect=200)


async def open_guest_session(rest, **more):
    """The header fields of a guest's browser, and the answer that made it one."""
    answer = await rest.nobody.post("/sessions", {"guest": True}, expect=201, **more)
    secret = COOKIE.match(answer.headers["set-cookie"])[1]
    return {"Cookie": f"tanbo={secret}", "Origin": rest.server.url}, answer


async def test_a_guest_plays_with_a_cookie_and_no_secret_in_the_page(server):
    async with Rest(server) as rest:
        own, answer = await open_guest_session(rest)

        assert answer.json["handle"].startswith("guest-") and set(answer.json) == {
            "handle", "expires_at"}
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=Lax" in answer.headers["set-cookie"]
        me = (await rest.nobody.get("/me", headers=own, expect=200)).json
        assert me["handle"] == answer.json["handle"] and me["kind"] == "guest"
        await rest.nobody.post("/games", {"setup": "9x9"}, headers=own, expect=201)
        no_page = {"Cookie": own["Cookie"]}
        await rest.nobody.post("/games", {"setup": "9x9"}, headers=no_page, expect=403,
                               code="origin-not-allowed")
        await rest.nobody.post("/me/upgrade", {"handle": "anna", "password": PASSWORD},
                               headers=own, expect=200)
        assert (await rest.nobody.get("/me", headers=own, expect=200)).json["kind"] == "member"
        await rest.nobody.request("DELETE", "/sessions/current", headers=own, expect=204)
        await rest.nobody.get("/me", headers=own, expect=401, code="bad-token")


async def test_no_other_page_makes_a_guest_of_a_browser(make_server):
    server = make_server(["--http-cors-origins", "https://club.example"])
    async with Rest(server) as rest:
        for origin in ("https://elsewhere.example", "https://club.example", "null"):
            answer = await rest.nobody.post("/sessions", {"guest": True}, expect=403,
                                            headers={"Origin": origin}, code="origin-not-allowed")
            assert "set-cookie" not in answer.headers
        tls = {"X-Forwarded-For": "203.0.113.7", "Host": "tanbo.example"}
        await rest.nobody.post("/sessions", {"guest": True}, expect=403, headers=tls,
                               code="tls-required")


@pytest.mark.parametrize("body, pointer", [
    ({"guest": False}, "/guest"), ({"guest": 1}, "/guest"),
    ({"guest": True, "handle": "anna"}, "/handle"),
    ({"guest": True, "password": PASSWORD}, "/password"),
    ({"guest": True, "label": "x" * 65}, "/label")])
async def test_a_guest_has_no_password_to_give(server, body, pointer):
    async with Rest(server) as rest:
        answer = await rest.nobody.post("/sessions", body, expect=422, code="invalid-field")
        assert answer.json["pointer"] == pointer and "set-cookie" not in answer.headers


async def test_without_tls_nobody_else_gets_a_session(server):
    async with Rest(server) as rest:
        await rest.account("anna")

        await rest.nobody.post("/sessions", {"handle": "anna", "password": PASSWORD}, expect=403,
                               headers={"X-Forwarded-For": "203.0.113.7", "Host": "tanbo.example"},
                               code="tls-required")


async def test_a_token_has_the_scopes_that_were_asked_for(server):
    async with Rest(server) as rest:
        await rest.account("anna")
        body = {"handle": "anna", "password": PASSWORD, "scopes": ["game:read", "account:read"]}
        grant = (await rest.nobody.post("/tokens", body, expect=201)).json

        reader = Player(rest, "anna", grant["token"])
        await reader.get("/me", expect=200)
        await reader.post("/games", {"setup": "9x9"}, expect=403, code="insufficient-scope")
        for scope, status, code in (("fly", 422, "invalid-field"),
                                    ("admin", 403, "insufficient-scope")):
            await rest.nobody.post("/tokens", {**body, "scopes": [scope]}, expect=status, code=code)


async def test_tokens_and_sessions_are_listed_and_revoked(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        own = await open_session(rest)
        listed = (await anna.get("/me/sessions", expect=200)).json["sessions"]
        assert [(row["kind"], row["current"]) for row in listed] == [("session", False),
                                                                     ("token", True)]

        await anna.request("DELETE", f"/me/sessions/{listed[0]['id']}", expect=204)

        await rest.nobody.get("/me", headers=own, expect=401, code="bad-token")
        await anna.request("DELETE", f"/me/sessions/{listed[0]['id']}", expect=404,
                           code="no-such-session")


async def test_a_new_password_signs_out_everywhere_else(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        own = await open_session(rest)
        body = {"password": "wrong", "new_password": "another password"}
        await anna.post("/me/password", body, expect=401, code="bad-credentials")

        await anna.post("/me/password", {**body, "password": PASSWORD}, expect=204)

        await anna.get("/me", expect=200)
        await rest.nobody.get("/me", headers=own, expect=401, code="bad-token")
        await open_session(rest, password="another password")


async def test_an_address_is_verified_by_the_button_not_by_the_link(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        await anna.name_address("anna@example.org")
        link = link_of(outbox(server)[0])

        for _ in range(3):
            page = await rest.nobody.get(f"//account/verify?token={link}", expect=200)
            assert b"<script" not in page.body
        before = (await anna.get("/me/addresses", expect=200)).json["addresses"]
        await submit(rest, "verify", {"token": link}, 200)
        after = (await anna.get("/me/addresses", expect=200)).json["addresses"]
        await submit(rest, "verify", {"token": link}, 404)

        assert [row["verified"] for row in before + after] == [False, True]


async def test_whose_address_it_is_only_its_owner_learns(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await anna.name_address("anna@example.org")
        await submit(rest, "verify", {"token": link_of(outbox(server)[0])}, 200)

        known = (await ben.name_address("anna@example.org")).json
        free = (await ben.name_address("free@example.org")).json

        assert known.keys() == free.keys() and not known["verified"] and not free["verified"]
        assert [mail["kind"] for mail in outbox(server)] == ["verify-address", "address-known",
                                                             "verify-address"]


async def test_a_password_costs_the_memory_of_the_setting(server):
    async with Rest(server) as rest:
        await rest.account("anna")

        kibibytes = int(PASSWORD_HASH_BYTES) // 1024
        assert f"$m={kibibytes}," in rows.password_hash_of(server, "anna")


async def test_a_password_is_set_anew_once(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        await anna.name_address("anna@example.org")
        await submit(rest, "verify", {"token": link_of(outbox(server)[0])}, 200)
        age_addresses(server, days=7)

        answers = [await rest.nobody.post("/password-resets", body, expect=202) for body in
                   ({"handle": "nobody"}, {"email": "no@example.org"}, {"handle": "anna"})]
        link = link_of(await wait_for_mail(server, "password-reset"))
        fields = {"token": link, "password": "a+new+password", "again": "a+new+password"}
        await submit(rest, "reset", {**fields, "again": "another"}, 422)
        await submit(rest, "reset", fields, 200)
        await submit(rest, "reset", fields, 404)

        assert len({(answer.body, tuple(sorted(set(answer.headers) - {"date"})))
                    for answer in answers}) == 1
        assert len([m for m in outbox(server) if m["kind"] == "password-reset"]) == 1
        await anna.get("/me", expect=401, code="bad-token")
        await open_session(rest, password="a new password")


async def test_a_guest_becomes_an_account_and_keeps_his_games(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")

        body = {"handle": "anna", "password": PASSWORD}
        account = (await black.post("/me/upgrade", body, expect=200)).json
        await black.post("/me/upgrade", body, expect=403, code="wrong-kind")
        await white.post("/me/upgrade", {**body, "handle": "ANNA"}, expect=409,
                         code="handle-taken")

        assert (account["handle"], account["kind"]) == ("anna", "member")
        await black.leave(game["id"])
        # A past event is told with the name of then.
        opened = (await rest.nobody.events(game["id"]))[0]
        assert opened["data"]["creator"]["handle"] == black.handle


async def test_a_bot_belongs_to_a_member(server):
    async with Rest(server) as rest:
        anna, guest = await rest.account("anna"), await rest.guest()
        await guest.post("/me/bots", {"handle": "his-bot"}, expect=403, code="wrong-kind")

        named = {"handle": "annas-bot", "password": PASSWORD}
        first = (await anna.post("/me/bots", named, expect=201)).json
        second = (await anna.post("/me/bots", named, expect=201)).json

        assert "bot:play" in second["scopes"] and "account:write" not in second["scopes"]
        await Player(rest, "annas-bot", first["token"]).get("/me", expect=401, code="bad-token")
        me = (await Player(rest, "annas-bot", second["token"]).get("/me", expect=200)).json
        assert me["kind"] == "bot"
        assert (await anna.get("/me", expect=200)).json["bots"] == ["annas-bot"]
        # No one else gets a token for it, nor makes one by it.
        bot = Player(rest, "annas-bot", second["token"])
        await bot.post("/me/bots", {"handle": "annas-bot"}, expect=403,
                       code="insufficient-scope")
        ben = await rest.account("ben")
        await ben.post("/me/bots", {"handle": "Annas-Bot", "password": PASSWORD}, expect=409,
                       code="handle-taken")
        await bot.get("/me", expect=200)


async def test_a_calendar_changes_once_a_day(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        profile = {"time_zone": "Europe/Berlin", "language": "de",
                   "sleep": {"from": "23:00", "until": "07:00"}}
        await anna.request("PUT", "/me/profile", profile, expect=200)

        await anna.request("PUT", "/me/profile", {**profile, "about": "Hello"}, expect=200)
        await anna.request("PUT", "/me/profile", {**profile, "time_zone": "UTC"}, expect=429,
                           code="rate-limited")

        for fault in ({"time_zone": "Europe/Atlantis"},
                      {"sleep": {"from": "20:00", "until": "06:01"}}):
            await anna.request("PUT", "/me/profile", {**profile, **fault}, expect=422,
                               code="invalid-field")


async def test_export_holds_no_secret_and_who_goes_is_gone(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        await black.post("/me/upgrade", {"handle": "anna", "password": PASSWORD,
                                         "email": "anna@example.org"}, expect=200)
        archive = (await black.get("/me/export", expect=200)).body.decode()
        assert "anna@example.org" in archive and "argon2" not in archive and "tbl_" not in archive
        assert json.loads(archive)["games"][0]["game"] == game["id"]

        await black.request("DELETE", "/me", {"password": "wrong one"}, expect=401)
        await black.request("DELETE", "/me", {"password": PASSWORD}, expect=204)

        await black.get("/me", expect=401, code="bad-token")
        game = await white.game(game["id"])
        assert (game["status"], game["winner"]) == ("finished", "white")
        listed = (await rest.nobody.get("/games?status=finished", expect=200)).json["games"][0]
        assert listed["seats"][0]["handle"].startswith("deleted-")
        assert outbox(server) == []
