#include "tests/protocol/example.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "tests/support/source_folder.hpp"

namespace tanbo::protocol {
namespace {

using nlohmann::ordered_json;

std::filesystem::path folder_of_examples() {
    return tests::source_folder() / "protocol" / "contract" / "examples";
}

std::filesystem::path file_of(std::string_view name) {
    return folder_of_examples() / (std::string(name) + ".json");
}

}  // namespace

std::string example(std::string_view name) {
    std::ifstream in(file_of(name), std::ios::binary);
    if (!in) throw std::runtime_error("there is no " + file_of(name).string());
    return ordered_json::parse(in).dump();
}

std::vector<std::string> examples_in(std::string_view folder) {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder_of_examples() / folder)) {
        names.push_back(std::string(folder) + "/" + file.path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

testing::AssertionResult matches_example(std::string_view name, const std::string& text) {
    const char* const rewrite = std::getenv("TANBO_REWRITE_GOLDEN");
    if (rewrite != nullptr && std::string_view(rewrite) == "1") {
        std::ofstream(file_of(name), std::ios::binary) << ordered_json::parse(text).dump(2) << "\n";
        return testing::AssertionSuccess();
    }
    const std::string expected = example(name);
    const std::string compact = ordered_json::parse(text).dump();
    if (compact == expected) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "the example " << name << " says\n"
                                       << expected << "\nand not\n"
                                       << compact;
}

}  // namespace tanbo::protocol
