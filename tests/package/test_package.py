"""The package on a clean Debian: installed, upgraded, removed and purged, beside games."""

import json
import re
import subprocess

import pytest

from post.machine import Machine, base, network_of_its_own
from support.package import ROOT, of_version

API = "http://127.0.0.1:8080/api/v1"
UNTIL_READY = "curl --silent --retry 60 --retry-delay 1 --retry-all-errors --fail {}/readyz"
WAIT = UNTIL_READY.format("http://127.0.0.1:8080")
GAME = f"""token=$(curl -sf -X POST {API}/guests | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl -sf {API}/games -H "Authorization: Bearer $token" --json '{{"setup":"9x9"}}'"""
# A question of dpkg about the settings would have no answer.
INSTALL = "dpkg --force-confold --install /root/{} 2>&1"


@pytest.fixture
def machine():
    """A Debian without the package."""
    with network_of_its_own(), Machine(base()) as running:
        yield running


def installed(machine, package):
    """The output of dpkg as it installs a package."""
    machine.put(package, "/root")
    return machine.run(INSTALL.format(package.name))


def begun(machine, package):
    """Installs the package, and yields the number of a game on its server."""
    installed(machine, package)
    machine.run("tanbod init && systemctl start tanbod")
    machine.run(WAIT)
    return json.loads(machine.run(GAME))["id"]


def has_game(machine, game):
    """Whether the running server knows it."""
    machine.run(WAIT)
    return json.loads(machine.run(f"curl -sf {API}/games/{game}"))["id"] == game


def test_a_new_server_runs_after_one_command(machine, package):
    said = installed(machine, package)

    assert "tanbod init" in said
    assert machine.run("systemctl is-enabled tanbod tanbod-backup.timer") == "enabled\nenabled\n"
    assert machine.run("systemctl is-active tanbod || true") == "inactive\n"
    # It listens as soon as `systemctl` returns: nothing is asked twice.
    machine.run("tanbod init && systemctl start tanbod && curl --fail http://127.0.0.1:8080/readyz")
    pid = machine.run("systemctl show --property=MainPID --value tanbod").strip()
    owners = machine.run("stat --format '%U %a' /var/lib/tanbo /etc/tanbo/tanbo.toml; "
                         "stat --format '%U' /var/lib/tanbo/tanbo.db*; "
                         f"stat --format '%U' /proc/{pid}")
    assert owners.split("\n")[:2] == ["tanbo 700", "root 640"]
    assert set(owners.split("\n")[2:]) == {"tanbo", ""}


@pytest.mark.parametrize("page", ["README.md", "server/web/manual/install.md"])
def test_a_new_server_runs_as_printed(machine, package, page):
    build, install, *begin = re.findall(
        r"^    ((?:bash docker/package|apt install|tanbod|systemctl) ?.*)$",
        (ROOT / page).read_text(), re.MULTILINE)
    machine.put(package, "/root/build/package")

    assert build == "bash docker/package.sh"  # which has made this package
    machine.run(f"cd /root && {install.replace('apt install', 'dpkg --install')}")
    machine.run("\n".join(["set -e", *begin]))
    machine.run(WAIT)


def test_an_upgrade_keeps_games_and_settings(machine, package, tmp_path):
    game = begun(machine, package)
    machine.run("sed -i 's/^#drain_seconds = 10/drain_seconds = 3/' /etc/tanbo/tanbo.toml")
    before = machine.run("systemctl show --property=MainPID tanbod")

    installed(machine, of_version(package, "99.0.0", tmp_path))

    assert has_game(machine, game)
    assert machine.run("systemctl show --property=MainPID tanbod") != before
    assert "drain_seconds = 3" in machine.run("tanbod check-config")
    assert machine.run("dpkg-query --show --showformat '${Version}' tanbo-server") == "99.0.0"


def test_a_removed_package_leaves_games_and_settings_to_the_next(machine, package):
    game = begun(machine, package)

    machine.run("dpkg --remove tanbo-server")

    assert machine.run("systemctl is-active tanbod || true") == "inactive\n"
    machine.run("test -s /var/lib/tanbo/tanbo.db && test -s /etc/tanbo/tanbo.toml")
    installed(machine, package)
    machine.run("systemctl start tanbod")
    assert has_game(machine, game)


def test_a_purged_package_leaves_nothing(machine, package):
    begun(machine, package)
    machine.run("systemctl start tanbod-backup && test -s /var/lib/tanbo/backups/tanbo-*.db")

    machine.run("dpkg --purge tanbo-server")

    found = machine.run("find /var/lib /etc /usr /run -name '*tanbo*' -not -path '*/passwd*'")
    assert found == ""


@pytest.mark.nightly
def test_a_minimal_debian_gets_all_that_the_package_needs(package, tmp_path):
    root, inside = tmp_path / "root", f"/root/{package.name}"
    install = f'chroot "$1" apt-get --yes --no-install-recommends install {inside}'
    subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", "bookworm", root,
                    f"--customize-hook=copy-in {package} /root", f"--customize-hook={install}"],
                   check=True, stdin=subprocess.DEVNULL)

    said = subprocess.run(
        ["chroot", root, "sh", "-ec", "tanbod init && tanbod check && stat --format %U "
         "/var/lib/tanbo/tanbo.db && tanbo version"], text=True, capture_output=True, check=False)

    assert said.returncode == 0, said.stderr
    assert "\ntanbo\n" in said.stdout
