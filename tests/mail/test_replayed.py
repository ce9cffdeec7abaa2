"""Mails of a player, truly signed, that somebody else sends on to the site."""

import re

import pytest

from post import domains
from post.site import Site
from post.mailboxes import Mailboxes
from post.person import COMMANDS
from post.player import Player, begin_game, is_turn, legal_points
from test_whole_game import FAST
from support import rows

REFUSED = {"refused", "refused-again", "dropped-forged"}


def without(*names):
    """The signed fields but for some."""
    return tuple(name for name in domains.SIGNED if name not in names)


def a_second_subject(ann, command):
    """Another Subject above the signed one."""
    mail = ann.mail(COMMANDS, "hello", "How are you?\n").as_bytes()
    return f"Subject: {command}\r\n".encode() + domains.sign(mail, ann.domain)


def an_unsigned_subject(ann, command):
    """Another Subject in place of one that is not signed."""
    mail = ann.mail(COMMANDS, "hello", "How are you?\n").as_bytes()
    signed = domains.sign(mail, ann.domain, without("subject"))
    return signed.replace(b"Subject: hello", f"Subject: {command}".encode())


def more_text(ann, command):
    """Text below what the signature covers."""
    mail = ann.mail(COMMANDS, "hello", "How are you?\n").as_bytes()
    return domains.sign(mail, ann.domain, with_length=True) + f"{command}\r\n".encode()


def other_parts(ann, command):
    """A type that makes a part of what was text."""
    text = f"Look what I got:\n\n--b\nContent-Type: text/plain\n\n{command}\n--b--\n"
    mail = ann.mail(COMMANDS, "hello", text).as_bytes()
    signed = domains.sign(mail, ann.domain, without("content-type"))
    return re.sub(rb"Content-Type: text/plain[^\r]*", b"Content-Type: multipart/mixed; boundary=b",
                  signed, count=1)


def a_quote(ann, command):
    """An encoding that makes a line of its own of what was quoted."""
    message = ann.mail(COMMANDS, "hello", "x\n")
    head = message.as_bytes().split(b"\r\n\r\n")[0]
    head = re.sub(rb"(?<=Transfer-Encoding: )\S+", b"quoted-printable", head)
    mail = head + f"\r\n\r\n> She wrote that she would =\r\n{command}\r\n".encode()
    signed = domains.sign(mail, ann.domain, without("content-transfer-encoding"))
    return signed.replace(b"quoted-printable", b"7bit")


def to_somebody_else(ann, command):
    """A mail to a third person, as it was written."""
    mail = ann.mail("cat@others.example", "hello", f"{command}\n").as_bytes()
    return domains.sign(mail, ann.domain)


WAYS = (a_second_subject, an_unsigned_subject, more_text, other_parts, a_quote, to_somebody_else)


@pytest.fixture
def mailboxes():
    """Everybody's mailboxes."""
    with Mailboxes() as found:
        yield found


def outcomes(site, count):
    """The fate of the last mails."""
    return rows.outcomes(site.server, count)


def test_no_mail_that_is_sent_on_is_obeyed(tmp_path, mailboxes):
    with Site(tmp_path, mailboxes, flags=FAST) as site:
        ann, bob = Player(site, "ann"), Player(site, "bob")
        game = begin_game(ann, bob, setup="9x9")
        turn = ann.next(is_turn)
        command = f"move {game} {legal_points(turn)[0]}"
        before = len(site.mails())

        for way in WAYS:
            content = way(ann, command)
            assert command.encode() in content
            ann.post_bytes(content, COMMANDS)
        site.settle(before + len(WAYS))

        found = outcomes(site, len(WAYS))
        assert set(found) <= REFUSED, dict(zip([way.__name__ for way in WAYS], found))
        assert ann.ask(f"/games/{game}")["ply"] == 0
        # The same words, as she sends them herself, are obeyed.
        ann.write(command)
        site.settle(before + len(WAYS) + 1)
        assert outcomes(site, 1) == ["acted"]
        assert ann.ask(f"/games/{game}")["ply"] == 1
