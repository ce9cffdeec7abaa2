"""Points by rating in Swiss tournaments, and tournaments that close the players' chat."""

import random

from support.challenges import members
from support.random_play import until
from support.rest import Rest
from support.tournaments import (CLOCK, act, begun, open_tables, play_out, play_rounds, seen,
                                 tournament)

RULES = {"bar": 1600, "floor": 1000, "step": 50}


async def rated(rest, count):
    """So many players, of whom the first have won more rated games than those after them."""
    players = await members(rest, count)
    number = await begun(players[0], players, format="round-robin", clock=CLOCK, parallel=9)
    order = [player.handle for player in players]

    async def step():
        for one in (await seen(players[0], number, "/rounds"))["rounds"]:
            answer = await seen(players[0], number, f"/rounds/{one['round']}")
            for table in answer["tables"]:
                if not table["decided"] and table["games"]:
                    names = [side["handle"] for side in table["players"]]
                    await play_out(table["games"][-1]["game"], players,
                                   max(names, key=order.index))
        return await seen(players[0], number)
    await until(step, lambda answer: answer["state"] == "finished")
    return players


async def test_ratings_give_points_that_count_everywhere(server):
    async with Rest(server) as rest:
        players = await rated(rest, 6)
        made = await tournament(players[0], clock=CLOCK, rounds=2, mcmahon=RULES)
        number = made["id"]
        shown = {}
        for player in players:
            shown[player.handle] = (await seen(player, number))["you"]["initial_points"]
            await act(player, number, "join")
        await act(players[0], number, "start")
        await open_tables(players[0], number)
        entered = (await seen(players[0], number, "/players"))["players"]
        first = (await seen(players[0], number, "/rounds/1"))["tables"]
        before = (await seen(players[0], number, "/standings"))["standings"]
        await play_rounds(players, number, 2, random.Random(2))
        path = f"/standings?explain={players[0].handle}"
        after = await seen(players[0], number, path)
        csv = (await players[0].get(f"/tournaments/{number}/export?format=csv",
                                    expect=200)).body.decode()
        report = (await players[0].get(f"/tournaments/{number}/export?format=trf16",
                                       expect=200)).body.decode()

    assert made["mcmahon"] == RULES and len(set(shown.values())) > 2
    assert {one["handle"]: one["initial_points"] for one in entered} == shown
    assert {row["handle"]: row["points"] for row in before} == shown
    for table in first:
        assert [side["before"] for side in table["players"]] == [
            shown[side["handle"]] for side in table["players"]]
    for row in after["standings"]:
        won = sum(result["points"] for result in row["rounds"])
        assert row["points"] == shown[row["handle"]] + won
    assert after["explain"]["initial_points"] == shown[players[0].handle]
    assert csv.splitlines()[0].endswith(",initial_points")
    assert report.count("XXA ") == sum(1 for points in shown.values() if points)


async def test_players_of_a_quiet_tournament_chat_once_their_game_is_over(server):
    async with Rest(server) as rest:
        anna, ben, carl = players = await members(rest, 3)
        for quiet in (True, False):
            number = await begun(anna, players[:2], clock=CLOCK, rounds=1, quiet=quiet)
            game = (await seen(anna, number))["you"]["games"][0]["game"]
            assert (await seen(anna, number)).get("quiet", False) is quiet
            said = await anna.post(f"/games/{game}/chat", {"text": "hello"})
            assert said.status == (403 if quiet else 201)
            # Spectators are free to talk.
            await carl.post(f"/games/{game}/chat?room=spectators", {"text": "hm"}, expect=201)
            await play_out(game, players, ben.handle)
            await ben.post(f"/games/{game}/chat", {"text": "thanks"}, expect=201)
