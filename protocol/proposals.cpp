#include "protocol/proposals.hpp"

#include "protocol/board_json.hpp"
#include "protocol/names.hpp"
#include "protocol/request_json.hpp"

namespace tanbo::protocol {

MakeProposal read_proposal(const JsonReader& in) {
    MakeProposal made;
    made.kind = in.field("kind").word(parse_proposal_kind, "undo, pause, abort or remove");
    if (in.has("target")) made.target = read_seat(in.field("target"));
    if (made.target && made.kind != engine::ProposalKind::remove) {
        in.field("target").refuse("is for a removal only");
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

Result<TakeSeat> decode_take_seat(std::string_view body) {
    return decode_optional_request<TakeSeat>(body, [](const JsonReader& in) {
        in.expect_keys({"seat", "seq"});
        return TakeSeat{read_wished_seat(in), read_seq(in)};
    });
}

}  // namespace tanbo::protocol
