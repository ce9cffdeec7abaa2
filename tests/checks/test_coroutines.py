"""No awaiting expression of the tree holds what g++ 12 destroys twice; the check finds such."""

import pytest

import coroutines

SOUND = {
    "a call": "auto x = co_await read(std::move(buffer), limit);",
    "a condition": "if (auto ok = co_await read(b); !ok) { return Foo{1}; }",
    "named first": "auto options = Options{1, 2}; co_await run(options);",
    "a named condition": "const bool ok = co_await more(); if (!ok) { auto v = Foo{1}; }",
    "awaiting under a condition": "while (!done) co_await wait(); if (done) { co_await stop(); }",
    "a bound condition": "if (const auto [error, size] = co_await read(b); error) { stop(); }",
    "a block before": "if (a ? b : c) { x = Foo{1}; }\n co_await run();",
    "a branch after a condition": "if (a) co_await run(); else co_await stop();",
    "a plain coroutine lambda": "auto f = [](int n) -> Task<> { co_return; }; co_await run(f);",
    "a capture without coroutine": "sort(v, [&order](int a) { return order[a]; }); co_await run();",
    "an outer lambda": "auto f = [&] { spawn([](int n) -> Task<> { co_await run(n); }); };",
    "an array": "co_await write(buffers[2]);",
    "words in a comment": "co_await run();  // Foo{1} ? [x]{} : 2",
    "words in a string": 'co_await run("{?[x]{}");',
    "a member initialiser": "Foo() : a_{1} {} Task<> run() { co_await go(); }",
}
TRAPS = {
    "an aggregate": ("co_await run(Options{1, 2});", "braces"),
    "an empty list": ("co_await run({});", "braces"),
    "an aggregate before": ("auto x = Foo{1} + co_await run();", "braces"),
    "an aggregate bound": ("if (auto x = co_await run(Foo{1}); x) { stop(); }", "braces"),
    "a braced result": ("auto x = Foo{co_await run(), 2};", "braces"),
    "a braced answer": ("co_return Answer{.body = co_await run()};", "braces"),
    "a lambda": ("co_await run([&x] { return x; });", "a lambda"),
    "a lambda over lines": ("co_await run(a,\n  [](auto b) -> int {\n return b; });", "a lambda"),
    "a choice": ("co_await run(a ? std::string() : b);", "?:"),
    "a choice around": ("auto x = ok ? co_await run() : co_await stop();", "?:"),
    "a condition": ("if (!co_await more()) stop();", "condition"),
    "a condition of a loop": ("while (co_await more()) { run(); }", "condition"),
    "a condition after else": ("if (a) { run(); } else if (co_await b()) stop();", "condition"),
    "a switch": ("switch (co_await next()) { case 1: stop(); }", "condition"),
    "a capturing coroutine": ("auto f = [this](int n) -> Task<int> { co_return n; };", "captures"),
}


def found(body):
    return list(coroutines.check_text(f"Task<> door() {{\n{body}\n}}\n"))


def test_tree_has_no_trap():
    assert [str(finding) for finding in coroutines.check()] == []


@pytest.mark.parametrize("name", SOUND)
def test_sound(name):
    assert found(SOUND[name]) == []


@pytest.mark.parametrize("name", TRAPS)
def test_trap(name):
    body, reason = TRAPS[name]

    reasons = [remedy for _, remedy in found(body)]

    assert reasons and all(reason in remedy for remedy in reasons)


def test_names_file_and_line(repository):
    repository.write("server/a.cpp", "Task<> f() {\n  co_await run(Foo{1});\n}\n")

    assert [str(f)[:16] for f in coroutines.check(repository.root)] == ["server/a.cpp:2: "]
