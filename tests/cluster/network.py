"""Machines of one's own: network namespaces at a switch, and what may happen to their cables."""

import ctypes
import os
import pwd
import subprocess
import time

NAMESPACES = 0x4000_0000 | 0x0002_0000  # CLONE_NEWNET, CLONE_NEWNS
SUBNET = "10.77.0"
OWN_ADDRESS = f"{SUBNET}.254"
START_S_MAX = 180


def run(*command, text=None):
    """Runs a command that must succeed."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)


def leave_the_host():
    """From here on this process has a network and mounts of its own, which end with it."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NAMESPACES) != 0:
        raise OSError(ctypes.get_errno(), "no namespace to be had: this needs root")
    run("mount", "--make-rprivate", "/")
    run("ip", "link", "set", "lo", "up")


class Network:
    """A switch to which this process and its machines are connected. Use with `with`."""

    def __init__(self):
        self.machines = []

    def __enter__(self):
        run("ip", "link", "add", "switch", "type", "bridge")
        run("ip", "address", "add", f"{OWN_ADDRESS}/24", "dev", "switch")
        run("ip", "link", "set", "switch", "up")
        return self

    def __exit__(self, *_):
        for machine in self.machines:
            machine.end()
        run("ip", "link", "delete", "switch")

    def machine(self):
        """One more machine."""
        self.machines.append(Machine(len(self.machines) + 1))
        return self.machines[-1]


class Machine:
    """A network namespace with an address. It lives as long as the process that holds it."""

    def __init__(self, number):
        self.address = f"{SUBNET}.{number}"
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        end = time.monotonic() + START_S_MAX
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            assert time.monotonic() < end, "no namespace"
            time.sleep(0.005)
        port = f"port{number}"
        run("ip", "link", "add", port, "master", "switch", "type", "veth", "peer", "name", "cable",
            "netns", str(self.holder.pid))
        run("ip", "link", "set", port, "up")
        self.run("ip", "address", "add", f"{self.address}/24", "dev", "cable")
        for link in ("lo", "cable"):
            self.run("ip", "link", "set", link, "up")

    @property
    def prefix(self):
        """Begins a command that is to run there."""
        return ("nsenter", f"--net=/proc/{self.holder.pid}/ns/net")

    @property
    def nobodys_prefix(self):
        """Begins the command of a process that runs there unprivileged."""
        nobody = pwd.getpwnam("nobody")
        return (*self.prefix, "--setuid", str(nobody.pw_uid), "--setgid", str(nobody.pw_gid))

    def run(self, *command, text=None):
        """Runs a command there."""
        run(*self.prefix, *command, text=text)

    def lose(self, *others, percent=100):
        """Loses so many of the packets to and from other machines, without a word."""
        chance = "" if percent == 100 else f"numgen random mod 100 < {percent}"
        self._filter(others, f"{chance} drop")

    def refuse(self, *others):
        """Resets whatever comes over TCP from other machines or is for them, but the resets."""
        self._filter(others, "tcp flags & rst == 0 reject with tcp reset")

    def heal(self):
        """All packets get through again."""
        self.run("nft", "flush", "ruleset")

    def break_connections(self, other):
        """Ends all connections with another machine, on both sides."""
        self.run("ss", "--kill", "--tcp", "--numeric", "dst", other.address)

    def end(self):
        """Ends the process that holds it."""
        self.holder.kill()
        self.holder.wait()

    def _filter(self, others, what):
        addresses = ", ".join(other.address for other in others)
        self.run("nft", "-f", "-", text=f"""
            flush ruleset
            table ip fault {{
                chain in {{
                    type filter hook input priority 0
                    ip saddr {{ {addresses} }} {what}
                }}
                chain out {{
                    type filter hook output priority 0
                    ip daddr {{ {addresses} }} {what}
                }}
            }}
        """)
