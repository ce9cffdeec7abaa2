"""The clang-tidy check finds a fault, keeps only clean results, and trusts what it kept."""

import pytest

import tidy

CLEAN = "int twice(int value) {\n    return 2 * value;\n}\n"
FAULTY = ("int sign(int value) {\n    if (value < 0)\n        return\n            -1;\n"
          "    return 1;\n}\n")


@pytest.fixture
def examine(tmp_path, monkeypatch):
    """Examines sources by the project's configuration, with an empty cache."""
    monkeypatch.setattr(tidy, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(tidy, "BUILD", tmp_path)
    tidy.KEPT.mkdir()

    def look(*texts):
        batch = []
        for number, text in enumerate(texts):
            path = tmp_path / f"sample{number}.cpp"
            path.write_text(text)
            batch.append(tidy.Source(path, ("-std=c++23",)))
        return tidy.examine(batch, b"common", tmp_path)

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


def test_names_the_faulty_file_of_a_batch_and_keeps_the_clean_ones(examine):
    findings = examine("int one() { return 1; }\n", "int two() { return 2; }\n", FAULTY, CLEAN)

    assert "sample2.cpp" in findings
    assert not any(f"sample{number}.cpp:" in findings for number in (0, 1, 3))
    assert len(list(tidy.KEPT.iterdir())) == 2  # the first two together, and the last


def test_finds_nothing_in_files_that_only_clash_with_each_other(examine):
    assert examine(CLEAN, CLEAN) == ""


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
def test_puts_no_owner_of_a_name_beside_a_header_that_gives_it(tmp_path, monkeypatch, namespace,
                                                               batches):
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
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


def test_puts_those_together_whose_name_means_the_same(tmp_path):
    clock, other = "using Clock = std::chrono::steady_clock;", "using Clock = engine::Clock;"

    assert together(tmp_path, clock, other, clock, "class Clock {};") == [[0, 2], [1], [3]]


def test_keeps_the_options_that_matter_to_the_syntax():
    command = ("/usr/bin/clang++-19 -DA=1 -I/x -O2 -Wall -pthread -std=c++23 -isystem /y"
               " -Winvalid-pch -include-pch /z.pch -o a.o -c a.cpp")

    assert tidy.options_of(command) == (
        "-DA=1", "-I/x", "-Wall", "-pthread", "-std=c++23", "-isystem/y")
