"""The long forms of the tests: `bash tests/run.sh nightly [form ...]`. All of them take hours."""

import os

from run import lanes, parts
from run.builds import build
from run.steps import step

# Every one needs the release build.
LETTERS_FORGED = "5000"
PLIES_BY_FINGERS = "1000"
KILLS = "500"
MAILS = "500"
KILLS_BESIDE_MAILS = "50"
PYTHON = "/usr/bin/python3"


def all_on_postgres():
    """Whatever of the system tests is not about a file, on a PostgreSQL of their own."""
    return parts.postgres(parts.SYSTEM_ON_POSTGRES)


def browser():
    """The pages, with all of a 19x19 game by touch, not its end alone."""
    os.environ["BY_FINGERS"] = PLIES_BY_FINGERS
    return parts.browser()


def mail():
    """The mail tests with their long forms, and storms of mails while the server is killed."""
    os.environ["FORGED_LETTERS"] = LETTERS_FORGED
    name, command, report = parts.mail_words()
    outcomes = parts.step_as_root(lanes.WAITING, parts.AS_POSTFIX, name, command, report)
    for program in ("storm", "storm_of_games"):
        name = f"tests/mail/{program}.py"
        command = [PYTHON, name, MAILS, KILLS_BESIDE_MAILS]
        outcomes += parts.step_as_root(lanes.WAITING, parts.AS_POSTFIX, name, command)
    return outcomes


def cluster():
    """The cluster tests with their long forms, and every fault again and again."""
    name, command, report = parts.cluster_words()
    outcomes = parts.step_as_root(lanes.NETWORKED, parts.MAKES_NETWORKS, name, command,
                                  report)
    name = "tests/cluster/full.py"
    return outcomes + parts.step_as_root(lanes.NETWORKED, parts.MAKES_NETWORKS, name,
                                         [PYTHON, name])


def package():
    """The package, also on a Debian that has nothing of what it needs."""
    name, command, report = parts.package_words()
    return parts.step_as_root(lanes.WAITING, parts.BOOTS, name, command, report)


def unit():
    """The C++ tests under AddressSanitizer, with all repetitions of those that draw their cases."""
    os.environ["TANBO_LONG_FORM"] = "1"
    outcomes = build("asan", "all")
    return outcomes if any(one.failed for one in outcomes) else outcomes + parts.ctest("asan")


def crash():
    """Kills of the server in the middle of play, and while it writes a new database file."""
    outcomes = [step("tests/crash", ["bash", "tests/crash/run.sh", KILLS])]
    return outcomes + parts.pytest("system", "-n", parts.JOBS, title="rebuild",
                                   tests=["tests/system/test_rebuild.py"])


def pairing():
    """Thousands of random events, paired by the server and by slow references in Python."""
    return parts.pytest("system", "-n", parts.JOBS, title="pairing",
                        tests=["tests/system/test_pairing.py"])


FORMS = {"pairing": pairing, "postgres": all_on_postgres, "browser": browser, "mail": mail,
         "cluster": cluster, "package": package, "crash": crash, "unit": unit}


def run_forms(chosen):
    """Runs these forms; the outcomes of their steps."""
    return [outcome for name in chosen for outcome in FORMS[name]()]
