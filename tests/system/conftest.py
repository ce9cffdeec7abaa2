"""Fixtures: a server of one's own, and a PostgreSQL for it."""

import sys
import pathlib
import uuid

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "postgres"))

from cluster import Cluster  # noqa: E402
from support import coroutines  # noqa: E402
from support.server import Server  # noqa: E402
from support.tour import Shell  # noqa: E402

pytest_pyfunc_call = coroutines.pytest_pyfunc_call


@pytest.fixture
def make_server(tmp_path):
    """Starts servers, each with a database of its own, and ends them."""
    servers = []

    def make(flags=(), prefix=(), name="server"):
        folder = tmp_path / f"{name}-{len(servers)}"
        folder.mkdir()
        servers.append(Server(folder, flags, prefix))
        return servers[-1].start()

    yield make
    try:
        for server in servers:
            server.end()
    finally:
        for server in servers:
            server.kill()


@pytest.fixture
def server(make_server):
    """A running server with an empty database."""
    return make_server()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """A running server for all tests of a file: for those that need nothing of it to be new.

    Its limit of sign-ups is for one test's guests times the number of tests.
    """
    server = Server(tmp_path_factory.mktemp("shared"), ("--limits-sign-ups-per-minute", "100000"))
    with server:
        yield server
        server.end()


@pytest.fixture
def shell():
    """A bash for the commands of a document."""
    bash = Shell()
    yield bash
    bash.close()


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL, for all tests that ask for one."""
    postgres = Cluster(settings=())
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.stop()


@pytest.fixture
def make_address(cluster):
    """Makes empty databases, as the setting `database` names them."""
    def make():
        name = f"tanbo_{uuid.uuid4().hex}"
        cluster.new_database(name)
        return f"postgres:{cluster.words} dbname={name}"
    return make


@pytest.fixture
def address(make_address):
    """One of them."""
    return make_address()
