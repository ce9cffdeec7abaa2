#include "tests/protocol/example.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
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

bool is_rewriting() {
    const char* const rewrite = std::getenv("TANBO_REWRITE_GOLDEN");
    return rewrite != nullptr && std::string_view(rewrite) == "1";
}

std::string text_of(std::string_view name) {
    std::ifstream in(file_of(name), std::ios::binary);
    if (!in) throw std::runtime_error("there is no " + file_of(name).string());
    return {std::istreambuf_iterator<char>(in), {}};
}

constexpr std::size_t columns = 100;

// A value in one line, with a blank behind each colon and comma.
std::string spaced(const ordered_json& value) {
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (const auto& [name, member] : value.items()) {
        if (!text.empty()) text += ", ";
        if (value.is_object()) text += ordered_json(name).dump() + ": ";
        text += spaced(member);
    }
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

// Writes a value at a column, and leaves `after` columns of its last line free.
std::string laid_out_at(const ordered_json& value, std::size_t indent, std::size_t column,
                        std::size_t after) {
    const std::string line = spaced(value);
    if (!value.is_structured() || value.empty()) return line;
    if (column + line.size() + after <= columns) return line;
    const std::size_t inner = indent + 2;
    std::string text(1, value.is_object() ? '{' : '[');
    std::size_t left = value.size();
    for (const auto& [name, member] : value.items()) {
        const std::string key = value.is_object() ? ordered_json(name).dump() + ": " : "";
        const bool is_last = --left == 0;
        text += "\n" + std::string(inner, ' ') + key;
        text += laid_out_at(member, inner, inner + key.size(), is_last ? 0 : 1);
        if (!is_last) text += ',';
    }
    return text + "\n" + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

// Values that fit stand in one line, others a line for each member.
std::string laid_out(const ordered_json& value) {
    return laid_out_at(value, 0, 0, 0) + "\n";
}

void rewrite_example(std::string_view name, const ordered_json& value) {
    std::ofstream(file_of(name), std::ios::binary) << laid_out(value);
}

}  // namespace

testing::AssertionResult is_laid_out(std::string_view name) {
    const auto value = ordered_json::parse(example(name));
    if (is_rewriting()) rewrite_example(name, value);
    if (text_of(name) == laid_out(value)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << name << " should be\n" << laid_out(value);
}

std::string example(std::string_view name) {
    return ordered_json::parse(text_of(name)).dump();
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
    if (is_rewriting()) {
        rewrite_example(name, ordered_json::parse(text));
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
