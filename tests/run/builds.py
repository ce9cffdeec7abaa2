"""How the presets are configured and built."""

import os

from run import lanes
from run.steps import step

# Their programs know no lines in continuous integration, which cost a sixth of the compiler's time.
SANITIZERS = ("asan", "tsan")


def configuring(preset):
    """The command that configures `preset` with the tests."""
    command = ["cmake", "--preset", preset, "-DTANBO_TESTS=ON"]
    if os.environ.get("CI"):
        command.append("-DTANBO_WARNINGS_AS_ERRORS=ON")
        if preset in SANITIZERS:
            command.append("-DCMAKE_CXX_FLAGS_DEBUG=-O0")
    return command


def building(preset, *targets):
    """The command that builds these targets."""
    return ["cmake", "--build", "--preset", preset, "--target", *targets]


def build(preset, *targets):
    """Configures `preset` and builds the targets, with the output shown."""
    configured = step(f"configure {preset}", configuring(preset))
    if configured.failed:
        return [configured]
    return [configured, step(f"build {preset}", building(preset, *targets))]


def built(preset, rest):
    """The outcomes of building `preset` and, if that went well, of the step `rest`."""
    outcomes = lanes.IDLE.outcomes(f"build {preset}")
    if any(outcome.failed for outcome in outcomes):
        return outcomes
    return outcomes + rest()
