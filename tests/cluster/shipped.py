"""Three machines as docker/cluster ships them: etcd and PostgreSQL under Patroni on each."""

import contextlib
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

from cluster import lives

CLUSTER = pathlib.Path(__file__).resolve().parents[2] / "docker" / "cluster"
PROGRAMS = ("etcd", "patroni", "haproxy")
READY_S_MAX = 120
PASSWORDS = {"PATRONI_SUPERUSER_PASSWORD": "superuser's", "PATRONI_REPLICATION_PASSWORD": "other",
             "TANBO_DATABASE_PASSWORD": "tanbo's"}


def missing_programs():
    """Those of docker/cluster that this machine has not."""
    return [name for name in PROGRAMS if not shutil.which(name)]


def variables_of(name):
    """The variables of a file of units/, which is for the first of the machines 10.0.0.1 to .3."""
    text = (CLUSTER / "units" / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([A-Z0-9_]+)=(.+)$", text, re.MULTILINE))


class Host:
    """etcd and Patroni on one of the machines, from what the files of docker/cluster say."""

    def __init__(self, number, machines, place):
        self.machine = machines[number]
        self.machines = machines
        self.name = f"database-{number + 1}"
        self.number = number
        self.place = place
        self.processes = []
        self.user = pwd.getpwnam("postgres")
        for folder in (self.folder("etcd"), self.folder("database")):
            folder.mkdir(mode=0o700)
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self.settings = place / f"{self.name}.yaml"
        text = (CLUSTER / "patroni.yaml").read_text(encoding="utf-8")
        self.settings.write_text(
            text.replace("/var/lib/tanbo-database", str(self.folder("database")))
                .replace("/usr/share/tanbo/docker/cluster", str(CLUSTER)), encoding="utf-8")

    def folder(self, of):
        """The folder of one of its programs."""
        return self.place / f"{of}-{self.number + 1}"

    def start(self):
        """Starts both programs, with whatever they have stored."""
        etcd = {**self._moved("etcd.env"), "ETCD_NAME": f"etcd-{self.number + 1}",
                "ETCD_DATA_DIR": str(self.folder("etcd") / "data")}
        patroni = {**self._moved("patroni.env"), **PASSWORDS, "PATRONI_NAME": self.name}
        self._run("etcd", ["etcd"], etcd)
        self._run("patroni", ["patroni", self.settings], patroni)

    def kill(self):
        """kill -9 of all that runs on the machine; no one hears of it any more."""
        self.machine.lose(*(other for other in self.machines if other is not self.machine))
        mine = os.readlink(f"/proc/{self.machine.holder.pid}/ns/net")
        running = [process for process in self._all_processes(mine)
                   if process != self.machine.holder.pid]
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for process in self.processes:
            process.wait()
        while any(map(lives, running)):
            time.sleep(0.005)
        self.processes = []

    @staticmethod
    def _all_processes(network):
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(entry / "ns" / "net") == network:
                    found.append(int(entry.name))
            except OSError:
                pass
        return found

    def _moved(self, name):
        """The variables of a file, for this machine's address instead of that of the first."""
        moved = {}
        for variable, value in variables_of(name).items():
            is_list = value.count("10.0.0.") > 1
            for number, machine in enumerate(self.machines):
                value = value.replace(f"10.0.0.{number + 1}:", f"{{{number}}}:")
            addresses = [machine.address for machine in self.machines]
            own = [self.machine.address] * len(addresses)
            moved[variable] = value.format(*(addresses if is_list else own))
        return moved

    def _run(self, name, command, variables):
        prefix = (*self.machine.prefix, "--setuid", str(self.user.pw_uid),
                  "--setgid", str(self.user.pw_gid))
        with open(self.place / f"{name}-{self.number + 1}.log", "a", encoding="utf-8") as log:
            self.processes.append(subprocess.Popen(
                [*prefix, *command], env={**os.environ, **variables}, stdout=log, stderr=log,
                cwd=self.place))


class Shipped:
    """The three machines' database. Use with `with`."""

    def __init__(self, machines):
        self.machines = machines
        self.holder = tempfile.TemporaryDirectory(prefix="tanbo-shipped-")
        self.place = pathlib.Path(self.holder.name)
        self.hosts = []

    def __enter__(self):
        self.place.chmod(0o755)
        self.passfile.write_text(f"*:5432:tanbo:tanbo:{PASSWORDS['TANBO_DATABASE_PASSWORD']}\n",
                                 encoding="utf-8")
        self.passfile.chmod(0o600)
        self.hosts = [Host(number, self.machines, self.place)
                      for number in range(len(self.machines))]
        for host in self.hosts:
            host.start()
        self.until_whole()
        return self

    def __exit__(self, *_):
        for host in self.hosts:
            host.kill()
        self.holder.cleanup()

    @property
    def passfile(self):
        """The file with the password of tanbod's role."""
        return self.place / "passfile"

    @property
    def database(self):
        """The database, as it is named to tanbod."""
        hosts = ",".join(machine.address for machine in self.machines)
        return f"postgres:host={hosts} dbname=tanbo user=tanbo passfile={self.passfile}"

    def members(self):
        """The name and the role of each that runs, by what Patroni says."""
        for host in self.hosts:
            try:
                url = f"http://{host.machine.address}:8008/cluster"
                with urllib.request.urlopen(url, timeout=2) as answer:
                    told = json.load(answer)["members"]
            except (OSError, ValueError):
                continue
            return {one["name"]: one["role"] for one in told
                    if one["state"] in ("running", "streaming")}
        return {}

    def until_whole(self):
        """Waits until there are a primary and two synchronous standbys."""
        end = time.monotonic() + READY_S_MAX
        while sorted(self.members().values()) != ["leader", "sync_standby", "sync_standby"]:
            assert time.monotonic() < end, f"only {self.members()}, see {self.place}"
            time.sleep(0.5)

    def leader(self):
        """The host of the PostgreSQL that takes writes."""
        roles = self.members()
        return next(host for host in self.hosts if roles.get(host.name) == "leader")

    def standby(self):
        """A host of a PostgreSQL that the primary waits for."""
        roles = self.members()
        return next(host for host in self.hosts if roles.get(host.name) == "sync_standby")

    def until_led_by_another(self, dead):
        """Waits until another host's PostgreSQL takes writes."""
        end = time.monotonic() + READY_S_MAX
        while "leader" not in {role for name, role in self.members().items() if name != dead.name}:
            assert time.monotonic() < end, f"only {self.members()}, see {self.place}"
            time.sleep(0.1)

    def revive(self, host):
        """A machine that was dead is there again, and caught up."""
        host.machine.heal()
        host.start()
        self.until_whole()
