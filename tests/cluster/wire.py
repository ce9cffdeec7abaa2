"""A wire between a node and its database that keeps some of what is said from being heard."""

import contextlib
import socket
import threading

from cluster import USER, name_of
from network import OWN_ADDRESS

CHUNK = 1 << 16
# The doorbell's name, and another one as long: messages keep their length.
BELL, NOBODYS = b"tanbo_changes", b"tanbo_nothing"


class Wire:
    """It leads to a PostgreSQL. Use with `with`.

    The doorbell is muted in statements that begin with `muted`, NOTIFY or LISTEN: all else gets
    through. While it is held, connections that listen are silent in both directions: their node
    neither hears the doorbell nor reads what others have done.
    """

    def __init__(self, postgres, muted=None):
        self.target = (postgres.address, 5432)
        self.muted = muted
        self.flows = threading.Event()
        self.flows.set()
        self.sockets = []
        self.listener = socket.create_server((OWN_ADDRESS, 0))
        self.thread = threading.Thread(target=self._serve)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.flows.set()
        for one in (self.listener, *self.sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()

    def address(self, database):
        """How tanbod is led through it, given how it is led to the database otherwise."""
        host, port = self.listener.getsockname()
        return f"postgres:host={host} port={port} user={USER} dbname={name_of(database)}"

    def hold(self):
        """From here on connections that listen are silent."""
        self.flows.clear()

    def release(self):
        """They say what they had to say, and go on."""
        self.flows.set()

    def _serve(self):
        threads = []
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(self.target)
                self.sockets += (client, server)
                listens = threading.Event()
                for ends in ((client, server), (server, client)):
                    for one in ends:
                        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    threads.append(threading.Thread(target=self._lead, args=(*ends, listens)))
                    threads[-1].start()
        for thread in threads:
            thread.join()

    def _lead(self, source, target, listens):
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if b"LISTEN " + BELL in data:
                    listens.set()
                if listens.is_set():
                    self.flows.wait()
                if self.muted:
                    data = data.replace(self.muted + b" " + BELL, self.muted + b" " + NOBODYS)
                target.sendall(data)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
