#include "tests/protocol/golden.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/source_folder.hpp"

namespace tanbo::protocol {

testing::AssertionResult matches_golden(std::string_view file, const std::string& text) {
    const std::filesystem::path path = tests::source_folder() / "tests" / "golden" / file;
    const char* const rewrite = std::getenv("TANBO_REWRITE_GOLDEN");
    if (rewrite != nullptr && std::string_view(rewrite) == "1") {
        std::ofstream(path, std::ios::binary) << text;
        return testing::AssertionSuccess();
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) return testing::AssertionFailure() << "there is no " << path;
    const std::string expected{std::istreambuf_iterator<char>(in), {}};
    if (text == expected) return testing::AssertionSuccess();
    return testing::AssertionFailure() << path << " says\n" << expected << "\nand not\n" << text;
}

}  // namespace tanbo::protocol
