"""The checks of every short form, with the patience that a busy machine needs."""

from checker import check
from faults import BACK_S_MAX, failures

SLOWER = 2  # than alone: programs are built beside the tests


def check_all(history, told):
    """Prints what was seen; nothing is lost, no node has failed, and all were soon back."""
    print(told)
    check(history)
    assert failures(history) == []
    assert told["ok"] > 50, told
    assert told["back_s"] < BACK_S_MAX * SLOWER, told
