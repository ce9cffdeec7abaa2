"""tanbod copy: from SQLite to PostgreSQL and back, killed anywhere, or refused."""

import asyncio
import re
import shlex
import subprocess

from cluster import name_of
import pytest

from support import rows
from support.everything import use_everything
from support.game import Board, replay
from support.patience import PATIENCE_S
from support.rest import Rest, start_game
from support.server import BIN, Server, tanbod
from support.tour import ROOT

USAGE, DIFFERENT, UNUSED, LOCKED = 64, 65, 73, 75
OWN_TABLES = ("schema_migrations", "copy_state")


def run(*arguments, status=0, cwd=None):
    done = tanbod(*map(str, arguments), cwd=cwd)
    assert done.returncode == status, done
    return done


def copy(source, target, status=0):
    return run("copy", "--from", source, "--to", target, status=status)


def is_served(database):
    """Whether `serve` would take a database: what it refuses, this does too."""
    done = tanbod("admin", "audit", "--database", str(database))
    assert done.returncode in (0, UNUSED), done
    return done.returncode == 0


def content(path):
    """All that a copy takes, as SQLite has it."""
    held = {name: kept for name, kept in rows.tables(path).items() if name not in OWN_TABLES}
    return held, rows.last_ids(path)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A database in which much has happened; no one has it."""
    async def play(server):
        async with Rest(server) as rest:
            anna, ben = await rest.account("anna"), await rest.account("ben")
            await use_everything(anna, ben)
            await Board(*await start_game(rest, setup="9x9"), seed=1).play_out()
            await (await rest.guest()).request("DELETE", "/me", {}, expect=204)

    folder = tmp_path_factory.mktemp("played")
    with Server(folder, database=folder / "tanbo.db") as server:
        asyncio.run(play(server))
        server.end()
    return server.database


@pytest.fixture
def file(played, tmp_path):
    """A copy of it, by `tanbod backup`."""
    run("backup", tmp_path / "tanbo.db", "--database", played)
    return tmp_path / "tanbo.db"


async def test_there_and_back_everything_is_the_same(file, address, tmp_path):
    before = content(file)
    filled = [name for name, held in before[0].items() if held]
    assert len(filled) > 25 and before[1]["accounts"] > 0

    there = copy(f"sqlite:{file}", address)
    back = tmp_path / "back.db"
    copy(address, f"sqlite:{back}")

    assert re.search(r"holds all of .*: 3 games, \d+ rows, verified", there.stdout), there
    assert content(back) == before
    run("check", back)
    for left in (file, address):
        refused = run("serve", "--listen", "127.0.0.1:0", "--database", left, status=UNUSED)
        assert "was copied to" in refused.stderr and "tanbod reopen" in refused.stderr
    run("reopen", "--database", address)
    for database in (address, back):
        server = Server(tmp_path, database=database)
        try:
            server.start()
            async with Rest(server) as rest:
                board = Board(*await start_game(rest, setup="9x9"), seed=2)
                await board.play()
                replay(await rest.nobody.events(board.id))
                assert board.id == before[1]["games"] + 1
                replay(await rest.nobody.events(3))
            server.end()
        finally:
            server.kill()


def test_a_database_that_is_served_is_refused(make_server, make_address, tmp_path):
    server, target = make_server(), tmp_path / "new.db"
    with Server(tmp_path, database=make_address()) as other:
        copy(server.database, make_address(), status=LOCKED)
        copy(other.database, target, status=LOCKED)
        other.end()
    server.end()
    assert is_served(server.database) and is_served(other.database)
    assert not target.exists()


def test_rows_that_differ_from_their_games_are_refused(file, make_address, cluster, tmp_path):
    there, back = make_address(), tmp_path / "back.db"
    copy(file, there)
    for left in (file, there):
        run("reopen", "--database", left)
    rows.set_ply(file, 1, 77)
    rows.set_ply_in_postgres(cluster, name_of(there), 1, 77)

    for source, target in ((file, make_address()), (there, back)):
        done = copy(source, target, status=DIFFERENT)
        assert "ply=77" in done.stdout and "is not usable" in done.stderr, done
        assert is_served(source)
    for refused in (run("admin", "audit", "--database", back, status=UNUSED),
                    copy(there, back, status=UNUSED)):
        assert "was not finished" in refused.stderr


def syscalls(command, trace):
    """How often a command makes each of these calls."""
    run_once = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", trace, "-e",
                "trace=sendto,pwrite64,unlink", *command]
    assert subprocess.run(run_once, capture_output=True).returncode == 0
    calls = re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE)
    return {name: calls.count(name) for name in set(calls)}


def points(count):
    """Some of so many, most of them at the end."""
    return count // 8, count // 4, count // 2, count * 3 // 4, count - 2, count - 1, count


def games_in(database, cluster):
    """How many there are, or None if nothing is there or it is not served."""
    return count_games(database, cluster) if is_served(database) else None


def count_games(database, cluster):
    if database.startswith("postgres:"):
        return rows.games_in_postgres(cluster, name_of(database))
    return rows.games(database)


@pytest.mark.parametrize("is_back", (False, True), ids=("there", "back"))
def test_killed_anywhere_no_more_than_one_is_served(file, make_address, cluster, tmp_path,
                                                    is_back):
    source = str(file)
    if is_back:
        source = make_address()
        copy(file, source)

    def run_to_the(end, name="", when=0):
        """Copies into a new target, and is killed at some call."""
        target = str(tmp_path / f"{end}.db") if is_back else make_address()
        command = [str(BIN), "copy", "--from", source, "--to", target]
        if not when:
            return target, syscalls(command, tmp_path / "trace")
        traced = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}", "-e",
                  f"inject={name}:signal=KILL:when={when}", *command]
        return target, subprocess.run(traced, capture_output=True, timeout=PATIENCE_S)

    whole, calls = run_to_the("end")
    assert (is_served(source), games_in(whole, cluster)) == (False, 3)
    run("reopen", "--database", source)
    outcomes, unmarked = set(), set()
    for name in ("sendto", "pwrite64"):
        for when in points(calls[name]):
            target, _ = run_to_the(f"{name}-{when}", name, when)
            outcome = is_served(source), games_in(target, cluster)
            outcomes.add(outcome)
            if not outcome[0]:
                run("reopen", "--database", source)
            elif outcome[1] is None and rows.is_unfinished_copy(cluster, target):
                rows.forget_copy(cluster, target)
                unmarked.add(count_games(target, cluster))

    # The source alone, none of them, or the target alone, which is whole.
    assert outcomes <= {(True, None), (False, None), (False, 3)}
    assert (True, None) in outcomes
    # SQLite tidies its file up after the last step, so the calls at the end are of that.
    assert (False, None) in outcomes or is_back
    # Without its mark, such a target would be taken beside the source.
    assert 3 in unmarked


def test_what_can_not_be_copied_is_refused_in_words(file, make_address, cluster, tmp_path):
    full, other = make_address(), make_address()
    run("init", "--database", full)
    rows.take_handle(cluster, name_of(full))
    run("init", "--database", other)
    rows.add_table(cluster, name_of(other))
    empty = tmp_path / "empty.db"
    run("init", "--database", empty)

    for source, target, words in (
            (file, full, "the target is not empty; it has rows in handles"),
            (file, other, "the source has outbox"),
            (tmp_path / "nowhere.db", make_address(), "is empty."),
            (empty, other, 'the target others ("id", key "id")'),
            (make_address(), empty, "is empty.")):
        assert words in copy(source, target, status=UNUSED).stderr
    for source in (file, empty):
        assert is_served(source)
    assert "refuses replies to earlier emails" in run("reopen", "--database", empty).stdout
    for source, target in ((file, empty), (full, other)):
        assert "from SQLite to PostgreSQL or back" in copy(source, target, status=USAGE).stderr
    wrong = copy(file, "postgres:dbname=tanbo password=secret", status=USAGE)
    assert "must not contain a password" in wrong.stderr


def test_a_server_begins_on_postgresql_as_the_manual_prints_it(address, tmp_path):
    pages = [(ROOT / "server" / "web" / "manual" / f"{name}.md").read_text()
             for name in ("postgres", "cluster")]
    lines = [shlex.split(line) for page in pages
             for line in re.findall(r"^    tanbod serve (.*)$", page, re.MULTILINE)]
    for database, named, *flags in lines:
        assert database == "--database" and named.startswith("postgres:host=a,b")
        with Server(tmp_path, database=address, flags=flags) as server:
            assert server.probe("/readyz") == 200
            server.end()
    assert len(lines) == 2


def test_a_database_moves_as_the_manual_prints_it(file, address):
    manual = ROOT / "server" / "web" / "manual"
    lines = [line for page in ("postgres.md", "upgrade.md")
             for line in re.findall(r"^    tanbod (.*)$", (manual / page).read_text(), re.MULTILINE)
             if not line.startswith("serve ")]

    def words(line):
        for word in shlex.split(line):
            if word.startswith("postgres:"):
                yield address
            else:
                yield re.sub(r"^((?:sqlite:)?)tanbo\.db$", lambda named: f"{named[1]}{file}", word)

    copying, *others = [list(words(line)) for line in lines]

    run(*copying)
    for other in others:
        run(*other)
        run("admin", "audit", "--database", other[-1])
    assert [words[0] for words in [copying, *others]] == ["copy", "reopen", "reopen", "migrate"]
