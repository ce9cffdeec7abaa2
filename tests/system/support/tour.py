"""Tours of the documents: blocks of commands for a shell, with what they print."""

import pathlib
import re
import subprocess

from support.patience import PATIENCE_S

ROOT = pathlib.Path(__file__).resolve().parents[3]


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
        self.bash.wait(timeout=PATIENCE_S)
        self.bash.stdout.close()


def walk(shell, markdown, address, folder):
    """Runs all steps; the first that does not do as printed fails."""
    for line, shown in steps(markdown):
        line = line.replace("http://localhost:8080", address).replace("/tmp/", f"{folder}/")
        status, output = shell.run(line)
        assert status == 0, f"status {status}: {line}\n{output}"
        if shown is not None:
            assert output == shown, line
