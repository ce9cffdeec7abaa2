"""Processes as /proc shows them."""

import contextlib
import os
import pathlib
import select
import signal

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
    for pid in [int(entry.name) for entry in pathlib.Path("/proc").glob("[0-9]*")]:
        if _state_and_group(pid)[1] == group:
            assert _ends(pid), f"process {pid} of group {group} is still alive"


def _ends(pid):
    """Waits until all threads of a process have ended; false if they have not for very long."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        end = select.poll()
        end.register(process, select.POLLIN)
        return bool(end.poll(1_000 * PATIENCE_S))
    finally:
        os.close(process)


def _state_and_group(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "", 0
    return fields[0], int(fields[2])
