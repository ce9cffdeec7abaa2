"""The texts that C++ and the contract show people, and all comments.

A literal counts if it has a few words, and is neither SQL nor markup. Adjacent literals are one.
"""

import ast
import io
import pathlib
import re
import tokenize
from typing import Iterator, NamedTuple, Tuple

import yaml

import manual
from source import HIDDEN, ROOT, Finding, line_at, tracked

# More words that such texts can do without.
STIFF = re.compile(r"\b(?:somebody|anybody|everybody|(?:has|have) to|may not|beside)\b",
                   re.IGNORECASE)

FOLDERS = ("engine/", "protocol/", "server/")
CONTRACT = pathlib.PurePath("protocol", "contract")
WORDS_MIN = 3

# Words of mails that others write, and texts that have their German beside them.
NOT_ENGLISH = re.compile(
    r"server/mail/mime/(?:attribution|machine_words|reply_lines|written)"
    r"|server/mail/commands/second_thoughts|server/http/site/texts\.cpp"
    r"|server/notify/channels/push/text\.cpp")

INCLUDE = re.compile(r"^\s*#\s*include\b[^\n]*", re.MULTILINE)
RAW = re.compile(r'R"([^()\\\s]{0,16})\((.*)\)\1"', re.DOTALL)
SQL = re.compile(
    r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE|ORDER BY|LIMIT|VALUES|PRAGMA|SET|COPY"
    r"|CREATE|DROP|ALTER|JOIN|CASE|WHEN|THEN|IS NULL|IN \(|COMMIT|BEGIN|AND \w+ [=<>]|ON CONFLICT"
    r"|zeroblob|bytea)\b|\?\d")
MARKUP = re.compile(r"^\s*</?[a-z!?]|=\\?\"|\{\}|\b[a-z-]+-src\b|=\(\)")
WORD = re.compile(r"[(\"'`]*[A-Za-z][A-Za-z'-]*[.,;:!?)\"'`]*")
ESCAPES = {"n": "\n", "t": " ", "r": "", "0": ""}


class Text(NamedTuple):
    """A text, and where it begins."""

    path: pathlib.PurePath
    line: int
    text: str


def unescaped(literal: str) -> str:
    """The text of a literal between its quotes."""
    raw = RAW.fullmatch(literal)
    if raw:
        return raw[2]
    return re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape[1], escape[1]), literal[1:-1])


def literals(code: str) -> Iterator[Tuple[int, str]]:
    """The literals of C++ with their lines; those that the compiler joins are one."""
    line, joined, end = 0, None, 0
    for found in HIDDEN.finditer(INCLUDE.sub(lambda include: " " * len(include[0]), code)):
        if found[0].startswith(("//", "/*", "'")):
            continue
        if joined is not None and not code[end:found.start()].strip():
            joined += unescaped(found[0])
        else:
            if joined is not None:
                yield line, joined
            line, joined = line_at(code, found.start()), unescaped(found[0])
        end = found.end()
    if joined is not None:
        yield line, joined


def is_told(text: str) -> bool:
    """Whether a literal is for people."""
    words = [word for word in text.split() if WORD.fullmatch(word)]
    return len(words) >= WORDS_MIN and not SQL.search(text) and not MARKUP.search(text)


def without_code(text: str) -> str:
    """A text without quoted code, paths, settings and options."""
    return re.sub(r"`[^`]*`|\S*[\w)][/_=@.]\w\S*|--?[a-z]\S*", " ", text)


def of_code(root=ROOT) -> Iterator[Text]:
    """The texts of the C++ files."""
    for path in tracked(".cpp", ".hpp", root=root):
        name = path.relative_to(root)
        if name.as_posix().startswith(FOLDERS) and not NOT_ENGLISH.match(name.as_posix()):
            for line, text in literals(path.read_text(encoding="utf-8")):
                if is_told(text):
                    yield Text(name, line, text)


def described(node) -> Iterator[Tuple[int, str]]:
    """The descriptions below a node of YAML, without code."""
    if isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from described(value)
    if not isinstance(node, yaml.MappingNode):
        return
    for key, value in node.value:
        is_text = key.value in ("description", "summary", "title")
        if is_text and isinstance(value, yaml.ScalarNode):
            yield value.start_mark.line + 1, re.sub(r"`[^`]*`", "x", value.value)
        else:
            yield from described(value)


def of_contract(root=ROOT) -> Iterator[Text]:
    """The descriptions of the contract."""
    for path in tracked(".yaml", root=root):
        if CONTRACT in path.relative_to(root).parents:
            for line, text in described(yaml.compose(path.read_text(encoding="utf-8"))):
                yield Text(path.relative_to(root), line, text)


def texts(root=ROOT) -> Iterator[Text]:
    """All of them."""
    yield from of_code(root)
    yield from of_contract(root)


def comments(root=ROOT) -> Iterator[Text]:
    """The comments of the C++ files; lines that follow each other are one."""
    for path in tracked(".cpp", ".hpp", root=root):
        code = path.read_text(encoding="utf-8")
        line, joined, end = 0, "", 0
        for found in HIDDEN.finditer(code):
            if not found[0].startswith(("//", "/*")):
                continue
            between = code[end:found.start()]
            if joined and (between.strip() or between.count("\n") > 1):
                yield Text(path.relative_to(root), line, joined)
                joined = ""
            if not joined:
                line = line_at(code, found.start())
            joined += " " + re.sub(r"^[/*\s]+|\*/$", "", found[0])
            end = found.end()
        if joined:
            yield Text(path.relative_to(root), line, joined)


# A comment of the client; a glob or an address in a string is none.
OF_CLIENT = re.compile(r"(?:^|(?<=\s))(?:/\*(?:.|\n)*?\*/|//[^\n]*)|<!--(?:.|\n)*?-->",
                       re.MULTILINE)


def of_python(code: str) -> Iterator[Tuple[int, str]]:
    """The comments and docstrings of Python code with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(code)):
        docstring = ast.get_docstring(node) if isinstance(node, documented) else None
        if docstring:
            yield node.body[0].lineno, docstring


def other_comments(root=ROOT) -> Iterator[Text]:
    """The comments of the client, of its tests and of Python code."""
    for path in tracked(".py", ".ts", ".svelte", ".js", ".mjs", ".css", root=root):
        code = path.read_text(encoding="utf-8")
        is_python = path.suffix == ".py"
        found = of_python(code) if is_python else (
            (line_at(code, comment.start()), comment[0]) for comment in OF_CLIENT.finditer(code))
        for line, text in found:
            yield Text(path.relative_to(root), line, text)


def banned(found: Iterator[Text], patterns=(manual.BANNED, STIFF)) -> Iterator[Finding]:
    """Banned words of texts."""
    for path, line, text in found:
        for pattern in patterns:
            for word in pattern.findall(text):
                yield Finding(path, line, f"say it without {word!r}")


def long_sentences(found: Iterator[Text]) -> Iterator[Finding]:
    """Sentences with too many words."""
    for path, line, text in found:
        for paragraph in re.split(r"\n\s*(?:\n|- )", text):
            for sentence in manual.sentences(paragraph):
                words = len(re.findall(r"[\w’'-]+", sentence))
                if words > manual.WORDS_MAX:
                    yield Finding(path, line, f"split this sentence of {words} words: "
                                              f"{' '.join(sentence.split())[:60]}…")
