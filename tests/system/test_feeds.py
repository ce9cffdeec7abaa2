"""Things that wait, things that are watched, calendars of deadlines and feeds of games."""

import re
import xml.etree.ElementTree

import pytest

from support.live import Live
from support.rest import PASSWORD, Rest, start_game

DAY_S = 86_400
ATOM = "{http://www.w3.org/2005/Atom}"


async def all_turns(player, limit=2):
    """Everything that waits, page by page."""
    found, cursor = [], ""
    while cursor is not None:
        page = (await player.get(f"/me/turns?limit={limit}{cursor}", expect=200)).json
        found += page["turns"]
        cursor = page["next"] and f"&cursor={page['next']}"
    return found


async def timed_game(black, white, days):
    """A game with so many days for every move."""
    clock = {"kind": "per-move", "per_move_s": days * DAY_S}
    game = await black.open_game(setup="9x9", clock=clock)
    return await white.join(game["id"])


def path_of(url):
    """The path of an address of the server, for `request`."""
    return "/" + re.sub("^https?://[^/]+", "", url)


def unfolded(text):
    """The content lines of an iCalendar, read by the rules and not by ours."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


async def test_turns_are_listed_by_urgency(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        untimed = await anna.open_game(setup="9x9")
        await ben.join(untimed["id"])
        late = await timed_game(anna, ben, 3)
        soon = await timed_game(anna, ben, 1)
        kept = await ben.open_game(setup="9x9", seats=["me", anna.handle])
        turns = await all_turns(anna)
        of_ben = await all_turns(ben)
        await anna.move(soon["id"], "C2", 0)
        server.kill()
        server.start()
        after = await all_turns(anna)
        of_ben_after = await all_turns(ben)

    assert [(turn["kind"], turn["game"]["id"]) for turn in turns] == [
        ("move", soon["id"]), ("move", late["id"]), ("move", untimed["id"]), ("seat", kept["id"])]
    assert turns[0]["deadline"] < turns[1]["deadline"] and turns[2]["deadline"] is None
    assert of_ben == []
    assert [turn["game"]["id"] for turn in after] == [late["id"], untimed["id"], kept["id"]]
    assert [turn["game"]["id"] for turn in of_ben_after] == [soon["id"]]


async def test_a_game_is_watched(server):
    async with Rest(server) as rest:
        game, (anna, ben) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/watch"
        carl, dora = await rest.guests(2)
        async with Live(server, carl.token) as live:
            await live.do("subscribe", topic="me")
            first = (await carl.request("PUT", path, {"mode": "each"}, expect=200)).json
            second = (await dora.request("PUT", path, {"mode": "end"}, expect=200)).json
            await anna.request("PUT", path, {"mode": "end"}, expect=409, code="already-seated")
            await anna.move(game["id"], "C2", 0)
            await live.until(lambda: live.pushed("me", "watched-move"))
            await ben.leave(game["id"])
            await live.until(lambda: live.pushed("me", "watched-finished"))
        told = (await dora.get("/me/notifications", expect=200)).json["notifications"]
        listed = (await carl.get("/me/watches", expect=200)).json["watches"]
        await carl.request("DELETE", path, expect=204)
        await carl.request("DELETE", path, expect=204)
        rest_of_them = (await carl.get("/me/watches", expect=200)).json["watches"]
        left = (await dora.get("/me/watches", expect=200)).json["watches"]

    assert (first["watchers"], second["watchers"]) == (1, 2)
    assert [one["kind"] for one in told] == ["watched-finished"]
    assert [(one["game"]["id"], one["mode"]) for one in listed] == [(game["id"], "each")]
    assert rest_of_them == [] and left[0]["watchers"] == 1


async def test_a_private_game_is_watched_by_nobody_else(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = await anna.open_game(setup="9x9", seats=["me", ben.handle], visibility="private")
        await carl.request("PUT", f"/games/{game['id']}/watch", {"mode": "end"}, expect=404,
                           code="no-such-game")


async def test_deadlines_are_a_calendar(server):
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        game = await timed_game(anna, ben, 3)
        await timed_game(ben, anna, 2)
        url = (await anna.get("/me/calendar", expect=200)).json["url"]
        answer = await rest.nobody.get(path_of(url), expect=200)
        mine = await anna.get("/me/calendar.ics", expect=200)
        again = await rest.nobody.get(path_of(url), expect=304,
                                      headers={"If-None-Match": answer.headers["etag"]})
        lines = unfolded(answer.body.decode())
        due = (await all_turns(anna))[0]["deadline"]
        await anna.move(game["id"], "C2", 0)
        empty = unfolded((await rest.nobody.get(path_of(url), expect=200)).body.decode())
        await ben.move(game["id"], (await ben.get(f"/games/{game['id']}/legal-moves")).json
                       ["points"][0], 1)
        later = unfolded((await rest.nobody.get(path_of(url), expect=200)).body.decode())

    assert again.body == b"" and mine.body == answer.body
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert url.startswith(server.url) and url.endswith(".ics")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-1] == "END:VCALENDAR"
    assert lines.count("BEGIN:VEVENT") == 1 and lines.count("BEGIN:VALARM") == 1
    fields = dict(line.split(":", 1) for line in lines if not line.startswith(("BEGIN", "END")))
    assert fields["DTSTART"] == re.sub(r"\.\d+|[-:]", "", due)
    assert re.fullmatch(r"\d{8}T\d{6}Z", fields["DTSTAMP"])
    assert f"game {game['id']}" in next(line for line in lines if line.startswith("SUMMARY:"))
    assert "BEGIN:VEVENT" not in empty
    uid = [line for line in lines if line.startswith("UID:")]
    assert uid == [line for line in later if line.startswith("UID:")]


async def test_a_calendar_is_found_by_its_secret_only(server):
    async with Rest(server) as rest:
        anna = await rest.guest()
        old = (await anna.get("/me/calendar", expect=200)).json["url"]
        path = path_of(old)
        await rest.nobody.get(path, expect=200)
        for wrong in (path[:-5] + ("A" if path[-5] != "A" else "B") + ".ics", path[:-4],
                      path.replace("/1-", "/2-"), "/calendars/x.ics", "/calendars/1-.ics"):
            await rest.nobody.get(wrong, expect=404, code="no-such-calendar")
        server.kill()
        server.start()
        await anna.request("DELETE", "/me/calendar", expect=204)
        await rest.nobody.get(path, expect=404)
        new = (await anna.get("/me/calendar", expect=200)).json["url"]
        await rest.nobody.get(path_of(new), expect=200)
    assert new != old


async def test_a_game_is_a_feed(server):
    async with Rest(server) as rest:
        game, (anna, ben) = await start_game(rest, setup="9x9")
        url = (await rest.nobody.get(f"/games/{game['id']}/feed", expect=200)).json["url"]
        first = await rest.nobody.get(path_of(url), expect=200)
        await rest.nobody.get(path_of(url), expect=304,
                              headers={"If-None-Match": first.headers["etag"]})
        await anna.move(game["id"], "C2", 0)
        second = await rest.nobody.get(path_of(url), expect=200,
                                       headers={"If-None-Match": first.headers["etag"]})
        await ben.leave(game["id"])
        log = await rest.nobody.events(game["id"])
        last = await rest.nobody.get(path_of(url), expect=200)

    feeds = [xml.etree.ElementTree.fromstring(answer.body) for answer in (first, second, last)]
    ids = [[entry.findtext(ATOM + "id") for entry in feed.iter(ATOM + "entry")] for feed in feeds]
    assert ids[1][1:] == ids[0] and ids[2][-len(ids[1]):] == ids[1]
    assert len(set(ids[2])) == len(ids[2]) == len(log)
    feed = feeds[2]
    assert feed.tag == ATOM + "feed"
    assert feed.findtext(ATOM + "updated") == log[-1]["at"]
    assert [entry.findtext(ATOM + "updated") for entry in feed.iter(ATOM + "entry")] == \
        [event["at"] for event in log[::-1]]
    links = {link.get("rel"): link.get("href") for link in feed.findall(ATOM + "link")}
    assert links["self"] == url
    assert links["alternate"] == url[:url.index("/api/")] + f"/games/{game['id']}"
    assert "has won" in feed.find(ATOM + "entry").findtext(ATOM + "title")
    assert all(one.startswith("urn:uuid:") for one in ids[2])


async def test_the_feed_of_a_private_game_has_a_key(server):
    async with Rest(server) as rest:
        anna, ben, carl = await rest.guests(3)
        game = await anna.open_game(setup="9x9", seats=["me", ben.handle], visibility="private")
        other = await carl.open_game(setup="9x9", seats=["me", ben.handle], visibility="private")
        path = f"/games/{game['id']}/feed"
        for nobody in (carl, rest.nobody):
            await nobody.get(path, expect=404, code="no-such-game")
            await nobody.get(f"{path}.atom", expect=404, code="no-such-game")
        urls = [(await player.get(path, expect=200)).json["url"] for player in (anna, ben)]
        assert urls[0] != urls[1]
        for url in urls:
            await rest.nobody.get(path_of(url), expect=200)
        key = urls[0].split("key=")[1]
        for wrong in (key[:-1] + ("A" if key[-1] != "A" else "B"), "", "1-"):
            await rest.nobody.get(f"{path}.atom?key={wrong}", expect=404, code="no-such-game")
        await rest.nobody.get(f"/games/{other['id']}/feed.atom?key={key}", expect=404,
                              code="no-such-game")


@pytest.mark.parametrize("what", ["by request", "by a change", "with the account"])
async def test_keys_of_calendar_and_private_feeds_end(server, what):
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        game = await anna.open_game(setup="9x9", seats=["me", "ben"], visibility="private")
        feed = f"/games/{game['id']}/feed"
        old = {player: [path_of((await player.get(path, expect=200)).json["url"])
                        for path in ("/me/calendar", feed)] for player in (anna, ben)}
        for path in old[anna] + old[ben]:
            await rest.nobody.get(path, expect=200)

        if what == "by request":
            await anna.request("DELETE", "/me/calendar", expect=204)
        elif what == "by a change":
            change = {"password": PASSWORD, "new_password": "another password"}
            await anna.post("/me/password", change, expect=204)
        else:
            await anna.request("DELETE", "/me", {"password": PASSWORD}, expect=204)

        for path in old[anna]:
            await rest.nobody.get(path, expect=404)
        for path in old[ben]:
            await rest.nobody.get(path, expect=200)
        if what != "with the account":
            for path in ("/me/calendar", feed):
                new = path_of((await anna.get(path, expect=200)).json["url"])
                assert new not in old[anna]
                await rest.nobody.get(new, expect=200)


async def test_a_feed_does_not_repeat_a_key_that_is_none(server):
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/feed.atom"

        plain = await rest.nobody.get(path, expect=200)
        keyed = await rest.nobody.get(path + "?key=a%26b%22", expect=200)

    assert keyed.body == plain.body
