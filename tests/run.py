"""Runs the parts of the test suite, counts everything, and says what failed.

Every part leaves JUnit files below build/results; the last line of the output is the sum over them:
`N passed, N failed`. A skipped test counts as failed. In continuous integration (CI=true) compiler
warnings are errors.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import textwrap
import time
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "postgres"))

from cluster import Cluster  # noqa: E402

RESULTS = ROOT / "build" / "results"
JOBS = str(os.cpu_count() or 1)
# Their programs know no lines in continuous integration, which cost a sixth of the compiler's time.
SANITIZERS = ("asan", "tsan")
OUTPUT_CHARS_MAX = 20_000
# Of what a failed test wrote, its end is told once more below everything, of so many tests.
TOLD_AGAIN_CHARS_MAX = 1_500
TOLD_AGAIN_MAX = 5
# Tests that run under AddressSanitizer too: input of every kind, not long play.
SYSTEM_UNDER_ASAN = (
    "bad_input", "raw_http", "http_conventions", "live", "four_players", "cli", "accounts",
    "administration", "challenges", "chat", "plans", "proposals", "notes", "notifications",
    "webhooks", "ratings", "feeds")

# The tests that PostgreSQL goes through too: whatever is not about SQLite's file.
SYSTEM_ON_POSTGRES = (
    "admin_shell", "administration", "bots", "calendars", "challenges", "chat", "clocks",
    "contract", "crash", "four_players", "fresh_reads", "lists", "live", "moderation",
    "notifications", "plans", "proposals", "races", "ratings", "rematches", "repeats",
    "revocation", "sign_in", "streams", "vacations", "webhooks", "whole_games")
# Of those what a run of everything has time for; test_postgres.py comes with the system tests.
SHORT_ON_POSTGRES = ("fresh_reads", "plans", "races", "repeats", "rematches")


class Cost(NamedTuple):
    """The seconds that commands took: of the clock, and of processors, with all that they began."""

    wall: float = 0
    cpu: float = 0

    def __add__(self, other):
        return Cost(self.wall + other.wall, self.cpu + other.cpu)

    def __str__(self):
        return f"{self.wall:6.0f} s {self.cpu:6.0f} CPU-s"


class Outcome(NamedTuple):
    """The outcome of one step."""

    name: str
    passed: int
    failed: int
    cost: Cost
    faults: tuple[str, ...] = ()  # the failed tests, each with the end of what it wrote


def run(command, **options):
    """Runs a command from the repository's root; its exit status, its output if piped, its cost."""
    begin = time.monotonic()
    with subprocess.Popen(command, cwd=ROOT, **options) as process:
        text = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    cost = Cost(time.monotonic() - begin, used.ru_utime + used.ru_stime)
    return process.returncode, text, cost


def tally(name, junit, status, cost):
    """The counts of the JUnit file `junit`; a step that fails without saying where failed once."""
    cases, faults = 0, []
    if junit and junit.exists():
        for case in ElementTree.parse(junit).iter("testcase"):
            cases += 1
            reported = [child for child in case if child.tag in ("failure", "error", "skipped")]
            if reported or case.get("status") in ("fail", "disabled", "notrun"):
                faults.append(fault_of(case, reported))
    elif status == 0 and not junit:
        cases = 1
    if not faults and (status != 0 or cases == 0):
        cases += 1
        faults.append(f"it ended with status {status}")
    return Outcome(name, cases - len(faults), len(faults), cost, tuple(faults))


def fault_of(case, reported):
    """The name of a failed test, and the end of what it says."""
    told = "\n".join((child.text or child.get("message") or "").strip() for child in reported)
    return f"{case.get('classname', '')} {case.get('name')}\n{told[-TOLD_AGAIN_CHARS_MAX:]}".strip()


def step(name, command, junit=None, environment=()):
    """Runs `command` with its output shown, with more variables in its environment."""
    print(f"\n=== {name}", flush=True)
    if junit:
        junit.unlink(missing_ok=True)
    status, _, cost = run(command, env={**os.environ, **dict(environment)})
    return concluded(tally(name, junit, status, cost))


def concluded(outcome):
    """The outcome, which is printed."""
    print(f"--- {outcome.name}: {outcome.passed} passed, {outcome.failed} failed,{outcome.cost}",
          flush=True)
    return outcome


def show_failures(junit):
    """Prints what the failed programs of a JUnit file of CTest wrote; pytest prints that itself."""
    for case in ElementTree.parse(junit).iter("testcase") if junit.exists() else ():
        if case.get("status") != "run":
            written = (case.findtext("system-out") or "").strip()
            print(f"\n*** {case.get('name')} ({case.get('status')})\n{written[-OUTPUT_CHARS_MAX:]}")


def gather(programs, folder, junit):
    """Writes one JUnit file of the tests of all programs that CTest ran.

    `programs` is CTest's file; `folder` has one for each GoogleTest program that came to its end. A
    program that did not, or that failed without saying which of its tests did, is a failed test
    itself, and one that has no such tests a test.
    """
    suites = ElementTree.Element("testsuites")
    for case in ElementTree.parse(programs).iter("testcase") if programs.exists() else ():
        written = folder / f"{case.get('name')}.xml"
        tests = list(ElementTree.parse(written).iter("testsuite")) if written.exists() else []
        suites.extend(tests)
        is_told = any(suite.find("testcase/failure") is not None for suite in tests)
        is_bad = case.get("status") != "run" or (written.exists() and not tests)
        if not written.exists() or (is_bad and not is_told):
            suite = ElementTree.SubElement(suites, "testsuite", name=case.get("name"))
            ended = ElementTree.SubElement(suite, "testcase", name="ends well",
                                           classname=case.get("name"))
            if is_bad:
                failure = ElementTree.SubElement(ended, "failure", message=case.get("status"))
                failure.text = case.findtext("system-out")
    ElementTree.ElementTree(suites).write(junit)


def configuring(preset):
    """The command that configures `preset` with the tests."""
    command = ["cmake", "--preset", preset, "-DTANBO_TESTS=ON"]
    if os.environ.get("CI"):
        command.append("-DTANBO_WARNINGS_AS_ERRORS=ON")
        if preset in SANITIZERS:
            command.append("-DCMAKE_CXX_FLAGS_DEBUG=-O0")
    return command


def building(preset, target):
    """The command that builds `target`."""
    return ["cmake", "--build", "--preset", preset, "--target", target]


def build(preset, target):
    """Configures `preset` and builds `target`, with the output shown."""
    configured = step(f"configure {preset}", configuring(preset))
    if configured.failed:
        return [configured]
    return [configured, step(f"build {preset}", building(preset, target))]


class Lane:
    """Runs jobs one after the other beside the parts, each command behind `prefix`.

    The output of a job is shown when somebody needs what comes of it.
    """

    def __init__(self, *prefix):
        self.prefix = prefix
        self.thread = concurrent.futures.ThreadPoolExecutor(max_workers=1)
        self.jobs = {}
        self.broken = set()

    def begin(self, name, *commands, junit=None):
        """Queues the commands of a job, of which each needs that the one before went well."""
        if junit:
            junit.unlink(missing_ok=True)
        self.jobs[name] = self.thread.submit(self._run, commands), junit

    def outcomes(self, name):
        """Waits for the job, shows it, and yields its outcome; once more only if it failed."""
        if name not in self.jobs:
            return [Outcome(name, 0, 1, Cost())] if name in self.broken else []
        print(f"\n=== {name}", flush=True)
        job, junit = self.jobs.pop(name)
        status, text, cost = job.result()
        print(text[-OUTPUT_CHARS_MAX:] if status else text.splitlines()[-1], flush=True)
        if status:
            self.broken.add(name)
        return [concluded(tally(name, junit, status, cost))]

    def _run(self, commands):
        status, text, cost = 0, "", Cost()
        for command in commands:
            if status == 0:
                status, more, took = run([*self.prefix, *command], stdout=subprocess.PIPE,
                                         stderr=subprocess.STDOUT, text=True, errors="replace")
                text, cost = text + more, cost + took
        return status, text, cost


# Builds and clang-tidy, when no test wants a processor.
IDLE = Lane("chrt", "--idle", "0")
# Tests that wait nearly all of their time.
WAITING = Lane()


def ctest(preset, *selection):
    """Runs the C++ programs of `preset` that test, or those of them that `selection` names."""
    programs, junit = RESULTS / f"ctest-{preset}.xml", RESULTS / f"unit-{preset}.xml"
    folder = ROOT / "build" / preset / "junit"
    shutil.rmtree(folder, ignore_errors=True)
    programs.unlink(missing_ok=True)
    command = ["ctest", "--preset", preset, "--output-junit", programs, "-j", JOBS,
               "--no-tests=error"]
    command += ["--progress"] if sys.stdout.isatty() else ["--quiet"]
    name = f"unit tests, {preset}"
    print(f"\n=== {name}", flush=True)
    status, _, cost = run([*command, *selection])
    gather(programs, folder, junit)
    show_failures(programs)
    return [concluded(tally(name, junit, status, cost))]


# A test that hangs fails, and the others run.
HANGS_AFTER_S = 1200
PYTEST = ("/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5",
          f"--timeout={HANGS_AFTER_S}", "-o", "junit_family=xunit1")
# The system tests wait more than they work: a process a core, each with files of its own.
SIDE_BY_SIDE = ("-n", JOBS, "--dist", "loadfile")


def pytest(folder, *options):
    """Runs the Python tests below tests/`folder`."""
    junit = RESULTS / f"pytest-{folder}.xml"
    command = [*PYTEST, *options, f"--junitxml={junit}", f"tests/{folder}"]
    return [step(f"tests/{folder}", command, junit)]


def system_under(preset, names, title=None, environment=()):
    """Runs those of the system tests with the programs of `preset`, and more variables."""
    title = title or preset
    junit = RESULTS / f"pytest-system-{title}.xml"
    files = [f"tests/system/test_{name}.py" for name in names]
    programs = {"TANBOD": str(ROOT / "build" / preset / "bin" / "tanbod"),
                "LSAN_OPTIONS": f"suppressions={ROOT / 'tests' / 'lsan.supp'}", **dict(environment)}
    command = [*PYTEST, *SIDE_BY_SIDE, f"--junitxml={junit}", *files]
    return [step(f"tests/system, {title}", command, junit, programs)]


def built(preset, rest):
    """The outcomes of building `preset` and, if that went well, of the step `rest`."""
    outcomes = IDLE.outcomes(f"build {preset}")
    if any(outcome.failed for outcome in outcomes):
        return outcomes
    return outcomes + rest()


def unit():
    """The C++ tests, under AddressSanitizer and UndefinedBehaviorSanitizer."""
    return built("asan", lambda: ctest("asan"))


def speed():
    """The engine's speed against the naive one, in the release build."""
    return ctest("release", "-L", "^bench$")


def checks():
    """Layers, style, formatting, packages, scripts, docker."""
    return pytest("checks")


def npm_packages(folder):
    """Installs what the lockfile of a folder names, unless it is there; what came of it."""
    stamp = folder / "node_modules" / ".package-lock.json"
    if stamp.exists() and stamp.stat().st_mtime >= (folder / "package-lock.json").stat().st_mtime:
        return []
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
    return [step("npm ci", [*command, "--prefix", folder])]


def lint():
    """The API contracts through Redocly's linter."""
    installed = npm_packages(ROOT / "tests" / "lint")
    return installed if any(one.failed for one in installed) else pytest("lint")


def browser():
    """The web client: its own code on simulated networks, then pages in real browsers."""
    client = ROOT / "server" / "web" / "client"
    outcomes = npm_packages(client)
    outcomes.append(step("build random_games", building("release", "tanbo_random_games")))
    outcomes.append(step("types of the client", ["npm", "run", "--prefix", client, "check"]))
    if any(outcome.failed for outcome in outcomes):
        return outcomes
    junit = RESULTS / "browser.xml"
    tests = sorted((ROOT / "tests" / "browser").glob("**/*.test.js"))
    reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout",
                 f"--test-reporter={ROOT / 'tests' / 'browser' / 'support' / 'junit.js'}",
                 f"--test-reporter-destination={junit}"]
    command = ["node", "--test", "--test-concurrency=2",
               f"--test-timeout={1000 * HANGS_AFTER_S}", *reporters, *tests]
    wasm = ROOT / "build" / "release" / "web" / "engine.wasm"
    return [*outcomes, step("tests/browser", command, junit, {"TANBO_ENGINE": str(wasm)})]


def tidy():
    """clang-tidy over engine, protocol, server; what was clean is kept in ~/.cache/tanbo/tidy."""
    return IDLE.outcomes("clang-tidy")


def system():
    """The programs from outside: games, crashes, the contract, the README's tour."""
    return pytest("system", *SIDE_BY_SIDE)


def postgres(names=SHORT_ON_POSTGRES):
    """Some of the system tests, on a PostgreSQL of their own; --database postgres runs more."""
    cluster = Cluster(settings=())
    try:
        cluster.start()
        return system_under("release", names, "postgres", {"TEST_POSTGRES": cluster.words})
    finally:
        cluster.stop()


def all_on_postgres():
    """Whatever of the system tests is not about a file, on a PostgreSQL of their own."""
    return postgres(SYSTEM_ON_POSTGRES)


def as_root():
    """Words that run a command as root; None if that can't be without asking for a password."""
    if os.geteuid() == 0:
        return ()
    # Nothing that root writes is left in the tree but the results.
    sudo = ("sudo", "-n", "--preserve-env=CI,FORGED_LETTERS,TANBOD", "env",
            "PYTHONDONTWRITEBYTECODE=1")
    may = shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True)
    return sudo if may and may.returncode == 0 else None


def begin_as_root(folder, *options):
    """Begins the tests below tests/`folder` beside others, unless they have begun or may not."""
    name, prefix = f"tests/{folder}", as_root()
    if prefix is not None and name not in WAITING.jobs:
        junit = RESULTS / f"pytest-{folder}.xml"
        WAITING.begin(name, [*prefix, *PYTEST, *options, f"--junitxml={junit}", name], junit=junit)


def pytest_as_root(folder, because, *options):
    """Runs the Python tests below tests/`folder` as root; none of them passes if that can't be."""
    begin_as_root(folder, *options)
    name = f"tests/{folder}"
    if name in WAITING.jobs:
        return WAITING.outcomes(name)
    print(f"\n{name} needs root, {because}: run it as root, or as somebody whom sudo asks for no "
          "password.")
    return [Outcome(name, 0, 1, Cost())]


def mail():
    """Mails through a Postfix of the tests' own, with DKIM and DMARC; as root, or by sudo."""
    return pytest_as_root("mail", "as Postfix does")


def cluster():
    """Games on several machines of one's own while these fail; as root, or by sudo."""
    return pytest_as_root("cluster", "which alone makes networks", "-n", JOBS)


def asan():
    """Short system tests with programs under AddressSanitizer and UBSan."""
    return built("asan", lambda: system_under("asan", SYSTEM_UNDER_ASAN))


def tsan():
    """The C++ tests that start threads, under ThreadSanitizer."""
    return built("tsan", lambda: ctest("tsan", "-L", "^threads$"))


PARTS = {"speed": speed, "checks": checks, "lint": lint, "browser": browser, "system": system,
         "postgres": postgres, "cluster": cluster, "mail": mail, "unit": unit, "asan": asan,
         "tsan": tsan, "tidy": tidy}
NEED_RELEASE = ("checks", "browser", "speed", "system", "postgres", "cluster", "mail")
# Parts that measure: nothing runs beside these.
ALONE = ("speed",)
# The targets of the presets that are built beside the tests, for the first part that needs it.
TARGETS = {"unit": ("asan", "all"), "asan": ("asan", "programs"), "tsan": ("tsan", "thread_tests")}


def begin_jobs(chosen):
    """Queues what the parts need beside the tests: the sanitizers' builds, and then clang-tidy."""
    for part in PARTS:
        preset, target = TARGETS.get(part, (None, None))
        if part in chosen and preset and f"build {preset}" not in IDLE.jobs:
            IDLE.begin(f"build {preset}", configuring(preset), building(preset, target))
    if "tidy" in chosen:
        IDLE.begin("clang-tidy", ["/usr/bin/python3", "tests/checks/tidy.py"])


def summarise(outcomes, wall):
    """Prints what each step came to; the sums stand alone on the last line."""
    print("\n=== summary")
    for outcome in outcomes:
        verdict = "FAILED" if outcome.failed else "ok"
        print(f"{verdict:6} {outcome.name:24} {outcome.passed:5} passed {outcome.failed:3} failed"
              f" {outcome.cost}")
        for fault in outcome.faults[:TOLD_AGAIN_MAX]:
            print(textwrap.indent(fault, " " * 7))
    cpu = sum(outcome.cost.cpu for outcome in outcomes)
    print(f"{'':49} {Cost(wall, cpu)} in all")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if failed == 0 else 1


def main():
    """Runs the parts of the command line, or all of them."""
    told = "\n".join(f"  {name:8} {part.__doc__}" for name, part in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="tests/run.sh", description="Runs the tests.", epilog=f"parts:\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", help="what to run; without one: everything")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite",
                        help="postgres: all of the part of that name, and nothing else")
    arguments = parser.parse_args()
    if arguments.database == "postgres" and arguments.part:
        parser.error("--database postgres is a part by itself")
    parts = {"postgres": all_on_postgres} if arguments.database == "postgres" else PARTS
    chosen = arguments.part or list(parts)
    unknown = [name for name in chosen if name not in parts]
    if unknown:
        parser.error(f"no part {unknown[0]}; there are {', '.join(parts)}")

    begin = time.monotonic()
    RESULTS.mkdir(parents=True, exist_ok=True)
    outcomes = build("release", "programs") if any(name in NEED_RELEASE for name in chosen) else []
    if not any(outcome.failed for outcome in outcomes):
        alone = [name for name in chosen if name in ALONE]
        others = [name for name in chosen if name not in ALONE]
        for name in alone:
            outcomes += parts[name]()
        begin_jobs(others)
        for name in others:
            if name == "system" and "mail" in others:
                begin_as_root("mail")
            outcomes += parts[name]()
    return summarise(outcomes, time.monotonic() - begin)


if __name__ == "__main__":
    sys.exit(main())
