"""The README's tour works as printed: every line runs, and what it shows is what comes out."""

import pathlib
import re
import signal
import subprocess
import time
import tomllib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TANBOD = ROOT / "build" / "release" / "bin" / "tanbod"
START_SECONDS_MAX = 20


def steps(markdown):
    """Each command of the ```sh blocks with the output shown below it, or None if none is."""
    found = []
    for block in re.findall(r"^```sh\n(.*?)^```$", markdown, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("# "):
                command, shown = found.pop()
                found.append((command, (shown or "") + line[2:] + "\n"))
            elif line:
                found.append((line, None))
    return found


class Shell:
    """One bash that runs line after line, as a reader would."""

    MARK = "=== end of line, status "

    def __init__(self):
        self.bash = subprocess.Popen(
            ["bash", "--norc", "-o", "pipefail"], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, line):
        """Exit status and output of one line."""
        self.bash.stdin.write(f'{line}\necho "{self.MARK}$?"\n')
        self.bash.stdin.flush()
        output = ""
        for text in self.bash.stdout:
            before, mark, status = text.partition(self.MARK)
            output += before
            if mark:
                return int(status), output
        raise AssertionError(f"the shell ended in: {line}\n{output}")

    def close(self):
        self.bash.stdin.close()
        self.bash.wait(timeout=10)
        self.bash.stdout.close()


@pytest.fixture
def shell():
    bash = Shell()
    yield bash
    bash.close()


@pytest.fixture
def server(tmp_path):
    """The address of a running tanbod with an empty database."""
    port_file = tmp_path / "port"
    process = subprocess.Popen([
        TANBOD, "serve", "--listen", "127.0.0.1:0", "--database", tmp_path / "tanbo.db",
        "--port-file", port_file])
    deadline = time.monotonic() + START_SECONDS_MAX
    while not (port_file.exists() and port_file.read_text().strip()):
        assert process.poll() is None, f"tanbod ended with status {process.returncode}"
        assert time.monotonic() < deadline, "tanbod does not listen"
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port_file.read_text().strip()}"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 0


def walk(shell, markdown, address, folder):
    """Runs all steps; the first that does not do as printed fails."""
    for line, shown in steps(markdown):
        line = line.replace("http://localhost:8080", address).replace("/tmp/", f"{folder}/")
        status, output = shell.run(line)
        assert status == 0, f"status {status}: {line}\n{output}"
        if shown is not None:
            assert output == shown, line


def test_tour_works_as_printed(server, shell, tmp_path):
    markdown = (ROOT / "README.md").read_text()

    assert len(steps(markdown)) > 15
    walk(shell, markdown, server, tmp_path)
    walk(shell, markdown, server, tmp_path)  # by a reader who begins again


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
