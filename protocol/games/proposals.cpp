#include "protocol/games/proposals.hpp"

#include "protocol/boards/board_json.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

MakeProposal read_proposal(const JsonReader& in) {
    MakeProposal made;
    made.kind = in.field("kind").word(parse_proposal_kind, "undo, pause, abort or remove");
    if (in.has("target")) made.target = read_seat(in.field("target"));
    if (made.target && made.kind != engine::ProposalKind::remove) {
        in.field("target").refuse("is only valid for a vote (remove)");
    }
    made.seq = read_seq(in);
    return made;
}

Result<MakeProposal> decode_make_proposal(std::string_view body) {
    return decode_request<MakeProposal>(body, [](const JsonReader& in) {
        in.expect_keys({"kind", "target", "seq"});
        return read_proposal(in);
    });
}

namespace {

// The member "player"; empty if it is not there.
std::string read_bot_name(const JsonReader& in) {
    if (!in.has("player")) return {};
    const JsonReader player = in.field("player");
    const std::string_view name = player.text(1, handle_chars_max);
    if (in.is_sound() && !is_bot_name(name)) player.refuse("must be a bot such as \"bot:5\"");
    return std::string(name);
}

}  // namespace

Result<TakeSeat> decode_take_seat(std::string_view body) {
    return decode_optional_request<TakeSeat>(body, [](const JsonReader& in) {
        in.expect_keys({"seat", "seq", "player"});
        return TakeSeat{read_wished_seat(in), read_seq(in), read_bot_name(in)};
    });
}

}  // namespace tanbo::protocol
