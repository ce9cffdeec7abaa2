"""tanbod as a process: started on a free port, killed, drained, started again."""

import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
import uuid

from support.patience import PATIENCE_S
from support.ports import lasting_port
from support.processes import kill_group

ROOT = pathlib.Path(__file__).resolve().parents[3]
BIN = pathlib.Path(os.environ.get("TANBOD", ROOT / "build" / "release" / "bin" / "tanbod"))
START_S_MAX = PATIENCE_S
STOP_S_MAX = PATIENCE_S
PROBE_S_MAX = 30  # then it is asked once more
# The least that is permitted: half of all work of these servers would be hashing passwords.
PASSWORD_HASH_BYTES = str(19 * 2**20)

OWN_SIGNALS = (signal.SIGKILL, signal.SIGTERM)
# A sanitizer's words, and lines of level error: neither may be in a log without its test knowing.
REPORTS = r"ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|runtime error:|^\S+Z error "


def new_database(folder):
    """A database that is not there yet: a file, or one of the PostgreSQL that TEST_POSTGRES names.

    TEST_POSTGRES is libpq's words for it, such as "host=/tmp/pg user=tanbo".
    """
    words = os.environ.get("TEST_POSTGRES")
    if not words:
        return folder / "tanbo.db"
    name = f"tanbo_{uuid.uuid4().hex}"
    subprocess.run(["psql", "-X", "-q", "-d", f"{words} dbname=postgres", "-c",
                    f"CREATE DATABASE {name}"], check=True)
    return f"postgres:{words} dbname={name}"


class Server:
    """One tanbod with one database. The same database is used again after a restart.

    `prefix` is a command that runs it, such as strace or prlimit; `flags` go to `tanbod serve`;
    `host` is the address where it is heard.
    """

    def __init__(self, folder, flags=(), prefix=(), database=None, host="127.0.0.1"):
        self.folder = pathlib.Path(folder)
        self.database = database or new_database(self.folder)
        self.flags = list(flags)
        self.prefix = list(prefix)
        self.host = host
        self.program = BIN
        self.listen = f"{host}:0"
        self.log_path = self.folder / "tanbod.log"
        self.reports = REPORTS
        self.process = None
        self.port = None

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.kill()
            raise

    def __exit__(self, *_):
        self.kill()

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    @property
    def log(self):
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def launch(self):
        """Starts the process without waiting for it."""
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        command = [*self.prefix, self.program, "serve", "--listen", self.listen,
                   "--port-file", port_file, "--database", self.database, *self.without_bots(),
                   "--accounts-password-hash-bytes", PASSWORD_HASH_BYTES, *self.flags]
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=log, start_new_session=True)
        return self

    def without_bots(self):
        """The setting that keeps house bots away, unless a test asks for them."""
        return [] if "--bots" in self.flags else ["--bots", "no"]

    def start(self):
        """Starts the process and waits until it is ready."""
        self.launch()
        port_file = self.folder / "port"
        self.wait_for(lambda: port_file.exists() and port_file.read_text().strip(), "no port")
        self.port = int(port_file.read_text())
        self.wait_for(lambda: self.probe("/readyz") == 200, "not ready")
        return self

    def wait_for(self, condition, complaint, seconds=None):
        """Waits for a condition while the process lives; as long as for a start, if not told."""
        seconds = seconds or START_S_MAX
        deadline = time.monotonic() + seconds
        while not condition():
            if self.process.poll() is not None:
                raise AssertionError(f"tanbod ended with {self.process.returncode}:\n{self.tail()}")
            if time.monotonic() > deadline:
                raise AssertionError(f"tanbod: {complaint} after {seconds} s:\n{self.tail()}")
            time.sleep(0.005)

    def probe(self, path):
        """The status of a GET, or None if no one answers."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=PROBE_S_MAX) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def kill(self):
        """kill -9, of the process group: a prefix goes too."""
        if self.process and self.process.poll() is None:
            kill_group(self.process.pid)
            self.process.wait(timeout=STOP_S_MAX)

    def restart(self):
        """A new process on the same database."""
        self.kill()
        return self.start()

    def settle(self):
        """Starts it again on a port that no one else is given while it is away, and keeps that."""
        self.end()
        self.listen = f"{self.host}:{lasting_port(self.host)}"
        return self.start()

    def terminate(self):
        """SIGTERM without waiting."""
        self.process.send_signal(signal.SIGTERM)

    def wait(self, seconds=STOP_S_MAX):
        """The exit status once the process has ended by itself."""
        return self.process.wait(timeout=seconds)

    def end(self):
        """Ends the process in an orderly way, and fails if anything in its life was not orderly."""
        if self.process and self.process.poll() is None:
            self.terminate()
            status = self.wait()
            assert status == 0, f"tanbod ended with {status}:\n{self.tail()}"
        # A signal other than the tests' own.
        status = self.process.returncode if self.process else 0
        assert status >= 0 or -status in OWN_SIGNALS, f"died of {-status}:\n{self.tail()}"
        found = re.search(self.reports, self.log, re.MULTILINE)
        assert found is None, self.log[found.start():][:8000]

    def tail(self):
        """The end of the log."""
        return self.log[-4000:]


def is_sanitized():
    """Whether the server is built with a sanitizer, which takes memory for itself."""
    return any(mark in BIN.read_bytes() for mark in (b"__asan_init", b"__tsan_init"))


def tanbod(*arguments, cwd=None, timeout=PATIENCE_S):
    """Runs tanbod to its end; yields a CompletedProcess with text output."""
    return subprocess.run([BIN, *arguments], cwd=cwd, capture_output=True, text=True,
                          timeout=timeout)
