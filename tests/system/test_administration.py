"""Moderators and administrators: who may do what, to accounts, and what is logged."""

import datetime
import re

from support.administration import WHY, act, club, log, refused
from support.contract import METHODS
from support.live import Live
from support.rest import CONTRACT, PASSWORD, Player, Rest

FOREIGN = {"Origin": "https://elsewhere.example"}
OPERATIONS = [(path, method) for path, item in CONTRACT.document["paths"].items()
              for method in METHODS if method in item and path.startswith("/api/v1/admin/")]
CHANGING = [(path, method) for path, item in CONTRACT.document["paths"].items()
            for method in ("post", "put", "delete") if method in item
            and item[method].get("security", [{"token": []}]) == [{"token": []}]]
PLACEHOLDER = re.compile(r"\{(\w+)\}")
FOR_SUSPENDED = {("delete", "/api/v1/tokens/current"), ("delete", "/api/v1/me"),
                 ("delete", "/api/v1/sessions/current"), ("post", "/api/v1/me/password"),
                 ("delete", "/api/v1/me/sessions/{session}")}
BODIES = {"suspend": {}, "unsuspend": {}, "mute": {}, "unmute": {}, "role": {"role": "player"},
          "remove": {"seat": "white"}, "adjudicate": {"winner": "black"}, "abort": {},
          "void-rating": {}, "delete": {}, "resolve": {"verdict": "upheld"},
          "site": {"seq": 0, "name": "", "front_page": "", "imprint": "", "privacy": "",
                   "contact": "", "conduct": "", "sign_up": "open", "guests": True}}


def later(days=1):
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


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
            # A usual token lacks the scope, whichever account it is of.
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
            # No token of a person leads to searches.
            if "/admin/" in path or "/searches" in path or (method, path) in FOR_SUSPENDED:
                continue
            # Whatever else a path names is refused before it is looked for.
            target = PLACEHOLDER.sub(lambda named: str(game) if named[1] == "game" else "1", path)
            await ben.request(method.upper(), f"/{target}", expect=403, code="account-suspended")
            asked += 1
        assert asked > 30
        await ben.request("DELETE", "/tokens/current", expect=204)


async def test_who_is_suspended_does_not_act_through_his_bot(server):
    async with Rest(server) as rest:
        anna, _, ben, _, (black, _) = await club(rest)
        named = {"handle": "robert", "password": PASSWORD}
        token = (await ben.post("/me/bots", named, expect=201)).json["token"]
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
