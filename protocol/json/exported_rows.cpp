#include "protocol/json/exported_rows.hpp"

#include <charconv>
#include <string_view>

#include "protocol/json/json_writer.hpp"

namespace tanbo::protocol {
namespace {

// The shortest digits that are read as the same number, with a point: 1500.0.
std::string digits_of(double value) {
    char digits[32];
    const auto written = std::to_chars(digits, digits + sizeof digits, value);
    std::string text(digits, written.ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

struct Write {
    JsonWriter& out;

    void operator()(std::monostate) const { out.null(); }
    void operator()(std::int64_t value) const { out.number(value); }
    void operator()(double value) const { out.raw(digits_of(value)); }
    void operator()(const std::string& value) const { out.text(value); }
    void operator()(const RawJson& value) const { out.raw(value.text); }
};

}  // namespace

std::string encode_rows(const std::vector<ExportedRow>& rows) {
    JsonWriter out;
    out.begin_array();
    for (const ExportedRow& row : rows) {
        out.begin_object();
        for (const auto& [name, value] : row) std::visit(Write{out.key(name)}, value);
        out.end_object();
    }
    out.end_array();
    return out.take();
}

}  // namespace tanbo::protocol
