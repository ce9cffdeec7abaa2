"""One PostgreSQL for the tests of this folder."""

import pytest

from cluster import Cluster


@pytest.fixture(scope="session")
def cluster():
    server = Cluster()
    try:
        server.start()
        yield server
    finally:
        server.stop()
