"""No test keeps a long file of data, unless it says why, and the check sees one that does not."""

import pytest

import generated

LONG = "x\n" * 1_001
SOURCE = "Source: a mail of 2024\n"
REASON = "Not generated: nobody else writes such mails\n"


def test_tree_keeps_no_long_file():
    assert [str(finding) for finding in generated.check()] == []


@pytest.mark.parametrize("text, missing", [
    (LONG, "Source"), (SOURCE + LONG, "Not generated"), (REASON + LONG, "Source"),
    (LONG + SOURCE + REASON, "Source")])
def test_finds_a_long_file_that_does_not_say_why(repository, text, missing):
    repository.write("tests/a/b.eml", text)

    found = [str(finding) for finding in generated.check(repository.root)]

    assert len(found) == 1 and missing in found[0], found


@pytest.mark.parametrize("name, text", [
    ("tests/a/b.eml", "x\n" * 1_000), ("tests/a/b.eml", SOURCE + REASON + LONG),
    ("tests/a/package-lock.json", LONG), ("server/words.txt", LONG)])
def test_others_pass(repository, name, text):
    repository.write(name, text)

    assert list(generated.check(repository.root)) == []
