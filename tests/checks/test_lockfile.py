"""The web client's lockfile, and that the check of it sees each fault."""

import json

import pytest

import lockfile

GOOD = {"version": "1.0.0", "integrity": "sha512-x", "engines": {"node": ">=18"}}


def faults(**changes):
    package = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    packages = {"": {"name": "client"}, "node_modules/a/node_modules/@b/c": package}
    return list(lockfile.check(json.dumps({"lockfileVersion": 3, "packages": packages})))


def test_the_lockfile_is_sound():
    assert list(lockfile.check()) == []


def test_a_sound_package_passes():
    assert faults() == []
    assert faults(engines=None) == []


@pytest.mark.parametrize("changes,words", [
    ({"integrity": None}, "@b/c has no integrity"),
    ({"integrity": "sha1-x"}, "@b/c has no integrity"),
    ({"engines": {"node": ">=20"}}, "@b/c 1.0.0 wants Node >=20"),
    ({"hasInstallScript": True}, "@b/c runs a script"),
])
def test_a_fault_is_named(changes, words):
    found = faults(**changes)

    assert len(found) == 1
    assert words in found[0]


def test_a_lockfile_of_another_version_is_refused():
    assert len(list(lockfile.check('{"lockfileVersion": 2, "packages": {}}'))) == 1


@pytest.mark.parametrize("expression", [
    "*", ">=18", ">= 14.18.0", "^18.0.0 || ^20.0.0 || >=22.0.0", "18", "18.x", "18.20.x",
    "~18.20.0", ">=18.17.0 <19", "^10 || ^12 || >=14", "<=18", ">17"])
def test_ranges_that_take_debians_node(expression):
    assert lockfile.takes(expression, lockfile.NODE)


@pytest.mark.parametrize("expression", [
    ">=20", "^20.19.0 || >=22.12.0", "^18.20.1", "~18.19.0", "<18", ">18", ">=22.0.0", "16.x",
    ">=14 <18.20.0", "^0.18.20"])
def test_ranges_that_leave_it_out(expression):
    assert not lockfile.takes(expression, lockfile.NODE)
