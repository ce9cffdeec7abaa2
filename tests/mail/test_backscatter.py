"""The site takes all that the mail server takes: no one is written to that a mail was refused.

A mail that LMTP refuses after Postfix's 250 comes back to its sender, even a forged one.
"""

import pytest

from post import domains
from post.site import Site
from post.mailboxes import Mailboxes
from post.person import COMMANDS, Person

# As in main.cf; Postfix counts line ends, and what it keeps with a mail: envelope, Received.
SIZE_MAX = 1_000_000
KEPT_WITH_IT_MAX = 2000
LOCAL_PART_MAX = 64
# A path of 256 octets with its brackets.
SENDER_MAX = 254
SENDER = f"ann@{domains.UNSIGNED}"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A server behind its mail server, and everybody's mailboxes."""
    with Mailboxes() as mailboxes, Site(tmp_path_factory.mktemp("tanbod"), mailboxes) as found:
        yield found


@pytest.fixture
def site(running):
    """The same; what tests before this one sent is forgotten."""
    running.mail_server.until_empty()
    running.mailboxes.forget()
    return running


def mail_of(site, size=None, body=b"Hello.\r\n"):
    """A mail without a command, filled up to a size."""
    person = Person(site.mail_server, site.mailboxes, "ann", domains.UNSIGNED)
    head = person.mail(COMMANDS, "hello", "").as_bytes().replace(b"\r\n\r\n\r\n", b"\r\n\r\n")
    content = head + body
    if size is None:
        return content
    line = b"x" * 76 + b"\r\n"
    content += line * ((size - len(content) - 2) // len(line))
    return content + b"y" * (size - len(content) - 2) + b"\r\n"


def give(site, content, sender=SENDER, recipient=COMMANDS):
    """The mail server's last answer, its size unannounced."""
    with site.mail_server.connect() as connection:
        connection.ehlo("players.example")
        for code, _ in (connection.mail(sender, ["SMTPUTF8"]), connection.rcpt(recipient)):
            if code != 250:
                return code
        return connection.data(content)[0]


def stands(site):
    """How many mails the site has taken."""
    return len(site.mails())


def until_taken_or_back(site, before):
    """Waits until the queue is empty; whether a mail more is there, and none came back."""
    site.mail_server.until_empty()
    reports = [mail for mail in site.mailboxes.mails if mail.sender == "<>"]
    assert reports == []
    return stands(site) == before + 1


def test_the_largest_mail_arrives_and_one_past_it_is_refused(site):
    before = stands(site)

    assert give(site, mail_of(site, SIZE_MAX + 1)) == 552
    assert give(site, mail_of(site, SIZE_MAX - KEPT_WITH_IT_MAX)) == 250

    assert until_taken_or_back(site, before)


def test_what_says_that_it_is_too_large_is_not_even_begun(site):
    with site.mail_server.connect() as connection:
        connection.ehlo("players.example")

        assert connection.mail(SENDER, [f"SIZE={SIZE_MAX + 1}"])[0] == 552
        assert connection.mail(SENDER, [f"SIZE={SIZE_MAX}"])[0] == 250


@pytest.mark.parametrize("prefix", ["games+", "r+", "b+", "postmaster+"])
def test_an_address_has_64_octets_and_not_one_more(site, prefix):
    before = stands(site)
    local = prefix + "a" * (LOCAL_PART_MAX - len(prefix))

    assert give(site, mail_of(site), recipient=f"{local}a@{domains.SITE}") == 550
    assert give(site, mail_of(site), recipient=f"{local}@{domains.SITE}") == 250

    assert until_taken_or_back(site, before)


def test_a_sender_has_254_octets_and_not_one_more(site):
    before = stands(site)
    domain = ".".join(["a" * 63] * 2 + ["b" * 60, "example"])
    local = "c" * (SENDER_MAX - len(domain) - 1)

    assert give(site, mail_of(site), sender=f"{local}c@{domain}") == 550
    assert give(site, mail_of(site), sender=f"{local}@{domain}") == 250

    assert until_taken_or_back(site, before)


@pytest.mark.parametrize("recipient", [
    "games+", "r+", "games+a+b", "games+a@b", '"games+a b"', "games+ä", "r+a/b", "games+a=b",
    "gamess"])
def test_no_other_address_is_taken(site, recipient):
    before = stands(site)

    said = give(site, mail_of(site), recipient=f"{recipient}@{domains.SITE}")

    assert said // 100 == 5
    assert stands(site) == before


@pytest.mark.parametrize("sender", [
    "ann", '"ann smith"@players.example', '"a@b"@players.example', "änn@players.example",
    "@relay.example:ann@players.example", "ann=bob@players.example", "", "ann@[127.0.0.1]"])
@pytest.mark.parametrize("body", [
    b"Hello.\r\n", b"one \r two\r\n", b"one\ntwo\r\n", b"x" * 5000 + b"\r\n", b"\0\r\n",
    b"\xff\xfe\r\n"], ids=["plain", "CR", "LF", "long line", "NUL", "8 bit"])
def test_what_is_taken_stays_taken(site, sender, body):
    before = stands(site)

    said = give(site, mail_of(site, body=body), sender=sender)

    taken = until_taken_or_back(site, before)
    assert taken == (said == 250)


def test_without_the_limit_a_large_mail_comes_back(tmp_path):
    loose = {"message_size_limit": str(4 << 20)}
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes, loose) as site:
        assert give(site, mail_of(site, 2 << 20)) == 250

        report = mailboxes.until_count(1)[0]

    assert report.sender == "<>" and report.recipients == (SENDER,)


def test_without_the_limit_a_long_address_comes_back(tmp_path):
    loose = {"virtual_mailbox_maps": "static:all"}
    local = "r+" + "a" * (LOCAL_PART_MAX - 1)
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes, loose) as site:
        assert give(site, mail_of(site), recipient=f"{local}@{domains.SITE}") == 250

        report = mailboxes.until_count(1)[0]

    assert report.sender == "<>" and report.recipients == (SENDER,)
