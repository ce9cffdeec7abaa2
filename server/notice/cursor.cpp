#include "server/notice/cursor.hpp"

#include <charconv>

#include "server/base/secrets.hpp"

namespace tanbo::notice {

namespace {

constexpr std::size_t cursor_chars_max = 128;

std::optional<std::vector<std::int64_t>> numbers_of(CursorList list, const std::string& cursor) {
    if (cursor.size() > cursor_chars_max) return std::nullopt;
    const auto text = base::from_base64url(cursor);
    if (!text || text->empty() || text->front() != static_cast<char>(list)) return std::nullopt;
    std::vector<std::int64_t> numbers;
    const char* at = text->data() + 1;
    const char* const end = text->data() + text->size();
    while (at != end) {
        if (*at != ':') return std::nullopt;
        const auto parsed = std::from_chars(at + 1, end, numbers.emplace_back());
        if (parsed.ec != std::errc()) return std::nullopt;
        at = parsed.ptr;
    }
    return numbers;
}

}  // namespace

std::string format_cursor(CursorList list, std::initializer_list<std::int64_t> numbers) {
    std::string text(1, static_cast<char>(list));
    for (const std::int64_t number : numbers) text += ":" + std::to_string(number);
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    return base::to_base64url(bytes);
}

protocol::Result<std::optional<std::vector<std::int64_t>>> parse_cursor(
    CursorList list, std::size_t count, const std::optional<std::string>& cursor) {
    if (!cursor) return std::optional<std::vector<std::int64_t>>();
    auto numbers = numbers_of(list, *cursor);
    if (!numbers || numbers->size() != count) {
        return protocol::refusal(protocol::Code::bad_cursor,
                                 "The cursor \"" + cursor->substr(0, cursor_chars_max) +
                                     "\" is none that this list has given.");
    }
    return numbers;
}

}  // namespace tanbo::notice
