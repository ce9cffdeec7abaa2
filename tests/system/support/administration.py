"""Administrators: made at the shell while no server runs."""

import json

from support.rest import CONTRACT, Player
from support.server import tanbod


def shell(server, *arguments, status=0):
    """Runs `tanbod admin ...` on the server's database; yields the process."""
    done = tanbod("admin", *arguments, "--database", str(server.database), cwd=server.folder)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def lines(done):
    """What it has printed, one JSON object a line."""
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
