"""Mails that go out: once each, whatever dies, refuses or is away in between."""

import json
import random
import re
import socket
import threading
import time

import pytest

from support import rows
from support.analyses import searcher, tell_even
from support.game import Board
from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.relay import Relay, relay_flags
from support.rest import Rest, start_game
from support.server import tanbod

KILLS = 8
STEPS = 24
SILENT_S = 120  # what libcurl waits for the answer to a mail or to its farewell


@pytest.fixture
def relay():
    """A relay that takes everything unless it is told otherwise."""
    with Relay() as made:
        yield made


def text_in(mail):
    """The text of a mail."""
    return mail.get_body(("plain",)).get_content()


def link_in(mail, path):
    """The path and query of the first link to there."""
    return re.search(rf"https://t\.example({path}\S+)", text_in(mail))[1]


async def press(rest, target):
    """The form that the button of a mailed link's page sends."""
    path, token = target.split("?token=")
    data = f"token={token}" if path.startswith("/account") else "List-Unsubscribe=One-Click"
    target = path if path.startswith("/account") else target
    return await rest.nobody.request(
        "POST", f"/{target}", data=data.encode(), expect=200,
        headers={"Content-Type": "application/x-www-form-urlencoded"})


async def member(rest, relay, handle, mode="each"):
    """An account with an address that is verified by the link that was mailed there."""
    player = await rest.account(handle)
    address = f"{handle}@mail.example"
    await player.name_address(address)
    relay.wait_for(lambda: relay.of(address))
    await press(rest, link_in(relay.of(address)[0], "/account/verify"))
    await player.request("PUT", "/me/notifications", {"mode": mode}, expect=204)
    return player, address


async def newest_of(player):
    return (await player.get("/me/notifications", expect=200)).json["newest"]


def check_once_each(mails, newest):
    """Every notification was mailed; what came twice is the same mail."""
    by_id = {}
    for mail in mails:
        by_id.setdefault(mail["Message-ID"], set()).add(mail.get_body(("plain",)).get_content())
    name = re.compile(r"<n\.\d+\.(\d+)\.e[0-9a-f]{8}@t\.example>")
    numbers = sorted(int(name.fullmatch(one)[1]) for one in by_id)
    assert numbers == list(range(1, newest + 1))
    assert all(len(texts) == 1 for texts in by_id.values())


async def test_a_turn_is_mailed_once_with_a_way_back(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        anna, address = await member(rest, relay, "anna")
        ben = await rest.guest()
        game = await ben.open_game(setup="9x9")
        await anna.join(game["id"])
        await ben.move(game["id"], "C2", 0)
        relay.wait_for(lambda: len(relay.of(address)) >= 3)
        newest = await newest_of(anna)
    server.end()

    mails = relay.of(address)[1:]
    check_once_each(mails, newest)
    assert len(mails) == newest
    turn = mails[-1]
    assert turn["Subject"] == f"Tanbo game {game['id']}: {ben.handle} - anna"
    assert re.fullmatch(r"b\+[0-9a-z]{61}@t\.example", turn.envelope_from)
    assert re.fullmatch(r"r\+[0-9a-z]{61}@t\.example", turn["Reply-To"].addresses[0].addr_spec)


@pytest.mark.parametrize("is_attended", [True, False], ids=["analysed", "control"])
async def test_the_mail_about_the_end_says_where_the_game_turned(make_server, relay, tmp_path,
                                                                 is_attended):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        anna, address = await member(rest, relay, "anna")
        program = await searcher(rest) if is_attended else None
        ben = await rest.guest()
        game = (await anna.open_game(setup="9x9"))["id"]
        await ben.join(game)
        await anna.move(game, "H7", 0)
        await ben.leave(game)

        def ends():
            return [mail for mail in relay.of(address) if "is over" in text_in(mail)]

        if is_attended:
            job = (await program.post("/searches", {}, expect=200)).json
            assert ends() == []
            await tell_even(program, job)
        relay.wait_for(ends)

    told = " ".join(text_in(ends()[0]).split())
    assert ("Black won as the last player in the game" in told) == is_attended
    assert (f"https://t.example/games/{game}#analysis" in told) == is_attended


async def test_what_was_seen_is_not_mailed_to_who_is_only_told_when_away(make_server, relay,
                                                                         tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        anna, of_anna = await member(rest, relay, "anna", mode="away")
        _, of_carl = await member(rest, relay, "carl", mode="away")
        ben = await rest.account("ben")
        for name in ("anna", "carl"):
            await ben.post("/challenges", {"setup": "9x9", "seats": ["me", name]}, expect=201)
        assert len(rows.waiting_mails_out(server)) == 2
        await anna.post("/me/notifications/read", {"up_to": await newest_of(anna)}, expect=204)

        server.end()
        rows.send_now(server)
        server.start()
        relay.wait_for(lambda: not rows.waiting_mails_out(server))

    # The control is who has seen nothing.
    assert len(relay.of(of_carl)) == 2
    assert len(relay.of(of_anna)) == 1


async def play_watched(rest, relay, server, disturb):
    """A game that a member watches, disturbed before every move. Yields their address and news."""
    fan, address = await member(rest, relay, "fan")
    game, players = await start_game(rest, setup="19x19")
    await fan.request("PUT", f"/games/{game['id']}/watch", {"mode": "each"}, expect=200)
    board = Board(game, players, seed=1)
    for step in range(STEPS):
        await disturb(step)
        await board.play()
    return fan, address


@pytest.mark.parametrize("seed", [1])
async def test_mails_outlive_kills(make_server, relay, tmp_path, seed):
    """kill -9 at random moments: none is lost, and one that comes twice is the same."""
    server = make_server(relay_flags(tmp_path, relay))
    chance = random.Random(seed)
    kills_at = set(chance.sample(range(STEPS), KILLS))

    async def disturb(step):
        if step in kills_at:
            time.sleep(chance.random() * 0.05)
            server.restart()

    async with Rest(server) as rest:
        relay.pause_s = 0.01
        fan, address = await play_watched(rest, relay, server, disturb)
        newest = await newest_of(fan)
        relay.wait_for(lambda: len({m["Message-ID"] for m in relay.of(address)}) > newest)

    mails = relay.of(address)[1:]
    check_once_each(mails, newest)
    assert len(mails) <= newest + KILLS
    # The faults that this test must catch: a mail that is lost, and one that is made again.
    with pytest.raises(AssertionError):
        lost = mails[3]["Message-ID"]
        check_once_each([mail for mail in mails if mail["Message-ID"] != lost], newest)


async def test_a_relay_that_refuses_for_a_while_gets_everything_in_order(make_server, relay,
                                                                         tmp_path):
    server = make_server(relay_flags(tmp_path, relay))

    async def disturb(step):
        if step in (0, STEPS // 2):
            relay.answers += ["451 4.7.1 Later"] * 2

    async with Rest(server) as rest:
        fan, address = await play_watched(rest, relay, server, disturb)
        newest = await newest_of(fan)
        relay.wait_for(lambda: len(relay.of(address)) > newest)

    mails = relay.of(address)[1:]
    check_once_each(mails, newest)
    assert [m["Message-ID"] for m in mails] == sorted(
        (m["Message-ID"] for m in mails), key=lambda one: int(one.split(".")[2]))
    assert relay.offered > len(relay.mails)


async def test_a_relay_that_was_away_gets_everything_when_it_is_back(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))

    async def disturb(step):
        if step == 4:
            relay.close()

    async with Rest(server) as rest:
        fan, address = await play_watched(rest, relay, server, disturb)
        newest = await newest_of(fan)
        relay.open()
        relay.wait_for(lambda: len(relay.of(address)) > newest)

    check_once_each(relay.of(address)[1:], newest)


async def test_an_address_that_refuses_is_stopped_until_it_is_resumed(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        anna, address = await member(rest, relay, "anna")
        # Several players: the challenges of one to the same player are joined in one mail.
        others = [await rest.account(handle) for handle in ("ben", "carl", "dora", "emil", "fritz")]
        relay.answers += ["550 5.1.1 No such user"] * 3
        offered = relay.offered
        for other in others[:3]:
            await other.post("/challenges", {"setup": "9x9", "seats": ["me", "anna"]}, expect=201)
        relay.wait_for(lambda: relay.offered == offered + 3)

        async def state():
            return (await anna.get("/me/addresses", expect=200)).json["addresses"][0]
        deadline = time.monotonic() + PATIENCE_S
        while not (await state())["stopped_at"]:
            assert time.monotonic() < deadline
        assert (await state())["fault"] == "550 5.1.1 No such user"

        await others[3].post("/challenges", {"setup": "9x9", "seats": ["me", "anna"]}, expect=201)
        await anna.post("/me/addresses/99/resume", {}, expect=404, code="no-such-address")
        await anna.post(f"/me/addresses/{(await state())['id']}/resume", {}, expect=204)
        assert (await state())["stopped_at"] is None
        assert (await state())["fault"] is None
        await others[4].post("/challenges", {"setup": "9x9", "seats": ["me", "anna"]}, expect=201)
        relay.wait_for(lambda: len(relay.of(address)) == 2)

    assert relay.offered == offered + 4


async def test_one_click_stops_the_mails_of_a_game(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        anna, address = await member(rest, relay, "anna")
        ben = await rest.guest()
        game = (await ben.open_game(setup="9x9"))["id"]
        await anna.join(game)
        relay.wait_for(lambda: len(relay.of(address)) >= 2)
        mail = relay.of(address)[1]
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        target = re.search(r"<https://t\.example(/mail/unsubscribe\?token=\w+)>",
                           mail["List-Unsubscribe"])[1]
        page = await rest.nobody.get(f"/{target}", expect=200)
        assert "<button" in page.body.decode()
        await ben.move(game, "C2", 0)
        relay.wait_for(lambda: len(relay.of(address)) >= 3, "a look at the page stopped the mails")

        await press(rest, target)
        await rest.nobody.request(  # RFC 8058 prefers this form
            "POST", f"/{target}", expect=200,
            headers={"Content-Type": "multipart/form-data; boundary=x"},
            data=b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n'
                 b"One-Click\r\n--x--\r\n")
        await ben.leave(game)
        other = (await ben.open_game(setup="9x9"))["id"]
        await anna.join(other)
        relay.wait_for(lambda: len(relay.of(address)) >= 4)
        bad = target[:-1] + ("0" if target[-1] != "0" else "1")
        await rest.nobody.get(f"/{bad}", headers={"Accept": "application/json"}, expect=404,
                              code="bad-link")

    assert [m["Subject"] for m in relay.of(address)[3:]] == [
        f"Tanbo game {other}: {ben.handle} - anna"]


@pytest.mark.parametrize("order", ["given", "random"])
async def test_a_game_that_begins_is_one_mail_to_each(make_server, relay, tmp_path, order):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        members = [await member(rest, relay, handle) for handle in ("anna", "ben", "cleo", "dan")]
        (anna, _), *others = members
        challenge = (await anna.post("/challenges", {
            "setup": "19x19-4p", "seats": ["me", "ben", "cleo", "dan"], "order": order,
            "clock": {"kind": "per-move", "per_move_s": 86400}}, expect=201)).json
        for player, _ in others:
            await player.post(f"/challenges/{challenge['id']}/accept", {}, expect=200)
        game = (await anna.get("/challenges/1", expect=200)).json["game"]
        seats = (await anna.get(f"/games/{game}", expect=200)).json["seats"]

        def of_game(address):
            return [text for text in map(text_in, relay.of(address)) if f"ame {game}" in text]
        relay.wait_for(lambda: all(of_game(address) for _, address in members))
        # The last mail to each comes behind everything about the beginning.
        asker = others[0][0]
        await asker.post(f"/games/{game}/proposals", {"kind": "pause"}, expect=201)
        relay.wait_for(lambda: all(len(of_game(address)) > 1 for player, address in members
                                   if player is not asker))

    first = seats[0]["handle"]
    for player, address in members:
        begun, *asked = of_game(address)
        assert begun.startswith(
            "It is your turn" if player.handle == first else "Game 1 has started")
        assert len(asked) == (0 if player is asker else 1)


class SilentRelay:
    """Takes mails, and never says so. Use with `with`."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self.listener.getsockname()[1]}"
        self.has_mail = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def serve(self):
        """One connection."""
        connection, _ = self.listener.accept()
        connection.sendall(b"220 relay.example ESMTP\r\n")
        is_data = False
        for line in connection.makefile("rb"):
            if is_data and line == b".\r\n":
                self.has_mail.set()
            elif not is_data:
                is_data = line == b"DATA\r\n"
                connection.sendall(b"354 Go on\r\n" if is_data else b"250 Ok\r\n")


async def test_a_relay_that_is_silent_about_a_mail_keeps_no_process_that_ends(make_server,
                                                                              tmp_path):
    """It kept it for two minutes, past `drain_seconds`."""
    with SilentRelay() as relay:
        server = make_server(relay_flags(tmp_path, relay))
        async with Rest(server) as rest:
            anna = await rest.account("anna")
            await anna.name_address("anna@mail.example")
            assert relay.has_mail.wait(PATIENCE_S)

        server.terminate()

        assert server.wait(SILENT_S - 1) == 0


def listed(server, *flags):
    """Kind and state of the mails that `tanbod admin outbox` prints."""
    done = tanbod("admin", "outbox", "--json", *flags, "--database", server.database)
    assert done.returncode == 0, done
    mails = [json.loads(line) for line in done.stdout.splitlines()]
    return sorted((mail["kind"], mail["state"]) for mail in mails)


async def test_the_outbox_lists_what_waits(make_server, relay, tmp_path):
    """It listed what was sent, too."""
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        await member(rest, relay, "anna")
        server.wait_for(lambda: listed(server, "--all") == [("verify-address", "sent")], "not sent")
        assert listed(server) == []
        relay.close()
        ben = await rest.account("ben")
        await ben.name_address("ben@mail.example")
        server.wait_for(lambda: listed(server) == [("verify-address", "retrying")], "not waiting")

        assert listed(server, "--all") == [("verify-address", "retrying"),
                                           ("verify-address", "sent")]


def figures(server):
    """The metrics without those that are 0."""
    return {name: value for name, value in metrics_of(server).items() if value}


async def test_metrics_tell_what_waits_and_what_has_become_of_it(make_server, relay, tmp_path):
    server = make_server(relay_flags(tmp_path, relay))
    async with Rest(server) as rest:
        await member(rest, relay, "anna")
        seats = {"setup": "9x9", "seats": ["me", "anna"]}
        relay.answers += ["550 5.1.1 No such user"] * 3
        for handle in ("ben", "carl", "dora"):
            ben = await rest.account(handle)
            await ben.post("/challenges", seats, expect=201)
        server.wait_for(lambda: figures(server).get("tanbo_mail_addresses_stopped") == 1,
                        "no address was stopped")
        told = figures(server)
        relay.close()
        cleo = await rest.account("cleo")
        await cleo.name_address("cleo@mail.example")
        server.wait_for(lambda: 'tanbo_mails_waiting{tried="yes"}' in figures(server),
                        "nothing waits")
        server.wait_for(lambda: figures(server).get("tanbo_mails_oldest_seconds", 0) > 1,
                        "it does not grow older")

    assert told['tanbo_mails_total{kind="notice",outcome="failed"}'] == 3
    assert told['tanbo_mails_total{kind="verify-address",outcome="sent"}'] == 1
    assert "tanbo_mails_oldest_seconds" not in told and "tanbo_inbound_mail_waiting" not in told
