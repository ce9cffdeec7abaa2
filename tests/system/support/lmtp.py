"""A mail server's side of LMTP, on a plain socket, and what the server has kept of it."""

import re
import socket
from support import rows
from support.patience import PATIENCE_S

DOMAIN = "t.example"
ANSWER_S_MAX = PATIENCE_S


def mail_flags(folder, **settings):
    """Flags of a server that takes mails at `folder`/lmtp; `settings` are of mail."""
    flags = ["--public-url", "https://t.example", "--mail-domain", DOMAIN,
             "--mail-lmtp", f"unix:{folder}/lmtp", "--limits-sign-ups-per-minute", "100000"]
    for name, value in settings.items():
        flags += [f"--mail-{name.replace('_', '-')}", str(value)]
    return flags


class Lmtp:
    """One connection. What it reads are whole answers: their last lines."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(ANSWER_S_MAX)
        try:
            self.socket.connect(str(path))
            self.buffer = b""
            self.greeting = self.answer()
        except BaseException:
            self.socket.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        """Bytes as they are."""
        self.socket.sendall(data)

    def answer(self):
        """The next answer, without its line end; ConnectionError if none comes."""
        while True:
            match = re.match(rb"(?:\d{3}-[^\n]*\n)*(\d{3} [^\r\n]*)\r\n", self.buffer)
            if match:
                self.buffer = self.buffer[match.end():]
                return match[1].decode()
            part = self.socket.recv(65536)
            if not part:
                raise ConnectionError(f"ended; left over: {self.buffer!r}")
            self.buffer += part

    def ask(self, line):
        """The answer to one command."""
        self.send(line.encode() + b"\r\n")
        return self.answer()

    def begin(self, *recipients, sender="ann@example.org"):
        """All that comes before a mail; the answers to its recipients and to DATA."""
        self.ask("LHLO mx.example")
        self.ask(f"MAIL FROM:<{sender}>")
        answers = [self.ask(f"RCPT TO:<{recipient}>") for recipient in recipients]
        return answers + [self.ask("DATA")]

    def is_over(self):
        """Whether the server ends the connection without another word."""
        try:
            return self.buffer == b"" and self.socket.recv(1) == b""
        except ConnectionError:
            return True


def deliver(path, mail, *recipients, sender="ann@example.org"):
    """Delivers a mail with lines ended by CR LF; the answers to its dot."""
    with Lmtp(path) as client:
        client.begin(*recipients, sender=sender)
        client.send(mail + b".\r\n")
        return [client.answer() for _ in recipients]


def kept(server):
    """Sender, recipient and bytes of every mail in the database, in the order of arrival."""
    return rows.mails_in(server)


def check_kept(acknowledged, mails):
    """Fails unless every acknowledged mail is among those of kept(), with all its bytes."""
    bodies = {raw for _, _, raw in mails}
    lost = [mail for mail in acknowledged if mail not in bodies]
    assert not lost, f"acknowledged and lost: {lost[:3]} of {len(lost)}"
