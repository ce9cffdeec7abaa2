"""A PostgreSQL and its synchronous standby, each on a machine of its own, which change places."""

import itertools
import pathlib
import tempfile
import time
import uuid

from cluster import USER, Cluster
from network import run

READY_S_MAX = 180


class Pair:
    """The primary and, unless it is lost, its standby. Use with `with`."""

    def __init__(self, machines):
        self.machines = machines
        # Nothing of theirs has to survive more than their processes do, and memory is fast.
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-pair-"))
        run("mount", "-t", "tmpfs", "-o", "size=2g,mode=755", "tmpfs", str(self.place))
        self.names = (f"standby{number}" for number in itertools.count(1))
        self.primary = self._server(machines[0])
        self.standby = None

    def __enter__(self):
        self.primary.start()
        self.make_standby()
        return self

    def __exit__(self, *_):
        for server in (self.primary, self.standby):
            if server:
                server.stop()
        run("umount", "--lazy", str(self.place))
        self.place.rmdir()

    def new_database(self):
        """An empty database, as it is named to tanbod wherever the primary is."""
        name = f"tanbo_{uuid.uuid4().hex}"
        self.primary.new_database(name)
        self.until_followed()
        hosts = ",".join(machine.address for machine in self.machines)
        return f"postgres:host={hosts} port=5432,5432 user={USER} dbname={name}"

    def make_standby(self):
        """A new standby on the machine that has none, which the primary waits for."""
        self.standby = self._server(self._machine(besides=self.primary))
        self.standby.start_as_standby(self.primary, next(self.names))
        self.primary.set("synchronous_standby_names", "*")
        self.until_followed()

    def until_followed(self):
        """Waits until the standby shows all that the primary has."""
        end = time.monotonic() + READY_S_MAX
        while not self.primary.is_followed():
            assert time.monotonic() < end, "no standby"
            time.sleep(0.05)

    def fail_over(self):
        """The primary is dead; the standby takes its place, alone."""
        self.primary.kill()
        self.standby.promote()
        self.primary.stop()
        self.primary, self.standby = self.standby, None

    def machine_of(self, server):
        """The machine that a server of the two runs on."""
        return next(one for one in self.machines if one.address == server.address)

    def cut(self):
        """The two don't hear each other any more."""
        self.machine_of(self.standby).lose(self.machine_of(self.primary))

    def heal(self):
        """They do again."""
        self.machine_of(self.standby).heal()

    def _machine(self, besides):
        return next(one for one in self.machines if one.address != besides.address)

    def _server(self, machine):
        settings = ("max_wal_size=128MB", "wal_receiver_status_interval=1",
                    "wal_receiver_timeout=3s", "wal_sender_timeout=3s",
                    "wal_retrieve_retry_interval=200ms")
        return Cluster(settings, machine.address, machine.nobodys_prefix, self.place)
