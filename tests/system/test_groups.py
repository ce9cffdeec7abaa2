"""Round robins in groups with a final stage, over REST."""

import random

from support.challenges import members
from support.random_play import until
from support.tournaments import (CLOCK, act, begun, games_by_table, log_of, play_out, points_by_log,
                                 seen, tournament)
from support.rest import Rest


def running_games(answer):
    """The games in progress of a round, with the handles of their players."""
    return [(table["games"][-1]["game"], [side["handle"] for side in table["players"]])
            for table in answer["tables"]
            if not table["decided"] and table["games"][-1:]
            and table["games"][-1]["status"] == "active"]


async def play_open(players, number, chance):
    """Plays every open game of all rounds; False if there is none."""
    rounds = (await seen(players[0], number, "/rounds"))["rounds"]
    has_played = False
    for one in rounds:
        for game, names in running_games(
                await seen(players[0], number, f"/rounds/{one['round']}")):
            await play_out(game, players, chance.choice(names))
            has_played = True
    return has_played


async def play_to_the_end(players, number, chance, server=None):
    """Plays until the event is over; kills the process after each bout of games."""
    async def step():
        if await play_open(players, number, chance) and server:
            server.restart()
        return await seen(players[0], number)
    return await until(step, lambda answer: answer["state"] == "finished")


async def test_groups_lead_to_a_knockout_while_the_process_is_killed(server):
    chance = random.Random(3)
    async with Rest(server) as rest:
        players = await members(rest, 7)
        number = await begun(players[0], players, format="round-robin", clock=CLOCK, parallel=3,
                             groups={"size": 4, "advance": 2})
        before = await seen(players[0], number, "/groups")
        empty = await seen(players[0], number, "/bracket")
        one = await play_to_the_end(players, number, chance, server)
        groups = await seen(players[0], number, "/groups")
        bracket = await seen(players[0], number, "/bracket")
        standings = await seen(players[0], number, "/standings")
        explained = await seen(players[0], number,
                               f"/standings?explain={standings['standings'][0]['handle']}")
        whole = await seen(players[0], number, "/export?format=json")
        table = (await players[0].get(f"/tournaments/{number}/export?format=csv",
                                      expect=200)).body.decode()
        report = (await players[0].get(f"/tournaments/{number}/export?format=trf16",
                                       expect=200)).body.decode()
        feed = (await players[0].get(f"/tournaments/{number}/feed.atom", expect=200)).body.decode()
        events = await log_of(players[0], number)

    assert [len(group["standings"]) for group in before["groups"]] == [3, 4]
    assert empty["matches"] == [] and before["groups"][0]["advancing"] == []
    assert one["end_reason"] == "completed" and one["groups"]["advance"] == 2
    finalists = next(event["data"]["players"] for event in events if event["type"] == "final")
    numbers = {row["handle"]: row["number"] for row in standings["standings"]}
    for group in groups["groups"]:
        first = [row["number"] for row in group["standings"][:2]]
        assert sorted(group["advancing"]) == sorted(first)
        assert {row["rounds"][-1]["round"] for row in group["standings"]} == {3}
        assert {numbers[name] for name in finalists} >= set(first)
    seeds = [numbers[name] for name in finalists]
    group_of = {row["number"]: row["group"] for row in standings["standings"]}
    for match in bracket["matches"][:2]:
        first, second = (side["number"] for side in match["players"])
        assert group_of[first] != group_of[second]
        assert match["round"] == 4
    assert bracket["matches"][-1]["part"] == "final"
    assert standings["standings"][0]["number"] == bracket["champion"]
    assert {row["number"] for row in standings["standings"][:4]} == set(seeds)
    points = points_by_log(events, units=0)
    assert {row["handle"]: row["points"] for row in standings["standings"]} == points
    parts = explained["explain"]["ties"]
    assert all(part["round"] <= 3 for tie in parts for part in tie["parts"])
    assert whole["groups"] == groups
    assert table.splitlines()[0].endswith(",group") and "XXR 5" in report
    assert "The final stage begins with 4 players." in feed
    assert set(games_by_table(events).values()) == {1}


async def test_groups_lead_to_a_round_robin(server):
    chance = random.Random(4)
    async with Rest(server) as rest:
        players = await members(rest, 6)
        number = await begun(players[0], players, format="round-robin", clock=CLOCK,
                             groups={"count": 2, "advance": 2, "final": "round-robin"})
        await play_to_the_end(players, number, chance)
        groups = await seen(players[0], number, "/groups")
        standings = (await seen(players[0], number, "/standings"))["standings"]

    final = groups["final"]
    assert len(final) == 4 and sum(row["points"] for row in final) == 6
    assert [row["handle"] for row in standings[:4]] == [row["handle"] for row in final]
    assert {row["rounds"][0]["round"] for row in final} == {4}


async def test_a_withdrawal_gives_the_place_to_the_next_of_the_group(server):
    chance = random.Random(1)
    async with Rest(server) as rest:
        players = await members(rest, 6)
        number = await begun(players[0], players, format="round-robin", clock=CLOCK,
                             groups={"count": 2, "advance": 1})
        by_name = {player.handle: player for player in players}
        groups = (await seen(players[0], number, "/groups"))["groups"]
        own = {row["handle"] for row in groups[0]["standings"]}

        async def first_group():
            for one in (await seen(players[0], number, "/rounds"))["rounds"]:
                answer = await seen(players[0], number, f"/rounds/{one['round']}")
                for game, names in running_games(answer):
                    if own.issuperset(names):
                        await play_out(game, players, chance.choice(names))
            return (await seen(players[0], number, "/groups"))["groups"][0]

        def is_over(group):
            kinds = {result["kind"] for row in group["standings"] for result in row["rounds"]}
            return kinds == {"game", "bye"}
        group = await until(first_group, is_over)
        first, second = (row["handle"] for row in group["standings"][:2])
        await act(by_name[first], number, "withdraw")
        one = await play_to_the_end(players, number, chance)
        groups = (await seen(players[0], number, "/groups"))["groups"]

    left = groups[0]["standings"][0]
    assert left["handle"] == first and left["state"] == "withdrawn" and left["points"] >= 1
    assert [row["number"] for row in groups[0]["standings"]
            if row["handle"] == second] == groups[0]["advancing"]
    assert one["end_reason"] == "completed"


async def test_groups_are_set_before_players_enter(server):
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        one = await tournament(anna, format="round-robin", groups={"size": 5})
        assert one["groups"] == {"size": 5, "advance": 2, "final": "knockout"}
        path = f"/tournaments/{one['id']}"
        changed = (await anna.request("PATCH", path, {"groups": None}, expect=200)).json
        assert "groups" not in changed
        await act(ben, one["id"], "join")
        await anna.request("PATCH", path, {"groups": {"size": 4}}, expect=409,
                           code="frozen-setting")
        problem = await tournament(anna, format="swiss", groups={"size": 4}, expect=422,
                                   code="invalid-field")
    assert problem["pointer"] == "/groups"
