"""The signs in a release program of its hardening, as readelf prints it."""

import platform
import re
import subprocess

FORTIFY = "checked functions of the C library (FORTIFY)"
# Each property: what readelf is asked, and what its answer has to match.
PROPERTIES = {
    "a position of its own at each start (PIE)": ("-dW", r"FLAGS_1\).*\bPIE\b"),
    "relocations that are read-only (RELRO)": ("-lW", r"^\s*GNU_RELRO\b"),
    "all symbols bound at the start (BIND_NOW)":
        ("-dW", r"FLAGS\).*\bBIND_NOW\b|FLAGS_1\).*\bNOW\b"),
    "a stack that is not executable": ("-lW", r"^\s*GNU_STACK\s.*\sRW\s"),
    "stack protectors": ("--dyn-syms -W", r"\b__stack_chk_fail\b"),
    FORTIFY: ("--dyn-syms -W", r"\b__(?!stack_chk)\w+_chk(@|\b)"),
    "the assertions of libstdc++": ("--dyn-syms -W", r"__glibcxx_assert_fail"),
}
INTEL_PROPERTIES = {"the CET marks": ("-nW", r"\bIBT, SHSTK\b")}


def all_properties():
    """The signs that a program of this machine has to show."""
    is_intel = platform.machine() in ("x86_64", "AMD64")
    return PROPERTIES | (INTEL_PROPERTIES if is_intel else {})


def missing(program):
    """The properties that the program lacks."""
    wanted = all_properties()
    answers = {}
    for question in {question for question, _ in wanted.values()}:
        answers[question] = subprocess.run(["readelf", *question.split(), program], check=True,
                                           capture_output=True, text=True).stdout
    return [name for name, (question, pattern) in wanted.items()
            if not re.search(pattern, answers[question], re.MULTILINE)]
