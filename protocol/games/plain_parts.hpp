#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace tanbo::protocol {

// The rest of a text in plain JSON, taken part by part without a tree: strings of ASCII in
// which nothing is escaped, and natural numbers. Spaces may stand between the parts. A part that is
// not there fails it for good.
class PlainParts {
public:
    explicit PlainParts(std::string_view text) : rest_(text) {}

    bool failed() const { return failed_; }
    bool is_at_end() {
        skip_spaces();
        return rest_.empty();
    }

    bool next_is(char c) {
        skip_spaces();
        return rest_.starts_with(c);
    }
    void expect(std::string_view part) {
        skip_spaces();
        failed_ = failed_ || !rest_.starts_with(part);
        if (!failed_) rest_.remove_prefix(part.size());
    }
    void expect_key(std::string_view quoted) {
        expect(quoted);
        expect(":");
    }

    // Between quotes: nothing that JSON escapes, ASCII only.
    std::string_view word(std::size_t bytes_max) {
        expect("\"");
        std::size_t size = 0;
        while (size < rest_.size() && is_plain(rest_[size])) ++size;
        failed_ = failed_ || size == 0 || size > bytes_max;
        const std::string_view found = rest_.substr(0, size);
        rest_.remove_prefix(size);
        failed_ = failed_ || !rest_.starts_with('"');
        if (!failed_) rest_.remove_prefix(1);
        return found;
    }

    std::uint32_t natural32() { return natural<std::uint32_t>(); }
    std::uint64_t natural64() { return natural<std::uint64_t>(); }

    // For a part that is there, but can't be meant.
    void fail() { failed_ = true; }

private:
    static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
    static bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

    template <class Number>
    Number natural() {
        skip_spaces();
        Number number = 0;
        const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        const auto size = static_cast<std::size_t>(read.ptr - rest_.data());
        failed_ = failed_ || read.ec != std::errc() || (rest_.starts_with('0') && size > 1);
        if (!failed_) rest_.remove_prefix(size);
        return number;
    }

    void skip_spaces() {
        while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view rest_;
    bool failed_ = false;
};

}  // namespace tanbo::protocol
