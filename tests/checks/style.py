"""Small rules that a machine can hold: lengths, words for unfinished work, docstrings."""

import ast
import re
from typing import Iterator

from source import ROOT, Finding, line_at, tracked, without_comments

LINES_MAX = 600
COLUMNS_MAX = 100

CODE = (".cpp", ".hpp", ".py", ".sh", ".cmake", ".js", ".mjs", ".css", ".sql", "CMakeLists.txt")

# Word -> what to do instead. Written in halves: this file does not find itself.
BANNED_ANYWHERE = {
    r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b": "finish it now, or leave it out",
    r"<{7} |>{7} |^={7}$": "resolve the conflict",
}
BANNED_IN_CPP = {
    r"\bdetached\b": "spawn through the helper of server/base: it names and logs",
    r"\busing\s+namespace\s+std\b(?!::)": "name what you use",
    r"\bGTEST_" r"SKIP\b|\bDISABLED_\w+": "a test that does not run proves nothing",
    r"\b(?:to|from)_row\b": "a query binds and yields instants itself",
}
BANNED_IN_PROGRAMS = {
    r"static_cast<store::SeatNumber>": "store::seat_number says it",
    r"\w='": "attributes stand in double quotes: escaped() leaves an apostrophe as it is",
}
BANNED_IN_TESTS = {
    r"pytest\.(?:mark\.)?(?:skip|xfail|importorskip)": "a test that does not run proves nothing",
}

# A class with an invariant or a free function; plain data and constants may speak for themselves.
DECLARATION = re.compile(
    r"class \w[^;]*$|(?!(?:using|struct|enum|namespace|friend)\b)[\w\[:<][^=;(]*\("
)


def banned(path, text) -> Iterator[Finding]:
    """Words that stand for unfinished or forbidden things."""
    rules = dict(BANNED_ANYWHERE)
    if path.suffix in (".cpp", ".hpp"):
        rules |= BANNED_IN_CPP
        rules |= BANNED_IN_PROGRAMS if path.parts[0] != "tests" else {}
    if path.suffix == ".py" and path.parts[0] == "tests":
        rules |= BANNED_IN_TESTS
    for pattern, remedy in rules.items():
        seen = without_comments(text) if pattern in BANNED_IN_CPP else text
        for match in re.finditer(pattern, seen, re.MULTILINE):
            word = match.group().strip()
            yield Finding(path, line_at(text, match.start()), f"'{word}': {remedy}")


COMMENT = re.compile(r"^\s*(?://+|#+|/?\*+|--|\"\"\")\s*")


def comment_heads(path, text) -> Iterator[Finding]:
    """A comment begins with the name of what it explains, or with a verb."""
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = COMMENT.sub("", line)
        if words != line and re.match(r"(?:What|Where)\b", words) and not COMMENT.match(before):
            yield Finding(path, number, f"'{words.split()[0]} ...': begin with a noun or a verb")
        before = line


def lengths(path, text) -> Iterator[Finding]:
    """Files and lines that are too long, and blanks at the end of a line."""
    lines = text.splitlines()
    if len(lines) > LINES_MAX and path.parts[0] != "migrations":  # the baseline is one
        yield Finding(path, LINES_MAX + 1, f"{len(lines)} lines: split it (at most {LINES_MAX})")
    for number, line in enumerate(lines, 1):
        if path.suffix == ".py" and len(line) > COLUMNS_MAX:
            yield Finding(path, number, f"{len(line)} columns: at most {COLUMNS_MAX}")
        if line != line.rstrip():
            yield Finding(path, number, "blanks at the end of the line")
    if text and not text.endswith("\n"):
        yield Finding(path, len(lines), "no newline at the end of the file")


def header_docstrings(path, text) -> Iterator[Finding]:
    """In a header every paragraph of classes or functions has a comment, above or beside it."""
    if "#pragma once" not in text:
        yield Finding(path, 1, "a header begins with #pragma once")
    before = earlier = ""
    for number, line in enumerate(text.splitlines(), 1):
        opens = before.strip() == "" or before.startswith("namespace")
        explained = "//" in line or earlier.startswith("//")
        if opens and DECLARATION.match(line) and not explained:
            yield Finding(path, number, "a public declaration says what it yields: add a docstring")
        before, earlier = line, before


def python_docstrings(path, text) -> Iterator[Finding]:
    """Modules, public classes and public functions that are not tests say what they do."""
    tree = ast.parse(text)
    if text.strip() and not ast.get_docstring(tree):
        yield Finding(path, 1, "the module has no docstring")
    if path.name.startswith(("test_", "conftest")):
        return
    for node in tree.body:
        public = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if public and not node.name.startswith("_") and not ast.get_docstring(node):
            yield Finding(path, node.lineno, f"{node.name} has no docstring")


def check(root=ROOT) -> Iterator[Finding]:
    """Every rule above over the tracked files it speaks of."""
    for path in tracked(*CODE, ".md", ".yml", ".yaml", ".toml", ".json", root=root):
        name, text = path.relative_to(root), path.read_text()
        yield from banned(name, text)
        if name.suffix in CODE or name.name in CODE:
            yield from lengths(name, text)
        if name.suffix == ".hpp" and name.parts[0] != "tests":
            yield from header_docstrings(name, text)
        if name.suffix == ".py":
            yield from python_docstrings(name, text)
    for path in tracked(*CODE, ".ts", ".svelte", root=root):
        name = path.relative_to(root)
        yield from comment_heads(name, path.read_text())
