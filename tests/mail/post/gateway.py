"""tanbod with its gateway, and a mail server in front of it."""

import contextlib
import sqlite3
import time

from post import domains
from post.mail_server import MailServer, free_port
from support.server import Server

SETTLE_S_MAX = 60


class Gateway:
    """A tanbod that takes letters from its own mail server, which takes everything it sends.

    Use with `with`. `settings` are more lines of main.cf, `flags` more of tanbod; `names` is the
    DNS that is asked for keys.
    """

    def __init__(self, folder, mailboxes, settings=(), flags=(), names=None):
        lmtp = free_port()
        self.mailboxes = mailboxes
        self.mail_server = MailServer(lmtp, mailboxes.port, settings, names=names)
        self.server = Server(folder, [
            "--public-url", f"https://{domains.GATEWAY}", "--mail-domain", domains.GATEWAY,
            "--mail-lmtp", f"127.0.0.1:{lmtp}", "--mail-authserv-id", domains.GATEWAY,
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

    def ask_database(self, query, *values):
        """Rows of the database, beside the server."""
        with contextlib.closing(sqlite3.connect(f"file:{self.server.database}?mode=ro",
                                                uri=True)) as database:
            return database.execute(query, values).fetchall()

    def settle(self, count, seconds=SETTLE_S_MAX):
        """Waits until so many letters have been worked through and nothing is on its way."""
        done = "SELECT COUNT(*) FROM letters WHERE done_at IS NOT NULL"
        waiting = ("SELECT (SELECT COUNT(*) FROM letters WHERE done_at IS NULL) + (SELECT COUNT(*) "
                   "FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL "
                   "AND dropped_at IS NULL)")
        deadline = time.monotonic() + seconds
        while self.ask_database(done)[0][0] < count or self.ask_database(waiting)[0][0]:
            assert time.monotonic() < deadline, self.server.tail()
            time.sleep(0.05)
        self.mail_server.until_empty(seconds)

    def letters(self):
        """The bytes of all letters that were taken, in the order of arrival."""
        return [raw for (raw,) in self.ask_database("SELECT raw FROM letters ORDER BY id")]
