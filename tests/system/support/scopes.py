"""An attacker who holds one token of somebody, asks every route, and reads what comes of it."""

import re

from support import rows
from support.contract import METHODS
from support.relay import Relay
from support.rest import CONTRACT, Player

SCOPES = ("game:read", "game:play", "challenge:write", "account:read", "account:write", "bot:play",
          "admin", "search", "tournament:write")
USUAL = set(SCOPES) - {"admin", "search"}
OWN_PASSWORD = "what the attacker sets"
ROUNDS_MAX = 6
TOKEN = re.compile(r"tbo_[A-Za-z0-9_-]{43}")
MAILED = re.compile(r"https://t\.example(/account/[a-z-]+)\?token=(\S+)")
# Routes that show what other scopes are for.
REVEALS = {
    ("GET", "/api/v1/me/calendar"): {"game:read"},
    ("GET", "/api/v1/games/{game}/feed"): {"game:read"},
    # Its marks are a plan, which is for those who play.
    ("GET", "/api/v1/games/{game}/study"): {"game:play"},
    ("GET", "/api/v1/me/export"): {"game:read", "account:read"},
    ("PUT", "/api/v1/me/push"): {"game:read", "account:read"},
    ("POST", "/api/v1/me/webhooks"): {"game:read", "account:read"},
    ("PUT", "/api/v1/me/webhooks/{webhook}"): {"game:read", "account:read"},
}
# Routes that make accounts no one had before.
STRANGERS = ("/api/v1/accounts", "/api/v1/guests", "/account/register")
# They end what the attacker has: asked when all others were.
ENDS = ("/api/v1/me", "/api/v1/tokens/current", "/api/v1/sessions/current",
        "/api/v1/me/sessions/{session}")


def operations():
    """(method, path pattern, operation) of what is asked, ends last."""
    found = [(method.upper(), path, item[method])
             for path, item in CONTRACT.document["paths"].items() if path != "/api/v1/live"
             for method in METHODS if method in item]
    walked = [one for one in found if one[1] not in STRANGERS]
    return sorted(walked, key=lambda one: (one[0] == "DELETE", one[0] == "DELETE"
                                           and one[1] in ENDS, one[0] != "GET"))


class Attacker:
    """Walks the routes with one token of `handle`, and with the password if told."""

    def __init__(self, rest, relay: Relay, handle, token, password=None):
        self.rest = rest
        self.relay = relay
        self.handle = handle
        self.password = password
        self.address = "attacker@mail.example"
        self.tokens = [token]
        self.pressed = set()
        self.asked = {}  # statuses by operation
        self.powers = self.scopes_of(token)

    # --- what it has got ---

    def scopes_of(self, token):
        """Of the attacked account and its bots; others are of no interest."""
        bits = rows.scopes_of_token(self.rest.server, token, self.handle)
        return {scope for i, scope in enumerate(SCOPES) if bits >> i & 1}

    def holds_an_address(self):
        """Whether mails from it are obeyed as the account's."""
        return rows.is_verified(self.rest.server, self.address)

    def keep(self, text):
        """Every token in what was answered that is good for more."""
        for token in TOKEN.findall(text):
            found = self.scopes_of(token)
            if found - self.powers:
                self.tokens.append(token)
                self.powers |= found

    # --- what it does ---

    def target(self, pattern):
        """A path that leads to something of the account's."""
        server = self.rest.server
        # The database is asked for what is in the path alone: most paths have neither.
        newest = {"address": lambda: rows.newest_address(server, self.handle),
                  "webhook": lambda: rows.newest_webhook(server)}
        known = {name: ask() or 1 for name, ask in newest.items() if f"{{{name}}}" in pattern}
        return "/" + pattern.format(
            game=1, setup="9x9", asset="app.js", page="rules", message=1, report=1, handle="ben",
            other=self.handle, proposal=1, challenge=1, session="0123456789abcdef",
            calendar="1-none.ics", search=1, puzzle=1, icon="icon-192.png",
            tournament=1, round=1, number=1, club=1, **known)

    def body(self, operation):
        """The contract's example, with what the attacker would say instead."""
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if not content:
            return None
        examples = [content["example"]] if "example" in content else [
            one["value"] for one in content["examples"].values() if "value" in one]
        example = examples[0]
        own = {"address": self.address, "email": self.address, "new_password": OWN_PASSWORD,
               "handle": self.handle, "url": "https://attacker.example/"}
        body = {key: own.get(key, value) for key, value in example.items() if key != "password"}
        if "password" in example and self.password:
            body["password"] = self.password
        if operation["operationId"] == "create_bot":
            body["handle"] = "annas-bot"
        if operation["operationId"] in ("create_token", "create_session"):
            body = {"handle": self.handle, "password": self.password or OWN_PASSWORD}
        if "wait_s" in body:
            body["wait_s"] = 1  # no one asks for a search
        if operation["operationId"] == "admin_set_role":
            body["role"] = "admin"
        return body

    async def ask(self, method, pattern, operation, token):
        """One operation by one token."""
        content = operation.get("requestBody", {}).get("content", {})
        if "application/x-www-form-urlencoded" in content:
            return
        player = Player(self.rest, self.handle, token)
        answer = await player.request(method, self.target(pattern), self.body(operation))
        self.asked.setdefault((method, pattern), set()).add(answer.status)
        self.keep(answer.body.decode(errors="replace") + answer.headers.get("set-cookie", ""))
        if answer.status < 300 and operation["operationId"] == "change_password":
            self.password = OWN_PASSWORD
        if answer.status < 300:
            self.powers |= REVEALS.get((method, pattern), set())

    async def press(self, page, token):
        """The button of a page that a mail leads to."""
        data = f"token={token}&password={OWN_PASSWORD}&again={OWN_PASSWORD}".replace(" ", "+")
        answer = await Player(self.rest, None, None).request(
            "POST", "/" + page, data=data.encode(),
            headers={"Content-Type": "application/x-www-form-urlencoded"})
        self.keep(answer.body.decode(errors="replace"))

    async def read_mails(self):
        """Presses each button that was mailed to the attacker."""
        for mail in self.relay.of(self.address):
            text = mail.get_body(("plain",)).get_content()
            for page, token in set(MAILED.findall(text)) - self.pressed:
                self.pressed.add((page, token))
                await self.press(page, token)

    async def walk(self):
        """Every route with every token, until nothing new comes of it."""
        for turn in range(ROUNDS_MAX):
            before = (len(self.tokens), len(self.pressed), len(self.powers))
            for method, pattern, operation in operations():
                for token in list(self.tokens):
                    if (method, pattern) in [("DELETE", end) for end in ENDS]:
                        continue
                    await self.ask(method, pattern, operation, token)
                await self.read_mails()
            self.wait_for_mails()
            await self.read_mails()
            if self.holds_an_address():
                self.powers |= USUAL
            # A password that was set in the first round opens something in the second.
            if turn and before == (len(self.tokens), len(self.pressed), len(self.powers)):
                break
        for method, pattern, operation in operations():
            if (method, pattern) in [("DELETE", end) for end in ENDS]:
                await self.ask(method, pattern, operation, self.tokens[0])

    def wait_for_mails(self):
        """Until the outbox holds none to the attacker."""
        server = self.rest.server
        server.wait_for(lambda: not rows.waiting_mails_out(server, self.address), "mails wait")
