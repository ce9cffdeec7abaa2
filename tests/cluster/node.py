"""A tanbod on a machine of its own that is started again whenever it ends."""

import asyncio
import threading

from support.server import Server

LOOK_EVERY_S = 0.02
AGAIN_AFTER_S = 0.2  # one that can't be started yet
FAILED = 70  # of one that another has taken the place of
PORT = 8080  # on a machine of its own, where no program is given it by chance


class Node(Server):
    """One of several servers of a database. `ends` are the statuses that it ended with."""

    def __init__(self, folder, name, machine, database, flags=(), prefix=()):
        super().__init__(folder, flags, (*machine.prefix, *prefix), database, machine.address)
        self.name = name
        self.machine = machine
        self.ends = []
        self.is_watched = True
        self.in_hand = threading.Lock()  # of the thread that starts it
        self.listen = f"{self.host}:{PORT}"

    def begin_again(self):
        """Ends it in an orderly way and starts it, with nothing but what the database has."""
        self.is_watched = False
        with self.in_hand:
            self.end()
            self.start()
        self.is_watched = True

    def leave(self):
        """Kills it, also one that is being started, and starts it no more."""
        self.is_watched = False
        self.kill()
        with self.in_hand:
            self.kill()

    async def keep(self):
        """Starts it again, as a supervisor would, as soon as it has ended."""
        while True:
            if self.is_watched and self.process.poll() is not None:
                self.ends.append(self.process.returncode)
                if not await asyncio.to_thread(self.revive):
                    await asyncio.sleep(AGAIN_AFTER_S)
            await asyncio.sleep(LOOK_EVERY_S)

    def revive(self):
        """Whether it runs, started by this or somebody else; or is not to."""
        with self.in_hand:
            if not self.is_watched or (self.process and self.process.poll() is None):
                return True
            try:
                self.start()
                return True
            except AssertionError:
                self.kill()
                return False
