"""Whether a history keeps what the server promises: each rule yields what breaks it, in words.

The rules are functions of a history alone; what a log must hold is decided by the naive referee.
"""

import collections
import datetime

from history import BUSY, DOUBT, OK, REFUSED, Move, Open, Read
from support.game import replay

LATE_S_MAX = 2  # a flag
CREDIT_S_MAX = 2  # what is too much or too little, of a downtime
CLOCKS_S_MAX = 0.05  # between that of the database and that of those who look


def acknowledged_is_stored_once(history):
    """The log has the event of each command that was answered, as it was answered, and no other."""
    for attempt in history.attempts:
        if attempt.outcome != OK or isinstance(attempt.command, Read):
            continue
        stored = history.stored(attempt.command, attempt.game)
        if len(stored) != 1:
            yield f"acknowledged, and {len(stored)} times stored: {attempt}"
        elif isinstance(attempt.command, Move) and stored[0] != attempt.events[0]:
            yield f"acknowledged as {attempt.events[0]}, stored as {stored[0]}"


def refused_is_not_stored(history):
    """Nothing is stored of a command of which every attempt was refused."""
    for command, attempts in history.of_commands().items():
        if isinstance(command, Open) or any(one.outcome not in (REFUSED, BUSY) for one in attempts):
            continue
        for event in history.stored(command):
            yield f"refused, and stored: {event}, of {attempts}"


def doubt_is_settled(history):
    """A command in doubt is stored once or not at all, and its repeat is told which."""
    for command, attempts in history.of_commands().items():
        if isinstance(command, Open) or all(one.outcome != DOUBT for one in attempts):
            continue
        stored = history.stored(command)
        if len(stored) > 1:
            yield f"in doubt, and {len(stored)} times stored: {command}"
        refused = [one for one in attempts if one.outcome == REFUSED]
        if stored and refused:
            yield f"stored as {stored[0]}, and its repeat was refused: {refused[0]}"


def no_game_is_opened_twice(history):
    """Each game has a creator who asked for it, and no one has more than they asked for."""
    opened, doubted = collections.Counter(), collections.Counter()
    for command, attempts in history.of_commands().items():
        if not isinstance(command, Open):
            continue
        games = {one.game for one in attempts if one.outcome == OK}
        if len(games) > 1:
            yield f"{command} has opened {sorted(games)}"
        opened[command.creator] += bool(games)
        doubted[command.creator] += not games and any(one.outcome == DOUBT for one in attempts)
    stored = collections.Counter(log[0]["data"]["creator"]["handle"]
                                 for log in history.logs.values() if log)
    for creator, count in stored.items():
        if count > opened[creator] + doubted[creator]:
            yield f"{creator} opened {opened[creator]} games and {doubted[creator]} in doubt, " \
                  f"and has {count}"


def logs_are_legal(history):
    """Every log is without a gap, and says what the rules of the game say."""
    for game, log in history.logs.items():
        try:
            replay(log)
        except (AssertionError, KeyError) as wrong:
            yield f"game {game} is not legal: {wrong}"


def reads_show_the_log(history):
    """Whatever a read has shown of a game is in its log."""
    for attempt in history.attempts:
        if isinstance(attempt.command, Read) and attempt.outcome == OK:
            log = history.logs.get(attempt.command.game, [])
            shown = list(attempt.events)
            if shown != log[:len(shown)]:
                yield f"{attempt.client} was shown what is not in the log of game " \
                      f"{attempt.command.game}: {first_difference(shown, log)}"


def subscribers_see_all_in_order(history):
    """A subscriber gets every event of a game from the first to the last, once and in order."""
    for (subscriber, game), pushed in history.pushed.items():
        seen, log = [push.event for push in pushed], history.logs.get(game, [])
        if seen != log:
            yield f"{subscriber} saw {len(seen)} of {len(log)} events of game {game}: " \
                  f"{first_difference(seen, log)}"


def reads_of_a_client_never_go_back(history):
    """Events that a client has been told of are still there the next time it asks."""
    for attempts in by(history.attempts, lambda one: one.client).values():
        told = collections.defaultdict(int)
        for attempt in sorted(attempts, key=lambda one: one.end):
            if attempt.seq is None or attempt.outcome != OK:
                continue
            if isinstance(attempt.command, Read) and attempt.seq < told[attempt.game]:
                yield f"{attempt.client} had seen {told[attempt.game]} events, then {attempt}"
            told[attempt.game] = max(told[attempt.game], attempt.seq)


def games_are_linearizable(history):
    """The order of a game's log is an order in which its requests can have been carried out.

    A log has an order of its own, so this is a question of time alone: what one request has told
    before another began is not news to that one.
    """
    pushes = collections.defaultdict(list)
    for (_, game), pushed in history.pushed.items():
        pushes[game] += pushed
    first = {command: attempts[0].begin for command, attempts in history.of_commands().items()}
    for game, attempts in by(history.attempts, lambda one: one.game).items():
        known = [one for one in attempts if one.outcome == OK and one.seq is not None]
        heads = [(one.end, one.seq) for one in known]
        heads += [(push.at, push.event["seq"]) for push in pushes[game]]
        yield from out_of_order(game, known, first, sorted(heads))


def out_of_order(game, attempts, first, heads):
    """Whatever the answers tell that others had been told differently before.

    `first` is when each command was first asked for, `heads` when somebody knew how many events.
    """
    questions = [(one.begin, one.seq, one) for one in attempts if isinstance(one.command, Read)]
    moves = [(first[one.command], one.seq - 1, one) for one in attempts
             if isinstance(one.command, Move)]
    number, head = 0, 0
    for at, seq, attempt in sorted(questions + moves, key=lambda one: one[0]):
        while number < len(heads) and heads[number][0] < at:
            head = max(head, heads[number][1])
            number += 1
        if seq < head and isinstance(attempt.command, Read):
            yield f"game {game} had {head} events when this began to look: {attempt}"
        elif seq < head:
            yield f"game {game} had {head} events before this was first asked for: {attempt}"


def no_flag_falls_early(history):
    """A player loses on time only when the deadline that the log has told before is over."""
    for game, log in history.logs.items():
        for event, deadline in flags(log):
            if event and (deadline is None or instant(event["at"]) < deadline):
                yield f"game {game}: {event} before {deadline}"


def no_flag_falls_late(history):
    """A player who has not moved by the deadline loses soon, and those who look are shown that.

    They go by a clock of their own: nodes can't be wrong together.
    """
    looks = by((one for one in history.attempts
                if isinstance(one.command, Read) and one.outcome == OK), lambda one: one.game)
    for game, log in history.logs.items():
        for event, deadline in flags(log):
            if deadline is None:
                continue
            seq = event["seq"] if event else len(log) + 1
            if event and instant(event["at"]) > deadline + LATE_S_MAX:
                yield f"game {game}: {event} long after {deadline}"
            for look in looks[game]:
                if look.seq >= seq and history.epoch + look.end < deadline - CLOCKS_S_MAX:
                    yield f"game {game} showed a flag before {deadline}: {look}"
                if look.seq < seq and history.epoch + look.begin > deadline + LATE_S_MAX:
                    yield f"game {game} showed no flag long after {deadline}: {look}"


def flags(log):
    """Each fall of a flag in a log, with the deadline that was told before, in the end the last.

    There is none, and a deadline, if no one has moved since; and a fall and no deadline if no one
    had to move.
    """
    deadline = None
    for event in log:
        if event["type"] == "leave" and event["data"]["reason"] == "time":
            yield event, deadline
            deadline = None
        clock = event["data"].get("clock", {})
        if "deadline" in clock:
            deadline = clock["deadline"] and instant(clock["deadline"])
        if event["type"] == "end":
            deadline = None
    if deadline is not None:
        yield None, deadline


def downtimes_are_credited_once(history):
    """A game with a clock is given what no node ran for, once, and nothing else."""
    for game, log in history.logs.items():
        begun = next((instant(one["at"]) for one in log if one["type"] == "start"), None)
        if begun is None or not any("clock" in one["data"] for one in log):
            continue
        credits = [instant(one["data"]["until"]) - instant(one["data"]["from"])
                   for one in log if one["type"] == "credit"]
        gone = [(begin, end) for begin, end in history.outages
                if begun < history.epoch + begin < instant(log[-1]["at"])]
        if len(credits) != len(gone) or any(
                abs(credit - (end - begin)) > CREDIT_S_MAX
                for credit, (begin, end) in zip(credits, gone)):
            yield f"game {game} was given {credits} for {[end - begin for begin, end in gone]} s"


def instant(text):
    """A moment as the API writes it, in seconds."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def by(things, key):
    """Things by what the key yields of them."""
    found = collections.defaultdict(list)
    for thing in things:
        found[key(thing)].append(thing)
    return found


def first_difference(seen, log):
    """The first place where two lists of events are different."""
    for place, (one, other) in enumerate(zip(seen, log), 1):
        if one != other:
            return f"in place {place} {one} instead of {other}"
    longer = seen if len(seen) > len(log) else log
    return f"from place {min(len(seen), len(log)) + 1} on: {longer[min(len(seen), len(log))]}"


RULES = (acknowledged_is_stored_once, refused_is_not_stored, doubt_is_settled,
         no_game_is_opened_twice, logs_are_legal, reads_show_the_log, subscribers_see_all_in_order,
         reads_of_a_client_never_go_back, games_are_linearizable, no_flag_falls_early,
         no_flag_falls_late, downtimes_are_credited_once)


def broken(history):
    """The breaches of each rule, by its name; nothing of a rule that is kept."""
    found = {rule.__name__: list(rule(history)) for rule in RULES}
    return {name: breaches for name, breaches in found.items() if breaches}


def check(history):
    """Fails with the first breaches of each rule that is broken."""
    found = broken(history)
    told = "\n".join(f"{name}: {len(breaches)}, such as {breaches[0]}"
                     for name, breaches in found.items())
    assert not found, told
