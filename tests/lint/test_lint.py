"""The contracts pass Redocly's linter and AsyncAPI's parser, and these find what they should."""

import pathlib
import re
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
CONTRACT = HERE.parents[1] / "protocol" / "contract"
sys.path.insert(0, str(CONTRACT))
from bundle import write_out  # noqa: E402

OPENAPI = """\
openapi: 3.1.0
info: {title: Sample, version: "1", license: {name: MIT, identifier: MIT}}
servers: [{url: "http://localhost:8080"}]
security: []
tags: [{name: games, description: Games}]
paths:
  /games/{id}:
    get:
      operationId: get_game
      summary: One game
      tags: [games]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        "200":
          description: The game
          content: {application/json: {schema: {type: integer}, example: 1}}
        "404": {description: No such game}
"""

ASYNCAPI = """\
asyncapi: 3.0.0
info: {title: Sample, version: "1"}
servers: {local: {host: "localhost:8080", protocol: ws}}
channels:
  live: {address: /api/v1/live, messages: {ping: {$ref: "#/components/messages/ping"}}}
operations:
  send_ping: {action: send, channel: {$ref: "#/channels/live"}}
components:
  messages: {ping: {payload: {type: object, properties: {op: {const: ping}}}}}
"""

BROKEN = {
    "an example of the wrong type": (OPENAPI, "example: 1}", "example: one}"),
    "a field that OpenAPI does not know": (OPENAPI, "tags: [games]", "tags: [games]\n      tag: x"),
    "an undeclared path parameter": (OPENAPI, "name: id,", "name: game,"),
    "no answer for a refusal": (OPENAPI, '        "404": {description: No such game}\n', ""),
    "a channel that does not exist": (ASYNCAPI, "#/channels/live", "#/channels/dead"),
    "an action AsyncAPI does not know": (ASYNCAPI, "action: send", "action: shout"),
    "a discriminator as in OpenAPI": (
        ASYNCAPI, "{type: object,", "{type: object, discriminator: {propertyName: op},"),
}


SAMPLES = {"openapi": OPENAPI, "asyncapi": ASYNCAPI} | {
    defect: source.replace(sound, broken) for defect, (source, sound, broken) in BROKEN.items()}
COUNTS = re.compile(r"^(\S+): (\d+) errors, (\d+) warnings$", re.MULTILINE)


def lint(*paths):
    """The run of the linter, and what it counted, by path."""
    result = subprocess.run(
        ["node", HERE / "lint.mjs", *paths], capture_output=True, text=True, timeout=600
    )
    return result, {path: int(errors) + int(warnings)
                    for path, errors, warnings in COUNTS.findall(result.stdout)}


@pytest.fixture(scope="module")
def findings(tmp_path_factory):
    """How much the linter finds in each sample: one run for all, since it takes long to begin."""
    folder = tmp_path_factory.mktemp("samples")
    paths = {name: folder / f"{number}.yaml" for number, name in enumerate(SAMPLES)}
    for name, path in paths.items():
        path.write_text(SAMPLES[name])

    result, counts = lint(*paths.values())

    assert result.returncode == 2, result.stdout + result.stderr
    return {name: counts[str(path)] for name, path in paths.items()}


def test_contracts_have_no_finding(tmp_path):
    # A folder each: what both include is written out as each of them needs it.
    paths = [write_out(CONTRACT / f"{name}.yaml", tmp_path / name)
             for name in ("openapi", "asyncapi")]

    result, counts = lint(*paths)

    assert result.returncode == 0, result.stdout + result.stderr
    assert counts == {str(path): 0 for path in paths}


@pytest.mark.parametrize("sample", ["openapi", "asyncapi"])
def test_sound_sample_has_no_finding(findings, sample):
    assert findings[sample] == 0


@pytest.mark.parametrize("defect", BROKEN)
def test_linter_finds(findings, defect):
    source, sound, _ = BROKEN[defect]
    assert sound in source
    assert findings[defect] > 0
