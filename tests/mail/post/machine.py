"""A clean Debian 12 that runs its own systemd, for steps that change a whole machine.

Its packages come from Debian once and stay in ~/.cache/tanbo; what a test changes lies above them
and is forgotten. It shares nothing with this system but the kernel: even its network is its own.
"""

import contextlib
import ctypes
import fcntl
import hashlib
import os
import pathlib
import shutil
import smtplib
import subprocess
import tempfile
import time

from support.patience import PATIENCE_S

ROOT = pathlib.Path(__file__).resolve().parents[3]
CACHE = pathlib.Path.home() / ".cache" / "tanbo"
TANBOD = pathlib.Path(os.environ.get("TANBOD", ROOT / "build" / "release" / "bin" / "tanbod"))
BOOT = pathlib.Path(__file__).with_name("machine_boot.sh")
# Everything that tanbod needs, the mail server, and what a Debian has that people log in to.
SECTIONS = ("[run]", "[mail]")
MORE_PACKAGES = ("opendkim-tools", "systemd", "systemd-sysv",
                 # Commands of the checks in the manual, and a checker of mails beside ours.
                 "bind9-dnsutils", "libnet-dns-perl", "rspamd", "swaks")
# Those of them that a test starts itself.
NOT_YET = ("rspamd",)
INSIDE, OUTSIDE = "192.0.2.25", "192.0.2.1"
CLONE_NEWNET = 0x40000000
WAIT_S = PATIENCE_S
NAMESPACES = ("--mount", "--pid", "--fork", "--net", "--uts", "--ipc", "--cgroup")


def packages():
    """The names of all packages that the machine is made of."""
    found, section = list(MORE_PACKAGES), ""
    for line in (ROOT / "docker" / "packages.txt").read_text().splitlines():
        if line.startswith("["):
            section = line
        elif line and line[0] != "#" and section in SECTIONS:
            found.append(line.split()[0])
    return sorted(set(found))


def base():
    """The folder of a system with these packages, fetched if it is not yet there."""
    wanted = ",".join(packages())
    folder = CACHE / f"machine-{hashlib.sha256(wanted.encode()).hexdigest()[:16]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "machine.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for old in CACHE.glob("machine-*"):
                shutil.rmtree(old)
            half = CACHE / "machine-half"
            subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={wanted}",
                            # A mirror may be away for a moment.
                            '--aptopt=Acquire::Retries "8"', "bookworm", half],
                           check=True, stdin=subprocess.DEVNULL)
            half.rename(folder)
    return folder


@contextlib.contextmanager
def network_of_its_own():
    """This thread, and those it starts, in a network where nothing is yet but the loopback."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net", "rb") as before:
        if libc.unshare(CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "no network of its own")
        try:
            subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
            yield
        finally:
            libc.setns(before.fileno(), CLONE_NEWNET)


class Machine:
    """A running Debian at INSIDE, this thread's network being everything OUTSIDE.

    `system` is the folder that base() yields. Use with `with`.
    """

    def __init__(self, system):
        self.system = system
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-machine-"))
        self.groups = []
        self.process = None
        self.pid = None

    def __enter__(self):
        try:
            self._lay_root()
            self._boot()
            self._connect()
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        if self.process:
            self.process.kill()
            self.process.wait(timeout=WAIT_S)
        for group in self.groups:
            self._remove_group(group)
        subprocess.run(["umount", "--lazy", self.folder], check=False, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _lay_root(self):
        """All writes go to memory, above the packages."""
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.folder], check=True)
        for name in ("upper", "work", "root"):
            (self.folder / name).mkdir()
        layers = f"lowerdir={self.system},upperdir={self.folder}/upper,workdir={self.folder}/work"
        root = self.folder / "root"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, root], check=True)
        (root / "etc" / "resolv.conf").write_text(f"nameserver {OUTSIDE}\n")
        for service in NOT_YET:
            (root / "etc" / "systemd" / "system" / f"{service}.service").symlink_to("/dev/null")
        (root / "etc" / "machine-id").write_text(hashlib.md5(b"tests").hexdigest() + "\n")

    def _boot(self):
        groups = pathlib.Path("/sys/fs/cgroup")
        hierarchies = [groups] if (groups / "cgroup.controllers").exists() else [
            groups / "systemd", groups / "unified"]
        self.groups = [path / self.folder.name for path in hierarchies if path.exists()]
        for group in self.groups:
            group.mkdir()
        enter = "".join(f"echo $$ >{group}/cgroup.procs; " for group in self.groups)
        self.process = subprocess.Popen(
            ["sh", "-ec", enter + 'exec "$@"', "sh", "unshare", *NAMESPACES, "--kill-child",
             "bash", BOOT, self.folder / "root", TANBOD, ROOT], stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + WAIT_S
        while "running" not in self._state() and "degraded" not in self._state():
            assert self.process.poll() is None and time.monotonic() < deadline, self._state()
            time.sleep(0.1)

    def _state(self):
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with contextlib.suppress(OSError, IndexError):
            self.pid = int(pathlib.Path(children).read_text().split()[0])
            return self._inside("systemctl", "is-system-running").stdout
        return ""

    def _connect(self):
        for line in (f"link add outside type veth peer name eth0 netns {self.pid}",
                     f"address add {OUTSIDE}/24 dev outside", "link set outside up"):
            subprocess.run(["ip", *line.split()], check=True)
        for line in ("link set lo up", f"address add {INSIDE}/24 dev eth0", "link set eth0 up",
                     f"route add default via {OUTSIDE}"):
            subprocess.run(["nsenter", "--target", str(self.pid), "--net", "ip", *line.split()],
                           check=True)

    def _inside(self, *command, stdin=None):
        return subprocess.run(
            ["nsenter", "--target", str(self.pid), "--mount", "--uts", "--ipc", "--net", "--pid",
             "--cgroup", "--root", "env", "-i", "LANG=C.UTF-8",
             "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command],
            input=stdin, capture_output=True, text=True, timeout=4 * WAIT_S)

    def run(self, script):
        """The output of a bash of the machine's root that stops at the first error."""
        done = self._inside("bash", "-euo", "pipefail", "-s", stdin=f"cd /source\n{script}")
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{self.log()}"
        return done.stdout

    def put(self, path, folder):
        """Copies a file into a folder of the machine."""
        inside = pathlib.Path(f"/proc/{self.pid}/root{folder}")
        inside.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, inside)

    def log(self):
        """The last lines of the journal."""
        return self._inside("journalctl", "--no-pager", "--lines=80").stdout

    def connect(self):
        """An SMTP connection from outside."""
        return smtplib.SMTP(INSIDE, 25, local_hostname="players.example", timeout=WAIT_S)

    @staticmethod
    def _remove_group(group):
        deadline = time.monotonic() + WAIT_S
        while group.exists():
            for path in sorted((path for path in group.rglob("*") if path.is_dir()), reverse=True):
                with contextlib.suppress(OSError):
                    path.rmdir()
            with contextlib.suppress(OSError):
                group.rmdir()
            assert not group.exists() or time.monotonic() < deadline, f"in use: {group}"
