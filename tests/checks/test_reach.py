"""The store alone sees SQL, and the check sees each file that comes to it, and by which way."""

import reach


def test_tree_keeps_sql_from_those_above():
    assert [str(finding) for finding in reach.check()] == []


def test_finds_who_reaches_it_through_others(repository):
    repository.write("server/store/rows.hpp", '#include "server/store/statement.hpp"\n')
    repository.write("server/store/a.cpp", '#include "server/store/rows.hpp"\n')
    repository.write("server/game/b.hpp", '#include "server/store/rows.hpp"\n')
    repository.write("server/game/b.cpp", '#include "server/game/b.hpp"\n')
    repository.write("server/game/c.cpp", '// #include "server/game/b.hpp"\n')

    found = [str(finding) for finding in reach.check(repository.root)]

    assert found == ["server/game/b.cpp:1: sees SQL by server/store/statement.hpp <- "
                     "server/store/rows.hpp <- server/game/b.hpp <- server/game/b.cpp: "
                     "cut the chain"]


def test_finds_that_too_many_do(repository):
    for name in ("a", "b", "c"):
        repository.write(f"server/store/{name}.cpp", '#include "server/store/statement.hpp"\n')

    assert not list(reach.check(repository.root, sources_max=4))
    assert [str(finding) for finding in reach.check(repository.root, sources_max=3)] == [
        "server/store/statement.hpp:1: 3 files reach it, and fewer than 3 may"]
