#include "protocol/plain_move.hpp"

#include <charconv>
#include <cstdint>

namespace tanbo::protocol {
namespace {

constexpr std::size_t text_bytes_max = 256;

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// What is left of the text; a part that is not there fails it for good.
class Parts {
public:
    explicit Parts(std::string_view text) : rest_(text) {}

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

    std::uint32_t natural32() {
        skip_spaces();
        std::uint32_t number = 0;
        const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        const auto size = static_cast<std::size_t>(read.ptr - rest_.data());
        failed_ = failed_ || read.ec != std::errc() || (rest_.starts_with('0') && size > 1);
        if (!failed_) rest_.remove_prefix(size);
        return number;
    }

private:
    static bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

    void skip_spaces() {
        while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view rest_;
    bool failed_ = false;
};

}  // namespace

std::optional<PlayMove> read_plain_move(std::string_view body) {
    if (body.size() > text_bytes_max) return std::nullopt;
    Parts parts(body);
    PlayMove move;
    parts.expect("{");
    parts.expect_key("\"point\"");
    move.point = parts.word(point_text_bytes_max);
    parts.expect(",");
    parts.expect_key("\"ply\"");
    move.ply = parts.natural32();
    if (parts.next_is(',')) {
        parts.expect(",");
        parts.expect_key("\"seq\"");
        move.seq = parts.natural32();
    }
    parts.expect("}");
    if (parts.failed() || !parts.is_at_end()) return std::nullopt;
    return move;
}

}  // namespace tanbo::protocol
