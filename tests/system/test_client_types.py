"""The types of the Python client: they are the contract's, and mypy finds what they forbid."""

import re
import shlex
import subprocess
import sys

import pytest

from support.patience import PATIENCE_S
from support.printed import command, environment
from support.tour import ROOT

PAGE = (ROOT / "server" / "web" / "manual" / "clients.md").read_text()
sys.path.append(str(ROOT / "server" / "clients" / "python"))

import make_types  # noqa: E402

# Each line that ends so has a fault.
PROGRAM = """import tanbo_types
from tanbo_client import Tanbo


async def play(tanbo: Tanbo) -> str:
    seen = await tanbo.do("move", game=1, point="C2", ply=0)
    listed = await tanbo.do("list-legal-moves", game=1)
    await tanbo.do("set-plan", game=1, body={"ply": 0, "plan": []})
    await tanbo.do("ping", is_repeatable=True)
    name: tanbo_types.Point = ""
    async for push in tanbo.follow("game:1", after=0):
        if push["type"] == "move":
            name = push["data"]["point"]
            name = push["data"]["reason"]  # wrong
    await tanbo.do("movve", game=1)  # wrong
    await tanbo.do("move", game=1, ply=0)  # wrong
    await tanbo.do("move", game="1", point="C2", ply=0)  # wrong
    await tanbo.do("set-plan", game=1, body={"ply": 0})  # wrong
    return seen["event"]["data"]["point"] + listed["body"]["points"][0] + listed["points"]  # wrong
"""


@pytest.fixture(scope="module")
def contract():
    return make_types.contract()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the client and its types, as the manual puts them there."""
    made = tmp_path_factory.mktemp("typed")
    (made / "server").symlink_to(ROOT / "server")
    (made / "python3").symlink_to("/usr/bin/python3")
    for words in ("cp", "python3 server/clients/python/make_types.py"):
        line = shlex.split(command(PAGE, words), comments=True)
        subprocess.run(line, check=True, cwd=made, env=environment(made))
    return made


def faults(folder, *options, **programs):
    """The faults that mypy finds in programs, by file and line; other words of it end the test."""
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text)
    files = [f"{name}.py" for name in programs] or ["tanbo_client.py", "tanbo_types.py"]
    done = subprocess.run(["/usr/bin/python3", "-m", "mypy", *options, *files], text=True,
                          cwd=folder, capture_output=True, check=False, timeout=PATIENCE_S)
    assert done.returncode in (0, 1), done
    found = re.findall(r"^(\w+)\.py:(\d+): error: (.*)$", done.stdout, re.MULTILINE)
    return {(name, int(line)): told for name, line, told in found}


def test_the_client_and_its_types_have_no_fault(folder):
    assert faults(folder) == {}


def test_a_program_is_checked_by_the_types(folder):
    wrong = {("program", number) for number, line in enumerate(PROGRAM.splitlines(), 1)
             if line.endswith("# wrong")}

    assert set(faults(folder, program=PROGRAM)) == wrong and len(wrong) == 6


def examples(contract):
    """The examples of the contract's messages: the name of the type, and the message."""
    return [(make_types.name_of(message["payload"]), example["payload"])
            for message in contract["components"]["messages"].values()
            for example in message.get("examples", ())]


def test_the_types_take_every_example_of_the_contract_and_no_other(folder, contract):
    shown = examples(contract)
    lines = ["import tanbo_types"]
    for number, (name, message) in enumerate(shown):
        lines.append(f"a{number}: tanbo_types.{name} = {message!r}")
    for number, (name, message) in enumerate(shown):
        lines.append(f"b{number}: tanbo_types.{name} = {({**message, 'surprise': 1})!r}")

    found = {line for _, line in faults(folder, program="\n".join(lines) + "\n")}

    assert len(shown) > 40
    assert found == set(range(len(shown) + 2, 2 * len(shown) + 2))


def test_a_change_of_the_contract_changes_the_types(contract):
    schemas = contract["components"]["schemas"]
    changed = {**contract, "components": {**contract["components"], "schemas": {
        **schemas, "Move": {**schemas["Move"], "required": ["op", "game"]}}}}

    assert make_types.text_of(changed) != make_types.text_of(contract)
