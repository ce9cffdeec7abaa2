"""A PostgreSQL of the tests' own: Debian's, in a folder that goes with it, heard on a socket."""

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")
USER = "tanbo"
START_S_MAX = 60
# All writes are thrown away: nothing has to survive a power cut. A tanbod refuses such a one.
HASTY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def name_of(address):
    """The database that an address of `words` and a name leads to."""
    return address.rpartition("=")[2]


def lives(process):
    """Whether a process has not ended; a zombie has."""
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


class Cluster:
    """One server. PostgreSQL refuses to run as root, so root's tests run it unprivileged.

    `address` is where it is heard besides its socket, `prefix` a command that runs it there
    unprivileged, and `place` the folder in which it makes its own.
    """

    def __init__(self, settings=HASTY, address="", prefix=(), place=None):
        self.address = address
        self.settings = (f"listen_addresses={address}", *settings)
        self.prefix = prefix
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-pg-", dir=place))
        self.user = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": ()}
        self.server = None

    def start(self):
        """Makes the cluster and waits until it answers."""
        # The order of texts is that of their bytes, as SQLite's.
        self._run("initdb", "--no-sync", "--auth=trust", f"--username={USER}", "--encoding=UTF8",
                  "--locale=C.UTF-8", "-D", self.data)
        if self.address:
            with open(self.data / "pg_hba.conf", "a", encoding="utf-8") as rights:
                rights.write("host all all samenet trust\nhost replication all samenet trust\n")
        self.launch()

    def start_as_standby(self, primary, name):
        """Makes a copy of another that takes over whatever that one writes, under a name."""
        self._run("pg_basebackup", "--no-sync", "--checkpoint=fast", "--write-recovery-conf",
                  "-d", primary.words, "-D", self.data)
        self.settings = (*self.settings,
                         f"primary_conninfo=host={primary.address} user={USER} connect_timeout=2 "
                         f"tcp_user_timeout=2000 application_name={name}")
        self.launch()

    def launch(self):
        """Starts the server and waits until it answers."""
        options = [word for setting in self.settings for word in ("-c", setting)]
        command = [*self.prefix, PROGRAMS / "postgres", "-D", self.data, "-k", self.folder]
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            self.server = subprocess.Popen([*command, *options], stdout=log, stderr=log,
                                           cwd=self.folder, **({} if self.prefix else self.user))
        end = time.monotonic() + START_S_MAX
        while not self._answers():
            if self.server.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text(encoding="utf-8"))
            time.sleep(0.05)

    @property
    def data(self):
        """The folder of all that it stores."""
        return self.folder / "data"

    @property
    def words(self):
        """How libpq is led to it."""
        return f"host={self.folder} user={USER}"

    def kill(self, meanwhile=None):
        """kill -9 of all its processes. They stand still before, while something else is done."""
        if self.server is None or self.server.poll() is not None:
            return
        self.server.send_signal(signal.SIGSTOP)  # it makes no more processes
        processes = self.own_processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        if meanwhile:
            meanwhile()
        for process in processes:
            os.kill(process, signal.SIGKILL)
        self.server.wait(timeout=START_S_MAX)
        while any(map(lives, processes)):
            time.sleep(0.005)

    def own_processes(self):
        """The ids of all its processes."""
        first = self.server.pid
        children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii")
        return [*map(int, children.split()), first]

    def promote(self):
        """Makes a standby a primary."""
        self._run("pg_ctl", "promote", "-D", self.data)

    def set(self, name, value):
        """Changes a setting of a server that runs."""
        self.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask("SELECT pg_reload_conf()")

    def is_followed(self):
        """Whether a synchronous standby is there, and shows all that was written before."""
        return self.ask(
            "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' "
            f"AND replay_lsn >= '{self.ask('SELECT pg_current_wal_flush_lsn()')[0][0]}'") == [["1"]]

    def stop(self):
        """Ends the server and removes its folder."""
        if self.server and self.server.poll() is None:
            self.server.send_signal(signal.SIGCONT)
            self.server.send_signal(signal.SIGQUIT)  # without writing what no one reads any more
            self.server.wait(timeout=START_S_MAX)
        shutil.rmtree(self.folder)

    def new_database(self, name, schema="", like=""):
        """An empty database with the text `schema` applied in one transaction.

        `like` is what is behind its name, for one that is not as the cluster's others.
        """
        self.ask(f"CREATE DATABASE {name} {like}", database="postgres")
        if schema:
            self.ask(schema, name, "--single-transaction")

    def processes(self, database):
        """The ids of the server's processes for everybody who is connected to a database."""
        rows = self.ask(f"SELECT pid FROM pg_stat_activity WHERE datname = '{database}'")
        return [int(process) for process, in rows]

    def committing(self):
        """The ids of the processes that are in a COMMIT."""
        rows = self.ask("SELECT pid FROM pg_stat_activity WHERE state = 'active' "
                        "AND query = 'COMMIT'")
        return [int(process) for process, in rows]

    def are_done(self, processes):
        """Whether none of them is in a COMMIT, but for waiting for the standby."""
        pids = ", ".join(map(str, processes))
        return self.ask("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' "
                        f"AND wait_event IS DISTINCT FROM 'SyncRep' AND pid IN ({pids})") == [["0"]]

    def asks_what_became_of_a_commit(self):
        """Whether a tanbod waits to learn that while a process is still in the COMMIT."""
        return self.ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
                        "AND query LIKE 'UPDATE writers SET checks%'") != [["0"]]

    def end_processes(self, processes):
        """As an administrator ends them."""
        for process in processes:
            self.ask(f"SELECT pg_terminate_backend({process})")

    def end_connections(self, database):
        """Ends all connections to a database."""
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 f"WHERE datname = '{database}'")

    def ask(self, sql, database="postgres", *options):
        """Runs SQL; the rows, a list of texts each. Raises RuntimeError with what is refused."""
        done = self._psql(sql, database, "-v", "ON_ERROR_STOP=1", *options)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    @contextlib.contextmanager
    def holding(self, sql, database):
        """A transaction that has run SQL and stays open until it is undone."""
        command = [*self.client, "-d", database]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as psql:
            print("BEGIN;", sql, "; SELECT 'done';", file=psql.stdin, flush=True)
            assert psql.stdout.readline() == "done\n"
            yield
            psql.stdin.close()

    def faults(self, lines, database):
        """Runs each line by itself; line number from 0 -> what is wrong with it."""
        done = self._psql("\n".join(lines), database)
        faults = {}
        for line in done.stderr.splitlines():
            place, found, text = line.partition(": ERROR:")
            if found:
                faults[int(place.rsplit(":", 1)[1]) - 1] = text.strip()
        return faults

    @property
    def client(self):
        """The command that runs SQL in a database."""
        return [PROGRAMS / "psql", "-X", "-q", "-A", "-t", "-F", "\x1f", "-h", self.folder,
                "-U", USER]

    def _psql(self, sql, database, *options):
        command = [*self.client, "-d", database, *options, "-f", "-"]
        return subprocess.run(command, input=sql, capture_output=True, text=True, check=False)

    def _answers(self):
        command = [PROGRAMS / "pg_isready", "-q", "-h", self.folder]
        return subprocess.run(command, check=False).returncode == 0

    def _run(self, program, *arguments):
        done = subprocess.run([PROGRAMS / program, *arguments], capture_output=True, text=True,
                              cwd=self.folder, check=False, **self.user)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
