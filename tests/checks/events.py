"""The events of the log, as the manual lists them: operators search for their names."""

import re
from typing import Dict, Iterator, List, Tuple

from source import ROOT, tracked, without_comments

# A function that passes the event of its caller on -> the level, and the fields.
FORWARDING = {
    "log_access": ("info", ["account", "client", "reason"]),
    "fail_handler": ("error", ["request", "error"]),
}
CALL = re.compile(r"\b(?P<function>log::(?P<level>debug|info|warn|error)|" + "|".join(FORWARDING)
                  + r')\(\s*"(?P<event>[a-z0-9-]+)",\s*'
                  r'(?P<sentence>"[^"]*"(?:\s*"[^"]*")*|[\w.]+)')
FIELD = re.compile(r'\{"(\w+)",')
HEAD = """# Log events

Each line of the log begins with the name of its event, which never changes. Not every line has
all fields of its event. [Monitoring](monitoring.md#the-log) shows such a line.

| event | level | sentence | fields |
| --- | --- | --- | --- |
"""


def end_of_call(code: str, start: int) -> int:
    """The place of the parenthesis that closes the call at `start`."""
    depth = 0
    for place in range(code.index("(", start), len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code)


def sources(root=ROOT) -> Iterator[str]:
    """The server's C++ without its comments, a file each."""
    for path in tracked(".cpp", ".hpp", root=root):
        name = path.relative_to(root).as_posix()
        if name.startswith("server/") and not name.startswith("server/base/log."):
            yield without_comments(path.read_text(encoding="utf-8"), keep_strings=True)


def calls(root=ROOT) -> Iterator[Tuple[str, str, str, List[str]]]:
    """Event, level, sentence and fields of each call."""
    for code in sources(root):
        for call in CALL.finditer(code):
            level, fields = FORWARDING.get(call["function"], (call["level"], None))
            if fields is None:
                fields = FIELD.findall(code[call.end():end_of_call(code, call.start())])
            sentence = "".join(re.findall(r'"([^"]*)"', call["sentence"])) or "…"
            yield call["event"], level, sentence, fields


def table(root=ROOT) -> str:
    """The page of the manual."""
    events: Dict[Tuple[str, str], Tuple[List[str], List[str]]] = {}
    for event, level, sentence, fields in calls(root):
        sentences, known = events.setdefault((event, level), ([], []))
        sentences.extend({sentence} - set(sentences))
        known.extend(field for field in fields if field not in known)
    rows = (f"| `{event}` | {level} | {'; '.join(sentences)} | {', '.join(fields)} |\n"
            for (event, level), (sentences, fields) in sorted(events.items()))
    return HEAD + "".join(rows)
