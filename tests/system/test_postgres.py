"""tanbod over a PostgreSQL: what is different from a file, and what is refused in words."""

import asyncio
import contextlib
import os
import signal
import statistics
import time

from cluster import HASTY, Cluster, name_of
from pool import Pool
from proxy import APPENDS, OPENS, REVOKES, Proxy
import pytest

from support.calm_clock import CalmClock
from support.game import Board, replay
from support.live import Live
from support.metrics import metrics_of
from support.rest import Rest, insist, start_game
from support.server import Server, tanbod

CALM = CalmClock()
TOLD_S_MAX, BACK_S_MAX = 5, 3  # of that clock
AT_ONCE_TRIES = 20
REFUSED, NO_DATABASE, LOCKED, AWAY, CONFIG = 1, 73, 75, 75, 78


@pytest.fixture
def server(tmp_path, address):
    running = Server(tmp_path, database=address)
    try:
        yield running.start()
        running.end()
    finally:
        running.kill()


@pytest.fixture
def proxy(cluster):
    standing = Proxy(cluster.folder)
    try:
        yield standing
    finally:
        standing.stop()


@pytest.fixture
def led(tmp_path, address, proxy):
    """A server that is led to its database by the proxy."""
    running = Server(tmp_path, database=f"postgres:{proxy.words} dbname={name_of(address)}")
    try:
        yield running.start()
        proxy.swallows = False
        running.end()
    finally:
        running.kill()


async def test_a_game_goes_on_after_a_kill_and_a_restart(server):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        for stop in (server.kill, server.end):
            acknowledged = [await board.play() for _ in range(5)]
            stop()
            server.start()
            log = await rest.nobody.events(board.id)
            assert log[-5:] == acknowledged
            replay(log)


async def events_of(rest, game):
    """All events of a short game, as soon as the server reaches its database."""
    answer, _ = await insist(lambda: rest.nobody.get(f"/games/{game}/events?limit=1000"))
    assert answer.status == 200, answer
    return answer.json["events"]


async def test_play_goes_on_when_the_database_ends_all_connections(server, cluster):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=2)
        for _ in range(5):
            await board.play()
            cluster.end_connections(name_of(server.database))
        event = await board.play()
        log = await events_of(rest, board.id)

    assert log[-1] == event
    replay(log)


def batches_by_lane(server):
    """How many batches each lane has written, by its number."""
    return {int(name.split('"')[1]): batches for name, batches in metrics_of(server).items()
            if name.startswith("tanbo_writer_batches_total{")}


async def play_many(server, boards=8, moves=10):
    """Games that are played at once, to the end of so many moves; what each lane has written."""
    async with Rest(server) as rest:
        played = [Board(*await start_game(rest, setup="9x9"), seed=seed) for seed in range(boards)]
        before = batches_by_lane(server)

        async def play(board):
            for _ in range(moves):
                event = await board.play()
            log = await rest.nobody.events(board.id)
            assert log[-1] == event
            replay(log)

        await asyncio.gather(*(play(board) for board in played))
        after = batches_by_lane(server)
    return {lane: after[lane] - before[lane] for lane in after}


async def test_games_are_written_on_lanes_of_their_own(tmp_path, address):
    with Server(tmp_path, ["--database-writers", "8"], database=address) as running:
        written = await play_many(running)
        running.end()

    # Eight games in a row: one a lane. The first has the heartbeats besides.
    assert sorted(written) == list(range(8))
    assert all(batches >= 10 for batches in written.values()), written


async def test_one_lane_is_enough(tmp_path, address):
    with Server(tmp_path, ["--database-writers", "1"], database=address) as running:
        written = await play_many(running)
        running.end()

    assert list(written) == [0] and written[0] > 0, written


def test_a_second_one_is_refused(server, tmp_path):
    for arguments in (("serve", "--listen", "127.0.0.1:0"), ("admin", "audit"),
                      ("admin", "rebuild-summaries")):
        done = tanbod(*arguments, "--database", server.database, cwd=tmp_path)
        assert done.returncode == LOCKED, (arguments, done)
        assert "Another tanbod has the database" in done.stderr


def test_mails_are_listed_beside_it(server, tmp_path):
    done = tanbod("admin", "outbox", "--all", "--json", "--database", server.database, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done


@pytest.mark.parametrize("arguments", (("backup", "copy"), ("restore", "copy"), ("check",)))
def test_what_is_about_a_file_is_refused_in_words(address, tmp_path, arguments):
    done = tanbod(*arguments, "--database", address, cwd=tmp_path)
    assert done.returncode == REFUSED
    assert "PostgreSQL" in done.stderr and "pg_" in done.stderr, done.stderr


def test_it_is_begun_once_and_only_if_that_is_wanted(address, tmp_path):
    def run(*arguments):
        return tanbod(*arguments, "--database", address, cwd=tmp_path)

    assert "would apply" in run("migrate", "--dry-run").stdout
    refused = run("serve", "--create", "no", "--listen", "127.0.0.1:0")
    assert refused.returncode == NO_DATABASE and "tanbod init" in refused.stderr, refused
    assert run("init").returncode == 0
    assert run("init").returncode == REFUSED
    assert "up to date" in run("migrate").stdout
    assert run("admin", "recompute-ratings").returncode == 0


def test_settings_that_may_lose_what_was_acknowledged_are_refused(tmp_path):
    hasty = Cluster(settings=HASTY)
    try:
        hasty.start()
        hasty.new_database("other", like="TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
        done = tanbod("init", "--database", f"postgres:{hasty.words} dbname=other", cwd=tmp_path)
    finally:
        hasty.stop()

    assert done.returncode == NO_DATABASE, done
    for setting, rule in (("fsync", "on"), ("full_page_writes", "on"),
                          ("synchronous_commit", "on or remote_apply")):
        assert f'{setting} must be {rule}; got "off"' in done.stderr
    assert 'encoding must be UTF8; got "SQL_ASCII"' in done.stderr


def test_a_standby_that_is_asked_for_has_to_be_there(address, tmp_path):
    done = tanbod("init", "--database-replicated", "yes", "--database", address, cwd=tmp_path)
    assert done.returncode == NO_DATABASE
    assert "synchronous_standby_names is empty" in done.stderr


@pytest.fixture
def make_pool(cluster):
    """Starts pools in a mode, and ends them."""
    with contextlib.ExitStack() as stack:
        def make(mode):
            pool = Pool(cluster, mode)
            stack.callback(pool.stop)
            return pool
        yield make


# It once started as ready, and then every write was a 500.
def test_a_pool_that_shares_sessions_is_refused(address, make_pool, tmp_path):
    pool = make_pool("transaction")

    done = tanbod("serve", "--listen", "127.0.0.1:0", "--bots", "no", "--database",
                  f"postgres:{pool.words} dbname={name_of(address)}", cwd=tmp_path)

    assert done.returncode == NO_DATABASE, done
    assert "pool_mode = session" in done.stderr


async def test_a_pool_that_lends_whole_sessions_serves(address, make_pool, tmp_path):
    pool = make_pool("session")
    database = f"postgres:{pool.words} dbname={name_of(address)}"
    with Server(tmp_path, database=database) as server:
        async with Rest(server) as rest:
            await rest.guest()
        assert server.probe("/readyz") == 200
        server.end()


@pytest.mark.parametrize("words,complaint", (
    ("dbname=tanbo password=secret", "must not contain a password"),
    ("host=/tmp", "must name a database"),
    ("dbname=tanbo colour=red", "colour"),
))
def test_an_address_that_is_wrong_is_a_setting_that_is_wrong(tmp_path, words, complaint):
    done = tanbod("check-config", "--database", f"postgres:{words}", cwd=tmp_path)
    assert done.returncode == CONFIG
    assert complaint in done.stderr and "secret" not in done.stderr, done.stderr


def test_a_database_that_is_away_is_told(tmp_path):
    done = tanbod("serve", "--listen", "127.0.0.1:0", "--database",
                  "postgres:host=/nowhere dbname=tanbo", cwd=tmp_path)
    assert done.returncode == AWAY
    assert "is unreachable" in done.stderr


@contextlib.contextmanager
def stopped(cluster, database):
    """The server's processes for everybody who is connected stand still."""
    processes = cluster.processes(database)
    assert len(processes) >= 2  # a writer and a reader
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


async def test_a_database_that_stands_still_is_told_and_goes_on(server, cluster):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=3)
        await board.play()
        with stopped(cluster, name_of(server.database)):
            server.wait_for(lambda: server.probe("/readyz") == 503, "still ready")
        server.wait_for(lambda: server.probe("/readyz") == 200, "not ready again")
        event = await board.play()
        log = await events_of(rest, board.id)

    assert log[-1] == event
    replay(log)


@pytest.fixture(autouse=True, scope="module")
def calm():
    with CALM:
        yield


async def timed(request, now=CALM.now):
    """An answer, and how long it took."""
    begin = now()
    answer = await request
    return answer, now() - begin


def next_move(board):
    """A legal move of the player in turn: the player, and what is sent."""
    seat = board.referee.to_move
    point = board.random.choice(board.referee.legal(seat))
    return board.players[seat], {"point": point, "ply": board.referee.ply}


async def test_a_database_that_falls_silent_is_told_in_time_and_is_back_soon(led, proxy):
    async with Rest(led) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=4)
        await board.play()
        player, move = next_move(board)
        path = f"/games/{board.id}/moves"
        proxy.swallows = True
        asked = [player.post(path, move), player.get("/me/notifications"), player.get("/players"),
                 rest.nobody.post("/guests", {})]
        for answer, took in await asyncio.gather(*(timed(one) for one in asked)):
            assert answer.status == 503, answer
            assert int(answer.headers["retry-after"]) > 0
            assert took < TOLD_S_MAX, (answer, took)
        at_once = [await timed(player.post(path, move)) for _ in range(AT_ONCE_TRIES)]
        assert {answer.status for answer, _ in at_once} == {503}, at_once
        assert min(took for _, took in at_once) < 1, at_once

        proxy.swallows = False
        healed = CALM.now()
        while (await player.post(path, move)).status != 201:
            assert CALM.now() - healed < BACK_S_MAX
            await asyncio.sleep(0.02)
        board.referee.play(move["point"])
        event = await board.play()
        log = await events_of(rest, board.id)

    assert log[-1] == event
    replay(log)


async def until_answered(ask, status):
    """Asks again and again, as a client does that is told to come again."""
    begin = CALM.now()
    while (answer := await ask()).status == 503:
        assert CALM.now() - begin < BACK_S_MAX
        await asyncio.sleep(0.02)
    assert answer.status == status, answer
    return answer


def seqs(live, game):
    """The events of a game that a socket was told, by their numbers."""
    return [frame["seq"] for frame in live.pushed(f"game:{game}") if "seq" in frame]


async def test_a_move_of_which_nobody_knew_is_told_when_it_is_found(led, proxy):
    async with Rest(led) as rest, Live(led) as live:
        board = Board(*await start_game(rest, setup="9x9"), seed=6)
        await live.do("subscribe", topic=f"game:{board.id}")
        path, process = f"/games/{board.id}/moves", led.process.pid
        before = await board.play()
        player, move = next_move(board)
        proxy.hush_after = APPENDS
        await player.post(path, move, expect=503)
        assert seqs(live, board.id)[-1] == before["seq"]
        proxy.swallows = False
        healed = CALM.now()
        await live.until(lambda: seqs(live, board.id)[-1] > before["seq"])
        assert CALM.now() - healed < BACK_S_MAX
        repeat = await until_answered(lambda: player.post(path, move), 201)
        assert repeat.json["seq"] == before["seq"] + 1
        board.referee.play(move["point"])
        event = await board.play()
        await live.until(lambda: seqs(live, board.id)[-1] == event["seq"])
        log = await events_of(rest, board.id)

    assert log[-1] == event
    replay(log)
    told = seqs(live, board.id)
    assert told == list(range(told[0], event["seq"] + 1))
    assert led.process.pid == process and led.process.poll() is None
    assert led.log.count("commit-found") == 1


async def test_a_log_out_of_which_nobody_knew_is_heeded_when_it_is_found(led, proxy):
    async with Rest(led) as rest:
        anna = await rest.account("anna")
        async with Live(led, token=anna.token) as live:
            proxy.hush_after = REVOKES
            await anna.request("DELETE", "/tokens/current", expect=503)
            proxy.swallows = False

            healed = CALM.now()
            assert await live.until_closed() == 1008
            assert CALM.now() - healed < BACK_S_MAX
            await until_answered(lambda: anna.get("/me"), 401)


async def test_who_waits_behind_others_is_told_in_time(tmp_path, address, cluster):
    narrow = ["--database-writers", "1", "--readers", "1"]
    async with contextlib.AsyncExitStack() as stack:
        server = stack.enter_context(Server(tmp_path, narrow, database=address))
        rest = await stack.enter_async_context(Rest(server))
        boards = [Board(*await start_game(rest, setup="9x9"), seed=seed) for seed in range(6)]
        moves = [(board, *next_move(board)) for board in boards]
        live = await stack.enter_async_context(Live(server, moves[-1][1].token))
        with cluster.holding("LOCK TABLE events IN ACCESS EXCLUSIVE MODE", name_of(address)):
            commands = [player.post(f"/games/{board.id}/moves", move)
                        for board, player, move in moves[:-1]]
            reads = [rest.nobody.get(f"/games/{board.id}/events") for board in boards]
            asked = asyncio.gather(*map(timed, (*commands, *reads)))
            await asyncio.sleep(0.5)  # they wait by now, each for a second and a half at most
            last = asyncio.create_task(timed(live.request("move", game=boards[-1].id,
                                                          **moves[-1][2])))
            patient = asyncio.gather(*(timed(rest.nobody.get(f"/games/{board.id}/record"),
                                             time.monotonic)
                                       for board in boards))
            for answer, took in await asked:
                assert answer.status == 503 and int(answer.headers["retry-after"]) > 0, answer
                assert took < TOLD_S_MAX, (answer, took)
                is_late = "did not answer in time" in answer.json["detail"]
                is_told_how = "Repeat the request" in answer.json["detail"]
                assert is_told_how == (is_late and answer.method == "POST"), answer
            told, took = await last
            error = told["error"]
            assert error["status"] == 503 and took < TOLD_S_MAX, (told, took)
            # Said by the server, which then ends the socket. On a busy machine the database may
            # have refused before, and nothing is underway.
            if error["detail"].startswith("The server's database did not answer in time."):
                assert "Repeat the request" in error["detail"], told
                assert await live.until_closed() == 1013
            # The control: not everybody's turn came so soon, and who may wait for it has waited.
            answers = await patient
            assert {answer.status for answer, _ in answers} == {503}, answers
            assert max(took for _, took in answers) > TOLD_S_MAX, answers
        for board, player, move in moves:
            await player.post(f"/games/{board.id}/moves", move, expect=201)
            replay(await events_of(rest, board.id))
        server.end()


async def test_a_move_costs_two_round_trips(led, proxy):
    clock = {"kind": "per-move", "per_move_s": 86400}
    async with Rest(led) as rest:
        for terms in ({}, {"clock": clock}):
            board = Board(*await start_game(rest, setup="9x9", **terms), seed=5)
            for _ in range(12):
                await board.play()
            moves = proxy.events()[-10:]
            # A heartbeat may share the transaction of one of them.
            assert statistics.median(len(trips) for trips in moves) == 2, moves[-1]
    # The control: what has to ask more costs more.
    opened = proxy.openings()
    assert min(len(trips) for trips in opened) > 2, opened[-1]


async def test_moves_at_once_share_two_round_trips(tmp_path, address, proxy):
    database = f"postgres:{proxy.words} dbname={name_of(address)}"
    with Server(tmp_path, ["--database-writers", "1"], database=database) as running:
        async with Rest(running) as rest:
            boards = [Board(*await start_game(rest, setup="9x9"), seed=seed) for seed in range(16)]
            for _ in range(20):
                await asyncio.gather(*(board.play() for board in boards))
        running.end()

    def count(trips, statement):
        return sum(one.startswith(statement) for trip in trips for one in trip)

    shared = [trips for trips in proxy.events()
              if count(trips, APPENDS) > 1 and count(trips, OPENS) == 0]
    assert len(shared) > 10
    # The first has to read its games and to prepare what it asks.
    assert statistics.median(len(trips) for trips in shared) == 2, shared[-1]


async def epoch_of(server):
    async with Live(server) as live:
        return (await live.do("subscribe", topic="lobby"))["epoch"]


async def test_one_that_was_restored_is_told_apart_once_it_was_opened_again(server, cluster,
                                                                            tmp_path):
    async with Rest(server) as rest:
        board = Board(*await start_game(rest, setup="9x9"), seed=1)
        before = await epoch_of(server)
        server.end()
        # A dump that is restored comes to the same.
        older = f"{name_of(server.database)}_older"
        cluster.ask(f"CREATE DATABASE {older} TEMPLATE {name_of(server.database)}")
        server.start()
        assert await epoch_of(server) == before
        for _ in range(3):
            await board.play()
        seq = (await rest.nobody.game(board.id))["seq"]
        server.end()

    address = f"postgres:{cluster.words} dbname={older}"
    with Server(tmp_path, database=address) as control:
        assert await epoch_of(control) == before
        control.end()
    done = tanbod("reopen", "--database", address)
    assert done.returncode == 0 and "refuses replies to earlier emails" in done.stdout, done
    with Server(tmp_path, database=address) as restored:
        after = await epoch_of(restored)
        assert after != before
        async with Live(restored) as live:
            topic = f"game:{board.id}"
            await live.refused("bad-parameter", "subscribe", topic=topic, after=seq)
            await live.refused("server-restored", "subscribe", topic=topic, after=1, epoch=before)
            await live.do("subscribe", topic=topic, after=1, epoch=after)
        restored.restart()
        assert await epoch_of(restored) == after
