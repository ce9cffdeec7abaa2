"""Fixtures: Postfix with its milters, somebody who takes mails, and the players' mailboxes."""

import contextlib
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system")]

from post.mailboxes import LmtpBox, Mailboxes  # noqa: E402
from post.mail_server import MailServer  # noqa: E402


@pytest.fixture(scope="session")
def hall():
    """A mail server as it is shipped, whom it delivers to, and everybody else."""
    with LmtpBox() as box, Mailboxes() as mailboxes:
        with MailServer(box.port, mailboxes.port) as mail_server:
            yield mail_server, box, mailboxes


@pytest.fixture
def mail_server(hall):
    """A mail server as it is shipped; what tests before this one sent is forgotten."""
    found, *takers = hall
    found.until_empty()
    for taker in takers:
        taker.forget()
    return found


@pytest.fixture
def box(hall, mail_server):
    """In the site's place."""
    return hall[1]


@pytest.fixture
def mailboxes(hall, mail_server):
    """Everybody else's."""
    return hall[2]


@pytest.fixture
def make_mail_server(box, mailboxes):
    """Starts other mail servers in front of `box`, and ends them."""
    with contextlib.ExitStack() as stack:
        yield lambda *options: stack.enter_context(
            MailServer(box.port, mailboxes.port, *options))
