"""Who is let in: strangers keep no one out, and only this machine itself is free of limits."""

import pytest

from support.rest import Rest

WRONG = {"handle": "anna", "password": "not the password"}
RIGHT = {"handle": "anna", "password": "correct horse"}


def forwarded(address):
    return {"X-Forwarded-For": address}


async def statuses(rest, body, address, count=1, path="/tokens"):
    answers = [await rest.nobody.post(path, body, headers=forwarded(address)) for _ in range(count)]
    return [answer.status for answer in answers]


async def test_guesses_of_strangers_keep_nobody_out_of_where_they_have_been(make_server):
    server = make_server(["--limits-sign-ups-per-minute", "10000"])
    async with Rest(server) as rest:
        await rest.nobody.post("/accounts", RIGHT, headers=forwarded("192.0.2.1"), expect=201)
        headers = {**forwarded("192.0.2.2"), "X-Forwarded-Proto": "https"}
        async with rest.session.post(server.url + "/api/v1/sessions", json=RIGHT,
                                     headers=headers) as browser:
            assert browser.status == 201
            cookies = browser.headers.getall("Set-Cookie")
        device = next(one for one in cookies if one.startswith("__Host-tanbo-device="))
        assert "HttpOnly" in device and "Secure" in device and "Max-Age=31536000" in device
        for last in (1, 2, 3):
            assert await statuses(rest, WRONG, f"198.51.100.{last}", 10) == [401] * 10
            assert await statuses(rest, WRONG, f"198.51.100.{last}") == [429]
        assert await statuses(rest, RIGHT, "198.51.100.4") == [429]
        server.restart()

    async with Rest(server) as rest:
        assert await statuses(rest, RIGHT, "198.51.100.4") == [429]
        assert await statuses(rest, RIGHT, "192.0.2.1", 12) == [201] * 12
        headers = {**forwarded("198.51.100.5"), "X-Forwarded-Proto": "https",
                   "Cookie": device.split(";")[0]}
        await rest.nobody.post("/sessions", RIGHT, headers=headers, expect=201)


async def test_signing_out_clears_what_the_browser_has_stored_of_answers(make_server):
    server = make_server()
    async with Rest(server) as rest:
        await rest.nobody.post("/accounts", RIGHT, expect=201)
        token = (await rest.nobody.post("/tokens", RIGHT, expect=201)).json["token"]
        answer = await rest.nobody.request("DELETE", "/sessions/current", expect=204,
                                           headers={"Authorization": f"Bearer {token}"})
        assert answer.headers["clear-site-data"] == '"cache"'


async def sign_ups(rest, headers, most):
    """How many guests are made before one is refused."""
    for count in range(most + 1):
        answer = await rest.nobody.post("/guests", {}, headers=headers)
        if answer.status == 429:
            return count
    return None


@pytest.mark.parametrize("flags, headers, limit", [
    ([], {}, None),
    ([], {"X-Forwarded-For": "nonsense"}, 3),
    ([], {"X-Forwarded-For": "127.0.0.1"}, 3),
    ([], {"Forwarded": "for=127.0.0.1"}, 3),
    ([], {"X-Real-IP": "127.0.0.1"}, 3),
    (["--public-url", "https://tanbo.example"], {}, 3),
], ids=["this machine", "unreadable", "forwarded", "rfc 7239", "real ip", "public"])
async def test_only_requests_of_this_machine_itself_are_free(make_server, flags, headers, limit):
    server = make_server(["--limits-sign-ups-per-minute", "3", *flags])
    async with Rest(server) as rest:
        assert await sign_ups(rest, headers, 6) == limit
