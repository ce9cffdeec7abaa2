"""Tournaments: whole events over REST, with the process killed in between."""

import random

from support import rows
from support.administration import promoted
from support.challenges import members
from support.random_play import until
from support.rest import Rest
from support.tournaments import (CLOCK, act, begun, commitment, games_by_table, log_of, open_tables,
                                 play_out, points_by_log, seen, tournament)


async def play_round(rest, players, number, chance):
    """Plays the open games of a round to their ends, each won by chance."""
    current = await open_tables(players[0], number)
    for table in current["tables"]:
        if table["decided"] is None:
            names = [side["handle"] for side in table["players"]]
            await play_out(table["games"][-1]["game"], players, chance.choice(names))
    return current


async def finished(anyone, number):
    """The tournament once it is over."""
    return await until(lambda: seen(anyone, number),
                       lambda answer: answer["state"] == "finished")


async def test_a_swiss_tournament_is_played_while_the_process_is_killed(server):
    chance = random.Random(42)
    async with Rest(server) as rest:
        players = await members(rest, 5)
        number = await begun(players[0], players, rounds=3, clock=CLOCK)
        rounds = []
        for _ in range(3):
            server.restart()
            rounds.append(await play_round(rest, players, number, chance))
            server.restart()
            await until(lambda: seen(players[0], number), lambda answer:
                        answer["round"] > len(rounds) or answer["state"] == "finished")
        whole = await finished(players[0], number)
        events = await log_of(players[0], number)
        standings = await seen(players[0], number, "/standings?explain=anna")

    assert whole["end_reason"] == "completed" and whole["round"] == 3
    assert commitment(whole["draw"]["secret"]) == whole["draw"]["commitment"]
    assert set(games_by_table(events).values()) == {1}
    assert rows.games(server) == 3 * 2
    pairs = [frozenset(side["handle"] for side in table["players"])
             for played in rounds for table in played["tables"]]
    assert len(set(pairs)) == len(pairs) == 6
    resting = [rest["handle"] for played in rounds for rest in played["resting"]]
    assert len(set(resting)) == len(resting) == 3
    assert standings["final"] and standings["explain"]["handle"] == "anna"
    assert {row["handle"]: row["points"] for row in standings["standings"]} == \
        points_by_log(events)
    places = [row["place"] for row in standings["standings"]]
    assert places == sorted(places) and places[0] == 1


async def test_a_round_robin_opens_the_next_game_when_one_ends(server):
    chance = random.Random(7)
    async with Rest(server) as rest:
        players = await members(rest, 4)
        number = await begun(players[0], players, format="round-robin", parallel=1, clock=CLOCK)
        played = 0
        while played < 6:
            running = await until(
                lambda: seen(players[0], number, "/games?status=active"),
                lambda answer: answer["games"])
            busy = [seat["handle"] for game in running["games"] for seat in game["seats"]]
            assert len(set(busy)) == len(busy), "somebody plays two games at a time"
            game = running["games"][0]
            assert game["tournament"] == number and game["round"] >= 1 and game["table"] >= 1
            await play_out(game["id"], players, chance.choice(game["seats"])["handle"])
            played += 1
            if played == 3:
                server.restart()
        whole = await finished(players[0], number)
        events = await log_of(players[0], number)
        standings = await seen(players[0], number, "/standings")

    assert whole["rounds"] == 3 and rows.games(server) == 6
    assert set(games_by_table(events).values()) == {1}
    pairs = {frozenset((row["number"], result["opponent"]))
             for row in standings["standings"] for result in row["rounds"]}
    assert len(pairs) == 6
    assert {row["handle"]: row["points"] for row in standings["standings"]} == \
        points_by_log(events)


async def test_the_key_of_tables_keeps_a_game_from_starting_twice(server):
    """The log forgets the starts, as after a crash between two writes that were not one."""
    async with Rest(server) as rest:
        players = await members(rest, 4)
        await begun(players[0], players, rounds=3, clock=CLOCK)
        server.kill()
        rows.forget_started_tables(server)
        server.reports = r"ERROR: \w+Sanitizer"  # refused starts are logged
        server.start()
        await until(lambda: said(server, "tournament-duties-failed"), bool)
        assert rows.games(server) == 2

        # Control: without the key, doubles are found.
        server.kill()
        rows.drop_key_of_tables(server)
        server.start()
        await until(lambda: counted(server), lambda games: games == 4)
        server.kill()


async def said(server, event):
    """True if the log has an event of this name."""
    return event in server.log


async def counted(server):
    """How many games there are."""
    return rows.games(server)


async def test_games_follow_the_terms_of_their_tournament(server):
    async with Rest(server) as rest:
        players = await members(rest, 2)
        number = await begun(players[0], players, rounds=1, clock=CLOCK, terms={"pause": True})
        game = (await seen(players[0], number, "/games"))["games"][0]["id"]
        view = await players[1].game(game)

        assert view["tournament"] == number and view["status"] == "active"
        assert view["terms"] == {"undo": False, "pause": True, "vacation": True}
        assert view["clock"]["vacations"]
        for kind in ("abort", "undo"):
            await players[0].post(f"/games/{game}/proposals", {"kind": kind}, expect=403,
                                  code="forbidden")
        await players[0].post(f"/games/{game}/proposals", {"kind": "pause"}, expect=201)
        you = (await seen(players[0], number))["you"]
        assert [one["game"] for one in you["games"]] == [game]
        mine = (await players[1].get("/me/tournaments?state=running", expect=200)).json
        assert mine["tournaments"][0]["you"]["games"][0]["opponent"] == "anna"


async def test_who_leaves_is_paired_no_more_and_may_come_back(server):
    async with Rest(server) as rest:
        players = await members(rest, 5)
        anna, ben = players[:2]
        number = await begun(anna, players[:4], rounds=4, clock=CLOCK)
        first = await open_tables(anna, number)
        answer = await act(ben, number, "withdraw", games="leave")
        assert answer["you"]["player"]["state"] == "withdrawn" and not answer["you"]["games"]
        await act(ben, number, "withdraw", expect=409, code="not-entered")
        late = await act(players[4], number, "join")
        assert late["you"]["player"]["first_round"] == 2
        for table in first["tables"]:
            names = [side["handle"] for side in table["players"]]
            if "ben" not in names:
                await play_out(table["games"][0]["game"], players, names[0])
        await until(lambda: seen(anna, number), lambda answer: answer["round"] == 2)
        second = await open_tables(anna, number)
        names = {side["handle"] for table in second["tables"] for side in table["players"]}
        assert names == {"anna", "carl", "dora", "emil"}
        await act(ben, number, "join")
        lost = await seen(anna, number, "/rounds/1")

    sides = [side for table in lost["tables"] for side in table["players"]]
    assert next(side for side in sides if side["handle"] == "ben")["points"] == 0


async def test_two_forfeits_in_a_row_withdraw_a_player(server):
    async with Rest(server) as rest:
        players = await members(rest, 4)
        anna = players[0]
        number = await begun(anna, players, rounds=3, clock=CLOCK)
        for _ in range(2):
            current = await open_tables(anna, number)
            for table in current["tables"]:
                game = table["games"][0]["game"]
                names = [side["handle"] for side in table["players"]]
                if "ben" in names:
                    await players[1].leave(game)
                else:
                    await play_out(game, players, names[0])
            await until(lambda: seen(anna, number),
                        lambda answer: answer["round"] > current["round"])
        third = await open_tables(anna, number)
        everybody = (await seen(anna, number, "/players"))["players"]

    ben = next(player for player in everybody if player["handle"] == "ben")
    assert ben["state"] == "withdrawn" and ben["withdrawn"] == "forfeits"
    assert "ben" not in {side["handle"] for table in third["tables"] for side in table["players"]}
    assert [rest["kind"] for rest in third["resting"]] == ["bye"]


async def test_a_tournament_starts_by_itself_and_once(server):
    async with Rest(server) as rest:
        players = await members(rest, 3)
        full = await tournament(players[0], starts={"when_full": 3}, clock=CLOCK)
        past = await tournament(players[0], starts={"at": "2026-01-01T00:00:00.000Z", "min": 2})
        never = await until(lambda: seen(players[0], past["id"]),
                            lambda answer: answer["state"] == "cancelled")
        for player in players:
            await act(player, full["id"], "join")
        started = await until(lambda: seen(players[0], full["id"]),
                              lambda answer: answer["round"] == 1)

    assert never["end_reason"] == "too-few-players"
    assert started["state"] == "running" and started["players"] == 3


async def test_a_suspended_account_is_withdrawn(server):
    async with Rest(server) as rest:
        admin = (await promoted(rest, root2="admin"))["root2"]
        players = await members(rest, 3)
        number = await begun(players[0], players, rounds=3, clock=CLOCK)
        await admin.post("/admin/accounts/ben/suspend", {"reason": "Cheating."}, expect=201)
        everybody = (await seen(players[0], number, "/players"))["players"]

    ben = next(player for player in everybody if player["handle"] == "ben")
    assert ben["withdrawn"] == "suspended"
