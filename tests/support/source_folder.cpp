#include "tests/support/source_folder.hpp"

namespace tanbo::tests {

std::filesystem::path source_folder() {
    return TANBO_SOURCE_DIR;
}

}  // namespace tanbo::tests
