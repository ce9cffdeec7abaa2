"""Mails with signatures that can't be checked when they come, as the DNS has no answer.

OpenDKIM says nothing of such a signature then, and of those in the next seconds that there is no
key; OpenDMARC takes both for a fail. Of the first the writer is asked to send it again, once a
day; the others can't be told from forged ones, which may name any key.
"""

import re
import time

import pytest

from post import domains
from post.site import Site
from post.mailboxes import Mailboxes
from post.names import Names
from post.person import COMMANDS, text_of
from post.player import Player
from support import rows

# The fault passes within this; OpenDKIM's resolver remembers a failure for five seconds.
REMEMBERED_S = 30


@pytest.fixture
def names():
    """The DNS that OpenDKIM asks."""
    with Names() as found:
        yield found


@pytest.fixture
def site(tmp_path, names):
    """A server, and a mail server in front of it that asks `names`."""
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes, names=names) as found:
        yield found


def outcome_of(site, post, *mail):
    """The fate of a mail that `post` gives to the mail server."""
    before = len(site.mails())
    post(*mail)
    site.settle(before + 1)
    return rows.outcomes(site.server, 1)[0]


def results_of_last(site):
    """The lines that the mail server wrote above the last mail."""
    raw = site.mails()[-1].decode()
    return raw[:raw.index("Received:")]


def broken(player):
    """A mail of the player's, changed on its way."""
    content = domains.sign(player.mail(COMMANDS, "tanbo", "notify off\n").as_bytes(),
                           player.domain)
    return content.replace(b"notify off", b"notify each")


@pytest.mark.parametrize("fault", ["failing", "silent"])
def test_a_mail_is_asked_for_again_and_not_dropped_as_forged(site, names, fault):
    ann = Player(site, "ann")
    bob = Player(site, "bob", domain=domains.OTHERS)
    for player in (ann, bob):
        player.register()
    getattr(names, fault).add(domains.PLAYERS)

    assert outcome_of(site, ann.write, "notify off") == "refused"

    # As the mail server sees it the mail is forged: this is what was once believed.
    assert "dmarc=fail" in results_of_last(site)
    assert "dkim=" not in results_of_last(site)
    told = text_of(ann.next())
    assert "the DNS of your email domain did not answer. Send the email again." in (
        " ".join(told.split()))
    assert len(told) < 300
    # The next one, which OpenDKIM answers from memory, if it comes soon enough.
    assert outcome_of(site, ann.write, "notify each") in ("dropped-forged", "refused-again")
    assert "dmarc=fail" in results_of_last(site)
    assert rows.accounts_without_mails(site.server) == 0
    # Others are not concerned.
    assert outcome_of(site, bob.write, "notify off") == "acted"
    # Sent once more it is obeyed.
    getattr(names, fault).clear()
    deadline = time.monotonic() + REMEMBERED_S
    while (found := outcome_of(site, ann.write, "notify off")) != "acted":
        assert found in ("dropped-forged", "refused-again"), results_of_last(site)
        assert time.monotonic() < deadline
        time.sleep(1)


def test_a_mail_by_a_key_that_is_not_there_is_dropped(site):
    """A forger of mails can name any key, and once had the manual sent to its From."""
    ann = Player(site, "ann")
    ann.register()
    before = len(ann.mails())
    forged = domains.sign(ann.mail(COMMANDS, "help", "help\n").as_bytes(), ann.domain)
    forged, changed = re.subn(rb"\bs=[\w.-]+;", b"s=nowhere;", forged, count=1)
    assert changed == 1

    assert outcome_of(site, ann.post_bytes, forged, COMMANDS) == "dropped-forged"

    assert "key not found in DNS" in " ".join(results_of_last(site).split())
    assert len(ann.mails()) == before


def test_a_forged_mail_is_dropped(site):
    """The control: if the DNS answers, a signature that is wrong is known to be so."""
    ann = Player(site, "ann")
    ann.register()
    before = len(ann.mails())

    assert outcome_of(site, ann.post_bytes, broken(ann), COMMANDS) == "dropped-forged"

    assert "dkim=fail" in results_of_last(site)
    assert len(ann.mails()) == before
