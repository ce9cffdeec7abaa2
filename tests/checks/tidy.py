"""Runs clang-tidy over the sources of the libraries and programs and keeps clean results.

A file is looked at again only when what the compiler sees of it changes: its key is the hash of the
preprocessed text, the configuration and clang-tidy's version. Findings fail and are never kept.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

from source import ROOT

BUILD = ROOT / "build" / "release"
# Beside the compiler's cache, so that every clone on a machine has them.
KEPT = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "tanbo" / "tidy"
# Not tests/: it would double the time, and a test is held by what it tests.
FOLDERS = ("engine", "protocol", "server")


def sources():
    """File and preprocessing command of each of them that the release build compiles."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if any(path.is_relative_to(ROOT / folder) for folder in FOLDERS):
            words = shlex.split(entry["command"])
            compiler = next(i for i, word in enumerate(words) if word.endswith(("c++", "g++")))
            command = words[compiler:words.index("-o")]
            yield path, [*command, "-E", "-P", str(path)]


def key_of(preprocess, common):
    """The name under which a clean result is kept."""
    text = subprocess.run(preprocess, cwd=BUILD, capture_output=True, check=True).stdout
    return hashlib.sha256(common + text).hexdigest()


def examine(path, preprocess, common):
    """Findings of one file, or the empty text."""
    kept = KEPT / key_of(preprocess, common)
    if kept.exists():
        kept.touch()
        return ""
    command = ["clang-tidy", "--quiet", "-p", BUILD, path]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 0:
        kept.touch()
        return ""
    return result.stdout or result.stderr


def main():
    """Prints all findings; exit status 1 if there are any."""
    KEPT.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(examine, path, command, common) for path, command in sources()]
        findings = [text for job in jobs if (text := job.result())]
    print("".join(findings) or f"clang-tidy: nothing found in {len(jobs)} files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
