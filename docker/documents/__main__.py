"""Writes what is installed beside the programs, from what they print of themselves.

    python3 docker/documents BIN FOLDER   # BIN has tanbod and tanbo

Man pages, completions for bash, zsh and fish, the sample of the settings and Debian's changelog.
"""

import gzip
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from documents import changelog, completions, man  # noqa: E402
from documents.help import commands_of, settings_of  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The settings of the package that differ from those of a server in a clone.
INSTALLED = ("--database", "/var/lib/tanbo/tanbo.db", "--create", "no", "--log-format", "json")
PROGRAMS = ("tanbod", "tanbo")


def printed(*words) -> str:
    """The output of a program that reads no settings but these."""
    return subprocess.run(words, env={"TANBO_CONFIG": ""}, capture_output=True, text=True,
                          check=True).stdout


def compressed(text: str) -> bytes:
    """The same bytes for the same text, today and tomorrow."""
    return gzip.compress(text.encode(), 9, mtime=0)


def documents(programs: pathlib.Path):
    """The documents by the name of their file: texts or bytes."""
    version = changelog.version(ROOT)
    day = changelog.day(ROOT)
    reference = printed(programs / "tanbod", "check-config", "--reference")
    made = {
        "tanbo.toml": printed(programs / "tanbod", "check-config", "--sample", *INSTALLED),
        "tanbo.toml.5.gz": compressed(man.settings(reference, version, day)),
        "changelog.gz": compressed(changelog.of_debian(ROOT)),
    }
    for program in PROGRAMS:
        def help_of(path, program=program):
            return printed(programs / program, *path, "--help")

        commands = list(commands_of(program, help_of))
        settings = []
        if program == "tanbod":
            settings = list(settings_of(help_of(["serve"])))
        page = man.program(program, commands, version, day)
        made[f"{program}.{man.SECTIONS[program]}.gz"] = compressed(page)
        made[f"{program}.bash"] = completions.bash(program, commands, settings)
        made[f"_{program}"] = completions.zsh(program, commands, settings)
        made[f"{program}.fish"] = completions.fish(program, commands, settings)
    return made


def main(programs, folder):
    """Writes them all."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in documents(pathlib.Path(programs)).items():
        content = content if isinstance(content, bytes) else content.encode()
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main(*sys.argv[1:])
