"""Clubs: made, joined, led and left."""

import asyncio

from support.challenges import members
from support.rest import PASSWORD, Player, Rest
from support.tournaments import act, open_tables, seen, tournament

BOT = {"handle": "benbot"}


async def club(organiser, **settings):
    """A new club."""
    body = {"name": "Paddy Club", **settings}
    return (await organiser.post("/clubs", body, expect=201)).json


async def handles(reader, number, role="member"):
    """The handles of its members, or of those who have asked."""
    page = (await reader.get(f"/clubs/{number}/members?role={role}", expect=200)).json
    return [member["handle"] for member in page["members"]]


async def joined(number, *players):
    for player in players:
        await player.post(f"/clubs/{number}/join", {}, expect=200)


async def test_a_club_is_made_changed_and_deleted(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)

        made = await anna.post("/clubs", {"name": "Paddy Club", "about": "At eight."}, expect=201)

        path = made.headers["location"].removeprefix("/api/v1")
        assert made.json["you"] == {"role": "organiser"}
        assert made.json["organisers"] == [anna.handle]
        assert (made.json["entry"], made.json["members"]) == ("open", 1)
        server.kill()
        server.start()
        assert (await ben.get(path, expect=200)).json == {**made.json, "you": None}
        await ben.request("PATCH", path, {"name": "Ben"}, expect=403, code="not-an-organiser")
        await ben.request("DELETE", path, expect=403, code="not-an-organiser")
        await anna.request("PATCH", path, {"name": "\u202eclub"}, expect=422, code="invalid-field")
        changed = (await anna.request("PATCH", path, {"entry": "approval"}, expect=200)).json
        assert changed == {**made.json, "entry": "approval"}
        await anna.request("DELETE", path, expect=204)
        await anna.get(path, expect=404, code="no-such-club")
        assert (await anna.get("/me/clubs", expect=200)).json == {"clubs": [], "next": None}


async def test_an_open_club_takes_all_members_and_no_guest(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        number = (await club(anna))["id"]
        guest = await rest.guest()
        bot = (await ben.post("/me/bots", {**BOT, "password": PASSWORD},
                              expect=201)).json

        await joined(number, ben, ben)

        await guest.post(f"/clubs/{number}/join", {}, expect=403, code="wrong-kind")
        await guest.post("/clubs", {"name": "Guests"}, expect=403, code="wrong-kind")
        await Player(rest, "benbot", bot["token"]).post(
            f"/clubs/{number}/join", {}, expect=403, code="wrong-kind")
        assert await handles(rest.nobody, number) == [anna.handle, ben.handle]
        profile = (await rest.nobody.get(f"/players/{ben.handle}", expect=200)).json
        assert profile["clubs"] == [{"id": number, "name": "Paddy Club"}]
        [mine] = (await ben.get("/me/clubs", expect=200)).json["clubs"]
        assert (mine["id"], mine["you"], mine["members"]) == (number, {"role": "member"}, 2)
        await ben.post(f"/clubs/{number}/leave", {}, expect=204)
        await ben.post(f"/clubs/{number}/leave", {}, expect=204)
        assert await handles(rest.nobody, number) == [anna.handle]


async def test_a_club_with_approval_admits_each(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        number = (await club(anna, entry="approval"))["id"]
        path = f"/clubs/{number}/members"

        await joined(number, ben, carl)

        assert await handles(anna, number) == [anna.handle]
        assert await handles(anna, number, "asked") == [ben.handle, carl.handle]
        for other in (ben, rest.nobody):
            await other.get(f"{path}?role=asked", expect=403, code="not-an-organiser")
        await ben.request("PUT", f"{path}/{ben.handle}", expect=403, code="not-an-organiser")
        await anna.request("PUT", f"{path}/{ben.handle}", expect=204)
        await anna.request("DELETE", f"{path}/{carl.handle}", expect=204)
        assert await handles(anna, number) == [anna.handle, ben.handle]
        assert await handles(anna, number, "asked") == []
        # None comes in without having asked.
        await anna.request("PUT", f"{path}/{carl.handle}", expect=404, code="not-a-member")
        await anna.request("PUT", f"{path}/nobody-here", expect=404, code="no-such-player")


async def test_an_organiser_always_remains(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        number = (await club(anna))["id"]
        path = f"/clubs/{number}"
        await anna.request("PUT", f"{path}/organisers/{ben.handle}", expect=404,
                           code="not-a-member")
        await joined(number, ben)

        for method, what, *body in (("POST", "/leave", {}),
                                    ("DELETE", f"/members/{anna.handle}"),
                                    ("DELETE", f"/organisers/{anna.handle}")):
            await anna.request(method, path + what, *body, expect=409, code="limit-reached")

        await anna.request("PUT", f"{path}/organisers/{ben.handle}", expect=204)
        await asyncio.gather(*(player.request("DELETE", f"{path}/organisers/{player.handle}")
                               for player in (anna, ben)))
        view = (await anna.get(path, expect=200)).json
        assert len(view["organisers"]) == 1 and view["members"] == 2


async def test_who_goes_leaves_the_club_to_others(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        alone = (await club(anna, name="Alone"))["id"]
        number = (await club(anna))["id"]
        await joined(number, carl, ben)

        await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)

        view = (await ben.get(f"/clubs/{number}", expect=200)).json
        assert view["organisers"] == [carl.handle] and view["members"] == 2
        await ben.get(f"/clubs/{alone}", expect=404, code="no-such-club")


async def test_clubs_are_listed_in_pages(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        made = [(await club(anna, name=f"Club {n}"))["id"] for n in range(5)]
        await joined(made[2], ben)
        seen, path = [], "/clubs?limit=2"
        while path:
            page = (await ben.get(path, expect=200)).json
            seen += page["clubs"]
            path = page["next"] and f"/clubs?limit=2&cursor={page['next']}"

        assert [one["id"] for one in seen] == made[::-1]
        assert [one["you"] for one in seen] == [None, None, {"role": "member"}, None, None]
        await ben.get("/clubs?cursor=x", expect=400, code="bad-cursor")
        first = (await ben.get(f"/clubs/{made[2]}/members?limit=1", expect=200)).json
        rest_of = (await ben.get(f"/clubs/{made[2]}/members?limit=1&cursor={first['next']}",
                                 expect=200)).json
        assert [page["members"][0]["handle"] for page in (first, rest_of)] == [
            anna.handle, ben.handle] and rest_of["next"] is None


async def test_a_key_makes_one_club(server):
    async with Rest(server) as rest:
        [anna] = await members(rest, 1)
        key = {"Idempotency-Key": "club-1"}

        answers = await asyncio.gather(*(
            anna.request("POST", "/clubs", {"name": "Once"}, headers=key, expect=201)
            for _ in range(4)))

        assert len({answer.headers["location"] for answer in answers}) == 1
        assert len((await anna.get("/me/clubs", expect=200)).json["clubs"]) == 1
        await anna.request("POST", "/clubs", {"name": "Else"}, headers=key, expect=422,
                           code="idempotency-key-reused")


async def test_there_is_a_limit_of_clubs(server):
    async with Rest(server) as rest:
        [anna] = await members(rest, 1)
        for number in range(50):
            await club(anna, name=f"Club {number}")

        answers = await asyncio.gather(*(
            anna.request("POST", "/clubs", {"name": "One more"}) for _ in range(2)))

        assert {answer.status for answer in answers} == {409}


async def test_a_clubs_tournament_is_for_its_members(server):
    async with Rest(server) as rest:
        anna, ben, carl = await members(rest, 3)
        number = (await club(anna, entry="approval"))["id"]
        await joined(number, ben)
        await tournament(ben, club=number, expect=403, code="not-an-organiser")
        await tournament(anna, club=999, expect=404, code="no-such-club")

        made = await tournament(anna, club=number)
        open_to_all = await tournament(anna)

        assert made["club"] == number and "club" not in open_to_all
        for player in (ben, carl):
            await act(player, made["id"], "join", expect=403, code="entry-bounds")
        await anna.request("PUT", f"/clubs/{number}/members/{ben.handle}", expect=204)
        await act(ben, made["id"], "join")
        listed = (await carl.get(f"/tournaments?club={number}", expect=200)).json["tournaments"]
        assert [one["id"] for one in listed] == [made["id"]] and listed[0]["club"] == number
        await carl.get("/tournaments?club=x", expect=400, code="bad-parameter")
        await ben.request("PATCH", f"/tournaments/{open_to_all['id']}", {"club": number},
                          expect=403, code="not-an-organiser")
        await anna.request("PATCH", f"/tournaments/{made['id']}", {"club": None}, expect=409,
                           code="frozen-setting")


async def test_players_of_one_club_do_not_meet_at_first(server):
    async with Rest(server) as rest:
        players = await members(rest, 4)
        anna, ben = players[:2]
        number = (await club(anna))["id"]
        await joined(number, ben)
        made = await tournament(players[2], rounds=1)
        assert made["apart"] == "clubs"
        none = await tournament(players[2], apart=[])
        assert none["apart"] == []
        await tournament(players[2], apart="none", expect=422, code="invalid-field")
        for player in players:
            await act(player, made["id"], "join")
        # It is of the club that they were in when they entered.
        await ben.post(f"/clubs/{number}/leave", {}, expect=204)
        await act(players[2], made["id"], "start")

        tables = (await open_tables(anna, made["id"]))["tables"]

        pairs = [{player["handle"] for player in table["players"]} for table in tables]
        assert len(pairs) == 2 and {anna.handle, ben.handle} not in pairs
        log = (await seen(anna, made["id"], "/events"))["events"]
        assert all("clubs" not in event["data"] for event in log if event["type"] == "entered")
