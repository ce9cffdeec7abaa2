"""Schemas as functions of a value: whether it fits. They take a tenth of the time of jsonschema.

Only the words of JSON Schema that the contracts use are known; another word is an error. jsonschema
says what is wrong with a value that does not fit.
"""

import re

# Words about a value that hold for any.
NOTES = {"contentMediaType", "default", "deprecated", "description", "discriminator", "example",
         "examples", "format", "title"}
TYPES = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: is_number(value) and value == int(value),
    "null": lambda value: value is None,
    "number": lambda value: is_number(value),
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}


def is_number(value):
    """Whether JSON calls it a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_same(one, other):
    """Whether two plain values are the same to JSON: 1 is not true."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def plain(value):
    """The value, which must have no parts."""
    assert not isinstance(value, (list, dict)), f"{value} has parts"
    return value


def only(kind, condition):
    """A condition that holds for any value of another kind."""
    return lambda value: not kind(value) or condition(value)


class Fitting:
    """The functions of the schemas of one document, made once each."""

    def __init__(self, document):
        self._document = document
        self._made = {}  # by the schema's id, with the schema, which keeps its id that way

    def fits(self, schema):
        """The function of a schema."""
        key = id(schema)
        if key not in self._made:
            # A schema may refer to itself.
            self._made[key] = (lambda value: self._made[key][0](value), schema)
            self._made[key] = (self._function(schema), schema)
        return self._made[key][0]

    def _function(self, schema):
        if isinstance(schema, bool):
            return lambda value: schema
        conditions = [getattr(self, f"_{word.removeprefix('$')}")(asked, schema)
                      for word, asked in schema.items() if word not in NOTES]
        if len(conditions) == 1:
            return conditions[0]

        def fits_all(value):
            for condition in conditions:
                if not condition(value):
                    return False
            return True
        return fits_all

    def _ref(self, target, _):
        return self.fits(self._resolved(target))

    def _resolved(self, target):
        node = self._document
        for step in target.removeprefix("#/").split("/"):
            node = node[step.replace("~1", "/").replace("~0", "~")]
        return node

    def _type(self, names, _):
        if isinstance(names, str):
            return TYPES[names]
        kinds = [TYPES[name] for name in names]
        return lambda value: any(kind(value) for kind in kinds)

    def _enum(self, values, _):
        known = [plain(value) for value in values]
        return lambda value: any(is_same(value, one) for one in known)

    def _const(self, known, _):
        plain(known)
        return lambda value: is_same(value, known)

    # --- objects ---

    def _properties(self, schemas, _):
        rows = [(name, self.fits(schema)) for name, schema in schemas.items()]
        return only(TYPES["object"], lambda value: all(
            name not in value or fits(value[name]) for name, fits in rows))

    def _additionalProperties(self, asked, schema):
        known = frozenset(schema.get("properties", ()))
        if asked is False:
            return only(TYPES["object"], lambda value: value.keys() <= known)
        fits = self.fits(asked)
        return only(TYPES["object"], lambda value: all(
            fits(part) for name, part in value.items() if name not in known))

    def _unevaluatedProperties(self, asked, schema):
        assert asked is False, f"unevaluatedProperties: {asked}"
        return only(TYPES["object"], lambda value: value.keys() <= self._judged(schema, value))

    def _judged(self, schema, value):
        """The names in `value` that a schema which it fits says something of."""
        if "additionalProperties" in schema:
            return value.keys()
        names = set(schema.get("properties", ()))
        if "$ref" in schema:
            names |= self._judged(self._resolved(schema["$ref"]), value)
        for word in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(word, ()):
                if word == "allOf" or self.fits(part)(value):
                    names |= self._judged(part, value)
        return names

    def _required(self, names, _):
        return only(TYPES["object"], lambda value: all(name in value for name in names))

    def _minProperties(self, least, _):
        return only(TYPES["object"], lambda value: len(value) >= least)

    def _propertyNames(self, schema, _):
        fits = self.fits(schema)
        return only(TYPES["object"], lambda value: all(map(fits, value)))

    # --- arrays ---

    def _items(self, schema, _):
        fits = self.fits(schema)
        return only(TYPES["array"], lambda value: all(map(fits, value)))

    def _minItems(self, least, _):
        return only(TYPES["array"], lambda value: len(value) >= least)

    def _maxItems(self, most, _):
        return only(TYPES["array"], lambda value: len(value) <= most)

    def _uniqueItems(self, asked, _):
        assert asked is True
        return only(TYPES["array"], lambda value: not any(
            is_same(one, other) for index, one in enumerate(value) for other in value[:index]))

    # --- numbers and texts ---

    def _minimum(self, least, _):
        return only(is_number, lambda value: value >= least)

    def _maximum(self, most, _):
        return only(is_number, lambda value: value <= most)

    def _minLength(self, least, _):
        return only(TYPES["string"], lambda value: len(value) >= least)

    def _maxLength(self, most, _):
        return only(TYPES["string"], lambda value: len(value) <= most)

    def _pattern(self, pattern, _):
        search = re.compile(pattern).search
        return only(TYPES["string"], lambda value: search(value) is not None)

    # --- schemas together ---

    def _allOf(self, schemas, _):
        parts = [self.fits(schema) for schema in schemas]
        return lambda value: all(fits(value) for fits in parts)

    def _anyOf(self, schemas, _):
        parts = [self.fits(schema) for schema in schemas]
        return lambda value: any(fits(value) for fits in parts)

    def _oneOf(self, schemas, _):
        parts = [self.fits(schema) for schema in schemas]
        return lambda value: sum(fits(value) for fits in parts) == 1
