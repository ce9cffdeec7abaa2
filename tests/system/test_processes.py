"""Servers that tests have killed: they leave nothing behind."""

import os
import subprocess
import sys

from support.processes import is_alive, kill_group

# So much memory takes a moment to give back: the process outlives the signal.
SLOW_TO_END = ("import os, signal; held = bytearray(200_000_000); print(os.getpid()); "
               "signal.pause()")


def test_a_group_is_killed_to_the_last_process_though_its_leader_is_gone():
    leader = subprocess.Popen(["sh", "-c", '"$1" -u -c "$2" &', "sh", sys.executable, SLOW_TO_END],
                              stdout=subprocess.PIPE, text=True, start_new_session=True)
    child = int(leader.stdout.readline())
    # It stays a zombie, so its number stays its own.
    os.waitid(os.P_PID, leader.pid, os.WEXITED | os.WNOWAIT)
    assert is_alive(child)

    kill_group(leader.pid)

    assert not is_alive(child)
    leader.stdout.close()
    leader.wait()
