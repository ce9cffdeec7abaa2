#include "server/game/views/cursor.hpp"

#include <charconv>
#include <span>

#include "server/base/secrets.hpp"

namespace tanbo::game {
namespace {

std::string format(std::string_view list, std::span<const CursorNumber> numbers) {
    std::string text(list);
    for (const CursorNumber number : numbers) {
        text.append(":").append(std::to_string(number.number()));
    }
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    return base::to_base64url(bytes);
}

std::optional<CursorNumbers> decode(std::string_view list, std::size_t count,
                                    const std::string& cursor) {
    if (cursor.size() > cursor_chars_max) return std::nullopt;
    const auto text = base::from_base64url(cursor);
    if (!text || !text->starts_with(list)) return std::nullopt;
    CursorNumbers numbers;
    const char* at = text->data() + list.size();
    const char* const end = text->data() + text->size();
    while (at != end && *at == ':' && numbers.size() < count) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(at + 1, end, number);
        if (parsed.ec != std::errc()) return std::nullopt;
        numbers.emplace_back(number);
        at = parsed.ptr;
    }
    // Only what format_cursor writes.
    if (numbers.size() != count || format(list, numbers) != cursor) return std::nullopt;
    return numbers;
}

}  // namespace

std::string format_cursor(std::string_view list, std::initializer_list<CursorNumber> numbers) {
    return format(list, {numbers.begin(), numbers.size()});
}

protocol::Result<std::optional<CursorNumbers>> parse_cursor(
    std::string_view list, std::size_t count, const std::optional<std::string>& cursor) {
    if (!cursor) return std::optional<CursorNumbers>();
    auto numbers = decode(list, count, *cursor);
    if (!numbers) {
        return protocol::refusal(protocol::Code::bad_cursor,
                                 "Invalid cursor " + protocol::quotation(*cursor) +
                                     ". Start again from the first page.");
    }
    return numbers;
}

}  // namespace tanbo::game
