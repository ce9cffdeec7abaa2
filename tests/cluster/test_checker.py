"""The checker passes a sound history, and every rule finds what it is there for."""

import copy
import random

import pytest

from checker import RULES, broken, instant
from history import BUSY, DOUBT, OK, REFUSED, Attempt, History, Join, Move, Open, Push, Read
from support.naive_tanbo import NaiveTanbo

GAME = 7
STONES = {"black": ["B2", "H8"], "white": ["H2", "B8"]}
SEATS = {"black": "anna", "white": "ben"}
MOVES = 12
DUE = "2026-03-01T12:00:30.000Z"
EPOCH = instant("2026-03-01T12:00:00.000Z")


def event(seq, kind, data):
    """An event of the game, in the second of its number."""
    return {"topic": f"game:{GAME}", "seq": seq, "type": kind, "data": data,
            "at": f"2026-03-01T12:00:{seq:02}.000Z"}


def sound_log():
    """A game as the rules have it, up to so many moves and a flag that falls in time."""
    referee = NaiveTanbo([9, 9], STONES)
    chance = random.Random(1)
    log = [event(1, "open", {"board": [9, 9], "stones": STONES, "to_move": "black",
                             "creator": {"account": 1, "handle": "anna"}}),
           event(2, "join", {"seat": "white", "account": 2, "handle": "ben"}),
           event(3, "start", {"absent": [], **referee.leave()})]
    for seq in range(4, 4 + MOVES):
        point = chance.choice(referee.legal(referee.to_move))
        clock = {"remaining_ms": {}, "deadline": DUE}
        log.append(event(seq, "move", {**referee.play(point), "clock": clock}))
    seat = referee.to_move
    log.append({**event(len(log) + 1, "leave", {"seat": seat, "reason": "time",
                                                **referee.leave(seat)}), "at": DUE})
    return log


def attempt(client, command, begin, outcome=OK, shown=(), end=None, seq=None):
    """One that took half a second, or until `end`; `shown` are the events of its answer."""
    game = GAME if isinstance(command, Open) and outcome == OK else getattr(command, "game", None)
    seq = shown[-1]["seq"] if shown else seq
    return Attempt(client, "n1", command, begin, end or begin + 0.5, outcome, game, seq,
                   tuple(shown))


def command_of(stored):
    """The move that an event came from."""
    return Move(GAME, *(stored["data"][key] for key in ("seat", "point", "ply")))


def sound_history():
    """Every move asked for once, at its second, but one repeated after a doubt; read and pushed."""
    log = sound_log()
    history = History(logs={GAME: log}, epoch=EPOCH)
    add = history.attempts.append
    add(attempt("anna", Open("anna", "k"), 1, seq=1))
    add(attempt("ben", Join(GAME, "ben"), 2, seq=3))
    for stored in log[3:-1]:
        seq, client = stored["seq"], SEATS[stored["data"]["seat"]]
        if seq == 8:
            add(attempt(client, command_of(stored), 7.7, DOUBT, end=7.9))
        add(attempt(client, command_of(stored), seq, shown=[stored]))
        add(attempt("carl", Read(GAME), seq + 0.6, shown=log[:seq], end=seq + 0.9))
    add(attempt("anna", Move(GAME, "white", "A1", 3), 7.6, REFUSED))
    add(attempt("anna", Move(GAME, "white", "A1", 2), 6.6, BUSY))
    add(attempt("carl", Read(GAME), 29.5, shown=log[:-1], end=29.9))
    add(attempt("carl", Read(GAME), 30.5, shown=log, end=30.7))
    history.pushed[("dora", GAME)] = [Push(one["seq"] + 0.4, one) for one in log[:-1]]
    history.pushed[("dora", GAME)].append(Push(30.4, log[-1]))
    return history


def first_move(history, of=8):
    """The place of the answered attempt of the move with this seq."""
    return next(place for place, one in enumerate(history.attempts)
                if isinstance(one.command, Move) and one.seq == of)


def renumbered(log):
    """A log with its gap closed, or with room for one more."""
    return [{**one, "seq": seq} for seq, one in enumerate(log, 1)]


def lose_the_last_acknowledged(history):
    del history.logs[GAME][-2]


def store_it_twice(history):
    log = history.logs[GAME]
    history.logs[GAME] = renumbered([*log[:8], copy.deepcopy(log[7]), *log[8:]])


def store_another_time(history):
    history.logs[GAME][7] = {**history.logs[GAME][7], "at": "2026-03-01T12:00:07.500Z"}


def lose_the_game(history):
    del history.logs[GAME]


def lose_the_seat(history):
    del history.logs[GAME][1]


def refuse_what_is_stored(history):
    place = first_move(history, of=9)
    history.attempts[place] = history.attempts[place]._replace(outcome=REFUSED, seq=None, events=())


def be_too_busy_for_what_is_stored(history):
    place = first_move(history, of=9)
    history.attempts[place] = history.attempts[place]._replace(outcome=BUSY, seq=None, events=())


def refuse_the_repeat(history):
    place = first_move(history, of=8)
    history.attempts[place] = history.attempts[place]._replace(outcome=REFUSED, seq=None, events=())


def open_it_twice(history):
    other = copy.deepcopy(history.logs[GAME])
    history.logs[GAME + 1] = other


def answer_a_repeat_with_another_game(history):
    first = history.attempts[0]
    history.attempts.append(first._replace(game=GAME + 1, begin=1.6, end=1.8))


def break_the_rules(history):
    data = history.logs[GAME][7]["data"]
    data["roots"] = {**data["roots"], "black": 5}


def leave_a_gap(history):
    del history.logs[GAME][8]


def show_what_is_not_stored(history):
    place = next(place for place, one in enumerate(history.attempts)
                 if isinstance(one.command, Read) and one.seq == 9)
    shown = list(history.attempts[place].events)
    shown[-1] = {**shown[-1], "at": DUE}
    history.attempts[place] = history.attempts[place]._replace(events=tuple(shown))


def push_one_twice(history):
    history.pushed[("dora", GAME)].insert(5, history.pushed[("dora", GAME)][5])


def push_one_less(history):
    del history.pushed[("dora", GAME)][-1]


def skip_one(history):
    del history.pushed[("dora", GAME)][5]


def swap_two(history):
    pushed = history.pushed[("dora", GAME)]
    pushed[4], pushed[5] = pushed[5], pushed[4]


def read_the_past(history):
    log = history.logs[GAME]
    history.attempts.append(attempt("carl", Read(GAME), 12.95, shown=log[:11], end=12.99))


def read_what_another_knew_better(history):
    log = history.logs[GAME]
    history.attempts.append(attempt("emil", Read(GAME), 12.95, shown=log[:11], end=12.99))


def know_it_before_it_was_asked_for(history):
    place = first_move(history, of=10)
    history.attempts[place] = history.attempts[place]._replace(begin=10.95, end=10.97)


def push_it_before_it_was_asked_for(history):
    pushed = history.pushed[("dora", GAME)]
    pushed[9] = pushed[9]._replace(at=9.97)


def let_the_flag_fall_early(history):
    history.logs[GAME][-1] = {**history.logs[GAME][-1], "at": "2026-03-01T12:00:29.999Z"}


def let_the_flag_fall_late(history):
    history.logs[GAME][-1] = {**history.logs[GAME][-1], "at": "2026-03-01T12:00:32.001Z"}


def let_no_flag_fall(history):
    del history.logs[GAME][-1]
    history.attempts.append(attempt("carl", Read(GAME), 32.1, shown=history.logs[GAME]))


def show_the_flag_late(history):
    log = history.logs[GAME]
    history.attempts.append(attempt("carl", Read(GAME), 32.1, shown=log[:-1]))


def let_all_clocks_be_ahead(history):
    history.epoch -= 1


def let_the_flag_fall_twice(history):
    log = history.logs[GAME]
    history.logs[GAME] = renumbered([*log, log[-1]])


def give_nothing_for_an_outage(history):
    history.outages.append((8.1, 8.2))


def give_something_for_nothing(history):
    given = event(1, "credit", {"from": "2026-03-01T12:00:04.000Z", "until": DUE, "clock": {}})
    log = history.logs[GAME]
    history.logs[GAME] = renumbered([*log[:8], given, *log[8:]])


def give_too_much(history):
    give_something_for_nothing(history)
    history.outages.append((6, 29))


def let_a_flag_fall_without_a_clock(history):
    for one in history.logs[GAME]:
        one["data"].pop("clock", None)


def test_a_sound_history_breaks_nothing():
    assert broken(sound_history()) == {}


def test_an_empty_history_breaks_nothing():
    assert broken(History()) == {}


HARMS = (
    ("acknowledged_is_stored_once", lose_the_last_acknowledged),
    ("acknowledged_is_stored_once", store_it_twice),
    ("acknowledged_is_stored_once", store_another_time),
    ("acknowledged_is_stored_once", lose_the_game),
    ("acknowledged_is_stored_once", lose_the_seat),
    ("refused_is_not_stored", refuse_what_is_stored),
    ("refused_is_not_stored", be_too_busy_for_what_is_stored),
    ("doubt_is_settled", refuse_the_repeat),
    ("doubt_is_settled", store_it_twice),
    ("no_game_is_opened_twice", open_it_twice),
    ("no_game_is_opened_twice", answer_a_repeat_with_another_game),
    ("logs_are_legal", break_the_rules),
    ("logs_are_legal", leave_a_gap),
    ("reads_show_the_log", show_what_is_not_stored),
    ("reads_show_the_log", lose_the_last_acknowledged),
    ("subscribers_see_all_in_order", push_one_twice),
    ("subscribers_see_all_in_order", push_one_less),
    ("subscribers_see_all_in_order", skip_one),
    ("subscribers_see_all_in_order", swap_two),
    ("reads_of_a_client_never_go_back", read_the_past),
    ("games_are_linearizable", read_what_another_knew_better),
    ("games_are_linearizable", know_it_before_it_was_asked_for),
    ("games_are_linearizable", push_it_before_it_was_asked_for),
    ("no_flag_falls_early", let_the_flag_fall_early),
    ("no_flag_falls_early", let_a_flag_fall_without_a_clock),
    ("no_flag_falls_late", let_the_flag_fall_late),
    ("no_flag_falls_late", let_no_flag_fall),
    ("no_flag_falls_late", show_the_flag_late),
    ("no_flag_falls_late", let_all_clocks_be_ahead),
    ("logs_are_legal", let_the_flag_fall_twice),
    ("downtimes_are_credited_once", give_nothing_for_an_outage),
    ("downtimes_are_credited_once", give_something_for_nothing),
    ("downtimes_are_credited_once", give_too_much),
)


@pytest.mark.parametrize("rule,harm", HARMS)
def test_a_rule_finds(rule, harm):
    history = sound_history()
    harm(history)

    assert rule in broken(history)


def test_no_rule_is_without_a_harm():
    assert {name for name, _ in HARMS} == {rule.__name__ for rule in RULES}


def test_one_who_was_in_doubt_may_have_a_game_more():
    history = sound_history()
    open_it_twice(history)
    history.attempts.append(attempt("anna", Open("anna", "k2"), 20, DOUBT))

    assert broken(history) == {}


def test_what_was_in_doubt_and_is_not_stored_may_be_refused():
    history = sound_history()
    lost = Move(GAME, "black", "J9", 4)
    history.attempts.append(attempt("anna", lost, 8.6, DOUBT))
    history.attempts.append(attempt("anna", lost, 9.2, REFUSED))

    assert broken(history) == {}


def test_two_who_ask_at_once_may_see_either_state():
    history = sound_history()
    log = history.logs[GAME]
    history.attempts.append(attempt("emil", Read(GAME), 9.39, shown=log[:8], end=9.6))
    history.attempts.append(attempt("fred", Read(GAME), 9.1, shown=log[:9], end=9.6))

    assert broken(history) == {}
