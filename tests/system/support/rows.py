"""The rows of a server's database, by what it means: the one place where these tests write SQL.

Each takes a server, or the path of a database. What only looks opens the file read-only, beside the
server.
"""

import contextlib
import hashlib
import pathlib
import sqlite3
import time

WAITING = "sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL"


def _ask(source, query, *values):
    path = getattr(source, "database", source)
    address = f"file:{path}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True, timeout=10)) as database:
        return database.execute(query, values).fetchall()


def _change(source, statement, *values):
    path = getattr(source, "database", source)
    with contextlib.closing(sqlite3.connect(path, timeout=10)) as database, database:
        database.execute(statement, values)


def _count(source, rows, *values):
    return _ask(source, f"SELECT count(*) FROM {rows}", *values)[0][0]


# --- epochs ---

def forget_epochs(source):
    """The database is as a program from before epochs has left it."""
    _change(source, "DELETE FROM secrets WHERE name IN ('epochs', 'epoch-over')")


# --- games ---

def games(source):
    """How many games there are; a log of changes that was left behind is taken in."""
    path = getattr(source, "database", source)
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT count(*) FROM games").fetchone()[0]


def games_in_postgres(cluster, database):
    """How many a database of a PostgreSQL has."""
    return int(cluster.ask("SELECT count(*) FROM games", database)[0][0])


def guests_in_postgres(cluster, database):
    """How many guests have signed up."""
    return int(cluster.ask("SELECT count(*) FROM accounts WHERE kind = 'guest'", database)[0][0])


@contextlib.contextmanager
def falls_refused(cluster, database):
    """No fall of a flag can be written meanwhile, as if its rows were locked; all else can."""
    cluster.ask("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'locked' USING ERRCODE = 'lock_not_available'; END $$; "
                "CREATE TRIGGER refuse BEFORE INSERT ON events FOR EACH ROW "
                "WHEN (NEW.type = 'leave') EXECUTE FUNCTION refuse()", database)
    yield
    cluster.ask("DROP TRIGGER refuse ON events", database)


def watchers_in_postgres(cluster, database):
    """How many watch, in all games together."""
    return int(cluster.ask("SELECT coalesce(sum(watchers), 0) FROM game_ranks", database)[0][0])


def looks_in_postgres(cluster, database):
    """How many look at a game, as the nodes say."""
    return int(cluster.ask("SELECT count(*) FROM presence", database)[0][0])


def messages_in_postgres(cluster, database):
    """The texts of all that was said."""
    return [text for (text,) in cluster.ask("SELECT text FROM chat_messages", database)]


def event_data(source, game, seq):
    """The text of an event as it is stored."""
    return _ask(source, "SELECT data FROM events WHERE game = ? AND seq = ?", game, seq)[0][0]


def credits(source):
    """How many credits all logs have."""
    return _count(source, "events WHERE type = 'credit'")


def notes(source):
    """How many private notes there are."""
    return _count(source, "game_notes")


def studies(source):
    """How many private studies there are."""
    return _count(source, "game_studies")


def add_studies(source, handle, count):
    """Studies of a player beside games that no one asks for."""
    _change(source, "INSERT INTO game_studies (account, game, seq, branches, updated_at)"
            " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)"
            " SELECT a.id, 1000000 + n.i, 1, '[{}]', 0 FROM accounts AS a, n WHERE a.handle = ?1",
            handle, count)


def heartbeat(source):
    """The last one, in ms."""
    [(at,)] = _ask(source, "SELECT at FROM heartbeat")
    return at


def downtimes(source):
    """The first and last instant of each, in ms."""
    return _ask(source, "SELECT from_at, until_at FROM downtimes ORDER BY id")


def messages(source):
    """The texts of all that was said."""
    return [text for (text,) in _ask(source, "SELECT text FROM chat_messages")]


def states_of_challenges(source):
    """In which state each challenge is."""
    return [state for (state,) in _ask(source, "SELECT state FROM challenges ORDER BY id")]


def age_analyses(source):
    """Analyses that are done become such as no version of today would keep."""
    _change(source, "UPDATE searches SET result = replace(result, '\"seed\":0', '\"sed\":0')")


def end_claims(source):
    """As though a minute had passed since each search was claimed or extended."""
    _change(source, "UPDATE searches SET claimed_until = 0 WHERE claimed_until IS NOT NULL")


# --- accounts ---

def scopes_of_token(source, token, handle):
    """The bits of a token that speaks for this account or a bot of its; 0 for any other."""
    digest = hashlib.sha256(token.encode()).digest()
    rows = _ask(
        source,
        "SELECT t.scopes, t.more_scopes FROM tokens AS t JOIN accounts AS a ON a.id = t.account "
        "LEFT JOIN accounts AS o ON o.id = a.owner "
        "WHERE t.hash = ? AND ? IN (a.handle, o.handle)", digest, handle)
    return rows[0][0] | rows[0][1] << 8 if rows else 0


def is_verified(source, address):
    """Whether an account has verified the address."""
    return _count(source, "addresses WHERE address = ? AND verified_at IS NOT NULL", address) > 0


def password_hash_of(source, handle):
    """The encoded hash of an account's password, which begins with what it cost."""
    return _ask(source, "SELECT password_hash FROM accounts WHERE handle = ?", handle)[0][0]


def role_of(source, handle):
    """The role of an account, or None if there is none."""
    found = _ask(source, "SELECT role FROM accounts WHERE handle = ?", handle)
    return found[0][0] if found else None


def age_links(source, age_ms):
    """Makes the links of accounts older."""
    _change(source, "UPDATE links SET created_at = created_at - ?, expires_at = expires_at - ?",
            age_ms, age_ms)


def newest_address(source, handle):
    """The number of the account's newest address, or None."""
    return _ask(source, "SELECT max(id) FROM addresses WHERE account = "
                        "(SELECT id FROM accounts WHERE handle = ?)", handle)[0][0]


def newest_webhook(source):
    """The number of the newest webhook, or None."""
    return _ask(source, "SELECT max(id) FROM webhooks")[0][0]


def age_addresses(source, age_ms):
    """Every address was verified so much earlier."""
    _change(source, "UPDATE addresses SET verified_at = verified_at - ?", age_ms)


def verify_addresses(source, age_ms):
    """Every address was verified so long before it was named."""
    _change(source, "UPDATE addresses SET verified_at = created_at - ?", age_ms)


def accounts_without_mails(source):
    """How many accounts want none."""
    return _count(source, "notice_settings WHERE mode = 'off'")


# --- mails in ---

def outcomes(source, last=-1):
    """The outcomes of the mails that came in, or of the last ones; None for one that waits."""
    rows = _ask(source, "SELECT outcome FROM letters ORDER BY id DESC LIMIT ?", last)
    return [outcome for (outcome,) in reversed(rows)]


def mails_in(source):
    """Sender, recipient and bytes of each, in the order of arrival."""
    return _ask(source, "SELECT sender, recipient, raw FROM letters ORDER BY id")


def mails_in_put_off(source):
    """Of each, whether it waits for longer than it has to."""
    return [bool(is_later) for (is_later,) in
            _ask(source, "SELECT due_at > received_at FROM letters ORDER BY id")]


def processed_mails_in(source):
    """How many are done."""
    return _count(source, "letters WHERE done_at IS NOT NULL")


def waiting_mails_in(source):
    """Number, attempts and next attempt of each that is not done."""
    return _ask(source, "SELECT id, attempts, due_at FROM letters WHERE done_at IS NULL")


# --- mails out ---

def waiting_mails_out(source, address=None):
    """Number, kind, attempts, next attempt and fault of those that wait, to all or to one."""
    return _ask(source, f"SELECT id, kind, attempts, due_at, fault FROM outbox WHERE {WAITING} "
                        "AND address = coalesce(?, address)", address)


def attempts_out(source):
    """How often each was tried, when it was sent or given up, and what was wrong."""
    return _ask(source, "SELECT attempts, sent_at, failed_at, fault FROM outbox ORDER BY id")


# PostgreSQL takes it too.
MAKE_DUE = "UPDATE outbox SET due_at = 0 WHERE sent_at IS NULL"


def send_now(source):
    """Makes due all that waits to be sent. No server runs."""
    _change(source, MAKE_DUE)


def send_now_in_postgres(cluster, database):
    """Makes due all that waits to be sent."""
    cluster.ask(MAKE_DUE, database)


def waiting_mails_in_postgres(cluster, database):
    """How many wait there."""
    return int(cluster.ask(f"SELECT count(*) FROM outbox WHERE {WAITING}", database)[0][0])


# --- all of it ---

def tables(source):
    """Every table's rows, in an order of their own."""
    names = _ask(source, "SELECT name FROM sqlite_schema WHERE type = 'table' "
                         "AND name NOT LIKE 'sqlite_%'")
    return {name: sorted(_ask(source, f"SELECT * FROM {name}"), key=repr) for (name,) in names}


def last_ids(source):
    """The last id that each table has given."""
    return dict(_ask(source, "SELECT name, seq FROM sqlite_sequence"))


def rows_of_mails(source):
    """Every column of what is kept of mails in and out."""
    kept = tables(source)
    return [kept[name] for name in ("letters", "outbox", "idempotency_keys")]


# --- versions; no server runs ---

def version(source):
    """The number of the last migration."""
    return _ask(source, "PRAGMA user_version")[0][0]


def recover(source):
    """Lets SQLite end what a kill has left behind, as every program that writes does."""
    path = getattr(source, "database", source)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def log_has_rowids(source):
    """Whether the table of events has them: from version 40 on."""
    return _ask(source, "SELECT wr FROM pragma_table_list('events')")[0][0] == 0


def take_rowids_from_log(source):
    """The file is as before version 40: rows of events stand in the tree of their key."""
    path = getattr(source, "database", source)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        sql = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'events'").fetchone()[0]
        database.execute("ALTER TABLE events RENAME TO newer_events")
        database.execute(f"{sql}, WITHOUT ROWID")
        database.execute("INSERT INTO events SELECT * FROM newer_events ORDER BY game, seq")
        database.execute("DROP TABLE newer_events")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        for words in ("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 2048", "VACUUM"):
            database.execute(words)


def make_version_39(source, schema):
    """The file is as version 39 has left it; `schema` are the statements that make an empty one."""
    path = getattr(source, "database", source)
    take_rowids_from_log(path)
    former = path.with_name("former.db")
    path.rename(former)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(f"PRAGMA page_size = 2048; {schema}")
        triggers = database.execute("SELECT name, sql FROM sqlite_schema "
                                    "WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.commit()
        database.execute("ATTACH ? AS former", (str(former),))
        for table, names in columns(path).items():
            if table != "schema_migrations":
                listed = ", ".join(names)
                database.execute(f"DELETE FROM {table}")
                database.execute(f"INSERT INTO {table} ({listed}) SELECT {listed} "
                                 f"FROM former.{table}")
        database.execute("DELETE FROM main.sqlite_sequence")
        database.execute("INSERT INTO main.sqlite_sequence SELECT s.name, s.seq "
                         "FROM former.sqlite_sequence AS s JOIN main.sqlite_schema USING (name)")
        for _, sql in triggers:
            database.execute(sql)
        database.commit()
    former.unlink()


def columns(source):
    """The columns of every table, by the table's name."""
    names = _ask(source, "SELECT name FROM sqlite_schema WHERE type = 'table' "
                         "AND name NOT LIKE 'sqlite_%'")
    return {name: [row[1] for row in _ask(source, f"PRAGMA table_info({name})")]
            for (name,) in names}


def rows_of(source, table, names):
    """The rows of a table, in an order of their own."""
    return sorted(_ask(source, f"SELECT {', '.join(names)} FROM {table}"), key=repr)


def scatter_log(source):
    """The rows of events lie as if all games had been played at once, move by move."""
    path = getattr(source, "database", source)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TEMP TABLE held AS SELECT * FROM events")
        database.execute("DELETE FROM events")
        database.execute("INSERT INTO events SELECT * FROM held ORDER BY seq, game")


# --- damage; no server runs ---

def set_ply(source, game, ply):
    """The game's summary says another ply than its log."""
    _change(source, "UPDATE games SET ply = ? WHERE id = ?", ply, game)


def set_ply_in_postgres(cluster, database, game, ply):
    """The same in a database of a PostgreSQL."""
    cluster.ask(f"UPDATE games SET ply = {ply} WHERE id = {game}", database)


def is_unfinished_copy(cluster, database):
    """Whether a database, of either engine, has the mark of a copy."""
    if database.startswith("postgres:"):
        return cluster.ask("SELECT to_regclass('copy_state')",
                           database.rpartition("dbname=")[2])[0][0] == "copy_state"
    if not pathlib.Path(database).exists():
        return False
    with contextlib.closing(sqlite3.connect(database)) as file:
        return file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'copy_state'").fetchone()


def forget_copy(cluster, database):
    """A database, of either engine, no longer knows that a copy of it is unfinished."""
    statement = "DROP TABLE copy_state"
    if database.startswith("postgres:"):
        cluster.ask(statement, database.rpartition("dbname=")[2])
    else:
        _change(database, statement)


def take_handle(cluster, database):
    """A PostgreSQL's database that was empty is not any more."""
    cluster.ask("INSERT INTO handles (likeness) VALUES ('anna')", database)


def add_table(cluster, database):
    """It has a table `others` that no migration knows."""
    cluster.ask("CREATE TABLE others (id BIGINT PRIMARY KEY)", database)


def empty_event(source, game, seq):
    """The event says nothing any more."""
    _change(source, "UPDATE events SET data = '{}' WHERE game = ? AND seq = ?", game, seq)


def forget_reminders(source):
    """Every player has been reminded, as it seems, and is not to be again."""
    _change(source, "UPDATE deadlines SET reminded = 1, remind_at = NULL")


def add_later_migration(source, name):
    """The database looks as though a newer program had migrated it, by one of this name."""
    table = _ask(source, "SELECT name FROM sqlite_schema WHERE name LIKE '%migration%' "
                         "AND type = 'table'")[0][0]
    last = list(_ask(source, f"SELECT * FROM {table} ORDER BY 1 DESC LIMIT 1")[0])
    last[0] += 1
    last[1] = f"{last[0]:04}_{name}"
    _change(source, f"INSERT INTO {table} VALUES ({','.join('?' * len(last))})", *last)


COPIED = {"games": "id", "game_players": "game", "events": "game", "deadlines": "game",
          "game_ranks": "game"}


def multiply_game(source, game, count):
    """Adds `count` games like this one."""
    path = getattr(source, "database", source)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA foreign_keys = OFF")
        first = database.execute("SELECT max(id) FROM games").fetchone()[0] + 1
        database.execute("CREATE TEMP TABLE new_games (id INTEGER PRIMARY KEY)")
        database.executemany("INSERT INTO new_games VALUES (?)",
                             ((first + i,) for i in range(count)))
        for table, key in COPIED.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            values = ", ".join("n.id" if name == key else f"t.{name}" for name in columns)
            database.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} "
                f"FROM new_games AS n, {table} AS t WHERE t.{key} = ? ORDER BY n.id", (game,))


# --- pushes ---

def push_pause_s(source):
    """For how long the only subscription waits with its next attempt; 0: not at all."""
    found = _ask(source, "SELECT next_at FROM push_subscriptions WHERE next_at IS NOT NULL")
    return found[0][0] / 1000 - time.time() if found else 0


def push_failures(source):
    """How many attempts of the only subscription have failed in a row."""
    return _ask(source, "SELECT failures FROM push_subscriptions")[0][0]


def spoil_schema(source):
    """Gives the schema an object with a name that no terminal should get."""
    with contextlib.closing(sqlite3.connect(source)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES "
                         "('table', CAST(x'c91b5b' AS TEXT), 'x', 2, 'CREATE nothing')")


# --- tournaments ---

def forget_started_tables(source):
    """The logs of tournaments end before their first game was started."""
    _change(source, "DELETE FROM tournament_events WHERE type IN ('game', 'result', 'round-ended')")
    _change(source, "UPDATE tournaments SET due_at = 0")


def drop_key_of_tables(source):
    """A table may be given a game twice."""
    _change(source, "DROP INDEX games_by_table")
