"""An engine that plays at random, written by protocol/contract/engines.md alone.

It speaks UGI and knows flat boards. With two arguments it misbehaves: `dies N` ends at its N-th
move, `hangs N` never answers that one, `cheats N` plays where nothing can be played; `shuns SETUP`
ends whenever it is asked for a move there; `heeds FILE` writes `asked` into that file at each move,
waits for another word there, and ends if that is `die`.
"""

import pathlib
import random
import sys
import time

SEATS = ["black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"]
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BOARDS = {
    "9x9": "9x9/H8,B2/B8,H2/black",
    "13x13": "13x13/A13,J13,E9,N9,A5,J5,E1,N1/E13,N13,A9,J9,E5,N5,A1,J1/black",
}


class Game:
    """A position: for each stone its seat and the seed of its root."""

    def __init__(self, board):
        extents, *stones, self.turn = board.split("/")
        self.width, self.height = map(int, extents.split("x"))
        self.seats = SEATS[:len(stones)]
        self.stones = {self.point(name): (seat, self.point(name))
                       for seat, names in zip(self.seats, stones) for name in names.split(",")}

    @staticmethod
    def point(name):
        return COLUMNS.index(name[0].upper()), int(name[1:]) - 1

    @staticmethod
    def name(point):
        return COLUMNS[point[0]] + str(point[1] + 1)

    def friends(self, seat, point):
        """The stones of the seat beside the point."""
        x, y = point
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [one for one in near if self.stones.get(one, ("",))[0] == seat]

    def legal(self, seat):
        """The points that the seat may play, each with the root that it would extend."""
        found = {}
        for x in range(self.width):
            for y in range(self.height):
                friends = self.friends(seat, (x, y))
                if (x, y) not in self.stones and len(friends) == 1:
                    found[x, y] = self.stones[friends[0]]
        return found

    def play(self, point):
        root = self.stones[point] = self.legal(self.turn)[point]
        free = {one for seat in self.seats for one in self.legal(seat).values()}
        bounded = set(self.stones.values()) - free
        self.lift({root} if root in bounded else bounded)

    def lift(self, roots):
        self.stones = {point: root for point, root in self.stones.items() if root not in roots}
        self.pass_on()

    def leave(self, seat):
        was = self.turn
        self.lift({root for root in self.stones.values() if root[0] == seat})
        self.turn = was if any(one == was for one, _ in self.stones.values()) else self.turn

    def pass_on(self):
        left = {seat for seat, _ in self.stones.values()}
        order = self.seats[self.seats.index(self.turn) + 1:] + self.seats
        self.turn = next(seat for seat in order if seat in left)


def read_position(words):
    """The game that a `position` tells."""
    kind, board, *rest = words
    game = Game(board if kind == "fen" else BOARDS[board])
    for word in rest[1:]:
        if word.startswith("leave:"):
            game.leave(word.removeprefix("leave:"))
        else:
            game.play(game.point(word))
    return game


def answer_to_asked(file):
    """The word that replaces ours."""
    file.write_text("asked")
    while (word := file.read_text()) in ("asked", ""):
        time.sleep(0.01)
    return word


def ends_at(fault, detail, moves, setup):
    """Whether it ends instead of making this move, its `moves`-th, on this setup."""
    if fault == "heeds":
        return answer_to_asked(pathlib.Path(detail)) == "die"
    return (fault, detail) in (("dies", str(moves)), ("shuns", setup))


def main():
    """Answers lines until it is told to quit."""
    fault, detail = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")
    game, setup, moves = None, "", 0
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            print("id name Random\nid author nobody\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            game, setup = read_position(words), words[1]
        elif command == "go":
            moves += 1
            if ends_at(fault, detail, moves, setup):
                return
            if (fault, detail) == ("hangs", str(moves)):
                continue
            names = [game.name(point) for point in game.legal(game.turn)]
            cheats = (fault, detail) == ("cheats", str(moves))
            move = "A99" if cheats else random.choice(names)
            print("bestmove", move, flush=True)
        elif command == "quit":
            return


if __name__ == "__main__":
    main()
