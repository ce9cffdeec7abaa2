#include <nlohmann/json.hpp>

#include "protocol/board_json.hpp"
#include "protocol/json_reader.hpp"
#include "protocol/replay_line.hpp"
#include "protocol/request_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps replay_caps{replay_line_bytes_max, replay_line_depth_max,
                               replay_line_values_max};

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

}  // namespace

ReplayDecoded decode_replay_line(std::string_view line) {
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
