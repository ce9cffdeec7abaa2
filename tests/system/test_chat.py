"""Chat beside games: who reads and writes where, pages, pushes, mutes, reports, limits."""

import pytest

from support.live import Live
from support.rest import Rest, start_game

TEXT_CHARS_MAX = 500
REPORTS_MAX = 20


def room(game, name):
    return f"/games/{game}/chat?room={name}"


async def say(player, game, text, name="players", **options):
    options.setdefault("expect", 201)
    return (await player.post(room(game, name), {"text": text}, **options)).json


async def heard(reader, game, name="players"):
    page = (await reader.get(room(game, name), expect=200)).json
    return [message["text"] for message in page["messages"]]


async def started(rest, **request):
    request.setdefault("setup", "9x9")
    game, players = await start_game(rest, **request)
    return game["id"], players


async def test_what_players_say_stays_among_them(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        stranger = await rest.guest()

        message = await say(black, game, "Good luck! Ελένη 🙂")
        await say(white, game, "You too.")

        assert message["author"] == black.handle and message["room"] == "players"
        assert await heard(white, game) == ["You too.", "Good luck! Ελένη 🙂"]
        for path in (room(game, "players"), f"/games/{game}/chat"):
            await stranger.get(path, expect=403, code="not-a-player")
            await rest.nobody.get(path, expect=401, code="unauthorized")
        await say(stranger, game, "Hello", expect=403, code="not-a-player")
        await black.leave(game)
        await say(black, game, "Well played.")
        assert (await heard(white, game))[0] == "Well played."
        await stranger.get(room(game, "players"), expect=403, code="not-a-player")


async def test_spectators_are_hidden_from_players_until_the_end(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        spectator, other = await rest.guests(2)

        await say(spectator, game, "White is lost.", "spectators")

        assert await heard(other, game, "spectators") == ["White is lost."]
        for player in (black, white):
            await player.get(room(game, "spectators"), expect=403, code="chat-hidden")
            await say(player, game, "?", "spectators", expect=403, code="chat-hidden")
        await rest.nobody.get(room(game, "spectators"), expect=401, code="unauthorized")
        await white.leave(game)
        await say(black, game, "I saw that.", "spectators")
        for reader in (black, white, rest.nobody, other):
            assert await heard(reader, game, "spectators") == ["I saw that.", "White is lost."]


async def test_who_is_out_is_still_a_player(server):
    async with Rest(server) as rest:
        game, players = await started(rest, seats=4, setup="19x19-4p")

        await players[2].leave(game)

        await say(players[2], game, "Bye.")
        await players[2].get(room(game, "spectators"), expect=403, code="chat-hidden")


async def test_who_is_invited_is_a_player(server):
    async with Rest(server) as rest:
        creator, invited = await rest.guests(2)
        game = await creator.open_game(setup="9x9", seats=["me", invited.handle])

        await say(creator, game["id"], "Will you play?")

        assert await heard(invited, game["id"]) == ["Will you play?"]
        await invited.get(room(game["id"], "spectators"), expect=403, code="chat-hidden")


async def test_private_games_have_private_rooms(server):
    async with Rest(server) as rest:
        creator, invited, stranger = await rest.guests(3)
        game = await creator.open_game(setup="9x9", seats=["me", invited.handle],
                                       visibility="private")

        for name in ("players", "spectators"):
            await stranger.get(room(game["id"], name), expect=404, code="no-such-game")
            await say(stranger, game["id"], "?", name, expect=404, code="no-such-game")
            await rest.nobody.get(room(game["id"], name), expect=404, code="no-such-game")


async def test_pages_neither_miss_nor_repeat(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        for number in range(5):
            await say(black, game, str(number))
        path = room(game, "players") + "&limit=2"
        texts, cursor, cursors = [], "", []
        while cursor is not None:
            page = (await white.get(path + (cursor and f"&cursor={cursor}"), expect=200)).json
            texts += [message["text"] for message in page["messages"]]
            cursor = page["next"]
            cursors.append(cursor)
            await say(black, game, "later")

        assert texts == ["4", "3", "2", "1", "0"]
        await white.get(path + "&cursor=nonsense", expect=400, code="bad-cursor")
        await white.get(f"/challenges?cursor={cursors[0]}", expect=400, code="bad-cursor")
        for limit in (0, 201, "x"):
            await white.get(room(game, "players") + f"&limit={limit}", expect=400,
                            code="bad-parameter")
        await white.get(room(game, "kitchen"), expect=400, code="bad-parameter")


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "\u0000", "\u001b[1m", "\u202e", "x" * 501])
async def test_a_text_that_is_refused(server, text):
    async with Rest(server) as rest:
        game, (black, _) = await started(rest)

        problem = await say(black, game, text, expect=422, code="invalid-field")

        assert problem["pointer"] == "/text"
        assert await heard(black, game) == []


async def test_a_text_at_the_limit(server):
    async with Rest(server) as rest:
        game, (black, _) = await started(rest)

        await say(black, game, "🙂" * TEXT_CHARS_MAX)

        assert await heard(black, game) == ["🙂" * TEXT_CHARS_MAX]


async def test_the_same_key_says_it_once(server):
    async with Rest(server) as rest:
        game, (black, _) = await started(rest)
        key = {"Idempotency-Key": "one"}

        first = await say(black, game, "Hello", headers=key)
        again = await say(black, game, "Hello", headers=key)

        assert again == first
        assert await heard(black, game) == ["Hello"]
        await say(black, game, "Other", headers=key, expect=422, code="idempotency-key-reused")
        server.kill()
        server.start()
        assert await say(black, game, "Hello", headers=key) == first


async def test_an_account_may_say_so_much(make_server):
    server = make_server(["--limits-messages-per-minute", "4"])
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        far = {"X-Forwarded-For": "203.0.113.9"}

        answers = [await black.post(room(game, "players"), {"text": "Hi"}, headers=far)
                   for _ in range(4)]

        assert [answer.status for answer in answers] == [201, 201, 429, 429]
        assert answers[2].code == "rate-limited"
        await say(white, game, "Hi", headers=far)
        await say(black, game, "From here it is not counted.")


async def test_guests_write_where_they_may(make_server):
    server = make_server(["--chat-guests", "no"])
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        guest = await rest.guest()
        game = await anna.open_game(setup="9x9")
        await ben.join(game["id"])

        await say(guest, game["id"], "Hi", "spectators", expect=403, code="forbidden")
        await say(anna, game["id"], "Hi")
        assert await heard(guest, game["id"], "spectators") == []


# --- pushes ---

async def subscribed(live, game):
    await live.do("subscribe", topic=f"game:{game}")
    return live


def said(live):
    return [message["data"]["text"] for message in live.pushed(kind="chat")]


async def test_messages_are_pushed_to_those_who_may_read_them(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        spectator = await rest.guest()
        async with Live(server, black.token) as player, Live(server) as nobody, \
                Live(server, spectator.token) as watcher:
            for live in (player, nobody, watcher):
                await subscribed(live, game)
            await say(white, game, "to players")
            await say(spectator, game, "to spectators", "spectators")
            await black.move(game, "C2", 0)
            for live in (player, nobody, watcher):
                await live.until(lambda live=live: live.pushed(kind="move"))
            assert (said(player), said(watcher), said(nobody)) == \
                (["to players"], ["to spectators"], [])

            await white.leave(game)
            await say(spectator, game, "after the end", "spectators")
            for live in (player, nobody, watcher):
                await live.until(lambda live=live: "after the end" in said(live))
            assert said(nobody) == ["after the end"]
            chat = watcher.pushed(kind="chat")[0]
            assert chat["topic"] == f"game:{game}" and chat["room"] == "spectators"


async def test_who_only_glances_at_a_board_hears_nothing(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        async with Live(server, black.token) as live, Live(server, black.token) as full:
            await live.do("subscribe", topic=f"game:{game}", glance=True)
            await subscribed(full, game)
            await say(white, game, "to players")
            await black.move(game, "C2", 0)
            for one in (live, full):
                await one.until(lambda one=one: one.pushed(kind="move"))

            assert (said(live), said(full)) == ([], ["to players"])
            await live.refused("already-subscribed", "subscribe", topic=f"game:{game}")
            await live.do("unsubscribe", topic=f"game:{game}")
            await subscribed(live, game)
            await say(white, game, "again")
            await live.until(lambda: said(live) == ["again"])


async def test_a_player_who_comes_as_nobody_and_signs_in_hears_no_spectators(server):
    async with Rest(server) as rest:
        game, (black, _) = await started(rest)
        spectator = await rest.guest()
        async with Live(server) as live:
            await subscribed(live, game)
            await say(spectator, game, "one", "spectators")
            await live.do("auth", token=black.token)
            await say(spectator, game, "two", "spectators")
            await black.move(game, "C2", 0)
            await live.until(lambda: live.pushed(kind="move"))

            assert said(live) == []


# --- mutes ---

async def test_the_muted_are_neither_listed_nor_pushed(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        await say(white, game, "before")

        for _ in range(2):
            await black.request("PUT", f"/me/mutes/{white.handle.upper()}", expect=204)

        mutes = (await black.get("/me/mutes", expect=200)).json["mutes"]
        assert [mute["handle"] for mute in mutes] == [white.handle]
        async with Live(server, black.token) as live:
            await subscribed(live, game)
            await say(white, game, "after")
            await say(black, game, "mine")
            await live.until(lambda: said(live))
            assert said(live) == ["mine"]
        assert await heard(black, game) == ["mine"]
        assert await heard(white, game) == ["mine", "after", "before"]
        for _ in range(2):
            await black.request("DELETE", f"/me/mutes/{white.handle}", expect=204)
        assert await heard(black, game) == ["mine", "after", "before"]


async def test_mutes_that_are_refused(server):
    async with Rest(server) as rest:
        black = await rest.guest()

        await black.request("PUT", f"/me/mutes/{black.handle}", expect=403, code="forbidden")
        await black.request("PUT", "/me/mutes/nobody", expect=404, code="no-such-player")
        await black.request("DELETE", "/me/mutes/nobody", expect=404, code="no-such-player")


# --- reports ---

async def test_a_message_is_reported_once(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        message = await say(white, game, "You fool.")
        path = f"/games/{game}/chat/{message['id']}/report"

        first = (await black.post(path, {"reason": "Rude."}, expect=201)).json
        again = (await black.post(path, {"reason": "Very rude."}, expect=201)).json

        assert first == again and first["reason"] == "Rude."
        stranger = await rest.guest()
        await stranger.post(path, {"reason": "Rude."}, expect=404, code="no-such-message")
        for number in ("999", "0", "x", "-1"):
            await black.post(f"/games/{game}/chat/{number}/report", {"reason": "Rude."},
                             expect=404, code="no-such-message")
        other, _ = await started(rest)
        await black.post(f"/games/{other}/chat/{message['id']}/report", {"reason": "Rude."},
                         expect=404, code="no-such-message")
        await black.post(path, {"reason": " "}, expect=422, code="invalid-field")


async def test_so_many_reports_wait_and_no_more(server):
    async with Rest(server) as rest:
        game, (black, white) = await started(rest)
        ids = [(await say(white, game, "Fool."))["id"] for _ in range(REPORTS_MAX + 1)]
        paths = [f"/games/{game}/chat/{number}/report" for number in ids]

        for path in paths[:REPORTS_MAX]:
            await black.post(path, {"reason": "Rude."}, expect=201)

        await black.post(paths[-1], {"reason": "Rude."}, expect=409, code="limit-reached")
        await white.post(paths[-1], {"reason": "Mine."}, expect=201)
