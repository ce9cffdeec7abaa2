#include "protocol/client/challenge_offer.hpp"

namespace tanbo::protocol {
namespace {

constexpr std::size_t name_bytes_max = 4096;

}  // namespace

ChallengeOffer read_challenge_offer(const JsonReader& in) {
    ChallengeOffer offer;
    offer.id = in.field("id").id<ChallengeId>();
    offer.creator = in.field("creator").text(0, name_bytes_max);
    if (const auto setup = in.nullable_field("setup")) offer.setup = setup->text(0, name_bytes_max);
    offer.is_rated = in.field("rated").boolean();
    return offer;
}

}  // namespace tanbo::protocol
