#include "server/lobby/admission.hpp"

#include <cmath>
#include <string>

#include "server/rating/ratings.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"

namespace tanbo::lobby {

namespace {

protocol::Error not_admitted(std::string detail) {
    return protocol::refusal(protocol::Code::not_admitted, std::move(detail));
}

std::optional<protocol::Error> why_not_rated_so(store::Reader& reader,
                                                const store::Challenge& challenge,
                                                protocol::AccountId account) {
    if (!challenge.rating_min && !challenge.rating_max) return std::nullopt;
    const double rating = rating::find(reader, account, challenge.setup.value_or("")).rating;
    const auto rounded = static_cast<std::int64_t>(std::lround(rating));
    const std::string yours = "Your rating is " + std::to_string(rounded) + ".";
    if (challenge.rating_min && rounded < *challenge.rating_min) {
        return not_admitted("This challenge is for players rated " +
                            std::to_string(*challenge.rating_min) + " or more. " + yours);
    }
    if (challenge.rating_max && rounded > *challenge.rating_max) {
        return not_admitted("This challenge is for players rated " +
                            std::to_string(*challenge.rating_max) + " or less. " + yours);
    }
    return std::nullopt;
}

}  // namespace

std::optional<protocol::Error> why_not_admitted(store::Reader& reader,
                                                const store::Challenge& challenge,
                                                const store::Account& account) {
    if (store::has_muted(reader, challenge.creator, account.id)) {
        return not_admitted("This player doesn't play against you.");
    }
    if (!challenge.guests && account.kind == store::AccountKind::guest) {
        return not_admitted("This challenge is not open to guests.");
    }
    if (!challenge.bots && account.kind == store::AccountKind::bot) {
        return not_admitted("This challenge is not open to bots.");
    }
    const int percent = rating::reliability(reader, account.id).percent().value_or(100);
    if (percent < challenge.reliability_min) {
        return not_admitted("This challenge is for players who finish at least " +
                            std::to_string(challenge.reliability_min) +
                            " % of their games. You finish " + std::to_string(percent) + " %.");
    }
    return why_not_rated_so(reader, challenge, account.id);
}

}  // namespace tanbo::lobby
