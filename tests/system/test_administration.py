"""What moderators and administrators do, over REST and at the shell, and what is logged."""

import datetime

import pytest

from support.administration import entry, lines, promoted, shell
from support.contract import METHODS
from support.live import Live
from support.rest import CONTRACT, Player, Rest, start_game

WHY = "He has been warned."
FOREIGN = {"Origin": "https://elsewhere.example"}
OPERATIONS = [(path, method) for path, item in CONTRACT.document["paths"].items()
              for method in METHODS if method in item and path.startswith("/api/v1/admin/")]
CHANGING = [(path, method) for path, item in CONTRACT.document["paths"].items()
            for method in ("post", "put", "delete") if method in item
            and item[method].get("security", [{"token": []}]) == [{"token": []}]]
FOR_SUSPENDED = {("delete", "/api/v1/tokens/current"), ("delete", "/api/v1/me"),
                 ("delete", "/api/v1/sessions/current"), ("post", "/api/v1/me/password"),
                 ("delete", "/api/v1/me/sessions/{session}")}
BODIES = {"suspend": {}, "unsuspend": {}, "mute": {}, "unmute": {}, "role": {"role": "player"},
          "remove": {"seat": "white"}, "adjudicate": {"winner": "black"}, "abort": {},
          "void-rating": {}, "delete": {}, "resolve": {"verdict": "upheld"}}


def later(days=1):
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


async def act(admin, path, expect=201, method="POST", **body):
    body.setdefault("reason", WHY)
    return (await admin.request(method, "/admin" + path, body, expect=expect)).json


async def refused(admin, path, status, code, method="POST", **body):
    body.setdefault("reason", WHY)
    return (await admin.request(method, "/admin" + path, body, expect=status, code=code)).json


async def log(admin, query=""):
    return (await admin.get("/admin/audit" + query, expect=200)).json["entries"]


async def club(rest):
    """An administrator, a moderator, a member and a game of two guests."""
    staff = await promoted(rest, anna="admin", mona="moderator")
    ben = await rest.account("ben")
    game, players = await start_game(rest, setup="9x9")
    return staff["anna"], staff["mona"], ben, game["id"], players


# --- who may ---

def bodied(pattern):
    return {**BODIES[pattern.rsplit("/", 1)[-1]], "reason": WHY}


async def test_what_holds_for_every_route(server):
    async with Rest(server) as rest:
        anna, mona, ben, game, _ = await club(rest)
        assert len(OPERATIONS) > 12
        for pattern, method in OPERATIONS:
            path = "/" + pattern.format(handle="ben", game=game, message=1, report=1)
            body = bodied(pattern) if method != "get" else None
            # A usual token lacks the scope, whoever it is of.
            await ben.request(method.upper(), path, body, expect=403, code="insufficient-scope")
            await anna.request(method.upper(), path + "?colour=red", body, expect=400,
                               code="bad-parameter")
            if method == "get":
                continue
            for data, headers, status, code in [
                    (b"{}", {"Content-Type": "text/plain"}, 415, "unsupported-media-type"),
                    (b"{", {"Content-Type": "application/json"}, 400, "malformed-json"),
                    (b'{"colour":1}', {"Content-Type": "application/json"}, 422, "invalid-field"),
                    (b"{}", FOREIGN, 403, "origin-not-allowed")]:
                await anna.request(method.upper(), path, data=data, headers=headers,
                                   expect=status, code=code)
            for reason in ("", " ", "a\nb", "x" * 501):
                problem = await anna.request(method.upper(), path, {**body, "reason": reason},
                                             expect=422, code="invalid-field")
                assert problem.json["pointer"] == "/reason"
        assert [e["act"] for e in await log(anna)] == ["role", "role"]


async def test_moderators_do_only_what_is_theirs(server):
    async with Rest(server) as rest:
        anna, mona, ben, game, _ = await club(rest)
        for pattern, method in OPERATIONS:
            name = pattern.rsplit("/", 1)[-1]
            if name in ("mute", "unmute", "delete", "resolve", "reports", "{handle}"):
                continue
            path = "/" + pattern.format(handle="ben", game=game, message=1, report=1)
            body = bodied(pattern) if method != "get" else None
            await mona.request(method.upper(), path, body, expect=403, code="forbidden")
        await mona.get("/admin/reports", expect=200)
        await act(mona, "/accounts/ben/mute")
        await act(mona, "/accounts/ben/unmute")
        assert (await mona.get("/admin/accounts/ben", expect=200)).json["muted"] is False


async def test_nobody_acts_on_himself_or_on_a_higher_role(server):
    async with Rest(server) as rest:
        anna, mona, _, _, _ = await club(rest)

        await refused(anna, "/accounts/anna/suspend", 403, "forbidden")
        await refused(anna, "/accounts/ANNA/role", 403, "forbidden", method="PUT", role="player")
        await refused(mona, "/accounts/mona/unmute", 403, "forbidden")
        await refused(mona, "/accounts/anna/mute", 403, "forbidden")
        await refused(anna, "/accounts/nobody/mute", 404, "no-such-player")
        await act(anna, "/accounts/mona/mute")
        own = await anna.open_game(setup="9x9")
        for path, body in (("remove", {"seat": "black"}), ("adjudicate", {"winner": "black"}),
                           ("abort", {}), ("void-rating", {})):
            await refused(anna, f"/games/{own['id']}/{path}", 403, "forbidden", **body)


async def test_a_role_that_is_taken_away_is_gone_at_once(server):
    async with Rest(server) as rest:
        anna, mona, _, _, _ = await club(rest)

        done = await act(anna, "/accounts/mona/role", expect=200, method="PUT", role="player")

        assert done["details"] == {"from": "moderator", "to": "player"}
        for _ in range(8):
            await refused(mona, "/accounts/ben/mute", 403, "insufficient-scope")
        guest = await rest.guest()
        await refused(anna, f"/accounts/{guest.handle}/role", 403, "wrong-kind", method="PUT",
                      role="moderator")
        await refused(anna, "/accounts/ben/role", 422, "invalid-field", method="PUT", role="king")


# --- accounts ---

async def test_a_suspended_account_looks_and_does_not_act(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, white) = await club(rest)
        async with Live(server, black.token) as live:
            await live.do("subscribe", topic=f"game:{game}")

            done = await act(anna, f"/accounts/{black.handle}/suspend", until=later())

            for _ in range(8):  # whichever thread answers
                await black.post(f"/games/{game}/chat", {"text": "?"}, expect=403,
                                 code="account-suspended")
            await live.refused("account-suspended", "move", game=game, point="C2", ply=0)
        assert (await black.game(game))["status"] == "active"
        seen = (await anna.get(f"/admin/accounts/{black.handle}", expect=200)).json
        assert seen["suspended_until"] == done["details"]["until"]
        await act(anna, f"/accounts/{black.handle}/unsuspend")
        await black.move(game, "C2", 0)
        assert [e["act"] for e in await log(anna, f"?account={black.handle}")] == \
            ["unsuspend", "suspend"]
        for entry_ in await log(anna, f"?account={black.handle}"):
            assert (entry_["by"], entry_["reason"]) == ("anna", WHY)


async def test_a_suspended_account_acts_nowhere_but_where_it_looks_after_its_own(server):
    async with Rest(server) as rest:
        anna, _, ben, game, _ = await club(rest)
        await act(anna, "/accounts/ben/suspend")
        asked = 0
        for path, method in CHANGING:
            if "/admin/" in path or (method, path) in FOR_SUSPENDED:
                continue
            target = "/" + path.format(game=game, proposal=1, challenge=1, message=1, address=1,
                                       webhook=1, handle="anna", other="anna", session="a" * 16)
            await ben.request(method.upper(), target, expect=403, code="account-suspended")
            asked += 1
        assert asked > 30
        await ben.request("DELETE", "/tokens/current", expect=204)


async def test_who_is_suspended_does_not_act_through_his_bot(server):
    async with Rest(server) as rest:
        anna, _, ben, _, (black, _) = await club(rest)
        token = (await ben.post("/me/bots", {"handle": "robert"}, expect=201)).json["token"]
        bot = Player(rest, "robert", token)
        for _ in range(8):  # every thread knows it
            await bot.get("/me", expect=200)
        asked = (await bot.post("/challenges", {"setup": "9x9", "seats": ["me", "open"]},
                                expect=201)).json

        done = await act(anna, "/accounts/ben/suspend", until=later())

        for _ in range(8):
            await bot.post("/challenges", {"setup": "9x9", "seats": ["me", "open"]}, expect=403,
                           code="account-suspended")
        async with Live(server, token) as live:
            await live.refused("account-suspended", "move", game=1, point="C2", ply=0)
        assert (await bot.get("/me", expect=200)).json["suspended_until"] == \
            done["details"]["until"]
        challenge = (await black.get(f"/challenges/{asked['id']}", expect=200)).json
        assert challenge["state"] == "withdrawn"
        await act(anna, "/accounts/ben/unsuspend")
        await bot.post("/challenges", {"setup": "9x9", "seats": ["me", "open"]}, expect=201)


async def test_a_suspension_outlasts_a_restart_and_ends_by_itself(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)

        await act(anna, f"/accounts/{black.handle}/suspend")
        server.restart()
        await black.post(f"/games/{game}/chat", {"text": "?"}, expect=403,
                         code="account-suspended")
        await act(anna, f"/accounts/{black.handle}/suspend", until="2020-01-01T00:00:00.000Z")

        await black.move(game, "C2", 0)


async def test_the_muted_write_nowhere(server):
    async with Rest(server) as rest:
        _, mona, _, game, (black, white) = await club(rest)
        chat = f"/games/{game}/chat"
        await black.post(chat, {"text": "before"}, expect=201)

        await act(mona, f"/accounts/{black.handle}/mute", until=later())

        await black.post(chat, {"text": "after"}, expect=403, code="muted")
        await black.move(game, "C2", 0)
        await act(mona, f"/accounts/{black.handle}/mute", until="2020-01-01T00:00:00.000Z")
        await black.post(chat, {"text": "again"}, expect=201)
        await act(mona, f"/accounts/{black.handle}/mute")
        await black.post(chat, {"text": "never"}, expect=403, code="muted")
        await act(mona, f"/accounts/{black.handle}/unmute")
        await black.post(chat, {"text": "yes"}, expect=201)


# --- chat ---

async def test_a_report_is_looked_at_and_decided(server):
    async with Rest(server) as rest:
        anna, mona, ben, game, (black, white) = await club(rest)
        message = (await black.post(f"/games/{game}/chat", {"text": "You fool."},
                                    expect=201)).json["id"]
        report = (await white.post(f"/games/{game}/chat/{message}/report", {"reason": "Rude."},
                                   expect=201)).json["id"]
        async with Live(server, white.token) as live:
            await live.do("subscribe", topic=f"game:{game}")
            deleted = await act(mona, f"/games/{game}/chat/{message}/delete")
            await live.until(lambda: live.pushed(kind="chat"))
            assert live.pushed(kind="chat")[0]["data"]["text"] is None
        assert (deleted["message"], deleted["account"]) == (message, black.handle)
        [line] = (await white.get(f"/games/{game}/chat", expect=200)).json["messages"]
        assert line["text"] is None and line["author"] == black.handle

        [found] = (await mona.get("/admin/reports", expect=200)).json["reports"]
        assert (found["text"], found["message"]["text"]) == ("You fool.", None)
        assert (found["reporter"], found["reason"]) == (white.handle, "Rude.")
        done = await act(mona, f"/reports/{report}/resolve", verdict="upheld")
        assert done["details"] == {"report": report, "verdict": "upheld"}
        assert (await mona.get("/admin/reports", expect=200)).json["reports"] == []
        [kept] = (await mona.get("/admin/reports?state=upheld", expect=200)).json["reports"]
        assert kept["resolver"] == "mona" and kept["resolved_at"]
        await refused(mona, f"/reports/{report}/resolve", 409, "already-answered",
                      verdict="dismissed")
        await refused(mona, "/reports/999/resolve", 404, "no-such-report", verdict="dismissed")
        await refused(mona, f"/games/{game}/chat/{message}/delete", 404, "no-such-message")
        await refused(mona, f"/games/{game}/chat/999/delete", 404, "no-such-message")


async def test_nobody_decides_about_his_own_words(server):
    async with Rest(server) as rest:
        anna, mona, _, _, (black, _) = await club(rest)
        game = await mona_plays(rest, mona, black)
        mine = (await mona.post(f"/games/{game}/chat", {"text": "Oh."}, expect=201)).json["id"]
        report = (await black.post(f"/games/{game}/chat/{mine}/report", {"reason": "?"},
                                   expect=201)).json["id"]

        await refused(mona, f"/games/{game}/chat/{mine}/delete", 403, "forbidden")
        await refused(mona, f"/reports/{report}/resolve", 403, "forbidden", verdict="dismissed")
        await act(anna, f"/reports/{report}/resolve", verdict="dismissed")


async def mona_plays(rest, mona, other):
    game = await mona.open_game(setup="9x9")
    await other.join(game["id"])
    return game["id"]


# --- games ---

async def test_a_player_is_removed(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, white) = await club(rest)

        done = await act(anna, f"/games/{game}/remove", seat="white")

        assert (done["game"], done["account"]) == (game, white.handle)
        left = [e for e in await black.events(game) if e["type"] == "leave"]
        assert [e["data"]["reason"] for e in left] == ["removed"]
        assert (await black.game(game))["winner"] == "black"
        await refused(anna, f"/games/{game}/remove", 409, "game-over", seat="black")
        await refused(anna, "/games/999/remove", 404, "no-such-game", seat="black")
        game, _ = await start_game(rest, setup="9x9")
        await refused(anna, f"/games/{game['id']}/remove", 422, "no-such-seat", seat="red")


@pytest.mark.parametrize("body, winner, places", [
    ({"winner": "white"}, "white", {"black": 2, "white": 1}),
    ({"places": {"black": 1, "white": 2}}, "black", {"black": 1, "white": 2}),
    ({"winner": None}, None, None),
], ids=["winner", "places", "nobody"])
async def test_a_game_is_decided(server, body, winner, places):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)

        await act(anna, f"/games/{game}/adjudicate", **body)

        seen = await black.game(game)
        assert (seen["status"], seen["winner"], seen["reason"]) == \
            ("finished", winner, "adjudicated")
        assert (seen["places"] or None) == places
        await refused(anna, f"/games/{game}/adjudicate", 409, "game-over", **body)


async def test_verdicts_that_cannot_be(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)
        for body in ({"places": {"black": 1, "white": 3}}, {"places": {"black": 1}},
                     {"places": {"black": 1, "red": 2}}, {"winner": "red"}):
            await refused(anna, f"/games/{game}/adjudicate", 422, "invalid-verdict", **body)
        for body in ({}, {"winner": "blue"}, {"places": {}}, {"places": {"blue": 1}},
                     {"winner": "black", "places": {"black": 1, "white": 2}}):
            await refused(anna, f"/games/{game}/adjudicate", 422, "invalid-field", **body)
        assert (await black.game(game))["status"] == "active"


async def test_a_game_is_aborted_and_one_voided(server):
    async with Rest(server) as rest:
        anna, _, _, game, (black, _) = await club(rest)

        await act(anna, f"/games/{game}/abort")

        seen = await black.game(game)
        assert (seen["status"], seen["winner"], seen["reason"]) == ("finished", None, "aborted")
        await refused(anna, f"/games/{game}/abort", 409, "game-over")
        await act(anna, f"/games/{game}/void-rating")
        await refused(anna, f"/games/{game}/void-rating", 409, "already-answered")
        assert [e["act"] for e in await log(anna, f"?game={game}")] == ["void-rating", "abort"]


# --- the log ---

async def test_a_key_acts_once(server):
    async with Rest(server) as rest:
        anna, _, _, _, _ = await club(rest)
        path, body, key = "/admin/accounts/ben/mute", {"reason": WHY}, {"Idempotency-Key": "k"}

        first = await anna.post(path, body, headers=key, expect=201)
        again = await anna.post(path, body, headers=key, expect=201)

        assert first.json == again.json
        assert len(await log(anna, "?account=ben")) == 1
        await anna.post(path, {"reason": "Other."}, headers=key, expect=422,
                        code="idempotency-key-reused")


async def test_the_log_comes_in_pages(server):
    async with Rest(server) as rest:
        anna, _, _, game, _ = await club(rest)
        for _ in range(4):
            await act(anna, "/accounts/ben/mute")
        ids, cursor = [], ""
        while cursor is not None:
            page = (await anna.get("/admin/audit?limit=2" + (cursor and f"&cursor={cursor}"),
                                   expect=200)).json
            ids += [e["id"] for e in page["entries"]]
            cursor = page["next"]
            await act(anna, "/accounts/mona/mute")

        assert ids == sorted(ids, reverse=True) and len(ids) == 6
        for query, code in (("cursor=x", "bad-cursor"), ("limit=0", "bad-parameter"),
                            ("limit=201", "bad-parameter"), ("game=x", "bad-parameter"),
                            (f"game={game}&account=ben", "bad-parameter")):
            await anna.get(f"/admin/audit?{query}", expect=400, code=code)
        await anna.get("/admin/audit?account=nobody", expect=404, code="no-such-player")
        for query, code in (("cursor=x", "bad-cursor"), ("state=new", "bad-parameter")):
            await anna.get(f"/admin/reports?{query}", expect=400, code=code)
        for path in ("audit", "reports", "accounts/ben"):
            answer = await anna.get(f"/admin/{path}", expect=200)
            await anna.get(f"/admin/{path}", headers={"If-None-Match": answer.headers["etag"]},
                           expect=304)


async def test_a_refused_act_leaves_no_trace(server):
    async with Rest(server) as rest:
        anna, _, _, game, _ = await club(rest)
        before = await log(anna)

        await refused(anna, f"/games/{game}/adjudicate", 422, "invalid-verdict", winner="red")

        assert await log(anna) == before


# --- the shell ---

async def test_every_act_at_the_shell(server):
    async with Rest(server) as rest:
        await rest.account("ben")
        games = [(await start_game(rest, setup="9x9")) for _ in range(3)]
        (first, (black, white)), (second, _), (third, _) = games
        message = (await black.post(f"/games/{first['id']}/chat", {"text": "You fool."},
                                    expect=201)).json["id"]
        report = (await white.post(f"/games/{first['id']}/chat/{message}/report",
                                   {"reason": "Rude."}, expect=201)).json["id"]
        server.end()

        assert [r["id"] for r in lines(shell(server, "reports"))] == [report]
        done = [
            entry(server, "suspend", "BEN", "--until", "2030-12-31", "--reason", WHY),
            entry(server, "unsuspend", "ben"),
            entry(server, "mute", "ben"),
            entry(server, "unmute", "ben"),
            entry(server, "role", "ben", "moderator"),
            entry(server, "delete-message", str(first["id"]), str(message)),
            entry(server, "resolve", str(report), "upheld"),
            entry(server, "remove", str(first["id"]), "white"),
            entry(server, "adjudicate", str(second["id"]), "white"),
            entry(server, "abort", str(third["id"])),
            entry(server, "void", str(second["id"])),
        ]
        assert done[0]["details"] == {"until": "2030-12-31T00:00:00.000Z"}
        assert (done[0]["reason"], done[1]["reason"]) == (WHY, "by the operator")
        assert all(e["by"] is None for e in done)
        assert lines(shell(server, "audit")) == done[::-1]
        assert lines(shell(server, "reports")) == []

        server.start()
        assert (await black.game(first["id"]))["winner"] == "black"
        assert (await black.game(second["id"]))["winner"] == "white"
        assert (await black.game(third["id"]))["reason"] == "aborted"


@pytest.mark.parametrize("arguments, status, said", [
    (("suspend", "nobody"), 1, 'There is no player "nobody".'),
    (("suspend", "ben", "--until", "soon"), 1, "neither a day"),
    (("role", "ben", "king"), 1, "player, moderator or admin"),
    (("remove", "999", "black"), 1, "no game 999"),
    (("remove", "x", "black"), 1, '"x" is no number'),
    (("remove", "1", "blue"), 1, '"blue" is no seat'),
    (("adjudicate", "999", "none"), 1, "no game 999"),
    (("resolve", "1", "open"), 1, "upheld or dismissed"),
    (("resolve", "1", "upheld"), 1, "There is no report 1."),
    (("token", "ben"), 1, "neither moderator nor admin"),
    (("suspend",), 64, "HANDLE is required"),
    (("behead", "ben"), 64, ""),
])
async def test_what_the_shell_refuses(server, arguments, status, said):
    async with Rest(server) as rest:
        await rest.account("ben")
        server.end()

        done = shell(server, *arguments, status=status)

        assert said in done.stderr and done.stdout == ""
        assert shell(server, "audit").stdout == ""


async def test_the_shell_gives_way_to_a_running_server(server):
    async with Rest(server) as rest:
        await rest.account("ben")

        done = shell(server, "suspend", "ben", status=75)

        assert "/api/v1/admin" in done.stderr


async def test_a_token_of_the_shell_is_as_good_as_its_owner(server):
    async with Rest(server) as rest:
        staff = await promoted(rest, anna="admin")
        anna = staff["anna"]

        await anna.get("/admin/audit", expect=200)
        await anna.request("DELETE", "/tokens/current", expect=204)

        await anna.get("/admin/audit", expect=401, code="bad-token")
        assert isinstance(anna, Player)
