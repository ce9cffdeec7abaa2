"""tanbod with its gateway, and a mail server in front of it."""

import contextlib
import sqlite3

from post import domains
from post.office import PostOffice, free_port
from support.server import Server


class Gateway:
    """A tanbod that takes letters from its own mail server, which takes everything it sends.

    Use with `with`. `settings` are more lines of main.cf, `flags` more of tanbod.
    """

    def __init__(self, folder, mailboxes, settings=(), flags=()):
        lmtp = free_port()
        self.mailboxes = mailboxes
        self.office = PostOffice(lmtp, mailboxes.port, settings)
        self.server = Server(folder, [
            "--public-url", f"https://{domains.GATEWAY}", "--mail-domain", domains.GATEWAY,
            "--mail-lmtp", f"127.0.0.1:{lmtp}", "--mail-authserv-id", domains.GATEWAY,
            "--mail-relay", f"smtp://127.0.0.1:{self.office.port}", *flags])

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            stack.enter_context(self.office)
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

    def letters(self):
        """The bytes of all letters that were taken, in the order of arrival."""
        return [raw for (raw,) in self.ask_database("SELECT raw FROM letters ORDER BY id")]
