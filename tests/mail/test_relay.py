"""Mails go to a relay elsewhere over TLS and after logging in, or not at all."""

import base64
import smtplib
import time

import pytest

from post import domains
from post.mailboxes import Mailboxes
from post.person import COMMANDS, Person
from post.provider import PASSWORD, USER, Provider
from support import rows
from support.patience import PATIENCE_S
from support.ports import lasting_port
from support.server import Server, tanbod

WAIT_S = PATIENCE_S
ANN = f"ann@{domains.PLAYERS}"


@pytest.fixture(scope="module")
def hall():
    """The provider's mail server, and where its mails go."""
    with Mailboxes() as mailboxes, Provider(mailboxes.port) as provider:
        yield provider, mailboxes


@pytest.fixture
def provider(hall):
    """The provider's mail server; what was sent and said before is forgotten."""
    found, mailboxes = hall
    found.until_empty()
    mailboxes.forget()
    found.log_path.write_text("")
    return found


@pytest.fixture
def mailboxes(hall, provider):
    """The address to which its mails go."""
    return hall[1]


class Sender:
    """A tanbod that is to send through a relay. Use with `with`."""

    def __init__(self, folder, relay, password=PASSWORD, ca_file=None, needs_tls="no"):
        self.lmtp = lasting_port()
        self.password_file = folder / "password"
        flags = ["--public-url", f"https://{domains.SITE}", "--mail-domain", domains.SITE,
                 "--mail-lmtp", f"127.0.0.1:{self.lmtp}", "--mail-authserv-id", domains.SITE,
                 "--mail-relay", relay, "--mail-retry-ms", "100",
                 "--mail-relay-needs-tls", needs_tls]
        if password:
            self.password_file.write_text(f"{password}\n")
            flags += ["--mail-relay-user", USER, "--mail-relay-password-file", self.password_file]
        if ca_file:
            flags += ["--mail-relay-ca-file", ca_file]
        self.server = Server(folder, flags)

    def __enter__(self):
        self.server.__enter__()
        return self

    def __exit__(self, *error):
        self.server.__exit__(*error)

    def ask(self):
        """A mail comes in that asks for an answer."""
        mail = Person(None, None, "ann").mail(COMMANDS, "help", "help").as_bytes()
        vouched = (f"Authentication-Results: {domains.SITE}; dmarc=pass "
                   f"header.from={domains.PLAYERS}\r\n")
        with smtplib.LMTP("127.0.0.1", self.lmtp) as connection:
            connection.sendmail(ANN, [COMMANDS], vouched.encode() + mail)

    def outbox(self):
        """How often the answer was tried, when it was sent, and what was wrong."""
        return rows.attempts_out(self.server)

    def fault(self):
        """The fault that is written at the answer, once it could not be sent."""
        deadline = time.monotonic() + WAIT_S
        while not any(row[3] for row in self.outbox()):
            assert time.monotonic() < deadline, self.server.tail()
            time.sleep(0.02)
        return self.outbox()[0][3]


def secrets(password):
    """Words that must be read nowhere: a password, and the forms in which it is sent."""
    plain = f"\0{USER}\0{password}".encode()
    return [password, *(base64.b64encode(form).decode() for form in (plain, password.encode()))]


def was_said(provider):
    """Whether somebody has begun to log in, as the relay logs what it is told."""
    return "< AUTH" in provider.log or any(secret in provider.log for secret in secrets(PASSWORD))


@pytest.mark.parametrize("service", ["starttls", "smtps"])
def test_sends_over_tls_to_whom_it_has_logged_in_at(tmp_path, provider, mailboxes, service):
    authority = provider.certificates / "authority.pem"
    with Sender(tmp_path, provider.url(service), ca_file=authority) as sender:
        sender.ask()
        mail = mailboxes.until_count(1)[0]
        sender.server.end()

    assert mail.recipients == (ANN,)
    assert "with ESMTPSA id" in mail.message.get_all("Received")[-1]
    assert f"sasl_username={USER}" in provider.log


NO_TLS = "STARTTLS not supported."
UNTRUSTED = "SSL certificate problem: unable to get local issuer certificate"
ANONYMOUS = {"password": None, "needs_tls": "yes"}
REFUSALS = {
    "no TLS is offered": ("in clear", "authority", {}, NO_TLS),
    "no TLS is offered, and no name given": ("in clear", "authority", ANONYMOUS, NO_TLS),
    "an authority that nobody knows": ("starttls", None, {}, UNTRUSTED),
    "another authority": ("starttls", "nobody", {}, UNTRUSTED),
    "another authority, TLS from the beginning": ("smtps", "nobody", {}, UNTRUSTED),
    "another authority, and no name given": ("starttls", "nobody", ANONYMOUS, UNTRUSTED),
    "a certificate of another host": (
        "another", "authority", {}, "SSL: no alternative certificate subject name matches target"),
    "a wrong password": (
        "starttls", "authority", {"password": "thirty-three stones"},
        "535 5.7.8 Error: authentication failed"),
}


@pytest.mark.parametrize(("service", "authority", "options", "words"), REFUSALS.values(),
                         ids=REFUSALS)
def test_waits_and_says_why(tmp_path, provider, mailboxes, service, authority, options, words):
    ca_file = authority and provider.certificates / f"{authority}.pem"
    with Sender(tmp_path, provider.url(service), ca_file=ca_file, **options) as sender:
        sender.ask()
        fault = sender.fault()
        sender.server.end()
        rows = sender.outbox()

    assert words in fault
    assert f"the mail relay is not usable detail=\"{words}" in sender.server.log
    assert [(attempts, sent, failed) for attempts, sent, failed, _ in rows] == [(0, None, None)]
    assert mailboxes.mails == [] and "< MAIL FROM" not in provider.log
    for secret in secrets(options.get("password", PASSWORD) or PASSWORD):
        assert secret not in sender.server.log + fault
    if service == "in clear":
        assert not was_said(provider)


def test_says_a_password_in_clear_to_its_own_machine_only(tmp_path, provider, mailboxes):
    """The control of the test above: the relay's log shows what was said."""
    with Sender(tmp_path, provider.url("in clear", "127.0.0.1")) as sender:
        sender.ask()
        mailboxes.until_count(1)

    assert was_said(provider)


def test_what_waited_is_sent_once_the_password_is_right(tmp_path, provider, mailboxes):
    authority = provider.certificates / "authority.pem"
    with Sender(tmp_path, provider.url("starttls"), "wrong", authority) as sender:
        sender.ask()
        sender.fault()
        sender.password_file.write_text(PASSWORD)
        sender.server.end()
        sender.server.start()
        mailboxes.until_count(1)
        sender.server.end()


@pytest.mark.parametrize("setting", ["mail-relay-ca-file", "mail-relay-password-file"])
def test_says_at_once_that_a_file_is_not_there(tmp_path, setting):
    missing = tmp_path / "nothing.pem"
    ended = tanbod("serve", "--listen", "127.0.0.1:0", "--database", tmp_path / "tanbo.db",
                   "--public-url", f"https://{domains.SITE}", "--mail-domain", domains.SITE,
                   "--mail-lmtp", f"unix:{tmp_path}/lmtp", f"--{setting}", missing, cwd=tmp_path)

    assert ended.returncode != 0
    assert str(missing) in ended.stderr
