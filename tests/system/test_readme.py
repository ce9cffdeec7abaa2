"""The README's tour works as printed: every line runs, and what it shows is what comes out."""

import pytest

from support.tour import ROOT, steps, walk


def test_tour_works_as_printed(make_server, shell, tmp_path):
    markdown = (ROOT / "README.md").read_text()
    server = make_server()

    assert len(steps(markdown)) >= 8
    walk(shell, markdown, server.url, tmp_path)
    walk(shell, markdown, server.url, tmp_path)  # by a reader who begins again


@pytest.mark.parametrize("line", ["false", "echo white\n# black", "false | cat", "no-such-command"])
def test_a_tour_that_lies_fails(shell, tmp_path, line):
    with pytest.raises(AssertionError):
        walk(shell, f"```sh\n{line}\n```\n", "", tmp_path)


def test_a_sound_tour_passes(shell, tmp_path):
    walk(shell, "```sh\nA=black\necho $A\n# black\n```\n", "", tmp_path)
