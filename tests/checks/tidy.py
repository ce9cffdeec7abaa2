"""Runs clang-tidy over the sources of the libraries and programs and keeps clean results.

Nine tenths of clang-tidy's time for a file go into the headers that it includes. So files are
examined together, in one translation unit that includes them all, with the options of all, as long
as no two of them give the same name to something of their own, and none a name that a header of
another gives. A batch with a finding is halved until the file stands alone; only what is found in a
file that stands alone, with its own options, counts.

A file is looked at again only when it changes, a header that it includes at whatever remove, its
options, the configuration, clang-tidy's version or this program. Findings are never kept.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from source import ROOT, without_comments

BUILD = ROOT / "build" / "tidy"
# Kept beside the compiler's cache: every clone on a machine has them.
KEPT = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "tanbo" / "tidy"
# A result that no run has needed for that long is deleted.
KEPT_DAYS = 30
# Not tests/: it would double the time, and a test is held by what it tests.
FOLDERS = ("engine", "protocol", "server")
BATCH_FILES_MAX = 64
TIDY = "clang-tidy-19"
COMPILER = "clang++-19"

# To the comment at its end; functions in it end with a brace at the beginning of a line too.
UNNAMED = re.compile(r"^namespace \{$(.*?)(?:^\}  // namespace$|\Z)", re.MULTILINE | re.DOTALL)
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
            found.append(word + next(words) if word == "-isystem" else word)
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
    for block in map(without_comments, UNNAMED.findall(text)):
        names |= {match.group(match.lastindex): None for match in OWN_NAME.finditer(block)}
        names |= {name: " ".join(meant.split()) for name, meant in ALIAS.findall(block)}
    return names


NAMESPACE = re.compile(r"^namespace ([\w:]+) \{$", re.MULTILINE)
INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]+("[^"\n]+"|<[^>\n]+>|\w+)', re.MULTILINE)


@functools.cache
def included_by(path):
    """The project's headers that a file includes, and the words that name others."""
    words = INCLUDED.findall(path.read_text())
    headers = {word: ROOT / word[1:-1] for word in words if word[0] == '"'}
    return (frozenset(header for header in headers.values() if header.exists()),
            frozenset(word for word in words
                      if word not in headers or not headers[word].exists()))


@functools.cache
def headers_of(path):
    """The project's headers that a file includes, at whatever remove."""
    found, waiting = set(), [path]
    while waiting:
        new = included_by(waiting.pop())[0] - found
        found |= new
        waiting += new
    return frozenset(found)


def parts_of(text):
    """The parts of a file, each with the namespace in which it stands."""
    before, *rest = NAMESPACE.split(text)
    return [("", before), *zip(rest[::2], rest[1::2])]


@functools.cache
def given_names(header):
    """The full names that a header gives to what everybody can see who includes it."""
    return frozenset(f"{namespace}::{match.group(match.lastindex)}"
                     for namespace, part in parts_of(header.read_text())
                     for match in OWN_NAME.finditer(without_comments(part)))


def standard_of(source):
    """The option that names the version of C++."""
    return next((option for option in source.options if option.startswith("-std=")), "")


class Names(NamedTuple):
    """The full names in files: of each of them for itself, and of the headers that they include."""

    own: dict[str, str | None]
    given: set[str]

    @classmethod
    def of(cls, path):
        """Those of one file."""
        given = set().union(*(given_names(header) for header in headers_of(path)))
        own = {f"{namespace}::{name}": meant for namespace, part in parts_of(path.read_text())
               for name, meant in own_names(part).items()}
        return cls(own, given - own.keys())

    def add(self, others):
        """Adds those of another file."""
        self.own.update(others.own)
        self.given.update(others.given)


def clash(some, others):
    """Whether a name of both is more than an alias of the same thing."""
    return (some.own.keys() & others.given or others.own.keys() & some.given
            or any(some.own[name] is None or some.own[name] != others.own[name]
                   for name in some.own.keys() & others.own.keys()))


def batches(found):
    """Puts files of one version of C++ together, without a name that two own.

    Files with the same options come first.
    """
    open_batches = []
    for source in sorted(found, key=lambda source: (source.options, source.path)):
        names = Names.of(source.path)
        for batch, taken in open_batches:
            if (len(batch) < BATCH_FILES_MAX and standard_of(batch[0]) == standard_of(source)
                    and not clash(taken, names)):
                batch.append(source)
                taken.add(names)
                break
        else:
            open_batches.append(([source], names))
    return [batch for batch, _ in open_batches]


def options_for(batch):
    """The options of all files of `batch`; what one file needs does not concern the others."""
    return list(dict.fromkeys(option for source in batch for option in source.options))


def unit_of(batch):
    """A translation unit that holds the files of `batch`."""
    return "".join(f'#include "{source.path}"  // NOLINT(bugprone-suspicious-include)\n'
                   for source in batch)


def graph_of(listed):
    """The files that each file includes, from what `clang -H` lists: a dot for each level."""
    graph, above = {}, []
    for line in listed.splitlines():
        dots, _, name = line.partition(" ")
        if dots.strip("."):
            continue  # not a file
        del above[len(dots) - 1:]
        graph.setdefault(name, set())
        if above:
            graph[above[-1]].add(name)
        above.append(name)
    return graph


def reached(graph, name):
    """The files that one includes, at whatever remove."""
    found, waiting = set(), [name]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def outside(words, options):
    """The files of other projects that each of these words of `#include` stands for."""
    with tempfile.TemporaryDirectory() as folder:
        headers = {word: pathlib.Path(folder, f"{number}.hpp")
                   for number, word in enumerate(sorted(words))}
        for word, header in headers.items():
            asked = f"#if __has_include({word})\n#include {word}\n#endif\n"
            header.write_text(f"#include {word}\n" if word[0] not in '<"' else asked)
        unit = "".join(f'#include "{header}"\n' for header in headers.values())
        command = [COMPILER, *options, "-w", "-E", "-H", "-Xclang", "-fshow-skipped-includes",
                   "-x", "c++", "-o", os.devnull, "-"]
        listed = subprocess.run(command, input=unit, cwd=BUILD, stderr=subprocess.PIPE, text=True,
                                check=True).stderr
    graph = graph_of(listed)
    return {word: reached(graph, str(header)) for word, header in headers.items()}


@functools.cache
def line_of(path):
    """The hash of a file's bytes, and its name."""
    digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    return f"{digest} {os.path.relpath(path, ROOT)}"


def keys_of(found, common):
    """The name under which a clean result is kept, for each source."""
    seen = {source: {source.path, *headers_of(source.path)} for source in found}
    words = {source: set().union(*(included_by(path)[1] for path in paths))
             for source, paths in seen.items()}
    meant = {}
    # Headers include others, or not, by the version of C++.
    for standard in set(map(standard_of, found)):
        alike = [source for source in found if standard_of(source) == standard]
        all_words = set().union(*(words[source] for source in alike))
        meant[standard] = outside(all_words, options_for(alike))
    keys = {}
    for source, paths in seen.items():
        files = paths.union(*(meant[standard_of(source)][word] for word in words[source]))
        lines = sorted(map(line_of, map(str, files)))
        own = " ".join([os.path.relpath(source.path, ROOT), *source.options])
        text = "\n".join([own.replace(str(ROOT), ""), *lines])
        keys[source] = hashlib.sha256(common + text.encode()).hexdigest()
    return keys


def run_tidy(batch, folder):
    """Findings of clang-tidy in `batch`; the empty text if there is none."""
    path = batch[0].path
    if len(batch) > 1:
        name = hashlib.sha256(unit_of(batch).encode()).hexdigest()[:16]
        path = folder / f"{name}.cpp"
        path.write_text(unit_of(batch))
    command = [TIDY, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", path, "--",
               *options_for(batch), *(["-Wno-shadow"] if len(batch) > 1 else [])]
    result = subprocess.run(command, capture_output=True, text=True, cwd=BUILD)
    return "" if result.returncode == 0 else result.stdout or result.stderr


def examine(batch, keys, folder):
    """Findings of the files of `batch`, printed as they come, or the empty text."""
    findings = run_tidy(batch, folder)
    if not findings:
        for source in batch:
            (KEPT / keys[source]).touch()
        return ""
    if len(batch) == 1:
        print(findings, flush=True)
        return findings
    middle = len(batch) // 2
    return examine(batch[:middle], keys, folder) + examine(batch[middle:], keys, folder)


def changed(keys):
    """The sources without a kept result. Deletes results that no run has needed for long."""
    for key in keys.values():
        if (KEPT / key).exists():
            (KEPT / key).touch()
    oldest = time.time() - KEPT_DAYS * 24 * 60 * 60
    for kept in KEPT.iterdir():
        if kept.stat().st_mtime < oldest:
            kept.unlink(missing_ok=True)
    return [source for source, key in keys.items() if not (KEPT / key).exists()]


def main():
    """Prints all findings; exit status 1 if there are any."""
    KEPT.mkdir(parents=True, exist_ok=True)
    configure()
    folder = BUILD / "units"
    folder.mkdir(exist_ok=True)
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes() + pathlib.Path(__file__).read_bytes()
    keys = keys_of(list(sources()), common)
    left = changed(keys)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(examine, batch, keys, folder) for batch in batches(left)]
        bad = sum(bool(job.result()) for job in jobs)
    print(f"clang-tidy: findings in {bad} of {len(jobs)} batches of {len(left)} files; "
          f"{len(keys) - len(left)} have not changed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
