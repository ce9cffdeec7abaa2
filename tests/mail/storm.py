"""Mails through Postfix while the server behind it is killed and stopped, again and again."""

import argparse
import email
import pathlib
import random
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "system")]

from post.site import Site  # noqa: E402
from post.mailboxes import Mailboxes  # noqa: E402
from post.person import COMMANDS  # noqa: E402
from post.player import Player, begin_game  # noqa: E402
from support import rows  # noqa: E402
from support.patience import PATIENCE_S  # noqa: E402

QUEUE_S_MAX = PATIENCE_S
# People write less often than these; what the relay does not take is tried again soon.
FAST = ("--mail-replies-per-minute", "1000", "--limits-messages-per-minute", "60000",
        "--mail-retry-ms", "200")
# So many mails of a hundred are sent twice.
TWICE = 20


def message_id(content):
    """The Message-ID of a mail's bytes."""
    return email.message_from_bytes(content)["Message-ID"]


def lost(accepted, kept):
    """The Message-IDs that the mail server accepted and no one has."""
    return set(accepted) - set(kept)


def check_answers(accepted, answers):
    """Fails unless every mail has one answer, and no more than one repeat of it."""
    found = {name: set() for name in accepted}
    for answer in answers:
        found[answer["In-Reply-To"]].add(answer["Message-ID"])
    for name, ids in found.items():
        first = {answer for answer in ids if ".again" not in answer}
        assert len(first) == 1 and len(ids) <= 2, f"{name} was answered with {ids}"


def check_said(mails, said):
    """Fails unless each mail was said in its game once."""
    assert sorted(said) == sorted(f"mail {number}" for number in range(mails)), said


def write_mails(writers, count, words, seed=1, pause_s=0.0):
    """Several people write so many mails, some of them twice, each what `words` yields for it.

    Yields the Message-IDs of those that were accepted, which grow, and the threads that write.
    """
    accepted, fence = [], threading.Lock()

    def write(first, person):
        chance = random.Random(f"{seed}-{first}")
        for number in range(first, count, len(writers)):
            mail = person.mail(COMMANDS, f"mail {number}", words(person, number))
            content = person.post(mail)
            with fence:
                accepted.append(message_id(content))
            if chance.randrange(100) < TWICE:
                person.post_bytes(content, COMMANDS)
            time.sleep(chance.uniform(0, 2 * pause_s))

    threads = [threading.Thread(target=write, args=pair) for pair in enumerate(writers)]
    for thread in threads:
        thread.start()
    return accepted, threads


def end_and_return(server, chance):
    """Ends the server, three times of four by kill -9, and starts it again a little later."""
    if chance.random() < 0.25:
        server.terminate()
        server.wait()
    else:
        server.kill()
    time.sleep(chance.uniform(0, 0.2))
    server.start()


def seat_writers(site):
    """Four players in two games, and the game of each."""
    writers = [Player(site, name) for name in ("ann", "bob", "cat", "dan")]
    games = {}
    for pair in (writers[:2], writers[2:]):
        games |= dict.fromkeys(pair, begin_game(*pair, setup="9x9"))
    site.settle(len(site.mails()))
    site.mailboxes.forget()
    return writers, games


def deliver_through_kills(folder, mails, kills, seed=1):
    """Sends mails while the server is killed; fails if one is lost or counts twice.

    Each says something in a game and is answered. Yields figures.
    """
    chance = random.Random(seed)
    with Mailboxes() as mailboxes, Site(folder, mailboxes, flags=FAST) as site:
        writers, games = seat_writers(site)
        before = len(site.mails())
        began = time.monotonic()
        pause = kills * 1.0 * len(writers) / mails
        accepted, writing = write_mails(
            writers, mails, lambda person, number: f"say {games[person]} mail {number}", seed,
            pause)
        for _ in range(kills):
            time.sleep(chance.uniform(0.1, 0.9))
            end_and_return(site.server, chance)
        for thread in writing:
            thread.join()
        site.mail_server.until_empty(QUEUE_S_MAX)
        site.settle(before + mails)
        kept = [message_id(content) for content in site.mails()[before:]]
        said = rows.messages(site.server)
        deferred = site.mail_server.log.count("status=deferred")
    assert len(accepted) == mails
    assert not lost(accepted, kept), lost(accepted, kept)
    assert set(kept) == set(accepted), "mails that nobody wrote"
    check_said(mails, said)
    check_answers(accepted, [mail.message for mail in mailboxes.mails])
    return {"mails": mails, "kills": kills, "deferred": deferred,
            "delivered twice": len(kept) - len(set(kept)),
            "seconds": round(time.monotonic() - began)}


def main(told, through_kills):
    """Runs a storm as the command line says: how many mails, how many kills, which seed."""
    parser = argparse.ArgumentParser(description=told)
    parser.add_argument("mails", nargs="?", type=int, default=500)
    parser.add_argument("kills", nargs="?", type=int, default=50)
    parser.add_argument("seed", nargs="?", type=int, default=random.randrange(1 << 16))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"seed {chosen.seed}", flush=True)
        print(through_kills(pathlib.Path(folder), chosen.mails, chosen.kills, chosen.seed))


if __name__ == "__main__":
    main(__doc__, deliver_through_kills)
