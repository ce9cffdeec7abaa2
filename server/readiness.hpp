#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "server/base/async.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::app {

// Whether the server should be given requests: it is not draining, every writer takes jobs, and the
// disk has room. Thread: any I/O thread.
class Readiness {
public:
    // An empty path: the database is on another disk, which looks after itself.
    Readiness(store::Store& store, std::filesystem::path database,
              const std::atomic<bool>& is_draining);

    // Why not, as one sentence, or nothing.
    base::Awaitable<std::optional<std::string>> reason() const;

private:
    bool is_full() const;

    store::Store& store_;
    std::filesystem::path folder_;
    const std::atomic<bool>& is_draining_;
};

}  // namespace tanbo::app
