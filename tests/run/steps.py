"""A step of a run: a command, the tests that it counts, and the seconds that it took."""

import os
import pathlib
import subprocess
import time
from typing import NamedTuple

from run import junit

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "results"
JOBS = str(os.cpu_count() or 1)


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


def run(command, begun=None, **options):
    """Runs a command from the repository's root; its exit status, its output if piped, its cost.

    `begun` is told the number of the process.
    """
    begin = time.monotonic()
    with subprocess.Popen(command, cwd=ROOT, **options) as process:
        if begun:
            begun(process.pid)
        text = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    cost = Cost(time.monotonic() - begin, used.ru_utime + used.ru_stime)
    return process.returncode, text, cost


def tally(name, report, status, cost):
    """The counts of the JUnit file `report`; a step that fails without saying where failed once."""
    cases, faults = 0, []
    if report and report.exists():
        cases, faults = junit.faults_of(report)
    elif status == 0 and not report:
        cases = 1
    if not faults and (status != 0 or cases == 0):
        cases += 1
        faults.append(f"it ended with status {status}")
    return Outcome(name, cases - len(faults), len(faults), cost, tuple(faults))


def step(name, command, report=None, environment=()):
    """Runs `command` with its output shown, with more variables in its environment."""
    print(f"\n=== {name}", flush=True)
    if report:
        report.unlink(missing_ok=True)
    status, _, cost = run(command, env={**os.environ, **dict(environment)})
    return concluded(tally(name, report, status, cost))


def concluded(outcome):
    """The outcome, which is printed."""
    print(f"--- {outcome.name}: {outcome.passed} passed, {outcome.failed} failed,{outcome.cost}",
          flush=True)
    return outcome
