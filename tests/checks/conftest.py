"""A scratch repository in which a check can be shown to fail."""

import subprocess

import pytest


class Repository:
    """A git working copy below `root`, empty at first."""

    def __init__(self, root):
        self.root = root
        subprocess.run(["git", "init", "--quiet", root], check=True)

    def write(self, name, text):
        """Writes the file `name`, making its folders."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)
