"""Examples of the documents that are neither tours nor commands for a terminal: each is run."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import textwrap

import pytest
import websockets

from support.patience import PATIENCE_S
from support.printed import environment
from support.rest import Rest, start_game
from support.server import BIN
from support.tour import ROOT

MANUAL = ROOT / "server" / "web" / "manual"
ADDRESS = "http://localhost:8080"


def text_of(name):
    """A page of the manual, or another document by its path."""
    return (MANUAL / name if (MANUAL / name).exists() else ROOT / name).read_text()


def block(name, first):
    """The indented block of a page that begins so."""
    found = [textwrap.dedent(one)
             for one in re.findall(r"^\n((?:    .*\n)+)", text_of(name), re.MULTILINE)]
    [one] = [one for one in found if one.startswith(first)]
    return one


# --- programs ---


def lines_until(command, folder, condition):
    """The lines that a command prints until the condition holds of them; then it is ended."""
    lines = []
    with subprocess.Popen(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                          env={**environment(), "NODE_NO_WARNINGS": "1"}) as process:
        try:
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                if condition(lines):
                    return lines
        finally:
            process.kill()
    raise AssertionError(f"it ended after {lines}")


JAVASCRIPT = """import { Tanbo } from 'tanbo-client';
import WebSocket from 'ws';
const [server, token, number] = process.argv.slice(2);
const game = Number(number);
const tanbo = new Tanbo(server, { token, WebSocket });
"""
PYTHON = """import asyncio, sys
from tanbo_client import Tanbo
async def main(server, token, game):
    async with Tanbo(server, token) as tanbo:
"""


def programs(folder, game):
    """The lines of the page about client libraries as two programs; their command lines."""
    page = text_of("clients.md")
    lines = [line.strip() for line in page.splitlines()
             if re.match(r"    (?:for )?(?:await|async) .*tanbo\.", line)
             and "function" not in line and "in tanbo.follow('me')" not in line]
    script = [line.replace("game:42", f"game:{game}") for line in lines if line.endswith(";")]
    other = [line.replace("game:42", f"game:{game}") for line in lines if not line.endswith(";")
             and "async with" not in line]
    assert len(script) == len(other) == 3
    (folder / "lines.mjs").write_text(JAVASCRIPT + "\n".join(script) + "\n")
    (folder / "lines.py").write_text(
        PYTHON + "".join(f"        {line}\n" for line in other)
        + "asyncio.run(main(*sys.argv[1:]))\n")
    shutil.copy(ROOT / "server" / "clients" / "python" / "tanbo_client.py", folder)
    (folder / "node_modules").mkdir()
    packages = ROOT / "build" / "web"
    (folder / "node_modules" / "tanbo-client").symlink_to(packages / "tanbo-client")
    (folder / "node_modules" / "ws").symlink_to(packages / "client" / "node_modules" / "ws")
    return [["node", "lines.mjs"], [sys.executable, "-u", "lines.py"]]


@pytest.mark.parametrize("which", [0, 1], ids=["javascript", "python"])
async def test_the_lines_of_the_client_libraries_do_as_printed(server, tmp_path, which):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        command = programs(tmp_path, game["id"])[which]
        lines = await asyncio.to_thread(
            lines_until, [*command, server.url, black.token, str(game["id"])], tmp_path,
            lambda lines: len(lines) == 4)

    assert lines == ["1 open", "2 join", "3 start", "4 move"]


async def test_a_stream_of_events_is_read_as_printed(server, tmp_path):
    async with Rest(server) as rest:
        game, _ = await start_game(rest, setup="9x9")
    line = block("streams.md", "curl").strip()
    lines = lines_until(
        ["bash", "-c", f"API={server.url}/api/v1 GAME={game['id']}; exec {line} -s"], tmp_path,
        lambda lines: len([one for one in lines if one.startswith("data: ")]) == 3)

    assert [one for one in lines if one.startswith("id: ")][0].startswith("id: 1")
    told = [json.loads(one[6:])["type"] for one in lines if one.startswith("data: ")]
    assert told == ["open", "join", "start"]


def is_within(part, whole):
    """True if the whole has all that the part has."""
    if not isinstance(part, dict):
        return part == whole
    return isinstance(whole, dict) and all(
        key in whole and is_within(value, whole[key]) for key, value in part.items())


def test_a_part_is_told_from_another_thing():
    assert is_within({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3})
    assert not is_within({"a": {"b": 1}}, {"a": {"b": 2}})
    assert not is_within({"seq": 6}, {"re": 1})


async def test_the_socket_says_what_the_page_shows(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
    talk = block("streams.md", "> {").replace(', …', "").splitlines()
    talk = [line.replace("game:1", f"game:{game['id']}").replace(
        '"game":1', f'"game":{game["id"]}') for line in talk]
    address = server.url.replace("http", "ws") + "/api/v1/live"
    async with websockets.connect(
            address, subprotocols=["tanbo.v1+json"],
            extra_headers={"Authorization": f"Bearer {black.token}"}) as line:
        for who, message in [(one[0], json.loads(one[2:])) for one in talk]:
            if who == ">":
                await line.send(json.dumps(message))
                continue
            async with asyncio.timeout(PATIENCE_S):
                seen = json.loads(await line.recv())
                while not is_within(message, seen):
                    assert "re" not in seen or "re" not in message, (message, seen)
                    seen = json.loads(await line.recv())
    assert len(talk) == 5


async def test_a_failed_sign_in_is_logged_as_printed(server):
    shown = block("monitoring.md", "sign-in-failed:").strip()
    async with Rest(server) as rest:
        await rest.account("anna")
        await rest.nobody.post("/tokens", {"handle": "anna", "password": "not this one"},
                               expect=401)
    pattern = re.escape(shown).replace("203\\.0\\.113\\.9", r"127\.0\.0\.1")
    pattern = re.sub("account=7", r"account=\\d+", pattern)

    assert re.search(pattern + "$", server.log, re.MULTILINE), server.log


# --- commands of operators ---


STAND_IN = """#!{python}
import os, subprocess, sys

compose, verb, *words = sys.argv[1:]
known = subprocess.run(["docker-compose", "config", "--services"], check=True, text=True,
                       stdout=subprocess.PIPE).stdout.split()
flags = [word for word in words if word.startswith("--")]
names = [word for word in words if not word.startswith("--")]
assert compose == "compose" and set(flags) <= {{"--rm", "--build", "--detach"}}
assert set(names[:1] if verb == "run" else names) <= set(known), names
print(verb, *names, flush=True)
if verb == "run":
    os.execv("{tanbod}", ["tanbod", *names[1:]])
"""


@pytest.fixture
def operator(tmp_path):
    """Runs a block in a copy of what a checkout has for Docker; yields what it printed.

    `docker` is a stand-in: it takes services that the composition has, and runs our tanbod.
    """
    shutil.copytree(ROOT / "docker", tmp_path / "docker")
    shutil.copytree(ROOT / "server", tmp_path / "server", ignore=lambda folder, names: [
        name for name in names if not name.endswith(".sh")])
    stand_in = tmp_path / "bin" / "docker"
    stand_in.parent.mkdir()
    stand_in.write_text(STAND_IN.format(python=sys.executable, tanbod=BIN))
    stand_in.chmod(0o755)

    def run(text, folder="."):
        done = subprocess.run(
            ["bash", "-e", "-c", text], cwd=tmp_path / folder, text=True, capture_output=True,
            check=False, stdin=subprocess.DEVNULL, timeout=PATIENCE_S,
            env={**environment(stand_in.parent), "TANBO_DATABASE": str(tmp_path / "tanbo.db")})
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


async def test_docker_is_used_as_printed(operator, tmp_path):
    said = operator(block("install.md", "cd docker"))
    assert said.startswith("run tanbod init\n") and said.endswith("\nup\n")
    assert (tmp_path / "tanbo.db").exists()

    with pytest.raises(AssertionError):  # anna has no account yet: the role is really asked for
        operator(block("club.md", "docker compose"), "docker")
    with pytest.raises(AssertionError):
        operator("docker compose run --rm tanbot init", "docker")


def test_a_cluster_is_begun_as_printed(operator, tmp_path):
    said = operator(block("cluster.md", "bash docker/cluster/secrets.sh"))

    assert (tmp_path / "docker" / "cluster" / ".env").exists()
    assert re.findall("^(?:run|up).*$", said, re.MULTILINE) == [
        "up etcd-1 etcd-2 etcd-3 database-1 database-2 database-3", "run tanbod-1 init", "up"]


async def test_an_administrator_is_named_as_printed(make_server):
    server = make_server()
    async with Rest(server) as rest:
        await rest.account("anna")
    server.end()
    for first in ("tanbod admin role", "docker compose run --rm tanbod admin"):
        line = block("club.md", first).strip()
        line = line[line.index("tanbod admin"):]
        done = subprocess.run(
            ["bash", "-c", line], check=False, text=True, capture_output=True, timeout=PATIENCE_S,
            env={**environment(), "TANBO_DATABASE": str(server.database)})
        assert done.returncode == 0 and '"admin"' in done.stdout, done


def test_the_first_command_of_the_readme_builds_and_serves(operator, tmp_path):
    [first] = re.findall(r"^bash server/run\.sh", text_of("README.md"), re.MULTILINE)
    (tmp_path / "bin" / "cmake").symlink_to("/bin/true")
    (tmp_path / "build" / "release").mkdir(parents=True)
    (tmp_path / "build" / "release" / "bin").symlink_to(BIN.parent)
    # It serves until it is ended, here by the end of its time.
    said = operator(f"export TANBO_SKIP_SETUP=1 TANBO_LISTEN=127.0.0.1:0; {first} & "
                    "until [ -s port ]; do sleep 0.05; kill -0 $!; done; kill $!; wait $!"
                    .replace(first, f"{first} --port-file port --bots no"))

    assert "Tanbo, a game by Mark Steere." in said
    assert (tmp_path / "port").read_text().strip().isdigit()
