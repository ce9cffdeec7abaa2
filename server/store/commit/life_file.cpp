#include "server/store/commit/life_file.hpp"

#include <array>
#include <fcntl.h>
#include <unistd.h>

#include "server/base/log.hpp"

namespace tanbo::store {
namespace {

// The heartbeat, the instant, and their sum: half of an old one and half of a new one don't pass.
using Record = std::array<std::int64_t, 3>;

constexpr mode_t owner_only = 0600;

}  // namespace

LifeFile::LifeFile(const std::filesystem::path& database)
    : descriptor_(database.empty() ? -1
                                   : ::open((database.string() + "-alive").c_str(),
                                            O_RDWR | O_CREAT | O_CLOEXEC, owner_only)) {
    if (descriptor_ < 0 && !database.empty()) {
        base::log::warn("life-file-unusable", "cannot write the -alive file; using heartbeats only",
                        {{"file", database.string() + "-alive"}});
    }
}

LifeFile::~LifeFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<Instant> LifeFile::alive_after(Instant heartbeat) const {
    Record record{};
    const auto bytes = static_cast<ssize_t>(sizeof(record));
    if (descriptor_ < 0 || ::pread(descriptor_, record.data(), sizeof(record), 0) != bytes) {
        return std::nullopt;
    }
    const std::int64_t beat = engine::number_of(heartbeat);
    const bool is_sound =
        record[0] == beat && record[1] >= beat && record[2] == (record[0] ^ record[1]);
    if (!is_sound) return std::nullopt;
    return engine::instant_of(record[1]);
}

void LifeFile::write(Instant heartbeat, Instant alive) {
    if (descriptor_ < 0) return;
    const std::int64_t beat = engine::number_of(heartbeat);
    const std::int64_t life = engine::number_of(alive);
    const Record record{beat, life, beat ^ life};
    [[maybe_unused]] const ssize_t ignored =
        ::pwrite(descriptor_, record.data(), sizeof(record), 0);
}

}  // namespace tanbo::store
