"""The manual's pages of settings, commands and metrics are what the built programs print."""

import re
import sys

import pytest

from support.rest import Rest
from support.server import BIN
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


async def test_every_metric_is_on_the_page(make_server):
    listed = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", reference.committed("metrics"),
                             re.MULTILINE))
    server = make_server()
    async with Rest(server) as rest:
        told = (await rest.nobody.get("//metrics", expect=200)).body.decode()

    printed = dict(re.findall(r"^# TYPE (\w+) (\w+)$", told, re.MULTILINE))
    assert "tanbo_connections" in printed
    assert printed.items() <= listed.items()
