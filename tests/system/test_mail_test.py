"""`tanbod mail-test`: each of many faults made on purpose is found, and no other is said."""

import email.utils
import re
import ssl
import subprocess

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from support.lmtp import DOMAIN, mail_flags
from support.names import Names, records_of
from support.patience import PATIENCE_S
from support.ports import lasting_port
from support.relay import Relay
from support.server import BIN

ADDRESS = "you@example.org"
GAMES = f"games@{DOMAIN}"
POINTER = "25.2.0.192.in-addr.arpa"
PARTS = {"MX", "PTR", "SPF", "DKIM", "DMARC", "Server", "Relay"}
LINE = re.compile(r"^(ok|note|FAULT) +(\w+): (.*)$", re.MULTILINE)


@pytest.fixture
def names():
    """A DNS without a fault."""
    with Names(records_of(DOMAIN)) as made:
        yield made


@pytest.fixture
def relay():
    """A relay that takes everything unless it is told otherwise."""
    with Relay() as made:
        yield made


@pytest.fixture
def post(make_server, tmp_path, relay):
    """A server that takes mails in."""
    return make_server(mail_flags(tmp_path, authserv_id="mx.example", relay=relay.url))


def words_of(server, names, *more, address=ADDRESS, wait=0, relay=None):
    """The command line, with another relay if one is named."""
    flags = [relay if relay and before == "--mail-relay" else flag
             for before, flag in zip(["", *server.flags], server.flags)]
    return [BIN, "mail-test", address, "--dns", getattr(names, "address", names),
            "--wait", str(wait), "--database", server.database, *flags, *more]


def found(server, names, *more, **options):
    """The findings: the parts that are good, the others with their sentences; and the status."""
    done = subprocess.run(words_of(server, names, *more, **options), text=True, timeout=PATIENCE_S,
                          capture_output=True, env={"RES_OPTIONS": "timeout:1 attempts:1"})
    assert not done.stderr, done.stderr
    lines = LINE.findall(done.stdout)
    good = {part for kind, part, _ in lines if kind == "ok"}
    return good, [f"{kind} {part}: {text}" for kind, part, text in lines if kind != "ok"], \
        done.returncode


def test_nothing_is_wrong_where_nothing_is_wrong(post, names, relay):
    good, others, status = found(post, names)

    assert (good, others, status) == (PARTS, [], 0)
    [mail] = relay.of(ADDRESS)
    assert mail["From"].addresses[0].addr_spec == GAMES and "help" in mail.get_content()


RECORDS = {
    "no MX": ((DOMAIN, "MX"), [], {"PTR"}, "FAULT MX: .* has no MX record"),
    "an MX without an address": (
        (f"mail.{DOMAIN}", "A"), [], {"PTR"}, "FAULT MX: .* which has no address"),
    "no PTR": ((POINTER, "PTR"), [], set(), "FAULT PTR: 192.0.2.25 has no PTR"),
    "a PTR that leads elsewhere": (
        (POINTER, "PTR"), ["host-25.example"], set(), "FAULT PTR: .* points to host-25.example"),
    "no SPF": ((DOMAIN, "TXT"), ["other=1"], set(), "FAULT SPF: .* has no such record"),
    "two SPF": ((DOMAIN, "TXT"), ["v=spf1 mx -all", "v=spf1 a -all"], set(),
                "FAULT SPF: .* has 2 such records"),
    "an SPF for everybody": ((DOMAIN, "TXT"), ["v=spf1 +all"], set(),
                             "FAULT SPF: .* lets anyone send"),
    "no DKIM": ((f"tanbo._domainkey.{DOMAIN}", "TXT"), [], set(), "FAULT DKIM: .* has no key"),
    "a DKIM key withdrawn": ((f"tanbo._domainkey.{DOMAIN}", "TXT"), ["v=DKIM1; p="], set(),
                             "FAULT DKIM: .* was withdrawn"),
    "no DMARC": ((f"_dmarc.{DOMAIN}", "TXT"), [], set(), "FAULT DMARC: .* has no such record"),
    "a DMARC that watches": (
        (f"_dmarc.{DOMAIN}", "TXT"), ["v=DMARC1; p=none"], set(), "note DMARC: p=none"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_fault_of_the_dns_is_found(post, names, name):
    record, values, unseen, sentence = RECORDS[name]
    names.records[record] = values

    good, others, status = found(post, names)

    assert len(others) == 1 and re.match(sentence, others[0]), others
    part = re.match(r"\w+ (\w+)", sentence)[1]
    assert good == PARTS - unseen - {part}
    assert status == (0 if sentence.startswith("note") else 1)


def test_a_dns_that_does_not_answer_is_told_from_one_without_records(post, names):
    names.is_failing = True

    good, others, status = found(post, names)

    assert good == {"Server", "Relay"} and status == 1
    assert len(others) == 4 and all("gave no answer" in one for one in others), others


def test_a_server_that_does_not_run_is_found(post, names):
    post.terminate()
    post.wait()

    good, others, status = found(post, names)

    assert good == PARTS - {"Server"} and status == 1
    assert len(others) == 1 and others[0].startswith("FAULT Server: tanbod takes no email"), others


def test_a_relay_that_is_away_is_found(post, names, relay):
    relay.close()

    good, others, status = found(post, names)

    assert good == PARTS - {"Relay"} and status == 1
    assert len(others) == 1 and "Check mail.relay" in others[0], others


def test_an_address_that_is_refused_is_told_from_a_relay_that_fails(post, names, relay):
    relay.answers = ["550 5.1.1 No such user"]

    _, others, status = found(post, names)

    assert status == 1 and len(others) == 1
    assert "550 5.1.1 No such user" in others[0] and "The address is refused" in others[0]


class Strict:
    """A relay that wants a login, or offers TLS, with a password that is never right."""

    def __init__(self, **options):
        self.controller = Controller(self, hostname="127.0.0.1", port=lasting_port(), **options)

    def __enter__(self):
        self.controller.start()
        return f"smtp://127.0.0.1:{self.controller.port}"

    def __exit__(self, *_):
        self.controller.stop()

    def __call__(self, *_):
        return AuthResult(success=False, handled=False)


def test_a_login_that_is_refused_is_found(post, names, tmp_path):
    password = tmp_path / "password"
    password.write_text("wrong\n")
    relay = Strict(auth_required=True, auth_require_tls=False)
    relay.controller.SMTP_kwargs["authenticator"] = relay
    with relay as url:
        good, others, status = found(
            post, names, "--mail-relay-user", "tanbo",
            "--mail-relay-password-file", str(password), relay=url)

    assert good == PARTS - {"Relay"} and status == 1
    assert len(others) == 1 and "Check mail.relay_user and the password" in others[0], others
    assert "wrong" not in others[0]


def test_a_relay_without_tls_is_found_if_it_is_needed(post, names):
    good, others, status = found(post, names, "--mail-relay-needs-tls", "yes")

    assert good == PARTS - {"Relay"} and status == 1
    assert len(others) == 1 and "mail.relay_needs_tls" in others[0], others


def test_a_certificate_that_does_not_hold_is_found(post, names, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with Strict(tls_context=context) as url:
        wanted = ("--mail-relay-needs-tls", "yes")
        _, others, status = found(post, names, *wanted, relay=url)
        # The control: it holds for those who trust it.
        good, _, _ = found(post, names, *wanted, "--mail-relay-ca-file", str(certificate),
                           relay=url)

    assert status == 1 and len(others) == 1 and "certificate" in others[0], others
    assert good == PARTS


def test_what_cannot_be_asked_is_refused(post, names):
    for line, words in (
            (words_of(post, "example"), "is no IPv4 address with a port"),
            (words_of(post, names, address="nobody"), "is no email address"),
            ([BIN, "mail-test", ADDRESS, "--database", post.database], "mail.domain isn't set")):
        done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE_S)
        assert done.returncode in (64, 78) and words in done.stderr, done


# --- the reply ---


def replied(post, names, relay, sender, head=""):
    """The lines about a mail from `sender` that answers the test."""
    with subprocess.Popen(words_of(post, names, wait=PATIENCE_S), stdout=subprocess.PIPE,
                          text=True) as process:
        relay.wait_for(lambda: relay.of(ADDRESS), "no test")
        asked = relay.of(ADDRESS)[0]["Message-ID"]
        reply = (f"{head}From: {ADDRESS}\nTo: {GAMES}\nSubject: Re: Test\n"
                 f"Date: {email.utils.formatdate()}\nMessage-ID: <1@example.org>\n"
                 f"In-Reply-To: {asked}\n\nhelp\n")
        subprocess.run([BIN, "mail-in", "--sender", sender, "--recipient", GAMES,
                        "--database", post.database, *post.flags], input=reply.encode(),
                       check=True, timeout=PATIENCE_S)
        output, _ = process.communicate(timeout=PATIENCE_S)
    assert f"Reply to the email at {ADDRESS}" in output
    return [line for line in LINE.findall(output) if line[1] == "Reply"], process.returncode


def test_a_reply_that_was_checked_is_good(post, names, relay):
    head = "Authentication-Results: mx.example; dmarc=pass header.from=example.org\n"

    [(kind, _, text)], status = replied(post, names, relay, ADDRESS, head)

    assert (kind, status) == ("ok", 0) and text.startswith(f"It arrived from {ADDRESS}")


def test_a_reply_that_nobody_checked_is_a_fault(post, names, relay):
    [first, (kind, _, text)], status = replied(post, names, relay, ADDRESS)

    assert first[0] == "ok" and (kind, status) == ("FAULT", 1)
    assert "mail.authserv_id" in text


def test_a_test_that_comes_back_is_no_reply(post, names, relay):
    [(kind, _, text)], status = replied(post, names, relay, "")

    assert (kind, status) == ("FAULT", 1) and text.startswith("The test came back")


def test_a_reply_that_does_not_come_is_a_fault(post, names):
    good, others, status = found(post, names, wait=1)

    assert good == PARTS and status == 1
    assert len(others) == 1 and others[0].startswith("FAULT Reply: None arrived in 1 s"), others
