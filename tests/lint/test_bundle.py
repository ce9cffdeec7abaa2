"""The server gives out the contract that Redocly's bundler makes of the same files."""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CONTRACT = HERE.parents[1] / "protocol" / "contract"
sys.path.insert(0, str(CONTRACT))
from bundle import Bundle, as_json, write_out  # noqa: E402


def ours(name):
    return json.loads(as_json(Bundle(CONTRACT / name).document))


def redocly(name, folder):
    result = subprocess.run(["node", HERE / "bundle.mjs", write_out(CONTRACT / name, folder)],
                            capture_output=True, text=True, timeout=600, check=True)
    return json.loads(result.stdout)


def target_of(document, reference):
    node = document
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    return node


def with_messages_in_place(document, node):
    """Redocly puts each message where ours has a reference to it, and leaves mappings alone."""
    if isinstance(node, list):
        return [with_messages_in_place(document, item) for item in node]
    if not isinstance(node, dict):
        return node
    if "/messages/" in node.get("$ref", ""):
        return with_messages_in_place(document, target_of(document, node["$ref"]))
    return {key: with_messages_in_place(document, value) for key, value in node.items()
            if key != "mapping"}


def test_both_make_the_same_of_openapi(tmp_path):
    assert ours("openapi.yaml") == redocly("openapi.yaml", tmp_path)


def test_both_make_the_same_of_asyncapi(tmp_path):
    mine, theirs = ours("asyncapi.yaml"), redocly("asyncapi.yaml", tmp_path)

    assert with_messages_in_place(mine, mine) == with_messages_in_place(theirs, theirs)


def test_a_difference_is_seen(tmp_path):
    changed = ours("openapi.yaml")
    changed["components"]["schemas"]["Id"]["minimum"] = -1

    assert changed != redocly("openapi.yaml", tmp_path)
