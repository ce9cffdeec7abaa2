"""`tanbo bot` reads whole lists, however many pages a server makes of them."""

import json

from support.bots import TANBO, Bot
from support.fake_server import FakeServer, Held

AT = "2026-01-01T00:00:00.000Z"
READY = json.dumps({"type": "ready", "at": AT, "data": {}}) + "\n"
CHALLENGE = {"id": 7, "creator": "anna", "setup": "9x9", "rated": False}
SEATS = [{"seat": "black", "handle": "robot", "state": "in"},
         {"seat": "white", "handle": "anna", "state": "in"}]

PAGES_MAX = 1000


def games(first, last):
    return [{"id": i, "setup": "9x9", "ply": 0, "seats": SEATS} for i in range(first, last + 1)]


def test_it_keeps_its_maximum_though_its_games_are_more_than_a_page():
    """It counted 200 of them, and accepted further ones."""
    def answer(method, path, query):
        if path == "/me":
            return 200, {"handle": "robot", "kind": "bot"}
        if path == "/me/stream":
            return 200, Held(READY, "application/x-ndjson")
        if path == "/games" and "cursor" in query:
            return 200, {"games": games(201, 210), "next": None}
        if path == "/games":
            return 200, {"games": games(1, 200), "next": "second"}
        if path == "/me/turns" and "cursor" in query:
            return 200, {"turns": [{"kind": "challenge", "game": None, "challenge": CHALLENGE}],
                         "next": None}
        if path == "/me/turns":
            # The challenge is on the next page: it comes once all games are known.
            fake.until(fake.answered, lambda _, asked: "/games?" in asked and "cursor" in asked)
            return 200, {"turns": [], "next": "second"}
        return 200, {}

    with FakeServer(answer) as fake:
        with Bot(fake.url, "--engine", f"{TANBO} engine", "--games", "205", token="tbo_a") as bot:
            answered = fake.until(fake.requests, lambda method, _: method == "POST")
            bot.until_said("declines challenge 7: I am already playing 210 games, my maximum.")

    assert answered == ("POST", "/api/v1/challenges/7/decline")


def test_it_ends_a_list_that_goes_round_in_a_circle():
    """It asked for open turns without an end."""
    def answer(_method, path, _query):
        if path == "/me":
            return 200, {"handle": "robot", "kind": "bot"}
        if path == "/me/stream":
            return 200, Held(READY, "application/x-ndjson")
        if path == "/games":
            return 200, {"games": [], "next": None}
        if path == "/me/turns":
            return 200, {"turns": [], "next": "again"}
        return 200, {}

    with FakeServer(answer) as fake:
        with Bot(fake.url, "--engine", f"{TANBO} engine", token="tbo_a") as bot:
            bot.until_said("the server's list of open turns has no end")
            asked = sum(path.startswith("/api/v1/me/turns?") for _, path in fake.requests)

    assert asked == PAGES_MAX
