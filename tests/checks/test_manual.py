"""The manual, and that the check of it sees each fault."""

import re

import pytest

import manual

BOARD = "# Board\n\n```board\n  A B\n2 . , 2\n1 , # 1\n  A B\n```\n"


def test_the_manual_is_in_order():
    assert [str(finding) for finding in manual.check()] == []


def test_the_map_for_developers_is_short():
    assert len((manual.ROOT / "ARCHITECTURE.md").read_text().splitlines()) <= manual.LINES_MAX


def test_a_sound_page_has_no_faults():
    assert list(manual.faults(BOARD)) == []


@pytest.mark.parametrize("page,remedy", [
    ("# Long\n" + 150 * "\n", "split the page"),
    ("Text first.\n", "begin the page"),
    ("# Page\n\n" + 26 * "word " + "end.\n", "split this sentence"),
    ("# Page\n\n- one\n- " + 26 * "word " + "end.\n", "split this sentence"),
    ("# Page\n\n| cell | " + 26 * "word " + "|\n", "split this sentence"),
    ("# Page\n\nWhoever plays wins.\n", "say it without 'Whoever'"),
    (BOARD.replace("2 . ,", "2 , ,"), "mark each point"),
    (BOARD.replace("1 , #", "1 . #"), "mark each point"),
])
def test_a_fault_of_a_page_is_found(page, remedy):
    assert any(told.startswith(remedy) for _, told in manual.faults(page))


def test_a_name_that_no_page_has_is_found():
    page = "# Page\n\nChoose **Play now**, then **Settings → Acount**.\n\n- **Mouse**: click.\n"

    assert list(manual.unknown_names(page, manual.texts("en"))) == [
        (3, "the client has no text 'Acount'")]


def test_words_of_programs_are_not_judged():
    assert list(manual.faults("# Page\n\n```sh\nwhoever so that nobody\n```\n\n    anew\n")) == []


def test_a_german_page_is_listed_by_its_english_one(tmp_path):
    (tmp_path / "contents.json").write_text('[{"title": "Play", "pages": ["rules"]}]')
    for name in ("index", "rules", "rules.de", "lost.de"):
        (tmp_path / f"{name}.md").write_text("# Page\n")

    assert [str(finding.path) for finding in manual.check(tmp_path)] == ["lost.de.md"]


def test_a_page_that_is_not_listed_is_found(tmp_path):
    (tmp_path / "contents.json").write_text('[{"title": "Play", "pages": ["rules"]}]')
    for name in ("index", "rules", "lost"):
        (tmp_path / f"{name}.md").write_text("# Page\n")

    assert [str(finding.path) for finding in manual.check(tmp_path)] == ["lost.md"]


def test_each_outcome_of_a_mail_is_explained():
    inbound = manual.ROOT / "server" / "mail" / "inbound"
    text = "\n".join(path.read_text() for path in sorted(inbound.glob("*.cpp")))
    reasons = text[text.index("no_reply_name(NoReply reason)"):]
    outcomes = {f"dropped-{name}"
                for name in re.findall(r'return "([a-z-]+)";', reasons[:reasons.index("\n}")])}
    for pattern in (r'result_of\("([a-z-]+)"', r'dropped\(work, "([a-z-]+)"',
                    r'outcome = "([a-z-]+)"', r'\? "([a-z-]+)" : "([a-z-]+)"'):
        for found in re.findall(pattern, text):
            outcomes |= {found} if isinstance(found, str) else set(found)
    outcomes |= set(re.findall(r'has_acted \? "([a-z-]+)" : work.has_shown', text))

    page = (manual.ROOT / "server" / "web" / "manual" / "mail-checks.md").read_text()
    table = page[page.index("| outcome |"):]
    explained = set(re.findall(r"`([a-z-]+)`", "".join(
        line.split("|")[1] for line in table.splitlines() if line.startswith("|"))))

    assert len(outcomes) >= 20 and outcomes <= explained, outcomes - explained
