"""Challenges that are answered from an address which no mail server vouches for."""

import pytest

from post import domains
from post.site import Site
from post.mailboxes import Mailboxes
from post.person import Person, text_of
from post.player import Player, is_turn
from test_whole_game import FAST
from support import rows


@pytest.fixture
def site(tmp_path):
    """A server, its mail server, and everybody's mailboxes."""
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes, flags=FAST) as found:
        yield found


def test_a_reply_to_the_mail_of_a_challenge_accepts_it(site):
    ann, bob = Player(site, "ann"), Player(site, "bob")
    elsewhere = Person(site.mail_server, site.mailboxes, "bob", domains.UNSIGNED)
    for player in (ann, bob):
        player.register()
        player.write("notify each")
        player.next()
    ann.write("challenge bob --setup=9x9")
    asked = bob.next(lambda mail: "`accept`" in text_of(mail))

    # The same words are no one's where any mail may go.
    before = len(site.mails())
    elsewhere.write("accept 1")
    site.settle(before + 1)
    assert rows.states_of_challenges(site.server) == ["open"]
    elsewhere.reply(asked, "accept")

    assert bob.next(lambda mail: "It is now game 1" in text_of(mail))
    assert ann.next(is_turn)
    assert rows.states_of_challenges(site.server) == ["accepted"]
