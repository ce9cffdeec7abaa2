"""The two contracts of protocol/contract, as checks of answers and messages.

The documents leave answers open for new fields. The checks here do not: a field that the documents
do not know is a finding, because this server must not say more than its contract does.
"""

import copy
import gzip
import json
import pathlib
import re
import sys
import urllib.parse

import jsonschema

from support.fitting import Fitting

PROTOCOL = pathlib.Path(__file__).resolve().parents[3] / "protocol"
CONTRACT = PROTOCOL / "contract"
sys.path.insert(0, str(CONTRACT))
from bundle import Bundle, as_json  # noqa: E402
METHODS = ("get", "put", "post", "delete", "patch")

EVENTS = ("open", "join", "start", "move", "leave", "end")


class ContractError(AssertionError):
    """The server said something that its contract does not allow."""


def load(name):
    """One of the two documents, whole: what the server gives out."""
    return json.loads(as_json(Bundle(CONTRACT / name).document))


def closed(node, document=None):
    """A copy of a document in which no object schema admits undeclared properties.

    The parts of an `allOf` stay open for each other, and the whole is closed. References of a part
    lead into `document`, which is the node itself without one.
    """
    document = node if document is None else document
    if isinstance(node, list):
        return [closed(item, document) for item in node]
    if not isinstance(node, dict):
        return copy.copy(node)
    if "allOf" in node:
        parts = [open_at_the_top(part, document) for part in node["allOf"]]
        return {**node, "allOf": parts, "unevaluatedProperties": False}
    result = {key: closed(value, document) for key, value in node.items()}
    if result.get("type") == "object" and isinstance(result.get("properties"), dict):
        result.setdefault("additionalProperties", False)
    return result


def open_at_the_top(part, document):
    """A closed copy of a part of an `allOf`, which admits the properties of the other parts."""
    part = resolve(document, part)
    result = {key: closed(value, document) for key, value in part.items()}
    for key in ("allOf", "oneOf"):
        if key in part:
            result[key] = [open_at_the_top(one, document) for one in part[key]]
    return result


def resolve(document, node):
    """The node itself, or what its $ref leads to."""
    while isinstance(node, dict) and "$ref" in node:
        target = document
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


class Schemas:
    """Validators of the schemas of one document, made once each."""

    def __init__(self, document, is_closed=True):
        self.document = closed(document) if is_closed else document
        self._resolver = jsonschema.RefResolver.from_schema(self.document)
        self._validators = {}
        self._fitting = Fitting(self.document)

    def check(self, schema, value, where):
        if self._fitting.fits(schema)(value):
            return
        key = id(schema)
        if key not in self._validators:
            validator = jsonschema.Draft202012Validator(schema, resolver=self._resolver)
            self._validators[key] = (validator, schema)
        error = jsonschema.exceptions.best_match(self._validators[key][0].iter_errors(value))
        if error is not None:
            path = "/".join(str(step) for step in error.absolute_path)
            raise ContractError(f"{where}: at /{path}: {error.message[:600]}")

    def check_named(self, name, value, where):
        self.check(self.document["components"]["schemas"][name], value, where)


def event_schema(frame):
    """The schema of one event by its type, which complains more clearly than a oneOf."""
    kind = frame.get("type")
    return f"{kind.capitalize()}Event" if kind in EVENTS else "Event"


class Answer:
    """An HTTP answer, reduced to what can be checked; names of headers are in lower case."""

    def __init__(self, method, path, status, headers, body):
        self.method = method
        self.path = path
        self.status = status
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.body = body

    @property
    def media_type(self):
        return self.headers.get("content-type", "").split(";")[0].strip()

    @property
    def json(self):
        is_packed = self.headers.get("content-encoding") == "gzip"
        return json.loads(gzip.decompress(self.body) if is_packed else self.body)

    @property
    def code(self):
        return self.json["code"]

    def __str__(self):
        return f"{self.method} {self.path} -> {self.status} {self.body[:500]!r}"


class OpenApi:
    """Holds answers against openapi.yaml."""

    def __init__(self):
        self.schemas = Schemas(load("openapi.yaml"))
        self.document = self.schemas.document
        self._routes = [
            (re.compile("^" + re.sub(r"\{[^}]*\}", "[^/]+", path) + "$"), path)
            for path in self.document["paths"]
        ]
        # Fixed paths win over those with parameters.
        self._routes.sort(key=lambda route: route[1].count("{"))
        self.seen = set()

    def path_of(self, target):
        """The declared path that a target belongs to, or None."""
        path = target.split("?")[0]
        try:
            if "\0" in urllib.parse.unquote(path, errors="strict"):
                return None
        except UnicodeDecodeError:
            return None
        return next((name for pattern, name in self._routes if pattern.match(path)), None)

    def response_for(self, answer):
        """The document's words about such an answer, resolved."""
        name = self.path_of(answer.path)
        method = "get" if answer.method == "HEAD" else answer.method.lower()
        item = self.document["paths"].get(name)
        # Rules for every path, beyond what it declares.
        everywhere = self.document["x-everywhere"]
        if item is None:
            declared = everywhere["unknown-path"]
        elif method == "options":
            declared = everywhere["options"]
        elif method not in item:
            declared = everywhere["unknown-method"]
        else:
            declared = item[method]["responses"]
        key = str(answer.status) if str(answer.status) in declared else "default"
        if key not in declared or (key == "default" and answer.status < 400):
            raise ContractError(f"{answer}: the contract has no {answer.status} here")
        self.seen.add((name, method, key))
        return resolve(self.document, declared[key])

    def check(self, answer):
        """Raises ContractError unless the contract allows this answer."""
        response = self.response_for(answer)
        for name, header in response.get("headers", {}).items():
            self._check_header(answer, name, resolve(self.document, header))
        content = response.get("content")
        if answer.method == "HEAD" or not content:
            if answer.body:
                raise ContractError(f"{answer}: there must be no body")
            return
        if answer.media_type not in content:
            raise ContractError(f"{answer}: {answer.media_type!r} is none of {list(content)}")
        if answer.media_type.endswith("json") and answer.media_type != "application/x-ndjson":
            self.schemas.check(content[answer.media_type]["schema"], answer.json, str(answer))
            if answer.media_type == "application/problem+json":
                self._check_problem(answer)

    def _check_header(self, answer, name, header):
        value = answer.headers.get(name.lower())
        if value is None:
            if header.get("required"):
                raise ContractError(f"{answer}: the header {name} is missing")
            return
        kind = header["schema"].get("type")
        typed = int(value) if kind == "integer" and value.isdigit() else value
        self.schemas.check(header["schema"], typed, f"{answer}: header {name}")

    def check_problem_alone(self, answer):
        """The same for a problem about a request that is not sound enough to have a route."""
        self.schemas.check_named("Problem", answer.json, str(answer))
        self._check_problem(answer)

    def _check_problem(self, answer):
        problem = answer.json
        example = self.document["components"]["examples"][problem["code"]]["value"]
        if problem["status"] != answer.status:
            raise ContractError(f"{answer}: the body says status {problem['status']}")
        if problem["title"] != example["title"]:
            raise ContractError(f"{answer}: the contract's title is {example['title']!r}")
        needs_wait = answer.status in (429, 503)
        if needs_wait and not answer.headers.get("retry-after", "").isdigit():
            raise ContractError(f"{answer}: Retry-After is missing")

    def check_event(self, frame):
        self.schemas.check_named(event_schema(frame), frame, f"event {frame}")


class AsyncApi:
    """Holds messages of the live socket against asyncapi.yaml."""

    def __init__(self):
        self.schemas = Schemas(load("asyncapi.yaml"))
        self._answers = dict(self._answers_by_op())

    def _answers_by_op(self):
        """Each op with the name of the schema of its answer, if it is not refused."""
        document = self.schemas.document
        for operation in document["operations"].values():
            if operation["action"] == "receive":
                request = self._payload(operation["messages"][0])
                op = resolve(document, request)["properties"]["op"]["const"]
                answer, *_ = operation["reply"]["messages"]
                yield op, self._payload(answer)["$ref"].rpartition("/")[2]

    def _payload(self, message):
        document = self.schemas.document
        return resolve(document, resolve(document, message))["payload"]

    def schema_of(self, message, op):
        """The schema that a message has to fit; `op` is that of the request it answers."""
        if "re" in message:
            if message.get("ok") is not True:
                return "Refused"
            return self._answers.get(op, "Done")
        if message.get("topic") == "lobby":
            is_challenge = str(message.get("type")).startswith("challenge-")
            return "ChallengeNotice" if is_challenge else "LobbyNotice"
        if message.get("topic") == "me":
            return "PersonalReady" if message.get("type") == "ready" else "PersonalNotice"
        if str(message.get("topic")).startswith("tournament:"):
            return "TournamentEvent"
        if message.get("type") == "chat":
            return "Chat"
        return "Snapshot" if message.get("type") == "snapshot" else event_schema(message)

    def check(self, message, op=None):
        """Raises ContractError unless the contract allows this message."""
        self.schemas.check_named(self.schema_of(message, op), message, f"message {message}")
