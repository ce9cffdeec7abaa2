#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/ids.hpp"

namespace tanbo::protocol {

// Appends JSON to one string, compact, in the order of the calls. Private to this folder: events
// are encoded on the thread that commits, and this takes a tenth of what a document tree would.
//
// Requires: calls that make a document (a key before every member's value, every begin ended).
class JsonWriter {
public:
    explicit JsonWriter(std::size_t bytes_expected = 512) { out_.reserve(bytes_expected); }

    JsonWriter& begin_object() { return begin('{'); }
    JsonWriter& end_object() { return end('}'); }
    JsonWriter& begin_array() { return begin('['); }
    JsonWriter& end_array() { return end(']'); }

    // A member's name. Requires: nothing in it that needs escaping.
    JsonWriter& key(std::string_view name) {
        separate();
        out_ += '"';
        out_ += name;
        out_ += "\":";
        is_first_ = true;
        return *this;
    }

    // Any text: escaped as RFC 8259 asks; bytes that are not UTF-8 become U+FFFD.
    JsonWriter& text(std::string_view text);

    // A word of ours. Requires: nothing in it that needs escaping.
    JsonWriter& word(std::string_view word) {
        separate();
        out_ += '"';
        out_ += word;
        out_ += '"';
        return *this;
    }

    JsonWriter& number(std::int64_t value) {
        separate();
        char digits[24];
        const auto written = std::to_chars(digits, digits + sizeof digits, value);
        out_.append(digits, written.ptr);
        return *this;
    }

    JsonWriter& id(Id auto id) { return number(number_of(id)); }

    // With exactly so many digits after the point. Requires: finite, below 1e15; digits <= 9.
    JsonWriter& decimal(double value, int digits) {
        separate();
        char text[40];
        const auto written =
            std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
        out_.append(text, written.ptr);
        return *this;
    }

    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }

    // The value, or null where there is none.
    JsonWriter& text_or_null(const std::optional<std::string>& value) {
        return value ? text(*value) : null();
    }
    JsonWriter& number_or_null(std::optional<std::int64_t> value) {
        return value ? number(*value) : null();
    }
    template <Id Type>
    JsonWriter& id_or_null(const std::optional<Type>& value) {
        return value ? id(*value) : null();
    }

    // A value that is JSON already.
    JsonWriter& raw(std::string_view json) {
        separate();
        out_ += json;
        return *this;
    }

    std::string take() { return std::move(out_); }

private:
    JsonWriter& begin(char bracket) {
        separate();
        out_ += bracket;
        is_first_ = true;
        return *this;
    }

    JsonWriter& end(char bracket) {
        out_ += bracket;
        is_first_ = false;
        return *this;
    }

    void separate() {
        if (!is_first_) out_ += ',';
        is_first_ = false;
    }

    std::string out_;
    bool is_first_ = true;  // no comma is due before what comes next
};

// `text` as a short quotation for an error's detail: in double quotes, cut after 40 bytes.
std::string quotation(std::string_view text);

}  // namespace tanbo::protocol
