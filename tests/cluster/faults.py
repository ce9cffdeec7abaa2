"""The faults, each under load: a function does it so often and yields the history and figures."""

import asyncio
import contextlib
import os
import pathlib
import random
import signal
import tempfile
import time
from typing import NamedTuple

from history import BUSY, DOUBT, OK, REFUSED, Attempt, Move, Open, Read
from load import Load, Recorder
from network import Machine
from node import FAILED, Node
from support.game import Board
from support.rest import Player, Rest, insist, start_game

LOAD_S = 1.5  # of play before and after a fault
CUT_S = 1  # long enough for COMMITs to wait for the standby
TOLD_S_MAX, BACK_S_MAX = 5, 3
FLAGS = ("--limits-sign-ups-per-minute", "100000")  # all clients have one address
SEEN_S_MAX = 60  # what a busy machine does in the end
REPLACED_S_MAX = 15  # the database must notice that no one is there any more


class Place(NamedTuple):
    """A node's machine and database, its flags, and a command that runs it."""

    machine: Machine
    database: str
    flags: tuple = FLAGS
    prefix: tuple = ()


def nodes_of(machines, database, flags=(), is_patient=False):
    """Running nodes of a database, as nodes_at has them, a node a machine."""
    return nodes_at([Place(machine, database, (*FLAGS, *flags)) for machine in machines],
                    is_patient)


@contextlib.asynccontextmanager
async def nodes_at(places, is_patient=False):
    """Running nodes that are looked after, and are several if there are several places.

    None of them has ended because it did not know what is stored, whatever was done to it.
    Patience is to try again if one can't be started.
    """
    with tempfile.TemporaryDirectory(prefix="tanbo-nodes-") as home, \
            contextlib.ExitStack() as stack:
        nodes = []
        for number, place in enumerate(places):
            folder = pathlib.Path(home) / str(number)
            folder.mkdir()
            own = ("--database-node", str(number + 1)) if len(places) > 1 else ()
            node = Node(folder, f"node{number}", place.machine, place.database,
                        (*place.flags, *own), place.prefix)
            stack.callback(node.leave)
            if is_patient:
                while not node.revive():
                    await asyncio.sleep(LOAD_S)
            else:
                node.start()
            nodes.append(node)
        keepers = [asyncio.create_task(node.keep()) for node in nodes]
        try:
            yield nodes
            assert not [node.name for node in nodes if FAILED in node.ends]
        finally:
            for node, keeper in zip(nodes, keepers):
                node.is_watched = False
                keeper.cancel()


def figures(history):
    """How much there was of what."""
    outcomes = [attempt.outcome for attempt in history.attempts]
    return {"requests": len(outcomes),
            **{name: outcomes.count(name) for name in (OK, REFUSED, BUSY, DOUBT)},
            "games": len(history.logs), "events": sum(map(len, history.logs.values())),
            "pushed": sum(map(len, history.pushed.values()))}


def granted(history, begin, end):
    """The attempts that were begun and answered as asked between two instants.

    What still waits at the second one may be answered later, by a database that takes over.
    """
    return [one for one in history.attempts
            if begin <= one.begin and one.end < end and one.outcome == OK]


def acknowledged(history, begin, end):
    """The commands that were begun and acknowledged between two instants."""
    return [one for one in granted(history, begin, end) if not isinstance(one.command, Read)]


def acknowledged_last(history):
    """The newest move that was acknowledged."""
    return next(one for one in reversed(history.attempts)
                if one.outcome == OK and isinstance(one.command, Move))


def late(history):
    """The numbers of commands and of reads that were answered too late, or never."""
    slow = [isinstance(one.command, Read) for one in history.attempts
            if one.end - one.begin > TOLD_S_MAX]
    return {"late": slow.count(False), "late reads": slow.count(True)}


def failures(history):
    """The answers that say that the server itself is wrong."""
    return [one for one in history.attempts if one.status >= 500 and one.status != 503]


async def kill_nodes(nodes, times, pause_s=(0.2, 1.2), seed=1):
    """kill -9 of a node, again and again."""
    chance = random.Random(seed)
    gaps = []
    async with Load(nodes, seed=seed) as load:
        for _ in range(times):
            await asyncio.sleep(chance.uniform(*pause_s))
            chance.choice(nodes).kill()
            gaps.append(await load.first_success(since=time.monotonic()))
        history = await load.finish()
    return history, {"kills": times, "back_s": max(gaps), **figures(history)}


async def stop_node(nodes, seconds, seed=2):
    """A node that stands still; others may have ended its connections meanwhile."""
    async with Load(nodes, seed=seed) as load:
        await asyncio.sleep(LOAD_S)
        with standing_still([nodes[0].process.pid]):
            await asyncio.sleep(seconds)
        end = time.monotonic()
        gap = await load.first_success(since=end)
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    return history, {"back_s": gap, **late(history), **figures(history)}


@contextlib.contextmanager
def standing_still(processes):
    """Processes that do nothing meanwhile."""
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


async def kill_primaries(nodes, pair, times, seed=3):
    """kill -9 of the primary; its standby takes over, and gets one of its own."""
    gaps, reads = [], []
    async with Load(nodes, seed=seed) as load:
        for _ in range(times):
            await asyncio.sleep(LOAD_S)
            begin = time.monotonic()
            failing = asyncio.create_task(asyncio.to_thread(pair.fail_over))
            gaps.append(await load.first_success(since=begin))
            reads.append(await load.first_success(since=begin, of_reads=True))
            await failing
            await asyncio.to_thread(pair.make_standby)
        history = await load.finish()
    return history, {"kills": times, "back_s": max(gaps), "read_s": max(reads), **figures(history)}


async def cut_standby(nodes, pair, seconds, waits=True, seed=4):
    """The standby is cut off; then the primary is killed, and the standby takes its place.

    Unless the primary waits for it, it acknowledges what it alone has.
    """
    async with Load(nodes, seed=seed) as load:
        await asyncio.sleep(LOAD_S)
        if not waits:
            pair.primary.set("synchronous_standby_names", "")
        pair.cut()
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        end = time.monotonic()
        await asyncio.to_thread(pair.primary.kill)
        pair.heal()
        await asyncio.to_thread(pair.fail_over)
        gap = await load.first_success(since=time.monotonic())
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    await asyncio.to_thread(pair.make_standby)
    return history, {"acknowledged while cut": len(acknowledged(history, begin, end)),
                     **late(history), "back_s": gap, **figures(history)}


async def miss_standby(nodes, pair, seconds, seed=11):
    """The standby is cut off until no one waits any more for the COMMITs that wait for it."""
    async with Load(nodes, seed=seed) as load:
        await asyncio.sleep(LOAD_S)
        pair.cut()
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        end = time.monotonic()
        pair.heal()
        gap = await load.first_success(since=end)
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    return history, {"acknowledged while cut": len(acknowledged(history, begin, end)),
                     **late(history), "back_s": gap,
                     "found": sum(node.log.count("commit-found") for node in nodes),
                     **figures(history)}


async def restart_cut_off(nodes, pair, seconds, seed=9):
    """A primary that is cut off from its standby crashes and comes back with what it alone has.

    Then it is killed, and the standby, which has never had that, takes its place.
    """
    async with Load(nodes, seed=seed) as load:
        await asyncio.sleep(LOAD_S)
        pair.cut()
        await asyncio.sleep(CUT_S)
        await asyncio.to_thread(pair.primary.kill)
        await asyncio.to_thread(pair.primary.launch)
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        end = time.monotonic()
        await asyncio.to_thread(pair.primary.kill)
        pair.heal()
        await asyncio.to_thread(pair.fail_over)
        gap = await load.first_success(since=time.monotonic())
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    await asyncio.to_thread(pair.make_standby)
    return history, {"acknowledged while cut": len(acknowledged(history, begin, end)),
                     "shown while cut": len(granted(history, begin, end)), "back_s": gap,
                     **figures(history)}


async def stall_disk(nodes, pair, disk, are_ended=False):
    """The primary's disk stalls in a COMMIT, and the standby is cut off; then that takes over.

    What the log of a game was before, as another node shows it once the disk goes on, and as it
    is at last. The process in the COMMIT may be ended meanwhile.
    """
    async with Rest(nodes[0]) as here, Rest(nodes[-1]) as there:
        board = Board(*await start_game(here, setup="9x9"), seed=12)
        await board.play()
        before = await there.nobody.events(board.id)
        pair.cut()
        disk.stall()
        try:
            moving = asyncio.create_task(board.players["white"].post(
                f"/games/{board.id}/moves", {"point": board.referee.legal("white")[0], "ply": 1}))
            await until(pair.primary.asks_what_became_of_a_commit)
            committing = pair.primary.committing()
            if are_ended:
                pair.primary.end_processes(committing)
        finally:
            disk.go_on()
        await until(lambda: pair.primary.are_done(committing))
        shown = await there.nobody.events(board.id)
        told = await moving
        await asyncio.to_thread(pair.primary.kill)
        pair.heal()
        await asyncio.to_thread(pair.fail_over)
        await asyncio.to_thread(pair.make_standby)
        answer, _ = await insist(lambda: there.nobody.get(f"/games/{board.id}/events"))
        return before, shown, answer.json["events"], told


async def until(condition):
    """Waits for what is looked up outside this thread."""
    end = time.monotonic() + SEEN_S_MAX
    while not await asyncio.to_thread(condition):
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def lose_node(machines, database, databases):
    """A machine is gone without a word, and the node on it; another takes its place."""
    async with nodes_of(machines[:1], database) as (lost,):
        lost.is_watched = False
        lost.machine.lose(*databases)
        lost.kill()
        begin = time.monotonic()
        async with nodes_of(machines[1:2], database, is_patient=True):
            gap = time.monotonic() - begin
        lost.machine.heal()
    return {"replaced_s": gap}


async def cut_power(nodes, disk, postgres, times, is_safe=True, seed=8):
    """The power of the database's machine is cut, again and again.

    Unless it is safe, the database acknowledges what is not on its disk yet.
    """
    gaps = []
    async with Load(nodes, seed=seed) as load:
        for _ in range(times):
            if not is_safe:
                postgres.set("fsync", "off")
            await asyncio.sleep(LOAD_S)
            await asyncio.to_thread(postgres.kill, disk.cut_power)
            await asyncio.to_thread(disk.restore_power)
            if not is_safe:
                postgres.settings = (*postgres.settings, "fsync=on")
            await asyncio.to_thread(postgres.launch)
            gaps.append(await load.first_success(since=time.monotonic()))
        history = await load.finish()
    return history, {"cuts": times, "back_s": max(gaps), **figures(history)}


async def black_hole(nodes, machines, seconds, seed=5):
    """The node and the database don't hear each other."""
    def cut():
        for node in nodes:
            node.machine.lose(*machines)
    return await disturb(nodes, cut, seconds, seed)


async def packet_loss(nodes, machines, seconds, percent=30, seed=6):
    """They hear each other badly."""
    def disturbed():
        for node in nodes:
            node.machine.lose(*machines, percent=percent)
    return await disturb(nodes, disturbed, seconds, seed)


async def resets(nodes, machines, seconds, seed=7):
    """Their connections end, and are refused for as long."""
    def broken_off():
        for node in nodes:
            node.machine.refuse(*machines)
            for machine in machines:
                node.machine.break_connections(machine)
    return await disturb(nodes, broken_off, seconds, seed)


async def disturb(nodes, begin_fault, seconds, seed):
    """Does something to the network of the nodes, for so long."""
    async with Load(nodes, seed=seed) as load:
        await asyncio.sleep(LOAD_S)
        begin_fault()
        begin = time.monotonic()
        await asyncio.sleep(seconds)
        for node in nodes:
            node.machine.heal()
        end = time.monotonic()
        gap = await load.first_success(since=end)
        await asyncio.sleep(LOAD_S)
        history = await load.finish()
    unanswered = [one for one in history.attempts if begin <= one.begin < end and one.status == 503]
    return history, {"back_s": gap, **late(history),
                     "told": len(unanswered),
                     "acknowledged meanwhile": len(acknowledged(history, begin, end)),
                     **figures(history)}


async def race(nodes, plies, seed=10):
    """Two clients ask the first and the last node for different moves of each ply at once."""
    chance, recorder, outcomes = random.Random(seed), Recorder(), []
    history = recorder.history
    async with Rest(nodes[0]) as first, Rest(nodes[-1]) as last:
        while len(outcomes) < plies:
            board = Board(*await start_game(first, setup="9x9"), seed)
            opener = board.players["black"].handle
            history.attempts.append(Attempt("opener", nodes[0].name, Open(opener, str(board.id)),
                                            0, 0, OK, board.id, 1))
            while not board.is_over and len(outcomes) < plies:
                outcomes.append(await race_for_a_ply(recorder, (first, last), board, chance))
        for game in {one.game for one in history.attempts}:
            history.logs[game] = await last.nobody.events(game)
    return history, {"plies": len(outcomes), "back_s": 0,
                     **{kind: outcomes.count(kind) for kind in sorted(set(outcomes))},
                     **figures(history)}


async def race_for_a_ply(recorder, rests, board, chance):
    """The statuses of the two answers. The refusal tells of the move that was first."""
    seat, ply = board.referee.to_move, board.referee.ply
    legal, player = board.referee.legal(seat), board.players[seat]
    points = chance.sample(legal, 2) if len(legal) > 1 else legal * 2
    asked = [recorder.ask(f"racer{number}", rest.server.name, Move(board.id, seat, point, ply),
                          Player(rest, player.handle, player.token).post(
                              f"/games/{board.id}/moves", {"point": point, "ply": ply}))
             for number, (rest, point) in enumerate(zip(rests, points))]
    both = await asyncio.gather(*asked)
    won = next((attempt for attempt, _ in both if attempt.outcome == OK), None)
    for attempt, answer in both:
        assert attempt.outcome != REFUSED or answer.json["seq"] >= won.seq, answer
    if won:  # both may be told to come again
        board.referee.play(won.command.point)
    return " and ".join(sorted(str(attempt.status) for attempt, _ in both))
