"""Whole games by mail, from the first mail to the result, through a real mail server."""

import json
import random
import re

import pytest

from post import domains
from post.site import Site
from post.hurry import hurried_point
from post.mailboxes import Mailboxes
from post.person import STYLES, text_of
from post.player import Player, begin_game, is_turn, legal_points
from support.game import referee_of, replay
from support.naive_tanbo import SEATS

# People write less often than these.
FAST = ("--mail-replies-per-minute", "1000")
PLIES_MAX = 200
REST_PLY = 10
# The third of four leaves when it is their third turn.
LEAVING_PLY = 10


@pytest.fixture
def site(tmp_path):
    """A server, its mail server, and everybody's mailboxes."""
    with Mailboxes() as mailboxes, Site(tmp_path, mailboxes, flags=FAST) as found:
        yield found


def threads(mails):
    """The subjects and roots of the threads that mails about a game belong to."""
    return {(mail.message["Subject"], (mail.message["References"] or "").split()[0])
            for mail in mails}


def test_a_whole_game_by_mail(site):
    ann = Player(site, "ann")
    bob = Player(site, "bob", style="html")
    cat = Player(site, "cat", domain=domains.OTHERS)
    game = begin_game(ann, bob, setup="9x9")
    cat.write(f"watch {game} each")
    cat.follow(cat.next(lambda mail: "?token=" in text_of(mail)))

    turns = {ann: [], bob: []}
    for ply in range(PLIES_MAX):
        player = (ann, bob)[ply % 2]
        state = ann.ask(f"/games/{game}")
        if state["status"] == "finished":
            break
        mail = player.next(is_turn)
        turns[player].append(mail)
        point = legal_points(mail)[ply * 7 % len(legal_points(mail))]
        if ply == REST_PLY:
            player.log_in()
            player.ask(f"/games/{game}/moves", {"point": point, "ply": ply})
        else:
            player.reply(mail, point)
            site.mailboxes.until(
                lambda _: ann.ask(f"/games/{game}")["ply"] > ply, f"{point} was not played")

    for person in (ann, bob, cat):
        result = person.next(lambda mail: "is over" in text_of(mail))
        assert list(result.message.iter_attachments()), "no record"
    site.mail_server.until_empty()
    events = ann.ask(f"/games/{game}/events?limit=1000")["events"]
    replay(events)
    stones = [event for event in events if event["type"] == "move"]
    for player in (ann, bob):
        sent = [mail for mail in player.mails() if is_turn(mail)]
        assert [mail.content for mail in sent] == [mail.content for mail in turns[player]]
        assert len(threads(sent)) == 1
    assert len(turns[ann]) + len(turns[bob]) == len(stones)
    for mail in site.mailboxes.mails:
        assert domains.is_signed(mail.content)
        assert not re.search(rb"^List-[^\n]*=\?", mail.content, re.MULTILINE), mail.content


def told_to_go(mail):
    """The roots that a mail says were removed, with their stones, in order."""
    text = " ".join(text_of(mail).split())
    return [(seat, root, int(stones)) for seat, root, stones in re.findall(
        r"removes (\w+)'s root from (\w+) \((\d+) stones?\)", text)]


def lifted(outcome):
    """The same, of what the referee says."""
    return [(root["seat"], root["root"], len(root["points"])) for root in outcome["removed"]]


def records_of(mail):
    """The attachments of a result mail: the record, and the game in SGF."""
    parts = {part.get_filename().rpartition(".")[2]: part.get_content()
             for part in mail.message.iter_attachments()}
    return json.loads(parts["json"]), parts["sgf"]


class Table:
    """A game of four by mail, with a referee beside it, and the next news of each."""

    def __init__(self, site, names):
        self.players = dict(zip(SEATS, (Player(site, name, style=style)
                                        for name, style in zip(names, STYLES))))
        self.game = begin_game(*self.players.values(), setup="19x19-4p")
        self.referee = referee_of(self.players[SEATS[0]].ask(f"/games/{self.game}"))
        self.chance = random.Random(1)
        self.news = {seat: [] for seat in self.players}
        self.turns = dict.fromkeys(self.players, 0)
        self.last = []

    def turn(self):
        """The next turn, and the mail about it, which tells what the referee knows."""
        seat = self.referee.to_move
        mail = self.players[seat].next(is_turn)
        assert legal_points(mail) == self.referee.legal(seat)
        assert told_to_go(mail) == self.news[seat]
        self.turns[seat] += 1
        return seat, mail

    def tell(self, outcome, mover=None):
        """Something has happened that everybody is told of but who has done it."""
        self.last = lifted(outcome)
        for news in self.news.values():
            news.extend(self.last)
        if mover:
            self.news[mover].clear()

    def play(self):
        """Who is to move answers the mail with a point."""
        seat, mail = self.turn()
        point = hurried_point(self.referee, SEATS[0], self.chance)
        self.players[seat].reply(mail, point)
        self.tell(self.referee.play(point), seat)

    def leave(self):
        """Who is to move leaves, and says so once more when asked."""
        seat, mail = self.turn()
        player = self.players[seat]
        player.reply(mail, "leave")
        player.reply(player.next(lambda one: "Your roots are removed" in text_of(one)),
                     "leave")
        self.tell(self.referee.leave(seat))
        return seat


def test_a_game_of_four_with_one_who_leaves(site):
    table = Table(site, ("ann", "bob", "cleo", "dan"))

    for _ in range(LEAVING_PLY):
        table.play()
    leaver = table.leave()
    while table.referee.to_move:
        table.play()

    referee = table.referee
    assert referee.places[leaver] == len(SEATS[:4])
    for seat, player in table.players.items():
        result = player.next(lambda mail: "is over" in text_of(mail))
        record, sgf = records_of(result)
        states = replay(record["events"])
        assert states[len(states)]["places"] == record["result"]["places"] == referee.places
        assert sgf.startswith(b"(;") and sgf.count(b";") > referee.ply
        assert told_to_go(result)[-len(table.last):] == table.last
        sent = [mail for mail in player.mails() if is_turn(mail)]
        assert len(sent) == table.turns[seat]
        out = [mail for mail in player.mails() if "You are out of game" in text_of(mail)]
        assert len(out) == (referee.places[seat] == 3), "told of the loss of the last root"
        assert len(threads([*sent, result])) == 1
    seats = [event["data"]["seat"] for event in record["events"] if event["type"] == "move"]
    assert len(seats) == referee.ply
    assert leaver in seats[:LEAVING_PLY] and leaver not in seats[LEAVING_PLY:]
    site.mail_server.until_empty()
    assert all(domains.is_signed(mail.content) for mail in site.mailboxes.mails[::10])
