"""The README's tour works as printed: every line runs, and what it shows is what comes out."""

import re
import subprocess
import tomllib

import pytest

from support.tour import ROOT, steps, walk

TANBOD = ROOT / "build" / "release" / "bin" / "tanbod"


def test_tour_works_as_printed(make_server, shell, tmp_path):
    markdown = (ROOT / "README.md").read_text()
    server = make_server(("--bots", "yes"))

    assert len(steps(markdown)) > 15
    walk(shell, markdown, server.url, tmp_path)
    walk(shell, markdown, server.url, tmp_path)  # by a reader who begins again


@pytest.mark.parametrize("line", ["false", "echo white\n# black", "false | cat", "no-such-command"])
def test_a_tour_that_lies_fails(shell, tmp_path, line):
    with pytest.raises(AssertionError):
        walk(shell, f"```sh\n{line}\n```\n", "", tmp_path)


def settings_of(markdown):
    """Name and default of every row of the table of settings, as `tanbod` would print it."""
    section = markdown.partition("\n## Settings\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([a-z_.]+)` \| ([^|]*) \| [^|]+ \|$", section, re.MULTILINE)
    return [(name, shown.replace("`", "").replace("none", "")) for name, shown in rows]


def settings_of_program():
    """The same from the program."""
    printed = subprocess.run(
        [TANBOD, "check-config"], env={}, capture_output=True, text=True, check=True).stdout
    found = []
    for name, value in tomllib.loads(printed).items():
        table = value if isinstance(value, dict) else {None: value}
        found += [(f"{name}.{key}" if key else name, value) for key, value in table.items()]
    return [(name, ", ".join(value) if isinstance(value, list) else str(value))
            for name, value in found]


def test_the_readme_names_every_setting_and_its_default():
    settings = settings_of_program()

    assert len(settings) > 15
    assert settings_of((ROOT / "README.md").read_text()) == settings


@pytest.mark.parametrize(
    "old,new", [("| 10000 |", "| 9999 |"), ("| `threads` |", "| `thread` |"),
                ("| `readers` |", "| readers |")])
def test_a_wrong_row_of_settings_is_seen(old, new):
    markdown = (ROOT / "README.md").read_text()

    assert settings_of(markdown.replace(old, new)) != settings_of_program()


def test_the_readme_names_every_command():
    markdown = (ROOT / "README.md").read_text()

    for program in (TANBOD, TANBOD.parent / "tanbo"):
        told = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
        listed = told.stdout.partition("Subcommands:")[2]
        commands = re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)
        assert len(commands) > 3
        for command in commands:
            assert re.search(rf"^\| `{program.name} {command}\b", markdown, re.MULTILINE), command


def test_a_sound_tour_passes(shell, tmp_path):
    walk(shell, "```sh\nA=black\necho $A\n# black\n```\n", "", tmp_path)
