"""The cost of the worst bodies that each route takes, in the server's processor time."""

import asyncio
import pathlib
import sys
import tempfile

from instructions import servers
from rows import at_most, server

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "system"))

from support.contract import METHODS  # noqa: E402
from support.rest import CONTRACT, Rest, start_game  # noqa: E402

REQUESTS = 40
COMMAND_BYTES = 4_096
# Microseconds to read a body and refuse it.
COMMAND_US_MAX = 100
BODY_US_MAX = 1_500
LIMITS = "[limits]\ncommands_per_second = 100000\nsign_ups_per_minute = 100000\n"
JSON_TYPE = {"Content-Type": "application/json"}

# Each fills a body of so many bytes.
BODIES = {
    "arrays": lambda size: b"[" + b"[]," * ((size - 4) // 3) + b"[]]",
    "members": lambda size: b"{" + b",".join(b'"%x":0' % at for at in range(size // 9)) + b"}",
    "numbers": lambda size: b"[" + b"1e9," * ((size - 3) // 4) + b"1]",
    "escapes": lambda size: b'{"a":"' + rb"\u00e9" * ((size - 8) // 6) + b'"}',
    "depth": lambda size: b"[" * size,
}


def routes():
    """Paths and methods of the bodies that players send."""
    for path, item in CONTRACT.document["paths"].items():
        for method in METHODS:
            operation = item.get(method, {})
            content = operation.get("requestBody", {}).get("content", {})
            if "application/json" in content and "administration" not in operation["tags"]:
                yield method.upper(), path.removeprefix("/api/v1"), operation


def target(path, game):
    """The path about that game; other names of the path lead to nothing."""
    for name in ("{game}", "{message}", "{proposal}", "{challenge}", "{tournament}", "{puzzle}",
                 "{search}", "{webhook}", "{address}", "{round}"):
        path = path.replace(name, str(game))
    return path


def process_us(pid):
    """Processor time of all threads so far."""
    return sum(int(task.read_text().split()[0]) / 1_000
               for task in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"))


async def limit_of(player, method, path):
    """Bytes of the longest body, as the refusal of a longer one names them."""
    refused = await player.request(method, path, data=b"[" * 300_000, headers=JSON_TYPE)
    if refused.status != 413:
        return None
    return int("".join(filter(str.isdigit, refused.json["detail"])))


async def cost_us(pid, player, method, path, body):
    """Of a request, by the mean of some."""
    await player.request(method, path, data=body, headers=JSON_TYPE)
    before = process_us(pid)
    for _ in range(REQUESTS):
        await player.request(method, path, data=body, headers=JSON_TYPE)
    return (process_us(pid) - before) / REQUESTS


async def measured(running):
    """Route, limit in bytes, worst body and its cost beside that of a body of one byte."""
    pid = running.process.pid
    found = []
    async with Rest(running) as rest:
        game, players = await start_game(rest, setup="9x9")
        player = players[0]
        for method, path, operation in routes():
            where = target(path, game["id"])
            limit = await limit_of(player, method, where)
            if limit is None:
                continue
            least = await cost_us(pid, player, method, where, b"[")
            costs = {name: await cost_us(pid, player, method, where, make(limit)) - least
                     for name, make in BODIES.items()}
            worst = max(costs, key=costs.get)
            found.append((f"{method} {path}", limit, worst, costs[worst]))
    return found


def rows():
    """The worst of commands and of all; each route is printed."""
    with tempfile.TemporaryDirectory() as folder:
        settings = pathlib.Path(folder) / "tanbo.toml"
        settings.write_text(LIMITS)
        with server(folder, "--config", str(settings)) as running:
            found = asyncio.run(measured(running))
    print("| route | bytes | worst body | microseconds |\n| --- | --- | --- | --- |")
    for route, limit, worst, cost in sorted(found, key=lambda one: -one[3]):
        print(f"| {route} | {limit:,} | {worst} | {cost:.0f} |")
    commands = [one for one in found if one[1] <= COMMAND_BYTES]
    for what, some, bar in (("a command", commands, COMMAND_US_MAX), ("any", found, BODY_US_MAX)):
        worst = max(some, key=lambda one: one[3])
        yield at_most(f"the worst body of {what}, {worst[0]}, microseconds", worst[3], bar)


if __name__ == "__main__":
    servers.START_S_MAX = 60
    for one in rows():
        print(one)
