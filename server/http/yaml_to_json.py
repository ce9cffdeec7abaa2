"""Converts a YAML contract to JSON: yaml_to_json.py SOURCE TARGET."""

import datetime
import json
import sys

import yaml


def plain(value):
    """YAML knows dates, JSON does not: they go out as they were written."""
    if isinstance(value, datetime.datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"{value!r} has no form in JSON")


def main():
    """Converts the file of the first argument into that of the second."""
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        document = yaml.safe_load(file)
    with open(target, "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False, separators=(",", ":"), default=plain)


main()
