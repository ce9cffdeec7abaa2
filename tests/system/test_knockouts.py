"""Knockouts and series of games, over REST."""

import random

from support import rows
from support.random_play import until
from support.rest import Rest
from support.tournaments import (CLOCK, act, begun, games_by_table, log_of, open_tables,
                                 place_stones, play_out, play_pod, seen, tournament)

NAMES = ["anna", "ben", "carl", "dora", "emil", "fred", "gina", "hugo"]


async def accounts(rest, count):
    """So many accounts."""
    return [await rest.account(name) for name in NAMES[:count]]


async def play_table(number, players, table, loser):
    """Plays the series of a table until it is decided; the loser loses every game."""
    where = f"/rounds/{table['round']}"

    def active(answer):
        one = answer["tables"][table["table"] - 1]
        return one["decided"] or any(game["status"] == "active" for game in one["games"])

    while True:
        answer = await until(lambda: seen(players[0], number, where), active)
        one = answer["tables"][table["table"] - 1]
        if one["decided"]:
            return one
        await play_out(one["games"][-1]["game"], players, loser)


async def test_a_knockout_of_series_is_played_while_the_process_is_killed(server):
    chance = random.Random(5)
    async with Rest(server) as rest:
        players = await accounts(rest, 5)
        number = await begun(players[0], players, format="double-elimination", clock=CLOCK)
        kills = 0
        while (await seen(players[0], number))["state"] == "running":
            current = await open_tables(players[0], number)
            for table in current["tables"]:
                if table["decided"]:
                    continue
                handles = [side["handle"] for side in table["players"]]
                await play_table(number, players, {**table, "round": current["round"]},
                                 chance.choice(handles))
                kills += 1
                server.restart()
            played = current["round"]
            await until(lambda: seen(players[0], number), lambda answer:
                        answer["round"] > played or answer["state"] == "finished")
        events = await log_of(players[0], number)
        bracket = await seen(players[0], number, "/bracket")
        standings = (await seen(players[0], number, "/standings"))["standings"]
        game = await players[0].game(bracket["matches"][0]["games"][-1])

    losses = {}
    for match in bracket["matches"]:
        if not match["needed"]:
            continue
        first, second = (side["number"] for side in match["players"])
        loser = second if match["winner"] == first else first
        losses[loser] = losses.get(loser, 0) + 1
        assert sorted(match["points"]) == [0, 2]
        assert len(match["games"]) == 2
    champion = bracket["champion"]
    assert losses.pop(champion, 0) < 2 and set(losses.values()) == {2} and len(losses) == 4
    assert standings[0]["number"] == champion and standings[1]["place"] == 2
    assert kills >= 8 and set(games_by_table(events).values()) == {2}
    assert rows.games(server) == sum(games_by_table(events).values())
    assert game["event"]["tournament"] == number if "event" in game else game["tournament"]


async def test_a_level_series_is_decided_by_a_game_with_the_swap(server):
    async with Rest(server) as rest:
        anna, ben = players = await accounts(rest, 2)
        number = await begun(anna, players, format="knockout", clock=CLOCK)
        seats = []
        for loser in ("anna", "ben", "ben"):
            answer = await until(
                lambda: seen(anna, number, "/rounds/1"),
                lambda answer: answer["tables"][0]["games"][-1:]
                and answer["tables"][0]["games"][-1]["status"] == "active")
            table = answer["tables"][0]
            view = await anna.game(table["games"][-1]["game"])
            seats.append((next(seat["handle"] for seat in view["seats"]
                               if seat["seat"] == "black"), view["swap"]))
            await play_out(view["id"], players, loser)
        whole = await until(lambda: seen(anna, number),
                            lambda answer: answer["state"] == "finished")
        table = (await seen(anna, number, "/rounds/1"))["tables"][0]
        feed = (await anna.get(f"/tournaments/{number}/feed.atom", expect=200)).body.decode()

    first = seats[0][0]
    second = "ben" if first == "anna" else "anna"
    assert seats == [(first, False), (second, False), (first, True)]
    by_name = {side["handle"]: side["points"] for side in table["players"]}
    assert by_name == {"anna": 1, "ben": 0} and whole["end_reason"] == "completed"
    assert [len(game["points"]) for game in table["games"]] == [2, 2, 2]
    assert "game 2:" in feed and "game 3:" in feed


async def test_who_leaves_a_knockout_is_out_and_the_game_goes_on_without_counting(server):
    async with Rest(server) as rest:
        players = await accounts(rest, 4)
        number = await begun(players[0], players, format="knockout", clock=CLOCK)
        table = (await seen(players[0], number, "/rounds/1"))["tables"][0]
        leaver, other = (side["handle"] for side in table["players"])
        by_name = {player.handle: player for player in players}
        await act(by_name[leaver], number, "withdraw")
        table = (await seen(players[0], number, "/rounds/1"))["tables"][0]
        assert table["decided"] == "forfeit"
        await place_stones(table["games"][0]["game"], players, 2)
        await by_name[other].leave(table["games"][0]["game"])
        after = (await seen(players[0], number, "/rounds/1"))["tables"][0]
        late = await rest.account("ida")
        await act(late, number, "join", expect=409, code="entry-closed")

    assert {side["handle"]: side["points"] for side in after["players"]} == {leaver: 0, other: 1}


async def test_two_of_each_pod_go_on(server):
    async with Rest(server) as rest:
        players = await accounts(rest, 8)
        number = await begun(players[0], players, format="knockout", setup="19x19-4p", clock=CLOCK)
        current = await open_tables(players[0], number)
        going_on = set()
        for table in current["tables"]:
            handles = [side["handle"] for side in table["players"]]
            await play_pod(table["games"][0]["game"], players, handles)
            going_on |= set(handles[2:])
        await until(lambda: seen(players[0], number), lambda answer: answer["round"] == 2)
        final = (await open_tables(players[0], number))["tables"][0]
        assert {side["handle"] for side in final["players"]} == going_on
        handles = [side["handle"] for side in final["players"]]
        await play_pod(final["games"][0]["game"], players, handles)
        await until(lambda: seen(players[0], number), lambda answer: answer["state"] == "finished")
        standings = (await seen(players[0], number, "/standings"))["standings"]

    assert [row["handle"] for row in standings[:4]] == handles[::-1]
    assert [row["place"] for row in standings[:4]] == [1, 2, 3, 4]


async def test_settings_of_knockouts_and_series_are_checked(server):
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        for pointer, settings in (
                ("/rounds", {"format": "knockout", "rounds": 3}),
                ("/ties/0", {"format": "knockout", "ties": ["wins"]}),
                ("/setup", {"format": "double-elimination", "setup": "19x19-4p"}),
                ("/terms/round_limit_days", {"format": "knockout",
                                             "terms": {"round_limit_days": 3}}),
                ("/series/tie", {"format": "knockout", "series": {"games": 2, "tie": "shared"}}),
                ("/series/games", {"series": {"games": 0, "tie": "shared"}})):
            problem = await tournament(anna, expect=422, code="invalid-field", **settings)
            assert problem["pointer"] == pointer
        made = await tournament(anna, format="knockout")
        assert made["series"] == {"games": 2, "tie": "swap-game"} and made["rounds"] is None
        assert (await seen(anna, made["id"], "/bracket"))["matches"] == []
