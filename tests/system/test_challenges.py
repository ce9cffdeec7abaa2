"""Challenges: asking, answering, and the game that comes of it."""

import asyncio

import pytest

from support.administration import promoted
from support.challenges import accept, challenge, listed, members, seating
from support.live import Live
from support.rest import Player, Rest

SEATS_KEPT_MAX = 200
OPEN_MAX = 50
OPEN_OF_GUEST_MAX = 10
ASKING_OF_ADDRESS_MAX = 40
GAMES_OF_GUEST_MAX = 100


async def test_a_named_player_accepts_and_the_game_begins(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        clock = {"kind": "fischer", "initial_s": 259200, "increment_s": 86400, "max_s": 604800}
        made = await challenge(anna, seats=["ben", "me"], rated=True, swap=True, clock=clock)
        assert made["state"] == "open" and not made["guests"] and made["swap"]
        assert await listed(ben, "&for_me=true") == [made["id"]]
        assert await listed(anna, "&mine=true") == [made["id"]]
        assert await listed(rest.nobody) == [], "it has no seat for anybody"

        done = await accept(ben, made["id"])

        assert done["state"] == "accepted" and done["uses_left"] == 0
        game = await anna.game(done["game"])
        assert game["status"] == "active" and seating(game) == ["ben", "anna"]
        assert game["rated"] and game["swap"] and game["clock"]["initial_s"] == 259200
        assert await listed(ben, "&for_me=true") == []
        assert (await rest.nobody.get(f"/challenges/{made['id']}", expect=200)).json == done


async def test_an_open_challenge_is_taken_by_whom_it_admits(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        guest = await rest.guest()
        made = await challenge(anna, guests=False, rating={"max": 1600})
        strong = await challenge(anna, rating={"min": 1600})
        assert await listed(rest.nobody) == [strong["id"], made["id"]]

        await accept(guest, made["id"], expect=403, code="not-admitted")
        await accept(ben, strong["id"], expect=403, code="not-admitted")
        await accept(anna, made["id"], expect=409, code="already-seated")
        done = await accept(ben, made["id"], seat="white")

        assert seating(await rest.nobody.game(done["game"])) == ["anna", "ben"]
        await accept(ben, made["id"], expect=409, code="challenge-closed")


async def test_lists_are_narrowed_down(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        small = (await challenge(anna))["id"]
        rated = (await challenge(ben, rated=True))["id"]
        large = (await challenge(anna, setup="13x13"))["id"]

        assert await listed(ben) == [large, rated, small]
        assert await listed(ben, "&setup=9x9") == [rated, small]
        assert await listed(ben, "&rated=true") == [rated]
        assert await listed(ben, "&setup=9x9&rated=false") == [small]
        assert await listed(anna, "&mine=true") == [large, small]
        for query, status, code in (("?mine=true&setup=9x9", 400, "bad-parameter"),
                                    ("?mine=true&for_me=true", 400, "bad-parameter"),
                                    ("?rated=perhaps", 400, "bad-parameter"),
                                    ("?setup=8x8", 400, "bad-parameter"),
                                    ("?limit=201", 400, "bad-parameter"),
                                    ("?cursor=nonsense", 400, "bad-cursor")):
            await ben.get("/challenges" + query, expect=status, code=code)
        await rest.nobody.get("/challenges?mine=true", expect=401, code="unauthorized")


async def test_who_declines_may_say_why(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        made = await challenge(anna, seats=["me", "ben"])
        await carl.post(f"/challenges/{made['id']}/decline", {}, expect=403, code="not-a-player")
        await anna.post(f"/challenges/{made['id']}/decline", {}, expect=403, code="not-a-player")

        declined = (await ben.post(f"/challenges/{made['id']}/decline",
                                   {"reason": "Nach Ostern, ja?"}, expect=200)).json

        assert declined["state"] == "declined" and declined["declined_by"] == "ben"
        assert declined["reason"] == "Nach Ostern, ja?"
        await accept(ben, made["id"], expect=409, code="challenge-closed")
        notices = (await anna.get("/me/notifications", expect=200)).json["notifications"]
        assert [one["kind"] for one in notices] == ["challenge-declined"]
        assert notices[0]["data"] == declined


async def test_a_reason_has_its_length(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made = await challenge(anna, seats=["me", "ben"])
        path = f"/challenges/{made['id']}/decline"

        await ben.post(path, {"reason": "x" * 501}, expect=422, code="invalid-field")
        await ben.post(path, {"reason": "a\nb"}, expect=422, code="invalid-field")
        await ben.post(path, {"reason": "x" * 500}, expect=200)


async def test_a_challenge_is_withdrawn_by_its_creator(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made = await challenge(anna)
        path = f"/challenges/{made['id']}"
        await ben.request("DELETE", path, expect=403, code="not-the-creator")

        await anna.request("DELETE", path, expect=204)
        await anna.request("DELETE", path, expect=204)

        assert (await ben.get(path, expect=200)).json["state"] == "withdrawn"
        await accept(ben, made["id"], expect=409, code="challenge-closed")
        assert await listed(ben) == []


async def test_a_private_challenge_is_seen_by_those_concerned(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        made = await challenge(anna, seats=["me", "ben"], visibility="private")
        path = f"/challenges/{made['id']}"

        for stranger in (carl, rest.nobody):
            await stranger.get(path, expect=404, code="no-such-challenge")
        await accept(carl, made["id"], expect=404, code="no-such-challenge")
        await ben.get(path, expect=200)
        done = await accept(ben, made["id"])
        await carl.get(f"/games/{done['game']}", expect=404)
        await anna.post("/challenges", {"setup": "19x19-4p", "visibility": "private"}, expect=422,
                        code="invalid-field")
        assert "invitation" not in made and "invitation" not in done


async def invitation(player):
    """A private challenge with an open seat: its path, and the query that opens it."""
    made = await challenge(player, visibility="private")
    return made, f"/challenges/{made['id']}", f"?invitation={made['invitation']}"


async def test_an_invitation_lets_one_player_in_guests_too(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        guest = await rest.guest()
        made, path, code = await invitation(anna)
        number, key = made["id"], made["invitation"]

        for player in (ben, rest.nobody):
            await player.get(path, expect=404, code="no-such-challenge")
            await player.get(path + "?invitation=" + "A" * 16, expect=404,
                             code="no-such-challenge")
        assert await listed(ben) == [] and await listed(anna, "&mine=true") == [number]
        await accept(ben, number, expect=404, code="no-such-challenge")
        await accept(ben, number, expect=404, code="no-such-challenge", invitation="A" * 16)
        await accept(anna, number, expect=409, code="already-seated", invitation=key)
        seen = (await rest.nobody.get(path + code, expect=200)).json
        assert seen["state"] == "open" and "invitation" not in seen
        done = await accept(guest, number, invitation=key)

        game = await guest.game(done["game"])
        assert game["status"] == "active" and game["visibility"] == "private"
        assert seating(game) == ["anna", guest.handle]
        await accept(ben, number, expect=409, code="challenge-closed", invitation=key)
        await ben.get(f"/games/{done['game']}", expect=404)
        used = (await ben.get(path + code, expect=200)).json
        assert used["state"] == "accepted" and "invitation" not in used
        assert (await anna.get(path, expect=200)).json["invitation"] == key


async def test_an_invitation_can_be_withdrawn_and_is_for_one_game(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made, path, code = await invitation(anna)
        other, _, other_code = await invitation(anna)
        assert code != other_code
        await ben.get(path + other_code, expect=404, code="no-such-challenge")

        await anna.request("DELETE", path, expect=204)

        assert (await ben.get(path + code, expect=200)).json["state"] == "withdrawn"
        await accept(ben, made["id"], expect=409, code="challenge-closed",
                     invitation=made["invitation"])
        await accept(ben, other["id"], invitation=other["invitation"])
        for wrong in ({"uses": 2}, {"setup": "19x19-4p"}):
            await challenge(anna, expect=422, code="invalid-field",
                            **{"visibility": "private"} | wrong)


async def test_four_players_come_together_one_by_one(server):
    async with Rest(server) as rest:
        anna, ben, carl, dora = await members(rest, 4)
        made = await challenge(anna, setup="19x19-4p", seats=["open", "me", "carl", "open"],
                               leaver_policy="substitute")
        await accept(dora, made["id"], expect=403, code="seat-reserved", seat="red")
        await accept(dora, made["id"], expect=409, code="seat-taken", seat="white")
        await accept(dora, made["id"], expect=422, code="no-such-seat", seat="seat5")
        assert (await accept(dora, made["id"], seat="green"))["game"] is None
        freed = (await dora.post(f"/challenges/{made['id']}/decline", {}, expect=200)).json
        assert freed["state"] == "open" and freed["seats"][3]["state"] == "open"

        await accept(dora, made["id"], seat="black")
        await accept(carl, made["id"])
        done = await accept(ben, made["id"])

        game = await rest.nobody.game(done["game"])
        assert seating(game) == ["dora", "anna", "carl", "ben"]
        assert game["leaver_policy"] == "substitute" and game["status"] == "active"


async def test_seats_are_drawn_by_lot(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        firsts = set()
        made = await challenge(anna, order="random", uses=40)
        assert [seat["seat"] for seat in made["seats"]] == [None, None]
        await accept(ben, made["id"], expect=422, code="invalid-field", seat="white")
        for _ in range(40):
            game = (await accept(ben, made["id"]))["game"]
            firsts.add(seating(await anna.game(game))[0])

        assert firsts == {"anna", "ben"}, "one in 2^39 runs has one colour only"


async def test_a_standing_challenge_yields_as_many_games_as_it_says(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        guests = await rest.guests(12)
        made = await challenge(anna, uses=3)

        answers = await asyncio.gather(*(
            guest.post(f"/challenges/{made['id']}/accept", {}) for guest in guests))

        games = [answer.json["game"] for answer in answers if answer.status == 200]
        assert len(set(games)) == 3 and len(games) == 3
        assert {answer.code for answer in answers if answer.status != 200} == {"challenge-closed"}
        assert len((await anna.get("/games?player=anna", expect=200)).json["games"]) == 3
        assert (await anna.get(f"/challenges/{made['id']}")).json["uses_left"] == 0


async def test_one_of_fifty_gets_the_last_seat(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        guests = await rest.guests(50)
        made = await challenge(anna)

        answers = await asyncio.gather(*(
            guest.post(f"/challenges/{made['id']}/accept", {}) for guest in guests))

        assert sorted(answer.status for answer in answers) == [200] + [409] * 49
        assert len((await anna.get("/games?player=anna", expect=200)).json["games"]) == 1


async def test_a_key_makes_accepting_harmless_to_repeat(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        key = {"Idempotency-Key": "the-same"}
        body = {"setup": "9x9"}
        first = await anna.post("/challenges", body, headers=key, expect=201)
        again = await anna.post("/challenges", body, headers=key, expect=201)
        path = f"/challenges/{first.json['id']}/accept"

        answers = [await ben.post(path, {}, headers=key, expect=200) for _ in range(3)]

        assert again.body == first.body
        assert len({answer.body for answer in answers}) == 1
        await anna.post("/challenges", {"setup": "13x13"}, headers=key, expect=422,
                        code="idempotency-key-reused")
        assert len((await anna.get("/games", expect=200)).json["games"]) == 1


@pytest.mark.parametrize("request_, pointer", [
    ({"seats": ["open", "open"]}, "/seats"),
    ({"seats": ["me", "me"]}, "/seats/1"),
    ({"seats": ["me", "anna"]}, "/seats/1"),
    ({"seats": ["me", "open", "open"]}, "/seats"),
    ({"seats": ["me", "ben"], "uses": 2}, "/uses"),
    ({"uses": 1001}, "/uses"),
    ({"uses": 0}, "/uses"),
    ({"order": "alternate"}, "/order"),
    ({"rated": True, "guests": True}, "/guests"),
    ({"rating": {"min": 1600, "max": 1500}}, "/rating/max"),
    ({"rating": {"min": 4001}}, "/rating/min"),
    ({"reliability_min": 101}, "/reliability_min"),
    ({"expires_in": 59}, "/expires_in"),
    ({"expires_in": 7776001}, "/expires_in"),
    ({"leaver_policy": "substitute"}, "/leaver_policy"),
    ({"colour": "black"}, "/colour"),
])
async def test_a_field_that_can_not_be_is_named(server, request_, pointer):
    async with Rest(server) as rest:
        anna, _ = await members(rest, 2)

        problem = await challenge(anna, expect=422, code="invalid-field", **request_)

        assert problem["pointer"] == pointer


async def test_whom_nobody_knows_can_not_be_asked(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        guest = await rest.guest()

        await challenge(anna, expect=422, code="no-such-player", seats=["me", "zoe"])
        await challenge(anna, expect=422, code="no-such-setup", setup="8x8")
        await challenge(anna, expect=403, code="not-admitted", seats=["me", guest.handle],
                        rated=True)
        await challenge(guest, expect=403, code="not-admitted", rated=True)


async def test_so_many_seats_are_kept_for_somebody(server):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game = {"setup": "9x9", "seats": ["me", "anna"]}
        kept = []
        for name in ("carl", "dora"):
            creator = await rest.account(name)
            kept += [(await creator.post("/games", game, expect=201)).json["id"]
                     for _ in range(SEATS_KEPT_MAX // 2)]

        refused = await ben.post("/games", game, expect=409, code="limit-reached")
        assert refused.json["pointer"] == "/seats/1" and "\"anna\"" in refused.json["detail"]
        await ben.post("/games", {**game, "seats": ["me", "open"]}, expect=201)
        await anna.leave(kept[0])
        await ben.post("/games", game, expect=201)


async def test_one_address_has_a_fifth_of_the_challenges_that_wait_for_somebody(server):
    async with Rest(server) as rest:
        async def guest(address):
            grant = await rest.nobody.post("/guests", {}, expect=201,
                                           headers={"X-Forwarded-For": address})
            return Player(rest, grant.json["handle"], grant.json["token"])

        anna = await rest.account("anna")
        asking = {"seats": ["me", anna.handle]}
        for _ in range(ASKING_OF_ADDRESS_MAX // OPEN_OF_GUEST_MAX):
            one = await guest("203.0.113.7")
            made = [await challenge(one, **asking) for _ in range(OPEN_OF_GUEST_MAX)]
        last = await guest("203.0.113.7")

        refused = await challenge(last, expect=409, code="limit-reached", **asking)

        assert refused["pointer"] == "/seats/1"
        await challenge(await guest("203.0.113.8"), **asking)
        await anna.post(f"/challenges/{made[0]['id']}/decline", {}, expect=200)
        await challenge(last, **asking)


async def test_somebody_has_so_many_open_challenges(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        numbers = [(await challenge(anna))["id"] for _ in range(OPEN_MAX)]

        await challenge(anna, expect=409, code="limit-reached")
        await anna.request("DELETE", f"/challenges/{numbers[0]}", expect=204)
        await challenge(anna)


async def test_a_guest_has_fewer_open_challenges(server):
    async with Rest(server) as rest:
        guest = await rest.guest()
        for _ in range(OPEN_OF_GUEST_MAX):
            await challenge(guest)

        refused = await challenge(guest, expect=409, code="limit-reached")
        assert refused["detail"] == (
            "You have 10 open challenges, the maximum for a guest. Finish or remove one first.")
        await (await rest.guest()).post("/challenges", {"setup": "9x9"}, expect=201)


async def test_nobody_has_more_games_by_challenges_than_otherwise(server):
    async with Rest(server) as rest:
        ben = await rest.account("ben")
        guests = [await rest.guest() for _ in range(2)]
        for guest in guests:
            for _ in range(GAMES_OF_GUEST_MAX - 1):
                game = (await ben.open_game(setup="9x9"))["id"]
                await guest.join(game)
        offered = [(await challenge(guests[0]))["id"] for _ in range(2)]
        asked = (await challenge(ben, seats=["me", guests[1].handle]))["id"]

        await ben.post(f"/challenges/{offered[0]}/accept", {}, expect=200)
        refused = await ben.post(f"/challenges/{offered[1]}/accept", {}, expect=409,
                                 code="limit-reached")
        assert refused.json["detail"] == (
            f"{guests[0].handle} has reached the limit of games in progress.")
        await challenge(guests[0], expect=409, code="limit-reached")

        await guests[1].join((await ben.open_game(setup="9x9"))["id"])
        full = await guests[1].post(f"/challenges/{asked}/accept", {}, expect=409,
                                    code="limit-reached")
        assert full.json["detail"] == (
            "You have 100 games in progress, the maximum for a guest. Finish or remove one first.")


async def test_the_lobby_and_the_players_are_told(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        async with Live(server) as lobby, Live(server, ben.token) as mine:
            await lobby.do("subscribe", topic="lobby")
            await mine.do("subscribe", topic="me")
            made = await challenge(anna)
            asked = await challenge(anna, seats=["me", "ben"])
            await challenge(anna, seats=["me", "ben"], visibility="private")
            await accept(carl, made["id"])

            await lobby.until(lambda: lobby.pushed("lobby", "challenge-closed"))
            opened = lobby.pushed("lobby", "challenge-opened")
            assert [one["data"]["id"] for one in opened] == [made["id"]]
            assert opened[0]["data"] == made
            await mine.until(lambda: len(mine.pushed("me", "challenge")) == 2)
            assert mine.pushed("me", "challenge")[0]["data"] == asked


async def waiting(player):
    """The challenges that wait for somebody, as GET /me/turns shows them."""
    turns = (await player.get("/me/turns", expect=200)).json["turns"]
    return [turn["challenge"] for turn in turns if turn["kind"] == "challenge"]


async def test_who_is_asked_sees_it_among_what_waits(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        made = await challenge(anna, setup="19x19-4p", seats=["me", "ben", "carl", "open"])
        [turn] = (await ben.get("/me/turns", expect=200)).json["turns"]
        assert turn["kind"] == "challenge" and turn["challenge"] == made
        assert turn["since"] == made["created_at"] and turn["deadline"] == made["expires_at"]
        assert await waiting(anna) == []

        after = await accept(ben, made["id"])

        assert await waiting(ben) == []
        assert await waiting(carl) == [after], "it is shown as it is now"
        await carl.post(f"/challenges/{made['id']}/decline", {}, expect=200)
        assert await waiting(carl) == []
        other = await challenge(anna, seats=["me", "carl"])
        assert await waiting(carl) == [other]
        await anna.request("DELETE", f"/challenges/{other['id']}", expect=204)
        assert await waiting(carl) == []


async def test_who_is_suspended_has_no_open_challenges(server):
    async with Rest(server) as rest:
        anna = (await promoted(rest, anna="admin"))["anna"]
        ben, carl = [await rest.account(name) for name in ("ben", "carl")]
        his = await challenge(ben, seats=["me", "carl"])
        asks = await challenge(carl, seats=["me", "ben"])
        seated = await challenge(carl, setup="19x19-4p")
        await accept(ben, seated["id"])
        other = await challenge(carl)

        await anna.post("/admin/accounts/ben/suspend", {"reason": "Insults."}, expect=201)

        states = [(await carl.get(f"/challenges/{one['id']}", expect=200)).json
                  for one in (his, asks, seated, other)]
        assert [one["state"] for one in states] == ["withdrawn", "declined", "open", "open"]
        assert states[1]["declined_by"] == "ben"
        assert states[2]["seats"] == seated["seats"], "he has given his seat back"
        assert await waiting(carl) == []
        notices = (await carl.get("/me/notifications", expect=200)).json["notifications"]
        assert notices[0]["kind"] == "challenge-declined"


async def test_who_goes_takes_his_challenges_along(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        guest = await rest.guest()
        his = await challenge(guest)
        asks = await challenge(anna, seats=["me", guest.handle])

        await guest.request("DELETE", "/me", {}, expect=204)

        for one, state in ((his, "withdrawn"), (asks, "declined")):
            now = (await anna.get(f"/challenges/{one['id']}", expect=200)).json
            assert now["state"] == state
        assert await listed(anna) == []


async def test_the_muted_give_no_reasons(server):
    async with Rest(server) as rest:
        anna = (await promoted(rest, anna="moderator"))["anna"]
        ben, carl = [await rest.account(name) for name in ("ben", "carl")]
        made = await challenge(carl, seats=["me", "ben"])
        path = f"/challenges/{made['id']}/decline"
        await anna.post("/admin/accounts/ben/mute", {"reason": "Insults."}, expect=201)

        await ben.post(path, {"reason": "Lump!"}, expect=403, code="muted")

        assert (await carl.get(f"/challenges/{made['id']}", expect=200)).json["state"] == "open"
        declined = (await ben.post(path, {}, expect=200)).json
        assert declined["state"] == "declined" and declined["reason"] is None


async def test_challenges_survive_a_restart(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made = await challenge(anna, seats=["ben", "me"], order="random")
        server.restart()

        assert (await ben.get(f"/challenges/{made['id']}", expect=200)).json == made
        assert (await accept(ben, made["id"]))["state"] == "accepted"
