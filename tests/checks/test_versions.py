"""The version stands in CMakeLists.txt alone: what else names one names the same."""

import json
import re
import subprocess
import sys

import pytest

from source import ROOT

sys.path.append(str(ROOT / "docker"))
from documents import changelog  # noqa: E402

BIN = ROOT / "build" / "release" / "bin"
VERSION = changelog.version(ROOT)


@pytest.mark.parametrize("words", [("tanbod", "--version"), ("tanbod", "version"),
                                   ("tanbo", "--version"), ("tanbo", "version")])
def test_the_programs_name_version_commit_and_build(words):
    said = subprocess.run([BIN / words[0], *words[1:]], capture_output=True, text=True, check=True)

    assert re.fullmatch(rf"{words[0]} {re.escape(VERSION)} "
                        r"\(commit [0-9a-f]{12}(-dirty)?, release\)\n", said.stdout), said.stdout


@pytest.mark.parametrize("folder", ["web/client", "clients/npm"])
def test_a_client_has_the_version_of_the_server(folder):
    package = ROOT / "server" / folder / "package.json"

    assert json.loads(package.read_text())["version"] == VERSION


def test_the_newest_changes_are_of_this_version():
    newest = next(changelog.releases(ROOT))

    assert newest.version == VERSION and newest.changes


CHANGES = """# Changelog

## [Unreleased]

### Added

- A page that says
  `much`.

## [1.2.0] - 2026-03-04

### Fixed

- A fault.
"""
DEBIAN = """tanbo-server (1.3.0) unstable; urgency=medium

  * A page that says much.

 -- {maintainer}  Fri, 01 Jan 2027 00:00:00 +0000

tanbo-server (1.2.0) unstable; urgency=medium

  * A fault.

 -- {maintainer}  Wed, 04 Mar 2026 00:00:00 +0000
"""


def test_the_changes_are_told_in_debian_s_form(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1798761600")
    (tmp_path / "CMakeLists.txt").write_text("project(tanbo VERSION 1.3.0 LANGUAGES CXX)\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)

    assert changelog.of_debian(tmp_path) == DEBIAN.format(maintainer=changelog.MAINTAINER)


@pytest.mark.parametrize("clone, environment, commit", [
    (True, {}, r"[0-9a-f]{12}"), (False, {"TANBO_COMMIT": "0123456789ab"}, "0123456789ab"),
    (False, {}, "unknown")])
def test_the_commit_is_that_of_the_source(tmp_path, clone, environment, commit):
    source = tmp_path / "source"
    source.mkdir()
    if clone:
        name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for words in (["init", "--quiet"],
                      [*name, "commit", "--quiet", "--allow-empty", "--message", "a"]):
            subprocess.run(["git", *words], cwd=source, check=True)
    output = tmp_path / "commit.cpp"

    subprocess.run(["cmake", f"-DSOURCE={source}", f"-DOUTPUT={output}", "-P",
                    ROOT / "protocol" / "commit.cmake"], check=True,
                   env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(tmp_path),
                        **environment})

    assert re.search(rf'build_commit = "{commit}";', output.read_text()), output.read_text()
