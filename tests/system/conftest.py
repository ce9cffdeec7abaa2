"""Fixtures: a server of one's own, and tests that are coroutines."""

import asyncio
import inspect
import sys
import pathlib

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from support.server import Server  # noqa: E402

TEST_S_MAX = 150


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Runs a test that is a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), TEST_S_MAX))
    return True


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
