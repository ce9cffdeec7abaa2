"""Who meets whom, judged by calculations that are not the server's."""

import random

import networkx
import pytest

from support import pairing_cases
from support.pairing_cases import EVERYBODY, Cases
from support.tie_breaks import NAMES, Table


@pytest.fixture(scope="module")
def cases():
    """The program that answers cases."""
    program = Cases()
    yield program
    program.end()


def random_graph(chance):
    """Edges with weights: from a few heavy ones to many that weigh the same."""
    nodes = chance.randrange(2, 24)
    heaviest = chance.choice((1, 3, 50, 2 ** 40))
    density = chance.random()
    return nodes, [(a, b, chance.randrange(heaviest + 1)) for a in range(nodes) for b in range(a)
                   if chance.random() < density]


def weight_of(pairs, weights):
    """The sum of the pairs' weights."""
    return sum(weights[frozenset(pair)] for pair in pairs)


def test_matchings_weigh_as_much_as_those_of_networkx(cases):
    chance = random.Random(42)
    for _ in range(2000):
        nodes, edges = random_graph(chance)
        shift = chance.choice((0, 60, 300))
        weights = {frozenset((a, b)): weight for a, b, weight in edges}
        words = [word for edge in edges for word in (*edge, shift)]
        graph = networkx.Graph()
        graph.add_weighted_edges_from(edges)

        pairs = [line.split() for line in cases.ask("matching", nodes, 45 + shift, len(edges),
                                                    *words)]

        matching = [tuple(map(int, pair)) for pair in pairs]
        assert len({node for pair in matching for node in pair}) == 2 * len(matching)
        best = networkx.max_weight_matching(graph)
        assert weight_of(matching, weights) == weight_of(best, weights)


def differing(cases, seeds, **rules):
    """The events of these seeds that the server pairs otherwise than the reference, of all."""
    found = []
    for seed in seeds:
        if any(pairing_cases.swiss(cases, event, **rules) != paired
               for event, paired in pairing_cases.rounds_of(seed)):
            found.append(seed)
    return found


@pytest.mark.parametrize("shortcut", [0, EVERYBODY])
def test_swiss_rounds_are_those_of_the_reference(cases, shortcut):
    seeds = range(50 * shortcut, 50 * shortcut + 25)

    assert differing(cases, seeds, players_below_for_shortcut=shortcut) == []


def test_the_reference_notices_when_floats_are_ignored(cases):
    assert len(differing(cases, range(20), minds_floats=False)) >= 2


@pytest.mark.nightly
def test_swiss_rounds_of_5000_events_are_those_of_the_reference(cases):
    seeds = range(5000)

    assert differing(cases, seeds) == []
    assert len(differing(cases, seeds, minds_floats=False)) > 500


def judged(table, names):
    """The answer that pairing_cases.standings should give."""
    return {number: (place, table.buchholz_cut1(number), table.buchholz(number),
                     table.sonneborn_berger(number), table.wins(number))
            for number, place in enumerate(table.standings(names))}


def differing_standings(cases, seeds):
    """The events of these seeds with other standings than the independent calculation has."""
    found = []
    for seed in seeds:
        event = pairing_cases.played_event(seed)
        chance = random.Random(seed)
        ties = chance.sample(range(len(NAMES)), chance.randrange(len(NAMES) + 1))
        lots = chance.sample(range(len(event.players)), len(event.players))
        table = Table(event.players, event.rounds, lots)
        if pairing_cases.standings(cases, event, ties, lots) != judged(
                table, [NAMES[tie] for tie in ties]):
            found.append(seed)
    return found


def test_tie_breaks_are_those_of_another_calculation(cases):
    assert differing_standings(cases, range(25)) == []


@pytest.mark.nightly
def test_tie_breaks_of_1000_events_are_those_of_another_calculation(cases):
    assert differing_standings(cases, range(1000)) == []


def test_the_other_calculation_notices_a_changed_rule(cases, monkeypatch):
    monkeypatch.setattr(Table, "voluntary", lambda self, outcome: False)

    assert len(differing_standings(cases, range(20))) >= 10
