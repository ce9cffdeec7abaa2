"""Two tanbod over one PostgreSQL: each answers everything, and hears of what the other has done."""

import asyncio
import collections
import datetime
import functools
import re
import signal
import statistics
import time

import pytest

from support import bots, rows
from support.analyses import claimed, finished_game, searcher
from support.calm_clock import CalmClock
from support.game import Board, replay
from support.live import Live
from support.metrics import metrics_of
from support.nodes import duties, running_nodes
from support.patience import PATIENCE_S
from support.receiver import FAST, Receiver
from support.relay import Relay, relay_flags
from support.rest import PASSWORD, Player, Rest, insist, start_game
from support.server import tanbod

from cluster import name_of

# Promises in seconds are held to on this clock, which a busy machine stops.
CALM = CalmClock()
RACES = 40
TRIES = 3
HEARD_S_MAX = 0.3
CLOSED_S_MAX = 2
LATE_S_MAX = 2.5  # a flag's, and what it takes to ask
GIVEN_BACK_S_MAX = 5  # the same: what no one gives back is another's a second later at least
TAKEN_OVER_S_MAX = 10  # a duty: six seconds, and two between looks
LOCKED = 75
TWICE_S = 1  # whatever is sent a second time comes within it
DUTIES = {"maintenance", "lobby", "deadlines", "webhooks", "outbox", "inbox"}


@pytest.fixture(autouse=True, scope="module")
def calm():
    with CALM:
        yield


@pytest.fixture
def nodes(request, tmp_path, make_address):
    """Two nodes that are ready, with more flags if a test gives some."""
    with running_nodes(tmp_path, make_address(),
                       lambda _: getattr(request, "param", ())) as running:
        yield running


async def until(condition, seconds=PATIENCE_S):
    end = CALM.now() + seconds
    while not condition():
        assert CALM.now() < end
        await asyncio.sleep(0.05)


def on(rest, player):
    """The same player, who asks another node."""
    return Player(rest, player.handle, player.token)


async def test_one_of_two_wins_each_ply_and_the_other_is_told_what_won(nodes):
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        board = Board(*await start_game(here, setup="19x19"), seed=1)
        path = f"/games/{board.id}/moves"
        for _ in range(RACES):
            seat, ply = board.referee.to_move, board.referee.ply
            points = board.random.sample(sorted(board.referee.legal(seat)), 2)
            player = board.players[seat]
            answers = await asyncio.gather(
                player.post(path, {"point": points[0], "ply": ply}),
                on(there, player).post(path, {"point": points[1], "ply": ply}))
            statuses = [answer.status for answer in answers]
            assert sorted(statuses) == [201, 409], answers
            won, lost = (answers[i] for i in sorted((0, 1), key=lambda i: statuses[i]))
            assert lost.code == "stale-ply" and lost.json["ply"] == ply + 1, lost
            assert lost.json["seq"] >= won.json["seq"]
            board.referee.play(points[statuses.index(201)])
        logs = [await rest.nobody.events(board.id) for rest in (here, there)]

    assert logs[0] == logs[1]
    replay(logs[0])


async def test_followers_hear_in_time_and_without_a_gap_what_is_played_elsewhere(nodes):
    async with Rest(nodes[0]) as here, Live(nodes[1]) as live, Live(nodes[1]) as lobby:
        await lobby.do("subscribe", topic="lobby")
        board = Board(*await start_game(here, setup="9x9"), seed=2)
        await live.do("subscribe", topic=f"game:{board.id}")
        late = []
        for _ in range(25):
            event = await board.play()
            begin = CALM.now()
            await live.until(lambda seq=event["seq"]: any(
                frame["seq"] == seq for frame in live.pushed(f"game:{board.id}") if "seq" in frame))
            late.append(CALM.now() - begin)
        seqs = [frame["seq"] for frame in live.pushed(f"game:{board.id}") if "seq" in frame]
        types = [frame["type"] for frame in lobby.pushed("lobby")]

    assert seqs == list(range(seqs[0], event["seq"] + 1))
    # One may be late because the machine does something else.
    assert statistics.median(late) < HEARD_S_MAX, late
    assert types.count("game-opened") == types.count("game-started") == 1, types


async def test_a_log_out_here_closes_sockets_elsewhere(nodes):
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        took = [await seconds_to_be_out(await here.account(f"anna{number}"), there)
                for number in range(3)]

    # The quickest: whatever else the machine does only takes time.
    assert min(took) < CLOSED_S_MAX, took


async def seconds_to_be_out(player, there):
    """How long a socket stays open, and a token is taken, at a node that is not logged out at."""
    async with Live(there.server, token=player.token) as live:
        await on(there, player).get("/me", expect=200)
        await player.request("DELETE", "/tokens/current", expect=204)
        begin = CALM.now()
        assert await live.until_closed() == 1008
        while (await on(there, player).get("/me")).status != 401:  # on another thread
            assert CALM.now() - begin < 10 * CLOSED_S_MAX
            await asyncio.sleep(0.01)
        return CALM.now() - begin


async def test_a_password_changed_here_ends_all_access_elsewhere(nodes):
    here, there = nodes
    async with Rest(here) as rest, Rest(there) as far:
        anna = await rest.account("anna")
        named = {"handle": "annas-bot", "password": PASSWORD}
        grant = (await anna.post("/me/bots", named, expect=201)).json
        hook = {"url": "https://hooks.example.org/", "password": PASSWORD}
        await anna.post("/me/webhooks", hook, expect=201)
        bot = Player(far, grant["handle"], grant["token"])
        game = await anna.open_game(setup="9x9", visibility="private", seats=["me", "annas-bot"])
        url = f"{there.url}/api/v1/games/{game['id']}/events"
        headers = {"Authorization": f"Bearer {bot.token}", "Accept": "text/event-stream"}
        async with far.session.get(url, headers=headers) as stream, Live(there, bot.token) as live:
            assert stream.status == 200
            change = {"password": PASSWORD, "new_password": "another horse entirely"}
            await anna.post("/me/password", change, expect=204)

            assert await live.until_closed() == 1008
            await asyncio.wait_for(stream.content.read(), PATIENCE_S)
        await bot.get("/me", expect=401, code="bad-token")
        own = Player(far, "anna", anna.token)
        assert (await own.get("/me/webhooks", expect=200)).json["webhooks"] == []


async def test_those_concerned_are_told_what_is_said_and_done_elsewhere(nodes):
    async with Rest(nodes[0]) as here:
        board = Board(*await start_game(here, setup="9x9"), seed=4)
        black, white = (board.players[seat] for seat in ("black", "white"))
        async with Live(nodes[1], token=white.token) as live, Live(nodes[1]) as stranger:
            await live.do("subscribe", topic="me")
            for listener in (live, stranger):
                await listener.do("subscribe", topic=f"game:{board.id}")
            await board.play()
            await black.post(f"/games/{board.id}/chat?room=players", {"text": "Well?"}, expect=201)
            await live.until(lambda: "Well?" in str(live.messages) and turns_told(live))
            await asyncio.sleep(2 * HEARD_S_MAX)  # nothing comes twice
            chat = [frame for frame in live.messages if "Well?" in str(frame)]
            assert len(chat) == 1, live.messages
            assert not [frame for frame in stranger.messages if "Well?" in str(frame)]
            assert turns_told(live) == 1, live.pushed("me")


def turns_told(live):
    """How often a socket was told that it is its player's turn."""
    return [frame["type"] for frame in live.pushed("me")].count("your-turn")


async def test_watchers_are_those_of_all_nodes(cluster, nodes):
    name = name_of(nodes[0].database)
    async with Rest(nodes[0]) as here:
        board = Board(*await start_game(here, setup="9x9"), seed=5)

        async def until_there_are(count):
            await until(lambda: rows.watchers_in_postgres(cluster, name) == count)

        async with Live(nodes[0]) as one:
            await one.do("subscribe", topic=f"game:{board.id}")
            async with Live(nodes[1]) as two, Live(nodes[1]) as three:
                for live in (two, three):
                    await live.do("subscribe", topic=f"game:{board.id}")
                await until_there_are(3)
                nodes[0].kill()
                await until_there_are(2)
        nodes[0].start()


async def mailed_when_away(rest, relay, handle):
    """An account that is told by mail what it has not seen, and its address."""
    player, address = await rest.account(handle), f"{handle}@mail.example"
    await player.name_address(address)
    relay.wait_for(lambda: relay.of(address))
    text = relay.of(address)[0].get_body(("plain",)).get_content()
    token = re.search(r"/account/verify\?token=(\S+)", text)[1]
    await rest.nobody.post("//account/verify", data=f"token={token}".encode(), expect=200,
                           headers={"Content-Type": "application/x-www-form-urlencoded"})
    await player.request("PUT", "/me/notifications", {"mode": "away"}, expect=204)
    return player, address


async def test_who_looks_through_another_node_is_not_mailed(cluster, make_address, tmp_path):
    name = name_of(address := make_address())
    with Relay() as relay, running_nodes(tmp_path, address,
                                         lambda folder: relay_flags(folder, relay)) as nodes:
        other, sender = sorted(nodes, key=lambda node: "outbox" in duties(node))
        async with Rest(sender) as here:
            anna, annas = await mailed_when_away(here, relay, "anna")
            carl, carls = await mailed_when_away(here, relay, "carl")
            ben = await here.guest()

            async def turn_of(player):
                game = (await ben.open_game(setup="9x9"))["id"]
                await player.join(game)
                await ben.move(game, "C2", 0)
                return game

            async def until_there_are_looks(count):
                await until(lambda: rows.looks_in_postgres(cluster, name) == count)

            async def send_all(waker):
                """As though all had waited; the sender looks when another mail is queued."""
                rows.send_now_in_postgres(cluster, name)
                await (await here.account(waker)).name_address(f"{waker}@mail.example")
                relay.wait_for(lambda: not rows.waiting_mails_in_postgres(cluster, name))

            game = await turn_of(anna)
            await turn_of(carl)
            async with Live(other, token=anna.token) as live:
                await live.do("subscribe", topic=f"game:{game}")
                await until_there_are_looks(1)
                await send_all("dora")
                assert len(relay.of(annas)) == 1
                assert len(relay.of(carls)) > 1  # the control: no one looks
            await until_there_are_looks(0)
            await turn_of(anna)
            await send_all("emil")
            assert len(relay.of(annas)) > 1


async def test_each_duty_is_one_nodes_and_another_takes_it_over(nodes):
    held = [duties(node) for node in nodes]
    assert held[0] | held[1] == DUTIES and not held[0] & held[1], held

    nodes[0].kill()

    await until(lambda: duties(nodes[1]) == DUTIES, TAKEN_OVER_S_MAX)
    nodes[1].end()
    nodes[0].start()
    await until(lambda: duties(nodes[0]) == DUTIES, GIVEN_BACK_S_MAX)
    nodes[1].start()


@pytest.mark.parametrize("nodes", [FAST], ids=["webhooks"], indirect=True)
async def test_a_webhook_is_sent_by_one_whoever_did_what_it_tells(nodes):
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there, Receiver() as receiver:
        anna, ben = await here.account("anna"), await here.guest()
        await anna.post("/me/webhooks", {"url": receiver.url, "password": PASSWORD}, expect=201)
        game = await ben.join((await anna.open_game(setup="9x9"))["id"])
        board = Board(game, (anna, ben), seed=4)
        for rest in (here, there) * 4:
            await play_on(rest, board)
        sender = next(node for node in nodes if "webhooks" in duties(node))
        await receiver.until(told_of(board))
        before = receiver.ids()
        sender.kill()
        for _ in range(2):
            await play_on(there if sender is nodes[0] else here, board)
        await receiver.until_told(told_of(board))
        await asyncio.sleep(TWICE_S)
        sender.start()

    assert len(before) == len(set(before)), receiver.kinds()
    assert len(set(receiver.ids())) == told_of(board), receiver.kinds()
    # The killed node may not have written down yet that it had sent the last one.
    repeated = [one for one in receiver.ids()[len(before):] if one in before]
    assert repeated in ([], before[-1:]), receiver.kinds()


async def play_on(rest, board):
    """A ply through one of the nodes."""
    board.players = {seat: on(rest, player) for seat, player in board.players.items()}
    await board.play()


def told_of(board):
    """How much the first player's webhook has been told: the start, and each turn."""
    return 2 + board.referee.ply // 2


async def test_a_flag_falls_once_and_in_time_whoever_is_there(nodes):
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        clock = {"kind": "total", "total_s": 4}
        boards = [Board(*await start_game(here, setup="9x9", clock=clock), seed=seed)
                  for seed in range(12)]
        nodes[0 if "deadlines" in duties(nodes[0]) else 1].kill()
        rest = here if nodes[0].process.poll() is None else there
        due_at = CALM.now() + 4
        for board in boards:
            while (await rest.nobody.game(board.id))["status"] != "finished":
                assert CALM.now() < due_at + LATE_S_MAX
                await asyncio.sleep(0.05)
        for board in boards:
            types = [event["type"] for event in await rest.nobody.events(board.id)]
            # On a busy machine the other node may have been away for a moment itself.
            assert [one for one in types if one != "credit"] == [
                "open", "join", "start", "leave", "end"]
    for node in nodes:
        if node.process.poll() is not None:
            node.start()


GUESSES_MAX = 10  # at an account from one address, in fifteen minutes
SIGN_UPS_MAX = 60  # from one address, in a minute


def from_address(address):
    """As a proxy of the node's machine hands it on."""
    return {"X-Forwarded-For": address}


async def statuses(requests):
    """How often each status was answered at last, and how often the server was late before.

    What it was late with may count all the same.
    """
    answers = await asyncio.gather(*map(insist, requests))
    return (collections.Counter(answer.status for answer, _ in answers),
            sum(late for _, late in answers))


def hashed(nodes):
    """How many passwords all nodes have hashed."""
    return sum(metrics_of(node)["tanbo_password_hashes_total"] for node in nodes)


async def test_guesses_and_sign_ups_count_for_all_nodes(cluster, nodes):
    name = name_of(nodes[0].database)
    async with Rest(nodes[0]) as first, Rest(nodes[1]) as second:
        rests = (first, second)
        await insist(functools.partial(
            first.nobody.post, "/accounts", {"handle": "anna", "password": PASSWORD},
            headers={"Idempotency-Key": "anna"}))
        before = hashed(nodes)
        guesses = [functools.partial(
            rest.nobody.post, "/tokens", {"handle": "anna", "password": f"wrong {number}"},
            headers=from_address("192.0.2.1")) for number in range(GUESSES_MAX) for rest in rests]
        told, late = await statuses(guesses)
        assert 429 in told and set(told) <= {401, 429}, told
        assert GUESSES_MAX - late <= told[401] <= GUESSES_MAX, (told, late)
        # Each that was admitted is hashed, also if its answer came too late.
        await until(lambda: hashed(nodes) - before >= GUESSES_MAX)
        assert hashed(nodes) - before == GUESSES_MAX

        def signs_up(rest, address):
            return functools.partial(rest.nobody.post, "/guests", {},
                                     headers=from_address(address))
        begin = time.monotonic()
        told, late = await statuses(signs_up(rest, "192.0.2.2")
                                    for _ in range(SIGN_UPS_MAX - 1) for rest in rests)
        minutes = 1 + int((time.monotonic() - begin) / 60)
        # Two that are admitted at once may both be the last.
        most = (SIGN_UPS_MAX + 1) * minutes
        assert SIGN_UPS_MAX - late <= told[201] <= most and set(told) <= {201, 429}, told
        assert rows.guests_in_postgres(cluster, name) <= most
        # The control: each node alone would have admitted all that it was asked for.
        told, late = await statuses(signs_up(first, "192.0.2.3") for _ in range(SIGN_UPS_MAX - 1))
        assert told[201] >= SIGN_UPS_MAX - 1 - late and set(told) <= {201, 429}, told


SEARCH_WAITS_S = 30  # the longest that a program may ask for


async def test_what_is_asked_here_is_searched_elsewhere(nodes):
    async with Rest(nodes[0]) as first, Rest(nodes[1]) as second:
        one, other = [await finished_game(first) for _ in range(2)]
        nodes[1].end()  # an administrator is made by a program that is alone
        program = await searcher(first)
        nodes[1].start()

        def asked_for(game, players):
            return on(second, players[0]).post(f"/games/{game}/analysis", {})
        end = time.monotonic() + PATIENCE_S
        while (await asked_for(*one)).status != 202:
            assert time.monotonic() < end
            await program.post("/searches", {}, expect=204)
            await asyncio.sleep(0.1)
        assert (await claimed(program))["game"] == one[0]
        waiting = asyncio.create_task(claimed(program, wait_s=SEARCH_WAITS_S))
        await asyncio.sleep(0.5)
        begin = CALM.now()
        assert (await asked_for(*other)).status == 202
        assert (await waiting)["game"] == other[0]
        # The control is the wait: no one would have been told before its end.
        assert CALM.now() - begin < SEARCH_WAITS_S / 4


BOTS_MISSED_S = 10  # a node that starts gives their program so long to come


async def until_played(rest):
    """Waits for somebody who plays for the bots."""
    end = time.monotonic() + PATIENCE_S
    while not any(bot["free"] for bot in (await rest.nobody.get("/bots", expect=200)).json["bots"]):
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("other", ["elsewhere", "no"])
async def test_bots_of_one_node_are_played_through_the_other(tmp_path, make_address, other):
    """A node that was started with `no` ended the tokens of the program beside the first one."""
    def flags_of(folder):
        return (["--bots", "yes", "--bots-program", bots.program(tmp_path, "play"),
                 "--bots-memory", "0"] if folder.name == "1" else ["--bots", other])

    async def is_any_played(rest):
        listed = (await rest.nobody.get("/bots", expect=200)).json["bots"]
        return any(bot["plays"] and bot["free"] for bot in listed)

    with running_nodes(tmp_path, make_address(), flags_of) as running:
        async with Rest(running[0]) as here, Rest(running[1]) as there:
            guest = await there.guest()
            if other == "no":
                assert not await is_any_played(there)
                guest = on(here, guest)
            end = time.monotonic() + BOTS_MISSED_S + 2
            while time.monotonic() < end:
                assert await is_any_played(there if other == "elsewhere" else here)
                await asyncio.sleep(0.2)
            game = await guest.open_game(setup="9x9", seats=["me", "bot:5"])
            await guest.move(game["id"], "B1", 0)
            while (await guest.game(game["id"]))["ply"] < 2:
                assert time.monotonic() < end + PATIENCE_S
                await asyncio.sleep(0.05)
            running[0].end()
            if other == "elsewhere":
                begin = time.monotonic()
                while await is_any_played(there):
                    assert time.monotonic() - begin < PATIENCE_S
                    await asyncio.sleep(0.2)


async def test_bots_are_played_beside_one_node_and_then_beside_another(tmp_path, make_address):
    """With `yes`, the default, the program of each node had ended the tokens of the other's."""
    flags = ["--bots", "yes", "--bots-program", bots.program(tmp_path, "play"),
             "--bots-memory", "0"]
    with running_nodes(tmp_path, make_address(), lambda _: flags) as nodes:
        def running():
            return [metrics_of(node)["tanbo_bots_running"] for node in nodes
                    if node.process.poll() is None]

        async def answered(guest, ply):
            end = time.monotonic() + PATIENCE_S
            while (await guest.game(game))["to_move"] != "black":
                assert time.monotonic() < end
                await asyncio.sleep(0.05)
            return (await guest.game(game))["ply"] > ply

        await until(lambda: sum(running()) == 1)
        first, other = sorted(nodes, key=lambda node: "bots" not in duties(node))
        assert metrics_of(first)["tanbo_bots_running"] == 1
        async with Rest(other) as there:
            guest = await there.guest()
            await until_played(there)
            game = (await guest.open_game(setup="9x9", seats=["me", "bot:5"]))["id"]
            await guest.move(game, "B1", 0)
            assert await answered(guest, 1)

            first.kill()
            point = (await guest.get(f"/games/{game}/legal-moves", expect=200)).json["points"][0]
            await guest.move(game, point, 2)

            assert await answered(guest, 3)
        first.start()
        await asyncio.sleep(3)
        assert running() == [0 if node is first else 1 for node in nodes]
        assert metrics_of(other)['tanbo_bots_ends_total{cause="exit"}'] == 0


async def test_a_restart_of_one_after_the_other_gives_nothing_back(nodes):
    for _ in range(TRIES):
        types = await types_after_restarts(nodes)
        if "credit" not in types:  # the machine let one node run all the time
            break

    assert "credit" not in types, types


async def types_after_restarts(nodes):
    """The types of events of a game that is played on after each node was started again."""
    clock = {"kind": "total", "total_s": 600}
    async with Rest(nodes[0]) as rest:
        board = Board(*await start_game(rest, setup="9x9", clock=clock), seed=6)
    for node in nodes:
        node.end()
        await asyncio.sleep(5)
        node.start()
    async with Rest(nodes[0]) as rest:
        board.players = {seat: on(rest, player) for seat, player in board.players.items()}
        await board.play()
        return [event["type"] for event in await rest.nobody.events(board.id)]


async def test_when_all_were_away_that_is_given_back_once(nodes):
    async with Rest(nodes[0]) as here:
        clock = {"kind": "total", "total_s": 600}
        board = Board(*await start_game(here, setup="9x9", clock=clock), seed=7)
    for node in nodes:
        node.kill()
    begin = time.monotonic()
    await asyncio.sleep(8)
    nodes[0].start()
    away_s = time.monotonic() - begin
    nodes[1].start()
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        for rest in (here, there):
            board.players = {seat: on(rest, player) for seat, player in board.players.items()}
            await board.play()
        events = await here.nobody.events(board.id)
        clock = (await there.nobody.get(f"/games/{board.id}/clock", expect=200)).json

    given_s = sum(term["amount_ms"] for term in clock["seats"]["black"]["terms"]
                  if term["kind"] == "downtime") / 1000
    # From the last heartbeat on, which comes every two seconds, on a busy machine a little later.
    assert away_s - 2 < given_s < away_s + 4, (away_s, events)
    replay(events)


async def test_the_clock_of_a_nodes_machine_does_not_matter(nodes):
    nodes[1].end()
    nodes[1].set_clock(3600)
    nodes[1].start()
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        clock = {"kind": "total", "total_s": 60}
        board = Board(*await start_game(here, setup="9x9", clock=clock), seed=9)
        for rest, seconds in ((there, -3600), (here, 7200), (there, 7200)):
            board.players = {seat: on(rest, player) for seat, player in board.players.items()}
            await board.play()
            nodes[1].set_clock(seconds)
            await asyncio.sleep(2.5)
        assert nodes[1].probe("/readyz") == 200
        events = await here.nobody.events(board.id)

    assert [event["type"] for event in events] == ["open", "join", "start", "move", "move", "move"]
    instants = [datetime.datetime.fromisoformat(event["at"]) for event in events]
    assert (instants[-1] - instants[0]).total_seconds() < 20


async def test_a_node_that_stood_still_is_no_downtime(nodes):
    async with Rest(nodes[1]) as there:
        clock = {"kind": "total", "total_s": 600}
        board = Board(*await start_game(there, setup="9x9", clock=clock), seed=8)
        nodes[0].process.send_signal(signal.SIGSTOP)
        for _ in range(3):
            await board.play()
            await asyncio.sleep(2.5)
        nodes[0].process.send_signal(signal.SIGCONT)
        await until(lambda: nodes[0].probe("/readyz") == 200)
        async with Rest(nodes[0]) as here:
            board.players = {seat: on(here, player) for seat, player in board.players.items()}
            await board.play()
            types = collections.Counter(e["type"] for e in await here.nobody.events(board.id))

    assert types == {"open": 1, "join": 1, "start": 1, "move": 4}


async def test_a_kill_of_one_loses_nothing_and_the_other_goes_on(nodes):
    async with Rest(nodes[0]) as here, Rest(nodes[1]) as there:
        board = Board(*await start_game(here, setup="9x9"), seed=3)
        acknowledged = [await board.play() for _ in range(5)]
        nodes[0].kill()
        board.players = {seat: on(there, player) for seat, player in board.players.items()}
        acknowledged += [await board.play() for _ in range(5)]
        log = await there.nobody.events(board.id)
    nodes[0].start()

    assert log[-10:] == acknowledged
    replay(log)


def test_one_that_is_to_be_alone_is_refused_beside_them(nodes, tmp_path):
    done = tanbod("serve", "--listen", "127.0.0.1:0", "--database", nodes[0].database,
                  cwd=tmp_path)
    assert done.returncode == LOCKED, done
