"""Weng and Lin's rating of a game among newcomers, written a second time: by differences.

Their algorithm 4 approximates by two derivatives of the likelihood that Plackett and Luce give to
the places; here these are taken numerically.
"""

import math

RATING, DEVIATION = 1500.0, 350.0
BETA = DEVIATION / 2


def _log_likelihood(ratings, places, spread):
    total = 0.0
    for rating, place in zip(ratings, places):
        others = sum(math.exp(other / spread)
                     for other, theirs in zip(ratings, places) if theirs >= place)
        total += (rating / spread - math.log(others)) / places.count(place)
    return total


def newcomers(places):
    """(rating, deviation) of each after a game with these places."""
    spread = math.sqrt(len(places) * (DEVIATION ** 2 + BETA ** 2))
    start = [0.0] * len(places)
    here = _log_likelihood(start, places, spread)
    step = 1.0
    found = []
    for i in range(len(places)):
        up, down = ([*start[:i], by, *start[i + 1:]] for by in (step, -step))
        above, below = (_log_likelihood(side, places, spread) for side in (up, down))
        slope = (above - below) / (2 * step)
        bend = (above - 2 * here + below) / step ** 2
        gamma = DEVIATION / spread
        shrunk = 1 + gamma * DEVIATION ** 2 * bend
        found.append((RATING + DEVIATION ** 2 * slope, DEVIATION * math.sqrt(shrunk)))
    return found
