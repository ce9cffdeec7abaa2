"""The Python of the tests names nothing that is not there and imports nothing it does not use."""

import subprocess

from source import ROOT, tracked


def findings(*paths):
    """The complaints of pyflakes about the files, line by line."""
    command = ["/usr/bin/python3", "-m", "pyflakes", *paths]
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()


def test_tree_is_clean():
    assert findings(*(str(path) for path in tracked(".py", root=ROOT))) == []


def test_findings_are_found(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("import json\n\nprint(missing)\n")

    said = findings(str(path))

    assert [line.split(" ", 1)[1] for line in said] == [
        "'json' imported but unused", "undefined name 'missing'"]
