"""The words of documents and texts, and that the check of them sees each fault."""

import json

import pytest

import words


def test_no_document_has_banned_words():
    assert [str(finding) for finding in words.of_documents()] == []


def test_no_text_of_the_client_has_banned_words():
    assert [str(finding) for finding in words.of_texts()] == []


def test_banned_words_of_a_document_are_found(repository):
    repository.write("README.md", "# Run\n\nWhoever plays `nobody` wins.\n\n    anew\n")

    assert [finding.remedy for finding in words.of_documents(repository.root)] == [
        "say it without 'Whoever'"]


def test_banned_words_of_a_text_are_found(tmp_path):
    (tmp_path / "pages.en.json").write_text(json.dumps({"a": "Please wait.", "b": "{whose}"}))
    (tmp_path / "pages.de.json").write_text(json.dumps({"a": "Dein Zug.", "b": "Am Zug: du."}))

    assert [finding.remedy for finding in words.of_texts(tmp_path)] == [
        "a: say it without 'Dein'", "b: say it without 'du'", "a: say it without 'Please'"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_misspelt(language):
    assert len(words.used(language)) > 500
    assert words.misspelt(language) == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_listed_word_is_used_and_in_no_dictionary(language):
    listed = words.listed(language)

    assert listed - set(words.used(language)) == set()
    assert listed - words.unknown(listed, language) == set()


@pytest.mark.parametrize("language,right,wrong", [
    ("en", "colour", "color"), ("en", "receive", "recieve"), ("de", "Brett", "Bret")])
def test_a_misspelt_word_is_found(language, right, wrong):
    assert words.unknown({right, wrong}, language) == {wrong}


def test_names_of_code_are_no_words():
    assert list(words.words_of("A root’s LMTP isReady snake_case can't")) == [
        "root", "snake", "case", "can't"]


def test_a_message_is_read_without_its_placeholders():
    message = ("{n, plural, one {# stone} other {{lead, select, small {few} other {# stones}}}} "
               "of {by}")

    assert words.plain(message).split() == ["stone", "few", "stones", "of"]
