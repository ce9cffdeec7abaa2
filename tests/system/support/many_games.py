"""A database with very many running clocks, made of one game's rows without a server."""

import pathlib
import sqlite3

TABLES = {"games": "id", "game_players": "game", "events": "game", "deadlines": "game"}


def multiply(database, game, count):
    """Adds `count` games like this one. Requires: no server runs."""
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        first = connection.execute("SELECT max(id) FROM games").fetchone()[0] + 1
        connection.execute("CREATE TEMP TABLE new_games (id INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO new_games VALUES (?)",
                               ((first + i,) for i in range(count)))
        for table, key in TABLES.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            values = ", ".join("n.id" if name == key else f"t.{name}" for name in columns)
            connection.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} "
                f"FROM new_games AS n, {table} AS t WHERE t.{key} = ? ORDER BY n.id", (game,))
    connection.close()


class Usage:
    """What a process has needed so far."""

    def __init__(self, pid):
        proc = pathlib.Path(f"/proc/{pid}")
        fields = (proc / "stat").read_text().rpartition(")")[2].split()
        self.cpu_s = (int(fields[11]) + int(fields[12])) / 100
        status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
        self.memory_mib = int(status["VmHWM"].split()[0]) / 1024
        io = dict(line.split(":") for line in (proc / "io").read_text().splitlines())
        self.written_mib = int(io["write_bytes"]) / 2**20
