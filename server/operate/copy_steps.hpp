#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "server/operate/check.hpp"
#include "server/operate/copy.hpp"
#include "server/operate/copy_scratch.hpp"
#include "server/store/copy/copier.hpp"
#include "server/store/copy/copy_end.hpp"
#include "server/store/copy/copy_updater.hpp"

namespace tanbo::app {

// Why a copy is not what its source is.
class CopyRefused final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The steps of a copy, which say on standard error what they have done. Throws (all of it):
// CopyRefused, store::StorageError.
class CopySteps {
public:
    // Requires: the ends, which the order names, outlive it; the target has been taken. A file as
    // large as the database is written beside `scratch_beside`. Throws: cannot_open in words, if
    // the target holds anything or their tables differ; otherwise it is marked as unfinished.
    CopySteps(store::CopyEnd& source, store::CopyEnd& target, const CopyOptions& order,
              const std::filesystem::path& scratch_beside);

    // Copies all that is there, compares it, and plays all games again, while a server plays.
    void copy_all();

    // Copies and looks through what has come since, again and again, until that takes no longer
    // than it has to, while a server plays.
    void follow();

    // The last time of that. Requires: the source has been taken.
    void finish();

    std::int64_t games() const { return updater_->games(); }
    std::int64_t rows() const { return updater_->rows(); }

private:
    using Clock = std::chrono::steady_clock;

    void load();
    void play_all();
    void update();
    void require_sound();
    // Something has been done, and how many of it, since this was last said.
    void say(const std::string& what, std::optional<std::int64_t> count = {});

    store::CopyEnd& source_;
    store::CopyEnd& target_;
    store::Copier copier_;
    CopyScratch scratch_;
    Findings findings_;
    std::optional<store::CopyUpdater> updater_;
    Clock::time_point begun_ = Clock::now();  // of what is said next
};

}  // namespace tanbo::app
