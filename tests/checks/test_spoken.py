"""The texts of C++ and of the contract, and that the check of them sees each fault."""

import pytest

import manual
import spoken
import words


def test_no_text_of_the_code_has_banned_words():
    assert [str(finding) for finding in spoken.banned(spoken.of_code())] == []


def test_no_description_of_the_contract_has_banned_words():
    assert [str(finding) for finding in spoken.banned(spoken.of_contract())] == []


@pytest.mark.parametrize("comments,count_min", [(spoken.comments, 5_000),
                                                (spoken.other_comments, 3_000)])
def test_no_comment_has_banned_words(comments, count_min):
    found = list(comments())

    assert len(found) > count_min
    assert [str(one) for one in spoken.banned(found, (manual.BANNED,))] == []


@pytest.mark.parametrize("texts", [spoken.of_code, spoken.of_contract])
def test_no_sentence_is_long(texts):
    found = list(texts())

    assert len(found) > 1_000
    assert [str(finding) for finding in spoken.long_sentences(found)] == []


def test_banned_words_of_literals_are_found(repository):
    repository.write("server/a.cpp", '#include "please/wait now.hpp"\n'
                     "// Nobody may do this.\n"
                     'say("Whoever plays "\n    "anew wins.");\n'
                     'run(R"(SELECT nobody FROM games)");\n'
                     "say(\"Don't \\\"please\\\" me here.\"); char c = '\"';\n"
                     'say("You have to wait.");\n'
                     'say("nobody");\n')

    assert [str(finding) for finding in spoken.banned(spoken.of_code(repository.root))] == [
        "server/a.cpp:3: say it without 'Whoever'", "server/a.cpp:3: say it without 'anew'",
        "server/a.cpp:6: say it without 'please'", "server/a.cpp:7: say it without 'have to'"]


def test_banned_words_of_comments_are_found(repository):
    repository.write("server/a.hpp", "// It waits, so\n// that nobody is late.\n"
                     'say("// please");\n\n'
                     "int a;  // Likewise.\n\n// Fine.\n/* Decided by lot. */\n")

    found = spoken.banned(spoken.comments(repository.root), (manual.BANNED,))

    assert [str(one) for one in found] == [
        "server/a.hpp:1: say it without 'so that'", "server/a.hpp:1: say it without 'nobody'",
        "server/a.hpp:5: say it without 'Likewise'", "server/a.hpp:7: say it without 'by lot'"]


def test_banned_words_of_other_comments_are_found(repository):
    repository.write("tests/a.py", '"""Waits anew."""\na = "nobody"  # Likewise.\n')
    repository.write("server/web/a.ts", "wait('**/nobody/*'); // By lot.\n/** Please. */\n"
                     "go('http://nobody.example');\n")
    repository.write("server/web/a.svelte", "<!-- Nobody\ncomes. --><p>nobody</p>\n")

    found = spoken.banned(spoken.other_comments(repository.root), (manual.BANNED,))

    assert sorted(str(one) for one in found) == [
        "server/web/a.svelte:1: say it without 'Nobody'",
        "server/web/a.ts:1: say it without 'By lot'", "server/web/a.ts:2: say it without 'Please'",
        "tests/a.py:1: say it without 'anew'", "tests/a.py:2: say it without 'Likewise'"]


def test_banned_words_of_descriptions_are_found(repository):
    repository.write("protocol/contract/paths/a.yaml", "get:\n"
                     "  summary: Decide by lot\n"
                     "  operationId: nobody\n"
                     "  description: |\n    It says `anew`.\n    Please read it.\n"
                     "  responses: {'200': {description: Nobody is told.}}\n")

    assert [str(finding) for finding in spoken.banned(spoken.of_contract(repository.root))] == [
        "protocol/contract/paths/a.yaml:2: say it without 'by lot'",
        "protocol/contract/paths/a.yaml:4: say it without 'Please'",
        "protocol/contract/paths/a.yaml:7: say it without 'Nobody'"]


@pytest.mark.parametrize("count,found", [(25, 0), (26, 1)])
def test_a_long_sentence_is_found(repository, count, found):
    repository.write("engine/a.hpp", f'say("A short one. {" ".join(["word"] * count)}.");\n')

    assert len(list(spoken.long_sentences(spoken.of_code(repository.root)))) == found


def test_a_literal_with_a_misspelt_word_is_read(repository):
    repository.write("protocol/a.cpp", 'say("Send `recieve` to server/recieve or recieve it.");\n')

    texts = [text.text for text in spoken.of_code(repository.root)]

    assert words.unknown(set(words.words_of(spoken.without_code(texts[0]))), "en") == {"recieve"}


@pytest.mark.parametrize("text,is_told", [
    ("The game is over.", True), ("game over", False), ("SELECT a FROM games WHERE b", False),
    ("<path d=\"M a b\" class=\"of a root\">", False), ("a-b c/d e_f", False)])
def test_only_texts_for_people_count(text, is_told):
    assert spoken.is_told(text) == is_told
