"""Lanes: jobs that run one after the other beside the parts."""

import concurrent.futures
import contextlib
import os
import pathlib
import subprocess

from run import junit
from run.steps import Cost, Outcome, concluded, run, tally

IDLE_POLICY = ("chrt", "--idle", "0")


class Lane:
    """Runs jobs one after the other beside the parts, each command behind `prefix`.

    The output of a job is shown when somebody needs what comes of it. From then on the job has the
    priority of any other process: on a machine that is never idle an idle one would not end.
    """

    def __init__(self, *prefix):
        self.prefix = prefix
        self.thread = concurrent.futures.ThreadPoolExecutor(max_workers=1)
        self.jobs = {}
        self.broken = set()
        self.awaited = set()
        self.pid = None

    def begin(self, name, *commands, report=None, after=None):
        """Queues the commands of a job, of which each needs that the one before went well.

        It begins once the function `after`, if there is one, returned true.
        """
        if report:
            report.unlink(missing_ok=True)
        self.jobs[name] = self.thread.submit(self._run, name, commands, after), report

    def outcomes(self, name, before_tally=None):
        """Waits for the job, shows it, and yields its outcome; once more only if it failed."""
        if name not in self.jobs:
            return [Outcome(name, 0, 1, Cost())] if name in self.broken else []
        print(f"\n=== {name}", flush=True)
        status, text, cost = self._awaited(name)
        if status:
            self.broken.add(name)
        _, report = self.jobs.pop(name)
        print(text[-junit.OUTPUT_CHARS_MAX:] if status else last_line(text), flush=True)
        if before_tally:
            before_tally()
        return [concluded(tally(name, report, status, cost))]

    def goes_well(self, name):
        """Waits for a job that is queued or was shown; whether it did not fail."""
        return name not in self.broken and (name not in self.jobs or self._awaited(name)[0] == 0)

    def _awaited(self, name):
        job, _ = self.jobs[name]
        self.awaited.add(name)
        while self.prefix == IDLE_POLICY and not job.done():
            # Again and again: a process that has begun meanwhile may be idle as well.
            hurry(self.pid)
            concurrent.futures.wait([job], timeout=0.5)
        return job.result()

    def _run(self, name, commands, after):
        if after and not after():
            return 1, "What it needs could not be built.", Cost()
        status, text, cost = 0, "", Cost()
        for command in commands:
            if status == 0:
                prefix = () if name in self.awaited else self.prefix
                status, more, took = run([*prefix, *command], begun=self._begun,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                         text=True, errors="replace")
                text, cost = text + more, cost + took
        return status, text, cost

    def _begun(self, pid):
        self.pid = pid


def last_line(text):
    """The last line of a text, or nothing."""
    return text.rstrip("\n").rpartition("\n")[2]


def children():
    """The processes that each process has begun and not outlived, by its number."""
    found = {}
    for number in filter(str.isdigit, os.listdir("/proc")):
        # One that has ended meanwhile has no file any more.
        with contextlib.suppress(OSError):
            stat = pathlib.Path("/proc", number, "stat").read_text()
            found.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(number))
    return found


def hurry(pid):
    """Lets a process and all that it has begun be idle no longer, if that is permitted."""
    known, waiting = children(), [pid] if pid else []
    while waiting:
        present = waiting.pop()
        waiting += known.get(present, ())
        with contextlib.suppress(OSError):
            if os.sched_getscheduler(present) == os.SCHED_IDLE:
                os.sched_setscheduler(present, os.SCHED_OTHER, os.sched_param(0))


# Builds and clang-tidy, when no test wants a processor.
IDLE = Lane(*IDLE_POLICY)
# Tests that wait nearly all of their time: with a mail server or a machine that boots, and in
# networks of their own.
WAITING = Lane()
NETWORKED = Lane()
# Tests of pages and of C++, which leave half a processor to others.
BESIDE = Lane()
