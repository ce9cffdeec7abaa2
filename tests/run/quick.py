"""The tests that a change needs first: `bash tests/run.sh quick [--since REV]`, in two minutes.

Built and run by the preset `debug`, which recompiles single files fastest.
"""

import collections
import pathlib
import re
import subprocess
from typing import NamedTuple

from run import parts
from run.builds import build
from run.folders import SYSTEM_TESTS, row_of
from run.steps import JOBS, ROOT, Cost, Outcome, step

CPP = (".cpp", ".hpp")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
PROGRAM = re.compile(r"^\s*tanbo_test\((\w+)", re.MULTILINE)
# The checks of what only a release build shows, of images, and of the checks' own slow parts.
LONG_CHECKS = ("hardening", "packages", "docker", "docker_cluster", "tidy")
# Mutations of whole corpora, which a change there alone has run.
LONG_CPP = {"fuzz"}
CODE = ("engine/", "protocol/", "server/")
CLIENT = ("server/web", "tests/browser")
# Programs that a system test runs besides tanbod and tanbo.
RUN_BY = {"pairing": "tanbo_pairing_cases"}
# Folders with their C++ tests in another's.
TESTED_BY = {"migrations": "server/store"}


class Selection(NamedTuple):
    """The tests that a change needs."""

    folders: tuple  # that have changed
    unknown: tuple  # of these that no row of the table holds for
    cpp: dict  # folder below tests/ -> its C++ programs
    system: tuple  # names of system tests
    has_client: bool


def git(*words, root=ROOT):
    """The lines that git says; none if it refuses."""
    said = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    return said.stdout.splitlines() if said.returncode == 0 else []


def base(root=ROOT):
    """The revision since which everything is new: where the upstream branch was left."""
    return next(iter(git("merge-base", "HEAD", "@{upstream}", root=root)), "HEAD~1")


def changed(since, root=ROOT):
    """The files that differ from a revision, those that git does not know yet among them."""
    differ = subprocess.run(["git", "diff", "--name-only", "--no-renames", since, "--"], cwd=root,
                            capture_output=True, text=True)
    if differ.returncode != 0:
        raise SystemExit(f"tests/run.sh quick: git knows no revision {since!r}: "
                         f"{differ.stderr.strip().splitlines()[-1]}")
    new = git("ls-files", "--others", "--exclude-standard", root=root)
    return sorted({*differ.stdout.splitlines(), *new})


def folder_of(name):
    """The folder of a file."""
    return pathlib.PurePosixPath(name).parent.as_posix()


def cpp_files(root):
    """The C++ files that git knows, or will."""
    names = git("ls-files", "--cached", "--others", "--exclude-standard", root=root)
    return [name for name in names if name.endswith(CPP) and (root / name).is_file()]


def including(folders, root=ROOT):
    """The folders with a file that includes one of these folders' headers."""
    found = set()
    for name in cpp_files(root):
        headers = INCLUDE.findall((root / name).read_text(encoding="utf-8"))
        if any(folder_of(header) in folders for header in headers):
            found.add(folder_of(name))
    return found


def programs(root=ROOT):
    """Folder below tests/ -> the C++ programs that its CMakeLists.txt makes."""
    found = collections.defaultdict(list)
    for path in sorted((root / "tests").glob("**/CMakeLists.txt")):
        for name in PROGRAM.findall(path.read_text(encoding="utf-8")):
            found[path.parent.relative_to(root / "tests").as_posix()].append(name)
    return found


def tested_by(folder, known):
    """The folder below tests/ with the programs that test this one, or None."""
    mirrored = TESTED_BY.get(folder.partition("/")[0], folder.removeprefix("tests/"))
    above = [mirrored, *(parent.as_posix() for parent in pathlib.PurePosixPath(mirrored).parents)]
    return next((one for one in above if one in known), None)


def select(names, root=ROOT, table=None):
    """The tests that the change of these files needs."""
    table = SYSTEM_TESTS if table is None else table
    folders = {folder_of(name) for name in names}
    rows = {folder: row_of(folder, table) for folder in folders}
    known = programs(root)
    # The headers of a folder stand for all of it; no file includes a test that is no header.
    shown = {folder_of(name) for name in names
             if name.startswith(CODE) or (name.startswith("tests/") and name.endswith(".hpp"))}
    touched = folders | including(shown, root)
    own = {tested_by(folder, known) for folder in folders}
    cpp = {tested_by(folder, known) for folder in touched} - {None} - (LONG_CPP - own)
    system = {name for row in rows.values() if row is not None for name in table[row]}
    system |= {pathlib.PurePosixPath(name).stem.removeprefix("test_") for name in names
               if re.fullmatch(r"tests/system/test_\w+\.py", name) and (root / name).is_file()}
    return Selection(
        folders=tuple(sorted(folders)),
        unknown=tuple(sorted(folder for folder, row in rows.items() if row is None)),
        cpp={folder: known[folder] for folder in sorted(cpp)},
        system=tuple(sorted(system)),
        has_client=any(folder.startswith(CLIENT) for folder in folders))


def left_out(selection, root=ROOT):
    """Lines that say what was not run."""
    cpp = [folder for folder in programs(root) if folder not in selection.cpp]
    system = [name for name in parts.system_names() if name not in selection.system]
    others = [name for name in parts.PARTS if name not in ("checks", "unit", "system")]
    return [f"checks: {', '.join(LONG_CHECKS)}",
            f"C++ tests, and all under sanitizers: {', '.join(sorted(cpp)) or 'none'}",
            f"system tests: {', '.join(system) or 'none'}",
            f"parts: {', '.join(others)}"]


def system_programs(names):
    """The programs that these system tests run: all others need not be linked."""
    rest = [RUN_BY[name] for name in names if name in RUN_BY]
    return ["tanbod", "tanbo", *rest] if names else []


def run_programs(selection):
    """Builds what the selection needs, and runs its C++ tests and its system tests."""
    targets = [name for names in selection.cpp.values() for name in names]
    targets += system_programs(selection.system)
    outcomes = build("debug", *targets) if targets else []
    if any(outcome.failed for outcome in outcomes):
        return outcomes
    if selection.cpp:
        outcomes += parts.ctest("debug", "-L", f"^({'|'.join(selection.cpp)})$")
    if selection.system:
        outcomes += parts.system_under("debug", selection.system, "quick")
    return outcomes


def run_client():
    """The client's types and its own code; nothing in browsers."""
    outcomes = parts.client()
    if any(outcome.failed for outcome in outcomes):
        return outcomes
    units = sorted((ROOT / "tests" / "browser" / "unit").glob("*.test.js"))
    name, command, report = parts.node_words("tests/browser/unit", units, "debug")
    return [*outcomes, *build("debug", "tanbo_web"), step(name, command, report)]


def run_quick(since):
    """Runs what has changed since a revision needs; what the steps came to."""
    since = since or base()
    selection = select(changed(since))
    print(f"Changed since {since}: {', '.join(selection.folders) or 'nothing'}", flush=True)
    checks = [f"--ignore=tests/checks/test_{name}.py" for name in LONG_CHECKS]
    outcomes = parts.pytest("checks", "-n", JOBS, *checks)
    if selection.unknown:
        fault = f"no row of tests/run/folders.py holds for {', '.join(selection.unknown)}"
        outcomes.append(Outcome("folders", 0, 1, Cost(), (fault,)))
    outcomes += run_programs(selection)
    if selection.has_client:
        outcomes += run_client()
    print("\nLeft out, which `bash tests/run.sh` runs:")
    for line in left_out(selection):
        print(f"  {line}", flush=True)
    return outcomes
