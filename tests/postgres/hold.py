"""A COMMIT that lasts for as long as a test wants, as on a slow disk."""

import asyncio
import subprocess

# Tables; the COMMIT of a transaction that writes to one is held.
HELD_TABLES = ("events", "challenges", "accounts")
LOCK = 77
HOLD = f"""
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql
    SET lock_timeout = 0 SET client_connection_check_interval = 0 AS $$BEGIN
    IF current_setting('application_name') = 'node1' THEN
        PERFORM pg_advisory_xact_lock_shared({LOCK});
    END IF;
    RETURN NULL;
END$$;
""" + "".join(f"""
CREATE CONSTRAINT TRIGGER hold AFTER INSERT OR UPDATE ON {table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold();
""" for table in HELD_TABLES)

HELD = f"""
SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = {LOCK} AND objsubid = 1
    AND NOT granted"""
BLOCKED = """
SELECT 1 FROM pg_stat_activity AS second
    CROSS JOIN LATERAL unnest(pg_blocking_pids(second.pid)) AS blocking (pid)
    JOIN pg_stat_activity AS first ON first.pid = blocking.pid
WHERE second.application_name = 'node2' AND first.application_name = 'node1'"""


class Hold:
    """Keeps the first node's COMMITs from ending. Use with `async with`.

    `cluster` has executed HOLD in the database, in which nodes go by the names node1 and node2.
    """

    def __init__(self, cluster, database):
        self.command = [*cluster.client, "-d", database]
        self.psql = None

    async def __aenter__(self):
        self.psql = await asyncio.create_subprocess_exec(
            *self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        await self._run(f"SELECT pg_advisory_lock({LOCK});")
        return self

    async def __aexit__(self, *_):
        self.psql.stdin.close()  # and the lock is free
        await self.psql.wait()

    async def until(self, condition):
        """Waits until a query gives rows."""
        await self._run(f"""DO $$BEGIN
            WHILE NOT EXISTS ({condition}) LOOP
                PERFORM pg_stat_clear_snapshot();
                PERFORM pg_sleep(0.01);
            END LOOP;
        END$$;""")

    async def _run(self, sql):
        self.psql.stdin.write(f"{sql}\nSELECT 'done';\n".encode())
        while (line := await self.psql.stdout.readline()) != b"done\n":
            assert line, "psql has ended"
