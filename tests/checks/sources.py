"""Every source file belongs to a target: what no CMakeLists.txt names is not built."""

import re
from typing import Iterator

from source import ROOT, Finding, tracked


def named(root) -> set:
    """The .cpp files that the CMakeLists.txt files below `root` name, as absolute paths."""
    found = set()
    for path in tracked("CMakeLists.txt", root=root):
        text = re.sub(r"#[^\n]*", "", path.read_text())
        for word in re.findall(r"[\w./${}-]+\.cpp", text):
            word, at_top = re.subn(r"^\$\{(CMAKE|PROJECT)_SOURCE_DIR\}/", "", word)
            found.add(((root if at_top else path.parent) / word).resolve())
    return found


def check(root=ROOT) -> Iterator[Finding]:
    """The .cpp files outside every source list."""
    known = named(root)
    for path in tracked(".cpp", root=root):
        if path.resolve() not in known:
            yield Finding(path.relative_to(root), 1, "no CMakeLists.txt names this file")
