"""Plans: followed in the instant of the move that triggers them, and no one else's business."""

import json

from support.contract import METHODS
from support.game import Board
from support.live import Live
from support.receiver import FAST, Receiver
from support.rest import CONTRACT, PASSWORD, Rest, start_game

# Words that the bytes that others get may not hold once a plan has been made.
TRACES = ("plan", "root_space_min", "guard", "\"then\"")


async def board_of(rest, seats=2, setup="9x9"):
    game, players = await start_game(rest, seats, setup=setup)
    return Board(game, players, seed=9)


def branch(point, conditions=(), next_branches=(), guard=()):
    made = {"if": [{"seat": seat, "point": where} for seat, where in conditions], "then": point}
    if guard:
        made["guard"] = [{"root": root, "root_space_min": least} for root, least in guard]
    if next_branches:
        made["next"] = list(next_branches)
    return made


async def put(player, game, ply, *branches, **options):
    options.setdefault("expect", 200)
    body = {"ply": ply, "plan": list(branches)}
    return (await player.request("PUT", f"/games/{game}/plan", body, **options)).json


async def test_a_plan_answers_in_the_same_instant(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        black, white = board.players["black"], board.players["white"]
        rest_of_it = branch("A7", [("black", "C3")])
        told = await put(white, board.id, 0,
                         branch("A8", [("black", "G8")]),
                         branch("A8", [("black", "B3")], [rest_of_it], [("B8", 2)]))
        assert (told["ply"], len(told["plan"])) == (0, 2)

        await black.move(board.id, "B3", 0)

        events = await rest.nobody.events(board.id, after=3)
        assert [event["data"]["point"] for event in events] == ["B3", "A8"]
        assert events[0]["at"] == events[1]["at"]
        left = (await white.get(f"/games/{board.id}/plan", expect=200)).json
        assert left == {"game": board.id, "ply": 2, "plan": [rest_of_it]}
        await black.move(board.id, "C3", 2)
        assert (await rest.nobody.game(board.id))["ply"] == 4
        await white.get(f"/games/{board.id}/plan", expect=404, code="no-such-plan")


async def test_a_plan_that_does_not_fit_is_dropped_and_its_owner_told(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        black, white = board.players["black"], board.players["white"]
        await put(white, board.id, 0, branch("A8", [("black", "B3")]))
        async with Live(server, white.token) as owner, Live(server, black.token) as other:
            await owner.do("subscribe", topic="me")
            await other.do("subscribe", topic="me")

            await black.move(board.id, "C2", 0)
            dropped = await owner.until(lambda: owner.pushed("me", "plan-dropped"))

            assert dropped[0]["data"] == {"game": board.id, "seat": "white", "ply": 1,
                                          "why": "no-branch"}
            assert not other.pushed("me", "plan-dropped")
        assert (await rest.nobody.game(board.id))["to_move"] == "white"
        await white.get(f"/games/{board.id}/plan", expect=404, code="no-such-plan")


async def test_plans_are_refused_with_the_place_that_is_wrong(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        black, white = board.players["black"], board.players["white"]
        stranger = await rest.guest()

        await put(black, board.id, 0, branch("B3"), expect=409, code="your-turn")
        await put(white, board.id, 1, branch("A8"), expect=409, code="stale-ply")
        await put(stranger, board.id, 0, branch("A8"), expect=403, code="not-a-player")
        await put(white, board.id, 0, expect=422, code="invalid-field")
        error = await put(white, board.id, 0, branch("A8", [("white", "B3")]), expect=422,
                          code="invalid-field")
        assert error["pointer"] == "/plan/0/if/0/seat"
        error = await put(white, board.id, 0, branch("Z9"), expect=422, code="invalid-field")
        assert error["pointer"] == "/plan/0/then"
        deep = branch("A8")
        for _ in range(30):
            deep = branch("A8", [], [deep])
        await put(white, board.id, 0, deep, expect=422, code="invalid-field")
        await put(white, board.id, 0, *[branch("A8")] * 201, expect=422, code="invalid-field")


async def test_a_plan_can_be_replaced_and_deleted(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        white = board.players["white"]
        await put(white, board.id, 0, branch("A8"))
        await put(white, board.id, 0, branch("C8"))

        await white.request("DELETE", f"/games/{board.id}/plan", expect=204)
        await white.request("DELETE", f"/games/{board.id}/plan", expect=204)

        await board.play()
        assert (await rest.nobody.game(board.id))["ply"] == 1


async def test_a_plan_survives_a_crash(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        await put(board.players["white"], board.id, 0, branch("A8", [("black", "B3")]))

        server.restart()
        await board.players["black"].move(board.id, "B3", 0)

        assert (await rest.nobody.game(board.id))["ply"] == 2


async def test_four_plans_in_a_row(server):
    async with Rest(server) as rest:
        board = await board_of(rest, 4, "19x19-4p")
        points = []
        for _ in range(8):
            points.append(board.referee.legal(board.referee.to_move)[0])
            board.referee.play(points[-1])
        seats = ["black", "white", "red", "green"]
        for own in (1, 2, 3):
            before = [(seats[i], points[i]) for i in range(own)]
            between = [(seats[i % 4], points[i]) for i in range(own + 1, own + 4)]
            second = branch(points[own + 4], between)
            await put(board.players[seats[own]], board.id, 0,
                      branch(points[own], before, [second]))

        await board.players["black"].move(board.id, points[0], 0)
        assert (await rest.nobody.game(board.id))["ply"] == 4
        await board.players["black"].move(board.id, points[4], 4)

        events = await rest.nobody.events(board.id)
        assert [e["data"]["point"] for e in events if e["type"] == "move"] == points


async def everything_about(player, game):
    """The bytes of every answer about a game that can be had by asking."""
    texts = []
    for path, item in CONTRACT.document["paths"].items():
        if "get" not in item or "{game}" not in path or not path.startswith("/api/v1/"):
            continue
        target = path.removeprefix("/api/v1").replace("{game}", str(game))
        if "{" not in target and METHODS:
            answer = await player.get(target)
            texts.append((path, answer.status, answer.body.decode(errors="replace")))
    return texts


async def test_nobody_else_ever_sees_a_plan(server):
    async with Rest(server) as rest:
        board = await board_of(rest)
        black, white = board.players["black"], board.players["white"]
        async with Live(server, black.token) as live:
            await live.do("subscribe", topic=f"game:{board.id}")
            await live.do("subscribe", topic="me")
            await live.do("subscribe", topic="lobby")
            seq = (await rest.nobody.game(board.id))["seq"]
            await put(white, board.id, 0, branch("A8", [("black", "B3")], [branch("A7")],
                                                 [("B8", 2)]))
            for player in (black, rest.nobody):
                found = await everything_about(player, board.id)
                assert len(found) >= 7
                for path, status, text in found:
                    if path.endswith("/plan"):
                        assert status in (401, 404), path
                    else:
                        assert not any(trace in text for trace in TRACES), (path, text)
            assert (await rest.nobody.game(board.id))["seq"] == seq

            await black.move(board.id, "B3", 0)
            await live.until(lambda: len(live.pushed(f"game:{board.id}", "move")) == 2)

            for message in live.messages:
                assert not any(trace in json.dumps(message) for trace in TRACES), message
            found = await everything_about(black, board.id)
            assert not any(trace in text for path, _, text in found for trace in TRACES
                           if not path.endswith("/plan"))
        assert "A8" not in server.log and "root_space_min" not in server.log
        # The traces are what a plan is made of: its owner finds them.
        own = (await white.get(f"/games/{board.id}/plan", expect=200)).body.decode()
        assert "plan" in own and "\"then\"" in own


async def test_webhooks_and_exports_of_others_hold_nothing_of_a_plan(make_server):
    server = make_server(FAST)
    async with Rest(server) as rest, Receiver() as receiver:
        anna, ben = await rest.account("anna"), await rest.account("ben")
        await anna.post("/me/webhooks", {"url": receiver.url, "password": PASSWORD}, expect=201)
        game = (await anna.open_game(setup="9x9"))["id"]
        await ben.join(game)
        await put(ben, game, 0, branch("A8", [("black", "B3")], [branch("A7")], [("B8", 2)]))

        await anna.move(game, "B3", 0)
        await ben.leave(game)
        await receiver.until(3)
        await put_another(anna, ben)

        assert "game-finished" in receiver.kinds()
        for _, body, *_ in receiver.requests:
            assert not any(trace.encode() in body for trace in TRACES), body
        theirs = (await anna.get("/me/export", expect=200)).json
        assert theirs.pop("plans") == []
        assert not any(trace in json.dumps(theirs) for trace in TRACES[1:])
        own = (await ben.get("/me/export", expect=200)).json
        assert own["plans"][0]["plan"][0]["then"] == "A8", "the control"


async def put_another(anna, ben):
    """A plan of ben's in a game that goes on."""
    game = (await anna.open_game(setup="9x9"))["id"]
    await ben.join(game)
    await put(ben, game, 0, branch("A8", [("black", "B3")]))
