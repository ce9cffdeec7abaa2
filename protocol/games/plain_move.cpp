#include "protocol/games/plain_move.hpp"

#include <cstddef>

#include "protocol/games/plain_parts.hpp"

namespace tanbo::protocol {
namespace {

constexpr std::size_t text_bytes_max = 256;

}  // namespace

std::optional<PlayMove> read_plain_move(std::string_view body) {
    if (body.size() > text_bytes_max) return std::nullopt;
    PlainParts parts(body);
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
