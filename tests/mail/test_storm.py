"""No letter that the mail server has accepted is lost; `storm.py` does it for longer."""

import pytest

import storm

LETTERS = 60
KILLS = 6


def test_no_accepted_letter_is_lost_through_kills(tmp_path):
    figures = storm.deliver_through_kills(tmp_path, LETTERS, KILLS)

    assert figures["over the limit of strangers"] == 0
    assert figures["deferred"] > 0, f"the server was never away when a letter came: {figures}"


def test_finds_letters_that_were_answered_twice_or_never():
    once = [{"In-Reply-To": "<a@x>", "Message-ID": "<r.1@y>"},
            {"In-Reply-To": "<a@x>", "Message-ID": "<r.1.again@y>"}]
    twice = {"In-Reply-To": "<a@x>", "Message-ID": "<r.2@y>"}

    storm.check_answers(["<a@x>"], once)
    with pytest.raises(AssertionError):
        storm.check_answers(["<a@x>"], [*once, twice])
    with pytest.raises(AssertionError):
        storm.check_answers(["<a@x>", "<b@x>"], once)


def test_finds_letters_that_were_answered_and_not_kept(office, box, mailboxes):
    box.judge = lambda envelope, number: "250 2.0.0 thrown away" if number % 5 == 0 else None

    accepted, writers = storm.write_letters(office, mailboxes, 20)
    for writer in writers:
        writer.join()
    office.until_empty()

    kept = [storm.message_id(letter.content) for letter in box.letters]
    assert len(storm.lost(accepted, kept)) == 4
