"""An older state in service: nothing that was given out since means what got its number again."""

import contextlib
import re
import smtplib
import time
from email.utils import formatdate

import pytest

from support import rows
from support.game import Board
from support.live import Live
from support.receiver import FAST, Receiver
from support.relay import Relay, relay_flags
from support.rest import PASSWORD, Rest, start_game
from support.server import tanbod

VOUCHED = "Authentication-Results: mx.example; dmarc=pass header.from=mail.example\n"
WHY = "server from a backup"


def run(*arguments, status=0):
    done = tanbod(*(str(each) for each in arguments))
    assert done.returncode == status, (arguments, done)
    return done


def back_up(server, folder):
    copy = folder / "copy.db"
    run("backup", copy, "--database", server.database)
    return copy


def set_back(server, copy):
    """The server plays on from the copy."""
    server.end()
    run("restore", copy, "--database", server.database)
    server.start()


@pytest.fixture
def relay():
    with Relay() as made:
        yield made


@pytest.fixture
def post(make_server, relay, tmp_path):
    """A server that sends mails and takes them."""
    server = make_server([*relay_flags(tmp_path, relay), "--mail-authserv-id", "mx.example",
                          "--mail-replies-per-minute", "100"])
    server.lmtp = tmp_path / "lmtp"
    server.written = 0
    return server


def text_in(mail):
    return mail.get_body(("plain",)).get_content()


def words_in(mail):
    return " ".join(text_in(mail).split())


async def member(rest, relay, handle):
    """An account that gets a mail for each turn."""
    player, address = await rest.account(handle), f"{handle}@mail.example"
    await player.name_address(address)
    relay.wait_for(lambda: relay.of(address))
    token = re.search(r"/account/verify\?token=(\S+)", text_in(relay.of(address)[0]))[1]
    await rest.nobody.request(
        "POST", "//account/verify", data=f"token={token}".encode(), expect=200,
        headers={"Content-Type": "application/x-www-form-urlencoded"})
    await player.request("PUT", "/me/notifications", {"mode": "each"}, expect=204)
    return player, address


async def begin(opener, player):
    """A game in which the second one is to move: its number."""
    game = (await opener.open_game(setup="9x9"))["id"]
    await player.join(game)
    await opener.move(game, "C2", 0)
    return game


def turn_mails(relay, address, game):
    return [mail for mail in relay.of(address)
            if f"Tanbo game {game}:" in mail["Subject"] and "r+" in mail["Reply-To"]
            and "C2" in text_in(mail)]


def turn_mail(relay, address, game, after=0):
    """The mail that tells of the turn, behind so many."""
    relay.wait_for(lambda: len(turn_mails(relay, address, game)) > after)
    return turn_mails(relay, address, game)[after]


def reply_to(mail):
    return mail["Reply-To"].addresses[0].addr_spec


async def point_of(player, game):
    return (await player.get(f"/games/{game}/legal-moves", expect=200)).json["points"][0]


def send(server, recipient, body, head="", subject="hello", date=None):
    """Delivers a mail of anna's, and waits until it was worked through."""
    server.written += 1
    text = (f"{head}From: anna@mail.example\nTo: {recipient}\nSubject: {subject}\n"
            f"Date: {date or formatdate()}\nMessage-ID: <{server.written}@mail.example>\n\n"
            f"{body}\n")
    with smtplib.LMTP(str(server.lmtp)) as client:
        client.sendmail("anna@mail.example", [recipient], text)
    server.wait_for(lambda: None not in rows.outcomes(server), "a mail waits")
    return rows.outcomes(server)[-1]


def answers(relay, address):
    return [mail for mail in relay.of(address) if mail["Auto-Submitted"] == "auto-replied"]


async def test_a_reply_to_what_was_sent_since_the_backup_plays_nothing(post, relay, tmp_path):
    async with Rest(post) as rest:
        anna, address = await member(rest, relay, "anna")
        ben, carl = await rest.account("ben"), await rest.account("carl")
        await begin(ben, anna)
        copy = back_up(post, tmp_path)
        lost = await begin(ben, anna)
        old = turn_mail(relay, address, lost)

        set_back(post, copy)
        game = await begin(carl, anna)
        new = turn_mail(relay, address, game, after=1)
        point = await point_of(anna, game)

        # The numbers are given again, the names are not.
        name = re.compile(r"<(n\.\d+\.\d+)\.e([0-9a-f]{8})@t\.example>")
        (number, epoch), (again, next_epoch) = [
            name.fullmatch(mail["Message-ID"]).groups() for mail in (old, new)]
        assert game == lost and number == again and epoch != next_epoch
        assert set(old["References"].split()).isdisjoint(new["References"].split())

        assert send(post, reply_to(old), point) == "refused"
        assert (await anna.game(game))["ply"] == 1
        relay.wait_for(lambda: answers(relay, address))
        assert WHY in words_in(answers(relay, address)[-1])

        # The control: the mail of the present game.
        assert send(post, reply_to(new), point) == "acted"
        assert (await anna.game(game))["ply"] == 2


async def test_who_is_known_by_the_address_is_asked_of_which_epoch_the_mail_is(post, relay,
                                                                               tmp_path):
    async with Rest(post) as rest:
        anna, address = await member(rest, relay, "anna")
        ben = await rest.account("ben")
        copy = back_up(post, tmp_path)
        lost = await begin(ben, anna)
        old = turn_mail(relay, address, lost)
        written = formatdate(time.time() - 60)

        set_back(post, copy)
        game = await begin(ben, anna)
        new = turn_mail(relay, address, game, after=1)
        point = await point_of(anna, game)
        games, subject = "games@t.example", f"Re: {old['Subject']}"

        def refers_to(mail):
            return f"{VOUCHED}References: {mail['Message-ID']}\n"

        def answers_to(mail):
            return f"{VOUCHED}In-Reply-To: {mail['Message-ID']}\n"

        assert send(post, games, point, refers_to(old), subject) == "refused"
        move = f"move {game} {point}"
        assert send(post, games, move, answers_to(old), subject).startswith("refused")
        assert send(post, reply_to(old), f"resign {game}", VOUCHED).startswith("refused")
        # Its relay has kept it over the restore.
        assert send(post, games, move, VOUCHED, date=written).startswith("refused")
        assert (await anna.game(game))["ply"] == 1
        # Commands without a number are obeyed.
        assert send(post, reply_to(old), "help", VOUCHED) == "answered"
        # The control.
        assert send(post, games, point, refers_to(new), subject) == "acted"
        assert (await anna.game(game))["ply"] == 2


async def test_links_of_mails_from_before_say_why_they_are_void(post, relay, tmp_path):
    async with Rest(post) as rest:
        anna, address = await member(rest, relay, "anna")
        ben = await rest.account("ben")
        copy = back_up(post, tmp_path)
        game = await begin(ben, anna)
        old = turn_mail(relay, address, game)
        set_back(post, copy)
        game = await begin(ben, anna)
        new = turn_mail(relay, address, game, after=1)

        pages = []
        for mail in (old, new):
            link = re.search(r"<https://t\.example(/mail/unsubscribe\S+)>",
                             mail["List-Unsubscribe"])[1]
            pages.append(await rest.nobody.get(f"/{link}"))
        assert (pages[0].status, pages[1].status) == (404, 200)
        assert WHY in pages[0].body.decode() and WHY not in pages[1].body.decode()
        assert old["List-Id"] != new["List-Id"]


async def test_mails_that_wait_are_sent_so_that_they_can_be_answered(post, relay, tmp_path):
    async with Rest(post) as rest:
        anna, address = await member(rest, relay, "anna")
        ben = await rest.account("ben")
        relay.close()
        game = await begin(ben, anna)
        copy = back_up(post, tmp_path)
        relay.open()
        old = turn_mail(relay, address, game)

        set_back(post, copy)

        again = turn_mail(relay, address, game, after=1)
        assert again["Message-ID"] != old["Message-ID"] and text_in(again) == text_in(old)
        point = await point_of(anna, game)
        assert send(post, reply_to(old), point) == "refused"
        assert send(post, reply_to(again), point) == "acted"


async def test_a_database_from_before_epochs_keeps_its_mails_good_until_a_restore(post, relay,
                                                                                  tmp_path):
    async with Rest(post) as rest:
        anna, address = await member(rest, relay, "anna")
        ben = await rest.account("ben")
        post.end()
        rows.forget_epochs(post)
        post.start()
        first = await begin(ben, anna)
        second = await begin(ben, anna)
        mails = [turn_mail(relay, address, game) for game in (first, second)]
        copy = back_up(post, tmp_path)
        points = [await point_of(anna, game) for game in (first, second)]

        post.restart()

        assert re.fullmatch(r"<n\.\d+\.\d+@t\.example>", mails[0]["Message-ID"])
        assert send(post, reply_to(mails[0]), points[0]) == "acted"
        set_back(post, copy)
        assert send(post, reply_to(mails[1]), points[1]) == "refused"
        assert [(await anna.game(game))["ply"] for game in (first, second)] == [1, 1]


async def epoch_of(server):
    async with Live(server) as live:
        return (await live.do("subscribe", topic="lobby"))["epoch"]


async def status_of(rest, path, **headers):
    url = f"{rest.server.url}/api/v1{path}"
    async with rest.session.get(url, headers=headers) as raw:
        return raw.status


async def first_id(rest, path, **headers):
    """The id of the next event of a stream."""
    url = f"{rest.server.url}/api/v1{path}"
    async with rest.session.get(url, headers={"Accept": "text/event-stream", **headers}) as raw:
        assert raw.status == 200
        while not (line := (await raw.content.readline()).decode()).startswith("id: "):
            assert line
        return line[4:].strip()


async def test_a_client_that_resumes_is_told_to_read_again(make_server, tmp_path):
    server = make_server()
    async with Rest(server) as rest:
        game, players = await start_game(rest, setup="9x9")
        board = Board(game, players, seed=1)
        path = f"/games/{board.id}/events"
        copy = back_up(server, tmp_path)
        before, seq = await epoch_of(server), game["seq"]
        for _ in range(4):
            await board.play()
        place = await first_id(rest, f"{path}?after={seq + 1}")
        ahead = await first_id(rest, f"{path}?after={seq + 3}")

        set_back(server, copy)

        after, sse = await epoch_of(server), {"Accept": "text/event-stream"}
        assert after != before
        other = Board(game, players, seed=2)
        for _ in range(3):
            await other.play()
        # Beyond the log, and within it.
        assert await status_of(rest, path, **sse, **{"Last-Event-ID": ahead}) == 412
        assert await status_of(rest, path, **sse, **{"Last-Event-ID": place}) == 412
        assert await status_of(rest, f"{path}?after={seq + 4}", **sse) == 400
        assert await status_of(rest, f"{path}?after={seq + 2}&epoch={before}") == 412
        present = await first_id(rest, path)
        assert present == f"1-{after}"
        assert await first_id(rest, path, **{"Last-Event-ID": present}) == f"2-{after}"
        topic = f"game:{board.id}"
        async with Live(server) as live:
            await live.refused("server-restored", "subscribe", topic=topic, after=seq + 2,
                               epoch=before)
            await live.refused("bad-parameter", "subscribe", topic=topic, after=seq + 4)
            await live.do("subscribe", topic=topic, after=seq + 2, epoch=after)


async def test_what_was_seen_before_changes_nothing_of_what_has_its_number(make_server, tmp_path):
    server = make_server()
    async with Rest(server) as rest:
        anna, ben, carl = [await rest.account(handle) for handle in ("anna", "ben", "carl")]
        copy = back_up(server, tmp_path)
        lost = await begin(ben, anna)
        known = await anna.get(f"/games/{lost}", expect=200)
        before = await epoch_of(server)
        set_back(server, copy)
        game = await begin(carl, anna)
        point = await point_of(anna, game)
        assert game == lost

        # The same seq of another game.
        seen = (await anna.get(f"/games/{game}", expect=200,
                               headers={"If-None-Match": known.headers["etag"]})).json
        assert seen["seq"] == known.json["seq"]
        assert [each["handle"] for each in seen["seats"]] == ["carl", "anna"]
        await anna.move(game, point, 1, expect=412, code="server-restored",
                        headers={"Tanbo-Epoch": before})
        assert (await anna.game(game))["ply"] == 1
        await anna.move(game, point, 1, headers={"Tanbo-Epoch": await epoch_of(server)})


@contextlib.asynccontextmanager
async def notices(player, **headers):
    """The stream of a player's notices: its status, and the id of `ready`."""
    url = f"{player.rest.server.url}/api/v1/me/stream"
    sent = {"Authorization": f"Bearer {player.token}", "Accept": "text/event-stream", **headers}
    async with player.rest.session.get(url, headers=sent) as raw:
        last = None
        while raw.status == 200 and "event: ready" not in (
                line := (await raw.content.readline()).decode()):
            last = line[4:].strip() if line.startswith("id: ") else last
        yield raw.status, last


async def test_notices_are_not_passed_over_that_have_the_numbers_of_lost_ones(make_server,
                                                                              tmp_path):
    server = make_server()
    async with Rest(server) as rest:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        copy = back_up(server, tmp_path)
        await begin(ben, anna)
        async with notices(anna) as (_, lost):
            assert int(lost) > 0
        set_back(server, copy)
        for _ in range(3):
            await begin(ben, anna)

        async with notices(anna, **{"Last-Event-ID": lost}) as (status, _):
            assert status == 412
        async with notices(anna) as (_, present):
            assert present.endswith("-" + await epoch_of(server))
        async with notices(anna, **{"Last-Event-ID": present}) as (status, again):
            assert (status, again) == (200, present)


async def calendar_of(player):
    address = (await player.get("/me/calendar", expect=200)).json["url"]
    return "/" + address[address.index("/api/v1"):]


async def hook_of(player, receiver, expect=201):
    """A webhook of the player's to the receiver."""
    body = {"url": receiver.url, "password": PASSWORD}
    return (await player.post("/me/webhooks", body, expect=expect)).json


async def test_keys_are_those_of_what_has_been_there(make_server, tmp_path):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        made = await hook_of(anna, receiver)
        own = await calendar_of(anna)
        copy = back_up(server, tmp_path)
        dora = await rest.account("dora")
        theirs = await calendar_of(dora)
        lost = await hook_of(dora, receiver)
        await begin(ben, anna)
        await receiver.until(2)
        ids = set(receiver.ids())

        set_back(server, copy)
        emil = await rest.account("emil")
        await rest.nobody.get(theirs, expect=404, code="no-such-calendar")
        await rest.nobody.get(own, expect=200)
        assert await calendar_of(anna) == own and await calendar_of(emil) != theirs
        hook = await hook_of(emil, receiver)
        assert hook["id"] == lost["id"] and hook["secret"] != lost["secret"]
        seen = len(receiver.ids())
        await begin(ben, anna)
        await receiver.until(seen + 2)
        assert ids.isdisjoint(receiver.ids()[seen:])
        again = await hook_of(anna, receiver, 200)
        assert again["secret"] == made["secret"]


async def test_a_start_a_migration_and_a_backup_change_nothing(make_server, tmp_path):
    server = make_server()
    before = await epoch_of(server)
    back_up(server, tmp_path)
    server.restart()
    assert await epoch_of(server) == before
    server.end()
    run("migrate", "--database", server.database)
    server.start()
    assert await epoch_of(server) == before


async def test_a_copy_that_is_put_there_by_hand_is_an_older_state_too(make_server, tmp_path):
    server = make_server()
    before = await epoch_of(server)
    copy = back_up(server, tmp_path)
    server.end()
    server.database.write_bytes(copy.read_bytes())
    server.start()
    assert await epoch_of(server) != before
