"""`tanbo` remembers who plays from this machine, for each server, and tells no one else."""

import asyncio
import re

import pytest

from support.rest import Rest
from support.terminal import Machine, Tty

PASSWORD = "correct horse battery"


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


async def register(server, handle):
    async with Rest(server) as rest:
        await rest.account(handle, PASSWORD)


def begin(tty):
    """Waits for a new game; its number."""
    tty.until("tanbo play")
    return re.search(r"(\d+)\s*$", tty.until("\n"))[1]


def test_a_guest_is_kept_and_comes_back_as_the_same(server, machine):
    with Tty(machine, "play", server.url, "--setup", "9x9") as first:
        first.until("You play as ")
        guest = first.until(".")
        game = begin(first)
        first.until("(for a list of commands, type help)")
        first.type("quit")
        first.until("You play as " + guest)
        assert "your token is saved in" in first.until(str(machine.state))

    mine = machine.run("games", server.url, "--mine", "--tabs").splitlines()

    assert [line.split("\t")[0] for line in mine] == [game]
    assert guest in mine[0]


def test_nobody_else_can_read_what_is_kept(server, machine):
    with Tty(machine, "play", server.url) as guest:
        begin(guest)

    kept = machine.files()

    assert [oct(path.stat().st_mode & 0o777) for path in kept] == ["0o600"]
    kept[0].chmod(0o640)
    refused = machine.run("turns", server.url, status=1)
    assert "other users can read it" in refused and str(kept[0]) in refused


def test_one_server_is_not_told_the_token_of_another(server, machine):
    with Tty(machine, "play", server.url) as guest:
        begin(guest)

    elsewhere = server.url.replace("127.0.0.1", "localhost")

    assert "not signed in" in machine.run("turns", elsewhere, status=1)
    assert machine.run("turns", server.url + "/", "--tabs") == ""


def test_a_new_guest_is_somebody_else(server, machine):
    with Tty(machine, "play", server.url) as first:
        first.until("You play as ")
        before = first.until(".")
        begin(first)

    with Tty(machine, "play", server.url, "--new-guest") as second:
        second.until("You play as ")
        assert second.until(".") != before


def test_login_shows_no_password_and_keeps_the_token(server, machine):
    asyncio.run(register(server, "anna"))

    with Tty(machine, "login", server.url, "anna") as tty:
        tty.until("Password: ")
        tty.type(PASSWORD)
        shown = tty.until("Signed in as anna at")
    assert PASSWORD not in shown

    with Tty(machine, "play", server.url, "--setup", "9x9") as tty:
        game = begin(tty)
        other = Machine(machine.state / "other")
        with Tty(other, "play", server.url, game) as ben:
            ben.until("takes white")
            tty.until("Your move, black: ")

            mine = machine.run("games", server.url, "--mine", "--tabs").splitlines()
            turns = machine.run("turns", server.url, "--tabs").splitlines()

    assert [line.split("\t")[:3] for line in mine] == [[game, "active", "9x9"]]
    assert [line.split("\t")[:3] for line in turns] == [[game, "move", "9x9"]]


async def guess(server):
    """A neighbour tries passwords until the address gets no more."""
    async with Rest(server) as rest:
        body = {"handle": "anna", "password": "not the password"}
        while (await rest.nobody.post("/tokens", body)).status == 401:
            pass


def sign_in(server, machine, last):
    with Tty(machine, "login", server.url, "anna") as tty:
        tty.until("Password: ")
        tty.type(PASSWORD)
        tty.until(last)


def test_a_program_that_signed_in_before_signs_in_whatever_a_neighbour_tries(server, machine):
    asyncio.run(register(server, "anna"))
    sign_in(server, machine, "Signed in as anna at")
    asyncio.run(guess(server))

    sign_in(server, Machine(machine.state / "other"), "Too many wrong passwords")  # the control
    sign_in(server, machine, "Signed in as anna at")
    assert {oct(path.stat().st_mode & 0o777) for path in machine.files()} == {"0o600"}


async def challenged(server):
    """Anna's account, and a guest's challenge to her: its number, and who made it."""
    async with Rest(server) as rest:
        await rest.account("anna", PASSWORD)
        guest = await rest.guest()
        made = await guest.post("/challenges", {"setup": "9x9", "seats": ["me", "anna"]},
                                expect=201)
        return made.json["id"], guest.handle


def test_challenges_that_wait_are_named(server, machine):
    number, handle = asyncio.run(challenged(server))
    machine.run("login", server.url, "anna", text=PASSWORD + "\n")

    assert machine.run("turns", server.url, "--tabs").splitlines() == [
        f"{number}\tchallenge\t9x9\tfrom {handle}"]


def test_a_wrong_password_keeps_nothing(server, machine):
    said = machine.run("login", server.url, "nobody", text="wrong password\n", status=1)

    assert "(bad-credentials)" in said
    assert machine.files() == []


def test_leave_asks_first(server, machine):
    with Tty(machine, "play", server.url, "--setup", "9x9") as anna:
        game = begin(anna)
        other = Machine(machine.state / "other")
        with Tty(other, "play", server.url, game) as ben:
            anna.until("Your move, black: ")
            for answer in ("no", ""):
                anna.type("leave")
                anna.until("Type yes to confirm")
                anna.type(answer)
                anna.until("You stay.")
            anna.type("leave")
            anna.until("Type yes to confirm")
            anna.type("yes")

            for tty in (anna, ben):
                tty.until("has won.")
