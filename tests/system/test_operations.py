"""Features that operators rely on: probes, metrics, draining, settings, migrations, scarcity."""

import asyncio
import json
import os
import re
import resource
import time

import pytest

from support.calm_clock import CalmClock
from support.crash import LOST
from support.game import Board, EventSource
from support.live import Live
from support.patience import PATIENCE_S
from support.raw import connect
from support.rest import Rest, start_game
from support.server import Server, tanbod


async def test_probes_and_metrics(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        for _ in range(5):
            await board.play()
        await rest.nobody.get("//healthz", expect=200)
        await rest.nobody.get("//readyz", expect=200)

        text = (await rest.nobody.get("//metrics", expect=200)).body.decode()

    lines = [line for line in text.splitlines() if not line.startswith("#")]
    names = {re.match(r"[a-z_0-9]+", line).group() for line in lines}
    assert all(name.startswith(("tanbo_", "process_")) for name in names), names
    assert any("commit" in name for name in names), names
    assert any("request" in name for name in names), names
    for line in lines:
        assert re.fullmatch(r'[a-z_0-9]+(\{([a-z_]+="[^"]*",?)*\})? \S+', line), line
    help_of = set(re.findall(r"^# HELP (\S+)", text, re.MULTILINE))
    for name in names:
        assert any(name in (known, *(known + end for end in ("_bucket", "_sum", "_count")))
                   for known in help_of), name


async def test_drain_finishes_work_and_closes_sockets(make_server):
    # Longer than anybody waits for its end below.
    server = make_server(["--drain-seconds", "600"])
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="19x19"), seed=1)
        lives = [Live(server) for _ in range(20)]
        for live in lives:
            await live.__aenter__()
            await live.do("subscribe", topic=f"game:{board.id}", after=0)
        async with EventSource(rest, board.id) as source:
            await source.until(3)
            acknowledged = []

            async def play():
                while True:
                    try:
                        acknowledged.append(await board.play())
                    except (AssertionError, *LOST):
                        return
            playing = asyncio.create_task(play())
            while len(acknowledged) < 10:
                await asyncio.sleep(0.01)
            server.terminate()

            codes = [await live.until_closed() for live in lives]
            status = await asyncio.to_thread(server.wait)

            await playing
            assert set(codes) <= {1001, 1012}, codes
            assert status == 0, server.tail()
        for live in lives:
            await live.__aexit__()
        server.start()
        log = await rest.nobody.events(board.id)
        assert log[3:][: len(acknowledged)] == acknowledged
        assert len(log) - 3 - len(acknowledged) in (0, 1)


async def test_drain_waits_for_idle_connections_no_longer_than_told(make_server):
    server = make_server(["--drain-seconds", "1"])
    idle = [await connect(server) for _ in range(10)]
    half = await connect(server)
    await half.send("GET /healthz HTTP/1.1\r\n")
    with CalmClock() as calm:
        begin = calm.now()
        server.terminate()

        assert await asyncio.to_thread(server.wait) == 0
        assert calm.now() - begin < 5
    for connection in (*idle, half):
        connection.close()


async def test_a_second_sigterm_does_no_harm(server):
    async with Live(server):
        server.terminate()
        server.terminate()

        assert await asyncio.to_thread(server.wait) == 0
    server.start()


async def test_running_out_of_descriptors_is_survived(make_server):
    """The server goes on when connections are closed again, and those it has are served."""
    limit = 120
    server = make_server(prefix=["prlimit", f"--nofile={limit}:{limit}"])
    # The players keep their connections however long it takes: there are no others.
    async with Rest(server, kept_s=PATIENCE_S) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        async with Live(server) as live:
            await live.do("subscribe", topic=f"game:{board.id}", after=0)
            crowd = []
            for _ in range(limit + 50):
                crowd.append(await connect(server))
            for connection in crowd:
                await connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            await until_answered(crowd, limit // 2 + 1)
            for _ in range(3):
                await board.play()
            await live.until(lambda: len(live.pushed()) == 6)
            for connection in crowd:
                connection.close()
        deadline = time.monotonic() + PATIENCE_S
        while True:
            fresh = await connect(server)
            await fresh.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            answer = await fresh.answer()
            fresh.close()
            if answer and answer.status == 200:
                break
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
        assert len(await rest.nobody.events(board.id)) == 6


async def until_answered(connections, count):
    """Waits until so many of them have an answer."""
    answers = [asyncio.create_task(each.reader.read(1)) for each in connections]
    try:
        async with asyncio.timeout(PATIENCE_S):
            while sum(one.done() and not one.exception() and one.result() != b""
                      for one in answers) < count:
                await asyncio.sleep(0.02)
    finally:
        for one in answers:
            one.cancel()


async def test_too_many_connections_are_told_so(make_server):
    server = make_server(["--limits-connections", "10"])
    crowd = [await connect(server) for _ in range(10)]
    for connection in crowd:
        await connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await connection.answer()).status == 200

    extra = await connect(server)
    await extra.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    answer = await extra.answer()

    assert answer is None or (answer.status, answer.code) == (503, "overloaded")
    for connection in (*crowd, extra):
        connection.close()


async def test_memory_is_bounded_by_the_cache(make_server):
    """Reading through many games does not keep them all."""
    server = make_server(["--cache-games", "16"])
    async with Rest(server) as rest:
        for _ in range(40):
            anna = await rest.guest()
            await asyncio.gather(*(anna.open_game(setup="19x19") for _ in range(10)))
        for number in range(1, 401, 3):
            await rest.nobody.game(number)
        pages = int(open(f"/proc/{server.process.pid}/statm").read().split()[1])

    assert pages * resource.getpagesize() < 200 * 1024 * 1024


async def test_logs_are_json_with_request_ids(make_server):
    server = make_server(["--log-format", "json", "--log-level", "debug"])
    async with Rest(server) as rest:
        answer = await rest.nobody.get("/games", headers={"X-Request-Id": "tell-me-apart"})
        assert answer.headers["x-request-id"] == "tell-me-apart"
        other = await rest.nobody.get("/games", headers={"X-Request-Id": "bad id\t" + "x" * 300})
        assert other.headers["x-request-id"] != "bad id\t" + "x" * 300
        player = await rest.guest()
        await player.open_game(setup="9x9")
    server.terminate()
    server.wait()

    lines = [json.loads(line) for line in server.log.splitlines()]
    assert lines and all(isinstance(line, dict) for line in lines)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", line["event"]) for line in lines), lines
    assert {"listening", "stopping", "stopped"} <= {line["event"] for line in lines}
    assert "tell-me-apart" in server.log
    assert player.token not in server.log


async def test_logs_hold_no_address_that_opens_something(make_server):
    server = make_server(["--log-format", "json", "--log-level", "debug"])
    async with Rest(server) as rest:
        anna, ben = await rest.guests(2)
        game = await anna.open_game(setup="9x9", seats=["me", ben.handle], visibility="private")
        calendar = (await anna.get("/me/calendar", expect=200)).json["url"].split("/")[-1]
        feed = (await anna.get(f"/games/{game['id']}/feed", expect=200)).json["url"]
        key = feed.split("?key=")[1]
        await rest.nobody.get(f"/calendars/{calendar}", expect=200)
        await rest.nobody.get(f"/games/{game['id']}/feed.atom?key={key}", expect=200)
        await rest.nobody.get(f"/games/{game['id']}/feed.atom?%6Bey={key}", expect=200)
        await rest.nobody.get("//account/verify?token=0-mailed", expect=200)
        await rest.nobody.get("/games?forgotten=0-mailed", expect=400)
    server.terminate()
    server.wait()

    paths = [json.loads(line).get("path") for line in server.log.splitlines()]
    assert paths.count("/api/v1/calendars/{calendar}") == 1
    assert paths.count(f"/api/v1/games/{game['id']}/feed.atom") == 2
    assert "/account/verify" in paths and "/api/v1/games" in paths
    for secret in (calendar.removesuffix(".ics"), key, "0-mailed"):
        assert secret.partition("-")[2] not in server.log


def test_check_config_says_what_holds(tmp_path):
    (tmp_path / "tanbo.toml").write_text('listen = "127.0.0.1:0"\n[log]\nlevel = "warn"\n')

    good = tanbod("check-config", "--config", "tanbo.toml", cwd=tmp_path)

    assert good.returncode == 0, good
    assert "warn" in good.stdout


@pytest.mark.parametrize("text, culprit", [
    ('listen = "nowhere"\n', "listen"), ("listen = [\n", "tanbo.toml"),
    ('colour = "red"\n', "colour"), ("threads = -1\n", "threads"),
    ('[log]\nlevel = "loud"\n', "level")])
def test_check_config_names_every_fault(tmp_path, text, culprit):
    (tmp_path / "tanbo.toml").write_text(text)

    for command in ("check-config", "serve"):
        bad = tanbod(command, "--config", "tanbo.toml", cwd=tmp_path)
        assert bad.returncode not in (0, 70), bad
        assert culprit in bad.stdout + bad.stderr, bad


def test_flags_win_over_variables_over_the_file(tmp_path, monkeypatch):
    (tmp_path / "tanbo.toml").write_text('[log]\nlevel = "warn"\nformat = "json"\n')
    monkeypatch.setenv("TANBO_LOG_LEVEL", "error")

    both = tanbod("check-config", "--config", "tanbo.toml", cwd=tmp_path).stdout
    flag = tanbod("check-config", "--config", "tanbo.toml", "--log-level", "debug",
                  cwd=tmp_path).stdout

    assert re.search(r'level = "error"', both) and re.search(r'format = "json"', both)
    assert re.search(r'level = "debug"', flag)


def test_migrate_dry_run_changes_nothing(tmp_path):
    dry = tanbod("migrate", "--dry-run", "--database", "tanbo.db", cwd=tmp_path)
    assert dry.returncode == 0 and "0039_baseline" in dry.stdout, dry
    assert not (tmp_path / "tanbo.db").exists() or os.path.getsize(tmp_path / "tanbo.db") == 0

    real = tanbod("migrate", "--database", "tanbo.db", cwd=tmp_path)
    assert real.returncode == 0 and "0039_baseline" in real.stdout, real
    before = (tmp_path / "tanbo.db").read_bytes()

    again = tanbod("migrate", "--dry-run", "--database", "tanbo.db", cwd=tmp_path)
    assert again.returncode == 0
    assert (tmp_path / "tanbo.db").read_bytes() == before
    with Server(tmp_path) as server:
        assert server.probe("/readyz") == 200


def test_an_address_in_use_is_said_clearly(server, tmp_path):
    result = tanbod("serve", "--listen", f"127.0.0.1:{server.port}", "--database", "other.db",
                    cwd=tmp_path)

    assert result.returncode not in (0, 70)
    assert str(server.port) in result.stderr + result.stdout


@pytest.mark.parametrize("words", [["bakup"], ["admin", "rol"]])
def test_a_word_that_is_no_command_is_named(words):
    done = tanbod(*words)

    assert done.returncode == 64
    assert f"not expected: {words[-1]}" in done.stderr
