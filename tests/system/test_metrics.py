"""The figures of a server: few lines, of its process and build, and of what players do."""

import pathlib
import re
import urllib.request

from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import ROOT
from support.stream import follow

VERSION = re.search(r"^project\(tanbo VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(),
                    re.MULTILINE)[1]


def lines_of(server):
    """The lines of /metrics."""
    with urllib.request.urlopen(server.url + "/metrics", timeout=PATIENCE_S) as answer:
        return answer.read().decode().splitlines()


def test_a_fresh_server_prints_few_lines(server):
    assert 200 < len(lines_of(server)) < 1_000


def test_the_process_tells_of_itself(server):
    told = metrics_of(server)
    status = pathlib.Path(f"/proc/{server.process.pid}/limits").read_text()
    files = re.search(r"^Max open files +(\d+)", status, re.MULTILINE)[1]
    with open("/proc/stat", encoding="ascii") as stat:
        boot = int(re.search(r"^btime (\d+)", stat.read(), re.MULTILINE)[1])

    assert told["process_max_fds"] == float(files)
    assert 3 < told["process_open_fds"] < 1_000
    assert 1e6 < told["process_resident_memory_bytes"] <= told["process_virtual_memory_bytes"]
    assert told["process_start_time_seconds"] > boot
    assert told["process_cpu_seconds_total"] > 0


def test_the_build_is_told(server):
    [name] = [name for name in metrics_of(server) if name.startswith("tanbo_build_info")]

    assert re.fullmatch(rf'tanbo_build_info{{version="{re.escape(VERSION)}",'
                        r'commit="[0-9a-f]{12}(-dirty)?",type="release"}', name), name


async def test_games_and_moves_are_counted(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        legal = (await black.get(f"/games/{game['id']}/legal-moves", expect=200)).json["points"]
        await black.move(game["id"], legal[0], 0)
        playing = metrics_of(server)
        await white.leave(game["id"])
        over = metrics_of(server)

    assert (playing["tanbo_games_started_total"], playing["tanbo_games_ended_total"]) == (1, 0)
    assert over["tanbo_games_ended_total"] == 1
    assert over["tanbo_moves_total"] == playing["tanbo_moves_total"] == 1
    assert over['tanbo_http_requests_total{group="games",status="2xx"}'] >= 3


async def test_players_online_and_sign_ups_are_counted(server):
    async with Rest(server) as rest:
        await rest.guest()
        anna = await rest.account("anna")
        before = metrics_of(server)
        async with follow(anna) as stream:
            await stream.message()
            online = metrics_of(server)

    assert before['tanbo_sign_ups_total{kind="guest"}'] == 1
    assert before['tanbo_sign_ups_total{kind="member"}'] == 1
    assert before["tanbo_players_online"] == 0
    assert online["tanbo_players_online"] == 1
