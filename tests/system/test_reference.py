"""The manual's pages of settings, commands and metrics are what the built programs print."""

import re
import subprocess
import sys

import pytest

from support.patience import PATIENCE_S
from support.rest import Rest
from support.server import BIN, tanbod
from support.tour import ROOT

sys.path.append(str(ROOT / "tests" / "checks"))
import reference  # pylint: disable=wrong-import-position


@pytest.mark.parametrize("name", ["settings", "tanbo", "tanbod"])
def test_a_page_is_what_the_programs_print(name):
    assert reference.committed(name) == reference.of_programs(BIN.parent)[name], reference.WRITE


@pytest.mark.parametrize("program,edit,page", [
    ("tanbod", "s/^readers = 2/readers = 3/", "settings"),
    ("tanbod", "s/^# Threads that read/# Threads which read/", "settings"),
    ("tanbod", "s/  --dry-run /  --dry-walk/", "tanbod"),
    ("tanbod", "s/^Print the version/Tell the version/", "tanbod"),
    ("tanbo", "s/  --new-guest/  --old-guest/", "tanbo"),
])
def test_a_changed_program_makes_its_page_stale(tmp_path, program, edit, page):
    for name in ("tanbo", "tanbod"):
        script = tmp_path / name
        change = edit if name == program else ""
        script.write_text(f"#!/bin/sh\n'{BIN.parent / name}' \"$@\" | sed '{change}'\n")
        script.chmod(0o755)

    made = reference.of_programs(tmp_path)

    assert [name for name in made if made[name] != reference.committed(name)] == [page]


def documented(program):
    """The exit statuses on a program's page."""
    _, _, table = reference.committed(program).partition("## Exit status")
    return {int(status) for status in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}


@pytest.mark.parametrize("words, status", [
    (["--help"], 0), (["version"], 0), ([], 64), (["nonsense"], 64), (["play"], 64),
    (["games", "nonsense"], 64), (["match", "level:1"], 64), (["engine", "--threads", "0"], 64),
    (["play", "http://127.0.0.1:1", "--clock", "3d"], 64),
    (["games", "http://127.0.0.1:1"], 1), (["show", "/no/such/file"], 1),
    (["play", "http://127.0.0.1:1", "--seat", "pink"], 1),
])
def test_tanbo_ends_with_a_documented_status(words, status):
    done = subprocess.run([BIN.parent / "tanbo", *words], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE_S)
    assert done.returncode == status, done
    assert status in documented("tanbo")


def test_tanbo_says_by_its_status_that_it_could_not_write():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BIN.parent / "tanbo", "replay"], stdout=full, check=False,
                              stderr=subprocess.PIPE, timeout=PATIENCE_S,
                              input=b'{"id":1,"setup":"9x9","moves":[]}\n')
    assert done.returncode == 2 and 2 in documented("tanbo"), done


@pytest.mark.parametrize("words, status", [
    (["--version"], 0), ([], 64), (["nonsense"], 64), (["admin"], 64), (["backup"], 64),
    (["serve", "--threads", "many"], 78), (["serve", "--port-file", "/no/such/folder/port"], 78),
    (["serve", "--listen", "203.0.113.1:1"], 69),
    (["serve", "--database", "/no/such/folder/tanbo.db"], 73),
    (["check", "/no/such/file"], 73), (["backup", "/proc/no/", "--database", "there.db"], 73),
    (["init", "--database", "there.db"], 1),
])
def test_tanbod_ends_with_a_documented_status(words, status, tmp_path):
    assert tanbod("init", "--database", "there.db", cwd=tmp_path).returncode == 0
    if words[:1] == ["serve"]:
        words = [*words, "--bots", "no"]
    for flag, value in (("--listen", "127.0.0.1:0"), ("--database", "there.db")):
        if words[:1] == ["serve"] and flag not in words:
            words = [*words, flag, value]
    done = tanbod(*words, cwd=tmp_path)
    assert done.returncode == status, done
    assert status in documented("tanbod")


async def test_every_metric_is_on_the_page(make_server):
    listed = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", reference.committed("metrics"),
                             re.MULTILINE))
    server = make_server()
    async with Rest(server) as rest:
        told = (await rest.nobody.get("//metrics", expect=200)).body.decode()

    printed = dict(re.findall(r"^# TYPE (\w+) (\w+)$", told, re.MULTILINE))
    assert "tanbo_connections" in printed
    assert printed.items() <= listed.items()
