"""Points that bring a game to its end soon: everybody helps one seat to win."""

# The smallest root spaces of the others, which are made smaller first.
SMALLEST = 3


def _after(referee, seat, seed, point, winner):
    """How far the others' roots are from their end after a stone; less is nearer."""
    stones = referee.stones
    stones[point] = (seat, seed)
    spaces = referee.root_spaces()
    bounded = [seed] if not spaces[seed] else [root for root in spaces if not spaces[root]]
    lost = sum(-1 if stones[root][0] == winner else 1 for root in bounded)
    sizes = sorted(len(space) for root, space in spaces.items() if stones[root][0] != winner)
    del stones[point]
    return -lost, sum(sizes[:SMALLEST]), sum(sizes)


def hurried_point(referee, winner, chance):
    """The name of the point that the seat to move should take for `winner` to win soon."""
    seat = referee.to_move
    rated = [(_after(referee, seat, seed, point, winner), chance.random(), referee.names[point])
             for seed, space in referee.root_spaces().items() if referee.stones[seed][0] == seat
             for point in space]
    return min(rated)[2]
