"""The packages that the build really takes from the system, against docker/packages.txt.

Headers and libraries are looked up in Debian's database: this finds a dependency that merely
happens to be installed on the developer's machine.
"""

import pathlib
import re
import subprocess

from source import ROOT

# These come with g++ itself.
WITH_COMPILER = {"libc6", "libc6-dev", "libgcc-s1", "libgcc-12-dev", "libstdc++-12-dev",
                 "libstdc++6", "linux-libc-dev", "cpp-12", "g++-12", "gcc-12"}


def listed(text=None):
    """Section -> its packages."""
    sections, current = {}, None
    for line in (text or (ROOT / "docker" / "packages.txt").read_text()).splitlines():
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), set())
        elif line and not line.startswith("#"):
            current.add(line.split()[0])
    return sections


def owners(paths):
    """The packages that own the files `paths`; a file that no package owns stands for itself."""
    found, rest = set(), sorted({str(pathlib.Path(path).resolve()) for path in paths})
    result = subprocess.run(["dpkg-query", "--search", *rest], capture_output=True, text=True)
    known = set()
    for line in result.stdout.splitlines():
        packages, _, path = line.partition(": ")
        known.add(path)
        found.add(packages.split(", ")[0].split(":")[0])
    return found | unowned(set(rest) - known)


def unowned(paths):
    """The packages of files that Debian knows below /lib instead of /usr/lib, or the file names."""
    found = set()
    for path in paths:
        short = path.removeprefix("/usr")
        result = subprocess.run(["dpkg-query", "--search", short], capture_output=True, text=True)
        found.add(result.stdout.split(":")[0] or path)
    return found


def headers(build):
    """The system headers that the objects of `build` were compiled from."""
    output = subprocess.run(
        ["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ +(/usr/include/\S+)", output, re.MULTILINE))


def libraries(program):
    """The shared libraries that the linker wrote into `program` itself."""
    needed = subprocess.run(["objdump", "-p", program], capture_output=True, text=True, check=True)
    loaded = subprocess.run(["ldd", program], capture_output=True, text=True, check=True)
    paths = dict(re.findall(r"(\S+) => (/\S+)", loaded.stdout))
    names = re.findall(r"NEEDED +(\S+)", needed.stdout)
    return {paths[name] for name in names if name in paths}
