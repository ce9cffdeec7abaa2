"""Tanbo, a game by Mark Steere, as plainly as the rules can be written down.

Everything is computed again for every turn. Written from the rules alone: the server is compared
with something that shares none of its code and none of its ideas.
"""

import itertools

SEATS = ["black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"]
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def name_of(extents, point):
    """The name of a point, given as one coordinate per dimension from 0."""
    if len(extents) == 2 and extents[0] <= len(LETTERS):
        return f"{LETTERS[point[0]]}{point[1] + 1}"
    numbers = [str(coordinate + 1) for coordinate in point]
    if len(extents) == 3 and max(extents) <= 9:
        return "".join(numbers)
    return "-".join(numbers)


def board_order(point):
    """A key that sorts points: the first coordinate varies fastest."""
    return tuple(reversed(point))


class NaiveTanbo:
    """One game: stones maps each taken point to (seat, seed)."""

    def __init__(self, extents, stones, to_move="black"):
        self.extents = list(extents)
        self.seats = SEATS[: len(stones)]
        self.points = sorted(itertools.product(*map(range, extents)), key=board_order)
        self.names = {point: name_of(extents, point) for point in self.points}
        self.by_name = {name: point for point, name in self.names.items()}
        self.neighbours = {point: self._adjacent(point) for point in self.points}
        self.stones = {}
        for seat, names in stones.items():
            for name in names:
                self.stones[self.by_name[name]] = (seat, self.by_name[name])
        self.to_move = to_move
        self.ply = 0
        self.places = {}

    def _adjacent(self, point):
        found = []
        for axis, step in itertools.product(range(len(point)), (-1, 1)):
            other = list(point)
            other[axis] += step
            if 0 <= other[axis] < self.extents[axis]:
                found.append(tuple(other))
        return found

    def root_spaces(self):
        """The root space of every standing root, by seed."""
        spaces = {seed: set() for _, seed in self.stones.values()}
        for point in self.points:
            if point in self.stones:
                continue
            friends = [self.stones[near] for near in self.neighbours[point] if near in self.stones]
            for seat in self.seats:
                seeds = [seed for owner, seed in friends if owner == seat]
                if len(seeds) == 1:
                    spaces[seeds[0]].add(point)
        return spaces

    def seats_in(self):
        """The seats that have stones, in turn order."""
        owners = {seat for seat, _ in self.stones.values()}
        return [seat for seat in self.seats if seat in owners]

    def legal(self, seat):
        """The names of the legal points of a seat, in board order."""
        found = set()
        for seed, space in self.root_spaces().items():
            if self.stones[seed][0] == seat:
                found |= space
        return [self.names[point] for point in sorted(found, key=board_order)]

    def stones_by_seat(self):
        """Names of all stones by seat, in board order."""
        return {
            seat: [self.names[p] for p in self.points if self.stones.get(p, ("",))[0] == seat]
            for seat in self.seats
        }

    def roots_by_seat(self):
        """How many roots of each seat stand."""
        roots = set(self.stones.values())
        return {seat: sum(owner == seat for owner, _ in roots) for seat in self.seats}

    def winner(self):
        """The last seat with stones, or None."""
        seats = self.seats_in()
        return seats[0] if len(seats) == 1 else None

    def play(self, name):
        """Places a stone of the seat to move; yields the data of the move event."""
        seat, point = self.to_move, self.by_name[name]
        assert point not in self.stones
        friends = [near for near in self.neighbours[point]
                   if near in self.stones and self.stones[near][0] == seat]
        assert len(friends) == 1
        current = self.stones[friends[0]][1]
        self.stones[point] = (seat, current)
        bounded = [seed for seed, space in self.root_spaces().items() if not space]
        doomed = [current] if current in bounded else bounded
        self.ply += 1
        data = {"ply": self.ply - 1, "seat": seat, "point": self.names[point]}
        return {**data, **self._lift(doomed, current)}

    def leave(self, *seats):
        """Lifts all roots of these seats, one seat after the other; yields what that does."""
        removed, outcome = [], {}
        for seat in seats:
            seeds = {seed for owner, seed in self.stones.values() if owner == seat}
            outcome = self._lift(seeds, None)
            removed += outcome["removed"]
        return {**(outcome or self._end([])), "removed": removed, "eliminated": list(seats)}

    def _lift(self, seeds, current):
        before = self.seats_in()
        removed = []
        for seed in sorted(seeds, key=board_order):
            points = [point for point in self.points if self.stones.get(point, (0, 0))[1] == seed]
            removed.append({
                "seat": self.stones[seed][0],
                "root": self.names[seed],
                "points": [self.names[point] for point in points],
                "current": seed == current,
            })
        for root in removed:
            for name in root["points"]:
                del self.stones[self.by_name[name]]
        after = self.seats_in()
        gone = [seat for seat in before if seat not in after]
        for seat in gone:
            self.places[seat] = len(after) + 1
        self._pass_on(after, current is not None)
        return {"removed": removed, **self._end(gone)}

    def _pass_on(self, after, is_turn):
        """Passes the turn: after a stone to the next seat still in, after a leaving to the same."""
        if len(after) == 1:
            self.places[after[0]] = 1
            self.to_move = None
            return
        start = self.seats.index(self.to_move) + (1 if is_turn else 0)
        order = [self.seats[(start + i) % len(self.seats)] for i in range(len(self.seats))]
        self.to_move = next(seat for seat in order if seat in after)

    def _end(self, gone):
        return {
            "eliminated": gone,
            "to_move": self.to_move,
            "winner": self.winner(),
            "roots": self.roots_by_seat(),
        }
