"""The common part of all figures here: rows with their bars, loads, and what a server needs."""

import dataclasses
import pathlib
import re
import statistics
import subprocess
import time

from instructions import BIN, LOAD, START_S_MAX, servers


@dataclasses.dataclass
class Row:
    """A figure; `is_met` if it keeps its bar."""

    what: str
    figure: str
    bar: str
    is_met: bool

    def __str__(self):
        return f"| {self.what} | {self.figure} | {self.bar} | {'yes' if self.is_met else 'no'} |"


def row(what, figures, form, bar, is_met):
    """A row of one figure, or of several by their median, with the smallest and the largest."""
    if not isinstance(figures, (list, tuple)):
        return Row(what, form.format(figures), form.format(bar), is_met(figures))
    middle = statistics.median(figures)
    text = f"{form} ({form} to {form})".format(middle, min(figures), max(figures))
    return Row(what, text, form.format(bar), is_met(middle))


def at_most(what, figures, bar):
    """A row of whole numbers."""
    return row(what, figures, "{:,.0f}", bar, lambda figure: figure <= bar)


def at_least(what, figures, bar):
    """A row of ratios."""
    return row(what, figures, "{:.2f}", bar, lambda figure: figure >= bar)


def more_than(what, figures, bar):
    """A row of a rate."""
    return row(what, figures, "{:,.0f}", bar, lambda figure: figure >= bar)


def below(what, figures, bar):
    """A row of a ratio that should be small."""
    return row(what, figures, "{:.2f}", bar, lambda figure: figure <= bar)


def run_load(port, *arguments):
    """The generator's line of figures."""
    done = subprocess.run([LOAD, str(port), *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, check=True)
    return done.stdout.strip()


def number(pattern, line):
    """The content of a line of figures."""
    return float(re.search(pattern, line)[1])


def rate(line):
    """Requests, moves or events a second."""
    return number(r": (\d+) \w+/s", line)


def p99_ms(line):
    """Of the latencies."""
    return number(r"p99 ([\d.]+)", line)


class Loop:
    """A bare loop as a process, with the interface of servers.Server that loads need."""

    def __init__(self, folder, program, *arguments):
        port = pathlib.Path(folder) / "port"
        self.process = subprocess.Popen([BIN / program, port, *map(str, arguments)])
        deadline = time.monotonic() + START_S_MAX
        while not (port.exists() and port.read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{program} does not start")
            time.sleep(0.01)
        self.port = int(port.read_text())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def server(folder, *flags):
    """A server on one I/O thread: the loops meet their like."""
    return servers.Server(folder, flags=["--log-level", "warn", "--threads", "1", *flags])


def cpu_us(pid):
    """Processor time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return 1e6 * ticks / 100  # USER_HZ
