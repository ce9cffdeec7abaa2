"""The files of docker/cluster: hardened, of one mind about names and ports, and understood."""

import re
import stat
import subprocess

import pytest
import yaml

from source import ROOT
from test_docker import TANBOD

CLUSTER = ROOT / "docker" / "cluster"
COMPOSE = yaml.safe_load((CLUSTER / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
PATRONI = yaml.safe_load((CLUSTER / "patroni.yaml").read_text())
NODES = ["tanbod-1", "tanbod-2"]
DATABASES = ["database-1", "database-2", "database-3"]


def environment_of_unit(name):
    """The variables of a file of settings for systemd, or of the Environment= of a drop-in."""
    text = (CLUSTER / "units" / name).read_text()
    if name.endswith(".env"):
        return dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", text, re.MULTILINE))
    quoted = re.findall(r'^Environment="(\w+)=(.*)"$', text, re.MULTILINE)
    plain = re.findall(r"^Environment=([^\"].*)$", text, re.MULTILINE)
    return dict(quoted + [tuple(word.split("=", 1)) for line in plain for word in line.split()])


def variables_of(text):
    return set(re.findall(r'"\$\{(\w+)\}"', text))


def test_every_service_is_hardened_and_only_tls_is_published():
    for service in SERVICES.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["user"] if service.get("image") == "tanbo-cluster" else True
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]


def test_only_nodes_and_caddy_are_reached_from_or_reach_elsewhere():
    inner = {name for name, network in COMPOSE["networks"].items()
             if (network or {}).get("internal")}

    outer = {name: set(service["networks"]) - inner for name, service in SERVICES.items()}

    assert inner == {"inside"}
    assert {name: ways for name, ways in outer.items() if ways} == {
        "tanbod-1": {"egress"}, "tanbod-2": {"egress"}, "caddy": {"outside"}}


@pytest.mark.parametrize("settings", [
    *(SERVICES[node]["environment"] for node in NODES), environment_of_unit("tanbod.conf")])
def test_settings_of_nodes_mean_something(settings):
    known = {name: value for name, value in settings.items() if name.startswith("TANBO_")}
    known["TANBO_PUBLIC_URL"] = "https://tanbo.example.org"

    result = subprocess.run([TANBOD, "check-config"], env=known, capture_output=True, text=True)

    assert result.returncode == 0, result.stderr
    assert "warning" not in result.stderr.lower()
    assert known["TANBO_DATABASE_REPLICATED"] == "yes"


def test_a_node_asks_every_database():
    hosts = re.search(r"host=(\S+)", SERVICES["tanbod-1"]["environment"]["TANBO_DATABASE"])[1]

    assert hosts.split(",") == DATABASES
    assert {f"{name}:5432" for name in DATABASES} == {
        SERVICES[name]["environment"]["PATRONI_POSTGRESQL_CONNECT_ADDRESS"] for name in DATABASES}


def test_every_node_has_a_number_of_its_own():
    numbers = [SERVICES[node]["environment"]["TANBO_DATABASE_NODE"] for node in NODES]

    assert len(set(numbers)) == len(NODES) and all(int(number) > 0 for number in numbers)
    assert int(environment_of_unit("tanbod.conf")["TANBO_DATABASE_NODE"]) > 0


def test_house_bots_outlive_every_node():
    assert all("TANBO_BOTS" not in SERVICES[node]["environment"] for node in NODES)


def test_nothing_acknowledged_is_on_one_machine_alone():
    shared = PATRONI["bootstrap"]["dcs"]
    wanted = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}

    assert shared["synchronous_mode"] and shared["synchronous_mode_strict"]
    assert wanted.items() <= shared["postgresql"]["parameters"].items()
    assert {"encoding": "UTF8"} in PATRONI["bootstrap"]["initdb"]
    assert {"locale": "C.UTF-8"} in PATRONI["bootstrap"]["initdb"]


def test_nobody_comes_to_the_database_without_a_password():
    rules = [rule.split() for rule in PATRONI["bootstrap"]["pg_hba"]]

    assert {rule[-1] for rule in rules if rule[0] == "host"} == {"scram-sha-256"}
    assert {rule[-1] for rule in rules if rule[0] == "local"} == {"peer"}


def test_compose_and_units_set_the_same_variables():
    compose = SERVICES["database-1"]["environment"]

    assert set(compose) == set(environment_of_unit("patroni.env"))
    assert set(SERVICES["etcd-1"]["environment"]) == set(environment_of_unit("etcd.env"))
    asked = variables_of((CLUSTER / "haproxy.cfg").read_text())
    assert asked == set(environment_of_unit("haproxy.env"))
    assert asked == set(SERVICES["haproxy"]["environment"])


def test_haproxy_is_met_where_caddy_looks_for_tanbod():
    target = re.search(r"reverse_proxy (\w+):(\d+)", (CLUSTER.parent / "Caddyfile").read_text())

    assert SERVICES["haproxy"]["networks"]["inside"]["aliases"] == [target[1]]
    assert SERVICES["haproxy"]["environment"]["TANBO_BIND"] == f":{target[2]}"


def test_refusals_of_haproxy_are_the_servers():
    text = (CLUSTER / "haproxy.cfg").read_text()
    code = re.search(r'"code":"([a-z-]+)"', text)[1]

    assert f'"type":"urn:tanbo:error:{code}"' in text
    assert f'"{code}"' in (ROOT / "protocol" / "json" / "error.cpp").read_text()


def test_secrets_are_made_once(tmp_path):
    script = tmp_path / "secrets.sh"
    script.write_text((CLUSTER / "secrets.sh").read_text())
    made = subprocess.run(["bash", script], capture_output=True, text=True)
    text = (tmp_path / ".env").read_text()
    again = subprocess.run(["bash", script], capture_output=True, text=True)

    assert made.returncode == 0, made.stderr
    passwords = dict(line.split("=") for line in text.splitlines())
    used = set(re.findall(r"\$\{(\w+_PASSWORD):\?", (CLUSTER / "compose.yaml").read_text()))
    assert passwords.pop("COMPOSE_PROJECT_NAME") == "tanbo-cluster"
    assert set(passwords) == used
    assert len(set(passwords.values())) == 3
    assert all(len(password) == 48 for password in passwords.values())
    assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600
    assert again.returncode != 0 and "stays as it is" in again.stderr
    assert (tmp_path / ".env").read_text() == text


DUMP = """#!/bin/sh
for word; do case $word in --file=*) echo dump >"${word#--file=}" ;; esac; done
exit $STATUS
"""


@pytest.fixture
def dump(tmp_path):
    """Runs the backup with a pg_dump that ends with a status; yields the files that are left."""
    programs, folder = tmp_path / "bin", tmp_path / "backups"
    programs.mkdir()
    folder.mkdir()
    (programs / "pg_dump").write_text(DUMP)
    (programs / "pg_dump").chmod(0o755)
    for day in range(1, 6):
        (folder / f"tanbo-2026010{day}T000000Z.dump").touch()

    def run(status, keep):
        done = subprocess.run(["bash", CLUSTER / "backup.sh", folder, str(keep)], text=True,
                              env={"PATH": f"{programs}:/usr/bin:/bin", "STATUS": str(status)})
        return done.returncode, sorted(path.name for path in folder.iterdir())

    return run


def test_a_dump_takes_the_place_of_the_oldest(dump):
    status, names = dump(0, keep=3)

    assert status == 0 and len(names) == 3
    assert names[:2] == ["tanbo-20260104T000000Z.dump", "tanbo-20260105T000000Z.dump"]


def test_a_dump_that_fails_removes_nothing_and_leaves_nothing(dump):
    status, names = dump(1, keep=3)

    assert status != 0
    assert names == [f"tanbo-2026010{day}T000000Z.dump" for day in range(1, 6)]
