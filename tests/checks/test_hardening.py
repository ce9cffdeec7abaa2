"""The release programs are hardened, and the check sees it if one is not."""

import subprocess

import pytest

import hardening
from source import ROOT

# Code that would use each means of hardening if it were compiled with it.
PROGRAM = """
#include <cstdio>
#include <cstring>
#include <vector>
int main(int count, char** words) {
    char copy[16];
    std::strcpy(copy, words[0]);
    const std::vector<int> numbers(3);
    std::printf("%s %d", copy, numbers[static_cast<std::size_t>(count)]);
}
"""
BARE = ["-O2", "-no-pie", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-fcf-protection=none",
        "-Wl,-z,norelro", "-Wl,-z,lazy", "-Wl,-z,execstack"]


@pytest.mark.parametrize("name", ["tanbod", "tanbo"])
def test_the_programs_are_hardened(name):
    assert hardening.missing(ROOT / "build" / "release" / "bin" / name) == []


def test_a_bare_program_lacks_all_of_it(tmp_path):
    source, program = tmp_path / "bare.cpp", tmp_path / "bare"
    source.write_text(PROGRAM)
    subprocess.run(["clang++-19", *BARE, "-o", program, source], check=True)

    assert hardening.missing(program) == list(hardening.all_properties())
