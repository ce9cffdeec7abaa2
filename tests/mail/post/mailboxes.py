"""Receivers of mail in the tests: mailboxes by SMTP, or a site that is none by LMTP."""

import email
import email.policy
import threading
from typing import NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from support.patience import PATIENCE_S

WAIT_S = PATIENCE_S
LOST = "taken, and the connection lost before the answer"


class Mail(NamedTuple):
    """The delivered mail: the envelope, and the bytes."""

    sender: str
    recipients: tuple
    content: bytes

    @property
    def message(self):
        """The mail as Python's email package reads it."""
        return email.message_from_bytes(self.content, policy=email.policy.default)


class _Door(Controller):
    def __init__(self, handler, server, host, port):
        super().__init__(handler, hostname=host, port=port, ready_timeout=WAIT_S)
        self._server_class = server

    def factory(self):
        return self._server_class(self.handler, enable_SMTPUTF8=True, decode_data=False,
                                  data_size_limit=4 << 20, timeout=300, ident="mailboxes")

    def _trigger_server(self):
        """The port is ours by now: it was asked for as 0."""
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class Mailboxes:
    """Takes everything and keeps it, in order of arrival. Use with `with`.

    `judge(envelope, number)` may answer something else than 250 to the mail of that number,
    counted from 1: it is not kept then, unless the answer is LOST.
    """

    def __init__(self, judge=lambda envelope, number: None, server=SMTP, host="127.0.0.1", port=0):
        self.judge = judge
        self.mails = []
        self.asked = 0
        self._changed = threading.Condition()
        self._door = _Door(self, server, host, port)

    def __enter__(self):
        self._door.start()
        return self

    def __exit__(self, *_):
        self._door.stop()

    @property
    def port(self):
        """The address at which it listens."""
        return self._door.port

    async def handle_DATA(self, server, session, envelope):
        """Called by aiosmtpd for each mail."""
        with self._changed:
            self.asked += 1
            answer = self.judge(envelope, self.asked)
            if answer in (None, LOST):
                self.mails.append(Mail(envelope.mail_from, tuple(envelope.rcpt_tos),
                                           envelope.content))
                self._changed.notify_all()
        if answer is LOST:
            server.transport.abort()
        return answer or "250 2.0.0 taken"

    def until(self, condition, complaint="not delivered", seconds=WAIT_S):
        """The value of a condition on all mails so far as soon as it yields something."""
        with self._changed:
            found = self._changed.wait_for(lambda: condition(self.mails), seconds)
            if not found:
                subjects = [str(mail.message["Subject"]) for mail in self.mails[-20:]]
                raise AssertionError(f"{complaint}; of {len(self.mails)} mails: {subjects}")
            return found

    def until_count(self, count, **options):
        """Waits until so many mails have come; yields them."""
        return self.until(lambda mails: mails[:] if len(mails) >= count else None, **options)

    def forget(self):
        """As if nothing had come, and nothing were to be refused."""
        with self._changed:
            self.judge = lambda envelope, number: None
            self.mails.clear()
            self.asked = 0

    def to(self, address):
        """The mails to an address so far."""
        return [mail for mail in list(self.mails) if address in mail.recipients]


class LmtpBox(Mailboxes):
    """In the site's place: takes mails by LMTP."""

    def __init__(self, judge=lambda envelope, number: None):
        super().__init__(judge, LMTP)
