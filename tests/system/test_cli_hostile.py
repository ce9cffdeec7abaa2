"""A hostile server, file or engine can't steer the terminal of `tanbo`, whatever it answers."""

import asyncio
import json
import os
import pathlib
import random
import re
import subprocess

import pytest

from support.fake_server import FakeServer, Held, frames
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import BIN
from support.terminal import Machine, Tty

TANBO = BIN.parent / "tanbo"
MARK = "owned"  # what is left of it that a terminal may show
EVIL = f"\x1b]0;{MARK}\x07\x1b[5m\x1b[2J\x9b5m\u202e\u2066\u200d\u061c\x7f\r\x08"
PIECES = ["\x1b]", "\x1b[5m", *"\x07\x08\x7f\x9b\u202e\u2066\u200d\u061c"]
# On a screen: what places the cursor, clears, and colours.
OURS = re.compile(r"\x1b\[\?(?:1049|1000|1006)[hl]|\x1b\[2?[JK]|\x1b\[\d+;\d+H"
                  r"|\x1b\[(?:0|1|2|7|3\d|1;(?:3\d|90))m")


def assert_clean(output, is_terminal=False):
    """Nothing in it steers a terminal, except for what our own screen writes."""
    text = output.decode("utf-8")
    assert [piece for piece in PIECES if piece in text] == [], text
    plain = OURS.sub("", text).replace("\r\n", "\n") if is_terminal else text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", plain), ascii(plain)


@pytest.fixture(autouse=True)
def own_state(tmp_path, monkeypatch):
    """Nothing is kept from test to test."""
    for name, value in (("TERM", "xterm"), ("XDG_STATE_HOME", str(tmp_path / "state")),
                        ("TANBO_TOKEN", "tbo_mine")):
        monkeypatch.setenv(name, value)


def piped(*arguments, text=""):
    """The output of a command, its errors with it, into a pipe."""
    done = subprocess.run([TANBO, *arguments], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=PATIENCE_S, check=False)
    return done.stdout


def at_terminal(*arguments, text=""):
    """The output of a command at a terminal. The text is typed once it waits for it."""
    awaited = b"Password: " if arguments[0] == "login" else b"Game 2, "
    machine = Machine(pathlib.Path(os.environ["XDG_STATE_HOME"]).parent)
    with Tty(machine, *arguments, token=os.environ["TANBO_TOKEN"]) as tty:
        return tty.bytes_to_the_end(awaited, text)


@pytest.fixture(scope="module")
def played(shared_server):
    """The events of a game that is over, its record, and who was black in it."""
    async def play():
        async with Rest(shared_server) as rest:
            game, (anna, ben) = await start_game(rest, seats=2, setup="9x9")
            number = game["id"]
            await anna.post(f"/games/{number}/moves", {"point": "H7", "ply": 0}, expect=201)
            await ben.post(f"/games/{number}/moves", {"point": "B7", "ply": 1}, expect=201)
            await anna.leave(number)
            return ((await anna.get(f"/games/{number}/events")).json["events"],
                    (await anna.get(f"/games/{number}/record")).json, anna.handle)

    return asyncio.run(play())


def spoiled(value, keys):
    """The same with what is evil before the texts of these keys."""
    if isinstance(value, dict):
        return {key: EVIL + one if key in keys and isinstance(one, str) else spoiled(one, keys)
                for key, one in value.items()}
    return [spoiled(one, keys) for one in value] if isinstance(value, list) else value


def keys_of(value):
    """The keys of all texts in it."""
    if isinstance(value, dict):
        own = {key for key, one in value.items() if isinstance(one, str)}
        return own.union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


SUMMARY = {"id": 1, "setup": EVIL + "9x9", "ply": 3, "seats": [
    {"seat": "black", "handle": EVIL + "anna", "state": "in"},
    {"seat": "white", "handle": None, "state": "open"}]}
OFFER = {"id": 7, "creator": EVIL + "anna", "setup": EVIL + "9x9", "rated": False}
CHALLENGE = {**OFFER, "state": EVIL, "game": 2, "invitation": EVIL, "seats": [
    {"seat": None, "player": EVIL + "anna", "state": "me"},
    {"seat": None, "player": None, "state": "open"}]}
PROBLEM = {"code": EVIL, "detail": EVIL + "no", "title": EVIL, "type": EVIL}
AT = "2026-01-01T00:00:00.000Z"


def evil_answers(events, handle=EVIL + "anna"):
    """Answers to every command, with evil texts wherever a text may be anything.

    Game 1 is over, game 2 is the same before its end.
    """
    end = next((place for place, event in enumerate(events) if event["type"] == "leave"), None)

    def answer(method, path, query):
        if path == "/games" and method == "GET":
            return 200, {"games": [SUMMARY], "next": None if "cursor" in query else EVIL}
        if path == "/challenges" and method == "GET":
            return 200, {"challenges": [CHALLENGE], "next": None}
        if path.startswith("/challenges"):
            return 200, CHALLENGE
        if path == "/me/notifications":
            return 200, {"notifications": [
                {"type": "chat-mention", "game": 1, "read": False,
                 "data": {"author": EVIL, "text": EVIL + "hi"}},
                {"type": EVIL, "game": None, "read": True, "data": {}}]}
        if path == "/me/turns":
            turns = [{"kind": EVIL, "game": SUMMARY},
                     {"kind": EVIL, "game": None, "challenge": OFFER}]
            return 200, {"turns": turns, "next": None}
        if path in ("/me", "/tokens", "/guests"):
            return 200, {"handle": handle, "token": "tbo_x" + EVIL, "kind": "bot"}
        if path == "/me/stream":
            if "after" in query:
                return 401, PROBLEM
            lines = [{"type": "ready", "at": AT, "data": {}},
                     {"type": "challenge", "at": AT, "number": 1, "data": OFFER}, EVIL]
            return 200, "".join(json.dumps(line) + "\n" for line in lines) + EVIL + "\n"
        if path in ("/games/1/events", "/games/2/events"):
            told = events if path == "/games/1/events" else events[:end]
            return 200, Held(frames(told), "text/event-stream")
        if path == "/games/2/join":
            return 409, {**PROBLEM, "code": "already-seated"}
        if path.endswith("/chat") and method == "GET":
            line = {"id": 1, "room": "players", "author": EVIL, "text": EVIL + "hi", "at": AT}
            return 200, {"messages": [line], "next": None}
        if path == "/searches":
            return 403, PROBLEM
        if path == "/games/2/hint":
            return 200, {"why": EVIL + "because"}
        return 409, PROBLEM
    return answer


TYPED = "".join(line + "\n" for line in (
    "legal", "hint", "chat", "plan", "unplan", "undo", "C2", "nowhere", "substitute bot:1",
    EVIL.replace("\x07", "").replace("\x08", "").replace("\r", ""), "quit"))
COMMANDS = {
    "games": (["games", "URL"], ""),
    "games in tabs": (["games", "URL", "--tabs"], ""),
    "mine": (["games", "URL", "--mine"], ""),
    "turns": (["turns", "URL"], ""),
    "turns in tabs": (["turns", "URL", "--tabs"], ""),
    "challenges": (["challenges", "URL"], ""),
    "challenge": (["challenge", "URL", "ben"], ""),
    "invite": (["invite", "URL"], ""),
    "accept": (["accept", "URL", "7"], ""),
    "decline": (["decline", "URL", "7"], ""),
    "chat": (["chat", "URL", "1"], ""),
    "games as JSON": (["games", "URL", "--json"], ""),
    "record": (["record", "URL", "1"], ""),
    "login": (["login", "URL", "anna"], "secret\n"),
    "watch": (["watch", "URL", "1"], ""),
    "play": (["play", "URL", "2", "--seat", "black"], TYPED),
    "new": (["play", "URL", "--new-guest"], ""),
    "search": (["search", "URL"], ""),
    "bot": (["bot", "URL", "--engine", f"{TANBO} engine", "--setups", "13x13"], ""),
}
QUIET = {"watch", "challenge", "accept", "decline"}  # which print no text of the server
# A record goes into a pipe byte by byte, for a program.
BYTES = {"record"}
RUNS = [piped, at_terminal]


def run_at(answer, name, run):
    """The output of a command if the server answers so."""
    words, typed = COMMANDS[name]
    with FakeServer(answer) as fake:
        return run(*[fake.url if word == "URL" else word for word in words], text=typed)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", COMMANDS)
def test_texts_of_a_server_steer_no_terminal(name, run, played):
    events, _, black = played
    # A player's commands are refused in the server's words, a watcher's in ours.
    answers = evil_answers(events, black) if name == "play" else evil_answers(events)

    output = run_at(answers, name, run)

    assert_clean(output, run is at_terminal)
    # A finished game is read as events alone, and no event has a free text.
    assert (MARK.encode() in output) == (name not in QUIET)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", COMMANDS)
def test_refusals_of_a_server_steer_no_terminal(name, run):
    output = run_at(lambda *_: (403, PROBLEM), name, run)

    assert_clean(output, run is at_terminal)
    assert MARK.encode() in output


@pytest.mark.parametrize("status", [200, 403])
@pytest.mark.parametrize("name", sorted(set(COMMANDS) - BYTES - {"search", "watch", "play"}))
def test_answers_that_make_no_sense_steer_no_terminal(name, status):
    assert_clean(run_at(lambda *_: (status, EVIL.encode() + b"\xff\xfe\x1b["), name, piped))


@pytest.mark.parametrize("words", [["record", "URL", "1"], ["record", "URL", "1", "--sgf"]])
def test_the_bytes_of_a_record_steer_no_terminal(words):
    """A byte that is in no UTF-8 begins our own colours: from a server it must not."""
    body = f"{MARK} ".encode() + b"\xff[8;31m hidden \xff[0m \xff" + EVIL.encode()
    with FakeServer(lambda *_: (200, body)) as fake:
        words = [fake.url if word == "URL" else word for word in words]
        output = at_terminal(*words)
        assert piped(*words) == body + b"\n", "a pipe gets them as they are"

    assert MARK.encode() in output and b"?[8;31m hidden" in output
    assert b"\x1b" not in output
    assert_clean(output, True)


def test_no_field_of_an_event_steers_a_terminal(played):
    """Each kind of field is hostile by itself: a refusal names it, through the same filter."""
    events, _, _ = played
    keys = sorted(keys_of(events))
    assert {"handle", "type", "point", "at"} <= set(keys)
    for key in keys:
        output = run_at(evil_answers(spoiled(events, {key})), "watch", piped)
        assert_clean(output)
        assert output, key


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("command", ["show", "analyze"])
def test_no_field_of_a_file_steers_a_terminal(command, run, played, tmp_path):
    _, record, _ = played
    for key in sorted(keys_of(record)):
        path = tmp_path / "game.json"
        path.write_text(json.dumps(spoiled(record, {key})))
        assert_clean(run(command, str(path)), run is at_terminal)


@pytest.mark.parametrize("run", RUNS)
def test_what_an_engine_says_steers_no_terminal(run, tmp_path):
    """Neither its moves nor what it writes to standard error."""
    engine = tmp_path / "engine"
    engine.write_text("#!/bin/sh\ncat " + str(tmp_path / "evil") + " >&2\n"
                      "while read word rest; do case $word in ugi) echo ugiok;; "
                      "isready) echo readyok;; go) echo bestmove $(cat " + str(tmp_path / "evil")
                      + ");; esac; done\n")
    engine.chmod(0o755)
    (tmp_path / "evil").write_text(EVIL.replace("\r", "") + "\n")

    output = run("match", str(engine), "level:1", "--games", "2", "--setup", "9x9",
                 "--grace", "60000")

    assert_clean(output, run is at_terminal)
    assert output.count(b"engine: ") == output.count(b"played ") == 2


# Commands that a pipe is enough for, and that end by themselves.
MUTATED = ["games", "turns", "challenges", "challenge", "invite", "accept", "decline", "chat",
           "games as JSON", "mine", "watch"]
MUTANTS = 500
MEGABYTE = 1_000_000


def mutated(value, draw):
    """A value with something in it that should not be: at a random place, by a random fault."""
    if isinstance(value, dict) and value and draw.random() < 0.85:
        key = draw.choice(sorted(value))
        if draw.random() < 0.1:
            return {EVIL + key if one == key else one: kept for one, kept in value.items()}
        return {**value, key: mutated(value[key], draw)}
    if isinstance(value, list) and value and draw.random() < 0.85:
        place = draw.randrange(len(value))
        return [*value[:place], mutated(value[place], draw), *value[place + 1:]]
    return draw.choice([
        EVIL, f"{EVIL}{value}", EVIL * (MEGABYTE // len(EVIL)), "x" * MEGABYTE, None, -1, 2**63,
        1e300, True, [], {}, [[[]]] * 1000, [EVIL], {EVIL: EVIL}])


def hostile(answers, draw):
    """The same server with a mutation in every answer, or with bytes that are cut or changed."""
    def answer(method, path, query):
        status, told = answers(method, path, query)
        if isinstance(told, Held):
            return status, told.text.replace("anna", EVIL) if draw.random() < 0.5 else told.text
        text = json.dumps(mutated(told, draw), ensure_ascii=draw.random() < 0.5).encode()
        fault = draw.random()
        if fault < 0.1:
            return status, text[:draw.randrange(len(text) + 1)]
        if fault < 0.2:
            place = draw.randrange(len(text))
            return status, text[:place] + EVIL.encode() + text[place:]
        return draw.choice([status, status, 200, 302, 404, 500]), text
    return answer


def test_mutated_answers_steer_no_terminal(played):
    events, _, _ = played
    draw = random.Random(45)
    answers = hostile(evil_answers(events), draw)
    shown = 0
    with FakeServer(lambda *request: answers(*request)) as fake:
        for number in range(MUTANTS):
            words, text = COMMANDS[MUTATED[number % len(MUTATED)]]
            output = piped(*[fake.url if word == "URL" else word for word in words], text=text)
            assert_clean(output)
            shown += MARK.encode() in output

    assert shown > MUTANTS // 40, "nearly all mutants were refused before they could do harm"


def test_the_home_shows_evil_texts_as_texts(played):
    events, _, _ = played
    machine = Machine(pathlib.Path(os.environ["XDG_STATE_HOME"]).parent)
    with FakeServer(evil_answers(events)) as fake:
        with Tty(machine, "lobby", fake.url, size=(80, 24), token="tbo_mine") as tty:
            tty.shows("Challenges", "Messages", MARK)
            tty.press("q")
            assert tty.end() == 0
            assert_clean(tty.seen.encode(), True)
