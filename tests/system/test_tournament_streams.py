"""Events of tournaments as they happen: live sockets, event streams and feeds."""

import contextlib
import random
import xml.etree.ElementTree

from support.challenges import members
from support.live import Live
from support.nodes import running_nodes
from support.random_play import until
from support.rest import Rest
from support.stream import Stream
from support.tournaments import (CLOCK, act, begun, log_of, open_tables, play_out, seen,
                                 tournament)

ATOM = "{http://www.w3.org/2005/Atom}"
NDJSON = {"Accept": "application/x-ndjson"}
SSE = {"Accept": "text/event-stream"}


@contextlib.asynccontextmanager
async def following(rest, number, query="", **headers):
    """A stream of the tournament's events while it is open."""
    url = f"{rest.server.url}/api/v1/tournaments/{number}/events{query}"
    async with rest.session.get(url, headers=headers) as raw:
        assert raw.status == 200, await raw.text()
        yield Stream(raw)


async def lines_of(rest, number, query=""):
    """All that NDJSON has, to its end."""
    async with following(rest, number, query, **NDJSON) as stream:
        found = []
        while (message := await stream.message()) is not None:
            found.append(message)
        return found


async def play_on(players, number, chance, rounds=3):
    """Plays the tournament to its end."""
    for played in range(1, rounds + 1):
        await until(lambda at=played: seen(players[0], number),
                    lambda answer, at=played: answer["round"] == at)
        current = await open_tables(players[0], number)
        for table in current["tables"]:
            names = [side["handle"] for side in table["players"]]
            await play_out(table["games"][-1]["game"], players, chance.choice(names))
    await until(lambda: seen(players[0], number), lambda answer: answer["state"] == "finished")


async def followed(live, number, count):
    """The pushes of a tournament, once there are so many."""
    def pushes():
        return live.pushed(f"tournament:{number}")

    return await live.until(lambda: len(pushes()) >= count and pushes())


async def test_a_spectator_from_the_first_event_sees_no_gap(server):
    async with Rest(server) as rest, Live(server) as first:
        players = await members(rest, 4)
        number = (await tournament(players[0], rounds=3, clock=CLOCK))["id"]
        await first.do("subscribe", topic=f"tournament:{number}", after=0)
        for player in players:
            await act(player, number, "join")
        async with Live(server) as second, \
                following(rest, number, "?follow=true", **NDJSON) as lines:
            await second.do("subscribe", topic=f"tournament:{number}", after=0)
            await act(players[0], number, "start")
            await play_on(players, number, random.Random(1))
            events = await log_of(rest.nobody, number)
            pushed = [await followed(live, number, len(events)) for live in (first, second)]
            # The stream of lines ends with the tournament.
            line_events = []
            while (message := await lines.message()) is not None:
                line_events.append(message)

    assert events[-1]["type"] == "finished"
    assert pushed[0] == pushed[1] == line_events == events


async def test_who_comes_back_goes_on_after_what_they_have_seen(server):
    async with Rest(server) as rest:
        players = await members(rest, 3)
        number = (await tournament(players[0], rounds=2))["id"]
        topic = f"tournament:{number}"
        async with Live(server) as live:
            answer = await live.do("subscribe", topic=topic)
            await act(players[1], number, "join")
            seen_last = (await followed(live, number, 1))[-1]["seq"]
            await live.do("unsubscribe", topic=topic)
            await act(players[2], number, "join")
        async with Live(server) as live:
            await live.do("subscribe", topic=topic, after=seen_last)
            missed = await followed(live, number, 1)
            await act(players[0], number, "join")
            both = await followed(live, number, 2)
        async with following(rest, number, **SSE) as stream:
            ids = [(await stream.event())["id"] for _ in range(4)]
        resuming = {**SSE, "Last-Event-ID": ids[2]}
        async with following(rest, number, "?after=1", **resuming) as stream:
            resumed = await stream.event()
        server.restart()
        async with Live(server) as live:
            await live.do("subscribe", topic=topic, after=2)
            after_restart = await followed(live, number, 2)

    assert answer["seq"] == 1 and seen_last == 2
    assert [one["data"]["player"] for one in both] == [players[2].handle, players[0].handle]
    assert missed == both[:1] and after_restart == both
    assert ids == ["1", "2", "3", "4"] and (resumed["id"], resumed["event"]) == ("4", "entered")


async def test_topics_of_no_tournament_are_refused(server):
    """An unlisted tournament is in no list, but open to all who have its number."""
    async with Rest(server) as rest, Live(server) as live:
        players = await members(rest, 2)
        number = (await tournament(players[0], visibility="unlisted"))["id"]
        gone = (await tournament(players[0]))["id"]
        await live.do("subscribe", topic=f"tournament:{gone}")
        await players[0].request("DELETE", f"/tournaments/{gone}", expect=204)
        for missing in (gone, number + 100):
            await rest.nobody.get(f"/tournaments/{missing}/events", expect=404, headers=SSE,
                                  code="no-such-tournament")
            await rest.nobody.get(f"/tournaments/{missing}/feed.atom", expect=404,
                                  code="no-such-tournament")
        await live.refused("no-such-tournament", "subscribe", topic=f"tournament:{number + 100}")
        await live.refused("no-such-topic", "subscribe", topic="tournament:0")
        await live.refused("bad-parameter", "subscribe", topic=f"tournament:{number}", after=2)
        await live.refused("invalid-field", "subscribe", topic=f"tournament:{number}", glance=True)
        await live.refused("not-subscribed", "unsubscribe", topic=f"tournament:{number}")
        await live.do("subscribe", topic=f"tournament:{number}", after=1)
        await live.refused("already-subscribed", "subscribe", topic=f"tournament:{number}")
        await rest.nobody.get(f"/tournaments/{number}/events?after=9", expect=400, headers=NDJSON,
                              code="bad-parameter")
        await rest.nobody.get(f"/tournaments/{number}/events?follow=true", expect=400,
                              code="bad-parameter")
        await rest.nobody.get(f"/tournaments/{number}/events?epoch=0123abcd", expect=412,
                              headers=SSE, code="server-restored")
        listed = (await rest.nobody.get("/tournaments", expect=200)).json["tournaments"]
        lines = await lines_of(rest, number)

    assert listed == [] and [one["type"] for one in lines] == ["created"]


async def test_the_feed_tells_the_news(server):
    async with Rest(server) as rest:
        players = await members(rest, 2)
        number = await begun(players[0], players, rounds=1, clock=CLOCK)
        await play_on(players, number, random.Random(2), rounds=1)
        answer = await rest.nobody.get(f"/tournaments/{number}/feed.atom", expect=200)
        again = await rest.nobody.get(f"/tournaments/{number}/feed.atom", expect=304,
                                      headers={"If-None-Match": answer.headers["etag"]})
    feed = xml.etree.ElementTree.fromstring(answer.body)
    entries = feed.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]

    assert answer.media_type == "application/atom+xml" and again.body == b""
    assert feed.findtext(f"{ATOM}title").startswith("Test cup, ")
    assert titles[0] == "The tournament is over." and titles[-1].startswith("anna announces")
    assert "The tournament starts with 2 players." in titles
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
    links = {entry.find(f"{ATOM}link").get("href").removeprefix(server.url) for entry in entries}
    assert links == {f"/tournaments/{number}", "/games/1"}


async def test_followers_at_one_node_hear_what_another_does(tmp_path, make_address):
    with running_nodes(tmp_path, make_address(), lambda _: ()) as nodes:
        async with Rest(nodes[0]) as here, Rest(nodes[1]) as there, Live(nodes[1]) as live, \
                Live(nodes[0]) as near:
            players = await members(here, 4)
            number = (await tournament(players[0], rounds=2, clock=CLOCK))["id"]
            for one in (live, near):
                await one.do("subscribe", topic=f"tournament:{number}", after=0)
            for player in players:
                await act(player, number, "join")
            await act(players[0], number, "start")
            await play_on(players, number, random.Random(3), rounds=2)
            events = await log_of(there.nobody, number)
            pushed = [await followed(one, number, len(events)) for one in (live, near)]

    assert pushed == [events, events] and events[-1]["type"] == "finished"
