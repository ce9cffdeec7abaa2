"""The naive referee agrees with what the rule sheet says of its figures."""

import json

import pytest

from support.contract import PROTOCOL
from support.naive_tanbo import NaiveTanbo

FIGURES = json.loads((PROTOCOL.parent / "tests" / "engine" / "figures.json").read_text())
OPENING_9X9 = {"black": ["B2", "H8"], "white": ["H2", "B8"]}


def position(picture, to_move, without=None):
    """A position of a figure, before the stone at `without`; each connected group is one root."""
    size = len(picture)
    game = NaiveTanbo([size, size], {"black": [], "white": []}, to_move)
    marks = {"B": "black", "W": "white"}
    taken = {point: marks[picture[size - 1 - point[1]][point[0]]] for point in game.points
             if picture[size - 1 - point[1]][point[0]] in marks and game.names[point] != without}
    while taken:
        seed = next(iter(taken))
        group, seat = [seed], taken.pop(seed)
        for point in group:
            found = [near for near in game.neighbours[point] if taken.get(near) == seat]
            group += [taken.pop(near) and near for near in found]
        game.stones |= {point: (seat, seed) for point in group}
    return game


def picture_of(game):
    marks = {"black": "B", "white": "W"}
    size = game.extents[0]
    return ["".join(marks.get(game.stones.get((x, y), ("",))[0], ".") for x in range(size))
            for y in reversed(range(size))]


@pytest.mark.parametrize("before, after, seat, point, roots", [
    ("G", "H", "white", "J1", {"white"}),
    ("I", "J", "white", "D5", {"white"}),
    ("K", "L", "white", "D5", {"black", "white"}),
    ("M", "N", "black", "J9", {"black"}),
])
def test_a_figure_leads_to_the_next(before, after, seat, point, roots):
    game = position(FIGURES["pbmserv"][before], seat, without=point)

    data = game.play(point)

    assert picture_of(game) == FIGURES["pbmserv"][after]
    assert {root["seat"] for root in data["removed"]} == roots


@pytest.mark.parametrize("document, legal, illegal", [
    ("1995", ["B19", "A15", "L17", "H12"], ["Q13", "H9", "M10", "S10", "E6", "P7", "H2", "F2"]),
    ("pbmserv", ["T18", "P19", "R9", "M12"],
     ["N4", "J12", "K8", "K2", "F15", "G5", "B12", "B14"]),
])
def test_legal_points_of_figure_e(document, legal, illegal):
    points = position(FIGURES[document]["E"], "white").legal("white")

    assert set(legal) <= set(points)
    assert not set(illegal) & set(points)


def test_last_stone_of_black_makes_white_win():
    game = position(FIGURES["pbmserv"]["M"], "black", without="J9")

    data = game.play("J9")

    assert (data["winner"], data["to_move"], data["eliminated"]) == ("white", None, ["black"])
    assert game.places == {"white": 1, "black": 2}


def test_leaving_keeps_the_turn_of_the_others():
    game = NaiveTanbo([9, 9], {"black": ["B2"], "white": ["H2"], "red": ["B8"]})

    data = game.leave("white")

    assert (data["to_move"], data["eliminated"]) == ("black", ["white"])
    assert data["removed"] == [
        {"seat": "white", "root": "H2", "points": ["H2"], "current": False}]


def test_leaving_on_turn_passes_it_on():
    game = NaiveTanbo([9, 9], {"black": ["B2"], "white": ["H2"], "red": ["B8"]})

    assert game.leave("black", "white")["winner"] == "red"
    assert game.places == {"black": 3, "white": 2, "red": 1}


def test_points_are_in_board_order():
    game = NaiveTanbo([9, 9], OPENING_9X9)

    assert game.legal("black") == ["B1", "A2", "C2", "B3", "H7", "G8", "J8", "H9"]
    assert game.stones_by_seat() == OPENING_9X9
