"""Makes one JSON document of a contract's files: bundle.py ROOT.yaml TARGET.json [DEPFILE].

The files refer to one another as Redocly's bundler takes it. A reference into `schemas/games.yaml`
or into `headers.yaml` becomes one to `#/components/schemas/NAME` or `#/components/headers/NAME`;
what any other file holds, or a whole one such as `examples/answers/board.json`, takes the place of
the reference. The build uses this and needs no npm; tests/lint holds it against Redocly.
"""

import datetime
import json
import pathlib
import sys

import yaml

LIFTED = ("examples", "headers", "parameters", "responses", "schemas")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Bundle:
    """One contract. `document` is the whole of it, `files` what it was made of.

    Errors: KeyError for a reference that leads nowhere, ValueError for two components of one name.
    """

    def __init__(self, root):
        self.files = {}
        self._components = {}
        self._places = {}
        self._root = root.resolve()
        self.document = self._whole(self._root, self._load(self._root))
        for kind, named in self._components.items():
            self.document.setdefault("components", {}).setdefault(kind, {}).update(named)

    def _load(self, path):
        if path not in self.files:
            self.files[path] = yaml.load(path.read_text(encoding="utf-8"), LOADER)
        return self.files[path]

    def _whole(self, path, node):
        """A copy of a node of the file, with nothing left that leads to another file."""
        if isinstance(node, list):
            return [self._whole(path, item) for item in node]
        if not isinstance(node, dict):
            return node
        if isinstance(node.get("$ref"), str):
            beside = {key: self._whole(path, node[key]) for key in node if key != "$ref"}
            return {**self._target(path, node["$ref"]), **beside}
        whole = {key: self._whole(path, value) for key, value in node.items()}
        if "propertyName" in node and "mapping" in node:
            whole["mapping"] = {name: self._target(path, reference)["$ref"]
                                for name, reference in node["mapping"].items()}
        return whole

    def _target(self, path, reference):
        """The value of a reference: one within the document, or what it leads to."""
        file, _, pointer = reference.partition("#")
        target = (path.parent / file).resolve() if file else path
        if target == self._root:
            return {"$ref": f"#{pointer}"}
        steps = [step for step in pointer.split("/") if step]
        kind = target.relative_to(self._root.parent).with_suffix("").parts[0]
        if kind in LIFTED and steps:
            return {"$ref": self._lift(kind, target, *steps)}
        return self._whole(target, self._found(target, steps))

    def _found(self, target, steps):
        node = self._load(target)
        for step in steps:
            if step not in node:
                raise KeyError(f"{target} has no {'/'.join(steps)}")
            node = node[step]
        return node

    def _lift(self, kind, target, name):
        if self._places.setdefault((kind, name), target) != target:
            raise ValueError(f"{kind} {name} is in {target} and in {self._places[kind, name]}")
        named = self._components.setdefault(kind, {})
        if name not in named:
            named[name] = None  # Keeps its place, and ends what refers to itself.
            named[name] = self._whole(target, self._found(target, [name]))
        return f"#/components/{kind}/{name}"


def plain(value):
    """YAML knows dates, JSON does not: they go out as they were written."""
    if isinstance(value, datetime.datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"{value!r} has no form in JSON")


def as_json(document):
    """The document as compact JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=plain)


def main(root, target, depfile=None):
    """Writes the bundle of `root` to `target`, and to `depfile` what make has to know."""
    bundle = Bundle(pathlib.Path(root))
    pathlib.Path(target).write_text(as_json(bundle.document), encoding="utf-8")
    if depfile is not None:
        files = " ".join(str(path).replace(" ", "\\ ") for path in bundle.files)
        pathlib.Path(depfile).write_text(f"{target}: {files}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
