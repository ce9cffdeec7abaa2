#include "protocol/json/build.hpp"

namespace tanbo::protocol {

// Each build writes it: protocol/commit.cmake.
extern const char* const build_commit;

const Build& build() {
    static const Build known{TANBO_VERSION, build_commit, TANBO_BUILD_TYPE};
    return known;
}

std::string build_text(std::string_view program) {
    std::string text(program);
    text.append(" ").append(build().version).append(" (commit ").append(build().commit);
    return text.append(", ").append(build().type).append(")");
}

}  // namespace tanbo::protocol
