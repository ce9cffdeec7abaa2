"""The clang-tidy check finds a fault, keeps only clean results, and trusts what it kept."""

import os

import pytest

import tidy

CONFIGURATION = (tidy.ROOT / ".clang-tidy").read_bytes()

CLEAN = "int twice(int value) {\n    return 2 * value;\n}\n"
TWO = "int two() {\n    return 2;\n}\n"
FAULTY = ("int sign(int value) {\n    if (value < 0)\n        return\n            -1;\n"
          "    return 1;\n}\n")


OPTIONS = ("-std=c++23",)


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    """A project of its own without any file, and an empty cache."""
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    monkeypatch.setattr(tidy, "BUILD", tmp_path)
    monkeypatch.setattr(tidy, "KEPT", tmp_path / "kept")
    tidy.KEPT.mkdir()
    (tmp_path / ".clang-tidy").write_bytes(CONFIGURATION)
    return tmp_path


def forget():
    """Lets the next look read every file again, as the next run does."""
    for remembered in (tidy.included_by, tidy.headers_of, tidy.given_names, tidy.line_of):
        remembered.cache_clear()


@pytest.fixture
def look(project):
    """Examines sources by the project's configuration: the findings, and how many were looked at.

    A source with a kept result isn't looked at.
    """

    def examine(*texts, common=b"common", options=(OPTIONS,)):
        forget()
        found = []
        for number, text in enumerate(texts):
            path = project / f"sample{number}.cpp"
            path.write_text(text)
            found.append(tidy.Source(path, options[number % len(options)]))
        keys = tidy.keys_of(found, common)
        left = tidy.changed(keys)
        batches = tidy.batches(left) if len(options) > 1 else [left][:len(left)]
        return "".join(tidy.examine(batch, keys, project) for batch in batches), len(left)

    return examine


def test_finds_nothing_in_clean_sources_and_keeps_that(look):
    assert look(CLEAN, TWO) == ("", 2)
    assert look(CLEAN, TWO) == ("", 0)


def test_reports_a_fault_and_never_keeps_it(look):
    for _ in range(2):
        findings, looked_at = look(FAULTY)
        assert "readability-braces-around-statements" in findings
        assert looked_at == 1
    assert not list(tidy.KEPT.iterdir())


def test_looks_again_at_what_has_changed_alone(look):
    look(CLEAN, TWO)

    assert look(CLEAN, TWO + "int three();\n") == ("", 1)
    findings, looked_at = look(FAULTY, TWO)
    assert "sample0.cpp" in findings
    assert looked_at == 1


def test_looks_again_at_a_file_whose_header_has_changed(look, project):
    near, far = project / "near.hpp", project / "far.hpp"
    near.write_text('#include "far.hpp"\n')
    far.write_text("using Number = int;\n")
    including = '#include "near.hpp"\n' + CLEAN

    assert look(including, TWO) == ("", 2)
    far.write_text("using Number = long;\n")
    assert look(including, TWO) == ("", 1)
    assert look(including, TWO) == ("", 0)


def test_looks_again_at_a_file_when_a_header_of_another_project_has_changed(look, project):
    outer, inner = project / "other" / "outer.h", project / "other" / "inner.h"
    outer.parent.mkdir()
    outer.write_text("#pragma once\n#include <inner.h>\n")
    inner.write_text("#pragma once\n")
    options = [(*OPTIONS, f"-isystem{outer.parent}")]
    # The second reaches the changed one too, though a unit of both has included it before.
    texts = ("#include <inner.h>\n", "#include <outer.h>\n", TWO)

    assert look(*texts, options=options) == ("", 3)
    inner.write_text("#pragma once\nint inner();\n")
    assert look(*texts, options=options) == ("", 2)


@pytest.mark.parametrize("changed", [{"common": b"other"}, {"options": [(*OPTIONS, "-DA=1")]}])
def test_looks_again_with_another_configuration_or_other_options(look, changed):
    look(CLEAN)

    assert look(CLEAN, **changed) == ("", 1)


def test_sees_headers_that_a_macro_names(look, project):
    (project / "other").mkdir()
    named = project / "other" / "named.h"
    names = project / "other" / "names.h"
    named.write_text("#pragma once\n")
    names.write_text("#define NAMED <named.h>\n")
    options = [(*OPTIONS, f"-isystem{named.parent}")]
    texts = ("#include <names.h>\n#include NAMED\n",)

    look(*texts, options=options)
    named.write_text("#pragma once\nint named();\n")
    assert look(*texts, options=options) == ("", 1)


def test_deletes_results_that_no_run_has_needed_for_long(look):
    look(CLEAN)
    [kept] = tidy.KEPT.iterdir()
    os.utime(kept, (0, 0))

    look(CLEAN)
    assert kept.exists(), "it was needed"
    os.utime(kept, (0, 0))
    look(TWO)
    assert not kept.exists()


def test_names_the_faulty_file_of_a_batch_and_keeps_the_clean_ones(look):
    texts = ("int one() { return 1; }\n", TWO, FAULTY, CLEAN)
    findings, _ = look(*texts)

    assert "sample2.cpp" in findings
    assert not any(f"sample{number}.cpp:" in findings for number in (0, 1, 3))
    assert look(*texts)[1] == 1


def test_finds_nothing_in_files_that_only_clash_with_each_other(look):
    assert look(CLEAN, CLEAN) == ("", 2)


@pytest.mark.parametrize("owned, name", [
    ("struct Row {\n    int seat;\n};", "Row"),
    ("constexpr int points_max = 3;", "points_max"),
    ("int twice(int value) {\n    return 2 * value;\n}", "twice"),
    ("enum class Kind { one, two };", "Kind")])
def test_sees_what_a_file_owns(owned, name):
    names = tidy.own_names(f"namespace a {{\nnamespace {{\n{owned}\n}}\n}}\n")

    assert names == {name: None}


@pytest.mark.parametrize("owned, name, meant", [
    ("using Answer =\n    base::OneShot<int>;", "Answer", "base::OneShot<int>"),
    ("namespace fs = std::filesystem;", "fs", "std::filesystem")])
def test_sees_what_a_file_gives_another_name(owned, name, meant):
    names = tidy.own_names(f"namespace a {{\nnamespace {{\n{owned}\n}}\n}}\n")

    assert names == {name: meant}


def together(folder, *owned):
    """The numbers of files, each with something of its own, as they are put together."""
    sources = []
    for number, text in enumerate(owned):
        path = folder / f"{number}.cpp"
        path.write_text(f"namespace {{\n{text}\n}}\n")
        sources.append(tidy.Source(path, ()))
    return [[int(source.path.stem) for source in batch] for batch in tidy.batches(sources)]


def test_puts_no_two_owners_of_a_name_together(tmp_path):
    owner = "int twice(int value) { return 2 * value; }"

    assert together(tmp_path, owner, "int one();", owner) == [[0, 1], [2]]


def test_sees_what_a_file_owns_below_a_function():
    text = "namespace {\nint one() {\n    return 1;\n}\nint two();\n}  // namespace\nint three();\n"

    assert tidy.own_names(text) == {"one": None, "two": None}


@pytest.mark.parametrize("namespace, batches", [("a", [[0], [1]]), ("b", [[0, 1]])])
def test_puts_no_owner_of_a_name_beside_a_header_that_gives_it(tmp_path, namespace, batches):
    (tmp_path / "far.hpp").write_text("namespace a {\nint twice(int value);\n}\n")
    (tmp_path / "near.hpp").write_text('#include "far.hpp"\n')
    owner = f"namespace {namespace} {{\nnamespace {{\nint twice(int value);\n}}\n}}\n"
    sources = []
    for number, text in enumerate((owner, '#include "near.hpp"\n')):
        path = tmp_path / f"{number}.cpp"
        path.write_text(text)
        sources.append(tidy.Source(path, ()))

    assert [[int(source.path.stem) for source in batch] for batch in tidy.batches(sources)] == \
        batches


def test_puts_files_with_other_options_together_with_all_of_them(tmp_path):
    sources = [tidy.Source(tmp_path / f"{name}.cpp", options)
               for name, options in (("a", ("-I/x", "-DA=1")), ("b", ("-I/x", "-DB=1")))]
    for source in sources:
        source.path.write_text("")

    [batch] = tidy.batches(sources)

    assert tidy.options_for(batch) == ["-I/x", "-DA=1", "-DB=1"]


def test_puts_no_files_of_different_versions_of_the_language_together(tmp_path):
    sources = [tidy.Source(tmp_path / f"{name}.cpp", (f"-std={name}",))
               for name in ("c++17", "c++23")]
    for source in sources:
        source.path.write_text("")

    assert tidy.batches(sources) == [[source] for source in sources]


def test_sees_what_a_header_of_another_project_includes_for_one_version(look, project):
    other = project / "other"
    other.mkdir()
    (other / "outer.h").write_text("#if __cplusplus > 201703L\n#include <inner.h>\n#endif\n")
    (other / "inner.h").write_text("#pragma once\n")
    options = [(f"-std={name}", f"-isystem{other}") for name in ("c++23", "c++17")]
    texts = ("#include <outer.h>\n", "#include <outer.h>\n")

    look(*texts, options=options)
    (other / "inner.h").write_text("#pragma once\nint inner();\n")
    assert look(*texts, options=options) == ("", 1)


def test_puts_those_together_whose_name_means_the_same(tmp_path):
    clock, other = "using Clock = std::chrono::steady_clock;", "using Clock = engine::Clock;"

    assert together(tmp_path, clock, other, clock, "class Clock {};") == [[0, 2], [1], [3]]


def test_keeps_the_options_that_matter_to_the_syntax():
    command = ("/usr/bin/clang++-19 -DA=1 -I/x -O2 -Wall -pthread -std=c++23 -isystem /y"
               " -Winvalid-pch -include-pch /z.pch -o a.o -c a.cpp")

    assert tidy.options_of(command) == (
        "-DA=1", "-I/x", "-Wall", "-pthread", "-std=c++23", "-isystem/y")
