"""Mails act once, whichever nodes take them and are killed: the short form, with its control."""

from letters import give_letters, sent_too_often


async def test_a_letter_that_two_nodes_take_acts_once(three_machines, pair):
    wrong, told = await give_letters(three_machines, pair, count=20, kills=2)

    print(told)
    assert not wrong, wrong


async def test_one_that_is_given_under_two_names_acts_twice(three_machines, pair):
    wrong, told = await give_letters(three_machines, pair, count=4, kills=0, twins=1)

    print(told)
    assert wrong == ["letter 0 was said 2 times"]


def test_a_mail_that_is_sent_again_without_a_kill_is_found():
    class Mail(dict):
        def as_string(self):
            return self["text"]

    once, again = Mail({"Message-ID": "<1>", "text": "a"}), Mail({"Message-ID": "<1>", "text": "b"})

    assert list(sent_too_often([once], 0)) == list(sent_too_often([once, once], 1)) == []
    assert len(list(sent_too_often([once, once], 0))) == 1
    assert len(list(sent_too_often([once, again], 1))) == 1
