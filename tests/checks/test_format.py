"""C++ passes clang-format and scripts pass shellcheck; both tools find their bad samples."""

import subprocess

from source import ROOT, tracked


def clang_format(*paths):
    command = ["clang-format-19", f"--style=file:{ROOT}/.clang-format", "--dry-run", "-Werror",
               *paths]
    return subprocess.run(command, capture_output=True, text=True)


def scripts(root=ROOT):
    return [path for path in tracked(root=root) if path.read_bytes()[:15] == b"#!/usr/bin/env "
            and b"bash" in path.read_bytes()[:20]]


def test_tree_is_formatted():
    result = clang_format(*tracked(".cpp", ".hpp"))

    assert result.returncode == 0, result.stderr


def test_finds_bad_formatting(tmp_path):
    sample = tmp_path / "a.cpp"
    sample.write_text("int  answer( ) {return 42;}\n")

    assert clang_format(sample).returncode != 0


def test_scripts_are_sound():
    found = scripts()
    result = subprocess.run(["shellcheck", *found], capture_output=True, text=True)

    assert len(found) >= 4
    assert result.returncode == 0, result.stdout


def test_finds_a_bad_script(tmp_path):
    sample = tmp_path / "a.sh"
    sample.write_text("#!/usr/bin/env bash\nrm -r $1/*\n")

    assert subprocess.run(["shellcheck", sample], capture_output=True).returncode != 0
