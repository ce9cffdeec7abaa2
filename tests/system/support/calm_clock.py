"""A clock for promises of a server that are in seconds, on a machine that does other work, too.

It stands still while the machine keeps this process from running, as it then keeps the server.
"""

import threading
import time

STEP_S = 0.01
LATE_S_MIN = 0.002  # as any sleep is


class CalmClock:
    """Seconds in which somebody who wanted to run could. Use with `with`."""

    def __init__(self):
        self.stolen_s = 0.0
        self.seen_at = time.monotonic()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        self.seen_at = time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def now(self):
        """The seconds since some moment, without those in which nothing ran here."""
        at = time.monotonic()
        return at - self.stolen_s - self._late_s(at)

    def _late_s(self, at):
        """How late the watch is, which was to look again after a step."""
        late_s = at - self.seen_at - STEP_S
        return late_s if late_s > LATE_S_MIN else 0

    def _watch(self):
        while not self.is_over.wait(STEP_S):
            now = time.monotonic()
            self.stolen_s += self._late_s(now)
            self.seen_at = now
