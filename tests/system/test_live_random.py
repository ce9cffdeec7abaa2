"""Random messages to the live socket are answered as asyncapi.yaml says."""

import json
import random

import pytest

from support.calls import ASYNCAPI, REQUESTS, payload
from support.challenges import challenge
from support.contract import ContractError
from support.live import CONTRACT, Live
from support.rest import Rest, start_game

MESSAGES = 3000
JUNK = [None, True, False, -1, 0, 1, 7, 1.5, 2 ** 31, 2 ** 63, "", "x", "9x9", "black", "é" * 30,
        [], [1], ["legal"], {}, {"a": 1}, [[[[1]]]], "k" * 300]
TEXTS = ['', ' ', '{', '[]', '7', 'null', '"op"', '{}', '{"op":}', '{"op":"ping"}}',
         '{"op":"say","body":}', '{"op":"say","body":{}', '{"op":"ping","op":"ping"}',
         '{"body":{"op":"ping"}}', "[" * 900, '{"op":"\\ud800"}']


# The examples of the contract are of games and people that are not there.
OWN = [{"op": "create-challenge", "body": {"setup": "9x9"}},
       {"op": "move", "game": 1, "point": "C2", "ply": 0},
       {"op": "set-plan", "game": 1, "body": {
           "ply": 0, "plan": [{"if": [{"seat": "black", "point": "C2"}], "then": "B7"}]}}]


def seeds():
    """The contract's examples of requests and some more, by op."""
    found = {op: [one for one in OWN if one["op"] == op] for op in REQUESTS}
    for operation in ASYNCAPI["operations"].values():
        if operation["action"] == "receive":
            message = operation["messages"][0]["$ref"].rpartition("/")[2]
            for example in ASYNCAPI["components"]["messages"][message]["examples"]:
                found[example["payload"]["op"]].append(example["payload"])
    return found


class Author:
    """Writes messages about games and challenges that there are, or are not."""

    def __init__(self, chance, games, challenges, token):
        self.chance = chance
        topics = ["lobby", "me", *(f"game:{game}" for game in [*games, 999])]
        self.of_world = {"game": [*games, 999], "challenge": [*challenges, 999], "topic": topics,
                         "token": [token, "tbo_x"], "ply": [0, 1, 2], "seq": [0, 3, 4],
                         "proposal": [4, 5]}
        self.seeds = seeds()

    def message(self):
        """A message that is meant well."""
        op = self.chance.choice(sorted(self.seeds))
        while op == "leave" and self.chance.random() < 0.9:  # it ends a game
            op = self.chance.choice(sorted(self.seeds))
        found = dict(self.chance.choice(self.seeds[op]))
        found.pop("id", None)
        found.pop("epoch", None)
        for name in set(found) & set(self.of_world):
            found[name] = self.chance.choice(self.of_world[name])
        for name in sorted(set(found) - set(REQUESTS[op]["required"])):
            if self.chance.random() < 0.4:
                del found[name]
        return found

    def spoil(self, found):
        """Changes one thing about it, at its top or deeper."""
        inner = found.get("body")
        at = inner if isinstance(inner, dict) and self.chance.random() < 0.5 else found
        names = sorted(set(at) - {"op", "id"}) or ["game"]
        name = self.chance.choice([*names, "colour", "limit", "room", "key", "body", "include"])
        if self.chance.random() < 0.3:
            at.pop(name, None)
        else:
            at[name] = self.chance.choice(JUNK)
        return found

    def text(self, number):
        """(its op, its id, text) of any message; with that id, or without one."""
        kind = self.chance.random()
        if kind < 0.04:
            return None, None, self.chance.choice(TEXTS)
        found = self.message()
        if self.chance.random() < 0.95:
            found["id"] = number
        if kind < 0.08:
            found["op"] = self.chance.choice(JUNK)
        elif kind < 0.55:
            found = self.spoil({**found, "body": dict(found["body"])} if "body" in found else found)
        text = json.dumps(found)
        if kind > 0.97:
            text = text[:self.chance.randrange(len(text))]
        return found["op"], found.get("id"), text


def is_sound(text):
    """Whether the contract has such a request."""
    try:
        message = json.loads(text)
        CONTRACT.schemas.check(CLOSED[message["op"]], message, text)
    except (ValueError, TypeError, KeyError, ContractError):
        return False
    return True


def closed_requests():
    """The schemas of requests within the document that the checks are made with."""
    closed = CONTRACT.schemas.document["components"]["schemas"]
    names = {id(schema): name for name, schema in ASYNCAPI["components"]["schemas"].items()}
    return {op: closed[names[id(schema)]] for op, schema in REQUESTS.items()}


CLOSED = closed_requests()


async def one_answer(live, op, number, text):
    """Sends a text and yields its answer, which comes after all answers before it."""
    before = sum("re" in message for message in live.messages)
    await live.send_text(op, number, text)
    await live.until(lambda: sum("re" in message for message in live.messages) > before)
    return [message for message in live.messages if "re" in message][before]


async def world(rest):
    """(black, the ids of games of theirs, of challenges)."""
    game, (black, white) = await start_game(rest, setup="9x9")
    games = [game["id"]]
    for owner, guest in [(black, white), (white, black)] * 3:
        made = await owner.open_game(setup="9x9", seats=["me", guest.handle])
        games.append((await guest.join(made["id"]))["id"])
    games += [(await white.open_game(setup="9x9"))["id"] for _ in range(2)]
    challenges = [(await challenge(white, seats=["me", whom]))["id"]
                  for whom in ["open", black.handle] * 3]
    return black, games, challenges


async def answers_to(server, count, seed):
    """(op, id, text, answer) of so many messages over several sockets."""
    chance = random.Random(seed)
    async with Rest(server) as rest:
        black, games, challenges = await world(rest)
        author = Author(chance, games, challenges, black.token)
        told = []
        for begin in range(0, count, 250):
            async with Live(server, black.token if begin % 1000 != 750 else None) as live:
                for number in range(begin, min(begin + 250, count)):
                    op, own_id, text = author.text(number)
                    told.append((op, own_id, text, await one_answer(live, op, own_id, text)))
    return told


async def test_random_messages_are_answered_as_the_contract_says(server):
    told = await answers_to(server, MESSAGES, seed=45)

    done = set()
    for op, own_id, text, answer in told:
        assert answer["re"] in (own_id, None)
        if answer["ok"]:
            assert is_sound(text), text
            assert answer["re"] == own_id
            done.add(op)
        elif answer["re"] != own_id:
            assert answer["error"]["code"] in ("malformed-json", "invalid-field"), (text, answer)
    assert len(told) == MESSAGES
    # Most were done somewhere: a game has no pause to end, for example.
    assert len(done) >= 20, sorted(set(REQUESTS) - done)
    assert 0.1 * MESSAGES < sum(answer["ok"] for *_, answer in told) < 0.8 * MESSAGES


def test_what_is_not_sound_is_seen():
    assert is_sound('{"op":"say","game":1,"body":{"text":"Hi"}}')
    for text in ('{"op":"say","game":1,"body":{"text":"Hi","x":1}}', '{"op":"say","game":1}',
                 '{"op":"list-games","limit":201}', '{"op":"dance"}', "{", "7"):
        assert not is_sound(text), text


def test_the_answer_of_each_op_is_its_own():
    game = ASYNCAPI["components"]["messages"]["listed_games"]["examples"][0]["payload"]
    CONTRACT.check(game, "list-games")

    with pytest.raises(ContractError):
        CONTRACT.check(game, "list-turns")
    with pytest.raises(ContractError):
        CONTRACT.check({**game, "body": {}}, "list-games")
    answer = payload({"$ref": "#/components/messages/listed_games"})
    assert answer["required"] == ["re", "ok", "body"]
