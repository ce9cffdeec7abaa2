"""docker/pin.sh writes digests into the files of docker/, all or none, and tells what has none."""

import shutil
import subprocess

import pytest

from source import ROOT

FILES = ("Dockerfile", "mail/Dockerfile", "compose.yaml")
DEBIAN, CADDY = "docker.io/library/debian:12-slim", "docker.io/library/caddy:2"


@pytest.fixture
def pin(tmp_path):
    """Runs a copy of the script beside copies of the files, the registry's answer put in."""
    folder = tmp_path / "docker"
    (folder / "mail").mkdir(parents=True)
    for name in (*FILES, "pin.sh"):
        shutil.copy(ROOT / "docker" / name, folder / name)
    registry = tmp_path / "registry"

    def run(*options, answer="exit 1"):
        registry.write_text(f"#!/bin/sh\n{answer}\n")
        registry.chmod(0o755)
        return subprocess.run(["bash", folder / "pin.sh", *options], capture_output=True,
                              text=True, env={"PATH": "/usr/bin:/bin", "IMAGETOOLS": registry})

    run.write = lambda name, text: (folder / name).write_text(text)
    run.text = lambda: {name: (folder / name).read_text() for name in FILES}
    return run


def test_the_files_name_every_base_by_digest():
    result = subprocess.run(["bash", ROOT / "docker" / "pin.sh", "--check"], capture_output=True,
                            text=True)

    assert (result.returncode, result.stderr) == (0, "")


def digest_of(letter):
    return "sha256:" + letter * 64


def answer_of(debian, caddy):
    return f'case $1 in *debian*) echo {debian} ;; *) echo {caddy} ;; esac'


def test_every_base_gets_its_digest(pin):
    result = pin(answer=answer_of(digest_of("a"), digest_of("b")))

    assert result.returncode == 0, result.stderr
    texts = pin.text()
    assert texts["Dockerfile"].count(f"FROM {DEBIAN}@{digest_of('a')}") == 2
    assert f"FROM {DEBIAN}@{digest_of('a')} AS build" in texts["Dockerfile"]
    assert f"FROM {DEBIAN}@{digest_of('a')}\n" in texts["mail/Dockerfile"]
    assert f"image: {CADDY}@{digest_of('b')}\n" in texts["compose.yaml"]
    assert pin("--check").returncode == 0


def test_a_digest_makes_room_for_a_newer_one(pin):
    pin(answer=answer_of(digest_of("a"), digest_of("b")))

    pin(answer=answer_of(digest_of("c"), digest_of("d")))

    texts = "".join(pin.text().values())
    assert digest_of("a") not in texts and digest_of("b") not in texts
    assert texts.count(digest_of("c")) == 3 and texts.count(digest_of("d")) == 1


@pytest.mark.parametrize("answer", ["exit 1", "echo", "echo sha256:abc", "echo latest",
                                    answer_of(digest_of("a"), "sha256:" + "a" * 65)])
def test_what_is_no_digest_changes_nothing(pin, answer):
    before = pin.text()

    result = pin(answer=answer)

    assert result.returncode != 0
    assert pin.text() == before


@pytest.mark.parametrize("loose", ["", "@latest", "@sha256:" + "a" * 63])
def test_a_base_without_digest_is_told(pin, loose):
    pin(answer=answer_of(digest_of("a"), digest_of("b")))
    pin.write("compose.yaml", pin.text()["compose.yaml"].replace(f"@{digest_of('b')}", loose))

    result = pin("--check")

    assert result.returncode == 1
    assert result.stderr == f"docker/pin.sh: no digest: {CADDY}{loose}\n"
