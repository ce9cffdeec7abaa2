"""Acts of players on the server besides writing mails: links, and REST."""

import html.parser
import json
import re
import urllib.parse
import urllib.request

from post import domains
from post.person import Person, text_of
from support.patience import PATIENCE_S

PASSWORD = "correct horse battery"
TIMEOUT_S = PATIENCE_S


class Form(html.parser.HTMLParser):
    """The form of a page: where it goes, and what is filled in."""

    def __init__(self):
        super().__init__()
        self.action = None
        self.fields = {}

    def handle_starttag(self, tag, attributes):
        """Called by the parser for each element."""
        found = dict(attributes)
        if tag == "form":
            self.action = found["action"]
        elif tag == "input" and "name" in found:
            is_secret = found.get("type") == "password"
            self.fields[found["name"]] = PASSWORD if is_secret else found.get("value", "")


class Player(Person):
    """A person who plays on a site's server."""

    def __init__(self, site, name, **options):
        super().__init__(site.mail_server, site.mailboxes, name, **options)
        self.server = site.server
        self.session = {}

    def follow(self, mail):
        """Opens the link of a mail, as a person does: looks at the page, presses the button."""
        link = re.search(r"https://\S+\?token=\S+", text_of(mail))[0]
        parts = urllib.parse.urlsplit(link)
        form = Form()
        page = f"{self.server.url}{parts.path}?{parts.query}"
        with urllib.request.urlopen(page, timeout=TIMEOUT_S) as answer:
            form.feed(answer.read().decode())
        target = urllib.parse.urljoin(page, form.action)
        filled = urllib.parse.urlencode(form.fields).encode()
        with urllib.request.urlopen(target, filled, timeout=TIMEOUT_S) as answer:
            return answer.read().decode()

    def register(self):
        """Gets an account by mail."""
        self.write(f"register {self.name}")
        self.follow(self.next())

    def ask(self, path, body=None):
        """The answer of REST, as JSON."""
        return json.load(self._open(path, body))

    def log_in(self):
        """A session of their own for REST, as a browser has it."""
        grant = {"handle": self.name, "password": PASSWORD}
        set_cookies = self._open("/sessions", grant).headers.get_all("Set-Cookie")
        cookies = "; ".join(cookie.split(";")[0] for cookie in set_cookies)
        self.session = {"Cookie": cookies, "Origin": f"https://{domains.SITE}"}

    def _open(self, path, body):
        headers = {"Content-Type": "application/json", **self.session}
        request = urllib.request.Request(f"{self.server.url}/api/v1{path}", headers=headers,
                                         data=None if body is None else json.dumps(body).encode())
        return urllib.request.urlopen(request, timeout=TIMEOUT_S)


def is_turn(mail):
    """Whether a mail says that it is its reader's turn."""
    return text_of(mail).startswith("It is your turn")


def legal_points(mail):
    """The points that a turn mail offers."""
    found = re.search(r"Legal moves \((\d+)\):\n((?:  .*\n)+)", text_of(mail))
    points = re.findall(r"[A-Z]\d+", found[2])
    assert len(points) == int(found[1])
    return points


def begin_game(*players, setup):
    """Everybody registers, the first challenges the others, and they accept; the game's number."""
    for player in players:
        player.register()
        player.write("notify each")
        player.next()
    first, *others = players
    first.write(f"challenge {' '.join(other.name for other in others)} --setup={setup}")
    for other in others:
        asked = other.next(lambda mail: "`accept " in text_of(mail))
        other.reply(asked, re.search(r"`(accept \d+)`", text_of(asked))[1])
    begun = players[-1].next(lambda mail: mail.message["Subject"].startswith("Tanbo game"))
    return int(re.search(r"Tanbo game (\d+)", begun.message["Subject"])[1])
