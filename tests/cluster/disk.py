"""A disk of one's own that can lose power: what was not synchronised is lost."""

import contextlib
import fcntl
import os
import pathlib
import shutil
import subprocess
import tempfile

from cluster import USER, Cluster
from network import run

BYTES = 600 << 20
# Source: linux/fs/ext4/ext4.h, EXT4_IOC_SHUTDOWN and EXT4_GOING_FLAGS_NOLOGFLUSH.
SHUTDOWN, WITHOUT_LOG = 0x8004_587D, (2).to_bytes(4, "little")


class Disk:
    """An ext4 in a file. Use with `with`."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-disk-"))
        self.image = self.home / "image"
        self.place = self.home / "place"

    def __enter__(self):
        self.home.chmod(0o755)
        self.place.mkdir()
        self.image.touch()
        os.truncate(self.image, BYTES)
        run("mkfs.ext4", "-q", "-F", str(self.image))
        self._mount()
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", str(self.place)], check=False)
        shutil.rmtree(self.home)

    def synchronise(self):
        """Everything that was written is on it."""
        run("sync", "--file-system", str(self.place))

    def stall(self):
        """From here on whatever is written waits."""
        run("fsfreeze", "--freeze", str(self.place))

    def go_on(self):
        """It is written."""
        run("fsfreeze", "--unfreeze", str(self.place))

    def cut_power(self):
        """From here on nothing comes to the disk any more."""
        place = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(place, SHUTDOWN, WITHOUT_LOG)
        finally:
            os.close(place)

    def restore_power(self):
        """The disk as the cut has left it. Requires: none of its files is open."""
        run("umount", str(self.place))
        self._mount()

    def _mount(self):
        run("mount", "-o", "loop", str(self.image), str(self.place))
        self.place.chmod(0o755)


@contextlib.contextmanager
def on_a_disk(machine):
    """A disk and a PostgreSQL on it, without a standby."""
    with Disk() as disk:
        postgres = Cluster(settings=(), address=machine.address, prefix=machine.nobodys_prefix,
                           place=disk.place)
        try:
            postgres.start()
            postgres.new_database("tanbo")
            disk.synchronise()  # initdb has left that to us
            yield disk, postgres
        finally:
            postgres.stop()


@contextlib.contextmanager
def log_on_a_disk(postgres):
    """A disk to which a PostgreSQL that is restarted writes its log ahead, and nothing else."""
    with Disk() as disk:
        postgres.kill()
        here, there = postgres.data / "pg_wal", disk.place / "wal"
        shutil.copytree(here, there)
        shutil.rmtree(here)
        here.symlink_to(there)
        for path in (there, *there.rglob("*")):
            os.chown(path, here.parent.stat().st_uid, here.parent.stat().st_gid)
        postgres.launch()
        yield disk


def address_of(postgres):
    """The address of its database, as it is named to tanbod."""
    return f"postgres:host={postgres.address} user={USER} dbname=tanbo"
