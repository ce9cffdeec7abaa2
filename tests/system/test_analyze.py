"""`tanbo analyze`: a finished game by a search, as a table, JSON and a picture."""

import json
import pathlib
import re
import subprocess
from xml.etree import ElementTree

import pytest

from support.server import BIN

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden" / "record-9x9.json"


def analyze(*arguments, text="", status=0):
    done = subprocess.run([BIN.parent / "tanbo", "analyze", *arguments], input=text, text=True,
                          capture_output=True, timeout=60, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module", name="record")
def random_record():
    """A finished game of many plies, played at random."""
    return GOLDEN.read_text()


def test_the_terminal_analyses_a_record(record):
    found = json.loads(analyze("-", "--json", "--simulations", "300", text=record))

    assert set(found) == {"game", "setup", "seats", "simulations", "seed", "turning_point",
                          "grades", "turns", "end"}
    turns = json.loads(record)["result"]["ply"]
    assert len(found["turns"]) == turns
    assert sum(found["end"]) == pytest.approx(1)
    table = analyze("-", "--simulations", "300", text=record)
    assert len([line for line in table.splitlines() if re.match(r" +\d+ (black|white) ", line)]) \
        == turns
    assert found["turning_point"]["sentence"] in " ".join(table.split())
    assert max(map(len, table.splitlines())) <= 80
    picture = analyze("-", "--svg", "--simulations", "300", text=record)
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_terminal_says_the_same_for_a_seed_and_simulations(record):
    arguments = ("-", "--json", "--simulations", "200", "--seed", "5")
    first = analyze(*arguments, text=record)

    assert analyze(*arguments, text=record) == first
    assert analyze("-", "--json", "--simulations", "200", "--seed", "6", text=record) != first


def test_the_terminal_refuses_what_cannot_be_analysed(tmp_path):
    assert "can't be opened" in analyze(str(tmp_path / "none"), status=1)
    assert analyze("-", text="{}", status=1).startswith("tanbo: ")
    running = (GOLDEN.parent / "record-open.json").read_text()
    assert "only a finished game" in analyze("-", text=running, status=1)
