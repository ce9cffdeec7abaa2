#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "server/base/threads/async.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::cluster {
class Membership;
class ChangeLogReader;
}  // namespace tanbo::cluster

namespace tanbo::app {

// Whether the server should be given requests: it is not draining, every writer takes jobs, and the
// disk has room. Thread: any I/O thread.
class Readiness {
public:
    // An empty path: the database is on another disk, which looks after itself.
    Readiness(store::Store& store, std::filesystem::path database,
              const std::atomic<bool>& is_draining);

    // Of several nodes: what others do has to be known too, and the clock to be right. Requires:
    // they outlive this; before the first reason().
    void require(const cluster::ChangeLogReader& change_log,
                 const cluster::Membership& membership) {
        change_log_ = &change_log;
        membership_ = &membership;
    }

    // Why not, as one sentence, or nothing.
    base::Awaitable<std::optional<std::string>> reason() const;

private:
    std::optional<std::string> why_full() const;

    store::Store& store_;
    std::filesystem::path folder_;
    const std::atomic<bool>& is_draining_;
    const cluster::ChangeLogReader* change_log_ = nullptr;
    const cluster::Membership* membership_ = nullptr;
};

}  // namespace tanbo::app
