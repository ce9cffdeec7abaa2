"""The server that a command of `tanbo` asks, and the token that it is told."""

import json

import pytest

from support.fake_server import FakeServer
from support.terminal import Machine, Tty

SECRET = "tbo_secret"
BEARER = f"Bearer {SECRET}"
OFFER = {"id": 7, "creator": "ben", "setup": "9x9", "rated": False}
CHALLENGE = {**OFFER, "state": "open", "game": None, "seats": [
    {"seat": None, "player": "ben", "state": "me"},
    {"seat": None, "player": None, "state": "open"}]}


def answer(method, path, _):
    """Answers the commands here."""
    if path == "/games":
        return 200, {"games": [], "next": None}
    if path in ("/me", "/guests"):
        return 200, {"handle": "anna", "token": "tbo_anna", "kind": "member"}
    if path.startswith("/challenges/"):
        return 200, CHALLENGE
    if path.endswith("/chat") and method == "POST":
        return 201, {}
    return 404, {"code": "not-found", "detail": "There is none.", "title": "", "type": ""}


@pytest.fixture
def machine(tmp_path):
    """A machine on which the environment has a token."""
    machine = Machine(tmp_path)
    machine.environment["TANBO_TOKEN"] = SECRET
    return machine


@pytest.fixture(name="own")
def own_server():
    """The server that the person plays on."""
    with FakeServer(answer) as fake:
        yield fake


@pytest.fixture(name="other")
def other_server():
    """Another one."""
    with FakeServer(answer) as fake:
        yield fake


def keep(machine, url, token, mode=0o600):
    """The identity of a sign-in at this server; its file."""
    path = machine.state / "tanbo" / "".join(
        one if one.isalnum() or one == "." else f"%{ord(one):02X}" for one in url)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"kept\n{token}\n")
    path.chmod(mode)
    return path


# --- the token of the environment ---

def test_the_token_goes_to_the_server_of_the_environment(machine, own):
    machine.environment["TANBO_SERVER"] = own.url
    for words in (("games",), ("games", own.url + "/"), ("accept", f"{own.url}/join/7-CODE")):
        assert "is not sent" not in machine.run(*words)
    assert set(own.tokens) == {BEARER}


@pytest.mark.parametrize("words", [
    ["accept", "URL/join/7-CODE"], ["games", "URL"], ["chat", "URL", "42", "Hello"],
    ["record", "URL", "42"], ["show", "--server", "URL", "42"]])
def test_the_token_goes_to_no_other_server(machine, own, other, words):
    machine.environment["TANBO_SERVER"] = own.url
    keep(machine, other.url, "tbo_kept")
    status = 1 if words[0] in ("record", "show") else 0

    said = machine.run(*[word.replace("URL", other.url) for word in words], status=status)

    assert set(other.tokens) == {"Bearer tbo_kept"} and own.requests == []
    assert ("TANBO_TOKEN is not sent to " + other.url in said) == (words[0] != "show")


def test_the_token_goes_to_an_address_that_is_typed_but_to_no_link(machine, own, other):
    machine.run("games", own.url)
    machine.run("accept", f"{other.url}/join/7-CODE", status=1)
    assert set(own.tokens) == {BEARER}
    assert other.requests == [], "an account is needed there"


@pytest.mark.parametrize("words", [["games"], ["chat", "42", "Hello"], ["show", "42"]])
def test_the_token_does_not_go_to_the_last_server_that_was_signed_in_to(machine, other, words):
    keep(machine, other.url, "tbo_kept")
    machine.run(*words, status=1 if words[0] == "show" else 0)
    assert set(other.tokens) == {"Bearer tbo_kept"}


def test_a_token_that_is_typed_goes_where_it_is_meant_to(machine, own, other):
    machine.environment["TANBO_SERVER"] = own.url
    said = machine.run("games", other.url, "--token", "tbo_typed")
    assert set(other.tokens) == {"Bearer tbo_typed"}
    assert "is not sent" not in said


# --- words that look like an address ---

@pytest.mark.parametrize("text", [
    ["join", "me", "at", "URL/join/7-X"], ["see URL/games/3"], ["URL"]])
def test_an_address_in_a_message_is_no_server(machine, own, other, text):
    machine.environment["TANBO_SERVER"] = own.url
    text = [word.replace("URL", other.url) for word in text]

    assert machine.run("chat", "42", *text) == ""
    assert machine.run("chat", own.url, "42", *text) == ""

    assert own.requests == [("POST", "/api/v1/games/42/chat")] * 2 and other.requests == []
    assert [json.loads(body)["text"] for body in own.bodies] == [" ".join(text)] * 2


@pytest.mark.parametrize("words", [
    ["--reason", "see URL/join/8-X", "7"], ["7", "--reason", "see URL"], ["7", "--reason=URL"]])
def test_an_address_in_a_reason_is_no_server(machine, own, other, words):
    machine.environment["TANBO_SERVER"] = own.url
    words = [word.replace("URL", other.url) for word in words]

    assert machine.run("decline", *words) == "Declined.\n"

    assert ("POST", "/api/v1/challenges/7/decline") in own.requests and other.requests == []


def test_options_may_stand_before_an_address(machine, own, other):
    machine.environment["TANBO_SERVER"] = own.url
    for words in (["--mine", other.url, "--token", "tbo_x"], ["--token", "tbo_x", other.url],
                  ["--tabs", "--", other.url]):
        machine.run("games", *words)
    assert own.requests == [] and other.requests != []


def test_a_link_is_no_server_for_other_commands(machine, own, other):
    machine.environment["TANBO_SERVER"] = own.url
    machine.run("games", f"{other.url}/join/7-CODE", status=1)
    assert other.requests[0][1].startswith("/join/7-CODE/api/v1/games")


@pytest.mark.parametrize("command", ["accept", "decline"])
def test_the_code_of_an_invitation_goes_to_its_own_server(machine, own, other, command):
    link = f"{other.url}/join/7-CODE"
    said = machine.run(command, own.url, link, status=1)
    assert said == f"tanbo: the invitation is from {other.url}, not from {own.url}\n"
    assert own.requests == [] and other.requests == []

    machine.run(command, other.url, link)
    assert other.requests != []


# --- an identity that is kept ---

@pytest.mark.parametrize("words", [["lobby", "URL"], ["play", "URL"], []])
def test_no_guest_takes_the_place_of_an_identity_that_can_not_be_used(machine, own, words):
    machine.environment["TANBO_SERVER"] = own.url
    path = keep(machine, own.url, "tbo_kept", mode=0o640)
    with Tty(machine, *[word.replace("URL", own.url) for word in words], size=(80, 24)) as tty:
        assert tty.end() == 1
        assert "can't be used" in tty.seen and "\x1b[?1049h" not in tty.seen

    assert path.read_text() == "kept\ntbo_kept\n"
    assert own.requests == []


def test_a_new_guest_does_not_take_the_place_of_the_identity(machine, own):
    machine.environment["TANBO_TOKEN"] = ""
    path = keep(machine, own.url, "tbo_kept")
    said = machine.run("play", own.url, "--new-guest", status=1)
    assert "You play as anna." in said
    assert path.read_text() == "kept\ntbo_kept\n"


def test_a_guest_who_can_not_be_kept_is_told_so_before_the_home(machine, own):
    machine.environment["XDG_STATE_HOME"] = "/dev/null"
    with Tty(machine, "lobby", own.url, size=(80, 24)) as tty:
        tty.until("could not be saved")
        tty.until("\x1b[?1049h")
        tty.shows("q: quit")
        tty.press("q")
        assert tty.end() == 0
