"""The tree keeps its floors, and the check sees every kind of climb."""

import re

import pytest

import layers
from source import ROOT, tracked

ALLOWED = [
    ("protocol/game_json.cpp", '"', "engine/seat.hpp"),
    ("protocol/game_json.cpp", "<", "nlohmann/json.hpp"),
    ("server/http/router.cpp", '"', "server/game/referee.hpp"),
    ("server/net/listener.cpp", "<", "boost/beast/core.hpp"),
    ("server/http/documents.cpp", '"', "server/web/assets.hpp"),
    ("server/app/app.cpp", '"', "server/live/endpoint.hpp"),
    ("server/mail/outbound/queue.cpp", '"', "server/store/tables/messages/outbox.hpp"),
    ("engine/position.cpp", "<", "cstdint"),
]
REFUSED = [
    ("engine/position.cpp", '"', "protocol/event.hpp", "engine may not include protocol"),
    ("engine/position.cpp", "<", "unistd.h", "does without the system"),
    ("engine/position.cpp", "<", "boost/system/result.hpp", "belongs in"),
    ("protocol/event.hpp", "<", "nlohmann/json.hpp", "only in .cpp files"),
    ("protocol/json/error.cpp", '"', "protocol/games/events.hpp", "stands above"),
    ("server/operate/shell.cpp", '"', "server/app/app.hpp", "may not include server/app"),
    ("server/game/referee.cpp", "<", "sqlite3.h", "belongs in server/store/sqlite"),
    ("server/game/referee.cpp", "<", "nlohmann/json.hpp", "belongs in protocol"),
    ("server/game/referee.cpp", '"', "server/http/router.hpp", "may not include server/http"),
    ("server/http/router.cpp", "<", "boost/beast/http.hpp", "belongs in server/net"),
    ("server/http/router.cpp", '"', "server/live/endpoint.hpp", "may not include server/live"),
    ("server/web/assets.cpp", '"', "server/http/router.hpp", "may not include server/http"),
    ("server/bots/child.cpp", '"', "server/http/router.hpp", "may not include server/http"),
    ("server/store/writer.cpp", "<", "boost/asio/post.hpp", "belongs in"),
    ("server/net/listener.cpp", "<", "spdlog/spdlog.h", "belongs in server/base"),
    ("server/net/listener.cpp", '"', "listener.hpp", "from the repository root"),
    ("server/net/listener.cpp", "<", "gnutls/gnutls.h", "no folder yet"),
    ("server/cli/play.cpp", '"', "server/net/listener.hpp", "may not include server/net"),
    ("server/mail/commands/lists.cpp", '"', "server/store/store.hpp", "may not include server/st"),
    ("server/mail/inbound/worker.cpp", '"', "server/store/store.hpp", "but their queues"),
    ("server/mail/outbound/queue.cpp", '"', "server/store/tables/messages/notices.hpp",
     "but their queues"),
]


def test_tree_keeps_its_floors():
    assert [str(finding) for finding in layers.check()] == []


def test_what_mails_see_of_the_store_they_use():
    for name, headers in layers.STORE_OF_MAIL.items():
        included = {match[2] for match in layers.INCLUDE.finditer((ROOT / name).read_text())}
        assert set(headers) <= included, name


# Every folder may come to need these, and `tanbo` the engine that it alone may run.
COMMON = set(layers.LOW) | {"engine/search"}


def documented_floors():
    """Folder -> its floor in the table of ARCHITECTURE.md."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ((?:`[a-z_/]+/`(?:, )?)+) \|", text, re.MULTILINE)
    return {folder: int(floor) for floor, folders in rows
            for folder in re.findall("`([a-z_/]+)/`", folders)}


def granted(may_include):
    return {(folder, other) for folder, others in may_include.items() for other in others}


def climbs(may_include, floors):
    """The grants that do not go down, but of a folder and one within it."""
    return {(folder, other) for folder, other in granted(may_include)
            if floors[other] >= floors[folder]
            and not folder.startswith(other + "/") and not other.startswith(folder + "/")}


def test_the_document_and_the_check_have_the_same_folders():
    assert set(documented_floors()) == set(layers.MAY_INCLUDE)


def test_what_is_granted_goes_down_by_the_floors_of_the_document():
    floors = documented_floors()

    assert climbs(layers.MAY_INCLUDE, floors) == set()
    assert climbs({"server/chat": ("server/lobby",)}, floors) == {("server/chat", "server/lobby")}


def test_nothing_is_granted_that_nobody_uses():
    used = set()
    for path in tracked(".cpp", ".hpp"):
        name = path.relative_to(ROOT).as_posix()
        for match in layers.INCLUDE.finditer(path.read_text(encoding="utf-8")):
            used.add((layers.folder_of(name), layers.folder_of(match[2])))

    assert {(folder, other) for folder, other in granted(layers.MAY_INCLUDE) - used
            if other not in COMMON} == set()


def test_no_library_is_granted_to_who_does_not_use_it():
    used = set()
    for path in tracked(".cpp", ".hpp"):
        folder = layers.folder_of(path.relative_to(ROOT).as_posix())
        for match in layers.INCLUDE.finditer(path.read_text(encoding="utf-8")):
            used |= {(folder, start) for start in layers.HOMES if match[2].startswith(start)}

    granted_libraries = {(home, start) for start, homes in layers.HOMES.items() for home in homes}
    assert granted_libraries - used == set()


@pytest.mark.parametrize("name,quote,header", ALLOWED)
def test_allowed(name, quote, header):
    assert layers.verdict(name, quote, header) is None


@pytest.mark.parametrize("name,quote,header,reason", REFUSED)
def test_refused(name, quote, header, reason):
    assert reason in layers.verdict(name, quote, header)


def test_finds_a_climb_in_a_tree(repository):
    repository.write("engine/a.cpp", '// "server/x.hpp"\n#include "server/base/log.hpp"\n')

    found = list(layers.check(repository.root))

    assert [(str(f.path), f.line) for f in found] == [("engine/a.cpp", 2)]


def test_no_folder_is_crowded():
    assert [str(finding) for finding in layers.crowded()] == []


def test_a_crowded_folder_is_found(repository):
    for number in range(layers.FILES_MAX + 1):
        repository.write(f"engine/hall/a{number}.cpp", "\n")
    repository.write("engine/room/a.cpp", "\n")

    assert [str(found.path) for found in layers.crowded(repository.root)] == ["engine/hall"]
