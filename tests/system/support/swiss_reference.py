"""The Dutch System once more: slow, and written from the text of FIDE's C.04.3 of 28/10/2025.

It generates the candidates of a bracket in the order of article 4 and keeps the first of the best,
as article 3.8 says. It leaves out only candidates that are worse whatever their other pairs are,
and those in which somebody of S1 meets a higher player of S2: these pairs came up earlier.
White is the player who plays first. Points are in halves.
"""

import functools
import itertools
from typing import NamedTuple

WHITE, BLACK = 1, 2
GAME, FORFEIT, BYE, HALF_BYE, ABSENT = range(5)
WIN = 2
MILD, STRONG, ABSOLUTE = 1, 2, 3
# Differences of players who float on are greater than any other (2.4.13).
FLOATS_ON = 1000


class Outcome(NamedTuple):
    """A round of one player."""

    kind: int = ABSENT
    opponent: int = -1
    colour: int = 0
    halves: int = 0


class Player:
    """A player by number (the index), with the rounds so far."""

    def __init__(self, number, initial=0):
        self.number = number
        self.initial = initial
        self.is_present = True
        self.outcomes = []

    def score(self, rounds=None):
        """Points after so many rounds."""
        return self.initial + sum(one.halves for one in self.outcomes[:rounds])

    @property
    def colours(self):
        """The colours of the games that were played."""
        return [one.colour for one in self.outcomes if one.kind == GAME]

    @property
    def difference(self):
        """1.6."""
        return self.colours.count(WHITE) - self.colours.count(BLACK)

    @property
    def preference(self):
        """1.7: its strength and the colour."""
        colours = self.colours
        if not colours:
            return 0, 0
        if self.difference > 1:
            return ABSOLUTE, BLACK
        if self.difference < -1:
            return ABSOLUTE, WHITE
        alternate = WHITE + BLACK - colours[-1]
        if len(colours) > 1 and colours[-1] == colours[-2]:
            return ABSOLUTE, alternate
        if self.difference:
            return STRONG, BLACK if self.difference > 0 else WHITE
        return MILD, alternate

    @property
    def rests(self):
        """Rounds in which nothing was played and a win's points were given (C.04.1, article 4)."""
        return sum(one.kind != GAME and one.halves >= WIN for one in self.outcomes)

    @property
    def unplayed(self):
        """Rounds without a game."""
        return sum(one.kind != GAME for one in self.outcomes)


class Event:
    """Players, and how many rounds there are."""

    def __init__(self, players, rounds, initial_colour, apart=()):
        self.players = players
        self.rounds = rounds
        self.initial_colour = initial_colour
        self.apart = set(map(frozenset, apart))

    @property
    def played(self):
        """Rounds so far."""
        return len(self.players[0].outcomes)

    def floated(self, player, back):
        """1.4: "down", "up" or None, so many rounds before the one to pair."""
        round_index = self.played - back
        if round_index < 0:
            return None
        outcome = player.outcomes[round_index]
        if outcome.kind != GAME:
            return "down" if outcome.halves > 0 else None
        mine = player.score(round_index)
        theirs = self.players[outcome.opponent].score(round_index)
        return "down" if mine > theirs else "up" if mine < theirs else None


def colours_of(higher, lower, initial_colour):
    """The colour of the higher player. Article 5.2."""
    (strength, wanted), (other_strength, other_wanted) = higher.preference, lower.preference
    if wanted and not other_wanted or wanted and wanted != other_wanted:  # 5.2.1
        return wanted
    if other_wanted and not wanted:
        return WHITE + BLACK - other_wanted
    if wanted:
        opposite = WHITE + BLACK - wanted
        if strength != other_strength:  # 5.2.2
            return wanted if strength > other_strength else opposite
        wide, other_wide = abs(higher.difference), abs(lower.difference)
        if strength == ABSOLUTE and wide != other_wide:
            return wanted if wide > other_wide else opposite
        for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours)):  # 5.2.3
            if mine != theirs:
                return theirs
        return wanted  # 5.2.4
    if higher.number % 2 == 0:  # 5.2.5: numbers begin with 0 here
        return initial_colour
    return WHITE + BLACK - initial_colour


class Round:
    """One round to pair."""

    def __init__(self, event, keeps_apart):
        self.event = event
        present = [player for player in event.players if player.is_present]
        self.order = sorted(present, key=lambda one: (-one.score(), one.number))
        self.score = [player.score() for player in self.order]
        size = len(self.order)
        final = event.played + 1 == event.rounds
        self.top = [final and score - player.initial > event.played
                    for score, player in zip(self.score, self.order)]
        self.preference = [player.preference for player in self.order]
        self.floats = [{back: event.floated(player, back) for back in (1, 2)}
                       for player in self.order]
        self.allowed = [[a != b and self.may_meet(a, b, keeps_apart) for b in range(size)]
                        for a in range(size)]
        least = min((player.rests for player in present), default=0)
        self.may_rest = [player.rests == least for player in self.order]
        self.bye_score = None
        self.costs = functools.lru_cache(None)(self.costs_of)
        self.pairable = functools.lru_cache(None)(self.is_pairable)
        self.complete = functools.lru_cache(None)(self.is_complete)

    def may_meet(self, a, b, keeps_apart):
        """C1, C3 and groups that are kept apart."""
        one, other = self.order[a], self.order[b]
        if any(outcome.kind == GAME and outcome.opponent == other.number
               for outcome in one.outcomes):
            return False
        if keeps_apart and frozenset((one.number, other.number)) in self.event.apart:
            return False
        same = self.preference[a] == self.preference[b] and self.preference[a][0] == ABSOLUTE
        return not same or self.top[a] or self.top[b]

    def costs_of(self, a, b):
        """C10 to C13 of a pair, the higher player first."""
        colour = colours_of(self.order[a], self.order[b], self.event.initial_colour)
        found = [0, 0, 0, 0]
        for place, given in ((a, colour), (b, WHITE + BLACK - colour)):
            player, (strength, wanted) = self.order[place], self.preference[place]
            if self.top[a] or self.top[b]:
                found[0] += abs(player.difference + (1 if given == WHITE else -1)) > 2
                found[1] += player.colours[-2:] == [given, given]
            found[2] += wanted not in (0, given)
            found[3] += wanted not in (0, given) and strength == STRONG
        return tuple(found)

    # --- whether there is a pairing at all ---

    def is_complete(self, players):
        """C4 with C5: whether all of these can be paired, and one of an odd number rest."""
        if not players:
            return True
        first = min(players)
        rest = players - {first}
        if len(players) % 2 and self.may_rest[first] and self.score[first] == self.bye_score:
            if self.complete(rest):
                return True
        return any(self.allowed[first][other] and self.complete(rest - {other})
                   for other in sorted(rest))

    def is_pairable(self, players, moved_down):
        """True if all of these can be paired in a bracket with these players moved down."""
        if not players:
            return True
        first = min(players)
        rest = players - {first}
        return any(self.allowed[first][other] and self.pairable(rest - {other}, moved_down)
                   for other in sorted(rest)
                   if first not in moved_down or other not in moved_down)

    def choose_bye(self):
        """C5: the fewest points with which somebody can rest; False if nothing is possible."""
        everybody = frozenset(range(len(self.order)))
        scores = sorted(set(self.score)) if len(self.order) % 2 else [None]
        for score in scores:
            self.bye_score = score
            self.complete.cache_clear()
            if self.complete(everybody):
                return True
        return False

    # --- one bracket ---

    def descending(self, players):
        """Their scores, the highest first."""
        return sorted((self.score[one] for one in players), reverse=True)

    def floaters_of(self, bracket, moved_down, below):
        """The sets of floaters with which the other players and everybody below can be paired.

        C6 and C7: as few as possible, and of these with as low scores as possible.
        """
        bracket = frozenset(bracket)
        for count in range(len(bracket) % 2, len(bracket) + 1, 2):
            found = [frozenset(one) for one in itertools.combinations(sorted(bracket), count)
                     if self.pairable(bracket - frozenset(one), moved_down)
                     and self.complete(frozenset(one) | below)]
            if found:
                best = min(map(self.descending, found))
                return [one for one in found if self.descending(one) == best]
        return []

    def next_bracket(self, floaters, following, below):
        """C8: the number of floaters of the next bracket, and their scores."""
        bracket = floaters | following
        if not bracket:
            return 0, []
        found = self.floaters_of(bracket, floaters, below)
        return len(found[0]), self.descending(found[0])

    def unplayed(self, floaters, below):
        """C9."""
        if len(floaters) != 1 or len(floaters | below) % 2 == 0:
            return 0
        floater = min(floaters)
        rests = self.may_rest[floater] and self.score[floater] == self.bye_score
        return self.order[floater].unplayed if rests and self.complete(below) else 0

    def pair_bracket(self, moved_down, residents, below):
        """The pairs and the floaters of a bracket."""
        following = frozenset(one for one in below
                              if self.score[one] == max(self.score[other] for other in below))
        sets = self.floaters_of(moved_down + residents, frozenset(moved_down), frozenset(below))

        def quality(floaters):
            return (self.next_bracket(floaters, following, frozenset(below) - following),
                    self.unplayed(floaters, frozenset(below)))

        best = min(map(quality, sets))
        sets = {one for one in sets if quality(one) == best}
        return Candidates(self, moved_down, residents, sets).best()

    def pair(self):
        """The pairs of all brackets, by places, and who rests."""
        pairs, floaters, left = [], [], list(range(len(self.order)))
        while left:
            residents = [one for one in left if self.score[one] == self.score[left[0]]]
            left = left[len(residents):]
            found, floaters = self.pair_bracket(floaters, residents, left)
            pairs += found
        return pairs, floaters


class Candidates:
    """All candidates of a bracket, of which one is the best."""

    def __init__(self, the_round, moved_down, residents, sets):
        self.round = the_round
        self.moved_down = moved_down
        self.residents = residents
        self.sets = sets  # of floaters that the candidate may leave
        self.floating = len(next(iter(sets)))
        self.found = None  # (quality, pairs, floaters)

    # C10 to C21 of pairs, and of the floaters if these are known.

    def quality(self, pairs, floaters=()):
        """The lower the better; more pairs and floaters never make it lower."""
        colours = [sum(column) for column in zip(*itertools.starmap(self.round.costs, pairs))]
        moved = set(self.moved_down)
        result = colours or [0, 0, 0, 0]
        result[2] += self.denied_at_least(pairs, floaters)
        met = [(a, b) for a, b in pairs if a in moved]
        for back in (1, 2):
            result.append(sum(self.did(one, back, "down") for one in floaters if one not in moved))
            result.append(sum(self.did(b, back, "up") for _, b in met))
        score = self.round.score
        for back in (1, 2):
            down = [score[a] - score[b] for a, b in met if self.did(a, back, "down")]
            down += [FLOATS_ON + score[one] for one in floaters
                     if one in moved and self.did(one, back, "down")]
            up = [score[a] - score[b] for a, b in met if self.did(b, back, "up")]
            result += [sorted(down, reverse=True), sorted(up, reverse=True)]
        return result

    def did(self, place, back, direction):
        return self.round.floats[place][back] == direction

    def denied_at_least(self, pairs, floaters):
        """Counts the players without a pair that must be denied their colour (C12)."""
        taken = {one for pair in pairs for one in pair} | set(floaters)
        wanted = [self.round.preference[one][1] for one in self.moved_down + self.residents
                  if one not in taken]
        whites, blacks = wanted.count(WHITE), wanted.count(BLACK)
        free = wanted.count(0) + self.floating - len(floaters)
        return max(0, (abs(whites - blacks) - free + 1) // 2)

    def is_hopeless(self, pairs):
        """True if no candidate with these pairs is better than the best so far."""
        return self.found is not None and self.quality(pairs) >= self.found[0]

    def offer(self, pairs, floaters):
        """Takes a candidate that is better than those before."""
        if frozenset(floaters) not in self.sets:
            return
        quality = self.quality(pairs, floaters)
        if self.found is None or quality < self.found[0]:
            self.found = quality, list(pairs), sorted(floaters)

    def best(self):
        """The pairs and the floaters of the best candidate, the earliest of several."""
        moved = frozenset(self.moved_down)
        limbos = {one & moved for one in self.sets}
        size = len(moved) - len(next(iter(limbos)))
        for chosen in itertools.combinations(self.moved_down, size):  # 4.4
            limbo = moved - set(chosen)
            if limbo in limbos:
                self.pair_moved_down(list(chosen), [], sorted(limbo))
        return self.found[1], self.found[2]

    def pair_moved_down(self, chosen, pairs, limbo):
        """All transpositions of S2 that differ in whom these players meet (4.2)."""
        if self.is_hopeless(pairs):
            return
        taken = {b for _, b in pairs}
        left = [one for one in self.residents if one not in taken]
        if len(pairs) == len(chosen):
            self.pair_remainder(left, pairs, limbo)
            return
        player = chosen[len(pairs)]
        for other in left:
            if self.round.allowed[player][other]:
                self.pair_moved_down(chosen, [*pairs, (player, other)], limbo)

    def pair_remainder(self, players, pairs, limbo):
        """3.6: the exchanges of 4.3, and for each the transpositions."""
        count = (len(players) - self.floating + len(limbo)) // 2
        if count < 0:
            return
        for first in subgroups(len(players), count):
            if self.is_hopeless(pairs):
                return
            upper = [players[index] for index in first]
            lower = [one for one in players if one not in upper]
            self.transpose(upper, lower, pairs, limbo)

    def transpose(self, upper, lower, pairs, limbo):
        """All transpositions of S2 by whom S1 meets (4.2)."""
        if self.is_hopeless(pairs):
            return
        if not upper:
            self.offer(pairs, [*limbo, *lower])
            return
        for other in lower:
            if other > upper[0] and self.round.allowed[upper[0]][other]:
                rest = [one for one in lower if one != other]
                self.transpose(upper[1:], rest, [*pairs, (upper[0], other)], limbo)


def subgroups(size, count):
    """S1 after each exchange, as indices of players, in the order of 4.3.2."""
    first, second = range(count), range(count, size)
    for exchanged in range(min(count, size - count) + 1):
        exchanges = [(out, into) for out in itertools.combinations(first, exchanged)
                     for into in itertools.combinations(second, exchanged)]
        exchanges.sort(key=lambda one: (sum(one[1]) - sum(one[0]),
                                        [-number for number in reversed(one[0])], one[1]))
        for out, into in exchanges:
            yield sorted(set(first) - set(out) | set(into))


def pair(event):
    """The pairs (white, black) and who rests (or None); None if there is no pairing."""
    for keeps_apart in (True, False):
        the_round = Round(event, keeps_apart)
        if len(the_round.order) >= 2 and the_round.choose_bye():
            break
    else:
        return None
    pairs, floaters = the_round.pair()
    numbered = set()
    for a, b in pairs:
        a, b = the_round.order[a], the_round.order[b]
        colour = colours_of(a, b, event.initial_colour)
        numbered.add((a.number, b.number) if colour == WHITE else (b.number, a.number))
    return numbered, the_round.order[floaters[0]].number if floaters else None
