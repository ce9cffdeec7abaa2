"""The data of a player: all of it is exported, and what is theirs alone goes with them."""

import json

from support.everything import PUSH, SAID, SECRET_NOTE, use_everything
from support.rest import Player, Rest

EXPORTS_AN_HOUR = 5
PASSWORD = "correct horse battery"


async def test_the_export_holds_what_was_left_everywhere(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game, over = await use_everything(anna, ben)

        body = (await anna.get("/me/export", expect=200)).body.decode()

        archive = json.loads(body)
        for part in ("account", "bots", "addresses", "sessions", "links", "mails", "games",
                     "counts", "reliability", "ratings", "rated_games", "challenges", "notes",
                     "challenge_seats", "chat_messages", "chat_reports", "mutes", "webhooks",
                     "plans", "push_subscriptions", "studies", "clubs"):
            assert archive[part], part
        assert archive["notes"][0]["text"] == SECRET_NOTE
        assert archive["studies"][0]["branches"][0]["comment"] == SECRET_NOTE
        assert archive["chat_messages"][0]["text"] == SAID
        assert archive["plans"][0]["plan"][0]["then"] == "C4"
        assert archive["mutes"][0]["handle"] == "ben"
        assert {row["game"] for row in archive["games"]} == {game, over}
        for secret in (anna.token, "argon2", "tbl_", "whsec_", "password_hash",
                       PUSH["keys"]["auth"], PUSH["keys"]["p256dh"]):
            assert secret not in body
        others = (await ben.get("/me/export", expect=200)).body.decode()
        assert SECRET_NOTE not in others and SAID not in others


async def test_all_data_can_be_had_a_few_times_an_hour(server):
    """Also after a restart, and by one account whatever another does."""
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        for _ in range(EXPORTS_AN_HOUR):
            await anna.get("/me/export", expect=200)
        refused = await anna.get("/me/export", expect=429, code="rate-limited")
        assert 3000 < int(refused.headers["retry-after"]) <= 3600
        await ben.get("/me/export", expect=200)
    server.restart()
    async with Rest(server) as rest:
        again = Player(rest, anna.handle, anna.token)
        await again.get("/me/export", expect=429, code="rate-limited")


async def test_who_goes_leaves_no_name_and_no_words(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game, over = await use_everything(anna, ben)

        await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)

        now = await ben.game(game)
        assert (now["status"], now["winner"]) == ("finished", "white")
        await rest.nobody.get("/players/anna", expect=404, code="no-such-player")
        chat = (await ben.get(f"/games/{game}/chat?room=players", expect=200)).json["messages"]
        assert SAID not in json.dumps(chat)
        listed = (await rest.nobody.get("/games?status=finished", expect=200)).json["games"]
        handles = {seat["handle"] for row in listed for seat in row["seats"]}
        assert "anna" not in handles and "ben" in handles
        standings = (await rest.nobody.get("/standings?setup=9x9", expect=200)).body.decode()
        found = (await rest.nobody.get("/players?q=anna", expect=200)).body.decode()
        assert '"anna"' not in standings and '"annas-bot"' not in found and '"anna"' not in found
