"""`tanbo bot` as a process, and accounts for it."""

import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

from support.patience import PATIENCE_S
from support.rest import PASSWORD
from support.server import BIN

TANBO = BIN.parent / "tanbo"
END_S_MAX = PATIENCE_S
PROGRAM = pathlib.Path(__file__).resolve().parent / "house_bot.py"


def program(folder, mode):
    """A program for the setting bots.program which behaves in one way."""
    path = folder / f"bots-{mode}"
    # Python may take seconds to begin at so low a priority: what ends at once is a shell's.
    does = "exit 3" if mode == "leave" else f'exec {sys.executable} {PROGRAM} {mode} "$@"'
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return path


async def make_bots(owner, levels):
    """Bot accounts of a member; yields a line for `tanbo bot` for each level."""
    lines = []
    for level in levels:
        body = {"handle": f"level-{level}", "password": PASSWORD}
        grant = (await owner.post("/me/bots", body, expect=201)).json
        lines.append({"handle": grant["handle"], "level": level, "token": grant["token"]})
    return lines


async def playing_levels(rest):
    """The levels that somebody plays for, as the list of bots says."""
    bots = (await rest.nobody.get("/bots", expect=200)).json["bots"]
    assert all(bot["plays"] or not bot["free"] for bot in bots)
    return [bot["level"] for bot in bots if bot["plays"]]


class Bot:
    """A `tanbo bot`. As a house bot its accounts go to its standard input, which stays open."""

    def __init__(self, url, *flags, accounts=(), token=None, pause=("0", "0")):
        self.command = [TANBO, "bot", url, "--pause", *pause, *flags]
        self.accounts = accounts
        self.environment = {**os.environ, "XDG_STATE_HOME": os.devnull}
        if token:
            self.environment["TANBO_TOKEN"] = token
        self.process = None
        self.said = []

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env=self.environment)
        threading.Thread(target=self._listen, args=[self.process.stderr], daemon=True).start()
        if self.accounts:
            lines = [json.dumps(account) + "\n" for account in self.accounts]
            self.process.stdin.write("".join(lines) + "\n")
            self.process.stdin.flush()
        return self

    def _listen(self, stream):
        for line in stream:
            self.said.append(line)

    @property
    def log(self):
        return "".join(self.said)

    def kill(self):
        """kill -9."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait(timeout=END_S_MAX)
            self.process.stdin.close()

    def close_input(self):
        """Closes its standard input; its exit status once it has ended."""
        self.process.stdin.close()
        return self.process.wait(timeout=END_S_MAX)

    def until_said(self, pattern, seconds=END_S_MAX):
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self.log):
            assert time.monotonic() < deadline, f"it never said {pattern}: {self.log}"
            time.sleep(0.02)
