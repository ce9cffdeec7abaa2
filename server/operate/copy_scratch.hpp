#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "server/operate/check.hpp"
#include "server/rating/recorder.hpp"
#include "server/store/copy/copy_end.hpp"

namespace tanbo::app {

// A file that holds what the target of a copy holds, for what is looked for by writing. It is
// either written to or looked through. Throws (all of it): store::StorageError.
class CopyScratch {
public:
    // In the folder of `beside`; `of` names the target. Of a part, more is calculated and less
    // compared.
    CopyScratch(const std::filesystem::path& beside, const std::string& of, bool is_part);

    // For writing to it.
    store::CopyEnd& end();

    // Plays all games again. Returns how many there are.
    std::size_t check_all(Findings& findings);
    // Those to which something has come since the last look, and calculates ratings from them.
    void check_since(const std::set<std::int64_t>& games, Findings& findings);

private:
    std::filesystem::path file() const { return folder_.path() / "copy.db"; }

    const ScratchFolder folder_;
    const bool is_part_;
    std::unique_ptr<store::CopyEnd> end_;
    rating::Counted counted_;
};

}  // namespace tanbo::app
