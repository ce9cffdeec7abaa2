"""Processes as /proc shows them."""

import contextlib
import os
import pathlib
import signal
import time

from support.patience import PATIENCE_S


def is_alive(pid):
    """Whether there is such a process, and it is no zombie."""
    state, _ = _state_and_group(pid)
    return state not in ("", "Z", "X")


def kill_group(group):
    """kill -9 of all processes of a group. When it returns they hold no file and no lock any more.

    The group's leader may be gone before the others: a program that runs another one, such as
    strace, leaves its child to init.
    """
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE_S
    while living := _living_of(group):
        assert time.monotonic() < deadline, f"of group {group} still alive: {living}"
        time.sleep(0.002)


def _living_of(group):
    pids = [int(entry.name) for entry in pathlib.Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if _state_and_group(pid)[1] == group and is_alive(pid)]


def _state_and_group(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "", 0
    return fields[0], int(fields[2])
