"""tests/run: who is root, what is built when, and how the tests of C++ programs are counted."""

import os
import sys

import pytest

from source import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from run import builds, junit, lanes, main, parts, steps  # noqa: E402


@pytest.fixture
def somebody(monkeypatch, tmp_path):
    """An ordinary user with nothing but what the test puts into a folder."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put_sudo(folder, status):
    """A sudo that lets no one or everyone in."""
    path = folder / "sudo"
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)


def test_root_needs_nobody(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    assert parts.as_root() == ()


def test_whom_sudo_asks_for_no_password_goes_through_it(somebody):
    put_sudo(somebody, 0)

    assert parts.as_root()[:2] == ("sudo", "-n")


@pytest.mark.parametrize("part", [parts.mail, parts.cluster])
@pytest.mark.parametrize("sudo", ["missing", "asking"])
def test_who_can_be_root_by_no_means_is_told_so(somebody, capsys, sudo, part):
    if sudo == "asking":
        put_sudo(somebody, 1)

    outcomes = part()

    assert [(outcome.passed, outcome.failed) for outcome in outcomes] == [(0, 1)]
    assert "run it as root" in capsys.readouterr().out


def test_a_job_beside_the_tests_is_shown_where_it_is_needed(capsys):
    lane = lanes.Lane()
    lane.begin("build asan", ["echo", "configured"], ["echo", "linked"])

    first, again = lane.outcomes("build asan"), lane.outcomes("build asan")

    assert [(outcome.name, outcome.passed, outcome.failed) for outcome in first] == \
        [("build asan", 1, 0)]
    assert again == []
    shown = capsys.readouterr().out
    assert "=== build asan\nlinked\n" in shown and "configured" not in shown


def test_a_job_gives_way_to_every_test(capsys):
    lanes.IDLE.begin("policy", ["sh", "-c", "chrt --pid $$ | head -1"])
    lanes.IDLE.jobs["policy"][0].result()

    lanes.IDLE.outcomes("policy")

    assert "SCHED_IDLE" in capsys.readouterr().out


# On a machine that is never idle it would not end: its builds got three thousandths of a processor.
def test_a_job_that_is_awaited_gives_way_no_longer(capsys):
    is_idle = "chrt --pid $$ | grep -q SCHED_IDLE"
    lanes.IDLE.begin("policy", ["timeout", "60", "sh", "-c",
                                f"{is_idle} && while {is_idle}; do sleep 0.1; done; echo hurried"])

    outcomes = lanes.IDLE.outcomes("policy")

    assert [outcome.failed for outcome in outcomes] == [0]
    assert "hurried" in capsys.readouterr().out


def test_the_tests_of_a_job_are_counted(tmp_path):
    report = tmp_path / "pytest.xml"
    lane = lanes.Lane()
    written = f"echo '<a><testcase/><testcase/></a>' > {report}; echo ran"
    lane.begin("tests/mail", ["sh", "-c", written], report=report)

    outcomes = lane.outcomes("tests/mail")

    assert [(outcome.passed, outcome.failed) for outcome in outcomes] == [(2, 0)]


def test_continuous_integration_compiles_sanitizers_without_lines(monkeypatch):
    plain = "-DCMAKE_CXX_FLAGS_DEBUG=-O0"
    monkeypatch.setenv("CI", "true")

    assert [plain in builds.configuring(preset) for preset in ("release", "asan", "tsan")] == \
        [False, True, True]
    monkeypatch.delenv("CI")
    assert plain not in builds.configuring("asan")


def test_a_broken_build_fails_every_part_that_needs_it(monkeypatch, capsys):
    monkeypatch.setattr(lanes, "IDLE", lanes.Lane())
    tests = []
    lanes.IDLE.begin("build asan", ["sh", "-c", "echo 'no such file'; exit 1"],
                   ["echo", "linked nevertheless"])

    outcomes = [builds.built("asan", lambda: tests.append("ran")) for _ in range(2)]

    assert [[outcome.failed for outcome in part] for part in outcomes] == [[1], [1]]
    assert tests == []
    shown = capsys.readouterr().out
    assert "no such file" in shown and "linked" not in shown


def test_each_sanitizer_is_built_once_for_all_its_parts_and_before_clang_tidy(monkeypatch):
    begun = []
    monkeypatch.setattr(lanes.Lane, "begin", lambda self, name, *commands, **_: (
        begun.append((name, commands[-1][-1])), self.jobs.setdefault(name)))
    monkeypatch.setattr(lanes, "IDLE", lanes.Lane())
    monkeypatch.setattr(lanes, "BESIDE", lanes.Lane())

    parts.begin_jobs(["tidy", "tsan", "asan", "unit", "checks"])

    assert begun == [("build asan", "all"), ("build tsan", "thread_tests"),
                     ("clang-tidy", "tests/checks/tidy.py"), ("unit tests, asan", "--quiet")]


def test_pages_run_beside_the_parts_and_alone_are_shown_as_they_come(monkeypatch):
    monkeypatch.setattr(lanes, "BESIDE", lanes.Lane())
    begun, shown = [], []
    monkeypatch.setattr(lanes.BESIDE, "begin", lambda name, *commands, report: (
        begun.append((name, commands[-1][-1])), lanes.BESIDE.jobs.setdefault(name)))
    monkeypatch.setattr(lanes.BESIDE, "outcomes", lambda name: [f"of the lane: {name}"])
    monkeypatch.setattr(parts, "step", lambda name, command, report=None: (
        shown.append(name), steps.Outcome(name, 1, 0, steps.Cost()))[1])

    parts.begin_jobs(["browser"])
    assert [outcome.name for outcome in parts.browser()] == shown
    assert shown[-1] == "tests/browser" and begun == []

    parts.begin_jobs(["browser", "checks"])
    assert parts.browser() == ["of the lane: tests/browser"]
    assert len(begun) == 1 and begun[0][1].name.endswith(".test.js")


def test_what_waits_for_mails_and_what_waits_for_machines_run_beside_each_other(monkeypatch):
    begun = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for name in ("WAITING", "NETWORKED"):
        monkeypatch.setattr(lanes, name, lanes.Lane())
    monkeypatch.setattr(lanes.Lane, "begin",
                        lambda self, name, *commands, **_: begun.append((self, name)))

    parts.begin_jobs(["package", "cluster", "mail"])

    assert begun == [(lanes.WAITING, "tests/mail"), (lanes.NETWORKED, "tests/cluster"),
                     (lanes.WAITING, "tests/package")]


def test_a_job_that_needs_a_build_waits_for_it_and_fails_with_it(monkeypatch):
    for status in (0, 1):
        monkeypatch.setattr(lanes, "IDLE", lanes.Lane())
        lane = lanes.Lane()
        lanes.IDLE.begin("build asan", ["sh", "-c", f"sleep 0.3; exit {status}"])
        lane.begin("unit", ["echo", "ran"], after=lambda: lanes.IDLE.goes_well("build asan"))

        built = lanes.IDLE.outcomes("build asan")
        tested = lane.outcomes("unit")

        assert [one.failed for one in (*built, *tested)] == [status, status]


def test_the_processors_time_of_a_step_has_that_of_its_children(capsys):
    busy = "import time\nwhile time.process_time() < 0.3: pass"

    outcome = steps.step("busy", ["sh", "-c", 'python3 -c "$0" & wait; sleep 0.3', busy])
    idle = steps.step("idle", ["sleep", "0.3"])

    assert outcome.cost.cpu >= 0.3
    assert outcome.cost.wall >= outcome.cost.cpu + 0.2
    assert idle.cost.cpu < 0.2
    main.summarise([outcome, idle], 60)
    assert "60 s" in capsys.readouterr().out


def ctest_file(folder, **statuses):
    """CTest's file of programs and how each ended."""
    cases = "".join(f'<testcase name="{name}" status="{status}"/>'
                    for name, status in statuses.items())
    path = folder / "ctest.xml"
    path.write_text(f"<testsuite>{cases}</testsuite>")
    return path


GOOD, BAD, LEFT_OUT = '<testcase status="run"/>', '<testcase><failure/></testcase>', \
    '<testcase status="run"><skipped/></testcase>'


@pytest.mark.parametrize("cases, status, counts", [
    (GOOD + GOOD, "run", (2, 0)),
    (GOOD + BAD, "fail", (1, 1)),
    (GOOD + LEFT_OUT, "run", (1, 1)),
    (GOOD, "fail", (1, 1)),  # a leak that is found at the end
    ("", "run", (0, 1)),
    (None, "fail", (0, 1)),  # a crash leaves no file
    (None, "run", (1, 0)),  # a program without GoogleTest
], ids=["good", "bad", "skipped", "failed late", "empty", "crashed", "other"])
def test_the_tests_of_a_program_are_counted(tmp_path, cases, status, counts):
    programs = ctest_file(tmp_path, tanbo_some_test=status)
    if cases is not None:
        suite = f"<testsuite>{cases}</testsuite>" if cases else ""
        (tmp_path / "tanbo_some_test.xml").write_text(f"<testsuites>{suite}</testsuites>")

    junit.gather(programs, tmp_path, tmp_path / "unit.xml")
    outcome = steps.tally("unit", tmp_path / "unit.xml", 0 if status == "run" else 8,
                        steps.Cost())

    assert (outcome.passed, outcome.failed) == counts


def test_no_program_at_all_is_a_failure(tmp_path):
    junit.gather(tmp_path / "missing.xml", tmp_path, tmp_path / "unit.xml")

    outcome = steps.tally("unit", tmp_path / "unit.xml", 8, steps.Cost())

    assert (outcome.passed, outcome.failed) == (0, 1)


def test_what_failed_is_told_once_more_at_the_end(tmp_path, capsys):
    programs = tmp_path / "ctest.xml"
    programs.write_text('<testsuite><testcase name="tanbo_some_test" status="fail">'
                        "<system-out>much\nSUMMARY: 8 byte(s) leaked</system-out></testcase>"
                        "</testsuite>")
    (tmp_path / "tanbo_some_test.xml").write_text(f"<testsuites><testsuite>{GOOD}</testsuite>"
                                                  "</testsuites>")
    junit.gather(programs, tmp_path, tmp_path / "unit.xml")
    outcome = steps.tally("unit", tmp_path / "unit.xml", 8, steps.Cost())

    main.summarise([outcome, steps.step("silent", ["sh", "-c", "exit 3"])], 60)

    summary = capsys.readouterr().out.partition("=== summary")[2]
    assert "tanbo_some_test ends well" in summary and "8 byte(s) leaked" in summary
    assert "it ended with status 3" in summary


def test_a_process_that_ends_meanwhile_is_nobodys_child(monkeypatch):
    gone = str(2 ** 31)  # more than any process has
    monkeypatch.setattr(os, "listdir", lambda _: ["self", gone, str(os.getpid())])

    assert lanes.children() == {os.getppid(): [os.getpid()]}
