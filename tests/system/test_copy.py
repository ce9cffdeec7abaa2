"""tanbod copy: from SQLite to PostgreSQL and back, beside a server, killed anywhere, or refused."""

import asyncio
import contextlib
import fcntl
import os
import re
import subprocess
import time

from cluster import name_of
import pytest

from support import rows
from support.administration import act, promoted
from support.everything import use_everything
from support.game import Board, replay
from support.patience import PATIENCE_S
from support.rest import PASSWORD, Rest, start_game
from support.server import BIN, Server, tanbod

USAGE, DIFFERENT, UNUSED = 64, 65, 73
OWN_TABLES = ("schema_migrations", "copy_state")


def run(*arguments, status=0, cwd=None):
    done = tanbod(*map(str, arguments), cwd=cwd)
    assert done.returncode == status, done
    return done


def copy(source, target, *arguments, status=0):
    return run("copy", "--from", source, "--to", target, *arguments, status=status)


def is_served(database):
    """Whether `serve` would take a database: what it refuses, this does too."""
    done = tanbod("admin", "audit", "--database", str(database))
    assert done.returncode in (0, UNUSED), done
    return done.returncode == 0


def content(path):
    """All that a copy takes, as SQLite has it."""
    held = {name: kept for name, kept in rows.tables(path).items() if name not in OWN_TABLES}
    return held, rows.last_ids(path)


@contextlib.contextmanager
def copying(source, target, *arguments):
    """A copy that waits until the source's server is stopped; what it says is in `said` then."""
    process = subprocess.Popen([BIN, "copy", "--from", source, "--to", target, *arguments],
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        for line in process.stderr:
            if "stop the server" in line:
                break
        else:
            raise AssertionError(f"it did not wait: {process.communicate()}")
        yield process
    finally:
        process.kill()
        process.communicate()


def end_of(process):
    """Its status and all that it has said after it began to wait."""
    said, complained = process.communicate(timeout=PATIENCE_S)
    return process.returncode, said + complained


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A database in which much has happened; no one has it."""
    async def play(server):
        async with Rest(server) as rest:
            anna, ben = await rest.account("anna"), await rest.account("ben")
            await use_everything(anna, ben)
            board = Board(*await start_game(rest, setup="9x9"), seed=1)
            while not board.is_over:
                await board.play()
            await (await rest.guest()).request("DELETE", "/me", {}, expect=204)

    folder = tmp_path_factory.mktemp("played")
    with Server(folder, database=folder / "tanbo.db") as server:
        asyncio.run(play(server))
        server.end()
    return server.database


@pytest.fixture
def file(played, tmp_path):
    """A copy of it, by `tanbod backup`."""
    run("backup", tmp_path / "tanbo.db", "--database", played)
    return tmp_path / "tanbo.db"


async def test_there_and_back_everything_is_the_same(file, address, tmp_path):
    before = content(file)
    filled = [name for name, held in before[0].items() if held]
    assert len(filled) > 25 and before[1]["accounts"] > 0

    there = copy(f"sqlite:{file}", address)
    back = tmp_path / "back.db"
    copy(address, f"sqlite:{back}")

    assert re.search(r"holds all of .*: 3 games, \d+ rows, verified", there.stdout), there
    assert content(back) == before
    run("check", back)
    for left in (file, address):
        refused = run("serve", "--listen", "127.0.0.1:0", "--database", left, status=UNUSED)
        assert "was copied to" in refused.stderr and "tanbod reopen" in refused.stderr
    run("reopen", "--database", address)
    for database in (address, back):
        server = Server(tmp_path, database=database)
        try:
            server.start()
            async with Rest(server) as rest:
                board = Board(*await start_game(rest, setup="9x9"), seed=2)
                await board.play()
                replay(await rest.nobody.events(board.id))
                assert board.id == before[1]["games"] + 1
                replay(await rest.nobody.events(3))
            server.end()
        finally:
            server.kill()


async def test_a_server_plays_on_until_the_rest_is_copied(make_server, address, tmp_path):
    server = make_server()
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=3)
        for _ in range(5):
            await board.play()
        with copying(f"sqlite:{server.database}", address) as process:
            for _ in range(5):
                await board.play()
            other = Board(*await start_game(rest, setup="9x9"), seed=4)
            await other.play()
            logs = [await rest.nobody.events(each.id) for each in (board, other)]
            server.end()
            status, said = end_of(process)
    assert status == 0, said
    with Server(tmp_path, database=address) as moved:
        async with Rest(moved) as rest:
            assert [await rest.nobody.events(each.id) for each in (board, other)] == logs
            for each in (board, other):
                for player in each.players.values():
                    player.rest = rest
                await each.play()
        with copying(address, f"sqlite:{tmp_path / 'back.db'}") as process:
            moved.end()
            status, said = end_of(process)
    assert status == 0, said
    run("check", tmp_path / "back.db")


async def finish_rated_game(black, white):
    """Its id: white leaves."""
    game = (await black.open_game(setup="9x9", rated=True))["id"]
    await white.join(game)
    await black.move(game, "B3", 0)
    await white.leave(game)
    return game


async def test_everything_that_happens_meanwhile_is_in_the_copy(make_server, address, tmp_path):
    server = make_server()
    async with Rest(server) as rest:
        mona = (await promoted(rest, mona="admin"))["mona"]
        anna, ben, carl = [await rest.account(handle) for handle in ("anna", "ben", "carl")]
        voided, kept = [await finish_rated_game(anna, carl) for _ in range(2)]
        await carl.name_address("carl@example.org")
        with copying(f"sqlite:{server.database}", address) as process:
            await use_everything(anna, ben)
            await act(mona, f"/games/{voided}/void-rating")
            both = await finish_rated_game(carl, ben)
            await act(mona, f"/games/{both}/void-rating")
            await act(mona, "/accounts/carl/mute")
            await carl.request("DELETE", "/me", {"password": PASSWORD}, expect=204)
            server.end()
            status, said = end_of(process)
    assert status == 0, said
    back = tmp_path / "back.db"
    copy(address, f"sqlite:{back}")

    held = content(back)
    assert held == content(server.database)
    assert {row[0] for row in held[0]["voided_games"]} == {voided, both}
    assert kept in {row[0] for row in held[0]["rated_seats"]}
    run("check", back)


# Rows that follow from all games together, and work to do once.
CALCULATED = {"player_counts", "rated_seats", "ratings", "reliability", "encounters",
              "head_to_head", "setup_statistics", "seat_statistics"}
QUEUES = {"challenges", "letters", "outbox", "push_messages", "webhook_deliveries"}


async def test_two_parts_have_all_games_once_and_all_accounts(file, address, tmp_path):
    whole = content(file)[0]
    second = tmp_path / "second.db"

    there = copy(f"sqlite:{file}", address, "--games", "1/2")
    assert re.search(r"holds part 1/2 of .*: 2 games, \d+ rows, verified", there.stdout), there
    refused = run("serve", "--listen", "127.0.0.1:0", "--database", file, status=UNUSED)
    assert "parts of it were copied: 1/2 to postgres:" in refused.stderr
    assert "parts of it were copied" in copy(file, tmp_path / "all.db", status=UNUSED).stderr
    copy(f"sqlite:{file}", f"sqlite:{second}", "--games", "2/2")
    first = tmp_path / "first.db"
    copy(address, f"sqlite:{first}")

    parts = [content(first)[0], content(second)[0]]
    assert [[row[0] for row in part["games"]] for part in parts] == [[1, 3], [2]]
    games = {name for name in whole if rows.is_of_games(file, name)}
    assert len([name for name in games if whole[name]]) > 8
    for name in whole.keys() - CALCULATED:
        one, other = [set(part[name]) for part in parts]
        assert one | other == set(whole[name]), name
        if name in QUEUES or name in ("games", "game_players", "events", "chat_messages"):
            assert not one & other, name
        elif name not in games:
            assert one == other, name
    assert [len(part["ratings"]) for part in parts] == [0, len(whole["ratings"])]
    for part in (first, second):
        run("check", part)
    with Server(tmp_path, database=second) as server:
        async with Rest(server) as rest:
            await rest.nobody.get("/games/1", expect=404)
            replay(await rest.nobody.events(2))
            board = Board(*await start_game(rest, setup="9x9"), seed=5)
            await board.play()
        server.end()
    run("reopen", "--database", file)
    assert is_served(file)


async def test_a_part_has_what_happens_in_its_games_meanwhile(make_server, address, tmp_path):
    server = make_server()
    async with Rest(server) as rest:
        boards = [Board(*await start_game(rest, setup="9x9"), seed=seed) for seed in range(4)]
        with copying(f"sqlite:{server.database}", address, "--games", "2/2") as process:
            anna, ben = [await rest.account(handle) for handle in ("anna", "ben")]
            over = await finish_rated_game(anna, ben)
            even = await finish_rated_game(anna, ben)
            for board in boards:
                await board.play()
            logs = {board.id: await rest.nobody.events(board.id) for board in boards}
            server.end()
            status, said = end_of(process)
    assert status == 0 and (over, even) == (5, 6), said
    with Server(tmp_path, database=address) as moved:
        async with Rest(moved) as rest:
            for game, log in logs.items():
                if game % 2 == 0:
                    assert await rest.nobody.events(game) == log
                else:
                    await rest.nobody.get(f"/games/{game}", expect=404)
            [rating] = (await rest.nobody.get("/players/anna", expect=200)).json["ratings"]
            assert rating["games"] == 1
        moved.end()


@pytest.mark.parametrize("part", ("0/2", "3/2", "1", "1/", "/2", "x", "1/1001", "1/2/3", "-1/2"))
def test_parts_that_are_none_are_refused(file, address, part):
    refused = copy(file, address, f"--games={part}", status=USAGE)
    assert f'got "{part}"' in refused.stderr
    assert is_served(file)


@contextlib.contextmanager
def copying_held(source, target):
    """A copy that has copied all rows and can't say so, for no one reads; it goes on when asked."""
    end, begin = os.pipe()
    fcntl.fcntl(begin, fcntl.F_SETPIPE_SZ, 4096)
    os.write(begin, b"-" * fcntl.fcntl(begin, fcntl.F_GETPIPE_SZ))
    process = subprocess.Popen([BIN, "copy", "--from", source, "--to", target],
                               stdout=subprocess.DEVNULL, stderr=begin)
    os.close(begin)

    def go_on():
        with open(end, encoding="utf-8", closefd=False) as said:
            return said.read().lstrip("-")

    try:
        yield go_on
    finally:
        process.kill()
        process.wait()
        os.close(end)


def wait_until(holds, what):
    """Until it holds; a copy takes a second."""
    for _ in range(1_000):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError(f"not within 20 s: {what}")


@pytest.mark.parametrize("is_flipped", (True, False), ids=("flipped", "whole"))
@pytest.mark.parametrize("is_back", (False, True), ids=("there", "back"))
def test_one_byte_of_one_event_is_found(file, make_address, cluster, tmp_path, is_back, is_flipped):
    source = make_address()
    if is_back:
        copy(file, source)
    else:
        source = f"sqlite:{file}"
    back = tmp_path / "back.db"
    target = f"sqlite:{back}" if is_back else make_address()

    def has_come():
        return 1 == (rows.webhooks(back) if is_back else
                     rows.webhooks_in_postgres(cluster, name_of(target)))

    with copying_held(source, target) as go_on:
        wait_until(has_come, "all rows have come")
        if is_flipped and is_back:
            rows.flip_byte(back)
        elif is_flipped:
            rows.flip_byte_in_postgres(cluster, name_of(target))
        said = go_on()

    assert is_served(source.removeprefix("sqlite:")) == is_flipped
    if not is_flipped:
        assert re.search(r"replayed all games in \d+ ms, 3 of them", said), said
        return
    assert re.search(r"the target events game=1 seq=\d+, which differs in data", said), said
    refused = run("serve", "--listen", "127.0.0.1:0", "--database",
                  target.removeprefix("sqlite:"), status=UNUSED)
    assert "was not finished" in refused.stderr
    assert "was not finished" in copy(source, target, status=UNUSED).stderr


@pytest.mark.parametrize("damage, words", (
    (lambda file: rows.set_ply(file, 1, 77), "ply=77"),
    (lambda file: rows.set_rating(file, "anna", 1999), "its games say ratings account="),
), ids=("ply", "rating"))
async def test_what_the_games_do_not_say_meanwhile_is_refused(file, address, tmp_path, damage,
                                                              words):
    with Server(tmp_path, database=file) as server:
        with copying(f"sqlite:{file}", address) as process:
            damage(file)
            server.end()
            status, said = end_of(process)

    assert status == DIFFERENT and words in said, said
    assert is_served(file) and not is_served(address)


def test_what_the_games_do_not_say_is_refused(file, address):
    rows.set_ply(file, 1, 77)

    done = copy(file, address, status=DIFFERENT)

    assert "ply=77" in done.stdout and "is not usable" in done.stderr
    assert is_served(file) and not is_served(address)


def syscalls(command, trace):
    """How often a command makes each of these calls."""
    run_once = ["strace", "-f", "-qq", "-o", trace, "-e", "trace=sendto,pwrite64,unlink", *command]
    assert subprocess.run(run_once, capture_output=True).returncode == 0
    calls = re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE)
    return {name: calls.count(name) for name in set(calls)}


def points(count):
    """Some of so many, most of them at the end."""
    return count // 2, count - 2, count - 1, count


def games_in(database, cluster):
    """How many there are, or None if nothing is there or it is not served."""
    if not is_served(database):
        return None
    if database.startswith("postgres:"):
        return rows.games_in_postgres(cluster, name_of(database))
    return rows.games(database)


@pytest.mark.parametrize("is_back", (False, True), ids=("there", "back"))
def test_killed_anywhere_no_more_than_one_is_served(file, make_address, cluster, tmp_path,
                                                    is_back):
    source = str(file)
    if is_back:
        source = make_address()
        copy(file, source)

    def run_to_the(end, name="", when=0):
        """Copies into a new target, and is killed at some call."""
        target = str(tmp_path / f"{end}.db") if is_back else make_address()
        command = [str(BIN), "copy", "--from", source, "--to", target]
        if not when:
            return target, syscalls(command, tmp_path / "trace")
        traced = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}", "-e",
                  f"inject={name}:signal=KILL:when={when}", *command]
        return target, subprocess.run(traced, capture_output=True, timeout=PATIENCE_S)

    whole, calls = run_to_the("end")
    assert (is_served(source), games_in(whole, cluster)) == (False, 3)
    run("reopen", "--database", source)
    outcomes = set()
    for name in ("sendto", "pwrite64"):
        for when in points(calls[name]):
            target, _ = run_to_the(f"{name}-{when}", name, when)
            outcome = is_served(source), games_in(target, cluster)
            outcomes.add(outcome)
            if not outcome[0]:
                run("reopen", "--database", source)

    # The source alone, none of them, or the target alone, which is whole; 0: not yet begun.
    assert outcomes <= {(True, 0), (True, None), (False, None), (False, 3)}
    assert (True, None) in outcomes
    # SQLite tidies its file up after the last step, so the calls at the end are of that.
    assert (False, None) in outcomes or is_back


def test_what_can_not_be_copied_is_refused_in_words(file, make_address, cluster, tmp_path):
    full, other = make_address(), make_address()
    run("init", "--database", full)
    rows.take_handle(cluster, name_of(full))
    run("init", "--database", other)
    rows.add_table(cluster, name_of(other))
    empty = tmp_path / "empty.db"
    run("init", "--database", empty)

    for source, target, words in (
            (file, full, "the target is not empty; it has rows in handles"),
            (file, other, "the source has outbox"),
            (file, file, "the target is not empty"),
            (tmp_path / "nowhere.db", make_address(), "is empty."),
            (empty, other, "the target others (id, key \"id\")"),
            (make_address(), empty, "is empty.")):
        assert words in copy(source, target, status=UNUSED).stderr
    for source in (file, empty):
        assert is_served(source)
    assert "refuses replies to earlier emails" in run("reopen", "--database", empty).stdout
    wrong = copy(file, "postgres:dbname=tanbo password=secret", status=USAGE)
    assert "must not contain a password" in wrong.stderr
