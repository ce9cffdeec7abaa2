"""Glicko-2 for one game, written a second time: the volatility by halving an interval."""

import math

SCALE = 173.7178
TAU = 0.5
NEWCOMER = (1500.0, 350.0, 0.06)


def _weight(phi):
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi ** 2)


def _volatility(phi, variance, improvement, volatility):
    start = math.log(volatility ** 2)

    def excess(x):
        power = math.exp(x)
        total = phi ** 2 + variance + power
        return power * (improvement ** 2 - total) / (2 * total ** 2) - (x - start) / TAU ** 2

    low, high = start - 3, start + 3
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return math.exp(low / 2)


def rated(player, opponent, score):
    """The player's (rating, deviation, volatility) after a game that took no time."""
    mu, phi = (player[0] - 1500) / SCALE, player[1] / SCALE
    weight = _weight(opponent[1] / SCALE)
    expected = 1 / (1 + math.exp(-weight * (mu - (opponent[0] - 1500) / SCALE)))
    variance = 1 / (weight ** 2 * expected * (1 - expected))
    surprise = weight * (score - expected)
    volatility = _volatility(phi, variance, variance * surprise, player[2])
    posterior = 1 / (1 / phi ** 2 + 1 / variance)
    return (player[0] + SCALE * posterior * surprise, SCALE * math.sqrt(posterior), volatility)
