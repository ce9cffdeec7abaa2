"""The commands of a program, as it prints them by `--help`."""

import re
from typing import Callable, Iterator, List, NamedTuple

INDENT = " " * 30
NOTES = (
    (r":U?INT in \[(\d+) - (\d+)\]", r"From \1 to \2."),
    (r"=(\S+)", r"Default: \1."),
    (r" \(Env:(\w+)\)", r"Also from the variable \1."),
    (r" Excludes: (\S+)", r"Not with \1."),
    (r" Needs: (\S+)", r"Only with \1."),
)
CHOICES = re.compile(r":\{([^}]*)\}")
SETTING = re.compile(r" ?\[TANBO_\w+\]$")


class Command(NamedTuple):
    """A command without commands of its own, by its `--help`."""

    words: str
    sentence: str
    usage: str
    options: List[List[str]]


def option(name: str, text: str) -> List[str]:
    """An option with its range, default and conditions in words; `--help` has them in its name."""
    notes = []
    if found := CHOICES.search(name):
        notes.append(f"One of {found[1].replace(',', ', ')}.")
        name = name.replace(found[0], "")
    for pattern, note in NOTES:
        if found := re.search(pattern, name):
            notes.append(found.expand(note))
            name = name.replace(found[0], "")
    if text and notes and not text.endswith("."):
        text += "."
    return [name.replace(" REQUIRED", ""), " ".join([text, *notes])]


def options_of(told: str) -> Iterator[List[str]]:
    """The options in a `--help`: in columns, or with the text on the line below a long name."""
    lines = [line for line in told.splitlines() if line.startswith("  ")]
    for line, below in zip(lines, [*lines[1:], ""]):
        if line.startswith(INDENT):
            continue
        if below.startswith(INDENT):
            yield [line.strip(), below.strip()]
        else:
            yield [line[:len(INDENT)].strip(), line[len(INDENT):].strip()]


def command(words: str, told: str) -> Command:
    """A command from its help, without settings and without arguments that the usage explains."""
    sentence, _, rest = told.partition("\nUsage: ")
    shown = [option(name, text) for name, text in options_of(rest)
             if text and not name.startswith("-h,") and not SETTING.search(text)]
    usage = re.sub(r" \[(?:OPTIONS|SUBCOMMAND)\]", "", rest.split("\n", 1)[0])
    return Command(words, " ".join(sentence.split()), usage, shown)


def commands_of(program: str, help_of: Callable[[List[str]], str]) -> Iterator[Command]:
    """The commands of a program that have no commands of their own."""
    waiting: List[List[str]] = [[]]
    while waiting:
        path = waiting.pop(0)
        told = help_of(path)
        inner = re.findall(r"^  ([a-z-]+) ", told.partition("\nSubcommands:\n")[2], re.MULTILINE)
        waiting = [path + [name] for name in inner] + waiting
        if not inner:
            yield command(" ".join([program, *path]), told)


def settings_of(told: str) -> Iterator[List[str]]:
    """The flags that stand for settings in the `--help` of a command, each with its meaning."""
    for name, text in options_of(told.partition("\nUsage: ")[2]):
        if SETTING.search(text):
            yield [name.split()[0], SETTING.sub("", text)]
