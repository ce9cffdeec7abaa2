#pragma once

#include <string>
#include <string_view>

namespace tanbo::protocol {

// The origin of a program: `version` is that of CMakeLists.txt, `commit` twelve digits of the
// commit that it was built from, with "-dirty" if files differed, or "unknown" outside a clone.
struct Build {
    std::string_view version;
    std::string_view commit;
    std::string_view type;  // "release", "debug", or the sanitizers
};

// The build of this program.
const Build& build();

// "tanbod 0.1.0 (commit 0123456789ab, release)".
std::string build_text(std::string_view program);

}  // namespace tanbo::protocol
