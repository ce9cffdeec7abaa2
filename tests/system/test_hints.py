"""Puzzles, hints, and the searches that the bots' program does by default."""

import asyncio
import time

from support.analyses import analysed, claimed, finished_game, searcher, working
from support.patience import PATIENCE_S
from support.rest import Player, Rest, start_game

# --- puzzles ---


async def test_puzzles_come_one_after_the_other_and_tell_no_answer(server):
    async with Rest(server) as rest:
        nobody = rest.nobody
        first = (await nobody.get("/puzzles/next", expect=200)).json
        second = (await nobody.get("/puzzles/next?after=1", expect=200)).json
        assert (first["puzzle"], second["puzzle"]) == (1, 2)
        listed = (await nobody.get("/puzzles", expect=200)).json
        numbers = [one["puzzle"] for one in listed["puzzles"]]
        assert first["puzzles"] == len(numbers) >= 200 and numbers == sorted(set(numbers))
        last = (await nobody.get(f"/puzzles/next?after={numbers[-2]}", expect=200)).json
        assert last["puzzle"] == numbers[-1]
        again = (await nobody.get(f"/puzzles/next?after={numbers[-1]}", expect=200)).json
        assert again == first == (await nobody.get("/puzzles/1", expect=200)).json
        for number, kept in ((one["puzzle"], one["by"]) for one in listed["replaced"]):
            assert (await nobody.get(f"/puzzles/{number}", expect=200)).json["puzzle"] == kept
        found = (await nobody.get("/puzzles/next?difficulty=3&theme=squeeze", expect=200)).json
        described = listed["puzzles"][numbers.index(found["puzzle"])]
        assert described["difficulty"] == 3 and "squeeze" in described["themes"]
        await nobody.get("/puzzles/next?theme=magic", expect=400, code="bad-parameter")
        for setup in ("9x9", "13x13"):
            found = (await nobody.get(f"/puzzles/next?after=7&setup={setup}", expect=200)).json
            assert found["setup"] == setup and "solution" not in found
        await nobody.get("/puzzles/next?setup=8x8", expect=400, code="bad-parameter")
        await nobody.get(f"/puzzles/{numbers[-1] + 1}", expect=404, code="no-such-puzzle")


async def test_an_answer_is_judged_and_the_solution_told_on_demand(server):
    async with Rest(server) as rest:
        nobody = rest.nobody
        puzzle = (await nobody.get("/puzzles/1", expect=200)).json
        told = (await nobody.post("/puzzles/1", {"point": None}, expect=200)).json
        assert told["solved"] is False and told["solution"] in puzzle["legal"]

        for point in puzzle["legal"]:
            judged = (await nobody.post("/puzzles/1", {"point": point}, expect=200)).json
            is_right = point == told["solution"]
            assert judged == {"puzzle": 1, "point": point, "solved": is_right,
                              "solution": point if is_right else None,
                              "themes": told["themes"] if is_right else []}
        refused = await nobody.post("/puzzles/1", {"point": "Z99"}, expect=422,
                                    code="illegal-move")
        assert refused.json["reason"] == "off-board"
        await nobody.post("/puzzles/0", {"point": "A1"}, expect=404, code="no-such-puzzle")


# --- hints ---


async def test_nobody_is_given_hints_against_people(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/hint"

        for player in (black, white):
            await player.get(path, expect=409, code="no-hints-here")
        await (await rest.guest()).get(path, expect=403, code="not-a-player")
        await rest.nobody.get(path, expect=401, code="unauthorized")
        await white.leave(game["id"])
        await black.get(path, expect=409, code="game-over")


async def game_with_a_bot(rest, **request):
    """A game of a guest with a house bot without a program: (its id, the guest)."""
    player = await rest.guest()
    game = await player.open_game(setup="9x9", seats=["me", "bot:5"], **request)
    return game["id"], player


async def hint_of(player, game):
    """The answer with the hint, or whatever else is answered: it is asked for until it is there."""
    async with asyncio.timeout(PATIENCE_S):
        while (answer := await player.get(f"/games/{game}/hint")).status == 202:
            pass
    return answer


async def test_a_hint_says_what_to_play_and_why(make_server):
    server = make_server(("--bots", "elsewhere"))
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, player = await game_with_a_bot(rest)
        path = f"/games/{game}/hint"
        with working(server, program.token):
            hint = (await hint_of(player, game)).json
            assert (await player.get(path, expect=200)).json == hint

            legal = (await player.get(f"/games/{game}/legal-moves", expect=200)).json
            assert hint["point"] in legal["points"] and hint["seat"] == "black"
            assert hint["why"].startswith(f"{hint['point']} extends your root at {hint['root']}")
            await (await rest.guest()).get(path, expect=403, code="not-a-player")
            await player.move(game, hint["point"], 0)
            await player.get(path, expect=409, code="not-your-turn")


async def test_nobody_is_given_hints_in_rated_games_with_bots(make_server):
    async with Rest(make_server(("--bots", "elsewhere"))) as rest:
        await searcher(rest)
        anna = await rest.account("anna")
        rated = await anna.open_game(setup="9x9", seats=["me", "bot:5"], rated=True)
        unrated = await anna.open_game(setup="9x9", seats=["me", "bot:5"])

        await anna.get(f"/games/{rated['id']}/hint", expect=409, code="no-hints-here")
        await anna.get(f"/games/{unrated['id']}/hint", expect=202)


async def test_nobody_is_given_hints_while_a_person_may_take_a_seat(make_server):
    async with Rest(make_server(("--bots", "elsewhere"))) as rest:
        await searcher(rest)
        black, white = await rest.guests(2)
        game = (await black.open_game(setup="19x19-4p", seats=["me", "open", "bot:1", "bot:2"],
                                      leaver_policy="substitute"))["id"]
        await white.join(game)
        path = f"/games/{game}/hint"
        await black.get(path, expect=409, code="no-hints-here")
        await white.leave(game)

        await black.get(path, expect=409, code="no-hints-here")

        await black.post(f"/games/{game}/substitute", {"player": "bot:3"}, expect=201)
        await black.get(path, expect=202)


async def test_nobody_is_given_hints_in_a_pause(make_server):
    server = make_server(("--bots", "yes", "--bots-memory", "0"))
    async with Rest(server) as rest:
        clock = {"kind": "total", "total_s": 3600}
        game, player = await game_with_a_bot(rest, clock=clock)
        path = f"/games/{game}/hint"

        async def is_paused():
            return (await player.get(f"/games/{game}/clock", expect=200)).json["paused"]

        async def pause():
            await player.post(f"/games/{game}/proposals", {"kind": "pause"}, expect=201)
            deadline = time.monotonic() + PATIENCE_S
            while not await is_paused():
                assert time.monotonic() < deadline, "the bot does not agree"
                await asyncio.sleep(0.05)

        await pause()
        refused = await player.get(path, expect=409, code="game-paused")
        await player.post(f"/games/{game}/resume", {}, expect=201)
        hint = await hint_of(player, game)
        await pause()

        assert f"Game {game} is paused" in refused.json["detail"]
        assert hint.status == 200
        await player.get(path, expect=409, code="game-paused")


async def test_a_hint_that_takes_longer_is_asked_for_again(make_server):
    server = make_server(("--bots", "elsewhere"))
    async with Rest(server) as rest:
        game, player = await game_with_a_bot(rest)
        path = f"/games/{game}/hint"
        await player.get(path, expect=409, code="searches-off")
        program = await searcher(rest)

        waiting = await player.get(path, expect=202)
        assert waiting.json == {"game": game, "status": "waiting"}
        assert waiting.headers["retry-after"] == "1"
        with working(server, program.token):
            answer = await hint_of(player, game)
        assert answer.status == 200


async def test_an_account_and_an_address_wait_for_so_many_hints(make_server):
    server = make_server(("--bots", "elsewhere"))
    async with Rest(server) as rest:
        await searcher(rest)

        async def ask(player, level, expect):
            game = await player.open_game(setup="9x9", seats=["me", f"bot:{level}"])
            code = {} if expect == 202 else {"code": "overloaded"}
            return await player.get(f"/games/{game['id']}/hint", expect=expect, **code)

        async def near():
            grant = await rest.nobody.post("/guests", {}, expect=201,
                                           headers={"X-Forwarded-For": "203.0.113.7"})
            return Player(rest, grant.json["handle"], grant.json["token"])

        here, guests = await rest.guest(), [await near() for _ in range(6)]
        await asyncio.gather(*(ask(one, level, 202) for one in [here, *guests[:5]]
                               for level in (1, 2)))

        assert "of your hints" in (await ask(here, 3, 503)).json["detail"]
        assert "for your network address" in (await ask(guests[5], 3, 503)).json["detail"]
        await ask(await rest.guest(), 3, 202)


async def test_a_hint_waits_no_longer_for_whoever_has_left_the_game(make_server):
    server = make_server(("--bots", "elsewhere"))
    async with Rest(server) as rest:
        await searcher(rest)
        player = await rest.guest()
        games = [(await player.open_game(setup="9x9", seats=["me", "bot:1"]))["id"]
                 for _ in range(3)]
        for game, answer in zip(games, (202, 202, 503)):
            await player.get(f"/games/{game}/hint", expect=answer)

        await player.post(f"/games/{games[0]}/leave", {})

        await player.get(f"/games/{games[2]}/hint", expect=202)


async def test_a_hint_does_not_wait_for_an_analysis(make_server):
    server = make_server(("--bots", "elsewhere"))
    async with Rest(server) as rest:
        program = await searcher(rest)
        finished, (black, _) = await finished_game(rest)
        game, player = await game_with_a_bot(rest)
        await black.post(f"/games/{finished}/analysis", {}, expect=202)
        await claimed(program, kind="analysis")

        assert (await player.get(f"/games/{game}/hint", expect=202)).json["status"] == "waiting"
        job = await claimed(program, kind="hint")

        assert (job["kind"], job["game"]) == ("hint", game)


# --- by default ---


async def test_the_bots_program_analyses_and_gives_hints_by_default(make_server):
    server = make_server(("--bots", "yes", "--bots-memory", "0"))
    async with Rest(server) as rest:
        game, (black, _) = await finished_game(rest)
        player = await rest.guest()
        with_bot = await player.open_game(setup="9x9", seats=["me", "bot:1"])
        await black.post(f"/games/{game}/analysis", {}, expect=202)

        found = await analysed(rest.nobody, game)
        hint = await hint_of(player, with_bot["id"])

        assert [turn["point"] for turn in found["turns"]] == ["H7", "H3", "H6", "H4"]
        assert hint.status == 200 and hint.json["ply"] == 0
