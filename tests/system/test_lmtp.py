"""Mails come by LMTP and through a pipe: what is acknowledged is kept, nothing is smuggled."""

import random
import re
import smtplib
import socket
import subprocess
import threading

import pytest

from support.lmtp import DOMAIN, Lmtp, check_kept, deliver, kept, mail_flags
from support.metrics import metrics_of
from support.patience import PATIENCE_S
from support.server import BIN

GAMES = f"games@{DOMAIN}"
MAIL = b"From: ann@example.org\r\nSubject: Tanbo game 17\r\n\r\nK10\r\n"
KILLS = 15


@pytest.fixture
def post(make_server, tmp_path):
    """A server that takes mails; `post.lmtp` is where."""
    server = make_server(mail_flags(tmp_path))
    server.lmtp = tmp_path / "lmtp"
    return server


def test_a_client_of_the_standard_library_delivers(post):
    with smtplib.LMTP(str(post.lmtp)) as client:
        refused = client.sendmail("ann@example.org", [GAMES], "Subject: 17\n\n.K10\n",
                                  mail_options=["BODY=8BITMIME"])

    assert refused == {}
    assert kept(post) == [("ann@example.org", GAMES, b"Subject: 17\r\n\r\n.K10\r\n")]


def test_the_extensions_are_those_that_are_promised(post):
    with smtplib.LMTP(str(post.lmtp)) as client:
        client.ehlo()

        assert set(client.esmtp_features) == {"pipelining", "enhancedstatuscodes", "8bitmime",
                                              "smtputf8", "size"}
        assert client.esmtp_features["size"] == "1048576"


def test_every_recipient_has_an_answer_of_its_own(post):
    with Lmtp(post.lmtp) as client:
        answers = client.begin(GAMES, f"nobody@{DOMAIN}", "games@elsewhere.example",
                               f"r+abc@{DOMAIN}", f"Postmaster@{DOMAIN}")
        assert [answer[:9] for answer in answers] == [
            "250 2.1.5", "550 5.1.1", "550 5.1.1", "250 2.1.5", "250 2.1.5", "354 Send "]
        client.send(MAIL + b".\r\nQUIT\r\n")

        assert [client.answer()[:9] for _ in range(4)] == ["250 2.6.0"] * 3 + ["221 2.0.0"]
        assert client.is_over()
    assert [recipient for _, recipient, _ in kept(post)] == [  # an answer to a mail comes first
        f"r+abc@{DOMAIN}", GAMES, f"Postmaster@{DOMAIN}"]


@pytest.mark.parametrize("ending", [b"\n.\n", b"\n.\r\n", b"\r.\r\n", b"\r\n.\n", b"\r\n.\r"])
def test_no_mail_hides_in_another(post, ending):
    hidden = (b"MAIL FROM:<admin@t.example>\r\nRCPT TO:<games@t.example>\r\nDATA\r\n"
              b"resign 17\r\n.\r\n")
    mail = b"Subject: harmless\r\n\r\nHello" + ending + hidden
    cut = random.Random(len(ending)).randrange(len(mail))

    with Lmtp(post.lmtp) as client:
        client.begin(GAMES)
        client.send(mail[:cut])
        client.send(mail[cut:])
        assert client.answer().startswith("554 5.6.0")
        assert client.ask("NOOP").startswith("250 2.0.0"), "there was one answer"

    assert kept(post) == []


# The control: behind a true ending the same bytes are a second mail.
def test_a_mail_behind_a_true_ending_is_found(post):
    with Lmtp(post.lmtp) as client:
        client.begin(GAMES)
        client.send(b"Hello\r\n.\r\nMAIL FROM:<admin@t.example>\r\nRCPT TO:<games@t.example>\r\n"
                    b"DATA\r\n")
        assert [client.answer()[:3] for _ in range(4)] == ["250", "250", "250", "354"]
        client.send(b"resign 17\r\n.\r\n")
        assert client.answer().startswith("250")

    assert [sender for sender, _, _ in kept(post)] == ["ann@example.org", "admin@t.example"]


def test_a_mail_may_be_so_large_and_no_larger(make_server, tmp_path):
    server = make_server(mail_flags(tmp_path, bytes_max=65536))
    line = b"a" * 62 + b"\r\n"
    largest = line * 1024

    assert deliver(tmp_path / "lmtp", largest, GAMES)[0].startswith("250")
    assert deliver(tmp_path / "lmtp", line * 1023 + b"a" + line, GAMES)[0].startswith("552 5.3.4")
    with Lmtp(tmp_path / "lmtp") as client:
        client.ask("LHLO mx.example")
        assert client.ask("MAIL FROM:<> SIZE=65537").startswith("552 5.3.4")
        assert client.ask("MAIL FROM:<> SIZE=65536").startswith("250")

    assert [raw for _, _, raw in kept(server)] == [largest]


def test_a_loopback_port_takes_mails_too(make_server):
    server = make_server(["--public-url", "https://t.example", "--mail-domain", DOMAIN,
                          "--mail-lmtp", "127.0.0.1:0"])
    port = int(re.search(r"accepting mail by LMTP at=127\.0\.0\.1:(\d+)", server.log)[1])

    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as client:
        assert client.recv(100).startswith(b"220 t.example LMTP")


def test_without_a_domain_nothing_takes_mails(server):
    assert "mail-listening" not in server.log


def test_a_mail_on_its_way_ends_before_the_server_does(post):
    with Lmtp(post.lmtp) as idle, Lmtp(post.lmtp) as client:
        client.begin(GAMES)
        client.send(MAIL[:20])
        post.terminate()
        assert idle.answer().startswith("421 4.3.2"), "the others are sent away"

        client.send(MAIL[20:] + b".\r\n")
        assert client.answer().startswith("250")
        assert client.answer().startswith("421 4.3.2")

    assert post.wait() == 0
    assert [raw for _, _, raw in kept(post)] == [MAIL]


def test_logs_and_metrics_count_mails_and_tell_nothing_of_them(post):
    secret = b"Subject: hush\r\n\r\nsecret-words\r\n"
    deliver(post.lmtp, secret, GAMES, f"r+sesame@{DOMAIN}", sender="shy@example.org")
    deliver(post.lmtp, b"a\nb\r\n", GAMES)

    told = metrics_of(post)

    assert told["tanbo_inbound_mail_received_total"] == 2
    assert told["tanbo_inbound_mail_received_bytes_total"] == 2 * len(secret)
    assert told['tanbo_inbound_mail_refused_total{what="letter"}'] == 1
    assert "mail-accepted" in post.log
    for private in ("hush", "secret-words", "shy@example.org", "sesame"):
        assert private not in post.log


class MailServer(threading.Thread):
    """Brings numbered mails until each is acknowledged, as a mail server does."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.acknowledged = []
        self.attempts = 0
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.is_set():
            mail = f"Subject: {len(self.acknowledged)}\r\n\r\nK10\r\n".encode()
            try:
                self.attempts += 1
                answers = deliver(self.path, mail, GAMES)
            except OSError:
                self.is_over.wait(0.01)
                continue
            if answers[0].startswith("250"):
                self.acknowledged.append(mail)


def test_what_was_acknowledged_survives_kill_9(post):
    mail_server = MailServer(post.lmtp)
    mail_server.start()
    moments = random.Random(9)
    try:
        for _ in range(KILLS):
            before = len(mail_server.acknowledged)
            post.wait_for(lambda: len(mail_server.acknowledged) > before + moments.randrange(20),
                          "no mails taken")
            post.restart()
    finally:
        mail_server.is_over.set()
        mail_server.join()

    mails = kept(post)
    assert len(mail_server.acknowledged) > KILLS
    check_kept(mail_server.acknowledged, mails)
    with pytest.raises(AssertionError):  # the control: one mail less is seen
        first = mail_server.acknowledged[0]
        check_kept(mail_server.acknowledged, [row for row in mails if row[2] != first])


# --- tanbod mail-in ---


def mail_in(folder, message, *recipients, sender="ann@example.org", flags=()):
    """Runs it as a pipe transport does; yields the finished process."""
    command = [BIN, "mail-in", *mail_flags(folder), *flags, "--sender", sender]
    if recipients:
        command += ["--recipient", *recipients]
    return subprocess.run(command, input=message, capture_output=True, timeout=PATIENCE_S,
                          check=False)


def test_a_pipe_delivers_to_all_recipients(post, tmp_path):
    done = mail_in(tmp_path, b"From ann Sat Nov 21\nSubject: 17\n\n.K10\n\xc3\xa4", GAMES,
                   f"r+abc@{DOMAIN}")

    assert (done.returncode, done.stderr) == (0, b"")
    raw = b"Subject: 17\r\n\r\n.K10\r\n\xc3\xa4\r\n"
    assert kept(post) == [("ann@example.org", f"r+abc@{DOMAIN}", raw),
                          ("ann@example.org", GAMES, raw)]


@pytest.mark.parametrize("sender", ["MAILER-DAEMON", "mailer-daemon", ""])
def test_a_pipe_delivers_bounces(post, tmp_path, sender):
    done = mail_in(tmp_path, b"Subject: failed\n\n", f"b+abc@{DOMAIN}", sender=sender)

    assert done.returncode == 0, done.stderr
    assert kept(post) == [("", f"b+abc@{DOMAIN}", b"Subject: failed\r\n\r\n")]


# A CR that the mail server took for a part of a header must not begin one of its own.
def test_a_pipe_makes_no_line_of_a_bare_cr(post, tmp_path):
    done = mail_in(tmp_path, b"Subject: a\rAuthentication-Results: forged\n\nK10\n", GAMES)

    assert done.returncode == 0
    assert kept(post)[0][2] == b"Subject: a Authentication-Results: forged\r\n\r\nK10\r\n"


REFUSED = {
    "no recipient": (64, b"a\n", [], "a@b.example"),
    "a recipient that is none": (64, b"a\n", ["a b"], "a@b.example"),
    "a sender that is none": (64, b"a\n", [GAMES], "no address"),
    "a command in the sender": (64, b"a\n", [GAMES], "a>\r\nRSET@b.example"),
    "too large": (65, b"a\n" * 600_000, [GAMES], "a@b.example"),
    "too large with its line ends": (65, b"a\n" * 400_000, [GAMES], "a@b.example"),
    "no message": (66, b"", [GAMES], "a@b.example"),
    "nobody": (67, b"a\n", [f"nobody@{DOMAIN}"], "a@b.example"),
    "nobody among others": (67, b"a\n", [GAMES, f"nobody@{DOMAIN}"], "a@b.example"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_pipe_says_why_a_message_is_refused(post, tmp_path, case):
    status, message, recipients, sender = REFUSED[case]

    done = mail_in(tmp_path, message, *recipients, sender=sender)

    assert done.returncode == status, done.stderr
    assert done.stderr


def test_a_pipe_has_the_mail_server_try_again_while_the_server_is_down(post, tmp_path):
    post.kill()

    down = mail_in(tmp_path, b"K10\n", GAMES)
    off = subprocess.run([BIN, "mail-in", "--sender", "a@b.example", "--recipient", GAMES],
                         input=b"K10\n", capture_output=True, timeout=PATIENCE_S, check=False)
    broken = mail_in(tmp_path, b"K10\n", GAMES, flags=["--mail-bytes-max", "none"])
    post.start()
    up = mail_in(tmp_path, b"K10\n", GAMES)

    assert (down.returncode, off.returncode, broken.returncode, up.returncode) == (75, 75, 75, 0)
    assert len(kept(post)) == 1


# An answer of 4xx, or none at all, is the same to it.
TROUBLE = {
    "busy": b"421 4.3.2 busy\r\n",
    "silence": b"",
    "not stored": b"220 a\r\n250 b\r\n451 4.3.0 c\r\n",
    "not LMTP": b"hello\r\n",
    "cut off at the dot": b"220 a\r\n250 b\r\n250 c\r\n250 d\r\n354 e\r\n",
}


@pytest.mark.parametrize("case", TROUBLE)
def test_a_pipe_has_the_mail_server_try_again_at_any_trouble(tmp_path, case):
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(tmp_path / "lmtp"))
    listener.listen()

    def serve():
        connection, _ = listener.accept()
        connection.sendall(TROUBLE[case])
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass
        connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    done = mail_in(tmp_path, b"K10\n", GAMES)
    thread.join()
    listener.close()

    assert done.returncode == 75, done.stderr
