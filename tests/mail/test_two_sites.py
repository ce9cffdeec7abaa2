"""Two sites that get each other's mails."""

import re
import smtplib
import time

import pytest

from post import domains
from post.site import Site
from post.mailboxes import Mailboxes
from post.person import COMMANDS, Person
from support import rows
from support.patience import PATIENCE_S
from support.ports import lasting_port
from support.server import Server

OTHER = f"games@{domains.OTHERS}"
READ_S_MAX = PATIENCE_S


@pytest.fixture
def pair(tmp_path):
    """A site behind its mail server, and the LMTP port of one for another domain."""
    port = lasting_port()
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes) as site:
        folder = tmp_path / "other"
        folder.mkdir()
        flags = ["--public-url", f"https://{domains.OTHERS}", "--mail-domain", domains.OTHERS,
                 "--mail-lmtp", f"127.0.0.1:{port}", "--mail-authserv-id", domains.OTHERS,
                 "--mail-relay", f"smtp://127.0.0.1:{site.mail_server.port}"]
        with Server(folder, flags) as other:
            yield site, other, port
            other.end()


def deliver(port, content):
    """Gives the other site a mail that the first one has written."""
    with smtplib.LMTP("127.0.0.1", port) as connection:
        connection.sendmail(f"b+abc@{domains.SITE}", [OTHER], content)


def first_answer(site):
    """The answer of the first site to a mail from the other one's address."""
    other = Person(site.mail_server, site.mailboxes, "games", domain=domains.OTHERS)
    other.write("help")
    return other.next().content


def outcome(server):
    """The fate of the mail that a site was given, as soon as it has read it."""
    deadline = time.monotonic() + READ_S_MAX
    while True:
        found = [outcome for outcome in rows.outcomes(server) if outcome]
        if found:
            return found[0]
        assert time.monotonic() < deadline, server.tail()
        time.sleep(0.05)


def written_to_the_first(site):
    """How many mails the first site has been given."""
    return len(site.mails())


def test_two_sites_exchange_at_most_two_mails(pair):
    site, other, port = pair

    deliver(port, first_answer(site))
    assert outcome(other) == "dropped-automatic"
    site.settle(1)

    assert written_to_the_first(site) == 1, "the answer was answered"
    assert len(site.mailboxes.to(OTHER)) == 1
    assert site.mailboxes.to(COMMANDS) == []


def test_what_no_machine_says_it_has_written_is_answered(pair):
    site, _, port = pair
    mail = re.sub(rb"(?m)^Auto-Submitted:.*\r?\n", b"", first_answer(site))
    mail = mail.replace(b"From: Tanbo <games@tanbo.example.org>", b"From: ann@players.example")
    mail = re.sub(rb"(?m)^Reply-To:.*\r?\n", b"", mail)
    vouched = f"Authentication-Results: {domains.OTHERS}; dmarc=pass header.from=players.example"

    deliver(port, vouched.encode() + b"\r\n" + mail.replace(b"Subject: ", b"Subject: help "))

    site.mailboxes.until(lambda _: site.mailboxes.to("ann@players.example"))
