#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "server/base/threads/async.hpp"
#include "server/base/threads/signal.hpp"

namespace tanbo::bench {

// Waits for coroutines that were spawned. One that fails ends the program: the others may be
// waiting for what it will never do.
class Group {
public:
    explicit Group(base::Executor executor) : executor_(executor) {}

    void spawn(base::Awaitable<void> task) {
        ++running_;
        base::spawn(executor_, "load", run(*this, std::move(task)));
    }

    base::Awaitable<void> join() {
        while (running_ > 0) co_await ended_.wait();
    }

private:
    static base::Awaitable<void> run(Group& group, base::Awaitable<void> task) {
        try {
            co_await std::move(task);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "tanbo_bench_load: %s\n", error.what());
            std::_Exit(1);
        }
        --group.running_;
        group.ended_.notify();
    }

    base::Executor executor_;
    base::Signal ended_;
    int running_ = 0;
};

}  // namespace tanbo::bench
