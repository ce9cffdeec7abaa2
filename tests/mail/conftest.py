"""Fixtures: Postfix with its milters, somebody who takes letters, and the players' mailboxes."""

import contextlib
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system")]

from post.mailboxes import LetterBox, Mailboxes  # noqa: E402
from post.office import PostOffice  # noqa: E402


@pytest.fixture(scope="session")
def hall():
    """A mail server as it is shipped, whom it delivers to, and everybody else."""
    with LetterBox() as box, Mailboxes() as mailboxes:
        with PostOffice(box.port, mailboxes.port) as office:
            yield office, box, mailboxes


@pytest.fixture
def office(hall):
    """A mail server as it is shipped; what tests before this one sent is forgotten."""
    found, *takers = hall
    found.until_empty()
    for taker in takers:
        taker.forget()
    return found


@pytest.fixture
def box(hall, office):
    """In the gateway's place."""
    return hall[1]


@pytest.fixture
def mailboxes(hall, office):
    """Everybody else's."""
    return hall[2]


@pytest.fixture
def make_office(box, mailboxes):
    """Starts other mail servers in front of `box`, and ends them."""
    with contextlib.ExitStack() as stack:
        yield lambda *options: stack.enter_context(
            PostOffice(box.port, mailboxes.port, *options))
