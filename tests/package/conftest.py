"""The package that the tests install, built of the programs that are there."""

import pathlib
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "mail"), str(TESTS / "system")]

from support.package import build_package  # noqa: E402


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The path of the package."""
    return build_package(tmp_path_factory.mktemp("package"))
