"""The classic form of the nineties, with the password in the command, of the real program."""

import json
import smtplib
import subprocess

from support import rows
from support.lmtp import DOMAIN, mail_flags
from support.rest import Rest
from support.server import BIN

GAMES = f"games@{DOMAIN}"
PASSWORD = "correct-horse-99"
GUESS = "correct-horse-66"
HARMLESS = "nothing-of-the-kind"


def post(make_server, folder, **settings):
    return make_server(mail_flags(folder, relay="smtp://127.0.0.1:9", **settings))


def outcomes(server):
    return rows.outcomes(server)


def outbox(server):
    command = [BIN, "admin", "outbox", "--all", "--json", "--database", server.database]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def send(server, folder, name, subject, body="Good evening!", sender="ann@elsewhere.example"):
    """Delivers a mail longer than a page of the database, and waits until it was worked on."""
    text = (f"From: {sender}\nTo: {GAMES}\nSubject: {subject}\nMessage-ID: <{name}@x.example>\n\n"
            f"{body}\n-- \n" + "A signature that is far too long.\n" * 400)
    with smtplib.LMTP(f"{folder}/lmtp") as client:
        client.sendmail(sender, [GAMES], text)
    server.wait_for(lambda: None not in outcomes(server), "a mail waits")
    return outcomes(server)[-1]


async def game_of_two(rest):
    ann = await rest.account("ann", password=PASSWORD)
    bob = await rest.account("bob")
    game = (await ann.post("/games", {"setup": "9x9"}, expect=201)).json["id"]
    await bob.post(f"/games/{game}/join", {}, expect=200)
    points = (await ann.get(f"/games/{game}/legal-moves", expect=200)).json["points"]
    return ann, game, points[0]


async def ply_of(player, game):
    return (await player.get(f"/games/{game}", expect=200)).json["ply"]


def told_by(server):
    """The log, the mails, and every column of the mails and what was kept of them."""
    return server.log + repr(rows.rows_of_mails(server))


async def test_a_password_plays_if_passwords_are_taken(make_server, tmp_path):
    server = post(make_server, tmp_path, classic_passwords="yes")
    async with Rest(server) as rest:
        ann, game, point = await game_of_two(rest)

        wrong = send(server, tmp_path, "wrong", f"tanbo move {game} ann {GUESS} {point}")
        assert (wrong, await ply_of(ann, game)) == ("refused", 0)
        assert [mail for mail in outbox(server) if mail["kind"] == "reply"] == []
        right = send(server, tmp_path, "right", "hello",
                     f"tanbo move {game} ann {PASSWORD} {point}")
        assert (right, await ply_of(ann, game)) == ("acted", 1)

        (answer,) = [mail for mail in outbox(server) if mail["kind"] == "reply"]
        assert f"tanbo move {game} ann *** {point}" in answer["data"]["text"]


async def test_a_password_is_told_nowhere(make_server, tmp_path):
    for taken in ("yes", "no"):
        folder = tmp_path / taken
        folder.mkdir()
        server = post(make_server, folder, classic_passwords=taken)
        async with Rest(server) as rest:
            ann, game, point = await game_of_two(rest)
            send(server, folder, "subject", f"tanbo move {game} ann {GUESS} {point}")
            send(server, folder, "body", "hello", f"tanbo move {game} ann {PASSWORD} {point}")
            send(server, folder, "prose", "hello", HARMLESS)
            assert await ply_of(ann, game) == (1 if taken == "yes" else 0)
        told = told_by(server)
        assert HARMLESS in told  # what is not blanked is found
        assert GUESS not in told
        assert PASSWORD not in told


async def test_passwords_are_tried_by_mail_no_oftener_than_by_login(make_server, tmp_path):
    server = post(make_server, tmp_path, classic_passwords="yes")
    async with Rest(server) as rest:
        ann, game, point = await game_of_two(rest)
        guesses = "\n".join(f"tanbo move {game} ann {GUESS}{i} {point}" for i in range(15))
        send(server, tmp_path, "guesses", "hello", guesses)

        late = send(server, tmp_path, "late", f"tanbo move {game} ann {PASSWORD} {point}")

        assert (late, await ply_of(ann, game)) == ("refused", 0)
        # In a place in which Ann has been before, she gets in whatever others try.
        await rest.nobody.post("/tokens", {"handle": "ann", "password": PASSWORD}, expect=201)
