"""A PgBouncer before a PostgreSQL of the tests' own."""

import os
import pwd
import subprocess
import time

from cluster import START_S_MAX, USER

PROGRAM = "/usr/sbin/pgbouncer"
PORT = 6432


class Pool:
    """Lends the sessions of a cluster in one of PgBouncer's modes: "session", "transaction"."""

    def __init__(self, cluster, mode):
        self.folder = cluster.folder / f"pool-{mode}"
        self.folder.mkdir()
        settings = {"unix_socket_dir": self.folder, "listen_port": PORT, "auth_type": "any",
                    "pool_mode": mode, "ignore_startup_parameters": "extra_float_digits",
                    "logfile": self.folder / "log"}
        lines = [f"{name} = {value}" for name, value in settings.items()]
        server = f"* = host={cluster.folder} user={USER}"
        config = self.folder / "pgbouncer.ini"
        config.write_text("\n".join(["[databases]", server, "[pgbouncer]", *lines, ""]))
        # Like PostgreSQL, PgBouncer refuses to run as root.
        user = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": ()}
        self.process = subprocess.Popen([PROGRAM, "--quiet", config], stderr=subprocess.DEVNULL,
                                        cwd=self.folder, **user)
        end = time.monotonic() + START_S_MAX
        while not (self.folder / f".s.PGSQL.{PORT}").exists():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text(encoding="utf-8"))
            time.sleep(0.02)

    @property
    def words(self):
        """How libpq is led to it."""
        return f"host={self.folder} port={PORT} user={USER}"

    def stop(self):
        """Ends it, and all its connections."""
        self.process.kill()
        self.process.wait(timeout=START_S_MAX)
