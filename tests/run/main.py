"""The command line of the runner."""

import argparse
import textwrap
import time

from run import nightly, parts, quick
from run.builds import build
from run.steps import RESULTS, Cost

# Failed tests of a step that are told once more below everything.
TOLD_AGAIN_MAX = 5


def summarise(outcomes, wall):
    """Prints what each step came to; the sums stand alone on the last line."""
    print("\n=== summary")
    for outcome in outcomes:
        verdict = "FAILED" if outcome.failed else "ok"
        print(f"{verdict:6} {outcome.name:24} {outcome.passed:5} passed {outcome.failed:3} failed"
              f" {outcome.cost}")
        for fault in outcome.faults[:TOLD_AGAIN_MAX]:
            print(textwrap.indent(fault, " " * 7))
    cpu = sum(outcome.cost.cpu for outcome in outcomes)
    print(f"{'':49} {Cost(wall, cpu)} in all")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 0 if failed == 0 else 1


def after_release(chosen, run_them):
    """Builds the programs if something of these needs them, and runs these if that went well."""
    needs_it = any(name in parts.NEED_RELEASE or name in nightly.FORMS for name in chosen)
    outcomes = build("release", "programs") if needs_it else []
    if not any(outcome.failed for outcome in outcomes):
        outcomes += run_them(chosen)
    return outcomes


def chosen_of(parser, words, known):
    """The names of the command line, or all that are known."""
    unknown = [name for name in words if name not in known]
    if unknown:
        parser.error(f"no part {unknown[0]}; there are {', '.join(known)}")
    return words or list(known)


def told(functions):
    """A line for each function."""
    return "\n".join(f"  {name:8} {function.__doc__}" for name, function in functions.items())


def parser_of_all():
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="tests/run.sh", description="Runs the tests.",
        usage="%(prog)s [part ...] | quick [--since REV] | nightly [form ...]",
        epilog=f"parts:\n{told(parts.PARTS)}\n\n"
               f"quick: the tests of what has changed since REV, in two minutes\n\n"
               f"nightly:\n{told(nightly.FORMS)}",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", help="what to run; without one: everything")
    parser.add_argument("--since", metavar="REV", help="of `quick`: what has changed since then; "
                        "by default since the upstream branch was left, else since HEAD~1")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite",
                        help="postgres: `nightly postgres`")
    return parser


def main():
    """Runs what the command line says."""
    parser = parser_of_all()
    arguments = parser.parse_args()
    words = arguments.part
    if arguments.database == "postgres":
        if words:
            parser.error("--database postgres is a part by itself")
        words = ["nightly", "postgres"]
    if arguments.since and words != ["quick"]:
        parser.error("--since is an option of `quick` alone")

    begin = time.monotonic()
    RESULTS.mkdir(parents=True, exist_ok=True)
    if words == ["quick"]:
        outcomes = quick.run_quick(arguments.since)
    elif words[:1] == ["nightly"]:
        outcomes = after_release(chosen_of(parser, words[1:], nightly.FORMS), nightly.run_forms)
    else:
        outcomes = after_release(chosen_of(parser, words, parts.PARTS), parts.run_parts)
    return summarise(outcomes, time.monotonic() - begin)
