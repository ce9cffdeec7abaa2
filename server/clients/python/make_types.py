"""Writes tanbo_types.py, the types of the socket's messages, from the AsyncAPI document.

    /usr/bin/python3 server/clients/python/make_types.py FOLDER

It needs PyYAML (Debian: python3-yaml), as the build does.
"""

import json
import keyword
import pathlib
import subprocess
import sys
import tempfile
from typing import Any, Dict, Iterator, List, Tuple

HERE = pathlib.Path(__file__).resolve().parent
CONTRACT = HERE.parents[2] / "protocol" / "contract"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
COLUMNS = 96
HEAD = '''"""Types of the live socket's messages, by make_types.py: for checkers of types alone."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Protocol, TypedDict, Union, overload

'''

Schema = Dict[str, Any]


def contract() -> Schema:
    """The AsyncAPI document, as one."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "asyncapi.json"
        subprocess.run([sys.executable, "-B", CONTRACT / "bundle.py", CONTRACT / "asyncapi.yaml",
                        target], check=True)
        return json.loads(target.read_text(encoding="utf-8"))


def name_of(schema: Schema) -> str:
    """The name of a schema that is referred to."""
    return schema["$ref"].rpartition("/")[2]


def union(types: List[str]) -> str:
    """One of these types; None comes last."""
    plain = list(dict.fromkeys(one for one in types if one != "None"))
    if not plain:
        return "None"
    text = plain[0] if len(plain) == 1 else f"Union[{', '.join(plain)}]"
    return f"Optional[{text}]" if "None" in types else text


class Writer:
    """Schemas as Python's types. Objects within objects get names of their own."""

    def __init__(self, schemas: Dict[str, Schema]) -> None:
        self.schemas = schemas
        self.texts: List[str] = []

    def type_of(self, schema: Schema, name: str) -> str:
        """The type of a value, which is called so if it needs a name."""
        if "$ref" in schema:
            return f'"{name_of(schema)}"'
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        if "oneOf" in schema:
            return union([self.type_of(one, f"{name}{number}")
                          for number, one in enumerate(schema["oneOf"], 1)])
        kinds = schema.get("type", "any")
        return union([self.type_of_kind(kind, schema, name)
                      for kind in ([kinds] if isinstance(kinds, str) else kinds)])

    def type_of_kind(self, kind: str, schema: Schema, name: str) -> str:
        """The type of a value of one of JSON's kinds."""
        if kind == "array":
            return f"List[{self.type_of(schema.get('items', {}), name + 'Item')}]"
        if kind != "object":
            return PLAIN.get(kind, "Any")
        if schema.get("properties"):
            self.write_object(name, schema)
            return f'"{name}"'
        rest = schema.get("additionalProperties")
        held = self.type_of(rest, name + "Value") if isinstance(rest, dict) else "Any"
        return f"Dict[str, {held}]"

    def write_object(self, name: str, schema: Schema) -> None:
        """An object: its required members in one class, the others in one that adds them."""
        needed = set(schema.get("required", ()))
        members = {key: self.type_of(value, name + "".join(
            word.title() for word in key.replace("-", "_").split("_")))
            for key, value in schema["properties"].items()}
        parts = [{key: text for key, text in members.items() if (key in needed) == is_needed}
                 for is_needed in (True, False)]
        if parts[0] and parts[1]:
            self.texts.append(table(f"_{name}", "TypedDict", parts[0]))
            self.texts.append(table(name, f"_{name}", parts[1], is_total=False))
        else:
            self.texts.append(table(name, "TypedDict", members, is_total=bool(parts[0])))

    def variants(self, schema: Schema) -> Iterator[Tuple[str, Schema]]:
        """The objects that a schema allows, with names, each with all of its members."""
        if "$ref" in schema:
            target = self.schemas[name_of(schema)]
            found = list(self.variants(target))
            yield from found if "oneOf" in target else [(name_of(schema), found[0][1])]
        elif "oneOf" in schema:
            for one in schema["oneOf"]:
                yield from self.variants(one)
        elif "allOf" in schema:
            merged: List[Tuple[str, Schema]] = [("", {"properties": {}, "required": []})]
            for part in schema["allOf"]:
                merged = [(before + name, {
                    "properties": {**one["properties"], **two["properties"]},
                    "required": [*one["required"], *two.get("required", [])]})
                    for before, one in merged for name, two in self.variants(part)]
            yield from merged
        else:
            yield "", schema

    def write(self, name: str) -> None:
        """A schema that has a name."""
        schema = self.schemas[name]
        if "allOf" in schema:
            found = list(self.variants(schema))
            names = [name] if len(found) == 1 else [f"Own{part}" for part, _ in found]
            for one, (_, merged) in zip(names, found):
                self.write_object(one, merged)
            if names != [name]:
                self.texts.append(alias(name, [f'"{one}"' for one in names]))
        elif schema.get("type") == "object" and schema.get("properties"):
            self.write_object(name, schema)
        elif "oneOf" in schema:
            self.texts.append(alias(name, [self.type_of(one, f"{name}{number}")
                                           for number, one in enumerate(schema["oneOf"], 1)]))
        else:
            self.texts.append(wrapped(f"{name} = {self.type_of(schema, name + 'Value')}"))


def wrapped(text: str) -> str:
    """A line, broken after commas if it is too long."""
    if len(text) <= COLUMNS:
        return text + "\n"
    lines, words = [], text.replace("[", "[\n", 1).replace(", ", ",\n").split("\n")
    line = words[0]
    lines.append(line)
    line = "   "
    for word in words[1:]:
        if len(line) + len(word) >= COLUMNS:
            lines.append(line)
            line = "   "
        line += f" {word}"
    return "\n".join([*lines, line]) + "\n"


def alias(name: str, types: List[str]) -> str:
    """A name for one of these types."""
    return wrapped(f"{name} = {union(types)}")


def table(name: str, base: str, members: Dict[str, str], is_total: bool = True) -> str:
    """A TypedDict; one with keys that Python has as words is made by a call."""
    if any(keyword.iskeyword(key) for key in members):
        # A call takes no base: its members are all that it has.
        rows = "".join(f"    {key!r}: {text},\n" for key, text in members.items())
        made = f"_{name}Words" if base != "TypedDict" else name
        total = "" if is_total else ", total=False"
        call = f'{made} = TypedDict("{made}", {{\n{rows}}}{total})\n'
        return call if made == name else f"{call}\n\nclass {name}({base}, {made}):\n    pass\n"
    total = "" if is_total else ", total=False"
    rows = "".join(wrapped(f"    {key}: {text}") for key, text in members.items())
    return f"class {name}({base}{total}):\n{rows}".replace('"', "")


def operations(document: Schema, writer: Writer) -> Iterator[Tuple[str, Schema, str]]:
    """Each operation of the socket: its name, the schema of its request, the type of its answer."""
    messages = document["components"]["messages"]

    def payload(message: Schema) -> Schema:
        return messages[name_of(message)]["payload"]

    for operation in document["operations"].values():
        if operation["action"] != "receive":
            continue
        request = writer.schemas[name_of(payload(operation["messages"][0]))]
        answers = [f'"{name_of(payload(one))}"' for one in operation["reply"]["messages"]]
        yield (request["properties"]["op"]["const"], request,
               union([one for one in answers if one != '"Refused"']))


def pushes(document: Schema) -> List[str]:
    """The types of all that the server sends of its own accord."""
    messages = document["components"]["messages"]
    return [f'"{name_of(messages[name_of(message)]["payload"])}"'
            for operation in document["operations"].values() if operation["action"] == "send"
            for message in operation["messages"]]


def overloads(document: Schema, writer: Writer) -> str:
    """The protocol of `Tanbo.do`: what each operation takes and answers."""
    text = ('class Do(Protocol):\n    """Carries out an operation over the socket, and yields '
            'its answer."""\n')
    for op, request, answer in operations(document, writer):
        members = {key: value for key, value in request["properties"].items()
                   if key not in ("op", "id")}
        needed = set(request.get("required", ()))
        rows = []
        for key in sorted(members, key=lambda one: one not in needed):
            if keyword.iskeyword(key):
                continue
            kind = writer.type_of(members[key], "Any")
            rows.append(f"{key}: {kind}" + ("" if key in needed else " = ..."))
        rows.append("is_repeatable: Optional[bool] = ...")
        if any(keyword.iskeyword(key) for key in members):
            rows.append("**words: Any")
        head = f'    async def __call__(self, op: Literal["{op}"], *'
        lines = "".join(f",\n                       {row}".replace('"', "") for row in rows)
        text += f"\n    @overload\n{head}{lines}) -> {answer.strip(chr(34))}: ...\n"
    return text


def text_of(document: Schema) -> str:
    """The whole file."""
    writer = Writer(document["components"]["schemas"])
    for name in writer.schemas:
        writer.write(name)
    writer.texts.append(table("Joined", "TypedDict", {
        "topic": 'Literal["lobby", "me"]'.replace('"', "'"), "type": "Literal['joined']"}))
    writer.texts.append(alias("Push", list(dict.fromkeys([*pushes(document), '"Joined"']))))
    writer.texts.append(overloads(document, writer))
    return HEAD + "\n" + "\n\n".join(writer.texts)


if __name__ == "__main__":
    pathlib.Path(sys.argv[1], "tanbo_types.py").write_text(text_of(contract()), encoding="utf-8")
