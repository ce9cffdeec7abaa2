"""An include may only go down: folders see floors below them, libraries only in their homes.

The floors are those of ARCHITECTURE.md. What is granted here goes down by them, and is used:
test_layers.py looks.
"""

import collections
import re
from typing import Iterator

from source import ROOT, Finding, line_at, tracked, without_comments

LOW = ("engine", "engine/analysis", "protocol", "server/base")
STORED = LOW + ("server/store",)
GAMES = STORED + ("server/account", "server/game")
SOCIAL = ("server/rating", "server/analysis_jobs", "server/notify", "server/chat", "server/lobby",
          "server/tournament", "server/club", "server/admin")
# server/web is bytes for server/http to give out.
API_FOLDERS = ("server/http", "server/live")
# They see no store: what it holds they ask of the folders between.
# server/api_common is what they share.
API_SEES = LOW + ("server/account", "server/game", "server/net", "server/api_common")
MAIL = ("server/mail/mime", "server/mail/text", "server/mail/commands", "server/mail/outbound",
        "server/mail/inbound")

# Folder -> the other folders it may include. One way in never includes another.
MAY_INCLUDE = {
    "engine": (),
    # A player of the game. No program that serves games links it.
    "engine/search": ("engine",),
    "engine/analysis": ("engine",),
    "protocol": ("engine", "engine/analysis"),
    "server/base": ("engine", "protocol"),
    "server/tournament/pairing": ("protocol", "server/base"),
    "server/tournament/rules": ("engine", "protocol", "server/tournament/pairing"),
    "server/net": LOW,
    "server/store": LOW + ("server/store/sqlite", "server/store/postgres"),
    "server/store/sqlite": LOW + ("server/store",),
    "server/store/postgres": LOW + ("server/store",),
    "server/cluster": STORED,
    "server/account": STORED,
    "server/game": STORED + ("server/account",),
    "server/bots": GAMES,
    "server/rating": STORED + ("server/game",),
    "server/analysis_jobs": STORED + ("server/game",),
    "server/notify": GAMES,
    "server/chat": GAMES + ("server/notify",),
    "server/tournament": STORED + ("server/game", "server/rating", "server/notify",
                                   "server/tournament/pairing", "server/tournament/rules"),
    "server/lobby": STORED + ("server/game", "server/rating", "server/notify"),
    "server/club": STORED + ("server/game",),
    "server/admin": GAMES + ("server/rating", "server/chat", "server/lobby", "server/tournament"),
    "server/web": (),
    "server/picture": LOW[:1] + LOW[2:],
    "server/api_common": LOW + ("server/net", "server/account"),
    "server/http": API_SEES + SOCIAL + ("server/web", "server/picture"),
    "server/live": API_SEES + ("server/chat", "server/notify", "server/tournament"),
    "server/cli": ("engine", "engine/search", "protocol", "server/cli/engines",
                   "server/cli/tournament", "server/cli/bot", "server/cli/analysis",
                   "server/cli/offline"),
    "server/cli/analysis": ("engine", "engine/analysis", "engine/search", "protocol", "server/cli"),
    "server/cli/engines": ("engine", "engine/search", "protocol", "server/cli"),
    "server/cli/offline": ("engine", "protocol", "server/cli", "server/cli/engines"),
    "server/cli/tournament": ("engine", "protocol", "server/cli", "server/cli/engines",
                              "server/tournament/pairing"),
    "server/cli/bot": ("engine", "engine/search", "protocol", "server/cli", "server/cli/engines"),
    "server/mail/mime": LOW,
    "server/mail/text": ("engine", "protocol"),
    "server/mail/commands": LOW + ("server/account", "server/game", "server/rating",
                                   "server/notify", "server/chat", "server/lobby",
                                   "server/tournament", "server/mail/mime", "server/mail/text"),
    "server/mail/outbound": GAMES + ("server/rating", "server/analysis_jobs", "server/notify",
                                     "server/lobby", "server/tournament", "server/net",
                                     "server/picture", "server/mail/mime", "server/mail/text"),
    "server/mail/inbound": GAMES + ("server/notify", "server/net") + MAIL[:-1],
    "server/config": LOW[3:] + ("server/net", "server/store", "server/store/postgres"),
    # Of SQLite what is a file of its: backups, checks; of PostgreSQL how it is named.
    "server/operate": GAMES + (
        "server/config", "server/rating", "server/notify", "server/lobby", "server/tournament",
        "server/admin",
        "server/bots", "server/net", "server/mail/text", "server/mail/inbound",
        "server/store/sqlite", "server/store/postgres"),
    "server/operate/mail_test": LOW + ("server/config", "server/net", "server/store",
                                       "server/mail/mime", "server/mail/outbound"),
    "server/app": API_SEES + SOCIAL + API_FOLDERS + (
        "server/config", "server/operate", "server/operate/mail_test", "server/bots",
        "server/cluster", "server/web", "server/store", "server/mail/outbound",
        "server/mail/inbound"),
}

# Rooms of one folder, from the ground up: a room includes only rooms that stand before it.
ROOMS = {
    "protocol": ("json", "boards", "games", "tournaments", "people", "records", "client"),
}

# Of the store, mails see the page and the table of their own queue, each by one file: whatever else
# they tell of, they ask of the folder that it belongs to.
STORE_OF_MAIL = {
    "server/mail/inbound/queue.hpp": ("server/store/store.hpp",),
    "server/mail/inbound/queue.cpp": ("server/store/tables/messages/inbound_mails.hpp",),
    "server/mail/outbound/queue.hpp": ("server/store/store.hpp",),
    "server/mail/outbound/queue.cpp": ("server/store/tables/messages/outbox.hpp",),
}

# Start of an external header -> the folders that may name it. The first match decides.
HOMES = {
    "boost/beast": ("server/net",),
    "boost/container": ("server/net",),
    "boost/asio": ("server/base", "server/net", "server/mail/inbound"),
    "boost/multiprecision": ("server/tournament/pairing",),
    "lemon/": ("server/tournament/pairing",),
    "boost/system": ("protocol", "server/base", "server/mail/mime", "server/notify"),
    "nlohmann/": ("protocol",),
    "spdlog/": ("server/base",),
    "fmt/": ("server/base",),
    "sodium": ("server/base",),
    "unicode/": ("server/base",),
    "date/": ("server/base",),
    "sqlite3": ("server/store/sqlite",),
    "libpq-fe": ("server/store/postgres",),
    "openssl/": ("server/notify",),
    "curl/": ("server/cli", "server/notify", "server/mail/outbound"),
    "kainjow/": ("server/http",),
    "gmime/": ("server/mail/mime",),
    "gumbo": ("server/mail/mime",),
    "agg2/": ("server/picture",),
    "ft2build": ("server/picture",),
    "png.h": ("server/picture",),
    "CLI/": ("server/app", "server/cli"),
    "toml++/": ("server/config",),
    "jemalloc/": ("server/app",),
    "resolv.h": ("server/operate/mail_test",),
}

# Source files in one folder, without those of its sub-folders.
FILES_MAX = 40

SYSTEM = re.compile(
    r"(sys|netinet|arpa|net|linux)/\w+\.h"
    r"|(unistd|grp|fcntl|signal|poll|termios|netdb|errno|dlfcn|pthread|sched|time)\.h"
    r"|(spawn|malloc|stdlib)\.h"
)
STANDARD = re.compile(r"[a-z_]+")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)', re.MULTILINE)


def folder_of(name: str):
    """The floor's folder that holds the file `name`, or None outside the floors."""
    inside = [folder for folder in MAY_INCLUDE if name.startswith(folder + "/")]
    return max(inside, key=len, default=None)


def climbs_within(folder: str, name: str, header: str):
    """True if a file of one room of `folder` includes a room that does not stand before it."""
    rooms = ROOMS.get(folder, ())
    mine, theirs = (path[len(folder) + 1:].partition("/")[0] for path in (name, header))
    return mine != theirs and mine in rooms and theirs in rooms[rooms.index(mine):]


def verdict(name: str, quote: str, header: str):
    """Why the file `name` may not include `header`, or None if it may."""
    mine = folder_of(name)
    if quote == '"':
        theirs = folder_of(header)
        if theirs is None:
            return f'"{header}" is not written from the repository root, or outside the floors'
        if theirs != mine and theirs not in MAY_INCLUDE[mine]:
            return f"{mine} may not include {theirs}: move the code down or pass the value in"
        if theirs == mine and climbs_within(mine, name, header):
            return f"{header} stands above: its room includes that of {name}, not the reverse"
        if mine in MAIL and theirs == "server/store" and header not in STORE_OF_MAIL.get(name, ()):
            return f"mails see nothing of the store but their queues, and not {header}: ask below"
        return None
    if STANDARD.fullmatch(header):
        return None
    if SYSTEM.fullmatch(header):
        return None if mine.startswith("server") else f"{mine} does without the system: <{header}>"
    homes = next((homes for start, homes in HOMES.items() if header.startswith(start)), ())
    if mine not in homes:
        return f"<{header}> belongs in {', '.join(homes) or 'no folder yet'}, not in {mine}"
    if header == "nlohmann/json.hpp" and not name.endswith((".cpp", "/precompiled.hpp")):
        return "a header shows structs: <nlohmann/json.hpp> only in .cpp files"
    return None


def check(root=ROOT) -> Iterator[Finding]:
    """Every include that climbs, or names a library outside its home."""
    for path in tracked(".cpp", ".hpp", root=root):
        name = path.relative_to(root).as_posix()
        if folder_of(name) is None:
            continue
        text = without_comments(path.read_text(), keep_strings=True)
        for match in INCLUDE.finditer(text):
            reason = verdict(name, match[1], match[2])
            if reason:
                yield Finding(path.relative_to(root), line_at(text, match.start(2)), reason)


def crowded(root=ROOT) -> Iterator[Finding]:
    """Every folder with more than FILES_MAX source files."""
    counts = collections.Counter(path.parent for path in tracked(".cpp", ".hpp", root=root))
    for folder, count in sorted(counts.items()):
        name = folder.relative_to(root)
        if count > FILES_MAX and name.parts[0] != "tests":
            yield Finding(name, 1, f"{count} source files: divide the folder into rooms")
