"""The tree keeps its floors, and the check sees every kind of climb."""

import pytest

import layers

ALLOWED = [
    ("protocol/game_json.cpp", '"', "engine/seat.hpp"),
    ("protocol/game_json.cpp", "<", "nlohmann/json.hpp"),
    ("server/http/router.cpp", '"', "server/game/referee.hpp"),
    ("server/net/listener.cpp", "<", "boost/beast/core.hpp"),
    ("server/http/documents.cpp", '"', "server/web/assets.hpp"),
    ("server/app.cpp", '"', "server/live/endpoint.hpp"),
    ("engine/position.cpp", "<", "cstdint"),
]
REFUSED = [
    ("engine/position.cpp", '"', "protocol/event.hpp", "engine may not include protocol"),
    ("engine/position.cpp", "<", "unistd.h", "does without the system"),
    ("engine/position.cpp", "<", "boost/system/result.hpp", "belongs in"),
    ("protocol/event.hpp", "<", "nlohmann/json.hpp", "only in .cpp files"),
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
    ("server/net/listener.cpp", "<", "openssl/ssl.h", "no folder yet"),
    ("server/cli/play.cpp", '"', "server/net/listener.hpp", "may not include server/net"),
]


def test_tree_keeps_its_floors():
    assert [str(finding) for finding in layers.check()] == []


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
