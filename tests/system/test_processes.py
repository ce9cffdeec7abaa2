"""Servers that tests have killed: they leave nothing behind."""

import subprocess

from support.processes import is_alive, kill_group


def test_a_group_is_killed_to_the_last_process_though_its_leader_is_gone():
    leader = subprocess.Popen(["sh", "-c", "sleep 1000 & echo $!"], stdout=subprocess.PIPE,
                              text=True, start_new_session=True)
    child = int(leader.stdout.readline())
    while is_alive(leader.pid):  # a zombie until it is waited for, so its number stays its own
        pass
    assert is_alive(child)

    kill_group(leader.pid)

    assert not is_alive(child)
    leader.stdout.close()
    leader.wait()
