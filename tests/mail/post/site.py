"""tanbod with its site, and a mail server in front of it."""

import contextlib
import time

from post import domains
from post.mail_server import MailServer
from support import rows
from support.patience import PATIENCE_S
from support.ports import lasting_port
from support.server import Server

SETTLE_S_MAX = PATIENCE_S


class Site:
    """A tanbod that takes mails from its own mail server, which takes everything it sends.

    Use with `with`. `settings` are more lines of main.cf, `flags` more of tanbod; `names` is the
    DNS that is asked for keys.
    """

    def __init__(self, folder, mailboxes, settings=(), flags=(), names=None):
        lmtp = lasting_port()
        self.mailboxes = mailboxes
        self.mail_server = MailServer(lmtp, mailboxes.port, settings, names=names)
        self.server = Server(folder, [
            "--public-url", f"https://{domains.SITE}", "--mail-domain", domains.SITE,
            "--mail-lmtp", f"127.0.0.1:{lmtp}", "--mail-authserv-id", domains.SITE,
            "--mail-relay", f"smtp://127.0.0.1:{self.mail_server.port}",
            "--limits-sign-ups-per-minute", "100000", *flags])

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.enter_context(self.mail_server)
            stack.enter_context(self.server)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        try:
            self.server.end()
        finally:
            self._stack.close()

    def settle(self, count, seconds=SETTLE_S_MAX):
        """Waits until so many mails have been worked through and nothing is on its way."""
        deadline = time.monotonic() + seconds
        while rows.processed_mails_in(self.server) < count or self.still_waiting():
            assert time.monotonic() < deadline, self.server.tail()
            time.sleep(0.05)
        self.mail_server.until_empty(seconds)

    def still_waiting(self):
        """Mails that came in or are to go out, and are not done."""
        return rows.waiting_mails_in(self.server) + rows.waiting_mails_out(self.server)

    def mails(self):
        """The bytes of all mails that were taken, in the order of arrival."""
        return [raw for _, _, raw in rows.mails_in(self.server)]
