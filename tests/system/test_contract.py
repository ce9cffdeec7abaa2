"""The contracts are sound in themselves: whatever they show fits what they say."""

import json
import re

import pytest
import yaml

from support.calls import ANSWERS, CALLS, REQUESTS, ROUTES
from support.contract import (CONTRACT, METHODS, PROTOCOL, Bundle, ContractError, Schemas, as_json,
                              closed, load, resolve)
from bundle import with_plain_discriminators  # in a folder that support.contract has added

OPENAPI = load("openapi.yaml")
ASYNCAPI = load("asyncapi.yaml")
# Made once: a copy of a document takes longer than all that is checked against it.
OPENAPI_SCHEMAS, ASYNCAPI_SCHEMAS = Schemas(OPENAPI), Schemas(ASYNCAPI)
SHARED = sorted(set(OPENAPI["components"]["schemas"]) & set(ASYNCAPI["components"]["schemas"]))


def operations():
    for path, item in OPENAPI["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def media_of(path, method, operation):
    """(where, media type, its object) of the request and every answer of an operation."""
    for media_type, media in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{method} {path} request", media_type, media
    for status, response in operation["responses"].items():
        for media_type, media in resolve(OPENAPI, response).get("content", {}).items():
            yield f"{method} {path} {status}", media_type, media


def examples_of(media):
    if "example" in media:
        yield "example", media["example"]
    for name, example in media.get("examples", {}).items():
        yield name, resolve(OPENAPI, example)["value"]


def webhooks():
    for name, item in OPENAPI["webhooks"].items():
        yield f"webhook {name}", "post", item["post"]


ALL_MEDIA = [row for operation in [*operations(), *webhooks()] for row in media_of(*operation)]


@pytest.mark.parametrize("where, media_type, media", ALL_MEDIA,
                         ids=[f"{row[0]} {row[1]}" for row in ALL_MEDIA])
def test_every_body_has_examples_that_fit(where, media_type, media):
    examples = list(examples_of(media))
    schema = closed(media["schema"], OPENAPI)

    assert examples, where
    for name, example in examples:
        OPENAPI_SCHEMAS.check(schema, example, f"{where} {name}")


def test_an_example_that_does_not_fit_is_found():
    problem = dict(OPENAPI["components"]["examples"]["stale-ply"]["value"], colour="blue")

    with pytest.raises(ContractError, match="colour"):
        OPENAPI_SCHEMAS.check_named("Problem", problem, "control")


def test_every_error_shows_each_of_its_codes():
    for where, media_type, media in ALL_MEDIA:
        if media_type == "application/problem+json":
            codes = media["schema"]["allOf"][1]["properties"]["code"]["enum"]
            assert codes == list(media["examples"]), where


def test_every_error_has_the_status_of_its_answer():
    for path, method, operation in operations():
        for status, response in operation["responses"].items():
            media = resolve(OPENAPI, response).get("content", {}).get("application/problem+json")
            for name, example in examples_of(media or {}):
                is_own = status == "default" or example["status"] == int(status)
                # 422 where a body names it, 404 where the path does.
                is_either = name in ("no-such-setup", "no-such-player") and status in ("404", "422")
                assert is_own or is_either, f"{method} {path} {status} {name}"
                assert example["code"] == name


def test_every_operation_declares_the_errors_of_any_time():
    for path, method, operation in operations():
        assert "default" in operation["responses"], f"{method} {path}"


def test_every_write_may_be_refused_for_want_of_storage():
    for path, method, operation in operations():
        if method != "get" and not path.endswith("/preview"):
            assert "503" in operation["responses"], f"{method} {path}"


@pytest.mark.parametrize("name", SHARED)
def test_both_documents_say_the_same_of(name):
    of_rest = OPENAPI["components"]["schemas"][name]

    assert with_plain_discriminators(of_rest) == ASYNCAPI["components"]["schemas"][name]


@pytest.mark.parametrize("name", ASYNCAPI["components"]["messages"])
def test_every_message_has_examples_that_fit(name):
    message = ASYNCAPI["components"]["messages"][name]

    assert message["examples"]
    for example in message["examples"]:
        ASYNCAPI_SCHEMAS.check(message["payload"], example["payload"], f"{name} {example['name']}")


def references(node):
    """The values of every $ref below the node."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


@pytest.mark.parametrize("document", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_nothing_is_declared_in_vain(document):
    used = set(references(document))

    for kind in set(document["components"]) - {"securitySchemes"}:
        for name in document["components"][kind]:
            assert f"#/components/{kind}/{name}" in used


@pytest.mark.parametrize("document", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_a_document_refers_to_nothing_but_itself(document):
    found = list(references(document))

    assert found
    for reference in found:
        assert reference.startswith("#/")
        assert resolve(document, {"$ref": reference}), reference


def test_every_file_and_each_of_its_entries_is_in_a_document():
    documents = {name: Bundle(CONTRACT / f"{name}.yaml") for name in ("openapi", "asyncapi")}
    read = set().union(*(bundle.files for bundle in documents.values()))
    lifted = {(kind, name) for bundle in documents.values()
              for kind, named in bundle.document["components"].items() for name in named}

    assert read == {path for ending in ("yaml", "json")
                    for path in CONTRACT.resolve().rglob(f"*.{ending}")}
    for path in read:
        if path.suffix == ".json":
            continue  # takes the place of the reference to it
        kind = path.relative_to(CONTRACT.resolve()).with_suffix("").parts[0]
        if kind not in ("openapi", "asyncapi", "paths", "webhooks"):
            for name in yaml.safe_load(path.read_text(encoding="utf-8")):
                assert (kind, name) in lifted, path


SHORT = """\
get:
  x-refusals: [Away, AnyTime]
  parameters: [{$ref: "../parameters.yaml#/IfNoneMatch"}]
  responses:
    "200": {description: Fine, text/plain: {example: a}}
    "401": {description: No, x-refusals: [bad-token]}
"""
SHARED_REFUSALS = """\
Away: {description: Away, x-refusals: [no-such-game]}
AnyTime: {description: Else, x-refusals: [no-such-game, bad-token]}
"""


def test_short_forms_are_written_out(tmp_path):
    (tmp_path / "examples" / "problems").mkdir(parents=True)
    for code, status in (("no-such-game", 404), ("bad-token", 401)):
        (tmp_path / f"examples/problems/{code}.json").write_text(json.dumps({"status": status}))
    document = bundle_of(
        tmp_path, root='{g: {$ref: "paths/g.yaml"}}', paths__g=SHORT,
        responses__all=SHARED_REFUSALS,
        responses__answers="NotModified: {description: Same}",
        parameters="IfNoneMatch: {in: header}",
        headers="{X-Request-Id: 1, ETag: 2, WWW-Authenticate: 3}", schemas__problems="Problem: {}",
        examples__problems_of_all="{no-such-game: Gone, bad-token: Bad}")

    responses = document["g"]["get"]["responses"]
    assert list(responses) == ["200", "304", "401", "404", "default"]
    assert list(responses["200"]) == ["description", "headers", "content"]
    assert list(responses["200"]["headers"]) == ["X-Request-Id", "ETag"]
    assert list(responses["401"]["headers"]) == ["X-Request-Id", "WWW-Authenticate"]
    problem = responses["401"]["content"]["application/problem+json"]
    assert problem["schema"]["allOf"][1] == {"properties": {"code": {"enum": ["bad-token"]}}}
    example = document["components"]["examples"]["bad-token"]
    assert example == {"summary": "Bad", "value": {"status": 401}}
    assert "x-refusals" not in as_json(document)


def written_examples(node):
    """The example bodies below a node of a file, as they are written there."""
    if isinstance(node, list):
        for item in node:
            yield from written_examples(item)
    elif isinstance(node, dict):
        for media_type, media in node.get("content", {}).items():
            if media_type in ("application/json", "application/problem+json"):
                if "example" in media:
                    yield media["example"]
                yield from (named["value"] for named in media.get("examples", {}).values()
                            if "$ref" not in named)
        for key, value in node.items():
            if key != "content":
                yield from written_examples(value)


# An answer of /api/v1/openapi.json is as long as the document itself.
SHORTENED = {"openapi-json.yaml", "asyncapi-json.yaml"}


@pytest.mark.parametrize("folder", ["paths", "responses"])
def test_every_example_is_a_file_that_tests_compare(folder):
    found = 0
    files = Bundle(CONTRACT / "openapi.yaml").files
    for path in (path for path in files if path.parent.name == folder):
        for value in written_examples(files[path]):
            where = f"{path.name}: to examples/, and compared by tests/protocol/contract_*_test.cpp"
            # An empty object says nothing that could be wrong.
            assert value == {} or "$ref" in value or path.name in SHORTENED, where
            found += 1
    assert found > 1


def test_every_file_is_compared_by_a_test_of_the_library():
    tests = PROTOCOL.parent / "tests" / "protocol"
    text = "".join(path.read_text(encoding="utf-8") for path in tests.glob("contract_*_test.cpp"))
    for path in (CONTRACT / "examples").rglob("*.json"):
        name = path.relative_to(CONTRACT / "examples").with_suffix("").as_posix()
        # Whole groups of them are walked through by their folder or the start of their names.
        is_walked = name.startswith(("problems/", "messages/refused-", "messages/event-"))
        is_request = next(iter(json.loads(path.read_text(encoding="utf-8"))), "") == "op"
        if name.startswith("requests/"):
            name = name.removeprefix("requests/")
        assert is_walked or is_request or f'"{name}"' in text, name


def bundle_of(folder, **files):
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return Bundle(folder / "root.yaml").document


def test_a_component_that_refers_to_itself_is_there_once(tmp_path):
    document = bundle_of(
        tmp_path, root='paths: {/tree: {$ref: "paths/tree.yaml"}}',
        paths__tree='get: {$ref: "../schemas/trees.yaml#/Tree", description: A tree}',
        schemas__trees='Tree: {items: {$ref: "#/Tree"}}')

    place = "#/components/schemas/Tree"
    assert document["paths"]["/tree"]["get"] == {"$ref": place, "description": "A tree"}
    assert document["components"] == {"schemas": {"Tree": {"items": {"$ref": place}}}}


@pytest.mark.parametrize("target", ["schemas/a.yaml#/Missing", "paths/a.yaml#/Missing"])
def test_a_reference_that_leads_nowhere_is_found(tmp_path, target):
    with pytest.raises(KeyError, match="Missing"):
        bundle_of(tmp_path, root=f'x: {{$ref: "{target}"}}', schemas__a="A: 1", paths__a="A: 1")


def test_two_components_of_one_name_are_found(tmp_path):
    with pytest.raises(ValueError, match="schemas A is in"):
        bundle_of(tmp_path, schemas__a="A: 1", schemas__b="A: 2",
                  root='{x: {$ref: "schemas/a.yaml#/A"}, y: {$ref: "schemas/b.yaml#/A"}}')


def test_codes_are_those_of_the_library():
    """protocol/json/error.hpp is where a code is born; here and there the list must be the same."""
    text = (PROTOCOL / "json" / "error.hpp").read_text(encoding="utf-8")
    body = re.search(r"enum class Code[^{]*\{(.*?)\};", text, re.DOTALL).group(1)
    names = re.findall(r"^\s*(\w+),", re.sub(r"//.*", "", body), re.MULTILINE)
    # Records are read by the command line tool, not by the server.
    born = {name.replace("_", "-") for name in names} - {"invalid-record"}

    assert set(OPENAPI["components"]["schemas"]["Code"]["enum"]) == born


OPTIONS = json.loads((PROTOCOL.parent / "tests/golden/game-options.json").read_text())
WITH_TERMS = ("OpenGameOfSetup", "OpenCustomGame", "CreateChallenge", "Game", "GameSummary",
              "Challenge", "OpenData", "Record")


@pytest.mark.parametrize("name", WITH_TERMS)
def test_games_have_the_options_that_the_library_describes(name):
    """tests/protocol/terms_test.cpp writes the golden file from protocol/games/game_options.cpp."""
    properties = OPENAPI["components"]["schemas"][name]["properties"]

    assert "clock" in properties
    for key, values in OPTIONS.items():
        schema = resolve(OPENAPI, properties[key])
        shown = ["false", "true"] if schema["type"] == "boolean" else schema["enum"]
        assert shown == list(values), key


def test_every_schema_with_terms_is_held_against_the_library():
    """Tournaments are for two players, who have no leaver policy."""
    schemas = OPENAPI["components"]["schemas"].items()
    assert {name for name, schema in schemas if "rated" in schema.get("properties", {})
            and "clock" in schema["properties"] and "Tournament" not in name} == set(WITH_TERMS)


def test_every_code_is_shown_somewhere():
    shown = set(OPENAPI["components"]["examples"])
    refused = ASYNCAPI["components"]["messages"]["refused"]
    shown |= {example["name"] for example in refused["examples"]}

    assert set(OPENAPI["components"]["schemas"]["Code"]["enum"]) <= shown


def parts_of(operation):
    """(name, (required, schema)) of all that an operation of REST takes, as the socket names it."""
    for parameter in operation.get("parameters", []):
        parameter = resolve(OPENAPI, parameter)
        if parameter.get("deprecated") or parameter["name"] == "If-None-Match":
            continue
        name = "key" if parameter["name"] == "Idempotency-Key" else parameter["name"]
        yield name, (parameter.get("required", False), parameter["schema"])
    if "requestBody" in operation:
        body = operation["requestBody"]
        schema = body["content"]["application/json"]["schema"]
        yield "body", (body.get("required", False), schema)


def answer_of(operation):
    """The schema of what an operation of REST answers, or None for 204."""
    [status] = [status for status in operation["responses"] if status in ("200", "201", "204")]
    content = resolve(OPENAPI, operation["responses"][status]).get("content")
    return content["application/json"]["schema"] if content else None


def plain_of(schema):
    """A schema without words; a reference of the same target counts as what it leads to."""
    return {key: value for key, value in resolve(ASYNCAPI, schema).items() if key != "description"}


@pytest.mark.parametrize("op", CALLS)
def test_a_call_takes_and_answers_what_its_operation_does(op):
    request, (_, _, operation) = REQUESTS[op], ROUTES[op]
    taken = {name: schema for name, schema in request["properties"].items()
             if name not in ("op", "id")}
    parts = dict(parts_of(operation))

    assert set(taken) == set(parts)
    assert set(request["required"]) == {"op", *(name for name, part in parts.items() if part[0])}
    for name, (_, schema) in parts.items():
        in_rest = resolve(OPENAPI, with_plain_discriminators(schema))
        assert plain_of(taken[name]) == {k: v for k, v in in_rest.items() if k != "description"}
    of_socket = ANSWERS[op]["properties"].get("body")
    assert (of_socket and of_socket["$ref"]) == (answer_of(operation) or {}).get("$ref")


def test_calls_are_known():
    assert len(CALLS) == 14


NOTICE = OPENAPI["components"]["examples"]["webhook_body"]["value"]


@pytest.mark.parametrize("change", [
    {"type": "paused"}, {"type": "player-left"}, {"type": "challenge"}, {"type": "webhook-test"},
    {"data": {}}, {"data": {**NOTICE["data"], "proposal": 7}}, {"kind": "your-turn"}])
def test_a_notice_whose_data_is_not_of_its_type_is_found(change):
    OPENAPI_SCHEMAS.check_named("WebhookNotice", NOTICE, "sound")

    with pytest.raises(ContractError):
        OPENAPI_SCHEMAS.check_named("WebhookNotice", {**NOTICE, **change}, "control")


def test_every_type_of_notice_has_its_data():
    typed = OPENAPI["components"]["schemas"]["Notice"]
    kinds = OPENAPI["components"]["schemas"]["NoticeKind"]["enum"]
    found = {kind: one["$ref"] for one in typed["oneOf"]
             for kind in resolve(OPENAPI, one)["properties"]["type"]["enum"]}

    assert sorted(found) == sorted(kinds)
    assert typed["discriminator"] == {"propertyName": "type", "mapping": found}


def test_paths_are_paths_only():
    # Mock servers take any other key for an operation and end.
    assert [path for path in OPENAPI["paths"] if not path.startswith("/")] == []


def test_all_versions_agree():
    cmake = (PROTOCOL.parent / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"project\(tanbo VERSION ([0-9.]+)", cmake)[1]

    assert (OPENAPI["info"]["version"], ASYNCAPI["info"]["version"]) == (version, version)
