"""Pairings that anyone can make again, by the report and the secret."""

import random
import subprocess

from support.patience import PATIENCE_S
from support.rest import Rest
from support.server import BIN
from support.tournaments import played, seen

TANBO = BIN.parent / "tanbo"


def pair(report, secret, *more, status=0):
    """The lines that `tanbo pair` prints of a report on standard input."""
    done = subprocess.run([TANBO, "pair", "-", "--secret", secret, *more], input=report,
                          capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def lines_of(round_of_event):
    """The same of a round, as the server tells it."""
    lines = [f"{table['table']}\t" + "\t".join(side["handle"] for side in table["players"])
             for table in round_of_event["tables"]]
    lines += [f"bye\t{one['handle']}" for one in round_of_event["resting"] if one["kind"] == "bye"]
    return "\n".join(lines) + "\n"


def moved(report):
    """The report with the names of its first two players exchanged."""
    lines = report.splitlines(keepends=True)
    first, second = [i for i, line in enumerate(lines) if line.startswith("001")][:2]
    names = lines[first][14:47], lines[second][14:47]
    lines[first] = lines[first][:14] + names[1] + lines[first][47:]
    lines[second] = lines[second][:14] + names[0] + lines[second][47:]
    return "".join(lines)


async def test_the_published_secret_gives_every_pairing_again(server):
    async with Rest(server) as rest:
        number = await played(rest, random.Random(11))
        whole = await seen(rest.nobody, number)
        rounds = [await seen(rest.nobody, number, f"/rounds/{n}") for n in (1, 2, 3)]
        answer = await rest.nobody.get(f"/tournaments/{number}/export?format=trf16", expect=200)
    report, secret = answer.body.decode(), whole["draw"]["secret"]

    again = [pair(report, secret, "--round", str(n)) for n in (1, 2, 3)]
    assert again == [lines_of(one) for one in rounds]
    # Controls: another order of players, and other secrets, lead elsewhere.
    assert [pair(moved(report), secret, "--round", str(n)) for n in (1, 2, 3)] != again
    others = {pair(report, f"{n:064x}", "--round", "1") for n in range(16)}
    assert len(others) == 2 and again[0] in others


def test_a_report_or_secret_that_is_none_is_refused_with_a_sentence():
    secret = "0" * 64
    for report, sentence in (("", "Line 1: no line 001 has a player. (invalid-record)\n"),
                             ("001    x\n", "Line 1: columns 5 to 8 must have a pairing number "
                              "from 1 to 1024; got \"x\". (invalid-record)\n")):
        assert pair(report, secret, status=1).endswith(sentence)
    assert "64 hexadecimal digits" in pair("001    1\n001    2\n", "abc", status=1)
    assert "the report has 0 rounds" in pair("001    1\n001    2\n", secret, "--round", "9",
                                             status=1)
