"""Mails that no one may act on, through the mail server: forged, repeated, from machines."""

import os

import pytest

from post import domains
from post.site import Site
from post.mailboxes import Mailboxes
from post.person import COMMANDS, text_of
from post.player import Player, begin_game, is_turn, legal_points
from test_whole_game import FAST

# FORGED_LETTERS=5000 is the long form.
FORGED = int(os.environ.get("FORGED_LETTERS", "300"))
FORGED_S_MAX = 60 + FORGED / 10


@pytest.fixture
def site(tmp_path):
    """A server, its mail server, and everybody's mailboxes."""
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes, flags=FAST) as found:
        yield found


def send_many(site, mails):
    """Gives many mails to the mail server on one connection."""
    with site.mail_server.connect() as connection:
        for sender, content in mails:
            connection.sendmail(sender, [COMMANDS], content)


def test_a_mail_that_comes_twice_plays_once(site):
    ann, bob = Player(site, "ann"), Player(site, "bob")
    game = begin_game(ann, bob, setup="9x9")
    turn = ann.next(is_turn)
    reply = ann.reply(turn, legal_points(turn)[0])
    bob.next(is_turn)
    before = len(site.mails())

    for _ in range(3):
        ann.post_bytes(reply, turn.message["Reply-To"])
    site.settle(before + 3)

    events = ann.ask(f"/games/{game}/events?limit=1000")["events"]
    assert [event["type"] for event in events].count("move") == 1
    assert not [mail for mail in bob.mails()[bob.read:] if is_turn(mail)]


def forged(site, count):
    """Mails in other people's names that ask for nothing that strangers may have."""
    for number in range(count):
        victim = Player(site, f"victim{number}", domain=domains.OTHERS)
        words = ("resign 1", "move 1 E5", "Buy now!", "accept 1", "leave 1")[number % 5]
        yield victim.address, victim.mail(COMMANDS, f"offer {number}", words).as_bytes()


def test_forged_mails_cause_no_mail_to_those_they_name(site):
    send_many(site, forged(site, FORGED))
    site.settle(FORGED, FORGED_S_MAX)

    assert [mail.recipients for mail in site.mailboxes.mails] == []


def test_a_mail_of_a_stranger_that_asks_something_is_answered(site):
    eve = Player(site, "eve", domain=domains.OTHERS)

    eve.write("rules")
    site.settle(1)

    assert "Tanbo" in text_of(eve.next())


def test_a_site_does_not_answer_what_a_site_writes(site):
    ann = Player(site, "ann", domain=domains.OTHERS)
    ann.write("help")
    answer = ann.next().message
    other = ann.mail(COMMANDS, answer["Subject"], text_of(ann.mails()[0]))
    for field in ("Auto-Submitted", "List-Id", "Precedence"):
        if field in answer:
            other[field] = answer[field]
    ann.post(other)
    site.settle(2)

    assert len(ann.mails()) == 1
