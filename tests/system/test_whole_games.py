"""Whole games on every setup; spectators' boards must equal the record at every event."""

import pytest

from support.game import Board, EventSource, replay, spectating
from support.rest import Rest, start_game

SMALL = ["9x9", "line31", "5x5x5", "7x7-dense"]
LARGE = ["13x13", "11x11-dense", "15x15-dense", "19x19-dense", "19x19", "19x19-1995", "19x19-4p"]
CUSTOM = {
    "four dimensions": {"board": [3, 3, 3, 3], "stones": {
        "black": ["1-1-1-1", "3-3-3-3"], "white": ["3-1-1-1", "1-3-3-3"], "red": ["1-3-1-1"]}},
    "eight players": {"board": [12, 12], "stones": {
        seat: [f"{column}{row}"] for seat, column, row in zip(
            ["black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"],
            "BEHLBEHL", [2, 2, 2, 2, 9, 9, 9, 9])}, "to_move": "seat5"},
    "wide": {"board": [30, 3], "stones": {"black": ["1-1", "30-3"], "white": ["30-1", "1-3"]}},
}
# Longer games end by resignation: the point is reached, and time is short.
PLIES_MAX = 300


async def play_to_the_end(board, spectators, check_every):
    """Plays at random; past PLIES_MAX those on turn resign. Yields the last seq."""
    while not board.is_over:
        if board.referee.ply % check_every == 0:
            await board.check_legal_moves()
        if board.referee.ply < PLIES_MAX:
            event = await board.play()
        else:
            event = await board.leave(board.referee.to_move)
        if board.referee.ply % check_every == 0:
            for spectator in spectators:
                await spectator.until(event["seq"])
    return event["seq"] + 1


async def play_watched(server, request, seed):
    """One game with spectators of all kinds."""
    async with Rest(server) as rest:
        seats = len(request.get("stones", ())) or (4 if request["setup"].endswith("4p") else 2)
        game, players = await start_game(rest, seats, **request)
        board = Board(game, players, seed)
        start = game["seq"]
        async with spectating(server, board.id, after=0) as first, \
                EventSource(rest, board.id) as source:
            await first.until(start)
            for _ in range(min(6, PLIES_MAX)):
                await board.play()
            async with spectating(server, board.id) as late, \
                    spectating(server, board.id, after=start, known=game) as resumed:
                end = await play_to_the_end(board, [first, late], 1 if seats < 4 else 20)
                log = await rest.nobody.events(board.id)
                states = replay(log)
                views = [await one.until(end) for one in (first, late, resumed, source)]
        async with spectating(server, board.id, after=0) as last, \
                EventSource(rest, board.id, known=game) as returned:
            views += [await last.until(end), await returned.until(end)]
        for view in views:
            assert view.seq == end == len(log)
            for seq, state in view.states.items():
                assert state == states[seq], f"seq {seq}"
        assert min(first.view.states) == 1 and min(source.view.states) == 1
        assert min(resumed.view.states) == min(returned.view.states) == start + 1
        assert min(last.view.states) == 1
        assert set(range(min(late.view.states), end + 1)) == set(late.view.states)
        final = await rest.nobody.game(board.id)
        assert final["status"] == "finished" and final["winner"] == board.referee.winner()
        assert final["places"] == board.referee.places
        await check_history(rest, board.id, log, states)


async def check_history(rest, game, log, states):
    """The board at every so many plies, and the record, tell the same story."""
    moves = [event for event in log if event["type"] == "move"]
    for event in moves[:: max(1, len(moves) // 10)]:
        ply = event["data"]["ply"]
        board = (await rest.nobody.get(f"/games/{game}/board?ply={ply + 1}", expect=200)).json
        stones = {seat: sorted(points) for seat, points in board["stones"].items()}
        following = log[event["seq"]:]
        leaves = [e["seq"] for e in following if e["type"] == "leave"]
        is_followed = bool(leaves) and leaves[0] == event["seq"] + 1
        if not is_followed:
            assert stones == states[event["seq"]]["stones"]
            assert board["last_point"] == event["data"]["point"]
            assert board["removed"] == event["data"]["removed"]
    record = (await rest.nobody.get(f"/games/{game}/record", expect=200)).json
    assert len(record["events"]) == len(log)


@pytest.mark.parametrize("setup", SMALL)
@pytest.mark.parametrize("seed", range(3))
async def test_small_game(server, setup, seed):
    await play_watched(server, {"setup": setup}, f"{setup}-{seed}")


@pytest.mark.parametrize("setup", LARGE)
async def test_large_game(server, setup):
    await play_watched(server, {"setup": setup}, setup)


@pytest.mark.parametrize("name", CUSTOM)
async def test_custom_game(server, name):
    await play_watched(server, CUSTOM[name], name)


async def test_every_setup_is_played_here(server):
    async with Rest(server) as rest:
        setups = (await rest.nobody.get("/setups", expect=200)).json["setups"]

        assert sorted(setup["id"] for setup in setups) == sorted(SMALL + LARGE)
        for setup in setups:
            alone = (await rest.nobody.get(f"/setups/{setup['id']}", expect=200)).json
            assert alone == setup
