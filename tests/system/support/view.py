"""A spectator's knowledge of a game: a board kept up to date from events alone."""


class View:
    """A board folded from a snapshot or from the log; refuses gaps, repetitions and disorder."""

    def __init__(self, known=None):
        """`known` is a game as REST gives it, from which to go on."""
        self.seq = known["seq"] if known else 0
        self.states = {}
        self._set_up(known or {"stones": {}, "to_move": None})

    def take(self, message):
        """Folds in a pushed message: an event or a snapshot."""
        if message["type"] == "snapshot":
            self._set_up(message["data"])
        else:
            assert message["seq"] == self.seq + 1, f"seq {message['seq']} after {self.seq}"
            getattr(self, "_" + message["type"])(message["data"])
        self.seq = message["seq"]
        self.states[self.seq] = self.state()

    def state(self):
        """The part that can be compared with another account of the same game."""
        stones = {seat: sorted(points) for seat, points in self.stones.items()}
        return {"stones": stones, "roots": dict(self.roots), "to_move": self.to_move,
                "winner": self.winner, "places": self.places}

    def _set_up(self, game):
        self.stones = {seat: set(points) for seat, points in game["stones"].items()}
        # An opening's stones are its roots.
        self.roots = dict(game.get("roots") or {s: len(p) for s, p in game["stones"].items()})
        self.to_move = game["to_move"] if game.get("status") == "active" else None
        self.winner = game.get("winner")
        self.places = game.get("places")

    def _open(self, data):
        self._set_up(data)

    def _join(self, data):
        pass

    def _credit(self, data):
        """Time is given back; the board stays."""

    def _after(self, data):
        for root in data["removed"]:
            self.stones[root["seat"]] -= set(root["points"])
        self.roots = data["roots"] or self.roots
        self.to_move = data["to_move"]
        self.winner = data["winner"]

    def _start(self, data):
        self._after(data)

    def _move(self, data):
        assert all(data["point"] not in points for points in self.stones.values())
        self.stones[data["seat"]].add(data["point"])
        self._after(data)

    def _leave(self, data):
        self._after(data)

    def _end(self, data):
        self.winner = data["winner"]
        self.places = data["places"]
