#pragma once

#include <atomic>
#include <future>
#include <thread>

#include "server/store/commit/group_commit.hpp"

namespace tanbo::test {

// Keeps a writer busy until it is let go: all that is queued meanwhile is one batch.
class HeldWriter {
public:
    explicit HeldWriter(store::GroupCommit& writer)
        : thread_([this, &writer] { writer.write([this](store::Transaction&) { wait(); }); }) {
        held_.get_future().wait();
    }
    ~HeldWriter() { let_go(); }
    HeldWriter(const HeldWriter&) = delete;
    HeldWriter& operator=(const HeldWriter&) = delete;

    void let_go() {
        if (!thread_.joinable()) return;
        let_go_.set_value();
        thread_.join();
    }

private:
    // The job may run again.
    void wait() {
        if (is_held_.exchange(true)) return;
        held_.set_value();
        let_go_.get_future().wait();
    }

    std::atomic<bool> is_held_ = false;
    std::promise<void> held_;
    std::promise<void> let_go_;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::test
