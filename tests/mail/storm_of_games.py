"""Whole games by mail while the server is killed, and mailboxes refuse mails for a while."""

import concurrent.futures
import random
import re
import time

from storm import FAST, end_and_return, main, message_id
from post.site import Site
from post.mailboxes import Mailboxes
from post.player import Player, begin_game, is_turn, legal_points
from support import rows  # noqa: E402
from support.game import replay
from support.patience import PATIENCE_S

PLIES_A_GAME = 125  # such a game lasts longer
WAIT_S = PATIENCE_S
SETUP = "13x13"


class Game:
    """Two people who play by mail, one mail after another, some mails sent twice."""

    def __init__(self, site, number, seed):
        self.chance = random.Random(f"{seed}-{number}")
        self.players = [Player(site, f"{seat}{number}", style=style)
                        for seat, style in (("black", "above"), ("white", "html"))]
        self.id = begin_game(*self.players, setup=SETUP)
        self.points = []
        self.seen = set()
        self.sent = 0

    def _is_new_turn(self, mail):
        return is_turn(mail) and message_id(mail.content) not in self.seen

    def play(self, plies):
        """Answers so many turn mails, each with one of the points that it offers."""
        for ply in range(plies):
            player = self.players[ply % 2]
            mail = player.next(self._is_new_turn, seconds=WAIT_S)
            self.seen.add(message_id(mail.content))
            point = self.chance.choice(legal_points(mail))
            content = player.reply(mail, point)
            self.points.append(point)
            self.sent += 1
            if self.chance.random() < 0.2:
                to = mail.message["Reply-To"]
                player.post_bytes(content, re.search(r"[^\s<]+@[^\s>]+", to)[0])
                self.sent += 1
        return self

    def turn_mails(self):
        """The Message-IDs of all mails that named the turn, each with the number of its player."""
        return {(number, message_id(mail.content))
                for number, player in enumerate(self.players)
                for mail in player.mails() if is_turn(mail)}


def moody(seed):
    """Mailboxes that refuse one mail in six for a while; nothing that is seldom is lost."""
    chance = random.Random(f"{seed}-moods")
    return lambda envelope, number: "451 4.2.0 later" if chance.random() < 1 / 6 else None


def check(points, events, turn_mails):
    """Fails unless each mail placed its one stone and each turn was told of in one mail."""
    replay(events)
    stones = [event["data"]["point"] for event in events if event["type"] == "move"]
    assert stones == points, f"{stones} were placed, {points} were written"
    told = [sum(number == seat for number, _ in turn_mails) for seat in (0, 1)]
    turns = len(stones) + 1
    assert told == [(turns + 1) // 2, turns // 2], f"{turns} turns were told of in {told} mails"


def still_waiting(site):
    """The mails in and out of each that are not done, to look for a fault."""
    incoming = rows.waiting_mails_in(site.server)
    outgoing = rows.waiting_mails_out(site.server)
    return f"mails in {incoming}; mails out {outgoing}; queue {site.mail_server.queue()}"


def play_through_kills(folder, mails, kills, seed=1):
    """Plays until so many mails were written; fails if one is lost or counts twice."""
    games = max(2, -(-mails // PLIES_A_GAME))
    plies = -(-mails // games)
    chance = random.Random(seed)
    with Mailboxes() as mailboxes, Site(folder, mailboxes, flags=FAST) as site:
        tables = [Game(site, number, seed) for number in range(games)]
        began = time.monotonic()
        mailboxes.judge = moody(seed)
        ended = 0
        with concurrent.futures.ThreadPoolExecutor(games) as pool:
            playing = [pool.submit(table.play, plies) for table in tables]
            while not all(one.done() for one in playing):
                time.sleep(chance.uniform(0.1, 0.9))
                if ended < kills:
                    end_and_return(site.server, chance)
                    ended += 1
            for one in playing:
                if one.exception():
                    raise AssertionError(still_waiting(site)) from one.exception()
        mailboxes.judge = lambda envelope, number: None
        site.settle(0)
        for table in tables:
            player = table.players[0]
            events = player.ask(f"/games/{table.id}/events?limit=1000")["events"]
            check(table.points, events, table.turn_mails())
        deferred = site.mail_server.log.count("status=deferred")
    return {"games": games, "mails": sum(table.sent for table in tables), "kills": ended,
            "deferred": deferred, "seconds": round(time.monotonic() - began)}


if __name__ == "__main__":
    main(__doc__, play_through_kills)
