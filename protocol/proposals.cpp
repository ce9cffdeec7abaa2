#include "protocol/proposals.hpp"

#include "protocol/json_reader.hpp"
#include "protocol/names.hpp"
#include "protocol/requests.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps request_caps{request_bytes_max, request_depth_max, request_values_max};

std::optional<engine::Seat> read_seat(const JsonReader& in, std::string_view key) {
    if (!in.has(key)) return std::nullopt;
    return in.field(key).word(engine::parse_seat, "a seat");
}

}  // namespace

Result<MakeProposal> decode_make_proposal(std::string_view body) {
    return decode_with<MakeProposal>(body, request_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"kind", "target"});
        MakeProposal made;
        made.kind = in.field("kind").word(parse_proposal_kind, "undo, pause, abort or remove");
        made.target = read_seat(in, "target");
        if (made.target && made.kind != engine::ProposalKind::remove) {
            in.field("target").refuse("is for a removal only");
        }
        return made;
    });
}

Result<TakeSeat> decode_take_seat(std::string_view body) {
    const bool is_empty = body.find_first_not_of(" \t\r\n") == std::string_view::npos;
    const bool is_short = body.size() <= request_bytes_max;
    return decode_with<TakeSeat>(is_empty && is_short ? "{}" : body, request_caps, FirstFault(),
                                 [](const JsonReader& in) {
                                     in.expect_keys({"seat"});
                                     return TakeSeat{read_seat(in, "seat")};
                                 });
}

}  // namespace tanbo::protocol
