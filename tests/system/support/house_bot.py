#!/usr/bin/env python3
"""Plays for the house bots as `tanbo bot URL` does, at random, or misbehaves as it is told.

house_bot.py MODE bot URL [OPTIONS]. By the public API and the standard library alone: it reads a
line of JSON for each account, then an empty one, and ends with its standard input.
"""

import json
import os
import random
import signal
import sys
import threading
import time
import urllib.error
import urllib.request

RETRY_S = 0.2
PATIENCE_S = 180  # with a server on a busy machine


class Bot:
    """One account, which follows its own stream and moves when it is its turn."""

    def __init__(self, url, account):
        self.url = url + "/api/v1"
        self.handle = account["handle"]
        self.token = account["token"]

    def ask(self, path, body=None):
        """The answer's JSON; a refusal raises."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def follow(self, moves=True):
        """Moves whenever the stream says so, for ever; or hears of it and does not."""
        while True:
            try:
                request = urllib.request.Request(
                    self.url + "/me/stream", headers={"Authorization": f"Bearer {self.token}"})
                with urllib.request.urlopen(request, timeout=PATIENCE_S) as stream:
                    for line in stream:
                        message = json.loads(line) if line.strip() else {}
                        if moves and message.get("type") == "your-turn":
                            self.move(message["data"]["id"])
            except (OSError, ValueError):
                time.sleep(RETRY_S)

    def move(self, game):
        """One stone at random, if it is still this bot's turn."""
        try:
            legal = self.ask(f"/games/{game}/legal-moves")
            seats = {seat["handle"]: seat["seat"] for seat in self.ask(f"/games/{game}")["seats"]}
            if legal["to_move"] != seats.get(self.handle):
                return
            body = {"point": random.choice(legal["points"]), "ply": legal["ply"]}
            self.ask(f"/games/{game}/moves", body)
        except urllib.error.HTTPError:
            pass  # somebody was faster


def read_accounts():
    """The accounts on standard input, up to the empty line."""
    accounts = []
    for line in sys.stdin:
        if not line.strip():
            break
        accounts.append(json.loads(line))
    return accounts


def play(url):
    """The use of the program."""
    accounts = read_accounts()
    for account in accounts:
        threading.Thread(target=Bot(url, account).follow, daemon=True).start()
    print(f"playing for {len(accounts)} accounts", flush=True)
    while sys.stdin.read(4096):
        pass
    os._exit(0)


def talk(_):
    """Says what no one wants to read, and the tokens."""
    accounts = read_accounts()
    print(json.dumps(accounts[0]), flush=True)
    while True:
        sys.stdout.buffer.write(os.urandom(1 << 16) + b"\n")


def hang(url):
    """Follows the streams, and does nothing else that is asked for."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for account in read_accounts():
        bot = Bot(url, account)
        threading.Thread(target=bot.follow, args=(False,), daemon=True).start()
    while True:
        time.sleep(60)


if __name__ == "__main__":
    {"play": play, "talk": talk, "hang": hang}[sys.argv[1]](sys.argv[3])
