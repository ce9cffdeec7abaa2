"""The pairings of the server, asked of tests/server/tournament/pairing/cases.cpp."""

import os
import pathlib
import random
import subprocess
from fractions import Fraction

from support import swiss_reference
from support.swiss_reference import (ABSENT, BLACK, BYE, FORFEIT, GAME, HALF_BYE, WHITE, Event,
                                     Outcome, Player)

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(os.environ.get("TANBOD", ROOT / "build" / "release" / "bin" / "tanbod"))
PROGRAM = PROGRAM.with_name("tanbo_pairing_cases")
EVERYBODY = 1000


class Cases:
    """A running program that answers one case after another."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def ask(self, *words):
        """The lines of the answer to a case."""
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != ".\n":
            assert line, "the program ended"
            lines.append(line.rstrip("\n"))
        return lines

    def end(self):
        """Ends the program."""
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait() == 0


def words_of(event):
    """An event as a case has it."""
    apart = [tuple(pair) for pair in event.apart]
    words = [len(event.players), event.rounds, event.played, event.initial_colour, len(apart)]
    words += [number for pair in apart for number in pair]
    for player in event.players:
        words += [int(player.is_present), player.initial]
        words += [number for outcome in player.outcomes for number in outcome]
    return words


def swiss(cases, event, minds_floats=True, players_below_for_shortcut=0):
    """The pairs of the server, in the form of swiss_reference.pair."""
    lines = cases.ask("swiss", int(minds_floats), players_below_for_shortcut, *words_of(event))
    if lines == ["none"]:
        return None
    byes = [int(line.split()[1]) for line in lines if line.startswith("bye")]
    pairs = {tuple(map(int, line.split())) for line in lines if not line.startswith("bye")}
    return pairs, byes[0] if byes else None


def new_event(chance, players, rounds):
    """An event before its first round; in some, players are kept apart or begin with a point."""
    apart = [chance.sample(range(players), 2) for _ in range(chance.choice((0, 0, 3)))]
    initials = chance.choice((0, 0, players // 3))
    return Event([Player(number, 2 if number < initials else 0) for number in range(players)],
                 rounds, chance.choice((WHITE, BLACK)), apart)


def plan_of(chance, rounds):
    """When a player comes, leaves, and asks for half a point: rounds from 0 on."""
    comes = chance.randrange(1, rounds // 2) if chance.random() < 0.1 else 0
    leaves = chance.randrange(1, rounds) if chance.random() < 0.1 else rounds
    half_bye = chance.randrange(rounds) if chance.random() < 0.15 else -1
    return comes, leaves, half_bye


def results(chance, white, black):
    """Points of both, the better player likelier to win."""
    if chance.random() < 0.2:
        return 1, 1
    return (2, 0) if chance.random() < 0.5 + 0.012 * (black - white) else (0, 2)


def play(event, chance, paired, plans):
    """Adds the outcomes of a round."""
    pairs, bye = paired
    played = event.played
    outcomes = {bye: Outcome(BYE, halves=2)}
    for white, black in pairs:
        kind = FORFEIT if chance.random() < 0.03 else GAME
        for_white, for_black = results(chance, white, black)
        if kind == FORFEIT:
            for_white, for_black = chance.choice(((2, 0), (0, 2), (0, 0)))
        outcomes[white] = Outcome(kind, black, WHITE, for_white)
        outcomes[black] = Outcome(kind, white, BLACK, for_black)
    for player, plan in zip(event.players, plans):
        away = Outcome(HALF_BYE, halves=1) if asks_for_half(plan, played) else Outcome(ABSENT)
        player.outcomes.append(outcomes.get(player.number, away))


def asks_for_half(plan, played):
    """True if a player takes half a point instead of a game."""
    comes, leaves, half_bye = plan
    return comes <= played < leaves and played == half_bye


def rounds_of(seed, players=20, rounds=9):
    """A random event before each of its rounds, with what the reference pairs then."""
    chance = random.Random(seed)
    players -= chance.choice((0, 0, 1))
    event = new_event(chance, players, rounds)
    plans = [plan_of(chance, rounds) for _ in range(players)]
    for played in range(rounds):
        for player, plan in zip(event.players, plans):
            comes, leaves, half_bye = plan
            player.is_present = comes <= played < leaves and played != half_bye
        paired = swiss_reference.pair(event)
        yield event, paired
        if paired is None:
            return
        play(event, chance, paired, plans)


def played_event(seed):
    """A random event after its last round."""
    for event, _ in rounds_of(seed):
        last = event
    return last


def standings(cases, event, ties, lots):
    """Number -> its place, Buchholz with a cut and without, Sonneborn-Berger, and wins."""
    found = {}
    for line in cases.ask("standings", *words_of(event), len(ties), *ties, *lots):
        number, place, cut, buchholz, sonneborn, wins = map(int, line.split())
        found[number] = (place, Fraction(cut, 2), Fraction(buchholz, 2), Fraction(sonneborn, 4),
                         wins)
    return found
