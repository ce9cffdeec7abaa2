"""Guessing passwords: known and unknown names cost the same, and too many tries are refused."""

import asyncio

import pytest

from support.metrics import metrics_of
from support.rest import Rest

WRONG = "not the password"
WAYS = {
    "tokens": ("/tokens", lambda handle: {"handle": handle, "password": WRONG}, 401),
    "sessions": ("/sessions", lambda handle: {"handle": handle, "password": WRONG}, 401),
    "reset by handle": ("/password-resets", lambda handle: {"handle": handle}, 202),
    "reset by address": ("/password-resets", lambda name: {"email": f"{name}@example.org"}, 202),
}


def hashes(server):
    """How many passwords the server has hashed."""
    return metrics_of(server)["tanbo_password_hashes_total"]


@pytest.mark.parametrize("way", WAYS)
async def test_known_and_unknown_names_answer_and_cost_the_same(server, way):
    path, body_of, status = WAYS[way]
    async with Rest(server) as rest:
        body = {"handle": "anna", "password": "correct horse", "email": "anna@example.org"}
        await rest.nobody.post("/accounts", body, expect=201)
        bodies, costs = [], []
        for handle in ("anna", "nobody"):
            before = hashes(server)
            answer = await rest.nobody.post(path, body_of(handle), expect=status)
            bodies.append(answer.body)
            costs.append(hashes(server) - before)

        assert bodies[0] == bodies[1]
        assert costs == ([1, 1] if status == 401 else [0, 0])


async def test_the_right_password_costs_what_a_wrong_one_costs(server):
    async with Rest(server) as rest:
        await rest.account("anna", "correct horse")
        before = hashes(server)

        body = {"handle": "anna", "password": "correct horse"}
        await rest.nobody.post("/tokens", body, expect=201)

        assert hashes(server) - before == 1


@pytest.mark.parametrize("way", ["tokens", "sessions", "reset by handle"])
async def test_who_tries_too_often_waits_and_costs_nothing(server, way):
    path, body_of, status = WAYS[way]
    async with Rest(server) as rest:
        before = hashes(server)
        tried = 0
        while (answer := await rest.nobody.post(path, body_of("nobody"))).status == status:
            tried += 1
            assert tried < 60

        assert answer.status == 429 and answer.code == "rate-limited"
        assert int(answer.headers["retry-after"]) >= 1
        assert hashes(server) - before == (tried if status == 401 else 0)


async def change_until(rest, cookie, is_over):
    """Changes a password for one's own, again and again, in a session that has just given it."""
    headers = {"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "https", "Cookie": cookie,
               "Origin": rest.server.url.replace("http", "https")}
    seen = set()
    while not is_over.is_set():
        answer = await rest.nobody.post("/me/password", {"new_password": "correct horse"},
                                        headers=headers)
        seen.add(answer.status)
    return seen


async def test_a_member_who_changes_a_password_all_the_time_keeps_nobody_out(server):
    async with Rest(server, connections=200) as rest:
        for handle in ("anna", "mallory"):
            await rest.account(handle, "correct horse")
        async with rest.session.post(server.url + "/api/v1/sessions",
                                     json={"handle": "mallory", "password": "correct horse"},
                                     headers={"X-Forwarded-Proto": "https"}) as browser:
            cookies = browser.headers.getall("Set-Cookie")
        cookie = next(one for one in cookies if one.startswith("__Host-tanbo=")).split(";")[0]
        is_over = asyncio.Event()
        attack = asyncio.gather(*(change_until(rest, cookie, is_over) for _ in range(90)))
        await asyncio.sleep(0.5)

        for _ in range(5):
            await rest.nobody.post("/tokens", {"handle": "anna", "password": "correct horse"},
                                   expect=201)
        is_over.set()

        assert set().union(*await attack) == {204, 429}


# --- neighbours: people who share an address, of whom one guesses ---

HOME = "198.51.100.7"
RIGHT = "correct horse"


def cookie_of(answer, suffix="-device"):
    """The cookie with this suffix that the answer sets, as a client sends it back."""
    pair = answer.headers["set-cookie"].split(";")[0]
    assert pair.split("=")[0].endswith(suffix), pair
    return pair


async def sign_in(rest, password, cookie=None, address=HOME, handle="anna"):
    headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
    if cookie:
        headers["Cookie"] = cookie
    return await rest.nobody.post("/tokens", {"handle": handle, "password": password},
                                  headers=headers)


async def guess_until_refused(rest, cookie=None, address=HOME):
    """How many guesses a neighbour gets."""
    tried = 0
    while (await sign_in(rest, WRONG, cookie, address)).status == 401:
        tried += 1
        assert tried < 60
    return tried


async def test_a_neighbour_who_guesses_does_not_keep_the_owners_program_out(server):
    async with Rest(server) as rest:
        await rest.account("anna", RIGHT)
        first = await sign_in(rest, RIGHT)
        cookie = cookie_of(first)

        assert await guess_until_refused(rest) <= 10
        assert (await sign_in(rest, RIGHT)).status == 429  # the control: without any proof
        assert (await sign_in(rest, RIGHT, cookie)).status == 201

        # Without a cookie, too, the token goes on, also where the password must be given.
        token = {"Authorization": f"Bearer {first.json['token']}", "X-Forwarded-For": HOME}
        changed = await rest.nobody.post(
            "/me/password", {"password": RIGHT, "new_password": "nine white stones"}, headers=token)
        assert changed.status == 204


async def test_a_neighbour_with_cookies_of_other_kinds_guesses_no_more(server):
    async with Rest(server) as rest:
        await rest.account("anna", RIGHT)
        await rest.account("mallory", "four roots")
        own = cookie_of(await sign_in(rest, "four roots", handle="mallory"))

        tried = await guess_until_refused(rest)
        before = hashes(server)
        for cookie in (own, own[:-3] + "AAA", own.replace("-device", "-guest")):
            for _ in range(5):
                assert (await sign_in(rest, WRONG, cookie)).status == 429
        assert tried <= 10 and hashes(server) == before


async def test_a_known_program_makes_ten_mistakes_of_its_own(server):
    async with Rest(server) as rest:
        await rest.account("anna", RIGHT)
        cookie = cookie_of(await sign_in(rest, RIGHT))

        assert await guess_until_refused(rest, cookie, "203.0.113.50") == 10
        assert (await sign_in(rest, RIGHT, cookie)).status == 429
        assert (await sign_in(rest, RIGHT)).status == 201  # the address has its own
