"""The packages of the web client's lockfile: for which Node, checked by what, run when.

Node is Debian 12's: a package is refused if its `engines.node` leaves that out, or if it has no
integrity. An install script runs on the machine that builds: only those named here are known,
and even they are not run (`npm ci --ignore-scripts`).
"""

import json
import re

from source import ROOT

LOCKFILE = ROOT / "server" / "web" / "client" / "package-lock.json"
NODE = (18, 20, 0)
# esbuild's only looks whether the binary that came with it runs.
KNOWN_SCRIPTS = {"esbuild"}

COMPARATOR = re.compile(r"(\^|~|>=|<=|>|<|=)?\s*v?(\d+|\*|x)(?:\.(\d+|\*|x))?(?:\.(\d+|\*|x))?")


def span(operator, parts):
    """The versions that a comparator takes, from the first to before the second; None is no end."""
    known = [int(part) for part in parts if part not in (None, "*", "x")]
    first = tuple((known + [0, 0, 0])[:3])
    if not known:
        return (0, 0, 0), None
    whole = tuple(([*known[:-1], known[-1] + 1] + [0, 0, 0])[:3])
    if operator == ">=":
        return first, None
    if operator == ">":
        return whole, None
    if operator == "<":
        return (0, 0, 0), first
    if operator == "<=":
        return (0, 0, 0), whole
    if operator == "^":
        return first, (first[0] + 1, 0, 0) if first[0] else whole
    if operator == "~":
        return first, (first[0], first[1] + 1, 0) if len(known) > 1 else whole
    return first, whole


def takes(expression, version):
    """Whether a range of npm ("^18.0.0 || >=20 <21") takes a version that is no prerelease."""
    return any(all(is_within(version, span(one[1], one.groups()[1:]))
                   for one in COMPARATOR.finditer(alternative))
               for alternative in expression.split("||"))


def is_within(version, bounds):
    """Whether a version is at or after the first bound, and before the second."""
    first, end = bounds
    return first <= version and (end is None or version < end)


def check(text=None):
    """One sentence for each fault of the lockfile."""
    lock = json.loads(text or LOCKFILE.read_text())
    if lock.get("lockfileVersion") != 3:
        yield "the lockfile is not of version 3: write it with npm 9 or later"
    for path, package in lock["packages"].items():
        if not path:
            continue
        name = path.rpartition("node_modules/")[2]
        node = package.get("engines", {}).get("node", "*")
        if not package.get("integrity", "").startswith("sha512-"):
            yield f"{name} has no integrity: install it from the registry again"
        if not takes(node, NODE):
            yield f"{name} {package.get('version')} wants Node {node}: take an earlier one"
        if package.get("hasInstallScript") and name not in KNOWN_SCRIPTS:
            yield f"{name} runs a script when it is installed: do without it, or name it here"
