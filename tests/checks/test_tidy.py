"""The clang-tidy check finds a fault, keeps only clean results, and trusts what it kept."""

import json

import pytest

import tidy

CLEAN = "int twice(int value) {\n    return 2 * value;\n}\n"
FAULTY = ("int sign(int value) {\n    if (value < 0)\n        return\n            -1;\n"
          "    return 1;\n}\n")


@pytest.fixture
def examine(tmp_path, monkeypatch):
    """Examines a source by the project's configuration, with an empty cache."""
    monkeypatch.setattr(tidy, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(tidy, "BUILD", tmp_path)
    tidy.KEPT.mkdir()
    (tmp_path / ".clang-tidy").write_text((tidy.ROOT / ".clang-tidy").read_text())

    def look(text):
        path = tmp_path / "sample.cpp"
        path.write_text(text)
        command = f"c++ -std=c++20 -o sample.o -c {path}"
        entry = {"directory": str(tmp_path), "command": command, "file": str(path)}
        (tmp_path / "compile_commands.json").write_text(json.dumps([entry]))
        preprocess = ["c++", "-std=c++20", "-E", "-P", str(path)]
        return tidy.examine(path, preprocess, b"common")

    return look


def test_finds_nothing_in_a_clean_source_and_keeps_that(examine):
    assert examine(CLEAN) == ""
    assert len(list(tidy.KEPT.iterdir())) == 1


def test_reports_a_fault_and_never_keeps_it(examine):
    for _ in range(2):
        assert "readability-braces-around-statements" in examine(FAULTY)
    assert not list(tidy.KEPT.iterdir())


def test_looks_again_when_the_source_has_changed(examine):
    assert examine(CLEAN) == ""
    assert examine(FAULTY) != ""
