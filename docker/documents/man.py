"""Man pages of the programs and of the settings file."""

import re
from typing import List

from documents.help import Command
from documents.statuses import STATUSES

SECTIONS = {"tanbod": "8", "tanbo": "1"}
NAMES = {"tanbod": "server of the board game Tanbo",
         "tanbo": "play, watch and replay the board game Tanbo"}
ABOUT = {
    "tanbod": "The server, with the tools of its operator. Settings come from "
              "/etc/tanbo/tanbo.toml or the file of --config. Variables override the file, and "
              "flags override both: see tanbo.toml(5).",
    "tanbo": "A client for players, bots and scripts. It plays in the terminal, runs bots and "
             "engines, and analyses records of games.",
}
FILES = """.SH FILES
.TP
.I /etc/tanbo/tanbo.toml
The settings.
.TP
.I /var/lib/tanbo/tanbo.db
The database.
.TP
.I /var/lib/tanbo/backups
The backups of each night.
"""
SEE = {"tanbod": "tanbo(1), tanbo.toml(5)", "tanbo": "tanbod(8)", "tanbo.toml": "tanbod(8)"}


def escaped(text: str) -> str:
    """The text as troff prints it: no line of it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = text.replace('"', "\\(dq")
    return re.sub(r"(?m)^\.", "\\&.", text.replace("`", ""))


def head(title: str, section: str, name: str, version: str, day: str) -> str:
    """The first lines of a page."""
    group = {"1": "User Commands", "5": "File Formats", "8": "System Administration"}[section]
    return (f'.TH {title.upper()} {section} "{day}" "tanbo {version}" "{group}"\n'
            f".SH NAME\n{escaped(title)} \\- {escaped(name)}\n")


def entry(term: str, text: str) -> str:
    """A term with its meaning below."""
    return f".TP\n.B {escaped(term)}\n{escaped(text)}\n"


def see(title: str) -> str:
    """The last lines of a page."""
    return f".SH SEE ALSO\n{escaped(SEE[title])}\n"


def program(name: str, commands: List[Command], version: str, day: str) -> str:
    """The page of a program, from its commands."""
    page = head(name, SECTIONS[name], NAMES[name], version, day)
    page += f".SH SYNOPSIS\n.B {name}\n.I command\n.RI [ options ]\n"
    page += f".SH DESCRIPTION\n{escaped(ABOUT[name])}\n.SH COMMANDS\n"
    for one in commands:
        page += entry(one.usage, one.sentence)
        if one.options:
            page += ".RS\n" + "".join(entry(*row) for row in one.options) + ".RE\n"
    page += ".SH EXIT STATUS\n" + "".join(entry(*row) for row in STATUSES[name])
    return page + (FILES if name == "tanbod" else "") + see(name)


def settings(reference: str, version: str, day: str) -> str:
    """The page of the settings file, from the reference that the server prints."""
    page = head("tanbo.toml", "5", "settings of tanbod", version, day)
    page += ".SH DESCRIPTION\n" + escaped(
        "The settings file of tanbod(8), in TOML. Each setting has a default, and can also be "
        "given by a variable or a flag. tanbod check-config prints the settings that are in "
        "effect, with their sources.") + "\n.SH SETTINGS\n"
    told: List[str] = []
    for line in reference.splitlines():
        if found := re.fullmatch(r"\[(\w+)\]", line):
            page += f".SS [{found[1]}]\n"
        elif line.startswith("# "):
            told.append(line[2:])
        elif line:
            page += entry(line, told[0]) + f".br\n{escaped(told[1])}\n"
            told = []
    return page + see("tanbo.toml")
