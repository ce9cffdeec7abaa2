"""Ports for what has to know its own before it listens, or listens there once more."""

import pathlib
import random
import socket

# The kernel gives these to connections that are made: one of them may be somebody's by the time.
GIVEN_AWAY = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range")
CHOICES = 12_000


def lasting_port(host="127.0.0.1"):
    """A free port that no program is given by chance."""
    first = int(GIVEN_AWAY.read_text().split()[0])
    while True:
        port = random.randrange(first - CHOICES, first)
        with socket.socket() as probe:
            try:
                probe.bind((host, port))
                return port
            except OSError:
                continue
