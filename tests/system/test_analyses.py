"""Analyses of finished games, and the programs that do them."""

import asyncio
import json
import pathlib
import re
import subprocess
from xml.etree import ElementTree

import pytest

from support import rows
from support.analyses import (analysed, analysed_evenly, claimed, even_analysis, finished_game,
                              searcher, tell_even, working)
from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.rest import CONTRACT, PASSWORD, Player, Rest, start_game
from support.server import BIN

SEARCHES = [("POST", "/searches"), ("POST", "/searches/1/extend"), ("POST", "/searches/1/result")]


async def test_a_game_is_analysed_once_and_for_everybody(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        path = f"/games/{game}/analysis"
        await rest.nobody.get(path, expect=404, code="no-such-analysis")

        asked = await black.post(path, {}, expect=202)
        assert asked.headers["location"] == f"/api/v1{path}"
        assert (asked.json["status"], asked.json["ahead"]) == ("waiting", 0)
        assert (await rest.nobody.get(path, expect=202)).json == asked.json

        job = await claimed(program)
        assert (job["kind"], job["game"], job["turns"]) == \
            ("analysis", game, ["H7", "H3", "H6", "H4", "leave:white"])
        assert (await rest.nobody.get(path, expect=202)).json["status"] == "running"
        await program.post("/searches", {}, expect=204)

        await tell_even(program, job)
        assert (await (await rest.guest()).post(path, {}, expect=200)).json["status"] == "done"
        found = await rest.nobody.get(path, expect=200)
        assert found.json == even_analysis(job)
        await rest.nobody.get(path, headers={"If-None-Match": found.headers["etag"]}, expect=304)
        await program.post("/searches", {}, expect=204)
        await program.post(f"/searches/{job['search']}/result", even_analysis(job), expect=404,
                           code="no-such-search")


async def test_the_curve_is_a_picture(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        path = f"/games/{game}/analysis"
        await analysed_evenly(program, black, game)

        picture = await rest.nobody.get(path + "?format=svg", expect=200)

        assert picture.headers["content-type"] == "image/svg+xml"
        lines = ElementTree.fromstring(picture.body).findall("{http://www.w3.org/2000/svg}polyline")
        assert len(lines) == 2
        await rest.nobody.get(path + "?format=png", expect=400, code="bad-parameter")


async def test_an_analysis_of_an_older_version_has_no_picture_and_harms_nobody(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        path = f"/games/{game}/analysis"
        await analysed_evenly(program, black, game)
        rows.age_analyses(server)

        refused = await rest.nobody.get(path + "?format=svg", expect=404, code="no-such-analysis")

        assert "too old for a picture" in refused.json["detail"]
        record = await rest.nobody.get(f"/games/{game}/record?include=analysis", expect=200)
        assert "analysis" not in record.json
        assert server.probe("/readyz") == 200


async def test_a_record_may_hold_the_analysis(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        path = f"/games/{game}/record"
        plain = await rest.nobody.get(path, expect=200)
        assert (await rest.nobody.get(path + "?include=analysis", expect=200)).json == plain.json

        job = await analysed_evenly(program, black, game)

        analysed = await rest.nobody.get(path + "?include=analysis", expect=200)
        assert analysed.json == {**plain.json, "analysis": even_analysis(job)}
        assert analysed.headers["etag"] != plain.headers["etag"]
        assert (await rest.nobody.get(path, expect=200)).json == plain.json
        await rest.nobody.get(path + "?include=board", expect=400, code="bad-parameter")


async def test_without_a_program_nothing_is_queued(server):
    async with Rest(server) as rest:
        game, (black, _) = await finished_game(rest)
        path = f"/games/{game}/analysis"
        refused = await black.post(path, {}, expect=409, code="searches-off")
        assert "no search worker" in refused.json["detail"]
        await black.get(path, expect=404, code="no-such-analysis")

        await searcher(rest)

        await black.post(path, {}, expect=202)


async def test_a_program_may_ask_for_searches_of_one_kind(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)

        await program.post("/searches", {"kind": "hint"}, expect=204)
        await program.post("/searches", {"kind": "puzzle"}, expect=422, code="invalid-field")

        assert (await claimed(program, kind="analysis"))["game"] == game


async def running_game(players, **request):
    """A game on 9x9 of two stones: its id."""
    black, white = players
    game = (await black.open_game(setup="9x9", **request))["id"]
    await white.join(game)
    await black.move(game, "H7", 0)
    await white.move(game, "H3", 1)
    return game


async def bot_of(owner, handle):
    """A bot of the owner's."""
    body = {"handle": handle, "password": PASSWORD}
    grant = (await owner.post("/me/bots", body, expect=201)).json
    return Player(owner.rest, handle, grant["token"])


async def test_a_running_game_is_analysed_for_nobody_who_plays_in_it(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        watcher, friend = [await rest.account(name) for name in ("watcher", "friend")]
        owner, stranger = [await rest.account(name) for name in ("owner", "stranger")]
        robot = await bot_of(owner, "ownbot")
        guest = await rest.guest()
        game = await running_game([friend, robot])
        newcomer = await rest.account("newcomer")
        path = f"/games/{game}/analysis"

        async def is_told_nothing(*people):
            for one in people:
                await one.get(path, expect=409, code="game-not-over")
                if one.token:
                    await one.post(path, {}, expect=409, code="game-not-over")

        outsiders = [friend, robot, owner, await bot_of(owner, "ownbot2"),
                     await bot_of(friend, "friendbot"), guest, newcomer, rest.nobody]
        await is_told_nothing(*outsiders)
        await watcher.post(path, {}, expect=202)
        assert (await stranger.get(path, expect=202)).json["status"] == "waiting"
        job = await claimed(program)
        assert (job["turns"], job["winner"]) == (["H7", "H3"], None)
        await friend.move(game, "H6", 2)

        await tell_even(program, job)

        found = await stranger.get(path, expect=200)
        assert found.json == even_analysis(job)
        assert "private" in found.headers["cache-control"]
        assert (await watcher.get(path + "?format=svg", expect=200)).body.startswith(b"<svg")
        await is_told_nothing(*outsiders)
        record = await friend.get(f"/games/{game}/record?include=analysis", expect=200)
        assert "analysis" not in record.json


async def test_an_analysis_of_a_running_game_is_followed_by_one_of_more_stones(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        watcher = await rest.account("watcher")
        players = await rest.guests(2)
        game = await running_game(players)
        path = f"/games/{game}/analysis"
        await watcher.post(path, {}, expect=202)
        await players[0].move(game, "H6", 2)
        # The one that waits is waited for.
        assert (await watcher.post(path, {}, expect=202)).json["ahead"] == 0
        job = await claimed(program)
        assert job["turns"] == ["H7", "H3"]
        await tell_even(program, job)
        await watcher.get(path, expect=200)

        await watcher.post(path, {}, expect=202)
        again = await claimed(program)

        assert again["turns"] == ["H7", "H3", "H6"]
        await tell_even(program, again)
        assert len((await watcher.get(path, expect=200)).json["turns"]) == 3
        assert (await watcher.post(path, {}, expect=200)).json["status"] == "done"
        # A proposal makes it no older, a stone that is taken back does.
        proposal = (await players[1].post(f"/games/{game}/proposals", {"kind": "undo"},
                                          expect=201)).json["seq"]
        assert (await watcher.post(path, {}, expect=200)).json["status"] == "done"
        await players[0].post(f"/games/{game}/proposals/{proposal}/accept", {}, expect=201)
        await watcher.post(path, {}, expect=202)
        assert (await claimed(program))["turns"] == ["H7"]


@pytest.mark.parametrize("is_begun", [False, True], ids=["waits", "begun"])
async def test_once_a_game_is_over_no_part_of_it_is_analysed(server, is_begun):
    async with Rest(server) as rest:
        program = await searcher(rest)
        watcher = await rest.account("watcher")
        players = await rest.guests(2)
        game = await running_game(players)
        path = f"/games/{game}/analysis"
        await watcher.post(path, {}, expect=202)
        part = await claimed(program) if is_begun else None

        await players[1].leave(game)

        await watcher.get(path, expect=404, code="no-such-analysis")
        assert (await players[0].post(path, {}, expect=202)).json["ahead"] == 0
        assert (await claimed(program))["winner"] == "black"
        await program.post("/searches", {}, expect=204)
        if part:
            where = f"/searches/{part['search']}"
            await program.post(f"{where}/extend", {}, expect=404, code="no-such-search")
            await program.post(f"{where}/result", even_analysis(part), expect=404,
                               code="no-such-search")


async def test_an_account_is_as_old_as_the_guest_that_it_was(server):
    async with Rest(server) as rest:
        await searcher(rest)
        before, players = await rest.guest(), await rest.guests(2)
        game = await running_game(players)
        after = await rest.guest()
        for guest, handle, status in ((before, "before", 202), (after, "after", 409)):
            body = {"handle": handle, "password": PASSWORD}
            await guest.post("/me/upgrade", body, expect=200)
            await guest.post(f"/games/{game}/analysis", {}, expect=status)


async def test_nobody_is_helped_while_a_seat_is_on_offer(server):
    async with Rest(server) as rest:
        await searcher(rest)
        watcher = await rest.account("watcher")
        stones = {"black": ["A1"], "white": ["J1"], "red": ["E9"]}
        game, players = await start_game(rest, seats=3, board=[9, 9], stones=stones,
                                         leaver_policy="substitute")
        path = f"/games/{game['id']}/analysis"
        await players[0].move(game["id"], "A2", 0)
        await watcher.post(path, {}, expect=202)
        await players[1].leave(game["id"])

        refused = await watcher.get(path, expect=409, code="game-not-over")
        assert "seat is offered" in refused.json["detail"]

        await (await rest.guest()).post(f"/games/{game['id']}/substitute", {}, expect=201)
        refused = await players[1].get(path, expect=409, code="game-not-over")
        assert "Current and former" in refused.json["detail"]
        await watcher.get(path, expect=202)


async def test_a_game_without_stones_cannot_be_analysed(server):
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        await players[1].leave(game["id"])

        await players[0].post(f"/games/{game['id']}/analysis", {}, expect=409,
                              code="not-analysable")


async def test_a_private_game_is_analysed_for_its_players_alone(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        black, white = await rest.guests(2)
        game = (await black.open_game(setup="9x9", visibility="private",
                                      seats=["me", white.handle]))["id"]
        await white.join(game)
        await black.move(game, "H7", 0)
        await white.leave(game)
        path = f"/games/{game}/analysis"
        await rest.nobody.get(path, expect=404, code="no-such-game")
        await (await rest.guest()).post(path, {}, expect=404, code="no-such-game")

        await white.post(path, {}, expect=202)
        job = await claimed(program)

        assert black.handle not in str(job) and white.handle not in str(job)
        await tell_even(program, job)
        await black.get(path, expect=200)
        await rest.nobody.get(path, expect=404, code="no-such-game")


@pytest.mark.parametrize("is_extended", [False, True], ids=["dies", "control"])
async def test_a_program_that_dies_loses_no_search(server, is_extended):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        first = await claimed(program)
        server.kill()
        rows.end_claims(server)
        server.start()
        if is_extended:
            # A claim that has ended can't be extended, so it is claimed again.
            await program.post(f"/searches/{first['search']}/extend", {}, expect=404,
                               code="no-such-search")
            assert await claimed(program) == first
            await program.post(f"/searches/{first['search']}/extend", {}, expect=204)
            await program.post("/searches", {}, expect=204)
            return

        again = await claimed(program)

        assert again == first
        await tell_even(program, again)
        await rest.nobody.get(f"/games/{game}/analysis", expect=200)


async def test_what_is_begun_three_times_has_failed_and_may_be_asked_for_again(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        path = f"/games/{game}/analysis"
        await black.post(path, {}, expect=202)
        for _ in range(3):
            await claimed(program)
            rows.end_claims(server)

        await program.post("/searches", {}, expect=204)

        failed = await black.get(path, expect=404, code="no-such-analysis")
        assert "failed" in failed.json["detail"]
        await black.post(path, {}, expect=202)
        await claimed(program)


async def test_a_program_waits_for_work(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        waiting = asyncio.create_task(program.post("/searches", {"wait_s": 30}, expect=200))
        await asyncio.sleep(0.3)
        assert not waiting.done()

        await black.post(f"/games/{game}/analysis", {}, expect=202)

        assert (await waiting).json["game"] == game


async def test_a_program_that_waits_holds_up_no_end(make_server):
    # Longer than anybody waits for its end below.
    server = make_server(["--drain-seconds", "600"])
    async with Rest(server) as rest:
        program = await searcher(rest)
        waiting = asyncio.create_task(program.post("/searches", {"wait_s": 30}))
        await asyncio.sleep(0.3)

        await asyncio.to_thread(server.end)

        assert (await waiting).status == 204


async def test_only_house_bots_and_administrators_search(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        anna = await rest.account("anna")
        body = {"handle": "anna", "password": PASSWORD, "scopes": ["search"]}
        await rest.nobody.post("/tokens", body, expect=403, code="insufficient-scope")
        named = {"handle": "annabot", "password": PASSWORD}
        bot = (await anna.post("/me/bots", named, expect=201)).json
        robot = Player(rest, "annabot", bot["token"])
        for method, path in SEARCHES:
            for player in (await rest.guest(), anna, robot):
                answer = await player.request(method, path, {}, expect=403)
                assert answer.code in ("insufficient-scope", "wrong-kind")
        # Acts for which the program's token is not good.
        await program.post("/games", {"setup": "9x9"}, expect=403, code="insufficient-scope")
        await program.post("/searches", {}, expect=204)


def spoiled(job, *path, value):
    found = even_analysis(job)
    place = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return found


@pytest.mark.parametrize("path, value, pointer", [
    (("game",), 99, "/game"),
    (("turns", 0, "point"), "H3", "/turns/0"),
    (("turns", 0, "line"), ["E5"], "/turns/0/line/0"),
    (("turns", 1, "chances"), [0.9, 0.9], "/turns/1/chances"),
    (("turns", 1, "grade"), "blunder", "/turns/1"),
    (("turns",), [], "/turns"),
], ids=["game", "turn", "illegal", "sum", "grade", "none"])
async def test_what_a_program_says_is_checked(server, path, value, pointer):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        job = await claimed(program)
        where = f"/searches/{job['search']}/result"

        refused = await program.post(where, spoiled(job, *path, value=value), expect=422,
                                     code="invalid-field")

        assert refused.json["pointer"] == pointer
        await rest.nobody.get(f"/games/{game}/analysis", expect=202)
        await program.post(where, even_analysis(job), expect=204)


@pytest.mark.parametrize("name, value", [("sentence", "<img src=x>"), ("kind", "never")])
async def test_what_a_program_says_of_the_turn_is_told_anew(server, name, value):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        job = await claimed(program)
        found = spoiled(job, "turning_point", name, value=value)

        await program.post(f"/searches/{job['search']}/result", found, expect=204)

        kept = (await rest.nobody.get(f"/games/{game}/analysis", expect=200)).json
        assert kept["turning_point"] == even_analysis(job)["turning_point"]


async def test_a_result_may_be_large_but_not_past_its_cap(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        job = await claimed(program)
        where = f"/searches/{job['search']}/result"
        headers = {"Content-Type": "application/json"}

        await program.post(where, data=b" " * (2 ** 20 + 1), headers=headers, expect=413,
                           code="body-too-large")
        await program.post(where, data=b" " * 2 ** 20, headers=headers, expect=400,
                           code="malformed-json")
        await program.post("/searches", data=b" " * 65537, headers=headers, expect=413,
                           code="body-too-large")


async def test_an_account_may_ask_for_so_many_in_an_hour(server):
    async with Rest(server) as rest:
        await searcher(rest)
        asker, other = await rest.guests(2)
        games = [(await finished_game(rest))[0] for _ in range(11)]
        for game in games[:10]:
            await asker.post(f"/games/{game}/analysis", {}, expect=202)

        refused = await asker.post(f"/games/{games[10]}/analysis", {}, expect=429,
                                   code="rate-limited")

        assert 0 < refused.json["retry_after_s"] <= 3600
        # An analysis that is there costs nothing, and others may go on.
        await asker.post(f"/games/{games[0]}/analysis", {}, expect=202)
        await other.post(f"/games/{games[10]}/analysis", {}, expect=202)


async def test_what_is_asked_for_is_counted(server):
    async with Rest(server) as rest:
        await searcher(rest)
        game, (black, _) = await finished_game(rest)
        assert metrics_of(server)["tanbo_searches_asked_total"] == 0
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        assert metrics_of(server)["tanbo_searches_asked_total"] == 1


# --- tanbo analyze ---

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "record-9x9.json"


def analyze(*arguments, text="", status=0):
    done = subprocess.run([BIN.parent / "tanbo", "analyze", *arguments], input=text, text=True,
                          capture_output=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module", name="record")
def random_record():
    """A finished game of many plies, played at random."""
    return GOLDEN.read_text()


def test_the_terminal_analyses_a_record(record):
    found = json.loads(analyze("-", "--json", "--simulations", "300", text=record))

    CONTRACT.schemas.check_named("Analysis", found, "tanbo analyze --json")
    turns = json.loads(record)["result"]["ply"]
    assert len(found["turns"]) == turns
    assert sum(found["end"]) == pytest.approx(1)
    table = analyze("-", "--simulations", "300", text=record)
    assert len([line for line in table.splitlines() if re.match(r" +\d+ (black|white) ", line)]) \
        == turns
    assert found["turning_point"]["sentence"] in " ".join(table.split())
    assert max(map(len, table.splitlines())) <= 80
    picture = analyze("-", "--svg", "--simulations", "300", text=record)
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_terminal_says_the_same_for_a_seed_and_simulations(record):
    arguments = ("-", "--json", "--simulations", "200", "--seed", "5")
    first = analyze(*arguments, text=record)

    assert analyze(*arguments, text=record) == first
    assert analyze("-", "--json", "--simulations", "200", "--seed", "6", text=record) != first


def test_the_terminal_refuses_what_cannot_be_analysed(tmp_path):
    assert "could not open" in analyze(str(tmp_path / "none"), status=1)
    assert analyze("-", text="{}", status=1).startswith("tanbo: ")
    running = (GOLDEN.parent / "record-open.json").read_text()
    assert "only a finished game" in analyze("-", text=running, status=1)


async def test_the_server_takes_what_the_terminal_finds(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        job = await claimed(program)
        record = (await rest.nobody.get(f"/games/{game}/record", expect=200)).body.decode()
        found = json.loads(analyze("-", "--json", "--simulations", "100", text=record))

        await program.post(f"/searches/{job['search']}/result", found, expect=204)

        assert (await rest.nobody.get(f"/games/{game}/analysis", expect=200)).json == found


async def test_the_programs_worker_does_what_is_asked_for(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        with working(server, program.token):
            game, (black, _) = await finished_game(rest)
            await black.post(f"/games/{game}/analysis", {}, expect=202)

            found = await analysed(rest.nobody, game)

        assert found["simulations"] == 2000
        assert [turn["point"] for turn in found["turns"]] == ["H7", "H3", "H6", "H4"]
        # Without it nothing comes.
        other, (white, _) = await finished_game(rest)
        await white.post(f"/games/{other}/analysis", {}, expect=202)
        with pytest.raises(AssertionError, match="did not come"):
            await analysed(rest.nobody, other, seconds=1)


async def test_a_worker_that_is_killed_loses_no_search_and_another_goes_on(server):
    async with Rest(server) as rest:
        program = await searcher(rest)
        game, (black, _) = await finished_game(rest)
        await black.post(f"/games/{game}/analysis", {}, expect=202)
        await claimed(program)  # by one that is killed before it tells anything
        rows.end_claims(server)

        with working(server, program.token):
            await analysed(rest.nobody, game)


async def test_a_worker_that_may_not_search_ends_and_says_why(server):
    async with Rest(server) as rest:
        guest = await rest.guest()
        with working(server, guest.token) as program:
            status = await asyncio.to_thread(program.wait, 20)
            said = program.stdout.read().decode()

        assert status == 1
        assert "insufficient-scope" in said
