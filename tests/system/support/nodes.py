"""Nodes over one PostgreSQL, and the duties that each has."""

import contextlib

from support.metrics import metrics_of
from support.server import Server
from support.shifted_clock import ShiftedClock


@contextlib.contextmanager
def running_nodes(place, address, flags_of):
    """Two nodes, with the flags for each one's folder.

    The clock of their machine can be set for the second one.
    """
    running = []
    try:
        for number in (1, 2):
            folder = place / str(number)
            folder.mkdir()
            flags = ["--database-node", str(number), "--database-writers", "3", *flags_of(folder)]
            clock = ShiftedClock(folder)
            running.append(Server(folder, flags, clock.prefix, address))
            running[-1].set_clock = clock.set
            running[-1].start()
        yield running
        for node in running:
            node.end()
    finally:
        for node in running:
            node.kill()


def duties(node):
    """Those that the node says it has."""
    told = metrics_of(node).items()
    return {name.split('"')[1] for name, value in told
            if name.startswith("tanbo_leader{") and value == 1}
