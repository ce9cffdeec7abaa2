"""House bots: opponents that sit down at once, and the program that plays for them."""

import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import time

from support.bots import playing_levels, program
from support.challenges import accept, challenge, members
from support.game import Board
from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.processes import is_alive
from support.rest import PASSWORD, Player, Rest, start_game
from support.server import tanbod
from support.terminal import Machine, Tty

# A pause that doubled with each kill would be a minute.
PAUSE_MS_MAX = 3_200
CUSTOM = {"board": [5, 4], "stones": {"black": ["A1"], "white": ["E4"]}, "to_move": "white"}


def with_bots(make_server, tmp_path, *flags, mode="play"):
    """A server; its bots' program behaves in one way. A sanitizer's memory is not limited."""
    return make_server(("--bots", "yes", "--bots-program", program(tmp_path, mode),
                        "--bots-memory", "0", *flags))


async def until(condition, seconds=PATIENCE_S):
    """Waits until a coroutine yields something; yields that."""
    deadline = time.monotonic() + seconds
    while not (found := await condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        await asyncio.sleep(0.02)
    return found


def process_of(server):
    """The bots' process; none: nothing."""
    for file in pathlib.Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread that has ended meanwhile
            for pid in file.read_text().split():
                return int(pid)
    return None


def pauses_ms(server):
    """How long the server waited each time before it started the program again."""
    return [int(pause) for pause in re.findall(r"after_ms=(\d+)", server.log)]


async def my_turn(guest, game, seat="black"):
    """The game once it is the guest's turn, or over."""
    async def look():
        now = await guest.game(game)
        return now if now["to_move"] == seat or now["status"] == "finished" else None
    return await until(look)


async def play_whole_game(guest, game, seat="black"):
    """The guest's own moves until the game is over; yields it."""
    while (now := await my_turn(guest, game["id"], seat))["status"] != "finished":
        legal = (await guest.get(f"/games/{game['id']}/legal-moves", expect=200)).json["points"]
        await guest.move(game["id"], legal[now["ply"] * 7 % len(legal)], now["ply"])
    return now


# --- sitting down ---


async def test_a_guest_plays_a_whole_game_against_a_bot_by_one_request(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        guest = await rest.guest()

        game = await guest.open_game(setup="9x9", seats=["me", "bot:5"])

        assert game["status"] == "active"
        assert [seat["handle"] for seat in game["seats"]] == [guest.handle, "bot:5"]
        over = await play_whole_game(guest, game)
        assert over["winner"] in ("black", "white")
        told = metrics_of(server)
        assert told["tanbo_bots_moves_total"] >= over["ply"] // 2
        assert told["tanbo_bots_running"] == 1


async def test_bots_are_listed_with_their_levels_apart_from_people(make_server, tmp_path):
    server = with_bots(make_server, tmp_path, "--bots-games-max", "1")
    async with Rest(server) as rest:
        guest = await rest.guest()
        await guest.open_game(setup="9x9", seats=["me", "bot:3"])

        bots = (await rest.nobody.get("/bots", expect=200)).json["bots"]
        profile = (await rest.nobody.get("/players/bot:10", expect=200)).json

        assert [(bot["handle"], bot["level"]) for bot in bots] == [
            (f"bot:{level}", level) for level in range(1, 11)]
        assert [bot["level"] for bot in bots if not bot["free"]] == [3]
        assert (profile["kind"], profile["level"]) == ("bot", 10)
        assert (await rest.nobody.get("/players", expect=200)).json["players"] == []
        assert (await rest.nobody.get("/players?q=bot", expect=200)).json["players"] == []


async def test_bots_sit_at_any_board_with_somebody(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        guest = await rest.guest()
        four = await guest.open_game(setup="19x19-4p", seats=["bot:1", "me", "bot:2", "bot:3"])
        custom = await guest.open_game(**CUSTOM, seats=["me", "bot:1"])
        waiting = await guest.open_game(setup="19x19-4p", seats=["bot:1", "me", "open", "bot:3"])

        assert (four["status"], custom["status"]) == ("active", "active")
        assert waiting["status"] == "open"
        await my_turn(guest, four["id"], "white")
        await my_turn(guest, custom["id"])


async def test_bots_that_are_not_to_be_had_are_refused_by_code(make_server, tmp_path):
    server = with_bots(make_server, tmp_path, "--bots-games-max", "1")
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        for seats, status, code in ((["me", "bot:11"], 422, "no-such-bot"),
                                    (["me", "bot:zero"], 422, "no-such-bot"),
                                    (["me", "bot-5"], 422, "no-such-player"),
                                    (["me", "bot:"], 422, "invalid-field"),
                                    (["bot:1", "bot:2"], 422, "invalid-field")):
            body = {"setup": "9x9", "seats": seats}
            await anna.post("/games", body, expect=status, code=code)
        await anna.post("/challenges", {"setup": "9x9", "seats": ["me", "bot:11"]}, expect=422,
                        code="no-such-bot")
        await anna.open_game(setup="9x9", seats=["me", "bot:5"])

        body = {"setup": "9x9", "seats": ["me", "bot:5"]}
        busy = await ben.post("/games", body, expect=409, code="bot-busy")
        await ben.post("/challenges", body, expect=409, code="bot-busy")

        assert busy.json["detail"].startswith("bot:5 is already playing 1 game.")
        assert busy.json["pointer"] == "/seats/1"


async def test_one_address_has_a_fifth_of_a_bots_games(make_server, tmp_path):
    def at(address):
        return {"X-Forwarded-For": address}

    server = with_bots(make_server, tmp_path, "--bots-games-max", "10", mode="hang")
    body = {"setup": "9x9", "seats": ["me", "bot:5"]}
    async with Rest(server) as rest:
        async def guest(address):
            grant = await rest.nobody.post("/guests", {}, headers=at(address), expect=201)
            return Player(rest, grant.json["handle"], grant.json["token"])

        for i in range(2):
            one = await guest("203.0.113.7")
            await one.post("/games", body, headers=at(f"203.0.113.{i}"), expect=201)
        third = await guest("203.0.113.7")

        await third.post("/games", body, expect=409, code="limit-reached")

        await (await guest("203.0.113.8")).post("/games", body, expect=201)
        await third.post("/games", {"setup": "9x9", "seats": ["me", "bot:6"]}, expect=201)
    server.kill()
    server.start()
    async with Rest(server) as rest:
        again = Player(rest, third.handle, third.token)
        await again.post("/games", body, expect=409, code="limit-reached")
        member = {"handle": "anna", "password": "correct horse battery"}
        grant = await rest.nobody.post("/accounts", member, headers=at("203.0.113.7"), expect=201)
        anna = Player(rest, "anna", grant.json["token"])
        await anna.post("/challenges", body, expect=409, code="limit-reached")
        assert not (await anna.get("/games?player=anna", expect=200)).json["games"]


async def test_a_server_without_bots_says_so(server):
    async with Rest(server) as rest:
        guest = await rest.guest()
        body = {"setup": "9x9", "seats": ["me", "bot:5"]}

        await guest.post("/games", body, expect=409, code="bots-off")
        await guest.post("/challenges", body, expect=409, code="bots-off")

        assert (await rest.nobody.get("/bots", expect=200)).json == {"bots": []}
        await rest.nobody.get("/players/bot:5", expect=404, code="no-such-player")


async def test_nobody_else_is_called_as_a_bot_is(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        account = {"handle": "bot:5", "password": "correct horse battery"}
        await rest.nobody.post("/accounts", account, expect=422, code="invalid-field")
        anna = await rest.account("anna")
        await anna.post("/me/bots", {"handle": "bot:12"}, expect=422, code="invalid-field")
        await rest.nobody.post("/tokens", account, expect=401, code="bad-credentials")


async def test_challenges_and_rematches_begin_at_once(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        anna = await rest.account("anna")
        made = await challenge(anna, seats=["me", "bot:4"])
        assert made["state"] == "accepted"
        game = made["game"]
        await anna.leave(game)

        again = (await anna.post(f"/games/{game}/rematch", {}, expect=201)).json

        assert again["state"] == "accepted"
        seats = (await anna.game(again["game"]))["seats"]
        assert [seat["handle"] for seat in seats] == ["bot:4", "anna"]
        await my_turn(anna, again["game"], "white")


async def kinds_of(player):
    """The kinds of notifications that somebody has."""
    page = (await player.get("/me/notifications", expect=200)).json
    return [one["kind"] for one in page["notifications"]]


async def test_bots_that_accept_a_challenge_are_no_news(make_server, tmp_path):
    server = with_bots(make_server, tmp_path, mode="hang")
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        four = await challenge(anna, setup="19x19-4p", seats=["me", "bot:1", "bot:2", "bot:3"])
        assert four["state"] == "accepted"
        mixed = await challenge(anna, setup="19x19-4p", seats=["me", "ben", "bot:1", "bot:2"])
        assert "challenge-accepted" not in await kinds_of(anna)

        await accept(ben, mixed["id"])

        assert (await kinds_of(anna)).count("challenge-accepted") == 1


async def test_bots_are_not_told_of_challenges(make_server):
    """They accept at once: no one read what they were told, and their program was refused."""
    server = make_server(("--bots", "elsewhere"))
    server.end()
    printed = tanbod("admin", "bots", "--database", server.database).stdout
    token = json.loads(printed.splitlines()[4])["token"]
    server.start()
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        bot = Player(rest, "bot:5", token)
        body = {"handle": "owners", "password": PASSWORD}
        grant = (await owner.post("/me/bots", body, expect=201)).json
        engine = Player(rest, "owners", grant["token"])
        made = await challenge(anna, seats=["me", "bot:5"])
        await challenge(anna, seats=["me", "owners"])
        await anna.leave(made["game"])

        told = [await kinds_of(one) for one in (bot, engine)]

        assert "challenge" not in told[0] and "game-finished" in told[0]
        assert "challenge" in told[1]


async def test_a_bot_takes_a_leavers_seat_over(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, seats=4, setup="19x19-4p",
                                        leaver_policy="substitute"), seed=1)
        stranger = await rest.guest()
        body = {"player": "bot:6"}
        black = board.players["black"]
        path = f"/games/{board.id}/substitute"
        await black.post(path, body, expect=409, code="seat-not-offered")
        await board.players["white"].leave(board.id)
        await stranger.post(path, body, expect=403, code="not-a-player")
        await board.players["white"].post(path, body, expect=403, code="not-a-player")

        taken = (await black.post(path, body, expect=201)).json

        assert taken["data"]["handle"] == "bot:6" and taken["data"]["seat"] == "white"
        await board.play()
        await my_turn(black, board.id, "red")


async def test_a_bot_takes_a_seat_over_in_a_private_game(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        players = await rest.guests(4)
        seats = ["me", *(player.handle for player in players[1:])]
        game = (await players[0].open_game(setup="19x19-4p", seats=seats, visibility="private",
                                           leaver_policy="substitute"))["id"]
        for player in players[1:]:
            await player.join(game)
        await players[1].leave(game)
        path, body = f"/games/{game}/substitute", {"player": "bot:6"}
        await (await rest.guest()).post(path, body, expect=404, code="no-such-game")

        taken = (await players[0].post(path, body, expect=201)).json

        assert taken["data"]["handle"] == "bot:6"


# --- ratings ---


async def test_rated_games_with_bots_count_apart(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = await anna.open_game(setup="9x9", seats=["me", "bot:2"], rated=True)
        await my_turn(anna, game["id"])
        await anna.move(game["id"], "B1", 0)
        await my_turn(anna, game["id"])
        await anna.leave(game["id"])

        async def players(listed):
            path = f"/standings?setup=9x9&provisional=true&list={listed}"
            found = (await rest.nobody.get(path, expect=200)).json
            assert found["list"] == listed
            return [line["player"] for line in found["standings"]]

        assert await players("people") == []
        assert await players("with-bots") == ["anna"]
        assert await players("bots") == ["bot:2"]
        await rest.nobody.get("/standings?list=all", expect=400, code="bad-parameter")
        profile = (await rest.nobody.get("/players/anna", expect=200)).json
        assert [rating["family"] for rating in profile["ratings"]] == ["9x9-bots"]
        assert profile["reliability"]["finished"] == 0
        path = "/players/anna/ratings?family=9x9-bots"
        assert len((await rest.nobody.get(path, expect=200)).json["history"]) == 1
        assert (await rest.nobody.get("/statistics?setup=9x9", expect=200)).json["games"] == 0
        guest = await rest.guest()
        await guest.post("/games", {"setup": "9x9", "seats": ["me", "bot:2"], "rated": True},
                         expect=403, code="wrong-kind")
        between = await ben.open_game(setup="9x9", seats=["me", "anna"], rated=True)
        await anna.join(between["id"])
        for ply, player in enumerate((ben, anna)):
            legal = (await player.get(f"/games/{between['id']}/legal-moves", expect=200)).json
            await player.move(between["id"], legal["points"][0], ply)
        await ben.leave(between["id"])
        assert sorted(await players("people")) == ["anna", "ben"]
        paths = ["/players/anna/ratings", "/players/bot:2/ratings", "/statistics?setup=9x9"]
        before = [(await rest.nobody.get(path, expect=200)).body for path in paths]
    server.terminate()
    assert server.wait() == 0
    for command, told in (("recompute-ratings", "2 finished games"),
                          ("rebuild-summaries", "0 were wrong")):
        derived = tanbod("admin", command, "--database", server.database)
        assert derived.returncode == 0 and told in derived.stdout, derived
    server.start()
    async with Rest(server) as rest:
        assert [(await rest.nobody.get(path, expect=200)).body for path in paths] == before


# --- the program ---


async def test_the_program_is_killed_twenty_times_and_loses_no_game(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    async with Rest(server) as rest:
        guest = await rest.guest()
        game = await guest.open_game(setup="13x13", seats=["me", "bot:5"])
        for _ in range(20):
            now = await my_turn(guest, game["id"])
            assert now["status"] == "active"
            legal = (await guest.get(f"/games/{game['id']}/legal-moves", expect=200)).json
            pid = await until(lambda: asyncio.sleep(0, process_of(server)))
            os.kill(pid, signal.SIGKILL)
            await guest.move(game["id"], legal["points"][0], now["ply"])
            await my_turn(guest, game["id"])
        assert metrics_of(server)['tanbo_bots_ends_total{cause="exit"}'] == 20
        assert max(pauses_ms(server)) <= PAUSE_MS_MAX
        assert server.probe("/readyz") == 200
        board = Board(game, [guest, guest], seed=1)
        for event in (await guest.events(game["id"])):
            if event["type"] == "move":
                board.referee.play(event["data"]["point"])
        assert board.referee.ply == (await guest.game(game["id"]))["ply"]


async def test_the_program_is_killed_ten_times_while_it_owes_nothing(make_server):
    """Each kill doubled the pause before the next start, up to a minute, unless a bot had moved."""
    server = make_server(("--bots", "yes", "--bots-memory", "0"))
    async with Rest(server) as rest:
        guest = await rest.guest()
        game = await guest.open_game(setup="9x9", seats=["me", "bot:2"])
        for _ in range(10):
            pid = await until(lambda: asyncio.sleep(0, process_of(server)))
            await until(lambda: asyncio.sleep(0, metrics_of(server)["tanbo_streams"] > 0))
            await asyncio.sleep(1.2)  # a second of a program that is ready was sound
            os.kill(pid, signal.SIGKILL)
            await until(lambda gone=pid: asyncio.sleep(0, process_of(server) != gone))
        await guest.move(game["id"], "B1", 0)
        await my_turn(guest, game["id"])

        assert max(pauses_ms(server)) <= PAUSE_MS_MAX
        assert metrics_of(server)['tanbo_bots_ends_total{cause="exit"}'] == 10


async def test_a_program_that_ends_at_once_is_started_less_and_less_often(make_server, tmp_path):
    server = with_bots(make_server, tmp_path, mode="leave")
    async with Rest(server) as rest:
        async def has_ended():
            return metrics_of(server)['tanbo_bots_ends_total{cause="exit"}'] >= 4
        await until(has_ended)
        guest = await rest.guest()

        game = await guest.open_game(setup="9x9", seats=["me", "bot:5"])

        assert game["status"] == "active"
        assert server.probe("/readyz") == 200
        assert 'how="status 3"' in server.log
        assert "after_ms=200" in server.log and "after_ms=800" in server.log


async def test_a_program_that_talks_without_end_harms_nobody(make_server, tmp_path):
    server = with_bots(make_server, tmp_path, mode="talk")
    async with Rest(server) as rest:
        guest = await rest.guest()
        for _ in range(30):
            await guest.get("/games", expect=200)
            await asyncio.sleep(0.05)

        async def has_talked():
            return "a line with a token in it" in server.log
        await until(has_talked)
        assert "tbo_" not in server.log
        assert len(server.log) < 200_000


async def test_a_program_that_hangs_is_started_again(make_server, tmp_path):
    server = with_bots(make_server, tmp_path, "--bots-stall-seconds", "1", mode="hang")
    async with Rest(server) as rest:
        guest = await rest.guest()
        game = await guest.open_game(setup="9x9", seats=["me", "bot:5"])
        await asyncio.sleep(2)
        hangs = 'tanbo_bots_ends_total{cause="hang"}'
        assert metrics_of(server)[hangs] == 0, "the bot owes nothing yet"

        await guest.move(game["id"], "B1", 0)

        async def has_hung():
            return metrics_of(server)[hangs] >= 1
        await until(has_hung)
        assert "bots-hanging" in server.log


async def test_the_program_goes_with_its_server(make_server, tmp_path):
    for mode in ("play", "hang"):
        server = with_bots(make_server, tmp_path, mode=mode)
        pid = await until(lambda: asyncio.sleep(0, process_of(server)))
        server.kill()
        await until(lambda: asyncio.sleep(0, not is_alive(pid)))

        server.start()
        pid = await until(lambda: asyncio.sleep(0, process_of(server)))
        server.terminate()
        assert server.wait() == 0
        assert not is_alive(pid)


async def test_tokens_are_new_with_each_start_and_in_no_log(make_server, tmp_path):
    said = tmp_path / "said"
    spy = tmp_path / "spy"
    spy.write_text(f"#!/bin/sh\nsed -n '/^$/q;p' | tee -a {said} >/dev/null\nexec sleep 600\n")
    spy.chmod(0o755)
    server = make_server(("--bots", "yes", "--bots-program", spy, "--bots-memory", "0"))

    def lines():
        return said.read_text().splitlines() if said.exists() else []

    await until(lambda: asyncio.sleep(0, len(lines()) == 10))
    server.restart()
    await until(lambda: asyncio.sleep(0, len(lines()) == 20))

    accounts = [json.loads(line) for line in lines()]
    assert [account["level"] for account in accounts] == [*range(1, 11)] * 2
    async with Rest(server) as rest:
        for account in accounts[:10]:
            await Player(rest, None, account["token"]).get("/me", expect=401, code="bad-token")
        for account in accounts[10:]:
            bot = Player(rest, account["handle"], account["token"])
            assert (await bot.get("/me", expect=200)).json["handle"] == account["handle"]
            await bot.post("/challenges", {"setup": "9x9"}, expect=403, code="insufficient-scope")
            await bot.post("/me/bots", {"handle": "more"}, expect=403, code="insufficient-scope")
    for account in accounts:
        assert account["token"] not in server.log
    pid = process_of(server)
    assert not any("tbo_" in text for text in (
        pathlib.Path(f"/proc/{pid}/cmdline").read_text(),
        pathlib.Path(f"/proc/{pid}/environ").read_text()))


async def test_the_program_runs_elsewhere_with_tokens_of_the_shell(make_server, tmp_path):
    server = make_server(("--bots", "elsewhere"))
    server.terminate()
    assert server.wait() == 0
    printed = tanbod("admin", "bots", "--database", server.database)
    assert printed.returncode == 0, printed.stderr
    again = tanbod("admin", "bots", "--database", server.database)
    accounts = [json.loads(line) for line in again.stdout.splitlines() if line]
    assert again.stdout.endswith("}\n\n") and len(accounts) == 10
    server.start()
    assert process_of(server) is None
    async with Rest(server) as rest:
        old = json.loads(printed.stdout.splitlines()[0])["token"]
        await Player(rest, None, old).get("/me", expect=401, code="bad-token")
        playing = await asyncio.create_subprocess_exec(
            program(tmp_path, "play"), "bot", server.url, stdin=asyncio.subprocess.PIPE)
        playing.stdin.write(again.stdout.encode())
        guest = await rest.guest()
        game = await guest.open_game(setup="9x9", seats=["bot:7", "me"])
        await my_turn(guest, game["id"], "white")
        playing.stdin.close()
        assert await playing.wait() == 0


async def test_bots_that_nobody_plays_for_are_told_and_take_no_seat(make_server, tmp_path):
    """With `bots = elsewhere` all were free, and games began in which no one ever moved."""
    server = make_server(("--bots", "elsewhere"))
    server.end()
    printed = tanbod("admin", "bots", "--database", server.database).stdout
    server.start()
    async with Rest(server) as rest:
        async def is_nobody_there():
            return await playing_levels(rest) == []
        await until(is_nobody_there)
        anna = await rest.account("anna")
        body = {"setup": "9x9", "seats": ["me", "bot:5"]}

        refused = await anna.post("/games", body, expect=409, code="bots-off")
        await anna.post("/challenges", body, expect=409, code="bots-off")
        said = Machine(tmp_path).run("play", server.url, "--against", "bot:5", status=1)

        assert refused.json["detail"].startswith("bot:5 is offline.")
        assert "is offline. Try again later." in said
        program_there = await asyncio.create_subprocess_exec(
            program(tmp_path, "play"), "bot", server.url, stdin=asyncio.subprocess.PIPE)
        only_some = "\n".join(printed.splitlines()[:5]) + "\n\n"
        program_there.stdin.write(only_some.encode())

        async def are_some_there():
            return await playing_levels(rest) == [1, 2, 3, 4, 5]
        await until(are_some_there)
        game = await anna.open_game(**body)
        await anna.move(game["id"], "B1", 0)
        await my_turn(anna, game["id"])
        body["seats"][1] = "bot:6"
        await anna.post("/games", body, expect=409, code="bots-off")
        program_there.kill()
        await until(is_nobody_there)


async def test_a_missing_program_means_no_bots(make_server, tmp_path):
    server = make_server(("--bots", "yes", "--bots-program", tmp_path / "nothing"))
    async with Rest(server) as rest:
        guest = await rest.guest()
        await guest.post("/games", {"setup": "9x9", "seats": ["me", "bot:5"]}, expect=409,
                         code="bots-off")
    assert "bots-program-missing" in server.log


def test_a_bot_is_played_in_the_terminal_by_one_command(make_server, tmp_path):
    server = with_bots(make_server, tmp_path)
    machine = Machine(tmp_path)
    with Tty(machine, "play", server.url, "--setup", "9x9", "--against", "bot:5") as tty:
        said = tty.until("Your move, black:")
        assert "Tell the others" not in said
        tty.shows("white bot:5")
        tty.type("B1")
        tty.shows("ply 2")
        tty.type("quit")
    refused = machine.run("play", server.url, "--against", "bot:11", status=1)
    assert "bot:11" in refused
