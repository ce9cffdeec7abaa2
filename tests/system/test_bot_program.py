"""`tanbo bot`: house bots and other people's engines at a server, through the public API alone."""

import asyncio
import pathlib
import random
import subprocess
import sys

import pytest

from support.administration import act, promoted
from support.bots import TANBO, Bot, make_bots, program
from support.busy_machine import busy_machine
from support.calm_clock import CalmClock
from support.challenges import challenge, members
from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.random_play import our_turn, place_any, play_out, until
from support.rest import PASSWORD, Player, Rest
from support.server import is_sanitized, tanbod
from support.terminal import Machine, Tty

RANDOM = f"{sys.executable} {pathlib.Path(__file__).parent / 'support' / 'random_engine.py'}"
WAIT_S = PATIENCE_S
BACK_S_MAX = 5
PATIENCE_MS = "60000"  # with an engine that a busy machine keeps from its move


async def test_house_bots_play_whoever_asks_them(server):
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, [1, 6])
        with Bot(server.url, accounts=accounts) as bot:
            invited = await anna.open_game(setup="9x9", seats=["level-1", "me"])
            made = await challenge(anna, seats=["me", "level-6"])
            first = await play_out(anna, invited["id"], "white")
            asked = await until(lambda: anna.get(f"/challenges/{made['id']}", expect=200),
                                lambda answer: answer.json["state"] == "accepted")
            second = await play_out(anna, asked.json["game"], "black")
            assert bot.close_input() == 0

    assert first["status"] == second["status"] == "finished"
    assert first["ply"] > 10 and second["winner"] == "white"


async def test_twenty_games_at_once_through_kills(server):
    """Killed at any moment it plays on within seconds, and no game is lost by it."""
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, [1, 3, 5, 6])
        bot = Bot(server.url, accounts=accounts).start()
        seats = [["me", f"level-{accounts[i % 4]['level']}"] for i in range(20)]
        games = [(await anna.open_game(setup="9x9", seats=one))["id"] for one in seats]
        playing = [asyncio.create_task(play_out(anna, game, "black", 24)) for game in games]
        for _ in range(4):
            await asyncio.sleep(random.uniform(0.1, 0.6))
            bot.kill()
            bot.start()
        ended = await asyncio.gather(*playing)
        bot.kill()
        logs = [await anna.events(game) for game in games]

    assert len(ended) == 20
    assert not [event for log in logs for event in log
                if event["type"] == "leave" and event["data"]["reason"] == "time"]


async def test_games_on_the_largest_boards_fit_its_memory(server):
    """Of so many boards at once fewer than half fit. A sanitizer's memory is not limited."""
    memory_mb = "0" if is_sanitized() else "80"
    seats = ["black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"]
    stones = {seat: [f"{x}-{y}-{2 * z + 1}" for x in range(1, 17, 2) for y in range(1, 17, 2)]
              for z, seat in enumerate(seats)}
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, range(1, 8))
        bots = [account["handle"] for account in accounts]
        with Bot(server.url, "--memory-mb", memory_mb, accounts=accounts) as bot:
            games = [(await anna.open_game(board=[16, 16, 16], stones=stones,
                                           seats=["me", *bots]))["id"] for _ in range(15)]
            for game in games:
                await until(lambda: anna.game(game), lambda found: found["status"] == "active")
                await place_any(anna, game, 0)
            for game in games:
                await our_turn(anna, game, "black", 8)

            assert bot.process.poll() is None, bot.log


async def test_a_new_process_moves_within_five_seconds(server):
    with CalmClock() as calm:
        async with Rest(server) as rest:
            anna, owner = await members(rest, 2)
            accounts = await make_bots(owner, [5])
            bot = Bot(server.url, accounts=accounts).start()
            game = (await anna.open_game(setup="9x9", seats=["me", "level-5"]))["id"]
            took = []
            for ply in (0, 2, 4):
                await our_turn(anna, game, "black", ply)
                bot.kill()
                await place_any(anna, game, ply)
                bot.start()
                start = calm.now()
                await our_turn(anna, game, "black", ply + 2)
                took.append(calm.now() - start)
            bot.kill()

    # The quickest: whatever else the machine does only takes time.
    assert min(took) < BACK_S_MAX, took


async def at_ply(player, game, ply):
    """The last stone of a game once it stands at that ply."""
    await until(lambda: player.game(game), lambda found: found["ply"] == ply)
    log = await player.events(game)
    return [event["data"]["point"] for event in log if event["type"] == "move"][-1]


async def test_the_same_moves_are_answered_otherwise_in_other_games_and_alike_in_one(server):
    """A winner once won again by the same moves. The draws of a secret are the same in
    each run: in a new database games have the same numbers."""
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = [{**account, "secret": "of this test"}
                    for account in await make_bots(owner, [1, 10])]
        with Bot(server.url, accounts=accounts) as bot:
            games = [(await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
                     for _ in range(8)]
            others = [(await anna.open_game(setup="9x9", seats=["level-10", "me"]))["id"]
                      for _ in range(8)]
            for game in games:
                await our_turn(anna, game, "black")
                await anna.move(game, "C2", 0)
            replies = [await at_ply(anna, game, 2) for game in games]
            beginnings = [await at_ply(anna, game, 1) for game in others]
            bot.kill()
            bot.start()
            for game in games:
                await anna.post(f"/games/{game}/proposals", {"kind": "undo"}, expect=201)
                await until(lambda: anna.game(game), lambda found: found["ply"] == 0)
                await anna.move(game, "C2", 0)
            again = [await at_ply(anna, game, 2) for game in games]

    assert len(set(replies)) > 1 and len(set(beginnings)) > 1, (replies, beginnings)
    assert again == replies


async def test_it_comes_back_when_the_server_does(server):
    server.settle()
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, [5])
        with Bot(server.url, accounts=accounts) as bot:
            game = (await anna.open_game(setup="9x9", seats=["me", "level-5"]))["id"]
            await our_turn(anna, game, "black")
            server.kill()
            bot.until_said("the stream ended")
            server.start()
    async with Rest(server) as rest:
        anna.rest = rest
        with Bot(server.url, accounts=accounts):
            await place_any(anna, game, 0)
            found = await our_turn(anna, game, "black", 2)

    assert found["ply"] == 2


async def test_it_agrees_in_unrated_games_and_declines_in_rated_ones(server):
    clock = {"kind": "per-move", "per_move_s": 86400}
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, [5])
        with Bot(server.url, accounts=accounts):
            found = {}
            for rated in (False, True):
                made = await challenge(anna, seats=["me", "level-5"], rated=rated, clock=clock)
                game = (await until(lambda: anna.get(f"/challenges/{made['id']}", expect=200),
                                    lambda answer: answer.json["game"])).json["game"]
                await place_any(anna, game, 0)
                await our_turn(anna, game, "black", 2)
                await anna.post(f"/games/{game}/proposals", {"kind": "undo"}, expect=201)
                log = await until(lambda: anna.events(game),
                                  lambda log: log[-1]["type"] in ("undo", "proposal-answer"))
                found[rated] = log[-1]["type"]
                if not rated:
                    await anna.post(f"/games/{game}/proposals", {"kind": "pause"}, expect=201)
                    await until(lambda: anna.events(game), lambda log: log[-1]["type"] == "pause")
                    await anna.post(f"/games/{game}/resume", {}, expect=201)
                    ply = (await anna.game(game))["ply"]
                    await place_any(anna, game, ply)
                    await our_turn(anna, game, "black", ply + 2)

    assert found == {False: "undo", True: "proposal-answer"}


async def test_it_declines_past_its_limit_with_a_sentence(server):
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, [5])
        with Bot(server.url, "--games", "1", accounts=accounts):
            first = await challenge(anna, seats=["me", "level-5"])
            await until(lambda: anna.get(f"/challenges/{first['id']}", expect=200),
                        lambda answer: answer.json["state"] == "accepted")
            second = await challenge(anna, seats=["me", "level-5"])
            refused = (await until(lambda: anna.get(f"/challenges/{second['id']}", expect=200),
                                   lambda answer: answer.json["state"] == "declined")).json
            invited = await anna.open_game(setup="9x9", seats=["me", "level-5"])
            log = await until(lambda: anna.events(invited["id"]), lambda log: len(log) > 1)

    assert refused["reason"] == "I am already playing 1 game, my maximum. Try again later."
    assert (log[-1]["type"], log[-1]["data"]["reason"]) == ("leave", "withdrawn")


@pytest.mark.parametrize("protocol", ["python", "gtp"])
async def test_other_programs_play_whole_games(server, protocol):
    engine = RANDOM if protocol == "python" else f"{TANBO} engine --gtp"
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, "--engine", engine, "--movetime", "20", "--grace", PATIENCE_MS,
                 token=account["token"]):
            made = await challenge(anna, seats=["me", "level-1"])
            game = (await until(lambda: anna.get(f"/challenges/{made['id']}", expect=200),
                                lambda answer: answer.json["game"])).json["game"]
            await play_out(anna, game, "black")
            [*_, end] = await anna.events(game)

    assert (end["type"], end["data"]["reason"]) == ("end", "last-standing")


def failing(fault):
    """The flags of an engine that misbehaves so."""
    grace = "500" if fault.startswith("hangs") else PATIENCE_MS
    return ["--engine", f"{RANDOM} {fault}", "--movetime", "50", "--grace", grace]


@pytest.mark.parametrize("fault, stones", [("dies 2", 2), ("dies 1", 0), ("hangs 1", 0),
                                           ("cheats 1", 0)])
async def test_a_bad_program_is_started_once_more_in_a_game_and_then_resigns(server, fault, stones):
    """One that fails at its second move once was started again for every other one, for good."""
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, *failing(fault), token=account["token"]) as bot:
            game = (await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
            found = await play_out(anna, game, "black", 20)
            log = await anna.events(game)
            bot.until_said("it resigns")

    placed = [event for event in log
              if event["type"] == "move" and event["data"]["seat"] == "white"]
    assert (found["status"], found["winner"], len(placed)) == ("finished", "black", stones)
    assert bot.log.count("restarting it") == bot.log.count("it resigns") == 1


async def test_a_board_that_a_program_has_no_words_for_is_resigned_at_once(server):
    """It said that the program was started once more, which it was not."""
    board = {"board": [26, 26], "stones": {"black": ["1-1"], "white": ["26-26"]}}
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, "--engine", f"{TANBO} engine --gtp", token=account["token"]) as bot:
            game = (await anna.open_game(**board, seats=["level-1", "me"]))["id"]
            found = await our_turn(anna, game, "white")
            bot.until_said("it resigns")

    assert (found["status"], found["winner"], found["ply"]) == ("finished", "white", 0)
    assert bot.log == f"level-1: game {game}: the engine doesn't support this board; it resigns\n"


async def test_setups_that_a_program_has_no_words_for_are_not_offered(server):
    """It accepted them and resigned."""
    engine = ("while read id word rest; do case $id:$word in ugi:) echo '? unknown command';; "
              "*:known_command) echo \"=$id false\";; *) echo \"=$id\";; esac; done")
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        flags = ["--engine", engine, "--setups"]
        with Bot(server.url, *flags, "9x9,19x19-4p", token=account["token"]) as bot:
            assert bot.process.wait(timeout=WAIT_S) == 1
            bot.until_said("the engine doesn't support the board of 19x19-4p")
        with Bot(server.url, *flags, "9x9,13x13", token=account["token"]):
            made = await challenge(anna, seats=["me", "level-1"])
            await until(lambda: anna.get(f"/challenges/{made['id']}", expect=200),
                        lambda answer: answer.json["state"] == "accepted")


async def test_a_game_is_not_resigned_for_failures_in_another(server):
    """One program plays all: what it fails in has a start of its own, and the others none less."""
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, *failing("shuns 9x9"), token=account["token"]) as bot:
            played = (await anna.open_game(setup="13x13", seats=["me", "level-1"]))["id"]
            for ply in (0, 2):
                await our_turn(anna, played, "black", ply)
                await place_any(anna, played, ply)
                shunned = (await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
                assert (await play_out(anna, shunned, "black"))["winner"] == "black"
            found = await our_turn(anna, played, "black", 4)
            bot.until_said(r"it resigns\n(.*\n)*.*it resigns")

    assert (found["status"], found["ply"]) == ("active", 4)
    assert f"game {played}:" not in bot.log
    assert bot.log.count("restarting it") == bot.log.count("it resigns") == 2


async def test_a_game_that_goes_on_without_it_counts_no_longer(server):
    """It once declined all others until those who were left had finished, and after a reconnect."""
    server.settle()
    async with Rest(server) as rest:
        anna, ben, carl, owner = await members(rest, 4)
        [account] = await make_bots(owner, [1])
        flags = [*failing("dies 1"), "--games", "1"]
        with Bot(server.url, *flags, token=account["token"]) as bot:
            seats = ["level-1", "me", "ben", "carl"]
            game = (await anna.open_game(setup="19x19-4p", seats=seats))["id"]
            for other in (ben, carl):
                await other.post(f"/games/{game}/join", {}, expect=200)
            bot.until_said("it resigns")
            await until(lambda: anna.game(game), lambda found: found["to_move"] == "white")

            async def answer():
                """The bot's to a challenge; the game that it begins is over at once."""
                made = await challenge(anna, seats=["me", "level-1"])
                found = (await until(lambda: anna.get(f"/challenges/{made['id']}", expect=200),
                                     lambda answer: answer.json["state"] != "open")).json
                if found["game"]:
                    await anna.leave(found["game"])
                return found["state"]

            # The resignation may be seen before its own program has its answer.
            assert await until(answer, lambda state: state == "accepted")
            server.kill()
            bot.until_said("the stream ended")
            server.start()
            async with Rest(server) as anew:
                anna.rest = anew
                # By its first answer it has been told what goes on.
                await answer()
                assert await until(answer, lambda state: state == "accepted")


async def test_a_program_that_does_not_start_again_resigns(server, tmp_path):
    engine = f"mkdir {tmp_path}/started && exec {RANDOM} dies 1"
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, "--engine", engine, token=account["token"]) as bot:
            game = (await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
            found = await play_out(anna, game, "black", 20)
            bot.until_said("it resigns")

    assert (found["winner"], found["ply"]) == ("black", 1)
    assert ("the engine does not start: it ended with status 1 before it sent ugiok; it resigns"
            in bot.log)


async def test_a_resignation_reaches_a_server_that_was_away(server, tmp_path):
    """It was forgotten with the request that failed, and the engine asked again."""
    word = tmp_path / "word"
    server.settle()
    flags = ["--engine", f"{RANDOM} heeds {word}", "--grace", PATIENCE_MS]
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, *flags, token=account["token"]) as bot:
            game = (await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
            await our_turn(anna, game, "black")
            await place_any(anna, game, 0)
            await asked(word)
            word.write_text("die")
            bot.until_said("restarting it")
            await asked(word)
            server.kill()
            word.write_text("die")
            bot.until_said("it resigns")
            server.start()
            async with Rest(server) as anew:
                anna.rest = anew
                found = await until(lambda: anna.game(game),
                                    lambda found: found["status"] != "active")

    assert (found["status"], found["winner"], found["ply"]) == ("finished", "black", 1)
    assert word.read_text() == "die"


async def asked(word):
    """Waits until an engine that heeds the file has been asked for a move."""
    await until(lambda: asyncio.sleep(0, word.exists() and word.read_text()),
                lambda found: found == "asked")


async def test_it_plays_on_once_it_is_suspended_no_longer(server):
    """After four moves that were refused it never tried again, unless something else happened."""
    async with Rest(server) as rest:
        admin = (await promoted(rest, dora="admin"))["dora"]
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        with Bot(server.url, "--engine", RANDOM, token=account["token"]) as bot:
            game = (await anna.open_game(setup="9x9", seats=["me", "level-1"]))["id"]
            await our_turn(anna, game, "black")
            await act(admin, "/accounts/level-1/suspend")
            await place_any(anna, game, 0)
            await until(lambda: asyncio.sleep(0, bot.log.count("(account-suspended)")),
                        lambda times: times >= 4)
            await act(admin, "/accounts/level-1/unsuspend")
            found = await our_turn(anna, game, "black", 2)

    assert found["ply"] == 2


async def test_it_ends_with_its_input_and_says_what_it_lacks(server):
    async with Rest(server) as rest:
        [owner] = await members(rest, 1)
        accounts = await make_bots(owner, [5])
        bot = Bot(server.url, accounts=accounts).start()
        assert bot.close_input() == 0

        stranger = [{"handle": "level-5", "level": 5, "token": "tbo_" + "x" * 43}]
        with Bot(server.url, accounts=stranger) as other:
            assert other.process.wait(timeout=WAIT_S) == 1
            other.until_said("no accounts left to play for")
    done = subprocess.run([TANBO, "bot", server.url], input="\n", capture_output=True, text=True,
                          timeout=WAIT_S, check=False)
    assert done.returncode == 1 and "no accounts; give" in done.stderr


@pytest.mark.parametrize("kind", ["member", "guest"])
@pytest.mark.parametrize("is_house", [False, True])
async def test_it_never_plays_for_a_person(server, kind, is_house):
    """It once played the rated games of the person signed in, and resigned them."""
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        person = ben if kind == "member" else await rest.guest()
        game = (await anna.open_game(setup="9x9", seats=["open", "me"]))["id"]
        await person.post(f"/games/{game}/join", {}, expect=200)
        before = await person.events(game)
        accounts = [{"handle": person.handle, "level": 1, "token": person.token}]
        bot = Bot(server.url, accounts=accounts) if is_house else Bot(
            server.url, "--engine", f"{RANDOM} dies 1", token=person.token)
        with bot:
            assert bot.process.wait(timeout=WAIT_S) == 1
            bot.until_said("no accounts left to play for" if is_house else "--token-file")
        after = await person.events(game)

    assert f"{person.handle}: this is a person's account" in bot.log
    assert "/help/bots" in bot.log
    assert after == before


async def test_no_engine_is_started_for_an_account_that_it_can_not_play(server, tmp_path):
    """It was started first, which may take minutes, and only then was the token looked at."""
    started = tmp_path / "started"
    engine = f"sh -c 'touch {started}; exec {RANDOM}'"
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        [account] = await make_bots(owner, [1])
        narrow = {"handle": anna.handle, "password": PASSWORD, "scopes": ["game:read"]}
        weak = (await rest.nobody.post("/tokens", narrow, expect=201)).json["token"]
        for token, said in ((anna.token, "this is a person's account"),
                            ("tbo_" + "x" * 43, "no longer accepts its token"),
                            (weak, "insufficient-scope")):
            with Bot(server.url, "--engine", engine, token=token) as bot:
                assert bot.process.wait(timeout=WAIT_S) == 1
                bot.until_said(said)
        assert not started.exists()
        with Bot(server.url, "--engine", engine, token=account["token"]):
            await until(lambda: asyncio.sleep(0, started.exists()), lambda there: there)


def test_who_is_signed_in_is_not_who_an_engine_plays_for(server, tmp_path):
    machine = Machine(tmp_path)
    with Tty(machine, "play", server.url) as guest:
        guest.until("(for a list of commands, type help)")

    assert machine.files()
    refused = machine.run("bot", server.url, "--engine", RANDOM, status=1)
    assert "no token of a bot account" in refused


async def test_it_says_nothing_in_chat(server):
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        accounts = await make_bots(owner, [5])
        with Bot(server.url, accounts=accounts):
            game = (await anna.open_game(setup="9x9", seats=["me", "level-5"]))["id"]
            await our_turn(anna, game, "black")
            await anna.post(f"/games/{game}/chat", {"text": "@level-5 hello!"}, expect=201)
            await place_any(anna, game, 0)
            await our_turn(anna, game, "black", 2)
            said = (await anna.get(f"/games/{game}/chat", expect=200)).json["messages"]

    assert [one["author"] for one in said] == ["anna"]


async def test_strong_levels_say_if_they_think_less_and_weak_ones_never_do(server, tmp_path):
    async with Rest(server) as rest:
        anna, owner = await members(rest, 2)
        bots = Bot(server.url, accounts=await make_bots(owner, [5, 8]))
        bots.command[:0] = busy_machine(tmp_path)
        with bots:
            said = {}
            for level in (5, 8):
                seats = ["me", f"level-{level}"]
                game = (await anna.open_game(setup="9x9", seats=seats))["id"]
                for ply in (0, 2):
                    await our_turn(anna, game, "black", ply)
                    await place_any(anna, game, ply)
                await our_turn(anna, game, "black", 4)
                messages = (await anna.get(f"/games/{game}/chat", expect=200)).json["messages"]
                said[level] = [one["text"] for one in messages]

    assert said == {5: [], 8: ["Thinking less: the server is busy."]}


async def test_a_program_that_waits_for_a_pause_to_end_does_not_hang(make_server):
    server = make_server(("--bots", "yes", "--bots-memory", "0", "--bots-stall-seconds", "2"))
    async with Rest(server) as rest:
        guest = await rest.guest()
        game = (await guest.open_game(setup="19x19-4p", seats=["me", "bot:1", "bot:2", "bot:3"],
                                      clock={"kind": "total", "total_s": 3600}))["id"]
        await guest.post(f"/games/{game}/proposals", {"kind": "pause"}, expect=201)

        await until(lambda: guest.get(f"/games/{game}/clock", expect=200),
                    lambda clock: clock.json["paused"])

        await guest.leave(game)

        assert (await guest.game(game))["to_move"] == "white"
        await asyncio.sleep(4)
        assert metrics_of(server)['tanbo_bots_ends_total{cause="hang"}'] == 0


async def test_nobody_is_seated_across_a_bot_that_is_suspended(make_server):
    server = make_server(("--bots", "yes", "--bots-memory", "0", "--bots-stall-seconds", "2"))
    async with Rest(server) as rest:
        guest = await rest.guest()
        game = await guest.open_game(setup="9x9", seats=["me", "bot:5"])
        server.end()
        tanbod("admin", "suspend", "bot:5", "--reason", "test", "--database", server.database)
        server.start()
    async with Rest(server) as rest:
        guest = Player(rest, guest.handle, guest.token)
        await guest.move(game["id"], "B1", 0)

        bots = (await guest.get("/bots", expect=200)).json["bots"]
        assert [bot["plays"] for bot in bots] == [bot["level"] != 5 for bot in bots]
        refused = await guest.post("/games", {"setup": "9x9", "seats": ["me", "bot:5"]},
                                   expect=409, code="bots-off")
        assert refused.json["detail"].startswith("bot:5 is suspended.")
        await asyncio.sleep(4)
        assert metrics_of(server)['tanbo_bots_ends_total{cause="hang"}'] == 0


async def test_a_program_that_does_not_move_beside_a_seat_on_offer_hangs(make_server, tmp_path):
    """No time runs, as in a pause, for which it was taken; but the others are to play on."""
    server = make_server(("--bots", "yes", "--bots-program", program(tmp_path, "hang"),
                          "--bots-memory", "0", "--bots-stall-seconds", "2"))
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = (await anna.open_game(setup="19x19-4p", seats=["me", "bot:1", "bot:2", "ben"],
                                     clock={"kind": "total", "total_s": 3600},
                                     leaver_policy="substitute"))["id"]
        await ben.post(f"/games/{game}/join", {}, expect=200)
        await ben.leave(game)
        await place_any(anna, game, 0)

        found = await anna.game(game)
        assert found["to_move"] == "white" and len(found["offers"]) == 1
        await until(lambda: asyncio.to_thread(metrics_of, server),
                    lambda metrics: metrics['tanbo_bots_ends_total{cause="hang"}'] >= 1)


async def test_a_program_that_waits_for_a_pause_beside_a_seat_on_offer_does_not_hang(make_server):
    """But for the pause it would have to move."""
    server = make_server(("--bots", "yes", "--bots-memory", "0", "--bots-stall-seconds", "2"))
    async with Rest(server) as rest:
        anna, ben = await members(rest, 2)
        game = (await anna.open_game(setup="19x19-4p", seats=["me", "bot:1", "bot:2", "ben"],
                                     clock={"kind": "total", "total_s": 3600},
                                     leaver_policy="substitute"))["id"]
        await ben.post(f"/games/{game}/join", {}, expect=200)
        await anna.leave(game)
        await ben.post(f"/games/{game}/proposals", {"kind": "pause"}, expect=201)
        await until(lambda: ben.events(game), lambda log: log[-1]["type"] == "pause")
        await ben.post(f"/games/{game}/substitute", {"player": "bot:6"}, expect=201)
        await ben.leave(game)

        found = await anna.game(game)
        assert found["seats"][0]["handle"] == "bot:6" and len(found["offers"]) == 1
        assert found["to_move"] == "black"
        await asyncio.sleep(4)
        assert metrics_of(server)['tanbo_bots_ends_total{cause="hang"}'] == 0
        assert (await anna.game(game))["ply"] == 0
