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
from support.patience import PATIENCE_S
from support.ports import lasting_port
from support.processes import kill_group

DOCKER = pathlib.Path(__file__).resolve().parents[3] / "docker"
SHIPPED = DOCKER / "mail"
# The world writes from another address than tanbod: what comes from 127.0.0.1 is ours.
OUTSIDE = "127.0.0.2"
WAIT_S = PATIENCE_S
# A mail that is tried again is tried again at once.
HASTE = {"queue_run_delay": "1s", "minimal_backoff_time": "1s", "maximal_backoff_time": "1s",
         "lmtp_connect_timeout": "5s", "lmtp_data_done_timeout": "20s",
         # One failure says nothing about the next mail.
         "lmtp_destination_concurrency_failed_cohort_limit": "0",
         "default_destination_concurrency_failed_cohort_limit": "0",
         "lmtp_destination_concurrency_limit": "4"}


class MailServer:
    """A mail server for the site's domain. Use with `with`; needs root, as Postfix does.

    `lmtp` is the port where the site takes mails, `mailboxes` the port that gets
    everything else; `settings` are more lines of main.cf, `prefix` is a command that runs it.
    `services` are more ports that take mails, each with settings of its own. `names` is the DNS
    server (Names) that is asked for keys; without it they are in a file.
    """

    def __init__(self, lmtp, mailboxes, settings=(), prefix=(), services=(), names=None):
        self.lmtp = lmtp
        self.mailboxes = mailboxes
        self.settings = dict(settings)
        self.prefix = prefix
        self.services = dict(services)
        self.names = names
        self.port = lasting_port()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-mail-"))
        self.postfix = self.folder / "run" / "postfix"
        self.log_path = self.folder / "log"
        self.process = None

    def __enter__(self):
        try:
            self._configure()
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.process:
            pid = self.folder / "queue" / "pid" / "master.pid"
            if self._is_up() and pid.exists():
                os.kill(int(pid.read_text()), signal.SIGTERM)
                self.process.wait(timeout=WAIT_S)
            kill_group(self.process.pid)
            self.process.wait(timeout=WAIT_S)
        shutil.rmtree(self.folder)

    @property
    def log(self):
        """Its log."""
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def _configure(self):
        """Copies what is shipped, and changes what tests need."""
        self.folder.chmod(0o755)
        shipped = self.folder / "shipped"
        shutil.copytree(SHIPPED, shipped)
        for name in ("queue", "data"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "data", "postfix")
        master = shipped / "master.cf"
        text = re.sub(r"^smtp( +inet)", rf"127.0.0.1:{self.port}\1", master.read_text(),
                      flags=re.MULTILINE)
        # New mail that was not noticed is looked for every second, not every five minutes.
        text = re.sub(r"^(qmgr .*)300", r"\g<1>1", text, flags=re.MULTILINE)
        master.write_text(text + self._more_doors())
        settings = {"queue_directory": self.folder / "queue",
                    "data_directory": self.folder / "data",
                    "maillog_file": self.log_path, "maillog_file_prefixes": self.folder,
                    "virtual_transport": f"lmtp:inet:[127.0.0.1]:{self.lmtp}",
                    "inet_protocols": "ipv4", "smtp_tls_security_level": "none",
                    **HASTE, **self.settings}
        command = ["postconf", "-c", shipped, "-e"]
        subprocess.run([*command, *(f"{name}={value}" for name, value in settings.items())],
                       check=True)
        self._write_dns(shipped)

    def _more_doors(self):
        rows = (f"127.0.0.1:{port} inet n - n - - smtpd -v\n"
                + "".join(f"  -o {name}={value}\n" for name, value in settings.items())
                for port, settings in self.services.items())
        return "".join(rows)

    def _write_dns(self, shipped):
        (self.folder / "state").mkdir()
        domains.write_private_key(self.folder / "state" / "tanbo.private")
        # Below a folder that everybody may write to no key is safe.
        loose = "RequireSafeKeys no\n"
        if self.names:
            resolver = self.folder / "unbound.conf"
            resolver.write_text(self.names.configuration())
            self._add_setting(shipped, "opendkim", f"{loose}ResolverConfiguration {resolver}\n")
        else:
            keys = self._write_records("opendkim", domains.keys_in_dns())
            self._add_setting(shipped, "opendkim", f"{loose}TestPublicKeys {keys}\n")
        policies = self._write_records("opendmarc", domains.policies_in_dns())
        self._add_setting(shipped, "opendmarc", f"TestDNSData {policies}\n")

    def _write_records(self, program, records):
        path = self.folder / f"{program}.dns"
        path.write_text("".join(f"{name} {value}\n" for name, value in records.items()))
        return path

    @staticmethod
    def _add_setting(shipped, program, lines):
        with (shipped / f"{program}.conf").open("a") as conf:
            conf.write(lines)

    def _start(self):
        variables = {"MAIL_DOMAIN": domains.SITE, "MAIL_RUN": str(self.folder / "run"),
                     "MAIL_STATE": str(self.folder / "state"),
                     "MAIL_RELAY": f"[127.0.0.1]:{self.mailboxes}"}
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, "bash", self.folder / "shipped" / "start.sh"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                env={**os.environ, **variables}, start_new_session=True)
        deadline = time.monotonic() + WAIT_S
        while not self._greets():
            assert self._is_up() and time.monotonic() < deadline, f"no greeting:\n{self.log}"
            time.sleep(0.02)

    def _is_up(self):
        return self.process.poll() is None

    def _greets(self):
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=5):
                return True
        except (OSError, smtplib.SMTPException):
            return False

    def run(self, program, *arguments):
        """The output of a program of Postfix about this Postfix."""
        command = [f"/usr/sbin/{program}", "-c", self.postfix, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def queue(self):
        """The mails that still wait, as postqueue tells it."""
        return [json.loads(line) for line in self.run("postqueue", "-j").splitlines()]

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
