"""Each code block of the README and of the manual, and the test that runs it.

A new block needs a row here, or fits one of those of tests that take every block of a kind.
"""

import functools
import pathlib
import re
from typing import Dict, Iterator, NamedTuple, Tuple

from source import ROOT, Finding

MANUAL = "server/web/manual/"
COMMANDS = "tests/system/test_printed_commands.py::"
EXAMPLES = "tests/system/test_printed_examples.py::"
PAGES = "tests/system/test_manual.py::"
CLIENTS = "tests/system/test_clients.py::"
COPY = "tests/system/test_copy.py::"
STEPS = "tests/mail/test_ten_steps.py::"


class Block(NamedTuple):
    """A code block: the page, the number of its first line, its language or "indented"."""

    page: str
    number: int
    kind: str
    lines: Tuple[str, ...]


class Row(NamedTuple):
    """The test that runs the blocks of a kind, in these pages.

    With `start`, it runs the one block of each page that begins so. With `words`, it runs each
    block with no line that begins otherwise. With neither, it runs each block of this kind.
    """

    pages: Tuple[str, ...]
    kind: str
    test: str
    start: str = ""
    words: Tuple[str, ...] = ()

    def has(self, block: Block) -> bool:
        """Whether its test runs the block."""
        is_fit = not self.words or all(line.startswith(self.words) for line in block.lines)
        return (block.page in self.pages and block.kind == self.kind and is_fit
                and block.lines[0].startswith(self.start))


def manual(*names: str) -> Tuple[str, ...]:
    """Pages of the manual."""
    return tuple(f"{MANUAL}{name}.md" for name in names)


README = ("README.md",)
ROWS = (
    # Tours: each block of a page, line by line.
    Row(README, "sh", "tests/system/test_readme.py::test_tour_works_as_printed"),
    Row(manual("api-guide", "streams", "analysis", "terminal"), "sh",
        PAGES + "test_the_tours_work_as_printed"),
    Row(manual("bots"), "sh", PAGES + "test_the_page_about_bots_leads_to_a_bot_that_plays"),
    Row(manual("house-bots"), "sh", PAGES + "test_the_page_about_house_bots_works_as_printed"),
    Row(manual("mail-server"), "sh", STEPS + "installed"),
    Row(manual("mail-server"), "dns", STEPS + "installed"),
    Row(manual("mail-checks"), "sh", STEPS + "test_the_checks_work_as_printed"),
    Row(manual("email"), "mail",
        "tests/server/mail/commands/commands_test.cpp::DoesWhatTheManualShows"),
    Row(manual("rules", "rules.de"), "board",
        "tests/checks/test_manual.py::test_the_manual_is_in_order"),
    # Lines for a terminal.
    Row((*README, *manual("terminal", "terminal.de")), "indented",
        COMMANDS + "test_what_is_printed_for_a_terminal_works", words=("tanbo ", "curl ", "PATH=")),
    Row((*README, *manual("bots")), "indented",
        PAGES + "test_the_page_about_bots_leads_to_a_bot_that_plays", "tanbo bot "),
    Row(manual("bots"), "indented",
        PAGES + "test_the_page_about_bots_leads_to_a_bot_that_plays", "python3 bot.py "),
    Row(manual("bots"), "indented",
        PAGES + "test_the_page_about_bots_leads_to_a_bot_that_plays", "node bot.mjs "),
    Row(manual("bots"), "indented",
        PAGES + "test_the_printed_engine_plays_a_match", "tanbo match "),
    Row(manual("house-bots"), "indented",
        PAGES + "test_the_page_about_house_bots_works_as_printed", "tanbod admin bots "),
    Row(manual("house-bots"), "indented",
        PAGES + "test_the_page_about_house_bots_works_as_printed", "tanbo bot "),
    Row(manual("streams"), "indented",
        PAGES + "test_the_page_about_streams_prints_a_bot_that_plays", "python3 socket_bot.py "),
    Row(manual("streams"), "indented",
        EXAMPLES + "test_a_stream_of_events_is_read_as_printed", "curl "),
    Row(manual("streams"), "indented",
        EXAMPLES + "test_the_socket_says_what_the_page_shows", "> {"),
    # Programs.
    Row(manual("bots"), "python", PAGES + "test_the_printed_programs_are_short",
        "import json, random, "),
    Row(manual("bots"), "python", PAGES + "test_the_printed_engine_plays_a_match",
        "import random, "),
    Row(manual("bots"), "js", PAGES + "test_the_printed_programs_are_short", "import "),
    Row(manual("streams"), "python",
        PAGES + "test_the_page_about_streams_prints_a_bot_that_plays", "import "),
    Row(manual("clients"), "python",
        CLIENTS + "test_a_printed_bot_plays_a_whole_game_and_goes_on_after_a_restart", "import "),
    Row(manual("clients"), "js",
        CLIENTS + "test_a_printed_bot_plays_a_whole_game_and_goes_on_after_a_restart", "import "),
    Row(manual("clients"), "indented",
        CLIENTS + "test_a_printed_bot_plays_a_whole_game_and_goes_on_after_a_restart",
        words=("python3 bot.py ", "node bot.mjs ", "npm install ", "cp ",
               "python3 server/")),
    Row(manual("clients"), "indented",
        EXAMPLES + "test_the_lines_of_the_client_libraries_do_as_printed",
        words=("await tanbo.", "for await ", "async for ")),
    # Commands of operators, organisers and moderators.
    Row(README, "", EXAMPLES + "test_the_first_command_of_the_readme_builds_and_serves",
        "bash server/run.sh "),
    Row((*README, *manual("install")), "indented",
        "tests/package/test_package.py::test_a_new_server_runs_as_printed",
        "bash docker/package.sh"),
    Row(manual("install"), "indented", EXAMPLES + "test_docker_is_used_as_printed", "cd docker"),
    Row(manual("cluster"), "indented", EXAMPLES + "test_a_cluster_is_begun_as_printed",
        "bash docker/cluster/secrets.sh"),
    Row(manual("cluster", "postgres"), "indented",
        COPY + "test_a_server_begins_on_postgresql_as_the_manual_prints_it", "tanbod serve "),
    Row(manual("postgres", "upgrade"), "indented",
        COPY + "test_a_database_moves_as_the_manual_prints_it",
        words=("tanbod copy ", "tanbod reopen ", "tanbod migrate ")),
    Row(manual("backup"), "indented",
        COMMANDS + "test_a_backup_is_made_checked_and_put_back_as_printed", "mkdir "),
    Row(manual("club"), "indented", EXAMPLES + "test_an_administrator_is_named_as_printed",
        "tanbod admin role "),
    Row(manual("club"), "indented", EXAMPLES + "test_docker_is_used_as_printed", "docker compose "),
    Row(manual("club"), "indented",
        COMMANDS + "test_the_commands_of_a_club_and_its_moderators_work",
        "build/release/bin/tanbod admin role "),
    Row(manual("club"), "indented",
        COMMANDS + "test_the_commands_of_a_club_and_its_moderators_work",
        "build/release/bin/tanbod admin outbox "),
    Row(manual("club"), "indented", COMMANDS + "test_a_game_stands_on_another_site_as_printed",
        "<iframe "),
    Row(manual("club"), "indented",
        COMMANDS + "test_a_game_stands_on_another_site_as_printed", "curl "),
    Row(manual("moderation"), "indented",
        COMMANDS + "test_the_commands_of_a_club_and_its_moderators_work", words=("tanbod admin ",)),
    Row(manual("tournaments", "running-tournaments"), "indented",
        COMMANDS + "test_the_commands_of_tournaments_work"),
    Row(manual("ladders", "leagues", "arenas"), "indented",
        COMMANDS + "test_other_tournaments_are_made_as_printed"),
    Row(manual("clubs"), "indented", COMMANDS + "test_a_club_is_made_as_printed"),
    Row(manual("monitoring"), "indented", EXAMPLES + "test_a_failed_sign_in_is_logged_as_printed",
        "sign-in-failed: "),
    Row(manual("email", "email.de"), "indented",
        "tests/system/test_mail_in.py::test_the_printed_reply_is_a_move", "K10"),
    Row(manual("mail-checks"), "indented", STEPS + "test_the_test_of_all_at_once_finds_no_fault",
        "env $(systemctl show "),
    Row(manual("mail-checks"), "nginx", STEPS + "test_rspamd_checks_mails_as_printed"),
)


def blocks_of(page: str, text: str) -> Iterator[Block]:
    """The code blocks of a page: those between fences, and those that are indented."""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        fence = re.match(r"( *)```(\w*)$", lines[number])
        end = number + 1
        if fence:
            while lines[end].strip() != "```":
                end += 1
            yield Block(page, number + 1, fence[2],
                        tuple(line.strip() for line in lines[number + 1:end]))
            end += 1
        elif re.match(r" {4}\S", lines[number]) and not lines[number - 1].strip():
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            shown = re.sub(r" *\\?\n {5,}", " ", "\n".join(lines[number:end]))
            yield Block(page, number + 1, "indented",
                        tuple(line.strip() for line in shown.splitlines()))
        number = end


def pages() -> Dict[str, str]:
    """The README and the pages of the manual, by their paths."""
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
            for path in [ROOT / "README.md", *sorted((ROOT / MANUAL).glob("*.md"))]}


def blocks(texts: Dict[str, str]) -> Tuple[Block, ...]:
    """The code blocks of pages."""
    return tuple(block for page, text in texts.items() for block in blocks_of(page, text))


@functools.lru_cache(maxsize=None)
def text_of(path: str) -> str:
    """The text of a file of tests."""
    return (ROOT / path).read_text(encoding="utf-8")


def faults_of_rows(rows: Tuple[Row, ...], found: Tuple[Block, ...]) -> Iterator[str]:
    """Rows that match too few blocks or too many, or have a test that is not there."""
    for row in rows:
        count = len([block for block in found if row.has(block)])
        if count < len(row.pages) or (row.start and count > len(row.pages)):
            yield f"{row.start or row.words or row.kind} of {row.pages}: {count} blocks"
        if not row.test:
            continue
        path, name = row.test.split("::")
        if not re.search(rf"def {name}\(|TEST_F\(\w+, {name}\)", text_of(path)):
            yield f"{path} has no {name}"


def check(found: Tuple[Block, ...]) -> Iterator[Finding]:
    """The blocks that no test runs, and the rows that are wrong."""
    for block in found:
        if not any(row.has(block) for row in ROWS):
            yield Finding(pathlib.PurePath(block.page), block.number,
                          f'no test runs "{block.lines[0]}": run it, and name the test in '
                          "tests/checks/examples.py")
    for fault in faults_of_rows(ROWS, found):
        yield Finding(pathlib.PurePath("tests/checks/examples.py"), 1, fault)
