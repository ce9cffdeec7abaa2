"""The manual's pages of reference, made from the tables that the programs use.

    /usr/bin/python3 tests/checks/reference.py   # writes them all; needs build/release/bin

Errors, metrics and events of the log come from the source; settings and commands from what the
built programs print.
"""

import pathlib
import re
import subprocess
from typing import Callable, Dict, Iterator, List, NamedTuple

import events
from source import ROOT

WRITE = "write it again: /usr/bin/python3 tests/checks/reference.py"
MANUAL = pathlib.PurePath("server", "web", "manual")
BIN = ROOT / "build" / "release" / "bin"


def cell(text: str) -> str:
    """The text as a cell of a table holds it; an address is an example, and no link."""
    text = re.sub(r"\bhttps?://[\w./-]*\w", r"`\g<0>`", text)
    return text.replace("|", "\\|").replace("<", "&lt;").strip()


def table(head: List[str], rows: List[List[str]]) -> str:
    """A table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---"] * len(head), *rows])


def code(text: str) -> str:
    """The text as code in a cell."""
    return f"`{text}`".replace("|", "\\|")


# --- errors ---

ERRORS_HEAD = """# Errors

Each refusal has one of these codes. A code never changes its meaning, and programs can rely
on it. The `detail` beside it is for people. [API guide](api-guide.md#errors) shows a refusal.

If a field of the request names something that doesn't exist, 404 becomes 422.

"""


def errors(root=ROOT) -> str:
    """The page of error codes: protocol's table, with the statuses of the API."""
    rows = re.findall(r'CodeRow\{\s*Code::(\w+),\s*"([^"]+)",\s*"([^"]+)",\s*'
                      r'(?:none|"([^"]+)")\s*\}',
                      (root / "protocol/json/error.cpp").read_text(encoding="utf-8"))
    statuses: Dict[str, str] = {}
    waiting: List[str] = []
    text = (root / "server/api_common/status.cpp").read_text(encoding="utf-8")
    for name, status in re.findall(r"case Code::(\w+):|return (\d{3});", text):
        if name:
            waiting.append(name)
        else:
            statuses.update((one, status) for one in waiting)
            waiting = []
    return ERRORS_HEAD + table(["code", "status", "meaning", "advice"], [
        [code(name), statuses[key], cell(title), cell(advice) or "none"]
        for key, name, title, advice in sorted(
            rows, key=lambda row: row[1])])


# --- metrics ---

METRICS_HEAD = """# Metrics

`/metrics` prints these for Prometheus. Some exist only with email, bots or several nodes.
[Monitoring](monitoring.md) names the few that deserve an alarm. Histograms have `_bucket`,
`_sum` and `_count`.

"""
METRIC = re.compile(
    r'\b(?P<kind>counter_of|counter|gauge|histogram)\(\s*"(?P<name>tanbo_\w+)",\s*'
    r'(?P<help>"[^"]*"(?:\s*"[^"]*")*|(?:std::string\()?\w+\)?)')


class Metric(NamedTuple):
    """A metric of the source."""

    name: str
    kind: str
    help: str


def metrics_of(root=ROOT) -> Iterator[Metric]:
    """The metrics that the source registers, each at least once."""
    for text in events.sources(root):
        for call in METRIC.finditer(text):
            words = call["help"]
            if not words.startswith('"'):
                name = re.sub(r"std::string\(|\)", "", words)
                words = re.search(rf'\b{name}\b\s*=\s*((?:"[^"]*"\s*)+);', text)[1]
            yield Metric(call["name"], call["kind"].removesuffix("_of"),
                         "".join(re.findall(r'"([^"]*)"', words)))


def metrics(root=ROOT) -> str:
    """The page of metrics."""
    return METRICS_HEAD + table(["metric", "kind", "meaning"], [
        [code(metric.name), metric.kind, cell(metric.help)]
        for metric in sorted(set(metrics_of(root)))])


# --- settings ---

SETTINGS_HEAD = """# Settings

Settings come from a file, from `TANBO_*` variables and from flags. Variables win over the file,
and flags win over variables. Separate lists by commas in variables and flags. The file is that of
`--config`, else that of `TANBO_CONFIG`, else `/etc/tanbo/tanbo.toml` if it exists.

| in this table | in the file | as a variable | as a flag |
| --- | --- | --- | --- |
| `listen` | `listen = "…"` | `TANBO_LISTEN` | `--listen` |
| `log.level` | `level = "…"` in `[log]` | `TANBO_LOG_LEVEL` | `--log-level` |
| `database.url` | `url = "…"` in `[database]` | `TANBO_DATABASE` | `--database` |
| `bots.run` | `run = "…"` in `[bots]` | `TANBO_BOTS` | `--bots` |

`tanbod check-config` prints every setting and where it comes from, or all faults at once.
`--sample` makes it print a file to start from, and `--reference` one with every setting set.

Some limits don't apply to requests from the machine itself. Such a request comes from a loopback
address without a proxy's header, to a server on a loopback address that has no `public_url`.

"""


def settings(reference: str) -> str:
    """The page of settings, from the file that `tanbod check-config --reference` prints."""
    rows, group, told = [], "", []
    for line in reference.splitlines():
        if found := re.fullmatch(r"\[(\w+)\]", line):
            group = found[1] + "."
        elif line.startswith("# "):
            told.append(line[2:])
        elif found := re.fullmatch(r"(\w+) = (.*)", line):
            default = re.sub(r'^\[|\]$|"', "", found[2])
            rows.append([code(group + found[1]), code(default) if default else "none",
                         cell(told[0])])
            told = []
    return SETTINGS_HEAD + table(["setting", "default", "meaning"], rows)


# --- commands ---

COMMANDS_HEAD = """# Command {program}

{purpose}

"""
OPTIONS_HEAD = """
## Options

{setting}"""
PURPOSES = {
    "tanbod": "`tanbod` is the server, with the tools of its operator.\n"
              "`tanbod COMMAND --help` prints the same.",
    "tanbo": "`tanbo` is for players, bots and scripts: see [Terminal](terminal.md) and\n"
             "[Bots](bots.md). `tanbo COMMAND --help` prints the same.",
}
EVERY_SETTING = """Where a command takes settings, each [setting](settings.md) is a flag of it, and
`--config FILE` names a file.

"""
STATUSES = {
    "tanbod": [
        ("0", "done"),
        ("1", "refused: what was asked for is not possible"),
        ("64", "the command line is wrong"),
        ("65", "the database is damaged, missing beside its log, or too new; of `mail-in`: the "
               "message is not taken"),
        ("66", "of `mail-in`: there is no message"),
        ("67", "of `mail-in`: no such address"),
        ("69", "the address to listen on is taken or isn't this machine's; of `mail-in`: refused"),
        ("70", "storage failed, or the disk is full"),
        ("73", "a file or folder can't be opened or created"),
        ("75", "try again later: another process holds the database"),
        ("78", "a setting is wrong"),
    ],
    "tanbo": [
        ("0", "done"),
        ("1", "not done; a sentence says why"),
        ("2", "of `replay`: the input can't be read, or the output not written"),
        ("64", "the command line is wrong"),
        ("128 and more", "ended by the signal of that number less 128"),
    ],
}
STATUSES_HEAD = """
## Exit status

"""
INDENT = " " * 30


class Command(NamedTuple):
    """A command by its `--help`."""

    words: str
    sentence: str
    usage: str
    options: List[List[str]]


def option(name: str, text: str) -> List[str]:
    """An option with its range, default and conditions in words; `--help` has them in its name."""
    notes = []
    if found := re.search(r":U?INT in \[(\d+) - (\d+)\]", name):
        notes.append(f"From {found[1]} to {found[2]}.")
        name = name.replace(found[0], "")
    if found := re.search(r":\{([^}]*)\}", name):
        notes.append(f"One of {found[1].replace(',', ', ')}.")
        name = name.replace(found[0], "")
    if found := re.search(r"=(\S+)", name):
        notes.append(f"Default: {found[1]}.")
        name = name.replace(found[0], "")
    if found := re.search(r" \(Env:(\w+)\)", name):
        notes.append(f"Also from the variable {found[1]}.")
        name = name.replace(found[0], "")
    if found := re.search(r" Excludes: (\S+)", name):
        notes.append(f"Not with {found[1]}.")
        name = name.replace(found[0], "")
    if found := re.search(r" Needs: (\S+)", name):
        notes.append(f"Only with {found[1]}.")
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
             if text and not name.startswith("-h,") and not re.search(r"\[TANBO_\w+\]$", text)]
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


def commands(program: str, help_of: Callable[[List[str]], str]) -> str:
    """The page of a program's commands; `help_of` gives what `--help` prints for some words."""
    found = list(commands_of(program, help_of))
    options = [[code(one.words), code(name), cell(text)]
               for one in found for name, text in one.options]
    return (COMMANDS_HEAD.format(program=program, purpose=PURPOSES[program])
            + table(["command", "effect"], [[code(one.usage), cell(one.sentence)] for one in found])
            + OPTIONS_HEAD.format(setting=EVERY_SETTING if program == "tanbod" else "")
            + table(["command", "option", "meaning"], options)
            + STATUSES_HEAD
            + table(["status", "meaning"], [list(row) for row in STATUSES[program]]))


# --- pages ---

def of_source(root=ROOT) -> Dict[str, str]:
    """The pages that need no program, by name."""
    return {"errors": errors(root), "metrics": metrics(root), "log-events": events.table(root)}


def printed(*words) -> str:
    """The output of a program."""
    return subprocess.run(words, env={"TANBO_CONFIG": ""}, capture_output=True, text=True,
                          check=True).stdout


def of_programs(folder=BIN) -> Dict[str, str]:
    """The pages that the built programs fill, by name."""
    pages = {"settings": settings(printed(folder / "tanbod", "check-config", "--reference"))}
    for program in PURPOSES:
        pages[program] = commands(
            program, lambda path, program=program: printed(folder / program, *path, "--help"))
    return pages


PAGES = ("errors", "log-events", "metrics", "settings", "tanbo", "tanbod")


def committed(name: str, root=ROOT) -> str:
    """A page as the tree has it."""
    return (root / MANUAL / f"{name}.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    for page, text in {**of_source(), **of_programs()}.items():
        (ROOT / MANUAL / f"{page}.md").write_text(text, encoding="utf-8")
