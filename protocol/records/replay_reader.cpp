#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/opening.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/plain_parts.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/words.hpp"
#include "protocol/records/replay_line.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps replay_caps{replay_line_bytes_max, replay_line_depth_max,
                               replay_line_values_max};

constexpr std::size_t setup_id_bytes_max = 64;  // longer than any
constexpr std::size_t plain_moves_max = 4096;

std::string read_id(const JsonReader& in) {
    if (!in.has_value()) return "null";
    if (in.value()->is_number()) return in.value()->dump();
    const std::string_view text = in.text(0, replay_id_bytes_max);
    if (!in.is_sound()) return "null";
    JsonWriter out;
    out.text(text);
    return out.take();
}

std::shared_ptr<const engine::Opening> read_start(const JsonReader& in) {
    if (in.has("setup")) {
        in.expect_keys({"id", "setup", "moves"});
        return read_setup(in.field("setup"));
    }
    in.expect_keys({"id", "board", "stones", "to_move", "moves"});
    return in.is_sound() ? read_opening(in) : nullptr;
}

std::vector<std::string> read_moves(const JsonReader& in) {
    std::vector<std::string> moves(in.elements(0, replay_line_values_max));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        moves[i] = in.element(i).text(0, point_text_bytes_max);
    }
    return moves;
}

// A game as nearly every program writes it, {"id","setup","moves"} in this order and without
// escapes, read without a tree of JSON, which costs five times as much. Nothing for any other line,
// right or wrong.
std::optional<ReplayDecoded> read_plain_line(std::string_view line) {
    PlainParts parts(line);
    JsonWriter id;
    parts.expect("{");
    parts.expect_key("\"id\"");
    if (parts.next_is('"')) {
        id.text(parts.word(replay_id_bytes_max));
    } else {
        id.number(parts.natural32());
    }
    parts.expect(",");
    parts.expect_key("\"setup\"");
    const engine::Setup* const setup = engine::find_setup(parts.word(setup_id_bytes_max));
    parts.expect(",");
    parts.expect_key("\"moves\"");
    parts.expect("[");
    ReplayGame game;
    while (!parts.failed() && game.moves.size() < plain_moves_max) {
        game.moves.emplace_back(parts.word(point_text_bytes_max));
        if (!parts.next_is(',')) break;
        parts.expect(",");
    }
    parts.expect("]");
    parts.expect("}");
    if (parts.failed() || !parts.is_at_end() || setup == nullptr) return std::nullopt;
    game.opening = setup->opening;
    return ReplayDecoded{id.take(), std::move(game)};
}

}  // namespace

GameId ReplayDecoded::number() const {
    return GameId{whole_number(id).value_or(0)};
}

GameId saved_line_number(std::string_view line) {
    PlainParts parts(line);
    parts.expect("{");
    parts.expect_key("\"id\"");
    const std::uint32_t number = parts.natural32();
    parts.expect(",");
    return parts.failed() ? decode_replay_line(line).number() : GameId{number};
}

ReplayDecoded decode_replay_line(std::string_view line) {
    if (auto plain = read_plain_line(line)) return *std::move(plain);
    const Result<JsonDocument> document = JsonDocument::parse(line, replay_caps);
    if (!document) return {"null", document.error()};
    FirstFault fault;
    const JsonReader in(*document, fault);
    in.expect_object();
    std::string id = read_id(in.field("id"));
    ReplayGame game;
    game.opening = read_start(in);
    game.moves = read_moves(in.field("moves"));
    if (fault.any()) return {std::move(id), fault.error()};
    return {std::move(id), std::move(game)};
}

}  // namespace tanbo::protocol
