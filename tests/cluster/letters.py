"""Mails that are given to two nodes each, while nodes are killed: each acts once."""

import asyncio
import collections
import contextlib
import pathlib
import random
import re
import smtplib
import tempfile
import time
from email.utils import formatdate

from cluster import name_of
from faults import Place, nodes_at
from network import OWN_ADDRESS
from support import rows
from support.lmtp import DOMAIN
from support.relay import Relay, relay_flags
from support.rest import Rest

CHECKED_BY = "mx.example"
MANY = ("--mail-authserv-id", CHECKED_BY, "--mail-replies-per-minute", "10000",
        "--limits-messages-per-minute", "60000")
WRITERS = ("ann", "bob", "cat", "dan")
DOMAIN_OF_WRITERS = "mail.example"
KILL_EVERY_S = (0.5, 5.5)
AGAIN_AFTER_S = 0.05
DONE_S_MAX = 120
SENT_AT_ONCE = 2  # by a node
STRAY_S = 3  # whatever is sent once more than it should be, comes within it


@contextlib.asynccontextmanager
async def mail_nodes(machines, database, relay):
    """Nodes that take mails at `lmtp`, a Unix socket each, and hand theirs to the relay."""
    with tempfile.TemporaryDirectory(prefix="tanbo-letters-") as home:
        folders = [pathlib.Path(home) / str(number) for number, _ in enumerate(machines)]
        for folder in folders:
            folder.mkdir()
        async with nodes_at([Place(machine, database, (*relay_flags(folder, relay), *MANY))
                             for machine, folder in zip(machines, folders)]) as nodes:
            for node, folder in zip(nodes, folders):
                node.lmtp = folder / "lmtp"
            yield nodes


class Letter:
    """A mail by which somebody says something in a game."""

    def __init__(self, number, game, twin=""):
        writer = f"{WRITERS[number % len(WRITERS)]}@{DOMAIN_OF_WRITERS}"
        self.id = f"<letter-{number}{twin}@{DOMAIN_OF_WRITERS}>"
        self.words = f"letter {number}"
        self.text = "\r\n".join((
            f"Authentication-Results: {CHECKED_BY}; dmarc=pass header.from={DOMAIN_OF_WRITERS}",
            f"From: {writer}", f"To: games@{DOMAIN}", f"Subject: {self.words}",
            f"Date: {formatdate()}", f"Message-ID: {self.id}", "",
            f"say {game} {self.words}", ""))

    async def give(self, node):
        """Gives it to a node, again and again until that one has taken it, as a mail server does.

        No thread is kept between two tries: one is needed to start the node again.
        """
        while not await asyncio.to_thread(self._is_taken, node):
            await asyncio.sleep(AGAIN_AFTER_S)

    def _is_taken(self, node):
        with contextlib.suppress(OSError, smtplib.SMTPException):
            with smtplib.LMTP(str(node.lmtp)) as client:
                client.sendmail("mx@mail.example", [f"games@{DOMAIN}"], self.text)
            return True
        return False


async def seat_writers(rest, relay):
    """Two games of writers with verified addresses; the game of each writer."""
    players = [await verified(rest, relay, name) for name in WRITERS]
    games = []
    for black, white in (players[:2], players[2:]):
        game = await black.open_game(setup="9x9")
        await white.join(game["id"])
        games += [game["id"]] * 2
    return games


async def verified(rest, relay, name):
    """An account with an address; its owner has followed the link that was mailed there."""
    player, address = await rest.account(name), f"{name}@{DOMAIN_OF_WRITERS}"
    await player.name_address(address)
    await asyncio.to_thread(relay.wait_for, lambda: relay.of(address))
    text = relay.of(address)[0].get_body(("plain",)).get_content()
    token = re.search(r"/account/verify\?token=(\S+)", text)[1]
    await rest.nobody.request(
        "POST", "//account/verify", data=f"token={token}".encode(), expect=200,
        headers={"Content-Type": "application/x-www-form-urlencoded"})
    return player


async def give_letters(machines, pair, count, kills, twins=0, seed=17):
    """Gives so many letters to two nodes each, while nodes are killed.

    So many of them have a twin that says the same under another Message-ID. Yields what is wrong,
    and figures.
    """
    chance, database = random.Random(seed), pair.new_database()
    with Relay(OWN_ADDRESS) as relay:
        async with mail_nodes(machines, database, relay) as nodes:
            async with Rest(nodes[0]) as rest:
                games = await seat_writers(rest, relay)
            letters = [Letter(number, games[number % len(games)]) for number in range(count)]
            letters += [Letter(number, games[number % len(games)], "-twin")
                        for number in range(twins)]
            begin = time.monotonic()
            killing = asyncio.create_task(kill_meanwhile(nodes, kills, chance))
            pause_s = kills * sum(KILL_EVERY_S) / 2 / len(letters)
            await give_all(letters, nodes, pause_s, chance)
            await killing
            await until_answered(letters, relay)
            seconds = time.monotonic() - begin
        said = rows.messages_in_postgres(pair.primary, name_of(database))
    answers = [mail for mail in relay.mails if mail["In-Reply-To"]]
    wrong = [*not_said_once(letters, said), *not_answered_once(letters, answers),
             *sent_too_often(relay.mails, kills)]
    return wrong, {"letters": len(letters), "kills": kills, "said": len(said),
                   "mails": len(relay.mails), "repeated": sum(repeats(relay.mails).values()),
                   "seconds": seconds}


async def give_all(letters, nodes, pause_s, chance):
    """Each to two nodes at once."""
    giving = []
    for letter in letters:
        for node in chance.sample(nodes, 2):
            giving.append(asyncio.create_task(letter.give(node)))
        await asyncio.sleep(pause_s)
    await asyncio.gather(*giving)


async def kill_meanwhile(nodes, kills, chance):
    """kill -9 of nodes, which are started again."""
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(*KILL_EVERY_S))
        chance.choice(nodes).kill()


async def until_answered(letters, relay):
    """Waits until each letter was answered, and a little longer."""
    ids, end = {letter.id for letter in letters}, time.monotonic() + DONE_S_MAX
    while not ids <= {mail["In-Reply-To"] for mail in relay.mails} and time.monotonic() < end:
        await asyncio.sleep(0.1)
    await asyncio.sleep(STRAY_S)


def not_said_once(letters, said):
    """Letters with words in no game, or more than once."""
    times = collections.Counter(said)
    for words in sorted({letter.words for letter in letters}):
        if times[words] != 1:
            yield f"{words} was said {times[words]} times"


def not_answered_once(letters, answers):
    """Letters that have no answer, or several: the one to what was given again does not count."""
    found = collections.defaultdict(set)
    for answer in answers:
        if ".again" not in answer["Message-ID"]:
            found[answer["In-Reply-To"]].add(answer["Message-ID"])
    for letter in letters:
        if len(found[letter.id]) != 1:
            yield f"{letter.id} was answered by {sorted(found[letter.id])}"


def repeats(mails):
    """How often each mail was sent again, by its Message-ID; those that were not are left out."""
    sent = collections.Counter(mail["Message-ID"] for mail in mails)
    return {name: count - 1 for name, count in sent.items() if count > 1}


def sent_too_often(mails, kills):
    """A kill may repeat what a node was sending, and nothing else."""
    again = repeats(mails)
    if sum(again.values()) > kills * SENT_AT_ONCE:
        yield f"{kills} kills, and sent again: {again}"
    for name in again:
        texts = {mail.as_string() for mail in mails if mail["Message-ID"] == name}
        if len(texts) > 1:
            yield f"{name} was sent with different words: {texts}"
