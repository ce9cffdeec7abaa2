"""Private trees of variations beside games: their owner's alone."""

import json

from support import rows
from support.rest import Rest, start_game

SECRET = "hushhush: B8 is the point"


def branch(turns="B3 B7", **more):
    return {"turns": turns, "at": 1772366700000, "by": "5f2c", **more}


async def put(player, path, seq, *branches, **expected):
    body = {"seq": seq, "branches": list(branches)}
    return (await player.request("PUT", path, body, **expected)).json


async def test_a_study_is_kept_replaced_and_deleted(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/study"
        none = {"game": game["id"], "seq": 0, "branches": [], "updated_at": None}
        assert (await black.get(path, expect=200)).json == none
        tree = [branch(comment=SECRET), branch("C4", after=0, reply={"any": ["white"]})]

        written = await put(black, path, 0, *tree, expect=200)

        assert written["branches"] == tree and written["seq"] == 1 and written["updated_at"]
        server.kill()
        server.start()
        assert (await black.get(path, expect=200)).json == written
        assert (await put(black, path, 1, branch(gone=True), expect=200))["seq"] == 2
        await black.request("DELETE", path, expect=204)
        await black.request("DELETE", path, expect=204)
        left = (await black.get(path, expect=200)).json
        assert (left["branches"], left["seq"]) == ([], 3)


async def test_a_deleted_study_is_not_taken_for_a_later_one(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/study"
        await put(black, path, 0, branch(), expect=200)
        await black.request("DELETE", path, expect=204)
        await put(black, path, 0, branch("C4"), expect=409, code="stale-seq")
        await put(black, path, 2, branch("C4"), expect=200)

        # A device that has seen the first one.
        refused = await put(black, path, 1, branch("A1"), expect=409, code="stale-seq")

        assert refused["seq"] == 3
        assert (await black.get(path, expect=200)).json["branches"] == [branch("C4")]


async def test_studies_are_kept_of_500_games(server):
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        other = await black.open_game(setup="9x9")
        paths = [f"/games/{one['id']}/study" for one in (game, other)]
        rows.add_studies(server, black.handle, 499)

        await put(black, paths[0], 0, branch(), expect=200)
        await put(black, paths[1], 0, branch(), expect=409, code="limit-reached")

        await put(black, paths[0], 1, branch("C4"), expect=200)
        await put(white, paths[0], 0, branch(), expect=200)
        await black.request("DELETE", paths[0], expect=204)
        await put(black, paths[1], 0, branch(), expect=200)
        # One that was deleted counts again once it has branches.
        await put(black, paths[0], 3, branch(), expect=409, code="limit-reached")


async def test_a_device_that_is_behind_reads_first(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/study"
        await put(black, path, 0, branch(), expect=200)

        for seq in (0, 2):
            refused = await put(black, path, seq, branch("C4"), expect=409, code="stale-seq")
            assert refused["seq"] == 1

        assert (await black.get(path, expect=200)).json["branches"] == [branch()]
        await put(black, path, 1, branch("C4"), expect=200)


async def test_no_one_else_sees_it_anywhere(make_server):
    server = make_server(["--log-level", "trace"])
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]
        await put(black, f"/games/{number}/study", 0, branch(comment=SECRET), expect=200)

        stranger = await rest.guest()
        for reader in (white, stranger):
            answer = await reader.get(f"/games/{number}/study", expect=200)
            assert answer.json["seq"] == 0 and SECRET.encode() not in answer.body
        for path in ("", "/events", "/record", "/board", "/chat"):
            answer = await white.get(f"/games/{number}{path}", expect=200)
            assert b"hushhush" not in answer.body, path
        await rest.nobody.get(f"/games/{number}/study", expect=401, code="unauthorized")
        # The control: it is in the database, so it could have been elsewhere.
        assert rows.studies(server) == 1
    assert "hushhush" not in server.log


async def test_limits_of_a_study(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/study"
        refused = {"expect": 422, "code": "invalid-field"}

        most = [branch(f"A{number}", name="ß" * 9) for number in range(1000)]
        await put(black, path, 0, *most[:500], expect=200)
        for wrong in (branch(""), branch("A1  A2"), branch("<b>"), branch(after=0), branch(at=-1),
                      branch(name="x" * 61), branch(comment="x" * 501), branch(comment="\u0007"),
                      branch(reply={"any": ["nobody"]}), branch(more=1)):
            await put(black, path, 1, wrong, **refused)
        short = {"turns": "A1", "at": 1, "by": "a"}
        await put(black, path, 1, *[short] * 1000, expect=200)
        await put(black, path, 2, *[short] * 1001, **refused)
        await put(black, path, 2, branch(by="ü" * 16), expect=200)
        await put(black, path, 3, branch(by="ü" * 17), **refused)


async def test_a_study_has_65536_bytes_at_most(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/study"
        tree = [branch("A1", comment="x" * 500) for _ in range(110)]
        left = 65_536 - len(json.dumps({"seq": 0, "branches": tree}))

        tree[0]["turns"] = "A" * (left + 2)
        await put(black, path, 0, *tree, expect=200)
        tree[0]["turns"] += "A"
        await put(black, path, 1, *tree, expect=413, code="body-too-large")

        assert (await black.get(path, expect=200)).json["seq"] == 1


async def test_private_games_are_not_betrayed_by_studies(server):
    async with Rest(server) as rest:
        creator, invited, stranger = await rest.guests(3)
        game = await creator.open_game(setup="9x9", seats=["me", invited.handle],
                                       visibility="private")
        path = f"/games/{game['id']}/study"

        await stranger.get(path, expect=404, code="no-such-game")
        await put(stranger, path, 0, branch(), expect=404, code="no-such-game")
        await stranger.request("DELETE", path, expect=404, code="no-such-game")
        await put(invited, path, 0, branch(), expect=200)
