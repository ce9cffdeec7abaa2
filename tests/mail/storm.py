"""Letters through Postfix while the server behind it is killed and stopped, again and again."""

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

from post.gateway import Gateway  # noqa: E402
from post.mailboxes import Mailboxes  # noqa: E402
from post.person import COMMANDS, Person  # noqa: E402

WRITERS = 4
QUEUE_S_MAX = 60
# People write less often than these; what the relay does not take is tried again soon.
FAST = ("--mail-letters-per-minute", "1000", "--mail-retry-ms", "200")


def message_id(content):
    """The Message-ID of a letter's bytes."""
    return email.message_from_bytes(content)["Message-ID"]


def lost(accepted, kept):
    """The Message-IDs that the mail server accepted and nobody has."""
    return set(accepted) - set(kept)


def check_answers(accepted, answers):
    """Fails unless every letter has one answer, and no more than one repeat of it."""
    found = {name: set() for name in accepted}
    for answer in answers:
        found[answer["In-Reply-To"]].add(answer["Message-ID"])
    for name, ids in found.items():
        first = {answer for answer in ids if ".again@" not in answer}
        assert len(first) == 1 and len(ids) <= 2, f"{name} was answered with {ids}"


def write_letters(office, mailboxes, count, seed=1, pause_s=0.0):
    """Several people write so many letters; yields the Message-IDs of those that were accepted."""
    accepted, fence = [], threading.Lock()

    def write(number):
        person = Person(office, mailboxes, f"player{number}")
        chance = random.Random(f"{seed}-{number}")
        for turn in range(number, count, WRITERS):
            content = person.post(person.letter(COMMANDS, f"letter {turn}", "help"))
            with fence:
                accepted.append(message_id(content))
            time.sleep(chance.uniform(0, 2 * pause_s))

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    return accepted, writers


def end_and_return(server, chance):
    """Ends the server, three times of four by kill -9, and starts it again a little later."""
    if chance.random() < 0.25:
        server.terminate()
        server.wait()
    else:
        server.kill()
    time.sleep(chance.uniform(0, 0.2))
    server.start()


def deliver_through_kills(folder, letters, kills, seed=1):
    """Sends letters while the server is killed; fails if one is lost; yields figures."""
    chance = random.Random(seed)
    began = time.monotonic()
    with Mailboxes() as mailboxes, Gateway(folder, mailboxes,
                                                 flags=FAST) as gateway:
        pause = kills * 1.0 * WRITERS / letters
        accepted, writers = write_letters(gateway.office, mailboxes, letters, seed, pause)
        for _ in range(kills):
            time.sleep(chance.uniform(0.1, 0.9))
            end_and_return(gateway.server, chance)
        for writer in writers:
            writer.join()
        gateway.office.until_empty(QUEUE_S_MAX)
        gateway.settle(letters)
        kept = [message_id(content) for content in gateway.letters()]
        limited = {message_id(content) for (content,) in gateway.ask_database(
            "SELECT raw FROM letters WHERE outcome = 'dropped-limited'")}
        deferred = gateway.office.log.count("status=deferred")
    assert len(accepted) == letters
    assert not lost(accepted, kept), lost(accepted, kept)
    assert set(kept) == set(accepted), "letters that nobody wrote"
    # Strangers get so many answers and no more.
    check_answers(set(accepted) - limited, [letter.message for letter in mailboxes.letters])
    return {"letters": letters, "kills": kills, "deferred": deferred,
            "over the limit of strangers": len(limited),
            "delivered twice": len(kept) - len(set(kept)),
            "seconds": round(time.monotonic() - began)}


def main(told, through_kills):
    """Runs a storm as the command line says: how many letters, how many kills, which seed."""
    parser = argparse.ArgumentParser(description=told)
    parser.add_argument("letters", nargs="?", type=int, default=500)
    parser.add_argument("kills", nargs="?", type=int, default=50)
    parser.add_argument("seed", nargs="?", type=int, default=random.randrange(1 << 16))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"seed {chosen.seed}", flush=True)
        print(through_kills(pathlib.Path(folder), chosen.letters, chosen.kills, chosen.seed))


if __name__ == "__main__":
    main(__doc__, deliver_through_kills)
