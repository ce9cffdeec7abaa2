"""The quick check of values against the contracts agrees with jsonschema's."""

import copy

import jsonschema
import pytest

from support.contract import closed, load, resolve
from support.fitting import Fitting

DOCUMENTS = {name: closed(load(f"{name}.yaml")) for name in ("openapi", "asyncapi")}
# Put in the place of every part of a value.
OTHERS = (None, True, -1, 0, 1, 1.0, 1.5, 10**20, "", "x", "x" * 100_000, [], [0, 0], {},
          {"colour": "red"})
CHANGES_MAX = 20
# No value of the examples has these, or is far from fitting.
WORDS = [({word: asked}, fitting, other) for word, asked, fitting, other in (
    ("uniqueItems", True, [1, True, "1"], [1, 2, 1]), ("minProperties", 1, {"a": 1}, {}),
    ("minLength", 2, "ab", "a"), ("maxLength", 2, "ab", "abc"), ("minItems", 1, [0], []),
    ("maxItems", 1, [0], [0, 0]), ("minimum", 2, 2, 1), ("maximum", 2, 2, 2.5),
    ("const", 1, 1.0, True), ("enum", [0, "a"], 0, False), ("pattern", "^a$", "a", "ab"),
    ("propertyNames", {"maxLength": 1}, {"a": 0}, {"ab": 0}), ("type", "integer", 1.0, 1.5),
    ("type", ["string", "null"], None, 0), ("required", ["a"], {"a": 0}, {"b": 0}),
    ("oneOf", [{"type": "integer"}, {"minimum": 2}], 1, 2),
    ("anyOf", [{"type": "integer"}, {"minimum": 2}], 2.5, 1.5),
    ("allOf", [{"type": "integer"}, {"minimum": 2}], 2, 1))]


def media_of(document):
    """Every object with a schema and examples in a document."""
    waiting = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if "schema" in node and {"example", "examples"} & node.keys():
                yield node["schema"], [node["example"]] if "example" in node else [
                    resolve(document, one)["value"] for one in node["examples"].values()]
            if "payload" in node and "examples" in node:
                yield node["payload"], [one["payload"] for one in node["examples"]]
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def places(value, path=()):
    """The ways to every part of a value."""
    yield path
    rows = value.items() if isinstance(value, dict) else (
        enumerate(value[:2]) if isinstance(value, list) else ())
    for step, part in rows:
        yield from places(part, (*path, step))


def changed(value, path, change):
    """A copy of a value with one part replaced by what `change` makes of it."""
    if not path:
        return change(copy.deepcopy(value))
    found = copy.deepcopy(value)
    part = found
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = change(part[path[-1]])
    return found


def variants(value):
    """The value, and it with each part replaced, left out or with one more."""
    def less(part):
        return dict(list(part.items())[1:]) if isinstance(part, dict) else None

    def more(part):
        return {**part, "colour": "red"} if isinstance(part, dict) else None

    yield value
    changes = [less, more, *(lambda _, other=other: other for other in OTHERS)]
    every = [(path, change) for path in places(value) for change in changes]
    # An odd step: it is no multiple of the number of changes, and meets all of them.
    for path, change in every[:: len(every) // CHANGES_MAX | 1]:
        yield changed(value, path, change)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_both_agree_on_every_example_and_on_changed_ones(name):
    document = DOCUMENTS[name]
    fitting, resolver = Fitting(document), jsonschema.RefResolver.from_schema(document)
    verdicts = {True: 0, False: 0}
    seen = set()

    for schema, examples in media_of(document):
        # Refusals of all routes are alike.
        key = str(schema)
        if key in seen:
            continue
        seen.add(key)
        validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
        for value in variants(examples[0]):
            verdict = fitting.fits(schema)(value)
            assert verdict == validator.is_valid(value), (schema, value)
            verdicts[verdict] += 1

    assert min(verdicts.values()) > 50, f"the control: both verdicts are given: {verdicts}"


@pytest.mark.parametrize("schema, fits, does_not", WORDS,
                         ids=[next(iter(schema)) for schema, _, _ in WORDS])
def test_both_agree_on_every_word(schema, fits, does_not):
    fitting, validator = Fitting({}), jsonschema.Draft202012Validator(schema)

    for value, verdict in ((fits, True), (does_not, False)):
        assert fitting.fits(schema)(value) is validator.is_valid(value) is verdict


def test_a_schema_may_refer_to_itself():
    tree = {"type": "array", "items": {"$ref": "#/tree"}}
    fits = Fitting({"tree": tree}).fits(tree)

    assert fits([[], [[]]]) and not fits([[], [[0]]])


def test_a_word_that_is_not_known_is_an_error():
    with pytest.raises(AttributeError, match="multipleOf"):
        Fitting({}).fits({"multipleOf": 2})
