"""The contracts pass Redocly's linter and AsyncAPI's parser, and these find what they should."""

import pathlib
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


def lint(*paths):
    return subprocess.run(
        ["node", HERE / "lint.mjs", *paths], capture_output=True, text=True, timeout=600
    )


@pytest.mark.parametrize("name", ["openapi.yaml", "asyncapi.yaml"])
def test_contract_has_no_finding(tmp_path, name):
    result = lint(write_out(CONTRACT / name, tmp_path))

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("source", [OPENAPI, ASYNCAPI], ids=["openapi", "asyncapi"])
def test_sound_sample_has_no_finding(tmp_path, source):
    sample = tmp_path / "sample.yaml"
    sample.write_text(source)

    result = lint(sample)

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("defect", BROKEN)
def test_linter_finds(tmp_path, defect):
    source, sound, broken = BROKEN[defect]
    assert sound in source
    sample = tmp_path / "sample.yaml"
    sample.write_text(source.replace(sound, broken))

    result = lint(sample)

    assert result.returncode == 2, result.stdout + result.stderr
