"""The events of the log are found in the source."""

import re

import events


def test_every_call_of_the_log_is_found():
    named = found = 0
    for code in events.sources():
        named += len(re.findall(r"\blog::(?:debug|info|warn|error)\(", code))
        found += sum(bool(call["level"]) for call in events.CALL.finditer(code))

    assert found == named - len(events.FORWARDING)


def test_finds_an_event_and_its_fields(repository):
    repository.write("server/a.cpp", 'base::log::warn("disk-full", "the disk is "\n    "full",\n'
                                     '    {{"free", f(1)}, {"at", 2}});\n')

    assert "| `disk-full` | warn | the disk is full | free, at |" in events.table(repository.root)
