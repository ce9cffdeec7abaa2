"""Limits that keep one player from being a burden to others, and keys from being mistaken."""

import pytest

from support.challenges import accept, challenge, members
from support.rest import Player, Rest

OPEN_GAMES_MAX = 100
OPEN_GAMES_OF_GUEST_MAX = 10


async def test_a_key_belongs_to_one_route(server):
    """The same key with another path is another request, and never answered with the first."""
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        key = {"Idempotency-Key": "one-key"}
        first = (await anna.post("/games", {"setup": "9x9"}, headers=key, expect=201)).json
        game = (await ben.post("/games", {"setup": "9x9"}, expect=201)).json

        await anna.post("/challenges", {"setup": "9x9"}, headers=key, expect=422,
                        code="idempotency-key-reused")
        await anna.post(f"/games/{game['id']}/join", {}, headers=key, expect=422,
                        code="idempotency-key-reused")
        again = (await anna.post("/games", {"setup": "9x9"}, headers=key, expect=201)).json
        assert again["id"] == first["id"]
        await ben.post("/games", {"setup": "9x9"}, headers=key, expect=201)


async def test_a_guest_under_a_key_is_shown_again_to_the_first_who_asked_alone(server):
    """Neighbours behind one address may know or guess the key; the cookie they do not have."""
    async with Rest(server) as rest:
        key = {"Idempotency-Key": "one-key"}
        first = await rest.nobody.post("/guests", {}, headers=key, expect=201)
        cookie, _, rest_of_it = first.headers["set-cookie"].partition(";")
        assert rest_of_it == " Path=/; Max-Age=86400; HttpOnly; SameSite=Lax"

        again = await rest.nobody.post("/guests", {}, headers={**key, "Cookie": cookie}, expect=201)
        assert again.json == first.json
        for other in ({}, {"Cookie": cookie[:-1] + "~"}, {"Cookie": "tanbo-guest=x"}):
            refused = await rest.nobody.post("/guests", {}, headers={**key, **other}, expect=403,
                                             code="idempotency-key-not-yours")
            assert "set-cookie" not in refused.headers

        # A client with a known cookie needs no answer to repeat: it may have been lost.
        lost = {"Idempotency-Key": "another-key", "Cookie": cookie}
        answers = [await rest.nobody.post("/guests", {}, headers=lost, expect=201)
                   for _ in range(2)]
        assert answers[0].json == answers[1].json != first.json
        plain = await rest.nobody.post("/guests", {}, expect=201)
        assert "set-cookie" not in plain.headers


async def test_a_hundred_games_of_one_account_are_open_at_most(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        games = [(await anna.open_game(setup="9x9"))["id"] for _ in range(OPEN_GAMES_MAX)]
        await anna.post("/games", {"setup": "9x9"}, expect=409, code="limit-reached")

        await ben.open_game(setup="9x9")
        await ben.join(games[0])
        await anna.open_game(setup="9x9")
        await anna.post("/games", {"setup": "9x9"}, expect=409, code="limit-reached")
        await anna.leave(games[1])
        await anna.open_game(setup="9x9")


async def test_a_guest_has_fewer_open_games(server):
    async with Rest(server) as rest:
        guest = await rest.guest()
        for _ in range(OPEN_GAMES_OF_GUEST_MAX):
            await guest.open_game(setup="9x9")
        refused = await guest.post("/games", {"setup": "9x9"}, expect=409, code="limit-reached")
        assert refused.json["detail"] == (
            "You have 10 open games, the maximum for a guest. Finish or remove one first.")

        await guest.post("/me/upgrade", {"handle": "anna", "password": "correct horse battery"},
                         expect=200)
        await guest.open_game(setup="9x9")


async def test_invitations_of_others_do_not_count(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        for _ in range(OPEN_GAMES_MAX):
            await anna.open_game(setup="9x9", seats=["me", "ben"])
        await ben.open_game(setup="9x9")


async def test_who_is_muted_can_neither_challenge_nor_invite(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        standing = await challenge(ben, seats=["open", "me"])
        await ben.request("PUT", "/me/mutes/anna", expect=204)

        await challenge(anna, seats=["me", "ben"], expect=403, code="not-admitted")
        await anna.post("/games", {"setup": "9x9", "seats": ["me", "ben"]}, expect=403,
                        code="not-admitted")
        await accept(anna, standing["id"], expect=403, code="not-admitted")
        assert (await ben.get("/me/notifications", expect=200)).json["newest"] == 0

        await challenge(carl, seats=["me", "ben"])
        await challenge(ben, seats=["me", "anna"])
        await ben.request("DELETE", "/me/mutes/anna", expect=204)
        await challenge(anna, seats=["me", "ben"])


async def test_who_is_muted_gets_no_rematch(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made = await challenge(anna, seats=["me", "ben"])
        game = (await accept(ben, made["id"]))["game"]
        await anna.leave(game)
        await ben.request("PUT", "/me/mutes/anna", expect=204)

        await anna.post(f"/games/{game}/rematch", {}, expect=403, code="not-admitted")


async def test_a_profile_says_what_the_player_says(server):
    async with Rest(server) as rest:
        (anna,) = await members(rest, 1)
        before = (await rest.nobody.get("/players/anna", expect=200)).json
        about = {"time_zone": "Europe/Berlin", "language": "de",
                 "about": "Nine stones, <b>no</b> hurry."}
        await anna.request("PUT", "/me/profile", about, expect=200)
        after = (await rest.nobody.get("/players/anna", expect=200)).json

    assert (before["language"], before["about"]) == ("en", "")
    assert (after["language"], after["about"]) == ("de", "Nine stones, <b>no</b> hurry.")
    # A player's home and hours of sleep are private.
    assert not {"time_zone", "sleep"} & set(after)


async def mentions(player):
    page = (await player.get("/me/notifications", expect=200)).json
    return [one["data"]["text"] for one in page["notifications"] if one["kind"] == "chat-mention"]


@pytest.mark.parametrize("text, is_told", [
    ("@ben, good luck!", True), ("well played, @BEN", True), ("(@ben)", True),
    ("mail me at anna@ben", False), ("@bend", False), ("ben", False), ("@ ben", False),
])
async def test_a_message_that_names_a_player(server, text, is_told):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = (await accept(ben, (await challenge(anna, seats=["me", "ben"]))["id"]))["game"]
        await anna.post(f"/games/{game}/chat", {"text": text}, expect=201)
        assert await mentions(ben) == ([text] if is_told else [])
        assert await mentions(anna) == []


async def test_a_mention_reaches_nobody_who_may_not_read_it_or_does_not_care(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = await members(rest, 4)
        game = (await accept(ben, (await challenge(anna, seats=["me", "ben"]))["id"]))["game"]
        await dora.request("PUT", f"/games/{game}/watch", {"mode": "end"}, expect=200)
        everybody = "@anna @ben @carl @dora @anna"
        await anna.post(f"/games/{game}/chat", {"text": everybody}, expect=201)
        await carl.post(f"/games/{game}/chat?room=spectators", {"text": everybody}, expect=201)
        told = [await mentions(player) for player in (anna, ben, carl, dora)]
        await ben.request("PUT", "/me/mutes/anna", expect=204)
        await anna.post(f"/games/{game}/chat", {"text": "@ben again"}, expect=201)

        assert told == [[], [everybody], [], [everybody]]
        assert await mentions(ben) == [everybody]


async def test_an_address_that_is_not_verified_is_not_missing(server):
    async with Rest(server) as rest:
        body = {"handle": "anna", "password": "correct horse battery", "email": "a@example.org"}
        grant = (await rest.nobody.post("/accounts", body, expect=201)).json
        anna = Player(rest, grant["handle"], grant["token"])
        (address,) = (await anna.get("/me/addresses", expect=200)).json["addresses"]

        known = {"password": body["password"]}
        await anna.post(f"/me/addresses/{address['id']}/primary", known, expect=409,
                        code="address-not-verified")
        await anna.post("/me/addresses/99/primary", known, expect=404, code="no-such-address")
