"""Stands before a PostgreSQL that is heard on a socket: counts round trips, and can fall silent."""

import contextlib
import pathlib
import select
import shutil
import socket
import struct
import tempfile
import threading
import time

from cluster import USER

SOCKET = ".s.PGSQL.5432"
TURN_S = 0.02
CHUNK = 1 << 16
# How a transaction is known that adds to a game's log, opens a game, or takes a token back.
APPENDS, OPENS, REVOKES = "INSERT INTO events", "INSERT INTO games", "DELETE FROM tokens"


class Questions:
    """The questions of a client on one connection, as the statements of each round trip.

    Source: PostgreSQL 15, 55.7: Parse names a statement, Bind executes one, Sync waits.
    """

    def __init__(self):
        self.buffer = b""
        self.has_started = False
        self.statements = {}
        self.asked = []
        self.trips = []

    def feed(self, data):
        """Takes bytes as they come."""
        self.buffer += data
        while True:
            head = 1 if self.has_started else 0
            if len(self.buffer) < head + 4:
                return
            size = head + struct.unpack_from("!I", self.buffer, head)[0]
            if len(self.buffer) < size:
                return
            kind, body = self.buffer[:head], self.buffer[head + 4:size]
            self.buffer = self.buffer[size:]
            self.has_started = True
            self._take(kind, body)

    def transactions(self, statement):
        """The round trips of each transaction in which a statement begins so, in order."""
        found, trips = [], []
        for trip in self.trips:
            trips = [trip] if "BEGIN" in trip else [*trips, trip]
            if "COMMIT" in trip and any(one.startswith(statement) for all_of in trips
                                        for one in all_of):
                found.append(trips)
        return found

    def commits(self, statement):
        """Whether its last round trip is the COMMIT of such a transaction."""
        found = self.transactions(statement)
        return bool(found) and found[-1][-1] is self.trips[-1]

    def _take(self, kind, body):
        if kind == b"P":
            name, sql, _ = body.split(b"\0", 2)
            self.statements[name] = sql.decode().strip()
        elif kind == b"B":
            _, name, _ = body.split(b"\0", 2)
            self.asked.append(self.statements[name])
        elif kind == b"S":
            self.trips.append(self.asked)
            self.asked = []


class Proxy:
    """A way by `words` to the server with its socket in `folder`."""

    def __init__(self, folder):
        self.server = str(pathlib.Path(folder) / SOCKET)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tanbo-proxy-"))
        self.swallows = False  # connections stay, and nothing comes through
        self.hush_after = None  # a statement: from the COMMIT of a transaction with it on
        self.clients = []
        self.is_over = threading.Event()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / SOCKET))
        self.listener.listen()
        self.threads = [threading.Thread(target=self._serve)]
        self.threads[0].start()

    @property
    def words(self):
        """How libpq is led here."""
        return f"host={self.folder} user={USER}"

    def stop(self):
        """Ends all of it."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        self.listener.close()
        shutil.rmtree(self.folder)

    def events(self):
        """The round trips of each transaction that adds to a game's log, in order."""
        return self._transactions(APPENDS)

    def openings(self):
        """Those of each that opens a game."""
        return self._transactions(OPENS)

    def _transactions(self, statement):
        """The round trips of each transaction in which a statement begins so, in order."""
        return [trips for client in self.clients for trips in client.transactions(statement)]

    def _serve(self):
        while not self.is_over.is_set():
            if self.swallows or not self._ready(self.listener):
                time.sleep(TURN_S)
                continue
            client, _ = self.listener.accept()
            thread = threading.Thread(target=self._relay, args=(client,))
            self.threads.append(thread)
            thread.start()

    @staticmethod
    def _ready(*sockets):
        return select.select(sockets, (), (), TURN_S)[0]

    def _relay(self, client):
        questions = Questions()
        self.clients.append(questions)
        with client, socket.socket(socket.AF_UNIX) as server, contextlib.suppress(OSError):
            server.connect(self.server)
            while not self.is_over.is_set():
                if self.swallows:
                    time.sleep(TURN_S)
                    continue
                for one in self._ready(client, server):
                    data = one.recv(CHUNK)
                    if not data:
                        return
                    if one is client:
                        questions.feed(data)
                    (server if one is client else client).sendall(data)
                    if one is client and self.hush_after and questions.commits(self.hush_after):
                        self.swallows, self.hush_after = True, None
