"""The mails in tests/golden as Python's mail library reads them."""
import email
import email.policy
import re
from pathlib import Path

import pytest

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
MAILS = sorted(GOLDEN.glob("letter-*.eml"))
ONCE = ("From", "To", "Reply-To", "Subject", "Date", "Message-Id", "MIME-Version", "Auto-Submitted")
COLUMNS = 72


def read(raw: bytes):
    """A message of these bytes."""
    return email.message_from_bytes(raw, policy=email.policy.default)


def text_faults(message) -> list[str]:
    """The faults of the part that is read as text."""
    part = message.get_body(("plain",))
    if part is None:
        return ["has no text/plain"]
    if message["Auto-Submitted"] == "auto-replied":
        return []  # quotes mails, which may be in any language
    lines = part.get_content().splitlines()
    wide = [line for line in lines if len(line) > COLUMNS and "://" not in line]
    foreign = [line for line in lines if not line.isascii()]
    return [f"text: {line!r}" for line in wide + foreign]


def html_faults(message) -> list[str]:
    """The faults of the part that is read as HTML, and with its pictures."""
    part = message.get_body(("html",))
    if part is None:
        return []
    html = part.get_content()
    faults = []
    for source in re.findall(r"""(?:src|background)\s*=\s*["']?([^"'\s>]+)""", html):
        if not source.startswith("cid:"):
            faults.append(f"fetches {source}")
    faults += [f"has {word}" for word in ("<script", "url(", "@import", "<link") if word in html]
    shown = set(re.findall(r"cid:([^\"']+)", html))
    carried = {p["Content-Id"].strip("<>") for p in message.walk() if p["Content-Id"]}
    if shown != carried:
        faults.append(f"shows {shown}, carries {carried}")
    return faults


def header_faults(message) -> list[str]:
    """The faults of the header."""
    faults = [f"{name}: {len(message.get_all(name, []))} times"
              for name in ONCE if len(message.get_all(name, [])) != 1]
    faults += [f"has {name}" for name in ("Bcc", "Cc", "Resent-To") if message[name]]
    game = re.match(r"Tanbo game (\d+): ", message["Subject"])
    root = f"<game.{game[1]}@tanbo.example>" if game else None
    if game and root not in (message["References"] or "").split():
        faults.append("is in no thread")
    if (message["List-Unsubscribe"] is None) == (message["Auto-Submitted"] == "auto-generated"):
        faults.append("can't be unsubscribed from")
    elif message["List-Unsubscribe"]:
        ways = re.fullmatch(r"<https://\S+>,\s*<mailto:\S+>", message["List-Unsubscribe"])
        if not ways or message["List-Unsubscribe-Post"] != "List-Unsubscribe=One-Click":
            faults.append(f"List-Unsubscribe: {message['List-Unsubscribe']}")
    return faults


def faults_of(raw: bytes) -> list[str]:
    """All that is wrong with a mail."""
    message = read(raw)
    faults = [f"defect: {d!r}" for part in message.walk() for d in part.defects]
    faults += [] if raw.isascii() else ["is not ASCII"]
    faults += [f"line of {len(line)}" for line in raw.split(b"\n") if len(line) > 998]
    return faults + header_faults(message) + text_faults(message) + html_faults(message)


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_mails_are_as_mail_programs_want_them(path):
    """Header, text and HTML of every mail."""
    assert faults_of(path.read_bytes()) == []


def test_mails_of_one_game_are_one_thread():
    """Subject and thread of all mails of the game that is played to its end."""
    names = ("started", "turn", "proposal", "result")
    messages = [read((GOLDEN / f"letter-{name}.eml").read_bytes()) for name in names]
    assert len({message["Subject"] for message in messages}) == 1
    assert len({message["References"] for message in messages}) == 1
    assert len({message["Message-Id"] for message in messages}) == len(names)


def test_the_result_brings_the_record():
    """Its attachments are a JSON document and an SGF file."""
    message = read((GOLDEN / "letter-result.eml").read_bytes())
    files = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
    assert set(files) == {"tanbo-game-1.json", "tanbo-game-1.sgf"}
    assert b'"tanbo-record"' in files["tanbo-game-1.json"]
    assert files["tanbo-game-1.sgf"].startswith(b"(;")


@pytest.mark.parametrize(("old", "new"), [
    (b"cid:board", b"https://evil.example/board.png"),
    (b"Content-Id: <board>", b"Content-Id: <other>"),
    (b"References: <game.1@", b"References: <game.2@"),
    (b"\nTo: ", b"\nBcc: x@example.org\nTo: "),
    (b"Date: Tue", b"X-Date: Tue"),
    (b"It is your turn", b"It is your turn, " + b"x" * 80),
    (b"It is your turn", "Dein Zug f\u00fcr dich".encode()),
    (b"=One-Click", b"=Two-Clicks"),
])
def test_broken_mails_are_found(old, new):
    """Each rule is one that a mail can break."""
    raw = (GOLDEN / "letter-turn.eml").read_bytes()
    assert old in raw
    assert faults_of(raw.replace(old, new)) != []
