"""Makes one JSON document of a contract's files: bundle.py ROOT.yaml TARGET.json [DEPFILE].

The files refer to one another as Redocly's bundler takes it. A reference into `schemas/games.yaml`
or into `headers.yaml` becomes one to `#/components/schemas/NAME` or `#/components/headers/NAME`;
what any other file holds, or a whole one such as `examples/answers/board.json`, takes the place of
the reference. The build uses this and needs no npm; tests/lint holds it against Redocly, which gets
the files with these short forms written out:

- `x-refusals: [BadBody, NoSuchGame]` of an operation: shared responses, each under its status;
- `x-refusals: [stale-ply, game-over]` of a response: the problems by their codes;
- `stale-ply: Stale ply` in `examples/problems_of_*.yaml`: the summary of `problems/stale-ply.json`;
- `application/json` of a response or a request body: it stands in `content`;
- every response has `X-Request-Id`, except 101; one of 401 has `WWW-Authenticate`;
- an operation with `IfNoneMatch` answers 304 too, and its 200 has an `ETag`;
- AsyncAPI has a discriminator's property alone, where OpenAPI has its mapping too.
"""

import datetime
import functools
import json
import pathlib
import sys

import yaml

LIFTED = ("examples", "headers", "parameters", "responses", "schemas")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
PROBLEM = "application/problem+json"
IF_NONE_MATCH = "../parameters.yaml#/IfNoneMatch"
# The shared response for every status that has no response of its own.
AT_ANY_STATUS = "AnyTime"


def reference(path):
    """To a file of a folder beside that of the one which refers to it."""
    return {"$ref": f"../{path}"}


def dict_of(part):
    """The part, or nothing if it has no keys."""
    return part if isinstance(part, dict) else {}


def with_content(body):
    """A response or a request body with its media types where OpenAPI has them."""
    types = {key: value for key, value in body.items() if "/" in key}
    rest = {key: value for key, value in body.items() if "/" not in key}
    return rest | ({"content": types} if types else {})


def with_plain_discriminators(node):
    """A copy of a node with discriminators as AsyncAPI has them: the name of their property."""
    if isinstance(node, list):
        return [with_plain_discriminators(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {key: value["propertyName"] if key == "discriminator" and "propertyName" in value
            else with_plain_discriminators(value) for key, value in node.items()}


def code_of(example):
    """The name of the file that an example of a problem is of."""
    return pathlib.Path(example.get("value", example)["$ref"]).stem


class Bundle:
    """One contract. `document` is the whole of it, `files` what it was made of.

    Errors: KeyError for a reference that leads nowhere, ValueError for two components of one name.
    """

    def __init__(self, root):
        self.files = {}
        self._components = {}
        self._places = {}
        self._root = root.resolve()
        self._is_asyncapi = self._root.stem == "asyncapi"
        self.document = self._whole(self._root, self._load(self._root))
        for kind, named in self._components.items():
            self.document.setdefault("components", {}).setdefault(kind, {}).update(named)

    def _load(self, path):
        if path not in self.files:
            node = yaml.load(path.read_text(encoding="utf-8"), LOADER)
            self.files[path] = self._written_out(path, node)
        return self.files[path]

    def _written_out(self, path, node):
        """The contents of a file without short forms."""
        if self._is_asyncapi:
            node = with_plain_discriminators(node)
        if path.parent.name == "paths":
            return {key: self._operation(part) if "responses" in dict_of(part) else part
                    for key, part in node.items()}
        if path.parent.name == "webhooks":
            return {key: part | {"requestBody": with_content(part["requestBody"])}
                    for key, part in node.items()}
        if path.parent.name == "responses":
            return {name: self._response(name, response) for name, response in node.items()}
        if path.name.startswith("problems_of_"):
            return {code: {"summary": summary, "value": {"$ref": f"problems/{code}.json"}}
                    for code, summary in node.items()}
        return node

    def _operation(self, operation):
        responses = {status: self._response(status, response)
                     for status, response in operation["responses"].items()}
        if {"$ref": IF_NONE_MATCH} in operation.get("parameters", ()):
            first, *others = responses["200"]["headers"].items()
            responses["200"]["headers"] = dict([first, ("ETag", reference("headers.yaml#/ETag")),
                                                *others])
            responses["304"] = reference("responses/answers.yaml#/NotModified")
        for name in operation.get("x-refusals", ()):
            status, file = self._shared[name]
            responses[status] = reference(f"responses/{file}#/{name}")
        # Answers keep their order, and refusals follow by their status.
        ordered = sorted(responses.items(), key=lambda one: one[0] if one[0] >= "400" else "")
        whole = {key: dict(ordered) if key == "responses" else value
                 for key, value in operation.items() if key != "x-refusals"}
        if "requestBody" in whole:
            whole["requestBody"] = with_content(whole["requestBody"])
        return whole

    def _response(self, status, response):
        if "$ref" in response:
            return response
        codes = response.get("x-refusals", ())
        headers = ["X-Request-Id"] if status != "101" else []
        if codes and self._problem(codes[0])["status"] == 401:
            headers.append("WWW-Authenticate")
        whole = {"description": response["description"],
                 "headers": {name: reference(f"headers.yaml#/{name}") for name in headers}
                 | response.get("headers", {})}
        types = {key: value for key, value in response.items() if "/" in key}
        return with_content(whole | types | (self._problems(codes) if codes else {}))

    @functools.cached_property
    def _file_of_problem(self):
        """Code -> the file of examples that has it."""
        return {code: path.name for path in self._files("examples/problems_of_*.yaml")
                for code in self._load(path)}

    def _problems(self, codes):
        schema = {"allOf": [reference("schemas/problems.yaml#/Problem"),
                            {"properties": {"code": {"enum": codes}}}]}
        return {PROBLEM: {"schema": schema, "examples": {
            code: reference(f"examples/{self._file_of_problem[code]}#/{code}")
            for code in codes}}}

    def _problem(self, code):
        return self._load(self._root.parent / f"examples/problems/{code}.json")

    @functools.cached_property
    def _shared(self):
        """Status and file of each shared refusal."""
        shared = {}
        for path in self._files("responses/*.yaml"):
            for name, response in self._load(path).items():
                examples = response.get("content", {}).get(PROBLEM, {}).get("examples", {})
                for example in list(examples.values())[:1]:
                    status = self._problem(code_of(example))["status"]
                    shared[name] = "default" if name == AT_ANY_STATUS else str(status), path.name
        return shared

    def _files(self, pattern):
        return sorted(self._root.parent.glob(pattern))

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


def write_out(root, folder):
    """Writes the contract's files into a folder, without short forms. Returns where the root is."""
    bundle = Bundle(root)
    for path, node in bundle.files.items():
        target = folder / path.relative_to(root.resolve().parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(as_json(node), encoding="utf-8")
    return folder / root.name


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
