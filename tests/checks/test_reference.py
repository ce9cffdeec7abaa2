"""The manual's pages of reference are what the source says; tests/system has those of programs."""

import re

import pytest

import events
import reference
from documents.help import command, commands_of

ERRORS = """constexpr std::array code_rows{
    CodeRow{Code::no_such_game, "no-such-game", "No such game", "Check the number."},
    CodeRow{Code::game_over, "game-over",
            "Game over", none},
};
"""
STATUSES = """switch (code) {
    case Code::game_over:
        return 409;
    case Code::no_such_game:
        return 404;
}
"""
METRICS = """constexpr std::string_view late_help = "Late "
    "answers.";
m.gauge("tanbo_open", "Open connections.");
m.counter_of(
    "tanbo_late_total", std::string(late_help), f);
"""
HELP = """Copy a database.
Usage: tanbod copy [OPTIONS] FROM TO

Positionals:
  FROM TEXT REQUIRED
  TO TEXT REQUIRED            Where to

Options:
  -h,--help                   Print this help message and exit
  --listen VALUE              Address. [TANBO_LISTEN]
  --http-trusted-proxies VALUE
                              Addresses. [TANBO_HTTP_TRUSTED_PROXIES]
  --keep INT:INT in [1 - 10000]=14
                              How many
  --json Excludes: --svg      As JSON
"""


@pytest.fixture
def tree(repository):
    """A tree with two errors, an event and two metrics."""
    repository.write("protocol/json/error.cpp", ERRORS)
    repository.write("server/api_common/status.cpp", STATUSES)
    repository.write("server/a.cpp", METRICS + 'log::warn("disk-full", "the disk is full");\n')
    return repository


@pytest.mark.parametrize("name", sorted(reference.of_source()))
def test_a_page_is_of_the_source(name):
    assert reference.committed(name) == reference.of_source()[name], reference.WRITE


def test_every_metric_and_code_is_found():
    named = sum(len(re.findall(r'"(?:tanbo|process)_\w+",', code)) for code in events.sources())
    assert len(list(reference.metrics_of())) == named

    table = (reference.ROOT / "protocol/json/error.cpp").read_text()
    assert reference.errors().count("\n| `") == table.count("    CodeRow{Code::")


def test_errors_have_their_status(tree):
    assert reference.errors(tree.root).endswith(
        "| `game-over` | 409 | Game over | none |\n"
        "| `no-such-game` | 404 | No such game | Check the number. |\n")


def test_metrics_have_their_kind_and_help(tree):
    assert reference.metrics(tree.root).endswith(
        "| `tanbo_late_total` | counter | Late answers. |\n"
        "| `tanbo_open` | gauge | Open connections. |\n")


@pytest.mark.parametrize("path,old,new,page", [
    ("protocol/json/error.cpp", "Game over", "Game ended", "errors"),
    ("protocol/json/error.cpp", "Check the number.", "Check the game.", "errors"),
    ("server/api_common/status.cpp", "409", "410", "errors"),
    ("server/a.cpp", "tanbo_open", "tanbo_connections", "metrics"),
    ("server/a.cpp", "Late ", "Slow ", "metrics"),
    ("server/a.cpp", "disk-full", "disk-fuller", "log-events"),
])
def test_a_change_of_the_source_makes_its_page_stale(tree, path, old, new, page):
    before = reference.of_source(tree.root)
    tree.write(path, (tree.root / path).read_text().replace(old, new))
    after = reference.of_source(tree.root)

    assert [name for name in before if before[name] != after[name]] == [page]


def test_a_command_is_read_from_its_help():
    found = command("tanbod copy", HELP)

    assert (found.sentence, found.usage) == ("Copy a database.", "tanbod copy FROM TO")
    assert found.options == [
        ["TO TEXT", "Where to"], ["--keep INT", "How many. From 1 to 10000. Default: 14."],
        ["--json", "As JSON. Not with --svg."]]


def test_commands_of_commands_are_found():
    told = {(): "Program\nUsage: p\n\nSubcommands:\n  a       A.\n  b       B.\n",
            ("a",): "A.\nUsage: p a [OPTIONS] [SUBCOMMAND]\n\nSubcommands:\n  c      C.\n",
            ("a", "c"): "C.\nUsage: p a c\n", ("b",): "B.\nUsage: p b\n"}

    found = commands_of("p", lambda path: told[tuple(path)])

    assert [one.words for one in found] == ["p a c", "p b"]


def test_a_setting_is_read_from_the_reference():
    told = '# Address.\n# TANBO_LISTEN, --listen\nlisten = ""\n\n[log]\n# How much.\n' \
           '# TANBO_LOG_LEVEL, --log-level\nlevel = ["a", "b"]\n'

    assert reference.settings(told).endswith(
        "| `listen` | none | Address. |\n| `log.level` | `a, b` | How much. |\n")


def test_the_statuses_of_tanbod_are_those_of_its_source():
    source = (reference.ROOT / "server/config/exit_code.hpp").read_text(encoding="utf-8")
    numbers = re.findall(r"^    exit_\w+ = (\d+)", source, re.MULTILINE)

    assert len(numbers) > 10
    assert {number for number, _ in reference.STATUSES["tanbod"]} == set(numbers)
