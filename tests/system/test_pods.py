"""Tournaments with three or four players at a board, over REST."""

import itertools
import random
from pathlib import Path

from support import rows
from support.random_play import until
from support.rest import Rest
from support.tournaments import (CLOCK, act, begun, games_by_table, log_of, open_tables,
                                 place_stones, play_pod, points_by_log, seen, tournament)

UNITS = 840
SEATS = ["black", "white", "red", "green"]
NAMES = ["anna", "ben", "carl", "dora", "emil", "fred", "gina", "hugo"]
# A game in which green leaves after four stones, and the last stone eliminates two players.
TWO_ELIMINATED = Path(__file__).resolve().parents[1] / "golden" / "two-eliminated-4p.txt"


async def accounts(rest, count):
    """So many accounts."""
    return [await rest.account(name) for name in NAMES[:count]]


def pods(**settings):
    """The settings of a tournament with pods."""
    return {"format": "pods", "setup": "19x19-4p", "clock": CLOCK, **settings}


def by_seat(table):
    """The handles of a table by seat."""
    return {side["seat"]: side["handle"] for side in table["players"]}


async def test_pods_are_played_while_the_process_is_killed_at_random(server):
    chance = random.Random(42)
    async with Rest(server) as rest:
        players = await accounts(rest, 7)
        number = await begun(players[0], players, **pods(rounds=3))
        kills = 0
        for played in range(1, 4):
            current = await open_tables(players[0], number)
            assert sorted(len(table["players"]) for table in current["tables"]) == [3, 4]
            for table in current["tables"]:
                if chance.random() < 0.7:
                    kills += 1
                    server.restart()
                leavers = [side["handle"] for side in table["players"]]
                chance.shuffle(leavers)
                await play_pod(table["games"][0]["game"], players, leavers)
            kills += 1
            server.restart()
            await until(lambda: seen(players[0], number), lambda answer:
                        answer["round"] > played or answer["state"] == "finished")
        whole = await seen(players[0], number)
        events = await log_of(players[0], number)
        standings = await seen(players[0], number, "/standings?explain=anna")

    assert kills >= 3 and whole["end_reason"] == "completed"
    assert set(games_by_table(events).values()) == {1} and rows.games(server) == 6
    rounds = [event["data"]["tables"] for event in events if event["type"] == "paired"]
    for tables in rounds:
        seated = [handle for table in tables for handle in table if handle]
        assert sorted(seated) == sorted(NAMES[:7])
        assert sorted(table.count(None) for table in tables) == [0, 1]
    assert standings["point_units"] == UNITS and standings["final"]
    assert {row["handle"]: row["points"] for row in standings["standings"]} == \
        points_by_log(events, UNITS)
    # Each pod gives away one point for two players, whatever its places.
    assert sum(row["points"] for row in standings["standings"]) == 3 * UNITS * 7 // 2
    anna = next(row for row in standings["standings"] if row["handle"] == "anna")
    explained = standings["explain"]
    assert explained["points"] == anna["points"]
    for tie, value in zip(explained["ties"][:3], anna["ties"]):
        assert tie["value"] == sum(part["value"] for part in tie["parts"]) == value


def cost_of(tables, met, points):
    """Repeated opponents, and the squares of the greatest differences of points."""
    repeated = sum(frozenset(pair) in met for table in tables
                   for pair in itertools.combinations(table, 2))
    spread = sum((max(points[one] for one in table) - min(points[one] for one in table)) ** 2
                 for table in tables)
    return repeated, spread


async def play_two_eliminated(game, seats, players):
    """Plays the stored game; the last move's event."""
    by_name = {player.handle: player for player in players}
    order = [by_name[seats[seat]] for seat in SEATS]
    moves = TWO_ELIMINATED.read_text().split()
    for ply, point in enumerate(moves):
        mover = order[ply % 4] if ply < 4 else order[(ply - 4) % 3]
        event = await mover.move(game, point, ply)
        if ply == 3:
            await order[3].leave(game)
    return event


async def out_by_time(anyone, game, handle):
    """Waits until the player has lost on time."""
    def is_out(view):
        seat = next(seat for seat in view["seats"] if seat["handle"] == handle)
        return seat["state"] != "in"

    return await until(lambda: anyone.game(game), is_out)


async def left_somehow(player, game):
    """Leaves, unless time has run out before."""
    view = await player.game(game)
    state = next(seat["state"] for seat in view["seats"] if seat["handle"] == player.handle)
    if state == "in" and view["status"] == "active":
        await player.post(f"/games/{game}/leave", {})


async def test_resignations_flags_and_two_eliminated_at_once_give_the_right_places(server):
    clock = {"kind": "fischer", "initial_s": 15, "increment_s": 5, "max_s": 60}
    async with Rest(server) as rest:
        players = await accounts(rest, 8)
        by_name = {player.handle: player for player in players}
        number = await begun(players[0], players, **pods(rounds=2, clock=clock))
        first, second = (await open_tables(players[0], number))["tables"]
        flagging, seats = second["games"][0]["game"], by_seat(second)
        await place_stones(flagging, players, 4)
        server.restart()
        eliminated = by_seat(first)
        last = await play_two_eliminated(first["games"][0]["game"], eliminated, players)
        await out_by_time(players[0], flagging, seats["black"])
        for seat in ("white", "red"):
            await left_somehow(by_name[seats[seat]], flagging)
        after = await until(lambda: seen(players[0], number), lambda one: one["round"] == 2)
        played = await seen(players[0], number, "/rounds/1")
        next_tables = (await seen(players[0], number, "/rounds/2"))["tables"]
        standings = await seen(players[0], number, "/standings")
        ratings = {}
        for player in players:
            rated = (await players[0].get(f"/players/{player.handle}/ratings", expect=200)).json
            ratings[player.handle] = rated["ratings"][0]["rating"]
        view = await players[0].game(first["games"][0]["game"])

    assert after["state"] == "running" and len(last["data"]["eliminated"]) == 2
    winner = SEATS.index(view["winner"])
    places = {SEATS[seat]: 2 for seat in range(3)} | {SEATS[winner]: 1, "green": 4}
    for table, expected in ((played["tables"][0], places),
                            (played["tables"][1], {"black": 4, "white": 3, "red": 2, "green": 1})):
        points = {1: 840, 2: 420 if table["table"] == 1 else 560, 3: 280, 4: 0}
        for side in table["players"]:
            assert side["place"] == expected[side["seat"]], table
            assert side["points"] == points[side["place"]] and not side["forfeit"]
        # Who was placed better is rated better, and equal places are rated alike.
        ordered = sorted(table["players"], key=lambda side: side["place"])
        for better, worse in itertools.pairwise(ordered):
            difference = ratings[better["handle"]] - ratings[worse["handle"]]
            same = better["place"] == worse["place"]
            assert abs(difference) < 1e-6 if same else difference > 0
    points = {row["handle"]: row["points"] for row in standings["standings"]}
    assert [row["ties"][0] for row in standings["standings"]] == [1, 1, 0, 0, 0, 0, 0, 0]
    met = {frozenset(pair) for table in played["tables"]
           for pair in itertools.combinations(by_seat(table).values(), 2)}
    served = [list(by_seat(table).values()) for table in next_tables]
    possible = [(["anna", *three], [name for name in NAMES[1:] if name not in three])
                for three in itertools.combinations(NAMES[1:], 3)]
    assert cost_of(served, met, points) == min(cost_of(one, met, points) for one in possible)


async def test_who_does_not_come_loses_by_forfeit_and_two_of_them_withdraw(server):
    async with Rest(server) as rest:
        players = await accounts(rest, 4)
        number = await begun(players[0], players, **pods(rounds=3))
        for played in (1, 2):
            table = (await open_tables(players[0], number))["tables"][0]
            game, names = table["games"][0]["game"], [one["handle"] for one in table["players"]]
            await players[1].leave(game)
            others = [name for name in names if name != "ben"]
            await play_rest(game, players, others)
            await until(lambda: seen(players[0], number), lambda one: one["round"] > played)
        first = await seen(players[0], number, "/rounds/1")
        everybody = (await seen(players[0], number, "/players"))["players"]
        third = await open_tables(players[0], number)

    side = next(one for one in first["tables"][0]["players"] if one["handle"] == "ben")
    assert side["forfeit"] and side["points"] == 0 and side["place"] == 4
    ben = next(player for player in everybody if player["handle"] == "ben")
    assert ben["withdrawn"] == "forfeits"
    assert len(third["tables"][0]["players"]) == 3


async def play_rest(game, players, names):
    """The players place a stone each, then all but the last leave."""
    by_name = {player.handle: player for player in players}
    for _ in names:
        view = await players[0].game(game)
        mover = next(seat["handle"] for seat in view["seats"] if seat["seat"] == view["to_move"])
        legal = (await players[0].get(f"/games/{game}/legal-moves", expect=200)).json["points"]
        await by_name[mover].move(game, legal[0], view["ply"])
    for name in names[:-1]:
        await by_name[name].leave(game)


async def test_an_organiser_decides_on_pods(server):
    async with Rest(server) as rest:
        olga = await rest.account("olga")
        players = await accounts(rest, 4)
        number = await begun(olga, players, **pods(rounds=3))

        async def rule(game, what, **body):
            return (await olga.post(f"/tournaments/{number}/games/{game}/{what}",
                                    {"reason": "A test.", **body}, expect=201)).json

        game = (await open_tables(olga, number))["tables"][0]["games"][0]["game"]
        event = await rule(game, "forfeit", player="ben")
        assert event["type"] == "forfeit" and event["data"]["player"] == "ben"
        view = await olga.game(game)
        assert view["status"] == "active"
        assert next(one["state"] for one in view["seats"] if one["handle"] == "ben") != "in"
        decided = await rule(game, "adjudicate", winner="carl")
        assert decided["data"]["decided"] == "adjudicated"
        assert sorted(decided["data"]["points"]) == [0, 420, 420, 840]
        assert sorted(decided["data"]["places"]) == [1, 2, 2, 4]
        await until(lambda: seen(olga, number), lambda one: one["round"] == 2)
        game = (await open_tables(olga, number))["tables"][0]["games"][0]["game"]
        all_lose = await rule(game, "forfeit")
        assert all_lose["data"]["points"] == [0, 0, 0, 0] and not all_lose["data"]["places"]
        await until(lambda: seen(olga, number), lambda one: one["round"] == 3)
        game = (await open_tables(olga, number))["tables"][0]["games"][0]["game"]
        await rule(game, "annul", replay=False)
        done = await until(lambda: seen(olga, number), lambda one: one["state"] == "finished")
        report = await olga.get(f"/tournaments/{number}/export?format=csv", expect=200)
        await olga.get(f"/tournaments/{number}/export?format=trf16", expect=400,
                       code="bad-parameter")

    assert done["end_reason"] == "completed"
    assert report.body.decode().splitlines()[0] == \
        "place,player,rating,points_840,firsts,seconds,opponents,direct,draw-of-lots"


async def test_settings_of_pods_are_checked(server):
    async with Rest(server) as rest:
        anna, ben = await accounts(rest, 2)

        async def refused(pointer, **settings):
            problem = await tournament(anna, expect=422, code="invalid-field", **pods(**settings))
            assert problem["pointer"] == pointer

        await refused("/setup", setup="9x9")
        await refused("/swap", swap=True)
        await refused("/ties/0", ties=["buchholz"])
        other = await tournament(anna, expect=422, code="invalid-field", ties=["firsts"])
        assert other["pointer"] == "/ties/0"
        made = await tournament(anna, **pods())
        assert made["rounds"] == 4 and made["ties"][0] == "firsts" and made["parallel"] is None
        for player in (anna, ben):
            await act(player, made["id"], "join")
        await act(anna, made["id"], "start", expect=409, code="too-few-players")
