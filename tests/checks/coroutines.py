"""Refuses what g++ 12 miscompiles around co_await: it destroys some temporaries twice.

An expression that awaits may hold names, calls and moves. A brace (an aggregate, a list), a
lambda and ?: get a name in the line before. And a lambda that is a coroutine captures nothing: its
captures die with the lambda object, which is often before the coroutine ends.

It also loses a coroutine that declares no variable and awaits in the condition of an if, a loop or
a switch: such a body never runs, or its frame is freed by a wrong address. So what a condition
awaits gets a name before.
"""

import re
from typing import Iterator, NamedTuple

from source import ROOT, Finding, line_at, tracked, without_comments

COROUTINE_WORD = re.compile(r"\bco_(?:await|return|yield)\b")
CONTROL = re.compile(r"\b(?:if|while|switch|for)\s*(?:constexpr\s*)?$")
LAMBDA_HEAD = re.compile(
    r"\[(?P<captures>[^\[\]]*)\]\s*(?:\((?:[^()]|\([^()]*\))*\))?\s*"
    r"(?:(?:mutable|constexpr|noexcept)\s*)*(?:->\s*[\w:<>,&*\s]+?)?\s*$"
)
DECLARATION = re.compile(r"\s*(?:const\s+)?[\w:<>]+\s*&{0,2}\s+(?:\w+|\[[\w,\s]+\])\s*[=:]")
BLOCK_HEAD = re.compile(
    r"(?:[)\];{}:]|\b(?:else|do|try|const|noexcept|override|final|mutable)"
    r"|->\s*[\w:<>,&*\s]+|\b(?:namespace|struct|class|union|enum|extern)\b[^;{}()=]*)\s*$"
)


class Brace(NamedTuple):
    """One pair of braces: what kind of thing it holds and, for a lambda, the captures."""

    begin: int
    end: int
    kind: str  # "block", "lambda" or "value"
    captures: str


def braces_of(text: str) -> list:
    """All pairs of braces of `text`, outermost first where they nest."""
    open_at, found = [], []
    for match in re.finditer(r"[{}]", text):
        if match.group() == "{":
            open_at.append((match.start(), *kind_of(text, match.start())))
        elif open_at:
            begin, kind, captures = open_at.pop()
            found.append(Brace(begin, match.start(), kind, captures))
    return sorted(found)


def kind_of(text: str, at: int):
    """The kind and the captures of the brace that opens at `at`, judged by what stands before."""
    before = text[max(0, at - 400):at]
    head = LAMBDA_HEAD.search(before)
    if head and not re.search(r"[\w\])]\s*$", before[:head.start()].replace("return", "=")):
        return "lambda", head["captures"].strip()
    if not before.strip() or BLOCK_HEAD.search(before):
        return "block", ""
    return "value", ""


def expression_around(text: str, at: int, braces: list):
    """Begin and end of the full expression that holds `at`."""
    low, high = 0, len(text)
    for brace in braces:
        if brace.kind != "value" and brace.begin < at < brace.end:
            low, high = brace.begin + 1, brace.end
    begin, depth = at, 0
    while begin > low:
        char = text[begin - 1]
        closed = next((b for b in braces if b.end == begin - 1), None)
        if closed and closed.kind == "block":
            break
        if closed:
            begin = closed.begin
            continue
        if char in ")]":
            depth += 1
        elif char in "([":
            if depth == 0 and CONTROL.search(text[low:begin - 1]):
                return begin, forward(text, at, high, braces)
            depth = max(0, depth - 1)
        elif char == ";":
            break
        begin -= 1
    return begin, forward(text, at, high, braces)


def forward(text: str, at: int, high: int, braces: list) -> int:
    """The end of the full expression that holds `at`: its ';' or the ')' of its condition."""
    end = at
    while end < high:
        opened = next((b for b in braces if b.begin == end), None)
        if opened and opened.kind == "block":
            return end
        if opened:
            end = opened.end
        elif text[end] == ";":
            return end
        end += 1
    return end


def reasons(text: str, begin: int, end: int, braces: list) -> Iterator[str]:
    """Why the awaiting expression text[begin:end] is refused."""
    inside = [brace for brace in braces if begin <= brace.begin < end]
    if any(brace.kind == "value" for brace in inside):
        yield "braces in an expression that awaits"
    if any(brace.kind == "lambda" for brace in inside):
        yield "a lambda in an expression that awaits"
    if "?" in text[begin:end]:
        yield "?: in an expression that awaits"


def is_condition(text: str, begin: int) -> bool:
    """Whether the expression at `begin` is all that the head of an if, a loop or a switch holds."""
    if text[begin - 1:begin] != "(" or not CONTROL.search(text[:begin - 1]):
        return False
    return not DECLARATION.match(text, begin)


def check_text(text: str) -> Iterator[tuple]:
    """Line and reason of every trap in the C++ source `text`."""
    text = without_comments(text)
    braces = braces_of(text)
    for match in re.finditer(r"\bco_await\b", text):
        begin, end = expression_around(text, match.start(), braces)
        for reason in reasons(text, begin, end, braces):
            yield line_at(text, match.start()), f"{reason}: name it in the line before (g++ 12)"
        if is_condition(text, begin):
            remedy = "a condition that awaits: name what it awaits in the line before (g++ 12)"
            yield line_at(text, match.start()), remedy
    for brace in braces:
        if brace.kind == "lambda" and brace.captures and awaits_itself(text, brace, braces):
            remedy = "a lambda that is a coroutine captures nothing: pass arguments"
            yield line_at(text, brace.begin), remedy


def awaits_itself(text: str, brace: Brace, braces: list) -> bool:
    """Whether the lambda is a coroutine, not only one within it."""
    for match in COROUTINE_WORD.finditer(text, brace.begin, brace.end):
        owners = [b for b in braces if b.kind == "lambda" and b.begin < match.start() < b.end]
        if owners[-1] == brace:
            return True
    return False


def check(root=ROOT) -> Iterator[Finding]:
    """Every trap in the tracked C++ files."""
    for path in tracked(".cpp", ".hpp", root=root):
        text = path.read_text()
        if COROUTINE_WORD.search(text):
            for line, remedy in check_text(text):
                yield Finding(path.relative_to(root), line, remedy)
