"""Postfix with OpenDKIM and OpenDMARC, as docker/mail configures them, in a folder of its own.

What differs from a service in use: ports and paths, the DNS (records of the tests' own), the pauses
before something is tried again, and that everything goes to the mailboxes of the tests.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time

from post import domains

SHIPPED = pathlib.Path(__file__).resolve().parents[3] / "docker" / "mail"
CONFIGURATION = ("main.cf", "master.cf", "recipients", "headers", "networks", "opendkim.conf",
                 "opendmarc.conf")
DAEMONS = pathlib.Path("/usr/lib/postfix/sbin")
# The world writes from another address than tanbod: what comes from 127.0.0.1 is ours.
OUTSIDE = "127.0.0.2"
WAIT_S = 30
SPOOL_FOLDERS = ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming",
                 "private", "saved", "trace")
# What is tried again is tried again at once.
HASTE = {"queue_run_delay": "1s", "minimal_backoff_time": "1s", "maximal_backoff_time": "1s",
         "lmtp_connect_timeout": "5s", "lmtp_data_done_timeout": "20s",
         # One failure says nothing about the next letter.
         "lmtp_destination_concurrency_failed_cohort_limit": "0",
         "default_destination_concurrency_failed_cohort_limit": "0",
         "lmtp_destination_concurrency_limit": "4"}


def free_port(host="127.0.0.1"):
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


class PostOffice:
    """A mail server for the gateway's domain. Use with `with`; needs root, as Postfix does.

    `lmtp` is the port where the gateway takes letters, `mailboxes` the port of whoever gets
    everything else; `settings` are more lines of main.cf.
    """

    def __init__(self, lmtp, mailboxes, settings=()):
        self.lmtp = lmtp
        self.mailboxes = mailboxes
        self.settings = dict(settings)
        self.port = free_port()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-mail-"))
        self.processes = []

    def __enter__(self):
        try:
            self._configure()
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.processes[2:]:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=WAIT_S)
        self.end_milters()
        shutil.rmtree(self.folder)

    @property
    def log(self):
        """What Postfix wrote."""
        path = self.folder / "log" / "mail.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def _configure(self):
        self.folder.chmod(0o755)
        for name in CONFIGURATION:
            text = (SHIPPED / name).read_text().replace("/run/tanbo-mail", str(self.folder))
            (self.folder / name).write_text(text)
        self._make_folders()
        self._write_dns()
        master = self.folder / "master.cf"
        master.write_text(re.sub(r"^smtp( +inet)", rf"127.0.0.1:{self.port}\1", master.read_text(),
                                 flags=re.MULTILINE))
        settings = {"queue_directory": self.folder / "queue",
                    "data_directory": self.folder / "data",
                    "maillog_file": self.folder / "log" / "mail.log",
                    "maillog_file_prefixes": self.folder,
                    "virtual_transport": f"lmtp:inet:[127.0.0.1]:{self.lmtp}",
                    "relayhost": f"[127.0.0.1]:{self.mailboxes}", "inet_protocols": "ipv4",
                    "smtp_tls_security_level": "none", **HASTE, **self.settings}
        self.run("postconf", "-e", *(f"{name}={value}" for name, value in settings.items()))

    def _make_folders(self):
        for name in ("keys", "log", "queue", "data", "milters"):
            (self.folder / name).mkdir()
        for name in (*SPOOL_FOLDERS, "pid", "public", "maildrop"):
            (self.folder / "queue" / name).mkdir()
        for name in SPOOL_FOLDERS:
            shutil.chown(self.folder / "queue" / name, "postfix")
            (self.folder / "queue" / name).chmod(0o700)
        shutil.chown(self.folder / "queue" / "public", "postfix", "postdrop")
        shutil.chown(self.folder / "queue" / "maildrop", "postfix", "postdrop")
        (self.folder / "queue" / "maildrop").chmod(0o730)
        shutil.chown(self.folder / "data", "postfix")
        shutil.chown(self.folder / "milters", "root", "postfix")
        (self.folder / "milters").chmod(0o770)

    def _write_dns(self):
        key = self.folder / "keys" / "tanbo.private"
        domains.write_private_key(key)
        shutil.chown(key, "opendkim")
        for program, records, setting, loose in (
                # Below a folder that everybody may write to no key is safe.
                ("opendkim", domains.keys_in_dns(), "TestPublicKeys", "RequireSafeKeys no\n"),
                ("opendmarc", domains.policies_in_dns(), "TestDNSData", "")):
            path = self.folder / f"{program}.dns"
            path.write_text("".join(f"{name} {value}\n" for name, value in records.items()))
            with (self.folder / f"{program}.conf").open("a") as conf:
                conf.write(f"{setting} {path}\n{loose}")

    def _start(self):
        for program in ("opendkim", "opendmarc"):
            self._launch(f"/usr/sbin/{program}", "-f", "-x" if program == "opendkim" else "-c",
                         self.folder / f"{program}.conf")
        self._until(lambda: all((self.folder / "milters" / name).exists()
                                for name in ("opendkim", "opendmarc")), "no milters")
        self._launch(DAEMONS / "master", "-c", self.folder, "-d")
        self._until(self._greets, "no greeting")

    def _launch(self, *command):
        with (self.folder / "log" / "daemons.log").open("ab") as log:
            self.processes.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                start_new_session=True))

    def _greets(self):
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=5):
                return True
        except (OSError, smtplib.SMTPException):
            return False

    def _until(self, condition, complaint):
        deadline = time.monotonic() + WAIT_S
        while not condition():
            dead = [process.args for process in self.processes if process.poll() is not None]
            if dead or time.monotonic() > deadline:
                daemons = (self.folder / "log" / "daemons.log").read_text(errors="replace")
                raise AssertionError(f"{complaint}; ended: {dead}\n{daemons}\n{self.log[-4000:]}")
            time.sleep(0.02)

    def end_milters(self):
        """Ends who says who wrote a letter, as if both had died."""
        for process in self.processes[:2]:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=WAIT_S)

    def run(self, program, *arguments):
        """What a program of Postfix says about this Postfix."""
        command = [f"/usr/sbin/{program}", "-c", self.folder, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def queue(self):
        """What is still waiting, as postqueue tells it."""
        return [json.loads(line) for line in self.run("postqueue", "-j").splitlines()]

    def flush(self):
        """Tries what waits now."""
        self.run("postqueue", "-f")

    def until_empty(self, seconds=WAIT_S):
        """Waits until nothing waits any more."""
        deadline = time.monotonic() + seconds
        while self.queue():
            assert time.monotonic() < deadline, f"still in the queue: {self.queue()}"
            time.sleep(0.1)

    def connect(self, source=OUTSIDE):
        """An SMTP connection to it from outside."""
        return smtplib.SMTP("127.0.0.1", self.port, timeout=WAIT_S, source_address=(source, 0))

    def dial(self, source=OUTSIDE):
        """A bare connection from outside, greeting unread."""
        return socket.create_connection(("127.0.0.1", self.port), WAIT_S, (source, 0))
