#include "server/lobby/view.hpp"

#include <algorithm>
#include <string>

#include "protocol/games/events.hpp"
#include "server/base/secrets.hpp"
#include "server/store/error.hpp"

namespace tanbo::lobby {

namespace {

using store::ChallengeState;

std::string_view name_of(ChallengeState state) {
    switch (state) {
        case ChallengeState::open:
            return "open";
        case ChallengeState::accepted:
            return "accepted";
        case ChallengeState::declined:
            return "declined";
        case ChallengeState::expired:
            return "expired";
        case ChallengeState::withdrawn:
            return "withdrawn";
    }
    return "";
}

std::string_view name_of(store::SeatOrder order) {
    switch (order) {
        case store::SeatOrder::given:
            return "given";
        case store::SeatOrder::random:
            return "random";
        case store::SeatOrder::alternate:
            return "alternate";
    }
    return "";
}

std::string_view name_of(store::ChallengeSeatState state) {
    switch (state) {
        case store::ChallengeSeatState::me:
            return "me";
        case store::ChallengeSeatState::open:
            return "open";
        case store::ChallengeSeatState::asked:
            return "asked";
        case store::ChallengeSeatState::accepted:
            return "accepted";
    }
    return "";
}

[[noreturn]] void throw_corrupt(const store::Challenge& challenge, const std::string& what) {
    throw store::StorageError(
        store::Fault::corrupt,
        "The " + what + " of challenge " + to_string(challenge.id) + " can't be read.");
}

std::vector<protocol::ChallengeView::Seat> seats_of(const store::Challenge& challenge) {
    std::vector<protocol::ChallengeView::Seat> seats;
    for (std::size_t i = 0; i < challenge.seats.size(); ++i) {
        const store::ChallengeSeat& row = challenge.seats[i];
        protocol::ChallengeView::Seat& seat = seats.emplace_back();
        const bool is_drawn = challenge.order == store::SeatOrder::random;
        if (!is_drawn) seat.seat = engine::seat_at(static_cast<int>(i));
        if (row.account) seat.player = row.handle;
        seat.state = name_of(row.state);
    }
    return seats;
}

}  // namespace

std::shared_ptr<const engine::Opening> opening_of(const store::Challenge& challenge) {
    if (challenge.setup) {
        const engine::Setup* const setup = engine::find_setup(*challenge.setup);
        if (setup == nullptr) throw_corrupt(challenge, "setup");
        return setup->opening;
    }
    const auto data = protocol::decode_event_data("open", challenge.opening.value_or(""), nullptr);
    const auto* const opened = data ? std::get_if<engine::GameOpened>(&*data) : nullptr;
    if (opened == nullptr) throw_corrupt(challenge, "opening");
    return opened->opening;
}

engine::Terms terms_of(const store::Challenge& challenge) {
    auto terms = protocol::decode_terms(challenge.terms);
    if (!terms) throw_corrupt(challenge, "terms");
    return *terms;
}

bool is_open(const store::Challenge& challenge, base::Instant now) {
    return challenge.state == ChallengeState::open && now < challenge.expires_at;
}

bool can_see(const store::Challenge& challenge, std::optional<protocol::AccountId> account,
             const std::optional<std::string>& invitation) {
    if (challenge.visibility == store::Visibility::everyone) return true;
    const bool is_invited = challenge.invitation && invitation &&
                            base::equal_in_constant_time(*challenge.invitation, *invitation);
    if (is_invited) return true;
    if (!account) return false;
    const auto id = *account;
    return challenge.creator == id ||
           std::ranges::any_of(challenge.seats, [id](const store::ChallengeSeat& seat) {
               return seat.account == id;
           });
}

bool waits_for(store::Reader& reader, protocol::ChallengeId challenge,
               protocol::AccountId account) {
    const auto found = store::find_challenge(reader, challenge);
    if (!found || found->state != store::ChallengeState::open) return false;
    return std::ranges::any_of(found->seats, [account](const store::ChallengeSeat& seat) {
        return seat.account == account && seat.state == store::ChallengeSeatState::asked;
    });
}

protocol::ChallengeView to_view(const store::Challenge& challenge, base::Instant now,
                                std::optional<protocol::AccountId> viewer) {
    const bool is_over = challenge.state == ChallengeState::open && !is_open(challenge, now);
    protocol::ChallengeView view;
    view.id = challenge.id;
    view.state = name_of(is_over ? ChallengeState::expired : challenge.state);
    view.creator = challenge.creator_handle;
    view.setup = challenge.setup.value_or("");
    view.opening = opening_of(challenge);
    view.seats = seats_of(challenge);
    view.order = name_of(challenge.order);
    view.visibility = challenge.visibility == store::Visibility::everyone
                          ? engine::Visibility::everyone
                          : engine::Visibility::players;
    view.terms = terms_of(challenge);
    view.rating = {challenge.rating_min, challenge.rating_max};
    view.reliability_min = challenge.reliability_min;
    view.guests = challenge.guests;
    view.bots = challenge.bots;
    view.uses = challenge.uses;
    view.uses_left = challenge.uses_left;
    if (viewer == challenge.creator) view.invitation = challenge.invitation;
    view.rematch_of = challenge.rematch_of;
    view.game = challenge.game;
    view.declined_by = challenge.declined_by_handle;
    view.reason = challenge.reason;
    view.created_at = challenge.created_at;
    view.expires_at = challenge.expires_at;
    if (is_over) {
        view.closed_at = view.expires_at;
    } else if (challenge.closed_at) {
        view.closed_at = *challenge.closed_at;
    }
    return view;
}

}  // namespace tanbo::lobby
