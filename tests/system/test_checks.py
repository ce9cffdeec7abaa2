"""The checks that the other tests rely on find what they are there for."""

import copy
import json
import os
import signal
import subprocess
import time

import pytest

from support import server as servers
from support.calm_clock import CalmClock
from support.contract import Answer, AsyncApi, ContractError, OpenApi, load
from support.game import replay
from support.server import Server
from support.view import View

OPENAPI = OpenApi()
ASYNCAPI = AsyncApi()
EXAMPLES = load("openapi.yaml")["components"]["examples"]
LOG = EXAMPLES["event_page"]["value"]["events"]
GAME = EXAMPLES["active_game"]["value"]
HEADERS = {"X-Request-Id": "1", "ETag": '"1"', "Content-Type": "application/json"}
PROBLEM = {"X-Request-Id": "1", "Content-Type": "application/problem+json"}


def answer(method="GET", path="/api/v1/games/42", status=200, headers=HEADERS, body=GAME):
    return Answer(method, path, status, headers, json.dumps(body).encode() if body else b"")


def without(mapping, name):
    return {key: value for key, value in mapping.items() if key != name}


STALE = EXAMPLES["stale-ply"]["value"]
MOVES = {"method": "POST", "path": "/api/v1/games/42/moves"}
WRONG_ANSWERS = {
    "a field too many": answer(body={**GAME, "colour": "red"}),
    "a field too few": answer(body=without(GAME, "seq")),
    "a wrong type": answer(body={**GAME, "ply": "2"}),
    "a header too few": answer(headers=without(HEADERS, "ETag")),
    "another media type": answer(headers={**HEADERS, "Content-Type": "text/html"}),
    "another status": answer(status=202),
    "a body of HEAD": answer(method="HEAD"),
    "a body of 304": answer(status=304),
    "a code from elsewhere": answer(status=409, headers=PROBLEM, body=STALE),
    "another title": answer(**MOVES, status=409, headers=PROBLEM, body={**STALE, "title": "No"}),
    "another status within": answer(**MOVES, status=409, headers=PROBLEM,
                                    body={**STALE, "status": 400}),
    "503 without Retry-After": answer(status=503, headers=PROBLEM,
                                      body=EXAMPLES["overloaded"]["value"]),
    "a path that is none": answer(path="/api/v1/gmaes"),
    "405 without Allow": answer(method="PUT", status=405, headers=PROBLEM,
                                body=EXAMPLES["method-not-allowed"]["value"]),
}


@pytest.mark.parametrize("name", WRONG_ANSWERS)
def test_a_wrong_answer_is_found(name):
    with pytest.raises(ContractError):
        OPENAPI.check(WRONG_ANSWERS[name])


@pytest.mark.parametrize("right", [
    answer(), answer(method="HEAD", body=None), answer(status=304, body=None),
    answer(**MOVES, status=409, headers=PROBLEM, body=STALE)], ids=str)
def test_a_right_answer_passes(right):
    OPENAPI.check(right)


@pytest.mark.parametrize("event", LOG, ids=[event["type"] for event in LOG])
def test_an_event_with_a_field_too_many_is_found(event):
    OPENAPI.check_event(event)
    ASYNCAPI.check(event)
    wrong = copy.deepcopy(event)
    wrong["data"]["colour"] = "red"

    with pytest.raises(ContractError):
        OPENAPI.check_event(wrong)
    with pytest.raises(ContractError):
        ASYNCAPI.check(wrong)


def changed(seq, **data):
    log = copy.deepcopy(LOG)
    log[seq - 1]["data"].update(data)
    return log


WRONG_LOGS = {
    "a gap": LOG[:3] + LOG[4:],
    "a repetition": LOG[:4] + LOG[3:],
    "another order": LOG[:3] + [LOG[4], LOG[3]] + LOG[5:],
    "a point that is taken": changed(4, point="B2"),
    "a point without a friend": changed(4, point="E5"),
    "a root that stays": changed(6, removed=[]),
    "a wrong turn": changed(4, to_move="black"),
    "a wrong count of roots": changed(5, roots={"black": 2, "white": 1}),
    "a wrong winner": changed(7, winner="white"),
    "wrong places": changed(7, places={"black": 2, "white": 1}),
    "a wrong ply": changed(5, ply=2),
}


def test_a_sound_log_passes():
    states = replay(LOG)
    view = View()
    for event in LOG:
        view.take(event)

    assert view.states == states
    assert states[5]["stones"] == {s: sorted(p) for s, p in GAME["stones"].items()}


@pytest.mark.parametrize("name", WRONG_LOGS)
def test_a_log_against_the_rules_is_found(name):
    with pytest.raises(AssertionError):
        replay(WRONG_LOGS[name])


@pytest.mark.parametrize("name", ["a gap", "a repetition", "another order",
                                  "a point that is taken"])
def test_a_spectator_does_not_swallow(name):
    view = View()
    with pytest.raises(AssertionError):
        for event in WRONG_LOGS[name]:
            view.take(event)


def test_a_server_that_does_not_become_ready_is_not_left_behind(tmp_path):
    """A process that lives and never listens, in the server's place."""
    server = Server(tmp_path, prefix=["sh", "-c", "exec sleep 600", "sleeper"])
    server.wait_for = lambda *_: pytest.fail("not ready")

    with pytest.raises(pytest.fail.Exception), server:
        pass

    assert server.process.returncode == -signal.SIGKILL


def test_a_server_is_waited_for_as_long_as_is_set(tmp_path, monkeypatch):
    monkeypatch.setattr(servers, "START_S_MAX", 0.1)
    server = Server(tmp_path, prefix=["sh", "-c", "exec sleep 600", "sleeper"])

    with pytest.raises(AssertionError, match="no port after 0.1 s"), server:
        pass


def test_a_server_that_crashed_is_found(tmp_path):
    server = Server(tmp_path).start()
    server.process.send_signal(signal.SIGSEGV)
    server.process.wait()

    with pytest.raises(AssertionError):
        server.end()


@pytest.mark.parametrize("line", [
    "==1==ERROR: AddressSanitizer: heap-use-after-free", "WARNING: ThreadSanitizer: data race",
    "a.cpp:1:2: runtime error: signed integer overflow", "2026-03-01T12:00:00.000Z error failed"])
def test_a_report_in_the_log_is_found(tmp_path, line):
    server = Server(tmp_path)
    server.log_path.write_text(f"2026-03-01T12:00:00.000Z info  fine\n{line}\n")

    with pytest.raises(AssertionError):
        server.end()


def test_a_calm_clock_stands_still_while_nothing_runs_here():
    with CalmClock() as calm:
        begin, begun = calm.now(), time.monotonic()
        waking = subprocess.Popen(["sh", "-c", f"sleep 1; kill -CONT {os.getpid()}"])
        os.kill(os.getpid(), signal.SIGSTOP)
        waking.wait()
        while time.monotonic() - begun < 1.2:
            time.sleep(0.01)

        assert calm.now() - begin < time.monotonic() - begun - 0.5


def test_a_calm_clock_goes_on_otherwise():
    with CalmClock() as calm:
        begin = calm.now()
        end = time.monotonic() + 60
        while calm.now() - begin < 0.5:
            assert time.monotonic() < end, "it stands still"
            time.sleep(0.01)
