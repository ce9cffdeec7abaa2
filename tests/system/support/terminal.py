"""`tanbo` at a terminal, and the screen as a person sees it."""

import codecs
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

from support.patience import PATIENCE_S
from support.server import BIN

TANBO = BIN.parent / "tanbo"
WAIT_S_MAX = PATIENCE_S


class Machine:
    """A home folder with what `tanbo` keeps in it."""

    def __init__(self, folder):
        self.state = folder / "state"
        self.environment = {**os.environ, "TANBO_TOKEN": "", "TANBO_SERVER": "",
                            "TANBO_BOARD": "ascii", "COLORTERM": "", "COLORFGBG": "",
                            "XDG_STATE_HOME": str(self.state)}

    def run(self, *arguments, text="", status=0):
        """The text that a command printed on both outputs."""
        done = subprocess.run([TANBO, *arguments], input=text, capture_output=True, text=True,
                              timeout=WAIT_S_MAX, check=False, env=self.environment)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def files(self):
        """The files that are kept."""
        return sorted((self.state / "tanbo").glob("*"))


class Tty:
    """`tanbo` at a terminal of its own. Use with `with`.

    Without a size the terminal does not say how large it is; the screen is 80x24 then.
    """

    def __init__(self, machine, *arguments, size=None, token=""):
        self.descriptor, self.theirs = pty.openpty()
        columns, rows = size or (80, 24)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        if size:
            self._tell_size(columns, rows)
        os.set_blocking(self.descriptor, False)
        self.modes = termios.tcgetattr(self.theirs)
        self.seen = ""
        environment = {**machine.environment, "TERM": "xterm", "TANBO_TOKEN": token}
        self.process = subprocess.Popen([TANBO, *arguments], stdin=self.theirs,
                                        stdout=self.theirs, stderr=self.theirs, env=environment,
                                        preexec_fn=self._take_terminal)

    @staticmethod
    def _take_terminal():
        os.setsid()
        for ending in (signal.SIGINT, signal.SIGQUIT):  # which a shell ignores in its background
            signal.signal(ending, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _tell_size(self, columns, rows):
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(timeout=WAIT_S_MAX)
        os.close(self.descriptor)
        self._let_go()

    def _let_go(self):
        """Closes the program's end here: once all that have it are gone, reading fails."""
        if self.theirs is not None:
            os.close(self.theirs)
        self.theirs = None

    def press(self, keys):
        """Types these keys and no more."""
        os.write(self.descriptor, keys.encode())

    def type(self, line):
        """Types a line."""
        self.press(line + "\n")

    def resize(self, columns, rows):
        """The act of a person with the corner of the window."""
        self.screen.resize(rows, columns)
        self._tell_size(columns, rows)

    def _read(self, deadline, wanted):
        ready, _, _ = select.select([self.descriptor], [], [],
                                    max(0, deadline - time.monotonic()))
        assert ready, f"no {wanted!r} on\n{self.picture()}\nafter {self.seen!r}"
        text = self.decode(os.read(self.descriptor, 65536))
        self.stream.feed(text)
        self.seen += text

    def until(self, text):
        """Reads on until this was written; everything before it since the last call."""
        deadline = time.monotonic() + WAIT_S_MAX
        while text not in self.seen:
            self._read(deadline, text)
        before, _, self.seen = self.seen.partition(text)
        return before

    def waits(self, condition, wanted="what is awaited"):
        """Reads on until the condition holds of the rows of the screen; those rows."""
        deadline = time.monotonic() + WAIT_S_MAX
        while not condition(self.rows()):
            self._read(deadline, wanted)
        return self.rows()

    def shows(self, *texts):
        """Reads on until each of these is in some row of the screen; the rows."""
        return self.waits(
            lambda rows: all(any(text in row for row in rows) for text in texts), texts)

    def hides(self, text):
        """Reads on until this is in no row of the screen; the rows."""
        return self.waits(lambda rows: not any(text in row for row in rows), f"end of {text}")

    def rows(self):
        """The rows of the screen, without blanks at their ends."""
        return [row.rstrip() for row in self.screen.display]

    def picture(self):
        """The screen as one text."""
        return "\n".join(self.rows())

    def is_given_back(self):
        """True if the terminal is as it was before, by what was read: its modes, screen and mouse.

        No cursor is hidden, either.
        """
        private = dict(re.findall("\x1b\\[\\?([0-9]+)([hl])", self.seen))
        is_shown = private.pop("25", "h") == "h"
        return (is_shown and set(private.values()) <= {"l"}
                and termios.tcgetattr(self.theirs) == self.modes)

    def end(self):
        """Waits for the end; the exit status. What was written last is read."""
        status = self.process.wait(timeout=WAIT_S_MAX)
        while select.select([self.descriptor], [], [], 0)[0]:
            self._read(time.monotonic(), "end")
        return status

    def bytes_to_the_end(self, awaited=b"", typed=""):
        """All bytes as they come until the end. `typed` is typed once `awaited` is among them."""
        self._let_go()
        deadline = time.monotonic() + WAIT_S_MAX
        output = b""
        while piece := self._piece(deadline, output):
            output += piece
            if typed and awaited in output:
                self.press(typed)
                typed = ""
        self.process.wait(timeout=WAIT_S_MAX)
        return output

    def _piece(self, deadline, before):
        ready, _, _ = select.select([self.descriptor], [], [],
                                    max(0, deadline - time.monotonic()))
        assert ready, f"no end after {before!r}"
        try:
            return os.read(self.descriptor, 65536)
        except OSError as error:
            assert error.errno == errno.EIO, error
            return b""
