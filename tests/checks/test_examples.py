"""Every code block of the README and of the manual is run by a test that has a name."""

import pytest

import examples
from examples import Block, Row


def test_every_code_block_is_run_by_a_test():
    found = examples.blocks(examples.pages())

    assert [str(finding) for finding in examples.check(found)] == []
    assert len(found) > 90


@pytest.mark.parametrize("page, added", [
    ("README.md", "    tanbod check tanbo.db\n"), ("README.md", "```js\nalert(1)\n```\n"),
    ("server/web/manual/terminal.de.md", "    tanbod serve\n"),
    ("server/web/manual/club.md", "    tanbod admin role ben admin\n"),
    ("server/web/manual/install.md", "- Then:\n\n  ```sh\n  reboot\n  ```\n")])
def test_a_new_block_that_no_test_runs_is_found(page, added):
    pages = examples.pages()
    pages[page] += f"\n{added}"

    told = [str(finding) for finding in examples.check(examples.blocks(pages))]

    assert len(told) == 1 and ("no test runs" in told[0] or ": 2 blocks" in told[0]), told


def test_blocks_are_read_with_their_kind_and_lines():
    page = "Text\n\n    one \\\n      two\n    three\n\n1. Step\n\n   ```sh\n   ls\n   ```\n"

    assert list(examples.blocks_of("p.md", page)) == [
        Block("p.md", 3, "indented", ("one two", "three")), Block("p.md", 9, "sh", ("ls",))]


def test_a_row_for_a_block_or_a_test_that_is_gone_is_found():
    block = Block("p.md", 1, "sh", ("ls",))
    known = "tests/checks/test_examples.py::"
    good = Row(("p.md",), "sh", known + "test_blocks_are_read_with_their_kind_and_lines", "ls")

    assert not list(examples.faults_of_rows((good,), (block,)))
    for wrong in (good._replace(start="cp"), good._replace(kind="js"),
                  good._replace(test=known + "test_that_is_gone"), good._replace(words=("cp ",))):
        assert len(list(examples.faults_of_rows((wrong,), (block,)))) == 1
