"""The manual's pages of reference, made from the tables that the programs use.

    /usr/bin/python3 tests/checks/reference.py   # writes them all; needs build/release/bin

Errors, metrics and events of the log come from the source; settings and commands from what the
built programs print.
"""

import collections
import pathlib
import re
import subprocess
import sys
from typing import Callable, Dict, Iterator, List, NamedTuple

import events
from source import ROOT

sys.path.append(str(ROOT / "docker"))

from documents.help import commands_of  # noqa: E402
from documents.statuses import STATUSES  # noqa: E402

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
`_sum` and `_count`. Requests are counted by group: the first word of the API's path, such as
`games`, or `pages`.

"""
METRIC = re.compile(
    r'\b(?P<kind>counter_of|counter|gauge|histogram)\(\s*"(?P<name>tanbo_\w+)",\s*'
    r'(?P<help>"[^"]*"(?:\s*"[^"]*")*|(?:std::string\()?\w+\)?)')

# Metrics under the names that Prometheus gives them for every program.
OF_THE_PROCESS = re.compile(
    r'\bappend\(out, "(?P<name>process_\w+)", "(?P<kind>\w+)",\s*"(?P<help>[^"]*)"')


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
        for call in OF_THE_PROCESS.finditer(text):
            yield Metric(call["name"], call["kind"], call["help"])


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
STATUSES_HEAD = """
## Exit status

"""


def commands(program: str, help_of: Callable[[List[str]], str]) -> str:
    """The page of a program's commands; `help_of` gives what `--help` prints for some words."""
    found = list(commands_of(program, help_of))
    takers = collections.defaultdict(list)
    for one in found:
        for option in one.options:
            takers[tuple(option)].append(code(one.words))
    # Options of several commands first, each in one row.
    options = [[", ".join(words), code(name), cell(text)]
               for (name, text), words in sorted(takers.items(), key=lambda row: len(row[1]) == 1)]
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
