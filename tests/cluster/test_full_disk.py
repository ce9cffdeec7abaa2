"""A PostgreSQL with a full disk: its nodes say so, and when there is room again."""

import asyncio
import contextlib
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import pytest

from cluster import Cluster
from network import run
from support.patience import PATIENCE_S
from support.rest import Rest
from support.server import Server

BYTES = 80 << 20


class SmallDisk:
    """A file system in memory for the tables of a database. Use with `with`."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-small-"))
        self.place = self.home / "place"

    def __enter__(self):
        self.home.chmod(0o755)
        self.place.mkdir()
        run("mount", "-t", "tmpfs", "-o", f"size={BYTES}", "tanbo-test", str(self.place))
        self.place.chmod(0o777)
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", str(self.place)], check=False)
        shutil.rmtree(self.home)

    def fill(self):
        """Leaves no byte free."""
        with contextlib.suppress(OSError), open(self.place / "filler", "wb", buffering=0) as filler:
            while True:
                filler.write(b"x" * 4096)

    def clear(self):
        """Gives the room back."""
        (self.place / "filler").unlink()


@pytest.fixture
def small(switch, tmp_path):  # pylint: disable=unused-argument
    """A disk, and a node over a database with its tables there, of a PostgreSQL elsewhere."""
    with SmallDisk() as disk:
        postgres = Cluster(settings=())
        try:
            postgres.start()
            space = disk.place / "space"
            space.mkdir()
            shutil.chown(space, "nobody")
            postgres.ask(f"CREATE TABLESPACE small LOCATION '{space}'", database="postgres")
            postgres.new_database("tanbo", like="TABLESPACE small")
            postgres.new_database("elsewhere")
            yield disk, postgres, tmp_path
        finally:
            postgres.stop()


@contextlib.contextmanager
def node_of(postgres, place, database):
    """A node over a database."""
    folder = place / database
    folder.mkdir()
    with Server(folder, database=f"postgres:{postgres.words} dbname={database}") as node:
        yield node
        node.end()


def events_of_the_disk(node):
    """The events of the log about it, in order."""
    return re.findall(r"\b(disk-full|disk-has-room)\b", node.log)


async def until_ready_is(rest, status):
    """Asks for readiness until it is so; yields the answer."""
    end = time.monotonic() + PATIENCE_S
    while True:
        answer = await rest.nobody.get("//readyz")
        if answer.status == status:
            return answer
        assert time.monotonic() < end, answer
        await asyncio.sleep(0.1)


async def test_a_full_disk_of_postgresql_is_told_and_its_end(small):
    disk, postgres, place = small
    with node_of(postgres, place, "tanbo") as node:
        async with Rest(node) as rest:
            await until_ready_is(rest, 200)
            for round_ in (1, 2):
                disk.fill()

                # No command comes: who asks for readiness finds out.
                unready = await until_ready_is(rest, 503)

                assert unready.json["detail"] == \
                    "The disk of the database is full. Make room.", unready
                assert events_of_the_disk(node) == \
                    ["disk-full", "disk-has-room"] * (round_ - 1) + ["disk-full"]
                await rest.nobody.get("//healthz", expect=200)
                await rest.nobody.get("/setups", expect=200)
                disk.clear()
                await until_ready_is(rest, 200)
                node.wait_for(lambda: events_of_the_disk(node) == ["disk-full", "disk-has-room"]
                              * round_, "nothing of room in the log")
            await rest.account("anna")


async def test_a_full_disk_of_another_database_is_no_fault(small):
    """The control."""
    disk, postgres, place = small
    with node_of(postgres, place, "elsewhere") as node:
        async with Rest(node) as rest:
            await until_ready_is(rest, 200)
            disk.fill()
            end = time.monotonic() + 15  # longer than between two trials
            while time.monotonic() < end:
                await rest.nobody.get("//readyz", expect=200)
            assert events_of_the_disk(node) == []
