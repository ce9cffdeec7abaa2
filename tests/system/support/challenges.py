"""Challenges, as tests make and answer them."""


async def members(rest, count):
    """Several accounts with passwords."""
    names = ("anna", "ben", "carl", "dora", "emil", "fred", "gina", "hugo")[:count]
    return [await rest.account(name) for name in names]


async def challenge(player, expect=201, code=None, **request):
    """A new challenge; yields it, or the problem if another status is expected."""
    request.setdefault("setup", "9x9")
    return (await player.post("/challenges", request, expect=expect, code=code)).json


async def accept(player, number, expect=200, code=None, **request):
    """Takes a seat; yields the challenge."""
    return (await player.post(f"/challenges/{number}/accept", request, expect=expect,
                              code=code)).json


async def listed(player, query=""):
    """The ids of a list of challenges, all pages."""
    ids, cursor = [], ""
    while True:
        page = (await player.get(f"/challenges?limit=2{query}{cursor}", expect=200)).json
        ids += [one["id"] for one in page["challenges"]]
        if page["next"] is None:
            return ids
        cursor = f"&cursor={page['next']}"


def seating(game):
    """Handles in turn order."""
    return [seat["handle"] for seat in game["seats"]]
