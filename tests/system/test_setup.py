"""`tanbod init`: the answers it asks for, and the link for the first administrator."""

import os
import pty
import re
import subprocess
import urllib.parse

import pytest

from support import rows
from support.patience import PATIENCE_S
from support.rest import PASSWORD, Rest
from support.server import BIN, Server, tanbod

LINK = re.compile(r"^(https?://[^/]+)/account/reset\?token=(tbl_\S+)$", re.MULTILINE)
FILE = "# The settings.\n#public_url = \"\"\n\n[mail]\n#from_name = \"Tanbo\"\ndomain = \"\"\n"


def init(folder, *options, status=0):
    """Runs `tanbod init` in a folder; yields the process."""
    done = tanbod("init", "--database", folder / "tanbo.db", *options, cwd=folder)
    assert done.returncode == status, done
    return done


async def choose(rest, token, expect=200):
    """Sends the form of the link's page."""
    form = urllib.parse.urlencode({"token": token, "password": PASSWORD,
                                   "again": PASSWORD})
    return await rest.nobody.request(
        "POST", "//account/reset", data=form.encode(), expect=expect,
        headers={"Content-Type": "application/x-www-form-urlencoded"})


async def test_the_first_administrator_chooses_a_password_by_a_link_that_works_once(tmp_path):
    said = init(tmp_path, "--administrator", "anna").stdout
    address, token = LINK.search(said).groups()

    with Server(tmp_path) as server:
        async with Rest(server) as rest:
            await rest.nobody.post("/tokens", {"handle": "anna", "password": PASSWORD}, expect=401)
            await rest.nobody.get(f"//account/reset?token={token}", expect=200)
            await choose(rest, token)
            grant = await rest.nobody.post("/sessions", {"handle": "anna", "password": PASSWORD},
                                           expect=201)
            again = await choose(rest, token, expect=404)
        server.end()

    assert address == "http://127.0.0.1:8080"
    assert grant.json["handle"] == "anna"
    assert "used or expired" in again.body.decode()
    assert rows.role_of(server, "anna") == "admin"


async def test_the_link_expires(tmp_path):
    token = LINK.search(init(tmp_path, "--administrator", "anna").stdout)[2]
    rows.age_links(tmp_path / "tanbo.db", 3 * 86_400_000)

    with Server(tmp_path) as server:
        async with Rest(server) as rest:
            await choose(rest, token, expect=404)
        server.end()


def test_the_settings_file_gets_name_and_address(tmp_path):
    file = tmp_path / "tanbo.toml"
    file.write_text(FILE)

    said = init(tmp_path, "--config", file, "--name", 'The "Paddy"', "--address",
                "https://tanbo.example.org", "--administrator", "anna").stdout

    assert file.read_text() == FILE.replace(
        '#public_url = ""', 'public_url = "https://tanbo.example.org"').replace(
            '#from_name = "Tanbo"', 'from_name = "The \\"Paddy\\""')
    assert LINK.search(said)[1] == "https://tanbo.example.org"
    told = tanbod("check-config", "--config", file).stdout
    assert 'from_name = "The \\"Paddy\\""' in told


def test_without_a_file_it_says_which_variables_to_set(tmp_path):
    said = init(tmp_path, "--address", "https://tanbo.example.org").stdout

    assert "Set TANBO_PUBLIC_URL=https://tanbo.example.org\n" in said
    assert not LINK.search(said)


@pytest.mark.parametrize("options, said", [
    (("--administrator", "bot:1"), "--administrator must be a letter"),
    (("--administrator", "root"), "--administrator must not be a reserved word"),
    (("--address", "tanbo"), "--address must be"),
    (("--name", "a\nb"), "--name must be one line"),
])
def test_what_it_refuses_leaves_no_database(tmp_path, options, said):
    done = init(tmp_path, *options, status=64)

    assert said in done.stderr
    assert not (tmp_path / "tanbo.db").exists()


def test_a_database_that_is_there_keeps_everything_as_it_is(tmp_path):
    file = tmp_path / "tanbo.toml"
    file.write_text(FILE)
    init(tmp_path)

    done = init(tmp_path, "--config", file, "--name", "Paddy", "--administrator", "anna", status=1)

    assert "already exists" in done.stderr and file.read_text() == FILE
    assert rows.role_of(tmp_path / "tanbo.db", "anna") is None


def test_in_a_terminal_it_asks_until_an_answer_can_be_taken(tmp_path):
    ours, theirs = pty.openpty()
    os.write(ours, b"Paddy\nnowhere\nhttps://tanbo.example.org\nroot\nanna\n")
    with subprocess.Popen([BIN, "init", "--database", tmp_path / "tanbo.db"], cwd=tmp_path,
                          stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        while True:
            try:
                said += os.read(ours, 65_536)
            except OSError:  # the program has closed the terminal
                break
        assert process.wait(timeout=PATIENCE_S) == 0
    os.close(ours)

    text = said.decode().replace("\r\n", "\n")
    assert text.count("It must ") == 2
    assert "Set TANBO_MAIL_FROM_NAME=Paddy\n" in text
    assert LINK.search(text)[1] == "https://tanbo.example.org"
