"""The files of docker/ parse, keep their promises of hardening, and name flags that tanbod has."""

import os
import re
import shlex
import subprocess

import pytest
import yaml

from source import ROOT

DOCKER = ROOT / "docker"
UNIT = DOCKER / "tanbod.service"
UNITS = [UNIT, DOCKER / "tanbod-backup.service"]
BOTS = DOCKER / "tanbo-bots.service"
TANBOD = ROOT / "build" / "release" / "bin" / "tanbod"


def exposure(unit):
    output = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        capture_output=True, text=True).stdout
    return float(re.search(r"Overall exposure level for \S+: ([\d.]+)", output)[1])


def settings_of_compose(**variables):
    """The arguments of tanbod, the variables put in or replaced by what stands for them."""
    compose = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    return {name: re.sub(r"\$\{(\w+):-(.*?)\}", lambda found: variables.get(*found.groups()), value)
            for name, value in compose["services"]["tanbod"]["environment"].items()}


def settings_of_compose_with_mail():
    return settings_of_compose(MAIL_DOMAIN="tanbo.example.org")


def settings_of_image():
    text = (DOCKER / "Dockerfile").read_text()
    return dict(re.findall(r"\b(TANBO_\w+)=(\S+)", text))


SAMPLE = ROOT / "build" / "release" / "documents" / "tanbo.toml"


def settings_of_sample():
    return {"TANBO_CONFIG": str(SAMPLE)}


def accepts(settings, *flags):
    return subprocess.run(
        [TANBOD, "check-config", *flags], env=settings, capture_output=True, text=True, timeout=600)


def test_nginx_has_the_limit_of_a_client_that_tanbod_has():
    limits = re.findall(r"^\s*limit_conn\s+tanbo_clients\s+(\d+);",
                        (DOCKER / "nginx.conf").read_text(), re.MULTILINE)
    default = re.search(r"connections_per_address_max = (\d+);",
                        (ROOT / "server" / "config" / "config.hpp").read_text())[1]

    assert limits == [default]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_unit_is_hardened(unit):
    assert exposure(unit) <= 1.5


def test_a_database_is_begun_by_init_alone():
    assert re.search(r'^create = "no"$', SAMPLE.read_text(), re.MULTILINE)
    assert settings_of_image()["TANBO_CREATE"] == "no"


def test_the_timer_runs_a_backup_that_is_there():
    timer = (DOCKER / "tanbod-backup.timer").read_text()

    assert re.search(r"^OnCalendar=", timer, re.MULTILINE)
    assert (DOCKER / "tanbod-backup.service").exists()
    verified = subprocess.run(
        ["systemd-analyze", "calendar", re.search(r"^OnCalendar=(.*)$", timer, re.MULTILINE)[1]],
        capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr


def test_what_another_start_does_not_mend_is_not_tried_again():
    prevented = re.search(r"^RestartPreventExitStatus=(.*)$", UNIT.read_text(), re.MULTILINE)[1]

    assert {"64", "65", "73", "78"} == set(prevented.split())


@pytest.mark.parametrize("unit", UNITS[1:], ids=lambda unit: unit.stem)
def test_commands_of_the_other_units_exist(unit):
    command = shlex.split(re.search(r"^ExecStart=(.*)$", unit.read_text(), re.MULTILINE)[1])

    result = subprocess.run([TANBOD, *command[1:], "--help"], capture_output=True, text=True)

    assert result.returncode == 0, result.stderr


def test_the_unit_of_the_bots_names_options_that_tanbo_has():
    command = shlex.split(re.search(r"^ExecStart=(.*)$", BOTS.read_text(), re.MULTILINE)[1])
    said = subprocess.run([TANBOD.parent / "tanbo", "bot", "--help"], capture_output=True,
                          text=True)

    assert said.returncode == 0, said.stderr
    assert all(word in said.stdout for word in command if word.startswith("--"))
    assert exposure(BOTS) <= 1.5


def test_exposure_rises_without_hardening(tmp_path):
    bare = tmp_path / "tanbod.service"
    bare.write_text("[Service]\nExecStart=/usr/bin/tanbod serve\n")

    assert exposure(bare) > 8


def test_services_are_hardened():
    compose = yaml.safe_load((DOCKER / "compose.yaml").read_text())

    assert set(compose["services"]) == {"tanbod", "backup", "caddy", "mail"}
    for service in compose["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in compose["services"]["tanbod"]
    assert "database:/var/lib/tanbo" in compose["services"]["tanbod"]["volumes"]


def test_image_is_not_run_by_root():
    lines = (DOCKER / "Dockerfile").read_text().splitlines()

    assert "USER 10001" in lines
    assert any(line.startswith("HEALTHCHECK") for line in lines)


@pytest.mark.parametrize("settings", [
    settings_of_compose, settings_of_compose_with_mail, settings_of_image, settings_of_sample])
def test_settings_mean_something(settings):
    result = accepts({**settings(), "TANBO_DATABASE": "/nonexistent-is-not-opened/tanbo.db"})

    assert result.returncode == 0, result.stderr
    assert "warning" not in result.stderr.lower()


@pytest.mark.parametrize("key", ["ExecStartPre", "ExecStart"])
def test_flags_of_the_unit_exist(key):
    command = shlex.split(re.search(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)[1])

    assert command[-2:] == ["--config", "/etc/tanbo/tanbo.toml"]
    result = accepts({}, *command[2:-1], SAMPLE)

    assert result.returncode == 0, result.stderr


def directives_of_unit(name):
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def test_the_unit_lets_webhooks_mails_and_sockets_out():
    families = set(directives_of_unit("RestrictAddressFamilies")[0].split())

    assert {"AF_INET", "AF_INET6", "AF_UNIX"} <= families
    assert directives_of_unit("IPAddressDeny") == []
    assert directives_of_unit("PrivateNetwork") == []
    # The folder that a socket of mail.lmtp can be in: all else but the database is read-only.
    assert directives_of_unit("RuntimeDirectory") == ["tanbo"]


def test_the_service_has_a_way_out_and_none_in():
    compose = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    networks = compose["networks"]
    tanbod = compose["services"]["tanbod"]

    ways_out = [name for name in tanbod["networks"] if not (networks[name] or {}).get("internal")]

    assert ways_out == ["egress"]
    assert "ports" not in tanbod
    # A service that shares a network with it, other than the trusted one, would be met there.
    others = [service for name, service in compose["services"].items() if name != "tanbod"]
    assert all("egress" not in service.get("networks", ()) for service in others)


def test_the_backup_of_the_composition_reads_the_same_database():
    services = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]
    [command] = services["backup"]["command"]
    words = re.search(r"tanbod (backup \S+ --keep \d+)", command)[1].split()
    volumes = dict(volume.split(":") for volume in services["backup"]["volumes"])

    assert volumes["database"] == "/var/lib/tanbo" and volumes["backups"] == words[1]
    assert services["backup"]["network_mode"] == "none"
    said = subprocess.run([TANBOD, *words, "--help"], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert f"-m 0700 {words[1]}" in (DOCKER / "Dockerfile").read_text()


@pytest.mark.parametrize("folder, variables", [
    ("", {}), ("cluster", {"SUPERUSER_PASSWORD": "a", "REPLICATION_PASSWORD": "b",
                           "DATABASE_PASSWORD": "c"})])
def test_the_compose_of_debian_takes_the_file(folder, variables):
    done = subprocess.run(["docker-compose", "config"], cwd=DOCKER / folder, text=True,
                          capture_output=True, env={**os.environ, **variables})

    assert done.returncode == 0, done.stderr


def test_the_compose_of_debian_refuses_what_it_does_not_know(tmp_path):
    text = (DOCKER / "compose.yaml").read_text()
    (tmp_path / "compose.yaml").write_text("name: tanbo\n" + text)

    done = subprocess.run(["docker-compose", "config"], cwd=tmp_path, capture_output=True)

    assert done.returncode != 0


def test_volumes_keep_their_names_wherever_the_folder_lies():
    assert "COMPOSE_PROJECT_NAME=tanbo\n" in (DOCKER / ".env").read_text()
    assert "COMPOSE_PROJECT_NAME=tanbo-cluster" in (DOCKER / "cluster" / "secrets.sh").read_text()


def test_compose_takes_a_relay_elsewhere():
    relay = "smtps://smtp.example.net:465"

    assert settings_of_compose()["TANBO_MAIL_RELAY"] == "smtp://mail:25"
    assert settings_of_compose(TANBO_MAIL_RELAY=relay)["TANBO_MAIL_RELAY"] == relay


def test_an_unknown_flag_is_refused():
    assert accepts({}, "--no-such-flag").returncode != 0
