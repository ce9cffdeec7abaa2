"""The acts of administrators at the shell, while no server runs."""

import pytest

from support.administration import WHY, entry, lines, promoted, shell
from support.rest import Player, Rest, start_game


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


async def test_the_shell_gives_way_to_a_running_server(server):
    async with Rest(server) as rest:
        await rest.account("ben")

        done = shell(server, "suspend", "ben", status=75)

        assert "/api/v1/admin" in done.stderr


async def test_a_token_of_the_shell_is_as_good_as_its_owner(server):
    async with Rest(server) as rest:
        staff = await promoted(rest, anna="admin")
        anna = staff["anna"]

        await anna.get("/admin/audit", expect=200)
        await anna.request("DELETE", "/tokens/current", expect=204)

        await anna.get("/admin/audit", expect=401, code="bad-token")
        assert isinstance(anna, Player)
