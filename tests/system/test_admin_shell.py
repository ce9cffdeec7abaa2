"""The acts of administrators at the shell, beside a running server and without one."""

import json
import os
import pathlib
import stat
import subprocess
import tempfile

import pytest

from support.administration import WHY, entry, lines, promoted, shell
from support.patience import PATIENCE_S
from support.rest import Player, Rest, start_game
from support.server import BIN, Server, tanbod


async def test_every_act_at_the_shell(server):
    async with Rest(server) as rest:
        await rest.account("ben")
        games = [(await start_game(rest, setup="9x9")) for _ in range(3)]
        (first, (black, white)), (second, _), (third, _) = games
        message = (await black.post(f"/games/{first['id']}/chat", {"text": "You fool."},
                                    expect=201)).json["id"]
        report = (await white.post(f"/games/{first['id']}/chat/{message}/report",
                                   {"reason": "Rude."}, expect=201)).json["id"]
        server.end()

        assert [r["id"] for r in lines(shell(server, "reports"))] == [report]
        done = [
            entry(server, "suspend", "BEN", "--until", "2030-12-31", "--reason", WHY),
            entry(server, "unsuspend", "ben"),
            entry(server, "mute", "ben"),
            entry(server, "unmute", "ben"),
            entry(server, "role", "ben", "moderator"),
            entry(server, "delete-message", str(first["id"]), str(message)),
            entry(server, "resolve", str(report), "upheld"),
            entry(server, "remove", str(first["id"]), "white"),
            entry(server, "adjudicate", str(second["id"]), "white"),
            entry(server, "abort", str(third["id"])),
            entry(server, "void", str(second["id"])),
        ]
        assert done[0]["details"] == {"until": "2030-12-31T00:00:00.000Z"}
        assert (done[0]["reason"], done[1]["reason"]) == (WHY, "by the operator")
        assert all(e["by"] is None for e in done)
        assert lines(shell(server, "audit")) == done[::-1]
        assert lines(shell(server, "reports")) == []

        server.start()
        assert (await black.game(first["id"]))["winner"] == "black"
        assert (await black.game(second["id"]))["winner"] == "white"
        assert (await black.game(third["id"]))["reason"] == "aborted"


@pytest.mark.parametrize("arguments, status, said", [
    (("suspend", "nobody"), 1, 'Player "nobody" does not exist.'),
    (("suspend", "ben", "--until", "soon"), 1, "is not a day"),
    (("role", "ben", "king"), 1, "player, moderator or admin"),
    (("remove", "999", "black"), 1, "Game 999 does not exist"),
    (("remove", "x", "black"), 1, '"x" is not a whole number'),
    (("remove", "1", "blue"), 1, '"blue" is not a seat'),
    (("adjudicate", "999", "none"), 1, "Game 999 does not exist"),
    (("resolve", "1", "open"), 1, "upheld or dismissed"),
    (("resolve", "1", "upheld"), 1, "Report 1 does not exist."),
    (("token", "ben"), 1, "is not a moderator or admin"),
    (("suspend",), 64, "HANDLE is required"),
    (("behead", "ben"), 64, ""),
])
async def test_what_the_shell_refuses(server, arguments, status, said):
    async with Rest(server) as rest:
        await rest.account("ben")
        server.end()

        done = shell(server, *arguments, status=status)

        assert said in done.stderr and done.stdout == ""
        assert shell(server, "audit").stdout == ""


async def test_the_shell_works_beside_a_running_server(server):
    async with Rest(server) as rest:
        ben = await rest.account("ben")
        await rest.account("anna")
        game, (black, _) = await start_game(rest, setup="9x9")

        done = [entry(server, "suspend", "ben", "--reason", f"{WHY}\n\\ twice"),
                entry(server, "role", "anna", "admin"),
                entry(server, "abort", str(game["id"]))]
        token = shell(server, "token", "anna").stdout.strip()

        assert done[0]["reason"] == f"{WHY}\n\\ twice"
        assert lines(shell(server, "audit")) == done[::-1]
        assert lines(shell(server, "reports")) == []
        await ben.request("POST", "/games", {"setup": "9x9"}, expect=403, code="account-suspended")
        await Player(rest, "anna", token).get("/admin/audit", expect=200)
        assert (await black.game(game["id"]))["reason"] == "aborted"


async def test_new_tokens_of_house_bots_hold_beside_a_running_server_at_once(make_server):
    server = make_server(flags=("--bots", "elsewhere"))
    async with Rest(server) as rest:
        first = json.loads(shell(server, "bots").stdout.splitlines()[0])
        bot = Player(rest, first["handle"], first["token"])
        await bot.get("/me", expect=200)

        second = json.loads(shell(server, "bots").stdout.splitlines()[0])

        await bot.get("/me", expect=401)
        await Player(rest, second["handle"], second["token"]).get("/me", expect=200)


@pytest.mark.parametrize("arguments, said", [
    (("suspend", "nobody"), 'Player "nobody" does not exist.'),
    (("remove", "1", "blue"), '"blue" is not a seat'),
    (("suspend", "ben", "--reason", "x" * 9_000), "doesn't know this command"),
])
async def test_what_a_running_server_refuses(server, arguments, said):
    async with Rest(server) as rest:
        await rest.account("ben")

        done = shell(server, *arguments, status=1)

        assert said in done.stderr and done.stdout == ""
        assert shell(server, "audit").stdout == ""


async def test_a_long_log_comes_whole_from_a_running_server(server):
    async with Rest(server) as rest:
        await rest.account("ben")
        done = [entry(server, "mute", "ben", "--reason", f"{n}: " + "ü" * 400) for n in range(12)]

        assert lines(shell(server, "audit")) == done[::-1]


def as_stranger(server, *arguments):
    """Runs `tanbod admin` as a user to whom nothing of the server belongs."""
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", BIN, "admin",
               *arguments, "--database", server.database]
    return subprocess.run(command, cwd="/", capture_output=True, text=True, check=False,
                          timeout=PATIENCE_S)


def test_only_the_servers_user_can_open_the_socket():
    with tempfile.TemporaryDirectory() as folder, Server(folder) as server:
        os.chmod(folder, 0o755)
        socket = pathlib.Path(f"{server.database}-admin")
        mode = socket.stat().st_mode

        done = as_stranger(server, "role", "ben", "admin")

        assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600
        assert done.returncode == 75 and "Permission denied" in done.stderr, done
        # The control: with rights to the socket the stranger gets an answer.
        socket.chmod(0o666)
        assert 'Player "ben" does not exist.' in as_stranger(server, "role", "ben", "admin").stderr
        server.end()
        assert not socket.exists()


async def test_a_server_without_the_socket_is_not_run_beside(server):
    pathlib.Path(f"{server.database}-admin").unlink()
    async with Rest(server) as rest:
        await rest.account("ben")

        done = shell(server, "suspend", "ben", status=75)

        assert "/api/v1/admin" in done.stderr and "admin.socket" in done.stderr


async def test_with_postgres_the_socket_is_that_of_the_setting(address):
    with tempfile.TemporaryDirectory() as folder:
        flags = ("--admin-socket", f"{folder}/admin")
        role = ("admin", "role", "ben", "moderator", "--database", address)
        with Server(folder, flags, database=address) as server:
            async with Rest(server) as rest:
                await rest.account("ben")

                done = tanbod(*role, *flags)
                alone = tanbod(*role)

            server.end()

    assert done.returncode == 0 and json.loads(done.stdout)["details"]["to"] == "moderator", done
    assert alone.returncode == 75 and "admin.socket" in alone.stderr, alone


async def test_a_token_of_the_shell_is_as_good_as_its_owner(server):
    async with Rest(server) as rest:
        staff = await promoted(rest, anna="admin")
        anna = staff["anna"]

        await anna.get("/admin/audit", expect=200)
        await anna.request("DELETE", "/tokens/current", expect=204)

        await anna.get("/admin/audit", expect=401, code="bad-token")
        assert isinstance(anna, Player)
