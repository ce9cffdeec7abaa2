#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// Rows of tables as JSON, for the export of an account.
namespace tanbo::protocol {

// A value that is JSON already.
struct RawJson {
    std::string text;
};

// nothing: null. A number that is not whole is written as exactly as it is stored.
using ExportedValue = std::variant<std::monostate, std::int64_t, double, std::string, RawJson>;

// Each column's name and value, in order. Requires: nothing in a name that needs escaping.
using ExportedRow = std::vector<std::pair<std::string, ExportedValue>>;

// [{"name":value,...},...]
std::string encode_rows(const std::vector<ExportedRow>& rows);

}  // namespace tanbo::protocol
