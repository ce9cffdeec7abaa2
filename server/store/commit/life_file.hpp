#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "server/store/ids.hpp"

namespace tanbo::store {

// Signs of life between two heartbeats: a file beside the database, which the kernel keeps though
// the process is killed. It names its heartbeat, and says nothing of a restored database, or after
// a power cut. Failures don't matter: the heartbeat tells enough.
//
// Thread: one.
class LifeFile {
public:
    // Of no database: nothing is kept.
    explicit LifeFile(const std::filesystem::path& database);
    ~LifeFile();
    LifeFile(const LifeFile&) = delete;
    LifeFile& operator=(const LifeFile&) = delete;

    // Until when moves were taken after this heartbeat; nothing if the file tells of another.
    std::optional<Instant> alive_after(Instant heartbeat) const;

    // Moves were taken until `alive`, and the last heartbeat that is durable is this one.
    void write(Instant heartbeat, Instant alive);

private:
    int descriptor_;
};

}  // namespace tanbo::store
