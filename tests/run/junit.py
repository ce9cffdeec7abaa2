"""JUnit files: the tests that they count, and one file of many programs'."""

from xml.etree import ElementTree

OUTPUT_CHARS_MAX = 20_000
# Of what a failed test wrote, its end is told once more below everything.
TOLD_AGAIN_CHARS_MAX = 1_500


def faults_of(junit):
    """How many tests a JUnit file holds, and the failed ones, each with the end of what it says."""
    cases, faults = 0, []
    for case in ElementTree.parse(junit).iter("testcase"):
        cases += 1
        reported = [child for child in case if child.tag in ("failure", "error", "skipped")]
        if reported or case.get("status") in ("fail", "disabled", "notrun"):
            faults.append(fault_of(case, reported))
    return cases, faults


def fault_of(case, reported):
    """The name of a failed test, and the end of what it says."""
    told = "\n".join((child.text or child.get("message") or "").strip() for child in reported)
    return f"{case.get('classname', '')} {case.get('name')}\n{told[-TOLD_AGAIN_CHARS_MAX:]}".strip()


def show_failures(junit):
    """Prints what the failed programs of a JUnit file of CTest wrote; pytest prints that itself."""
    for case in ElementTree.parse(junit).iter("testcase") if junit.exists() else ():
        if case.get("status") != "run":
            written = (case.findtext("system-out") or "").strip()
            print(f"\n*** {case.get('name')} ({case.get('status')})\n{written[-OUTPUT_CHARS_MAX:]}")


def gather(programs, folder, junit):
    """Writes one JUnit file of the tests of all programs that CTest ran.

    `programs` is CTest's file; `folder` has one for each GoogleTest program that came to its end. A
    program that did not, or that failed without saying which of its tests did, is a failed test
    itself, and one that has no such tests a test.
    """
    suites = ElementTree.Element("testsuites")
    for case in ElementTree.parse(programs).iter("testcase") if programs.exists() else ():
        written = folder / f"{case.get('name')}.xml"
        tests = list(ElementTree.parse(written).iter("testsuite")) if written.exists() else []
        suites.extend(tests)
        is_told = any(suite.find("testcase/failure") is not None for suite in tests)
        is_bad = case.get("status") != "run" or (written.exists() and not tests)
        if not written.exists() or (is_bad and not is_told):
            suite = ElementTree.SubElement(suites, "testsuite", name=case.get("name"))
            ended = ElementTree.SubElement(suite, "testcase", name="ends well",
                                           classname=case.get("name"))
            if is_bad:
                failure = ElementTree.SubElement(ended, "failure", message=case.get("status"))
                failure.text = case.findtext("system-out")
    ElementTree.ElementTree(suites).write(junit)
