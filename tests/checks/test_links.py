"""Links of the documents, and that the check of them sees each fault."""

import links


def test_every_link_leads_somewhere():
    assert [str(finding) for finding in links.check()] == []


def test_a_heading_is_named_as_in_links():
    assert links.anchor("A `PostgreSQL`, instead of [the file](a.md)") == \
        "a-postgresql-instead-of-the-file"


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    document = tmp_path / "a.md"
    document.write_text("# Run it\n")

    assert links.fault(document, "#run-it") == "" == links.fault(document, "a.md#run-it")
    assert links.fault(document, "#run") == "a.md has no heading run"
    assert links.fault(document, "b.md") == "there is no b.md"
