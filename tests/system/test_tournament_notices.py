"""Notices to players of tournaments: one a round, one mail a round, and one at the end."""

import random

import pytest

from test_mail_out import member, text_in

from support.arenas import arena, next_game
from support.challenges import members
from support.random_play import until
from support.relay import Relay, relay_flags
from support.rest import Rest
from support.tournaments import CLOCK, act, begun, open_tables, play_out, seen, tournament


@pytest.fixture
def relay():
    """A relay that takes everything."""
    with Relay() as made:
        yield made


async def notices(player):
    """The tournaments' notices of a player, oldest first."""
    page = (await player.get("/me/notifications?limit=100", expect=200)).json
    return [one for one in reversed(page["notifications"])
            if one["type"].startswith("tournament-")]


async def play_round(players, number, round_number, chance):
    """Plays the open games of a round."""
    await until(lambda: seen(players[0], number),
                lambda answer: answer["round"] == round_number)
    current = await open_tables(players[0], number)
    for table in current["tables"]:
        names = [side["handle"] for side in table["players"]]
        await play_out(table["games"][-1]["game"], players, chance.choice(names))


async def finished(players, number):
    """Waits for the end."""
    await until(lambda: seen(players[0], number), lambda answer: answer["state"] == "finished")


async def test_each_player_has_one_notice_a_round_and_one_at_the_end(server):
    async with Rest(server) as rest:
        players = await members(rest, 5)
        number = await begun(players[0], players, rounds=3, clock=CLOCK)
        chance = random.Random(5)
        await play_round(players, number, 1, chance)
        await open_tables(players[0], number)
        leaver = players[4]
        await act(leaver, number, "withdraw", games="finish")
        before = await notices(leaver)
        for round_number in (2, 3):
            await play_round(players, number, round_number, chance)
        await finished(players, number)
        told = {player.handle: await notices(player) for player in players}
        standings = await seen(players[0], number, "/standings")

    assert told.pop(leaver.handle) == before, "who is out is told no more"
    places = {row["handle"]: row["place"] for row in standings["standings"]}
    for handle, rows in told.items():
        assert [row["data"].get("round") for row in rows] == [1, 2, 3, None]
        assert {row["data"]["name"] for row in rows} == {"Test cup"}
        for row in rows[:3]:
            assert (row["game"] is None) == (row["data"]["rests"] is not None)
            assert row["data"]["game"] == row["game"]
        assert rows[3]["type"] == "tournament-finished"
        assert rows[3]["data"]["place"] == places[handle]


async def test_a_cancelled_tournament_is_told_with_its_reason(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        number = await begun(anna, [anna, ben], rounds=1, clock=CLOCK)
        await act(anna, number, "cancel", reason="Nobody has time.")
        last = (await notices(ben))[-1]

    assert last["type"] == "tournament-finished"
    assert last["data"]["end_reason"] == "cancelled"
    assert last["data"]["reason"] == "Nobody has time." and last["data"]["place"] is None


async def test_a_game_of_a_league_that_begins_later_is_mailed(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        made = {name: await member(rest, relay, name) for name in ("anna", "ben", "carl")}
        players = [player for player, _ in made.values()]
        anna = players[0]
        number = (await tournament(anna, format="league", clock=CLOCK, parallel=1,
                                   league={"size": 3}))["id"]
        for player in players:
            await act(player, number, "join")
        await act(anna, number, "start")

        async def tables():
            """The tables that have a game, by their games."""
            view = await seen(anna, number)
            if view["round"] == 0:
                return {}
            rows = (await seen(anna, number, "/rounds/1"))["tables"]
            return {table["games"][0]["game"]: table for table in rows if table["games"]}

        first, table = next(iter((await until(tables, lambda found: len(found) == 1)).items()))
        sides = [side["handle"] for side in table["players"]]
        await play_out(first, [made[name][0] for name in sides], sides[0])
        both = await until(tables, lambda found: len(found) == 2)
        later = next(game for game in both if game != first)
        waits = both[later]["players"][1]["handle"]
        relay.wait_for(lambda: any(f"game {later}" in text_in(mail).lower()
                                   for mail in relay.of(made[waits][1])))
    server.end()

    assert any(f"game {later}" in text_in(mail).lower() for mail in relay.of(made[waits][1]))


async def test_an_arena_tells_of_its_first_game_without_a_round(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        made = {name: await member(rest, relay, name) for name in ("anna", "ben")}
        players = [player for player, _ in made.values()]
        number = await arena(players, arena={"minutes": 30})
        await next_game(players[0], number)
        for _, address in made.values():
            relay.wait_for(lambda to=address: len(relay.of(to)) >= 2)
        [told] = [one for one in await notices(players[0]) if one["type"] == "tournament-round"]
    server.end()

    assert told["data"]["arena"] is True
    mails = [relay.of(address)[1] for _, address in made.values()]
    texts = [" ".join(text_in(mail).split()) for mail in mails]
    assert sum("in your first game of Test cup, game " in text for text in texts) == 1
    assert not any("In round" in text for text in texts)


async def test_a_round_is_one_mail_and_the_end_is_another(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        anna, anna_at = await member(rest, relay, "anna")
        ben, ben_at = await member(rest, relay, "ben")
        at = {"anna": anna_at, "ben": ben_at}
        players = [anna, ben]
        number = await begun(anna, players, rounds=1, clock=CLOCK)
        table = (await seen(anna, number, "/rounds/1"))["tables"][0]
        mover, waits = [side["handle"] for side in table["players"]]
        for address in at.values():
            relay.wait_for(lambda to=address: len(relay.of(to)) >= 2)
        first = {name: relay.of(address)[1:] for name, address in at.items()}
        await play_out(table["games"][0]["game"], players, waits)
        await finished(players, number)
        for address in at.values():
            relay.wait_for(lambda to=address: any(
                "is over" in mail["Subject"] for mail in relay.of(to)))
    server.end()

    assert [len(mails) for mails in first.values()] == [1, 1]
    turn, told = first[mover][0], first[waits][0]
    assert "It is your turn" in text_in(turn)
    assert f"Tournament {number}, round 1, table 1." in text_in(turn)
    assert f"In round 1 of Test cup you play {mover} at table 1" in text_in(told)
    ends = {name: [mail for mail in relay.of(address)
                   if mail["Subject"] == "Tanbo: Test cup is over"]
            for name, address in at.items()}
    assert [len(mails) for mails in ends.values()] == [1, 1]
    assert "Your place is 1 of 2, with 1 point." in text_in(ends[mover][0])
    assert "Your place is 2 of 2, with 0 points." in text_in(ends[waits][0])
