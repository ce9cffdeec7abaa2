"""Whole games by mail, from the first letter to the result, through a real mail server."""

import re

import pytest

from post import domains
from post.gateway import Gateway
from post.mailboxes import Mailboxes
from post.person import text_of
from post.player import Player, begin_game, is_turn, legal_points
from support.game import replay

# People write less often than these.
FAST = ("--mail-letters-per-minute", "1000")
PLIES_MAX = 200
REST_PLY = 10


@pytest.fixture
def gateway(tmp_path):
    """A server, its mail server, and everybody's mailboxes."""
    with Mailboxes() as mailboxes, Gateway(tmp_path, mailboxes, flags=FAST) as found:
        yield found


def threads(letters):
    """The subjects and roots of the threads that mails about a game belong to."""
    return {(letter.message["Subject"], (letter.message["References"] or "").split()[0])
            for letter in letters}


def test_a_whole_game_by_mail(gateway):
    ann = Player(gateway, "ann")
    bob = Player(gateway, "bob", style="html")
    cat = Player(gateway, "cat", domain=domains.OTHERS)
    game = begin_game(ann, bob, setup="9x9")
    cat.write(f"watch {game} each")
    cat.follow(cat.next(lambda letter: "?token=" in text_of(letter)))

    turns = {ann: [], bob: []}
    for ply in range(PLIES_MAX):
        player = (ann, bob)[ply % 2]
        state = ann.ask(f"/games/{game}")
        if state["status"] == "finished":
            break
        letter = player.next(is_turn)
        turns[player].append(letter)
        point = legal_points(letter)[ply * 7 % len(legal_points(letter))]
        if ply == REST_PLY:
            player.log_in()
            player.ask(f"/games/{game}/moves", {"point": point, "ply": ply})
        else:
            player.reply(letter, point)
            gateway.mailboxes.until(
                lambda _: ann.ask(f"/games/{game}")["ply"] > ply, f"{point} was not played")

    for person in (ann, bob, cat):
        result = person.next(lambda letter: "is over" in text_of(letter))
        assert list(result.message.iter_attachments()), "no record"
    gateway.office.until_empty()
    events = ann.ask(f"/games/{game}/events?limit=1000")["events"]
    replay(events)
    stones = [event for event in events if event["type"] == "move"]
    for player in (ann, bob):
        sent = [letter for letter in player.letters() if is_turn(letter)]
        assert [letter.content for letter in sent] == [letter.content for letter in turns[player]]
        assert len(threads(sent)) == 1
    assert len(turns[ann]) + len(turns[bob]) == len(stones)
    for letter in gateway.mailboxes.letters:
        assert domains.is_signed(letter.content)
        assert not re.search(rb"^List-[^\n]*=\?", letter.content, re.MULTILINE), letter.content


def test_a_game_of_four_with_one_who_leaves(gateway):
    names = ("ann", "bob", "cleo", "dan")
    players = [Player(gateway, name, style=style)
               for name, style in zip(names, ("above", "below", "html", "bare"))]
    game = begin_game(*players, setup="19x19-4p")
    ann, leaver = players[0], players[2]

    for player in players[:2]:
        letter = player.next(is_turn)
        player.reply(letter, legal_points(letter)[0])
    letter = leaver.next(is_turn)
    leaver.reply(letter, "leave")
    leaver.reply(leaver.next(lambda letter: "Do you want to leave" in text_of(letter)), "leave")
    letter = players[3].next(is_turn)
    players[3].reply(letter, legal_points(letter)[0])
    letter = ann.next(is_turn)

    gateway.office.until_empty()
    events = ann.ask(f"/games/{game}/events?limit=1000")["events"]
    replay(events)
    assert [event["type"] for event in events if event["type"] in ("move", "leave")] == [
        "move", "move", "leave", "move"]
    assert not [letter for letter in leaver.letters()[leaver.read:] if is_turn(letter)]
