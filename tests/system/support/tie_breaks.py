"""Tie-breaks once more, from the text of FIDE's C.07 (effective from 1 March 2026), in points."""

from fractions import Fraction

from support.swiss_reference import ABSENT, BYE, FORFEIT, GAME, HALF_BYE

HALF = Fraction(1, 2)
NAMES = ("direct", "buchholz-cut1", "buchholz", "sonneborn-berger", "wins", "draw-of-lots")


class Table:
    """The results of an event with so many rounds."""

    def __init__(self, players, rounds, lots):
        self.players = players
        self.rounds = rounds
        self.lots = lots
        self.points = [sum((HALF * one.halves for one in player.outcomes), HALF * player.initial)
                       for player in players]

    def voluntary(self, outcome):
        """16.1.2: a requested bye, or a game lost by forfeit."""
        return outcome.kind in (HALF_BYE, ABSENT) or (
            outcome.kind == FORFEIT and outcome.halves == 0)

    def adjusted(self, number):
        """16.3: requested byes that only such rounds follow count as draws."""
        outcomes = self.players[number].outcomes
        total = HALF * self.players[number].initial
        for index, outcome in enumerate(outcomes):
            to_the_end = all(self.voluntary(one) for one in outcomes[index:])
            requested = outcome.kind in (HALF_BYE, ABSENT)
            total += HALF if requested and to_the_end else HALF * outcome.halves
        return total

    def faced(self, number):
        """For each round the points of opponent or dummy, the result, and if it is a VUR."""
        for outcome in self.players[number].outcomes:
            result = HALF * outcome.halves
            if outcome.kind == GAME:
                yield self.adjusted(outcome.opponent), result, False
            elif outcome.kind == FORFEIT:  # 16.4.1
                dummy = min(self.points[number], self.adjusted(outcome.opponent))
                yield dummy, result, self.voluntary(outcome)
            else:  # 16.4.2
                yield min(self.points[number], HALF * self.rounds), result, outcome.kind != BYE

    def buchholz(self, number):
        """8.1."""
        return sum(points for points, _, _ in self.faced(number))

    def buchholz_cut1(self, number):
        """14.1, with the exception of 16.5."""
        faced = list(self.faced(number))
        missed = [points for points, _, is_voluntary in faced if is_voluntary]
        least = min((points for points, _, _ in faced), default=0)
        return self.buchholz(number) - (min(missed) if missed else least)

    def sonneborn_berger(self, number):
        """9.1."""
        return sum(points * result for points, result, _ in self.faced(number))

    def wins(self, number):
        """7.1."""
        return sum(outcome.halves == 2 for outcome in self.players[number].outcomes)

    # --- article 6 ---

    def mutual(self, group):
        """Whom each of a group has met of it, with the points."""
        return {one: {outcome.opponent: HALF * outcome.halves
                      for outcome in self.players[one].outcomes
                      if outcome.kind == GAME and outcome.opponent in group} for one in group}

    def direct(self, group):
        """The group in classes, the first ones first; players of one class remain tied."""
        group = list(group)
        if len(group) == 1:
            return [group]
        met = self.mutual(group)
        low = {one: sum(met[one].values()) for one in group}
        high = {one: low[one] + len(group) - 1 - len(met[one]) for one in group}
        if low == high:
            classes = [[one for one in group if low[one] == points]
                       for points in sorted(set(low.values()), reverse=True)]
            if len(classes) == 1:
                return classes
            return [found for one in classes for found in self.direct(one)]
        ranked, rest = [], sorted(group, key=lambda one: -low[one])
        while rest and all(low[rest[0]] > high[other] for other in rest[1:]):
            ranked.append([rest.pop(0)])
        if not ranked:
            return [group]
        return ranked + (self.direct(rest) if rest else [])

    # --- the order ---

    def split(self, group, name):
        """The classes of tied players by one tie-break."""
        if name == "direct":
            return self.direct(group)
        keys = {"buchholz": self.buchholz, "buchholz-cut1": self.buchholz_cut1,
                "sonneborn-berger": self.sonneborn_berger, "wins": self.wins,
                "draw-of-lots": lambda number: -self.lots[number]}
        value = {one: keys[name](one) for one in group}
        return [[one for one in group if value[one] == best]
                for best in sorted(set(value.values()), reverse=True)]

    def standings(self, names):
        """The place of each player."""
        everybody = range(len(self.players))
        classes = [[one for one in everybody if self.points[one] == points]
                   for points in sorted(set(self.points), reverse=True)]
        for name in names:
            classes = [found for group in classes for found in self.split(group, name)]
        places, place = {}, 1
        for group in classes:
            places.update(dict.fromkeys(group, place))
            place += len(group)
        return [places[number] for number in everybody]
