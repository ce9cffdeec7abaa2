"""Administrators: made at the shell while no server runs, and what they do over REST."""

import json

from support.rest import CONTRACT, Player, start_game
from support.server import tanbod

WHY = "They were warned."


def shell(server, *arguments, status=0):
    """Runs `tanbod admin ...` on the server's database; yields the process."""
    done = tanbod("admin", *arguments, "--database", str(server.database), cwd=server.folder)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def lines(done):
    """Its output, one JSON object a line."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def entry(server, *arguments):
    """The entry of the audit log that an act at the shell prints."""
    [found] = lines(shell(server, *arguments))
    CONTRACT.schemas.check_named("AuditEntry", found, str(arguments))
    return found


async def promoted(rest, **roles):
    """Members with roles and tokens to use them, by handle; the server is restarted meanwhile."""
    server = rest.server
    for handle in roles:
        await rest.account(handle)
    server.end()
    players = {}
    for handle, role in roles.items():
        entry(server, "role", handle, role)
        token = shell(server, "token", handle).stdout.strip()
        players[handle] = Player(rest, handle, token)
    server.start()
    return players


async def act(admin, path, expect=201, method="POST", **body):
    """Something an administrator does; yields its entry of the log."""
    body.setdefault("reason", WHY)
    return (await admin.request(method, "/admin" + path, body, expect=expect)).json


async def refused(admin, path, status, code, method="POST", **body):
    """Something they may not do; yields the problem."""
    body.setdefault("reason", WHY)
    return (await admin.request(method, "/admin" + path, body, expect=status, code=code)).json


async def log(admin, query=""):
    """The newest entries of the log."""
    return (await admin.get("/admin/audit" + query, expect=200)).json["entries"]


async def club(rest):
    """An administrator, a moderator, a member and a game of two guests."""
    staff = await promoted(rest, anna="admin", mona="moderator")
    ben = await rest.account("ben")
    game, players = await start_game(rest, setup="9x9")
    return staff["anna"], staff["mona"], ben, game["id"], players
