"""The Debian package: its contents, lintian, its units, man pages and completions."""

import gzip
import os
import re
import subprocess
import sys

import pytest

import packages
from source import ROOT

sys.path.append(str(ROOT / "tests" / "system"))
from support.package import build_package  # noqa: E402

DOCUMENTS = ROOT / "build" / "release" / "documents"
PAGES = ("tanbod.8", "tanbo.1", "tanbo.toml.5")
# Units that those of the package name.
OTHERS = ("sysinit", "basic", "shutdown", "network", "multi-user", "timers")


def run(*words, **more):
    """The output of a command that goes well."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The path of the package."""
    return build_package(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def unpacked(package, tmp_path_factory):
    """The folder with what it installs, and its control files in DEBIAN."""
    folder = tmp_path_factory.mktemp("unpacked")
    run("dpkg-deb", "--raw-extract", package, folder)
    return folder


def fields(unpacked):
    """The control file as a dictionary."""
    return dict(re.findall(r"^([\w-]+): (.*)$", (unpacked / "DEBIAN" / "control").read_text(),
                           re.MULTILINE))


def test_its_name_has_the_version_of_the_programs(package, unpacked):
    version = fields(unpacked)["Version"]

    assert package.name == f"tanbo-server_{version}_{fields(unpacked)['Architecture']}.deb"
    for program in ("tanbod", "tanbo"):
        said = run(unpacked / "usr" / "bin" / program, "--version")
        assert said.split()[:2] == [program, version]


def test_the_same_source_makes_the_same_package(package, tmp_path):
    assert build_package(tmp_path).read_bytes() == package.read_bytes()


def test_its_libraries_are_those_of_the_image(unpacked):
    needed = {part.split()[0].removesuffix("-fmt9")
              for name in ("Depends", "Recommends")
              for part in fields(unpacked)[name].split(", ")}
    # The maintainer scripts' own, and what the compiler brings.
    expected = packages.listed()["run"] - {"curl"}

    assert needed - {"systemd", "libc6", "libgcc-s1"} - expected == set()
    assert expected - needed - {"libstdc++6"} == set()


def test_the_settings_are_a_conffile_that_the_server_takes(unpacked):
    assert (unpacked / "DEBIAN" / "conffiles").read_text() == "/etc/tanbo/tanbo.toml\n"
    said = run(unpacked / "usr" / "bin" / "tanbod", "check-config", "--config",
               unpacked / "etc" / "tanbo" / "tanbo.toml", env={})

    given = re.findall(r"^(\w+) = (\S+)  # .*tanbo.toml:\d+$", said, re.MULTILINE)
    assert given == [("create", '"no"'), ("url", '"/var/lib/tanbo/tanbo.db"'), ("format", '"json"')]


def test_lintian_finds_no_error(package):
    # Root is told apart from a builder of packages by a warning of its own.
    done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", package],
                          capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_lintian_finds_what_is_wrong(unpacked, tmp_path):
    broken = tmp_path / "broken"
    run("cp", "--archive", unpacked, broken)
    (broken / "usr" / "share" / "doc" / "tanbo-server" / "copyright").unlink()
    package = tmp_path / "tanbo-server_0_amd64.deb"
    run("dpkg-deb", "-Znone", "--root-owner-group", "--build", broken, package)

    done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", package],
                          capture_output=True, text=True, check=False)

    assert done.returncode == 2 and "no-copyright-file" in done.stdout


def verified(root):
    """The complaints of systemd about the units below a root."""
    units = sorted((root / "usr" / "lib" / "systemd" / "system").iterdir())
    return subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={root}", *(unit.name for unit in units)],
        capture_output=True, text=True, check=False)


def test_systemd_takes_the_units(unpacked):
    units = unpacked / "usr" / "lib" / "systemd" / "system"
    for name in OTHERS:
        (units / f"{name}.target").write_text("[Unit]\nDescription=A target\n")

    assert (verified(unpacked).returncode, verified(unpacked).stderr) == (0, "")


def test_systemd_sees_a_program_that_is_not_there(unpacked, tmp_path):
    root = tmp_path / "root"
    run("cp", "--archive", unpacked, root)
    (root / "usr" / "bin" / "tanbod").unlink()

    assert "/usr/bin/tanbod is not executable" in verified(root).stderr


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm"])
def test_a_maintainer_script_is_sound(script):
    run("shellcheck", "--shell=sh", ROOT / "docker" / "package" / script)


@pytest.mark.parametrize("page", PAGES)
def test_man_takes_the_page(page, tmp_path):
    file = tmp_path / page
    file.write_bytes(gzip.decompress((DOCUMENTS / f"{page}.gz").read_bytes()))

    done = subprocess.run(["man", "--warnings", "--local-file", file], capture_output=True,
                          text=True, env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
                          check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert "SEE ALSO" in done.stdout


def test_the_pages_have_every_command_and_setting():
    pages = {name: gzip.decompress((DOCUMENTS / f"{name}.gz").read_bytes()).decode()
             for name in PAGES}
    manual = ROOT / "server" / "web" / "manual"
    for page, section in (("tanbod.8", "tanbod"), ("tanbo.1", "tanbo")):
        listed = (manual / f"{section}.md").read_text()
        for words in re.findall(r"^\| `(tanbod? [^`]*)` \|", listed, re.MULTILINE):
            assert words.split("--")[0].strip().replace("-", "\\-") in pages[page]
    for name in re.findall(r"^\| `([a-z_.]+)` \|", (manual / "settings.md").read_text(),
                           re.MULTILINE):
        assert f"\n.B {name.split('.')[-1]} = " in pages["tanbo.toml.5"]


BASH = """source {file}
COMP_WORDS=({words}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_{program}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
# The words that follow others, in part.
FOLLOWING = [
    ("tanbod ''", {"serve", "init", "admin"}, {"suspend", "--keep"}),
    ("tanbod admin su", {"suspend"}, {"serve"}),
    ("tanbod backup --ke", {"--keep"}, {"--log-level"}),
    ("tanbod serve --log", {"--log-level", "--log-format"}, {"--listen"}),
    ("tanbo ''", {"play", "watch", "bot"}, {"serve"}),
    ("tanbo play --se", {"--seat", "--setup"}, {"--token"}),
]


@pytest.mark.parametrize("words, wanted, unwanted", FOLLOWING, ids=[row[0] for row in FOLLOWING])
def test_bash_completes(words, wanted, unwanted):
    program = words.split()[0]
    said = run("bash", "-c", BASH.format(file=DOCUMENTS / f"{program}.bash", words=words,
                                         program=program))

    assert wanted <= set(said.split()) and not unwanted & set(said.split())


@pytest.mark.parametrize("words, wanted, unwanted", FOLLOWING, ids=[row[0] for row in FOLLOWING])
def test_fish_completes(words, wanted, unwanted, tmp_path):
    file = DOCUMENTS / f"{words.split()[0]}.fish"
    line = words.replace("''", "")
    said = run("fish", "--no-config", "-c", f"source {file}; complete -C '{line}'",
               env={**os.environ, "HOME": str(tmp_path)})
    found = {row.split("\t")[0] for row in said.splitlines()}

    assert wanted <= found and not unwanted & found


@pytest.mark.parametrize("program", ["tanbod", "tanbo"])
def test_zsh_reads_the_completion(program, tmp_path):
    # _arguments and _describe need a terminal: their calls are printed instead.
    said = run("zsh", "-f", "-c", "_arguments() { print -l -- $@ };"
               f" _describe() {{ print $commands }}; words=({program} ''); CURRENT=2;"
               f" source {DOCUMENTS}/_{program};"
               f" words=({program} version --); CURRENT=3; _{program}",
               env={**os.environ, "HOME": str(tmp_path)})

    assert "version:" in said and "--help[" in said
