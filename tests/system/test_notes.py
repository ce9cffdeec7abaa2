"""Private notes beside games: their owner's alone."""


from support import rows
from support.rest import Rest, start_game

SECRET = "White hurries on the left\nand forgets E5 🙂"


async def test_a_note_is_kept_replaced_and_deleted(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/note"
        assert (await black.get(path, expect=200)).json == \
            {"game": game["id"], "text": "", "updated_at": None}

        written = (await black.request("PUT", path, {"text": SECRET}, expect=200)).json
        assert written["text"] == SECRET and written["updated_at"]
        await server_restarts(server)
        assert (await black.get(path, expect=200)).json == written
        await black.request("PUT", path, {"text": "shorter"}, expect=200)
        assert (await black.get(path, expect=200)).json["text"] == "shorter"
        await black.request("PUT", path, {"text": ""}, expect=200)
        assert (await black.get(path, expect=200)).json["updated_at"] is None


async def server_restarts(server):
    server.kill()
    server.start()


async def test_nobody_else_sees_it_anywhere(make_server):
    server = make_server(["--log-level", "trace"])
    async with Rest(server) as rest:
        game, (black, white) = await start_game(rest, setup="9x9")
        number = game["id"]

        await black.request("PUT", f"/games/{number}/note", {"text": "hushhush"}, expect=200)
        await white.request("PUT", f"/games/{number}/note", {"text": "mine"}, expect=200)

        stranger = await rest.guest()
        for reader in (white, stranger):
            note = (await reader.get(f"/games/{number}/note", expect=200)).json
            assert note["text"] != "hushhush"
        for path in ("", "/events", "/record", "/board", "/chat"):
            answer = await white.get(f"/games/{number}{path}", expect=200)
            assert b"hushhush" not in answer.body, path
        await rest.nobody.get(f"/games/{number}/note", expect=401, code="unauthorized")
        # The control: it is in the database, so it could have been elsewhere.
        assert rows.notes(server) == 2
    assert "hushhush" not in server.log


async def test_limits_of_a_note(server):
    async with Rest(server) as rest:
        game, (black, _) = await start_game(rest, setup="9x9")
        path = f"/games/{game['id']}/note"

        await black.request("PUT", path, {"text": "ß" * 4000}, expect=200)
        for text in ("x" * 4001, "\u0007"):
            await black.request("PUT", path, {"text": text}, expect=422, code="invalid-field")
        assert (await black.get(path, expect=200)).json["text"] == "ß" * 4000


async def test_private_games_are_not_betrayed_by_notes(server):
    async with Rest(server) as rest:
        creator, invited, stranger = await rest.guests(3)
        game = await creator.open_game(setup="9x9", seats=["me", invited.handle],
                                       visibility="private")
        path = f"/games/{game['id']}/note"

        await stranger.get(path, expect=404, code="no-such-game")
        await stranger.request("PUT", path, {"text": "?"}, expect=404, code="no-such-game")
        await invited.request("PUT", path, {"text": "!"}, expect=200)
