"""A record of everything that clients asked and were told, and of what is stored in the end."""

import dataclasses
from typing import NamedTuple

# The outcomes of an attempt. Nothing of a REFUSED or BUSY one is stored; BUSY may be tried again.
# No one knows of one in DOUBT.
OK, REFUSED, BUSY, DOUBT = "ok", "refused", "busy", "doubt"


class Open(NamedTuple):
    """Opens a game; the key tells a repeat from another one."""

    creator: str
    key: str


class Join(NamedTuple):
    """Takes a seat."""

    game: int
    handle: str


class Move(NamedTuple):
    """Places a stone."""

    game: int
    seat: str
    point: str
    ply: int


class Read(NamedTuple):
    """Looks at a game, from its first event on."""

    game: int


class Attempt(NamedTuple):
    """A request of a client, from before it was sent until after it was answered or given up.

    Instants are seconds of one clock. `events` are those that the answer has shown, and `seq` is
    the last one that the answer knows; `game` is known of an Open once it was answered. `status`
    is HTTP's, or 0 if there was no answer.
    """

    client: str
    node: str
    command: Open | Join | Move | Read
    begin: float
    end: float
    outcome: str
    game: int | None = None
    seq: int | None = None
    events: tuple = ()
    status: int = 0


class Push(NamedTuple):
    """An event as a subscriber got it."""

    at: float
    event: dict


@dataclasses.dataclass
class History:
    """All of it. `logs` are the events of every game there is, read after the last attempt.

    `pushed` is what each subscriber got, by (subscriber, game), over all connections that it made.
    `outages` are when no node ran, from and until; such an instant and `epoch` are the time of day.
    """

    attempts: list[Attempt] = dataclasses.field(default_factory=list)
    pushed: dict[tuple[str, int], list[Push]] = dataclasses.field(default_factory=dict)
    logs: dict[int, list[dict]] = dataclasses.field(default_factory=dict)
    outages: list[tuple[float, float]] = dataclasses.field(default_factory=list)
    epoch: float = 0

    def of_commands(self):
        """The attempts of each command that changes something, in the order of their beginnings."""
        found = {}
        for attempt in sorted(self.attempts, key=lambda one: one.begin):
            if not isinstance(attempt.command, Read):
                found.setdefault(attempt.command, []).append(attempt)
        return found

    def stored(self, command, game=None):
        """The events that a command has left in the log of its game."""
        number = game if isinstance(command, Open) else command.game
        return [event for event in self.logs.get(number, ()) if is_of(event, command)]


def is_of(event, command):
    """Whether an event of the command's game is what the command asks for."""
    data = event["data"]
    if isinstance(command, Move):
        return event["type"] == "move" and \
            (data["seat"], data["point"], data["ply"]) == command[1:]
    if isinstance(command, Join):
        return event["type"] == "join" and data["handle"] == command.handle
    return event["type"] == "open" and data["creator"]["handle"] == command.creator
