"""A mail relay that keeps what it is given, and can refuse, be slow, or be away."""

import email
import email.policy
import pathlib
import time

from aiosmtpd.controller import Controller

from support.patience import PATIENCE_S
from support.ports import lasting_port

WAIT_S_MAX = PATIENCE_S


class Relay:
    """Listens on a free port. `answers` are given to the next mails instead of 250."""

    def __init__(self, host="127.0.0.1"):
        self.host = host
        self.mails = []  # those that were accepted
        self.answers = []
        self.offered = 0
        self.pause_s = 0
        self.port = 0
        self.controller = None

    def __enter__(self):
        self.open()
        return self

    def __exit__(self, *_):
        self.close()

    def open(self):
        """On the port of the last time."""
        self.controller = Controller(self, hostname=self.host, port=self.port or lasting_port())
        self.controller.start()
        self.port = self.controller.port

    def close(self):
        """Stops answering there."""
        if self.controller:
            self.controller.stop()
            self.controller = None

    @property
    def url(self):
        return f"smtp://{self.host}:{self.port}"

    async def handle_DATA(self, _server, _session, envelope):
        """The hooks that aiosmtpd calls."""
        self.offered += 1
        if self.pause_s:
            time.sleep(self.pause_s)
        answer = self.answers.pop(0) if self.answers else "250 2.0.0 Ok"
        if answer.startswith("250"):
            mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
            mail.envelope_from, mail.envelope_to = envelope.mail_from, envelope.rcpt_tos
            self.mails.append(mail)
        return answer

    def of(self, address):
        """The mails that an address was sent, in order."""
        return [mail for mail in self.mails if mail.envelope_to == [address]]

    def wait_for(self, condition, complaint="no such mail"):
        """Until the condition holds."""
        deadline = time.monotonic() + WAIT_S_MAX
        while not condition():
            subjects = [f"{mail.envelope_to} {mail['subject']}" for mail in self.mails]
            assert time.monotonic() < deadline, f"{complaint}: {subjects}"
            time.sleep(0.02)


def relay_flags(folder, relay):
    """Flags of a server that sends through the relay."""
    return ["--public-url", "https://t.example", "--mail-domain", "t.example",
            "--mail-lmtp", f"unix:{pathlib.Path(folder)}/lmtp",
            "--mail-relay", relay.url, "--mail-retry-ms", "50",
            "--limits-sign-ups-per-minute", "100000"]
