"""Runs clang-tidy over the sources of the libraries and programs and keeps clean results.

Nine tenths of clang-tidy's time for a file go into the headers that it includes. So files with the
same options are examined together, in one translation unit that includes them all, as long as no
two of them give the same name to something of their own. A batch with a finding is halved until the
file stands alone; only what is found in a file that stands alone counts.

A batch is looked at again only when what the compiler sees of it changes: its key is the hash of
the preprocessed text, the configuration and clang-tidy's version. Findings are never kept.
"""

import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from typing import NamedTuple

from source import ROOT, without_comments

BUILD = ROOT / "build" / "tidy"
# Beside the compiler's cache, so that every clone on a machine has them.
KEPT = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "tanbo" / "tidy"
# Not tests/: it would double the time, and a test is held by what it tests.
FOLDERS = ("engine", "protocol", "server")
BATCH_FILES_MAX = 32
TIDY = "clang-tidy-19"
COMPILER = "clang++-19"

UNNAMED = re.compile(r"^namespace \{$(.*?)^\}", re.MULTILINE | re.DOTALL)
# A type, a function or a constant at the beginning of a line.
OWN_NAME = re.compile(
    r"^(?:(?:struct|class|enum class|enum) (\w+)|"
    r"(?!using |namespace |return )[A-Za-z][^=({;]*?\b(\w+)(?:\(| ?[={;]))", re.MULTILINE)
# Another name for something: files may give it twice if it names the same.
ALIAS = re.compile(r"^(?:using|namespace) (\w+) =\s+([^;]+);", re.MULTILINE)


class Source(NamedTuple):
    """One file, and the options that it is compiled with."""

    path: pathlib.Path
    options: tuple[str, ...]


def options_of(command):
    """The options of a compiler's command that matter to its syntax; no precompiled headers."""
    words = iter(shlex.split(command))
    found = []
    for word in words:
        if word in ("-o", "-c", "-include-pch"):
            next(words)
        elif word.startswith(("-I", "-D", "-std=", "-isystem", "-pthread")):
            found.append(word)
            if word == "-isystem":
                found.append(next(words))
        elif word.startswith("-W") and word not in ("-Winvalid-pch", "-Werror"):
            found.append(word)
    return tuple(found)


def configure():
    """Has CMake list each file by itself, with the options of a release build; builds nothing."""
    command = ["cmake", "--preset", "release", "-B", BUILD, "-DTANBO_BATCHES=OFF"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def sources():
    """Each of them that the release build compiles."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if any(path.is_relative_to(ROOT / folder) for folder in FOLDERS):
            yield Source(path, options_of(entry["command"]))


def own_names(text):
    """The names that a file gives to what only it can see, each with what it is an alias of."""
    names = {}
    for block in UNNAMED.findall(without_comments(text)):
        names |= {match.group(match.lastindex): None for match in OWN_NAME.finditer(block)}
        names |= {name: " ".join(meant.split()) for name, meant in ALIAS.findall(block)}
    return names


def clash(some, others):
    """Whether a name of both is more than an alias of the same thing."""
    return any(some[name] is None or some[name] != others[name]
               for name in some.keys() & others.keys())


def batches(found):
    """Puts files with the same options together, without a name that two of them own."""
    grouped = itertools.groupby(sorted(found, key=lambda source: (source.options, source.path)),
                                key=lambda source: source.options)
    for _, members in grouped:
        open_batches = []
        for source in members:
            names = own_names(source.path.read_text())
            for batch, taken in open_batches:
                if len(batch) < BATCH_FILES_MAX and not clash(taken, names):
                    batch.append(source)
                    taken |= names
                    break
            else:
                open_batches.append(([source], dict(names)))
        yield from (batch for batch, _ in open_batches)


def unit_of(batch):
    """A translation unit that holds the files of `batch`."""
    return "".join(f'#include "{source.path}"  // NOLINT(bugprone-suspicious-include)\n'
                   for source in batch)


def key_of(batch, common):
    """The name under which a clean result is kept."""
    command = [COMPILER, *batch[0].options, "-E", "-P", "-w", "-x", "c++", "-"]
    text = subprocess.run(command, input=unit_of(batch).encode(), cwd=BUILD, capture_output=True,
                          check=True).stdout
    words = " ".join(batch[0].options).replace(str(ROOT), "").encode()
    return hashlib.sha256(common + words + text).hexdigest()


def run_tidy(batch, folder):
    """Findings of clang-tidy in `batch`; the empty text if there is none."""
    path = batch[0].path
    if len(batch) > 1:
        name = hashlib.sha256(unit_of(batch).encode()).hexdigest()[:16]
        path = folder / f"{name}.cpp"
        path.write_text(unit_of(batch))
    command = [TIDY, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", path, "--",
               *batch[0].options, *(["-Wno-shadow"] if len(batch) > 1 else [])]
    result = subprocess.run(command, capture_output=True, text=True, cwd=BUILD)
    return "" if result.returncode == 0 else result.stdout or result.stderr


def examine(batch, common, folder):
    """Findings of the files of `batch`, printed as they come, or the empty text."""
    kept = KEPT / key_of(batch, common)
    if kept.exists():
        kept.touch()
        return ""
    findings = run_tidy(batch, folder)
    if not findings:
        kept.touch()
        return ""
    if len(batch) == 1:
        print(findings, flush=True)
        return findings
    middle = len(batch) // 2
    return examine(batch[:middle], common, folder) + examine(batch[middle:], common, folder)


def main():
    """Prints all findings; exit status 1 if there are any."""
    KEPT.mkdir(parents=True, exist_ok=True)
    configure()
    folder = BUILD / "units"
    folder.mkdir(exist_ok=True)
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    found = list(sources())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(examine, batch, common, folder) for batch in batches(found)]
        bad = sum(bool(job.result()) for job in jobs)
    print(f"clang-tidy: findings in {bad} of {len(jobs)} batches of {len(found)} files")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
