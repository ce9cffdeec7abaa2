#include "protocol/people/my_turn.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>

#include "protocol/people/notices.hpp"

namespace tanbo::protocol {

std::optional<GameId> game_of_my_turn(std::string_view message) {
    constexpr std::string_view id_key = R"(,"data":{"id":)";
    if (head_of_my_notice(message).type != notice_kind_name(NoticeKind::your_turn)) return {};
    const std::size_t id = message.find(id_key);
    if (id == std::string_view::npos) return {};
    std::int64_t number = 0;
    const char* const begin = message.data() + id + id_key.size();
    const auto read = std::from_chars(begin, message.data() + message.size(), number);
    if (read.ec != std::errc()) return {};
    return GameId(number);
}

std::string with_legal_moves(std::string_view message, std::string_view legal_json) {
    std::string text(message.substr(0, message.size() - 1));
    text.append(R"(,"legal":)").append(legal_json).append("}");
    return text;
}

}  // namespace tanbo::protocol
