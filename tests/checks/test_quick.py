"""`tests/run.sh quick`: its table knows every folder, and a change has the right tests run."""

import re
import subprocess
import sys

import pytest

from source import ROOT, tracked

sys.path.insert(0, str(ROOT / "tests"))

from run import folders, parts, quick  # noqa: E402


def folders_without_a_row(names, table=None):
    """The folders of these files that the table knows nothing of."""
    found = {quick.folder_of(name) for name in names}
    return sorted(one for one in found if folders.row_of(one, table) is None)


def test_every_folder_has_a_row():
    names = [path.relative_to(ROOT).as_posix() for path in tracked(root=ROOT)]

    assert folders_without_a_row(names) == []


@pytest.mark.parametrize("name", ["server/courier/a.cpp", "tools/a.py", "tests/soak/test_a.py"])
def test_a_new_folder_asks_for_a_row(name):
    assert folders_without_a_row([name]) == [quick.folder_of(name)]


def test_a_row_holds_below_its_folder_but_not_beside_it():
    table = {".": (), "server": (), "server/mail": ("mail_in",)}

    assert folders.row_of("server/mail/text", table) == "server/mail"
    assert folders.row_of("server/mailbox", table) is None


def test_every_row_is_of_a_folder_and_names_tests_that_are_there():
    known = set(parts.system_names())

    assert [folder for folder in folders.SYSTEM_TESTS if not (ROOT / folder).is_dir()] == []
    assert {name for row in folders.SYSTEM_TESTS.values() for name in row} - known == set()


def test_every_list_of_system_tests_names_tests_that_are_there():
    listed = {*parts.SYSTEM_UNDER_ASAN, *parts.SYSTEM_ON_POSTGRES, *parts.SHORT_ON_POSTGRES}

    assert listed - set(parts.system_names()) == set()


def test_every_system_test_is_in_a_row():
    listed = {name for row in folders.SYSTEM_TESTS.values() for name in row}

    assert set(parts.system_names()) - listed == set()


@pytest.fixture
def tree(repository):
    """A tree with three folders, of which one includes another, and their tests."""
    repository.write("server/base/clock.hpp", "")
    repository.write("server/game/game.cpp", '#include "server/base/clock.hpp"\n')
    repository.write("server/chat/chat.cpp", "// #include nothing\n")
    repository.write("tests/support/play.hpp", "")
    repository.write("tests/server/chat/chat_test.cpp", '#include "tests/support/play.hpp"\n')
    repository.write("tests/fuzz/targets.cpp", '#include "server/base/clock.hpp"\n')
    repository.write("tests/fuzz/CMakeLists.txt", "tanbo_test(tanbo_mutations_test SHARDS 2)\n")
    for name in ("base", "game", "chat"):
        repository.write(f"tests/server/{name}/CMakeLists.txt",
                         f"tanbo_test(tanbo_{name}_test THREADS\n    SOURCES {name}_test.cpp)\n")
    repository.write("tests/system/test_clocks.py", "")
    return repository


TABLE = {"server/base": ("clocks",), "server/game": ("races",), "server/chat": (),
         "tests/fuzz": (), "tests/server": (), "tests/support": (), "tests/system": (),
         "server/web": (), "migrations": ("copy",)}


@pytest.mark.parametrize("name, cpp, system", [
    ("server/base/clock.cpp", ["server/base", "server/game"], ("clocks",)),
    ("server/game/game.cpp", ["server/game"], ("races",)),
    ("server/chat/words.txt", ["server/chat"], ()),
    ("tests/server/chat/chat_test.cpp", ["server/chat"], ()),
    ("tests/support/play.hpp", ["server/chat"], ()),
    ("tests/support/play.cpp", [], ()),
    ("tests/fuzz/targets.cpp", ["fuzz"], ()),
    ("tests/system/test_clocks.py", [], ("clocks",)),
    ("tests/system/test_gone.py", [], ()),  # it was deleted
    ("server/web/client/src/a.ts", [], ()),
])
def test_a_change_has_these_tests_run(tree, name, cpp, system):
    selection = quick.select([name], tree.root, TABLE)

    assert list(selection.cpp) == cpp
    assert selection.system == system
    assert selection.has_client == name.startswith("server/web")
    assert selection.unknown == ()


def test_the_programs_of_a_folder_are_its_cmake_file_s(tree):
    assert quick.select(["server/base/clock.cpp"], tree.root, TABLE).cpp == {
        "server/base": ["tanbo_base_test"], "server/game": ["tanbo_game_test"]}


def test_a_folder_that_the_table_does_not_know_is_told(tree):
    assert quick.select(["server/new/a.cpp"], tree.root, TABLE).unknown == ("server/new",)


def commit(root, *files):
    """Commits these files."""
    name = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "add", *files], cwd=root, check=True)
    subprocess.run(["git", *name, "commit", "--quiet", "-m", "tests: add"], cwd=root, check=True)


def test_what_is_committed_changed_and_new_is_found(repository):
    for name in ("old.cpp", "first.cpp", "second.cpp"):
        repository.write(name, "")
        commit(repository.root, name)
    repository.write("first.cpp", "// changed\n")
    repository.write("new.cpp", "")

    assert quick.base(repository.root) == "HEAD~1"
    assert quick.changed("HEAD~1", repository.root) == ["first.cpp", "new.cpp", "second.cpp"]
    assert quick.changed("HEAD~2", repository.root) == ["first.cpp", "new.cpp", "second.cpp"]


def test_the_base_is_where_the_upstream_branch_was_left(repository):
    def git(*words):
        subprocess.run(["git", *words], cwd=repository.root, check=True, capture_output=True)

    repository.write("a.cpp", "")
    commit(repository.root, "a.cpp")
    git("branch", "upstream")
    git("checkout", "--quiet", "-b", "mine", "--track", "upstream")
    for name in ("b.cpp", "c.cpp"):
        repository.write(name, "")
        commit(repository.root, name)

    assert quick.changed(quick.base(repository.root), repository.root) == ["b.cpp", "c.cpp"]


def test_a_revision_that_is_none_is_told(repository):
    with pytest.raises(SystemExit, match="no revision 'yesterday'"):
        quick.changed("yesterday", repository.root)


def test_what_is_left_out_is_all_that_is_not_chosen():
    selection = quick.select(["server/game/game.cpp"])

    said = "\n".join(quick.left_out(selection))

    assert "browser" in said and "webhooks" in said and "engine/search" in said
    assert "races" not in said and "server/game" not in said


def test_only_the_programs_that_run_are_built():
    assert quick.system_programs(()) == []
    assert quick.system_programs(("races",)) == ["tanbod", "tanbo"]
    assert quick.system_programs(("pairing", "races")) == ["tanbod", "tanbo", "tanbo_pairing_cases"]


def test_the_system_tests_run_no_program_that_is_not_built():
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests/system").rglob("*.py")]
    programs = [path.read_text(encoding="utf-8") for path in ROOT.glob("*/**/CMakeLists.txt")]
    made = set(re.findall(r"add_executable\((tanbo\w+)", "\n".join(programs)))
    named = set(re.findall(r'"(tanbo\w+)"', "\n".join(texts)))

    assert made & named == {"tanbod", *quick.RUN_BY.values()}
