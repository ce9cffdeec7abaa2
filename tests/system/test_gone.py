"""Accounts that are deleted: what is left of their names, and who gets them."""

import json

import pytest

from support import rows
from support.rest import PASSWORD, Rest

FORMS = ("?format=json", "?format=sgf")


async def a_game(rest):
    """Anna and her opponent, and a finished game of theirs in which they talked."""
    anna, ben = await rest.account("annabella"), await rest.account("ben")
    game = (await anna.open_game(setup="9x9", seats=["me", "ben"]))["id"]
    await ben.join(game)
    await anna.move(game, "C2", 0)
    await anna.post(f"/games/{game}/chat", {"text": "Hello"}, expect=201)
    await ben.leave(game)
    return anna, ben, game


async def shown(player, game):
    """Everything that tells of a game, by path."""
    paths = [f"/games/{game}", f"/games/{game}/events", f"/games/{game}/chat?room=players",
             f"/games/{game}/clock", f"/games/{game}/feed.atom", "/games?status=finished",
             "/players?limit=100", *(f"/games/{game}/record{form}" for form in FORMS)]
    return {path: await player.get(path, expect=200) for path in paths}


@pytest.mark.parametrize("restarts", [False, True])
async def test_old_games_show_a_number_for_who_is_gone(server, restarts):
    async with Rest(server) as rest:
        anna, ben, game = await a_game(rest)
        before = await shown(ben, game)
        named = [path for path, answer in before.items() if b"annabella" in answer.body]
        assert len(named) >= 6, "or it proves nothing"
        for path in named:
            etag = before[path].headers.get("etag")
            if etag:
                await ben.get(path, headers={"If-None-Match": etag}, expect=304)

        await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)
        if restarts:
            server.kill()
            server.start()

        after = await shown(ben, game)
        for path, answer in after.items():
            assert b"annabella" not in answer.body, path
            if path in named and not path.startswith("/players"):
                assert b"deleted-1" in answer.body, path
        for path in named:
            etag = before[path].headers.get("etag")
            if etag:
                await ben.get(path, headers={"If-None-Match": etag}, expect=200)
        events = after[f"/games/{game}/events"].json["events"]
        opened = events[0]["data"]
        assert [seat["handle"] for seat in opened["seats"]] == ["deleted-1", "ben"]
        assert opened["creator"] == {"account": 1, "handle": "deleted-1"}
        assert len(events) == len(before[f"/games/{game}/events"].json["events"])
        told = (await ben.get("/me/notifications", expect=200)).body
        assert b"annabella" not in told and b"deleted-1" in told


async def test_the_log_in_the_database_is_never_rewritten(server):
    async with Rest(server) as rest:
        anna, _, game = await a_game(rest)
        await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)

    assert json.loads(rows.event_data(server, game, 1))["creator"]["handle"] == "annabella"


async def test_nobody_gets_the_handle_of_who_is_gone(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("annabella"), await rest.account("ben")
        guest = await rest.guest()
        await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)
        server.kill()
        server.start()

        for handle in ("annabella", "Annabe1la", "ANNABEIIA"):
            body = {"handle": handle, "password": PASSWORD}
            await rest.nobody.post("/accounts", body, expect=409, code="handle-taken")
            await guest.post("/me/upgrade", body, expect=409, code="handle-taken")
            await ben.post("/me/bots", {"handle": handle, "password": PASSWORD}, expect=409,
                           code="handle-taken")
        await rest.account("annabell")


@pytest.mark.parametrize("handle", ["admin", "Adm1n", "r00t", "support", "tanb0", "system",
                                    "de1eted-7", "guest-otter", "Bot-5"])
async def test_reserved_words_are_nobodys(server, handle):
    async with Rest(server) as rest:
        ben, guest = await rest.account("ben"), await rest.guest()
        body = {"handle": handle, "password": PASSWORD}

        for who, path in ((rest.nobody, "/accounts"), (guest, "/me/upgrade")):
            await who.post(path, body, expect=422, code="invalid-field")
        await ben.post("/me/bots", {"handle": handle}, expect=422, code="invalid-field")


async def test_who_is_gone_has_left_all_games_however_many(server):
    """More than are left in one transaction."""
    async with Rest(server) as rest:
        anna, ben = await rest.account("annabella"), await rest.account("ben")
        games = [(await anna.open_game(setup="9x9"))["id"] for _ in range(60)]
        for game in games:
            await ben.join(game)
        waiting = (await anna.open_game(setup="9x9"))["id"]

        await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)

        for game in games:
            shown_game = (await ben.get(f"/games/{game}", expect=200)).json
            assert shown_game["status"] == "finished" and shown_game["winner"] == "white"
        opened = (await ben.get(f"/games/{waiting}", expect=200)).json
        assert [seat["state"] for seat in opened["seats"]] == ["open", "open"]
