"""docker/packages.txt names what the build takes from the system."""

import re
import subprocess

import pytest

import packages
from source import ROOT, tracked

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


def loaded_when_wanted():
    """The libraries that the server loads by itself, as their packages."""
    names = [name for path in tracked(".cpp", root=ROOT / "server")
             for name in re.findall(r'LoadedLibrary library\("(\S+?)"\)', path.read_text())]
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    return packages.owners(re.search(rf"^\s{re.escape(name)} .*=> (\S+)$", cache, re.MULTILINE)[1]
                           for name in names)


def test_libraries_that_are_loaded_when_wanted_are_in_the_list():
    assert loaded_when_wanted() == {"libpq5", "libcurl4"}
    assert loaded_when_wanted() <= packages.listed()["run"]


def loaded_at_the_start(program):
    """The names that ldd prints."""
    told = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return [line.split()[0].rsplit("/", 1)[-1] for line in told.splitlines()]


# Libraries of desktops and of single sign-on.
FOREIGN = ("libX", "libxcb", "libgssapi", "libkrb5", "libldap", "libcairo", "librsvg")


def test_the_server_starts_with_few_libraries():
    names = loaded_at_the_start(BUILD / "bin" / "tanbod")

    assert len(names) <= 40, names
    assert [name for name in names if name.startswith(FOREIGN)] == []


def test_a_library_of_a_desktop_is_seen(tmp_path):
    source = tmp_path / "a.c"
    source.write_text("int main(void) { return 0; }")
    program = tmp_path / "a"
    subprocess.run(["clang-19", "-Wl,--no-as-needed", "-o", program, source, "-l:libcurl.so.4"],
                   check=True)

    names = loaded_at_the_start(program)

    assert [name for name in names if name.startswith(FOREIGN)] != []


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
