"""The parts of the tests, each of which yields what its steps came to."""

import os
import shutil
import subprocess
import sys

from run import junit, lanes
from run.builds import building, built, configuring
from run.steps import JOBS, RESULTS, ROOT, Cost, Outcome, concluded, run, step, tally

sys.path.append(str(ROOT / "tests" / "postgres"))

from cluster import Cluster  # noqa: E402

# System tests that run with programs under AddressSanitizer, and with no others: input of every
# kind, not long play.
SYSTEM_UNDER_ASAN = (
    "bad_input", "raw_http", "http_conventions", "live", "four_players", "cli", "accounts",
    "administration", "challenges", "chat", "plans", "proposals", "notes", "notifications",
    "webhooks", "ratings", "feeds")

# The tests that PostgreSQL goes through too: whatever is not about SQLite's file.
SYSTEM_ON_POSTGRES = (
    "admin_shell", "administration", "arenas", "bots", "calendars", "challenges", "chat", "clocks",
    "clubs", "contract", "crash", "four_players", "fresh_reads", "ladders", "leagues", "lists",
    "live", "moderation", "notifications", "plans", "proposals", "races", "ratings", "rematches",
    "repeats", "revocation", "sign_in", "site_settings", "streams", "vacations", "webhooks",
    "whole_games")
# Of those what every run has time for; test_postgres.py comes with the system tests.
SHORT_ON_POSTGRES = ("fresh_reads", "races", "rematches")

# Long work on a single thread in programs that have several: lists, limits, texts and pictures.
NOT_ABOUT_THREADS = (
    "GameListsTest.*", "ChatRows.*", "InboundMailsTest.*", "Copies.*", "LinkPreview.*Shows*",
    "LinkPreview.*Size*", "BoardPng.Shows*", "NoticesTest.*", "Mails.*", "SeatingTest.*",
    "Corpus/Attacked*", "ComposerTest.*", "RecorderTest.*", "Smuggling.*")

# A test that hangs fails, and the others run.
HANGS_AFTER_S = 1200
PYTEST = ("/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5",
          f"--timeout={HANGS_AFTER_S}", "-o", "junit_family=xunit1",
          "-o", "markers=nightly: a long form, which only `tests/run.sh nightly` runs")
SHORT = ("-m", "not nightly")
# Browsers and C++ programs wait a third of their time: one more of them than there are cores.
ONE_MORE = str(int(JOBS) + 1)
# The system tests wait more than they work: two processes a core, each with files of its own.
SIDE_BY_SIDE = ("-n", str(2 * int(JOBS)), "--dist", "loadfile")


def ctest_words(preset, *selection):
    """The name, the command and the report of the C++ programs of `preset` that test.

    Of all, or of those that `selection` names. `gather` writes the report.
    """
    command = ["ctest", "--preset", preset, "--output-junit", RESULTS / f"ctest-{preset}.xml",
               "-j", ONE_MORE, "--no-tests=error", *selection]
    return f"unit tests, {preset}", command, RESULTS / f"unit-{preset}.xml"


def forget(preset):
    """Deletes what a run of the C++ programs of `preset` left behind."""
    shutil.rmtree(ROOT / "build" / preset / "junit", ignore_errors=True)
    (RESULTS / f"ctest-{preset}.xml").unlink(missing_ok=True)


def gather(preset):
    """Writes the report of a run of the C++ programs of `preset`, and shows what failed."""
    programs = RESULTS / f"ctest-{preset}.xml"
    junit.gather(programs, ROOT / "build" / preset / "junit", RESULTS / f"unit-{preset}.xml")
    junit.show_failures(programs)


def ctest(preset, *selection, environment=()):
    """Runs the C++ programs of `preset` that test, or those of them that `selection` names."""
    name, command, report = ctest_words(preset, *selection)
    forget(preset)
    print(f"\n=== {name}", flush=True)
    status, _, cost = run([*command, "--progress" if sys.stdout.isatty() else "--quiet"],
                          env={**os.environ, **dict(environment)})
    gather(preset)
    return [concluded(tally(name, report, status, cost))]


def pytest(folder, *options, tests=(), title=None):
    """Runs the Python tests below tests/`folder`, or those named `tests`."""
    title = title or folder
    report = RESULTS / f"pytest-{title}.xml"
    command = [*PYTEST, *options, f"--junitxml={report}", *(tests or (f"tests/{folder}",))]
    return [step(f"tests/{title}", command, report)]


def system_under(preset, names, title=None, environment=()):
    """Runs those of the system tests with the programs of `preset`, and more variables."""
    title = title or preset
    report = RESULTS / f"pytest-system-{title}.xml"
    files = [f"tests/system/test_{name}.py" for name in names]
    programs = {"TANBOD": str(ROOT / "build" / preset / "bin" / "tanbod"),
                "LSAN_OPTIONS": f"suppressions={ROOT / 'tests' / 'lsan.supp'}", **dict(environment)}
    command = [*PYTEST, *SIDE_BY_SIDE, f"--junitxml={report}", *files]
    return [step(f"tests/system, {title}", command, report, programs)]


def unit():
    """The C++ tests, under AddressSanitizer and UndefinedBehaviorSanitizer."""
    name, _, _ = ctest_words("asan")
    if name in lanes.BESIDE.jobs:
        return built("asan", lambda: lanes.BESIDE.outcomes(name, lambda: gather("asan")))
    return built("asan", lambda: ctest("asan"))


def begin_unit():
    """Begins the part `unit` beside the others."""
    name, command, report = ctest_words("asan")
    forget("asan")
    lanes.BESIDE.begin(name, [*command, "--quiet"], report=report,
                       after=lambda: lanes.IDLE.goes_well("build asan"))


def speed():
    """The engine's speed against the naive one, in the release build."""
    return ctest("release", "-L", "^bench$")


def checks():
    """Layers, style, formatting, packages, scripts, docker."""
    return pytest("checks")


def npm_packages(folder):
    """The command that installs what the lockfile of a folder names; none if it is there."""
    stamp = folder / "node_modules" / ".package-lock.json"
    if stamp.exists() and stamp.stat().st_mtime >= (folder / "package-lock.json").stat().st_mtime:
        return []
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
    return [[*command, "--prefix", folder]]


def lint():
    """The API contracts through Redocly's linter and AsyncAPI's parser."""
    installed = [step("npm ci", command) for command in npm_packages(ROOT / "tests" / "lint")]
    return installed if any(one.failed for one in installed) else pytest("lint")


def node_words(name, tests, preset):
    """The name, the command and the report of these files of the client's tests.

    The engine that they play with is the one of `preset`.
    """
    report = RESULTS / f"{name.replace('/', '-')}.xml"
    reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout",
                 f"--test-reporter={ROOT / 'tests' / 'browser' / 'support' / 'junit.js'}",
                 f"--test-reporter-destination={report}"]
    wasm = ROOT / "build" / preset / "web" / "engine.wasm"
    command = ["env", f"TANBO_ENGINE={wasm}", "node", "--test", f"--test-concurrency={ONE_MORE}",
               f"--test-timeout={1000 * HANGS_AFTER_S}", *reporters, *tests]
    return name, command, report


def client_commands():
    """The commands that install what the client is checked with, and check its types."""
    folder = ROOT / "server" / "web" / "client"
    return [*npm_packages(folder), ["npm", "run", "--prefix", folder, "check"]]


def client():
    """Checks the types of the client."""
    return [step(f"{command[0]} {command[1]}", command) for command in client_commands()]


def browser_words():
    """The name of the part `browser`, its command and its report."""
    tests = sorted((ROOT / "tests" / "browser").glob("**/*.test.js"))
    return node_words("tests/browser", tests, "release")


RANDOM_GAMES = ("release", "tanbo_random_games")


def begin_browser():
    """Begins the part `browser` beside the others."""
    name, command, report = browser_words()
    lanes.BESIDE.begin(name, *client_commands(), building(*RANDOM_GAMES), command, report=report)


def browser():
    """The web client: its own code on simulated networks, then pages in real browsers."""
    name, command, report = browser_words()
    if name in lanes.BESIDE.jobs:
        return lanes.BESIDE.outcomes(name)
    outcomes = [*client(), step("build random_games", building(*RANDOM_GAMES))]
    if any(outcome.failed for outcome in outcomes):
        return outcomes
    return [*outcomes, step(name, command, report)]


def tidy():
    """clang-tidy over engine, protocol, server; what was clean is kept in ~/.cache/tanbo/tidy."""
    return lanes.IDLE.outcomes("clang-tidy")


def system_names():
    """The names of all system tests."""
    return [path.stem.removeprefix("test_")
            for path in sorted((ROOT / "tests" / "system").glob("test_*.py"))]


def system():
    """The programs from outside: games, crashes, tours of the documents; not those of `asan`."""
    tests = [f"tests/system/test_{name}.py" for name in system_names()
             if name not in SYSTEM_UNDER_ASAN]
    return pytest("system", *SIDE_BY_SIDE, *SHORT, tests=tests)


def postgres(names=SHORT_ON_POSTGRES):
    """Some of the system tests, on a PostgreSQL of their own; `nightly` runs more."""
    database = Cluster(settings=())
    try:
        database.start()
        return system_under("release", names, "postgres", {"TEST_POSTGRES": database.words})
    finally:
        database.stop()


def as_root():
    """Words that run a command as root; None if that can't be without asking for a password."""
    if os.geteuid() == 0:
        return ()
    # Nothing that root writes is left in the tree but the results.
    sudo = ("sudo", "-n", "--preserve-env=CI,FORGED_LETTERS,TANBOD", "env",
            "PYTHONDONTWRITEBYTECODE=1")
    may = shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True)
    return sudo if may and may.returncode == 0 else None


def begin_as_root(lane, name, command, report=None):
    """Begins a command as root beside the parts, unless it has begun or may not."""
    prefix = as_root()
    if prefix is not None and name not in lane.jobs:
        lane.begin(name, [*prefix, *command], report=report)


def step_as_root(lane, because, name, command, report=None):
    """Runs a command as root; it does not pass if that can't be."""
    begin_as_root(lane, name, command, report)
    if name in lane.jobs:
        return lane.outcomes(name)
    print(f"\n{name} needs root, {because}: run it as root, or as somebody whom sudo asks for no "
          "password.")
    return [Outcome(name, 0, 1, Cost())]


def mail_words(*options):
    """The name of the part `mail`, its command and its report."""
    report = RESULTS / "pytest-mail.xml"
    return ("tests/mail", [*PYTEST, *options, f"--junitxml={report}", "tests/mail"], report)


def cluster_words(*options):
    """The name of the part `cluster`, its command and its report."""
    report = RESULTS / "pytest-cluster.xml"
    command = [*PYTEST, "-n", JOBS, *options, f"--junitxml={report}", "tests/cluster"]
    return ("tests/cluster", command, report)


def package_words(*options):
    """The name of the part `package`, its command and its report."""
    report = RESULTS / "pytest-package.xml"
    return ("tests/package", [*PYTEST, *options, f"--junitxml={report}", "tests/package"], report)


AS_POSTFIX = "as Postfix does"
MAKES_NETWORKS = "which alone makes networks"
BOOTS = "which alone boots a machine"


def mail():
    """Mails through a Postfix of the tests' own, with DKIM and DMARC; as root, or by sudo."""
    return step_as_root(lanes.WAITING, AS_POSTFIX, *mail_words(*SHORT))


def cluster():
    """Games on several machines of one's own while these fail; as root, or by sudo."""
    return step_as_root(lanes.NETWORKED, MAKES_NETWORKS, *cluster_words(*SHORT))


def package():
    """The Debian package on a clean machine: installed, upgraded, purged; as root, or by sudo."""
    return step_as_root(lanes.WAITING, BOOTS, *package_words(*SHORT))


def asan():
    """System tests of input of every kind, with programs under AddressSanitizer and UBSan."""
    return built("asan", lambda: system_under("asan", SYSTEM_UNDER_ASAN))


def tsan():
    """The C++ tests that start threads, under ThreadSanitizer."""
    chosen = {"GTEST_FILTER": f"-{':'.join(NOT_ABOUT_THREADS)}"}
    return built("tsan", lambda: ctest("tsan", "-L", "^threads$", environment=chosen))


# Last what has run beside the others.
PARTS = {"speed": speed, "checks": checks, "lint": lint, "system": system, "postgres": postgres,
         "asan": asan, "tsan": tsan, "browser": browser, "unit": unit, "cluster": cluster,
         "mail": mail, "package": package, "tidy": tidy}
NEED_RELEASE = ("checks", "browser", "speed", "system", "postgres", "cluster", "mail",
                "package")
# Parts that measure: nothing runs beside these.
ALONE = ("speed",)
# The targets of the presets that are built beside the tests, for the first part that needs it.
TARGETS = {"unit": ("asan", "all"), "asan": ("asan", "programs"), "tsan": ("tsan", "thread_tests")}


def begin_jobs(chosen):
    """Queues what runs beside the tests: builds and clang-tidy, browsers, and what mostly waits."""
    for part, (preset, target) in TARGETS.items():
        if part in chosen and f"build {preset}" not in lanes.IDLE.jobs:
            lanes.IDLE.begin(f"build {preset}", configuring(preset), building(preset, target))
    if "tidy" in chosen:
        lanes.IDLE.begin("clang-tidy", ["/usr/bin/python3", "tests/checks/tidy.py"])
    for part, lane, words in (("mail", lanes.WAITING, mail_words(*SHORT)),
                              ("cluster", lanes.NETWORKED, cluster_words(*SHORT)),
                              ("package", lanes.WAITING, package_words(*SHORT))):
        if part in chosen and len(chosen) > 1:
            begin_as_root(lane, *words)
    if "browser" in chosen and len(chosen) > 1:
        begin_browser()
    if "unit" in chosen and len(chosen) > 1:
        begin_unit()


def run_parts(chosen):
    """Runs these parts; the outcomes of their steps."""
    outcomes = []
    for name in chosen:
        if name in ALONE:
            outcomes += PARTS[name]()
    others = [name for name in chosen if name not in ALONE]
    begin_jobs(others)
    for name in others:
        outcomes += PARTS[name]()
    return outcomes
