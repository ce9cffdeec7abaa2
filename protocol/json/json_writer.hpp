#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// Appends JSON to one string, compact, in the order of the calls. Private to this folder: events
// are encoded on the thread that commits, and this takes a tenth of what a document tree would.
//
// Requires: calls that make a document (a key before every member's value, every begin ended).
class JsonWriter {
public:
    explicit JsonWriter(std::size_t bytes_expected = 512) : out_(bytes_expected, '\0') {}

    JsonWriter& begin_object() { return begin('{'); }
    JsonWriter& end_object() { return end('}'); }
    JsonWriter& begin_array() { return begin('['); }
    JsonWriter& end_array() { return end(']'); }

    // A member's name. Requires: nothing in it that needs escaping.
    JsonWriter& key(std::string_view name) {
        char* const at = quote(name, 1);
        *at = ':';
        ++size_;
        is_first_ = true;
        return *this;
    }

    // Any text: escaped as RFC 8259 asks; bytes that are not UTF-8 become U+FFFD.
    JsonWriter& text(std::string_view text);

    // A word of ours. Requires: nothing in it that needs escaping.
    JsonWriter& word(std::string_view word) {
        quote(word, 0);
        return *this;
    }

    JsonWriter& number(std::int64_t value) {
        char* const at = begin_value(digits_max);
        size_ = offset(std::to_chars(at, at + digits_max, value).ptr);
        return *this;
    }

    JsonWriter& id(Id auto id) { return number(number_of(id)); }

    // With exactly so many digits after the point. Requires: finite, below 1e15; digits <= 9.
    JsonWriter& decimal(double value, int digits) {
        constexpr std::size_t most = 40;
        char* const at = begin_value(most);
        size_ = offset(std::to_chars(at, at + most, value, std::chars_format::fixed, digits).ptr);
        return *this;
    }

    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }

    // The value, or null if there is none.
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
        begin_value(json.size());
        put(json);
        return *this;
    }

    std::string take() {
        out_.resize(size_);
        return std::move(out_);
    }

private:
    static constexpr std::size_t digits_max = 24;

    JsonWriter& begin(char bracket) {
        *begin_value(1) = bracket;
        ++size_;
        is_first_ = true;
        return *this;
    }

    JsonWriter& end(char bracket) {
        *room(1) = bracket;
        ++size_;
        is_first_ = false;
        return *this;
    }

    // The next place to write to: there is room for so many bytes.
    char* room(std::size_t bytes) {
        if (out_.size() - size_ < bytes) out_.resize(2 * out_.size() + bytes);
        return out_.data() + size_;
    }
    std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - out_.data()); }

    // The same behind the comma that is due.
    char* begin_value(std::size_t bytes) {
        char* at = room(bytes + 1);
        if (!is_first_) *at++ = ',';
        is_first_ = false;
        size_ = offset(at);
        return at;
    }

    void put(std::string_view bytes) {
        bytes.copy(room(bytes.size()), bytes.size());
        size_ += bytes.size();
    }

    // The text in quotes; there is room for so many bytes more at what comes back.
    char* quote(std::string_view text, std::size_t more) {
        char* at = begin_value(text.size() + 2 + more);
        *at++ = '"';
        text.copy(at, text.size());
        at += text.size();
        *at++ = '"';
        size_ = offset(at);
        return at;
    }

    std::string out_;       // longer than what is written
    std::size_t size_ = 0;  // of what is written
    bool is_first_ = true;  // no comma is due before what comes next
};

}  // namespace tanbo::protocol
