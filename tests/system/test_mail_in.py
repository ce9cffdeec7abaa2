"""Commands by mail: who may give them, that each acts once, and what it is answered."""

import asyncio
import json
import re
import smtplib
import subprocess
import time
from email.utils import formatdate

import pytest

from support import rows
from support.lmtp import DOMAIN, mail_flags
from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.relay import Relay
from support.rest import Rest
from support.server import BIN
from support.tour import ROOT

GAMES = f"games@{DOMAIN}"
VOUCHED = "Authentication-Results: mx.example; dmarc=pass header.from=example.org\n"


@pytest.fixture
def post(make_server, tmp_path):
    """A server that takes mails in; the relay that would take its answers is not there."""
    server = make_server(mail_flags(tmp_path, authserv_id="mx.example",
                                    relay="smtp://127.0.0.1:9"))
    server.lmtp = tmp_path / "lmtp"
    server.mails = 0
    return server


@pytest.fixture
def post_with_bots(make_server, tmp_path):
    """Such a server that takes many mails, with its bots."""
    server = make_server((*mail_flags(tmp_path, authserv_id="mx.example", replies_per_minute=100,
                                      relay="smtp://127.0.0.1:9"),
                          "--bots", "yes", "--bots-memory", "0"))
    server.lmtp = tmp_path / "lmtp"
    server.mails = 0
    return server


def outbox(server):
    command = [BIN, "admin", "outbox", "--all", "--json", "--database", server.database]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def answers(server):
    return [mail["data"] for mail in outbox(server) if mail["kind"] == "reply"]


def outcomes(server):
    return rows.outcomes(server)


def mail(server, sender, body, head="", subject="hello"):
    server.mails += 1
    return (f"{head}From: {sender}\nTo: {GAMES}\nSubject: {subject}\nDate: {formatdate()}\n"
            f"Message-ID: <{server.mails}@example.org>\n\n{body}\n")


def send(server, text, recipient=GAMES):
    """Delivers a mail and waits until it was worked through."""
    with smtplib.LMTP(str(server.lmtp)) as client:
        client.sendmail("someone@example.org", [recipient], text)
    server.wait_for(lambda: None not in outcomes(server), "a mail waits")
    return outcomes(server)[-1]


async def with_address(rest, handle):
    """An account that has verified HANDLE@example.org."""
    player = await rest.account(handle)
    address = f"{handle}@example.org"
    await player.name_address(address)
    mail = [mail for mail in outbox(rest.server) if mail["kind"] == "verify-address"][-1]
    token = mail["data"]["link"].rpartition("token=")[2]
    await rest.nobody.request(
        "POST", "//account/verify", data=f"token={token}".encode(), expect=200,
        headers={"Content-Type": "application/x-www-form-urlencoded"})
    return player


async def game_of_two(rest):
    ann, bob = await with_address(rest, "ann"), await rest.account("bob")
    game = (await ann.post("/games", {"setup": "9x9"}, expect=201)).json["id"]
    await bob.post(f"/games/{game}/join", {}, expect=200)
    return ann, bob, game


async def state(player, game):
    return (await player.get(f"/games/{game}", expect=200)).json


async def test_a_mail_moves_once_and_its_answer_leads_on(post):
    async with Rest(post) as rest:
        ann, _, game = await game_of_two(rest)
        point = (await ann.get(f"/games/{game}/legal-moves", expect=200)).json["points"][0]
        text = mail(post, "Ann <ann@example.org>", f"move {game} {point}", VOUCHED)

        assert send(post, text) == "acted"
        assert send(post, text) == "repeat"

        assert (await state(ann, game))["ply"] == 1
        (answer,) = answers(post)
        assert f"Played in game {game}" in answer["text"]
        assert send(post, mail(post, "x@elsewhere.example", f"show {game}"),
                    f"r+{answer['token'].upper()}@{DOMAIN}") == "answered"


async def test_the_printed_reply_is_a_move(post):
    pages = [(ROOT / "server" / "web" / "manual" / name).read_text()
             for name in ("email.md", "email.de.md")]
    board = {"board": [19, 19], "stones": {"black": ["K9"], "white": ["A1"]}}
    async with Rest(post) as rest:
        ann, bob = await with_address(rest, "ann"), await rest.account("bob")
        for page in pages:
            [reply] = re.findall(r"^    (\S+)$", page, re.MULTILINE)
            game = (await ann.post("/games", board, expect=201)).json["id"]
            await bob.post(f"/games/{game}/join", {}, expect=200)
            assert send(post, mail(post, "ann@example.org", f"show {game}", VOUCHED)) == "answered"
            token = answers(post)[-1]["token"]

            assert send(post, mail(post, "ann@example.org", reply),
                        f"r+{token.upper()}@{DOMAIN}") == "acted"

            assert (await ann.events(game))[-1]["data"]["point"] == reply


async def test_a_challenge_of_a_bot_that_nobody_plays_for_is_answered_so(make_server, tmp_path):
    server = make_server((*mail_flags(tmp_path, authserv_id="mx.example",
                                      relay="smtp://127.0.0.1:9"), "--bots", "elsewhere"))
    server.lmtp = tmp_path / "lmtp"
    server.mails = 0
    async with Rest(server) as rest:
        await with_address(rest, "ann")
        deadline = time.monotonic() + PATIENCE_S
        while (await rest.nobody.get("/bots", expect=200)).json["bots"][4]["plays"]:
            assert time.monotonic() < deadline, "a bot without a program plays"
            await asyncio.sleep(0.05)

        send(server, mail(server, "ann@example.org", "challenge bot:5 --setup=9x9", VOUCHED))

    told = answers(server)[-1]["text"]
    assert "bot:5 is offline." in told, told


async def test_a_bot_is_challenged_and_played_by_mail(post_with_bots):
    server = post_with_bots
    async with Rest(server) as rest:
        ann = await with_address(rest, "ann")
        for _ in range(15):  # black is drawn at random
            text = mail(server, "ann@example.org", "challenge bot:5 --setup=9x9", VOUCHED)
            assert send(server, text) == "acted"
            reply = answers(server)[-1]["text"]
            game = int(re.search(r"It is now game (\d+)", reply)[1])
            if (await state(ann, game))["seats"][0]["handle"] == "ann":
                break
        assert f"It is your turn. To play, send `move {game} POINT`." in reply
        point = re.search(r"Legal moves for black .*\n  ([A-J]\d)", reply)[1]

        text = mail(server, "ann@example.org", f"move {game} {point}", VOUCHED)
        assert send(server, text) == "acted"

        path = f"/games/{game}/events?after=0"
        deadline = time.monotonic() + PATIENCE_S
        while (await state(ann, game))["ply"] < 2:
            assert time.monotonic() < deadline, "the bot does not move"
            await asyncio.sleep(0.05)
        moves = [event["data"] for event in (await ann.get(path, expect=200)).json["events"]
                 if event["type"] == "move"]
        assert [move["seat"] for move in moves] == ["black", "white"]


async def test_a_leavers_seat_goes_to_a_bot_by_mail(post_with_bots):
    server = post_with_bots
    async with Rest(server) as rest:
        ann = await with_address(rest, "ann")
        others = await rest.guests(3)
        game = (await ann.open_game(setup="19x19-4p", leaver_policy="substitute"))["id"]
        for other in others:
            await other.join(game)
        line = f"substitute {game} bot:5"
        early = mail(server, "ann@example.org", line, VOUCHED)
        assert send(server, early) == "refused"
        await others[0].leave(game)

        def ask(words, head=VOUCHED):
            return send(server, mail(server, "ann@example.org", words, head))

        assert ask(line, head="") == "refused"
        assert ask(f"substitute {game} bot:77") == "refused"
        assert "does not exist. Choose bot:1" in answers(server)[-1]["text"]
        text = mail(server, "ann@example.org", line, VOUCHED)
        assert [send(server, text), send(server, text)] == ["acted", "repeat"]

        assert f"bot:5 has taken over white in game {game}." in answers(server)[-1]["text"]
        white = (await state(ann, game))["seats"][1]
        assert (white["handle"], white["state"]) == ("bot:5", "in")
        assert ask(line) == "refused"
        point = (await ann.get(f"/games/{game}/legal-moves", expect=200)).json["points"][0]
        await ann.move(game, point, 0)
        deadline = time.monotonic() + PATIENCE_S
        while (await state(ann, game))["ply"] < 2:
            assert time.monotonic() < deadline, "the bot does not move"
            await asyncio.sleep(0.05)


async def test_the_mail_about_a_seat_is_answered_as_long_as_it_is_on_offer(make_server, tmp_path):
    with Relay() as relay:
        relay.close()  # what is sent has no link any more
        server = make_server((*mail_flags(tmp_path, relay=relay.url, retry_ms=50),
                              "--bots", "yes", "--bots-memory", "0"))
        server.lmtp = tmp_path / "lmtp"
        server.mails = 0
        async with Rest(server) as rest:
            ann = await with_address(rest, "ann")
            relay.open()
            await ann.request("PUT", "/me/notifications", {"mode": "each"}, expect=204)
            black, red, green = await rest.guests(3)
            game = (await black.open_game(setup="19x19-4p", leaver_policy="substitute"))["id"]
            for player in (ann, red, green):
                await player.join(game)
            await green.leave(game)

            def offers():
                return [mail for mail in relay.of("ann@example.org")
                        if "`substitute bot:5`" in mail.get_body(("plain",)).get_content()]

            relay.wait_for(offers)
            for ply, player in enumerate((black, ann, red)):
                points = (await ann.get(f"/games/{game}/legal-moves", expect=200)).json["points"]
                await player.move(game, points[0], ply)
            recipient = offers()[0]["Reply-To"].addresses[0].addr_spec

            assert send(server, mail(server, "ann@example.org", "substitute bot:5"),
                        recipient) == "acted"

            seat = (await state(ann, game))["seats"][3]
            assert (seat["handle"], seat["state"]) == ("bot:5", "in")


async def test_mails_of_others_move_nothing(post):
    async with Rest(post) as rest:
        ann, _, game = await game_of_two(rest)
        before = await state(ann, game)
        point = (await ann.get(f"/games/{game}/legal-moves", expect=200)).json["points"][0]
        body = f"move {game} {point}"

        assert send(post, mail(post, "ann@example.org", body)) == "refused"
        assert send(post, mail(post, "ann@example.org", body)) == "refused-again"
        assert send(post, mail(post, "eve@example.org", body, VOUCHED)) == "refused"
        assert send(post, mail(post, "eve@elsewhere.example", body)) == "dropped-unknown"
        denied = VOUCHED.replace("pass", "fail")
        assert send(post, mail(post, "ann@example.org", body, denied)) == "dropped-forged"

        assert (await state(ann, game))["seq"] == before["seq"]
        assert len(answers(post)) == 2


async def test_a_mail_that_was_taken_acts_after_a_kill(post):
    async with Rest(post) as rest:
        ann, _, game = await game_of_two(rest)
        point = (await ann.get(f"/games/{game}/legal-moves", expect=200)).json["points"][0]
        with smtplib.LMTP(str(post.lmtp)) as client:
            client.sendmail("x@example.org", [GAMES],
                            mail(post, "ann@example.org", f"move {game} {point}", VOUCHED))
        post.restart()
        post.wait_for(lambda: None not in outcomes(post), "a mail waits")

    async with Rest(post) as rest:
        assert outcomes(post) == ["acted"]
        assert len(answers(post)) == 1
        assert (await rest.nobody.get(f"/games/{game}", expect=200)).json["ply"] == 1


def is_put_off(server):
    return rows.mails_in_put_off(server) == [True]


async def test_what_is_said_by_mail_counts_as_what_is_said_on_the_page(make_server, tmp_path):
    server = make_server(mail_flags(tmp_path, authserv_id="mx.example",
                                    relay="smtp://127.0.0.1:9")
                         + ["--limits-messages-per-minute", "4"])
    server.mails = 0
    async with Rest(server) as rest:
        ann, _, game = await game_of_two(rest)
        body = "\n".join(f"say {game} line {i}" for i in range(3))
        with smtplib.LMTP(str(tmp_path / "lmtp")) as client:
            client.sendmail("ann@example.org", [GAMES],
                            mail(server, "ann@example.org", body, VOUCHED))
        server.wait_for(lambda: is_put_off(server), "the mail is not put off")

        lines = (await ann.get(f"/games/{game}/chat", expect=200)).json["messages"]
        assert [line["text"] for line in lines] == ["line 1", "line 0"]
        assert outcomes(server) == [None]
        assert answers(server) == []


async def test_nobody_leaves_by_one_mail(post):
    async with Rest(post) as rest:
        ann, _, game = await game_of_two(rest)

        assert send(post, mail(post, "ann@example.org", f"resign {game}", VOUCHED)) == "answered"
        assert (await state(ann, game))["status"] == "active"
        token = answers(post)[-1]["token"]
        assert send(post, mail(post, "ann@example.org", "yes"), f"r+{token}@{DOMAIN}") == "acted"

        assert (await state(ann, game))["status"] == "finished"


async def test_a_password_is_neither_obeyed_nor_kept(post):
    async with Rest(post) as rest:
        ann, _, game = await game_of_two(rest)
        body = f"tanbo move {game} ann correct-horse-99 B1"

        send(post, mail(post, "ann@example.org", body, VOUCHED))

        assert (await state(ann, game))["ply"] == 0
        assert "correct-horse-99" not in json.dumps(outbox(post)) + post.log
        assert [raw for _, _, raw in rows.mails_in(post)] == [b""]


def test_what_was_done_is_counted(post):
    send(post, mail(post, "new@elsewhere.example", "rules"))

    assert metrics_of(post)['tanbo_inbound_mails_total{outcome="answered"}'] == 1


async def test_an_account_is_made_by_the_page_not_by_the_mail(post):
    async with Rest(post) as rest:
        assert send(post, mail(post, "eve@example.org", "", subject="register Eve")) == "acted"
        await rest.nobody.get("/players/Eve", expect=404, code="no-such-player")
        token = re.search(r"/account/register\?token=(\w+)", answers(post)[-1]["text"]).group(1)
        page = await rest.nobody.get(f"//account/register?token={token}", expect=200)
        assert b'value="Eve"' in page.body
        form = f"token={token}&handle=Eve&password=nine+stones&again=nine+stones".encode()

        for status in (200, 404):
            await rest.nobody.request(
                "POST", "//account/register", data=form, expect=status,
                headers={"Content-Type": "application/x-www-form-urlencoded"})

        await rest.nobody.get("/players/Eve", expect=200)
        assert send(post, mail(post, "eve@example.org", "games", VOUCHED)) == "answered"


async def test_the_same_refusal_is_sent_once_even_if_the_server_is_killed(post):
    async with Rest(post) as rest:
        await with_address(rest, "ann")
    outcome = send(post, mail(post, "ann@example.org", "move 1 E5"))

    post.restart()
    again = send(post, mail(post, "Ann@Example.org", "move 1 E5"))
    another = send(post, mail(post, "ann@example.org", "move 2 E5"))

    assert (outcome, again, another) == ("refused", "refused-again", "refused")
    assert len(answers(post)) == 2
