"""No letter that the mail server has accepted is lost; `storm.py` does it for longer."""

import storm

LETTERS = 60
KILLS = 6


def test_no_accepted_letter_is_lost_through_kills(tmp_path):
    figures = storm.deliver_through_kills(tmp_path, LETTERS, KILLS)

    assert figures["deferred"] > 0, f"the server was never away when a letter came: {figures}"


def test_finds_letters_that_were_answered_and_not_kept(office, box, mailboxes):
    box.judge = lambda envelope, number: "250 2.0.0 thrown away" if number % 5 == 0 else None

    accepted, writers = storm.write_letters(office, mailboxes, 20)
    for writer in writers:
        writer.join()
    office.until_empty()

    kept = [storm.message_id(letter.content) for letter in box.letters]
    assert len(storm.lost(accepted, kept)) == 4
