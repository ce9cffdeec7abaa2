"""The server gives out the contract that Redocly's bundler makes of the same files."""

import functools
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CONTRACT = HERE.parents[1] / "protocol" / "contract"
sys.path.insert(0, str(CONTRACT))
from bundle import Bundle, as_json, write_out  # noqa: E402


def ours(name):
    return json.loads(as_json(Bundle(CONTRACT / name).document))


@functools.cache
def redocly(name):
    """The bundle that Redocly makes of a contract; made once, since it takes long."""
    with tempfile.TemporaryDirectory() as folder:
        written = write_out(CONTRACT / name, pathlib.Path(folder))
        result = subprocess.run(["node", HERE / "bundle.mjs", written],
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


def test_both_make_the_same_of_openapi():
    assert ours("openapi.yaml") == redocly("openapi.yaml")


def test_both_make_the_same_of_asyncapi():
    mine, theirs = ours("asyncapi.yaml"), redocly("asyncapi.yaml")

    assert with_messages_in_place(mine, mine) == with_messages_in_place(theirs, theirs)


def test_a_difference_is_seen():
    changed = ours("openapi.yaml")
    changed["components"]["schemas"]["Id"]["minimum"] = -1

    assert changed != redocly("openapi.yaml")
