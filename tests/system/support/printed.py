"""Programs and command lines that the manual's pages print."""

import os
import re

from support.server import BIN


def program(page, name, language):
    """The program in this language that a page prints under this name."""
    blocks = re.findall(rf"`{re.escape(name)}`.*?^```{language}\n(.*?)^```$", page,
                        re.MULTILINE | re.DOTALL)
    return blocks[0]


def command(page, words):
    """The line that begins with these words, as a page prints it."""
    [line] = re.findall(rf"^    ({re.escape(words)} .*)$", page, re.MULTILINE)
    return line


def environment(*folders):
    """That of a reader who has the programs on their path, and those of more folders."""
    return {**os.environ, "PATH": ":".join(map(str, [*folders, BIN.parent, os.environ["PATH"]]))}
