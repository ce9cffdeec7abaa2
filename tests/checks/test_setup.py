"""server/setup.sh installs what is missing and nothing else, and says clearly when it cannot."""

import subprocess

import pytest

from source import ROOT

DEBIAN_12 = 'ID=debian\nVERSION_ID="12"\n'


class Machine:
    """A PATH with our own dpkg-query, apt-get, sudo and id; it records the calls of apt-get."""

    def __init__(self, folder):
        self.folder = folder
        self.calls = folder / "calls"
        self.release = folder / "os-release"
        self.release.write_text(DEBIAN_12)
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in ("bash", "sh", "env", "dirname", "grep", "sed", "tr", "cat"):
            (self.bin / tool).symlink_to(f"/usr/bin/{tool}")
        self.install(*every_package())
        self.tool("apt-get", f'echo "apt-get $*" >>{self.calls}')
        self.tool("id", "echo 0")

    def tool(self, name, script):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def install(self, *packages):
        known = "\n".join(f"installed {package}" for package in packages)
        (self.folder / "status").write_text(known + "\n")
        self.tool("dpkg-query", f"cat {self.folder}/status; exit 1")

    def run(self, *sections, **environment):
        return subprocess.run(
            ["bash", ROOT / "server" / "setup.sh", *sections], capture_output=True, text=True,
            env={"PATH": str(self.bin), "OS_RELEASE": str(self.release), **environment})

    def apt_calls(self):
        return self.calls.read_text() if self.calls.exists() else ""


def every_package():
    lines = (ROOT / "docker" / "packages.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if line and line[0] not in "#["]


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_calls_nothing_when_all_is_there(machine):
    result = machine.run("build", "test")

    assert (result.returncode, machine.apt_calls()) == (0, ""), result.stderr


def test_installs_what_is_missing_only(machine):
    machine.install(*(set(every_package()) - {"mold", "strace"}))

    result = machine.run("build", "test")

    assert result.returncode == 0, result.stderr
    assert machine.apt_calls().endswith(" --no-install-recommends install mold strace\n")


def test_uses_sudo_without_root(machine):
    machine.install(*(set(every_package()) - {"mold"}))
    machine.tool("id", "echo 1000")
    machine.tool("sudo", f'echo sudo >>{machine.calls}; exec "$@"')

    result = machine.run()

    assert result.returncode == 0, result.stderr
    assert machine.apt_calls().startswith("sudo\napt-get")


def test_a_command_from_elsewhere_replaces_its_package(machine):
    machine.install(*(set(every_package()) - {"nodejs", "npm"}))
    machine.tool("node", "exit 0")

    machine.run("web")

    assert machine.apt_calls().splitlines()[-1].endswith("install npm")


OTHER_SYSTEMS = ['ID=debian\nVERSION_ID="11"\n', "ID=fedora\nVERSION_ID=40\n", ""]


@pytest.mark.parametrize("release", OTHER_SYSTEMS)
def test_refuses_another_system(machine, release):
    machine.install(*(set(every_package()) - {"mold"}))
    machine.release.write_text(release)

    result = machine.run()

    assert result.returncode == 1 and machine.apt_calls() == ""
    assert "can only be installed on Debian 12" in result.stderr


def test_says_that_there_is_no_sudo(machine):
    machine.install(*(set(every_package()) - {"mold"}))
    machine.tool("id", "echo 1000")

    result = machine.run()

    assert result.returncode == 1 and "without root or sudo" in result.stderr


def test_a_failing_apt_is_not_hidden(machine):
    machine.install(*(set(every_package()) - {"mold"}))
    machine.tool("apt-get", 'case $* in *install*) exit 100 ;; esac')

    result = machine.run()

    assert result.returncode == 1 and "apt-get could not install: mold" in result.stderr


def test_refuses_an_unknown_section(machine):
    result = machine.run("tset")

    assert result.returncode == 1 and "no section [tset]" in result.stderr


def test_can_be_left_out(machine):
    machine.install()

    assert machine.run(TANBO_SKIP_SETUP="1").returncode == 0
    assert machine.apt_calls() == ""
