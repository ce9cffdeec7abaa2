"""docker/packages.txt names what the build takes from the system."""

import pytest

import packages
from source import ROOT

BUILD = ROOT / "build" / "release"


def undeclared(files, sections):
    known = set.union(*(packages.listed()[name] for name in sections))
    return packages.owners(files) - known - packages.WITH_COMPILER


def test_every_header_is_in_the_list():
    headers = packages.headers(BUILD)

    assert len(headers) > 100
    assert undeclared(headers, ["build", "test"]) == set()


@pytest.mark.parametrize("program", ["tanbod", "tanbo"])
def test_every_shared_library_is_in_the_list(program):
    libraries = packages.libraries(BUILD / "bin" / program)

    assert libraries
    assert undeclared(libraries, ["run"]) == set()


def test_finds_an_unlisted_header():
    assert undeclared(["/usr/include/sqlite3.h"], ["run"]) == {"libsqlite3-dev"}


def test_finds_a_file_that_no_package_owns(tmp_path):
    header = tmp_path / "mine.h"
    header.write_text("")

    assert undeclared([header], ["run"]) == {str(header)}


def test_the_image_reads_the_same_list():
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()

    assert "setup.sh build web" in dockerfile and "setup.sh run" in dockerfile
    assert "apt-get" not in dockerfile and "apt " not in dockerfile
    assert set(packages.listed()) == {"run", "build", "web", "package", "tour", "mail",
                                      "cluster", "test"}
