"""No mail that the mail server has accepted is lost, and no mail that tells of a turn.

`storm.py` and `storm_of_games.py` do it for longer.
"""

import email

import pytest

import storm
import storm_of_games
from post.person import Person
from support.naive_tanbo import NaiveTanbo

MAILS = 60
KILLS = 6


def test_no_accepted_mail_is_lost_through_kills(tmp_path):
    figures = storm.deliver_through_kills(tmp_path, MAILS, KILLS)

    assert figures["delivered twice"] > 0, f"no mail was sent twice: {figures}"
    assert figures["deferred"] > 0, f"the server was never away when a mail came: {figures}"


def test_games_by_mail_go_on_through_kills_and_refusals(tmp_path):
    figures = storm_of_games.play_through_kills(tmp_path, MAILS, KILLS)

    assert figures["kills"] == KILLS
    assert figures["mails"] > MAILS, f"no mail was sent twice: {figures}"
    assert figures["deferred"] > 0, f"nothing was refused: {figures}"


def log_of(points):
    """The events of a game in which these stones were placed."""
    stones = {"black": ["B2", "H8"], "white": ["B8", "H2"]}
    referee = NaiveTanbo([9, 9], stones)
    told = [("open", {"board": [9, 9], "stones": stones, "to_move": "black"}),
            ("start", {"absent": [], **referee.leave()}),
            *(("move", referee.play(point)) for point in points)]
    return [{"seq": seq, "type": kind, "data": data} for seq, (kind, data) in enumerate(told, 1)]


def test_finds_stones_and_turns_that_are_missing_or_twice():
    points, events = ["C2", "B7"], log_of(["C2", "B7"])
    told = {(0, "<n.1@x>"), (1, "<n.2@x>"), (0, "<n.3@x>")}

    storm_of_games.check(points, events, told)
    for written, mails in ((points[:1], told), ([*points, "D2"], told), (points[::-1], told),
                           (points, told - {(0, "<n.3@x>")}), (points, told | {(1, "<n.4@x>")})):
        with pytest.raises(AssertionError):
            storm_of_games.check(written, events, mails)


def test_finds_mails_that_were_answered_twice_or_never():
    once = [{"In-Reply-To": "<a@x>", "Message-ID": "<r.1@y>"},
            {"In-Reply-To": "<a@x>", "Message-ID": "<r.1.again@y>"}]
    twice = {"In-Reply-To": "<a@x>", "Message-ID": "<r.2@y>"}

    storm.check_answers(["<a@x>"], once)
    with pytest.raises(AssertionError):
        storm.check_answers(["<a@x>"], [*once, twice])
    with pytest.raises(AssertionError):
        storm.check_answers(["<a@x>", "<b@x>"], once)


def test_finds_words_that_were_said_twice_or_never():
    said = ["mail 1", "mail 0"]

    storm.check_said(2, said)
    for wrong in (said[:1], [*said, "mail 1"], ["mail 1", "mail 2"]):
        with pytest.raises(AssertionError):
            storm.check_said(2, wrong)


def thrown(envelope):
    """Whether it is one of the mails 4, 9, 14 and 19."""
    subject = email.message_from_bytes(envelope.content)["Subject"]
    return int(subject.split()[1]) % 5 == 4


def test_finds_mails_that_were_taken_and_not_kept(mail_server, box, mailboxes):
    people = [Person(mail_server, mailboxes, name) for name in ("ann", "bob")]
    box.judge = lambda envelope, number: "250 2.0.0 thrown away" if thrown(envelope) else None

    accepted, writing = storm.write_mails(people, 20, lambda *_: "help")
    for thread in writing:
        thread.join()
    mail_server.until_empty()

    kept = [storm.message_id(mail.content) for mail in box.mails]
    assert len(storm.lost(accepted, kept)) == 4
