#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

#include "server/base/async.hpp"

namespace tanbo::store {
class GroupCommit;
}

namespace tanbo::app {

// Whether the server should be given requests: it is not draining, the writer takes jobs, and the
// disk has room. Thread: any I/O thread.
class Readiness {
public:
    Readiness(store::GroupCommit& writer, std::filesystem::path database,
              const std::atomic<bool>& is_draining);

    // Why not, as one sentence, or nothing.
    base::Awaitable<std::optional<std::string>> reason() const;

private:
    store::GroupCommit& writer_;
    std::filesystem::path folder_;
    const std::atomic<bool>& is_draining_;
};

}  // namespace tanbo::app
