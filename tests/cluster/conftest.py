"""Fixtures: machines of one's own, and two of them with a PostgreSQL and its standby."""

import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system"), str(HERE.parent / "postgres")]

import network  # noqa: E402
from disk import on_a_disk  # noqa: E402
from pair import Pair  # noqa: E402
from support import coroutines  # noqa: E402

pytest_pyfunc_call = coroutines.pytest_pyfunc_call


@pytest.fixture(scope="session")
def switch():
    """A network that no other process sees."""
    network.leave_the_host()
    with network.Network() as own:
        yield own


@pytest.fixture(scope="session")
def machines(switch):
    """Machines for nodes."""
    return [switch.machine()]


@pytest.fixture(scope="session")
def spare_machines(switch):
    """Two more."""
    return [switch.machine(), switch.machine()]


@pytest.fixture(scope="session")
def three_machines(machines, spare_machines):
    """All of them."""
    return [*machines, *spare_machines]


@pytest.fixture(scope="session")
def databases(switch):
    """Machines for a database and its standby."""
    return [switch.machine(), switch.machine()]


@pytest.fixture(scope="session")
def pair(databases):
    """A PostgreSQL and its standby, which may have changed places."""
    with Pair(databases) as running:
        yield running


@pytest.fixture
def powered(switch):
    """A PostgreSQL without a standby, on a disk that can lose power: the disk, the server."""
    with on_a_disk(switch.machine()) as both:
        yield both
