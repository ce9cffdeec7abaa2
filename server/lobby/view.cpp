#include "server/lobby/view.hpp"

#include <algorithm>
#include <string>

#include "protocol/events.hpp"
#include "server/storage/error.hpp"

namespace tanbo::lobby {

namespace {

using storage::ChallengeState;

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

std::string_view name_of(storage::SeatOrder order) {
    switch (order) {
        case storage::SeatOrder::given:
            return "given";
        case storage::SeatOrder::random:
            return "random";
        case storage::SeatOrder::alternate:
            return "alternate";
    }
    return "";
}

std::string_view name_of(storage::ChallengeSeatState state) {
    switch (state) {
        case storage::ChallengeSeatState::me:
            return "me";
        case storage::ChallengeSeatState::open:
            return "open";
        case storage::ChallengeSeatState::asked:
            return "asked";
        case storage::ChallengeSeatState::accepted:
            return "accepted";
    }
    return "";
}

std::optional<std::int64_t> number_of(const std::optional<storage::GameId>& game) {
    if (!game) return std::nullopt;
    return static_cast<std::int64_t>(*game);
}

[[noreturn]] void throw_corrupt(const storage::Challenge& challenge, const std::string& what) {
    const auto id = static_cast<std::int64_t>(challenge.id);
    throw storage::StorageError(
        storage::Fault::corrupt,
        "The " + what + " of challenge " + std::to_string(id) + " can't be read.");
}

std::vector<protocol::ChallengeView::Seat> seats_of(const storage::Challenge& challenge) {
    std::vector<protocol::ChallengeView::Seat> seats;
    for (std::size_t i = 0; i < challenge.seats.size(); ++i) {
        const storage::ChallengeSeat& row = challenge.seats[i];
        protocol::ChallengeView::Seat& seat = seats.emplace_back();
        const bool is_drawn = challenge.order == storage::SeatOrder::random;
        if (!is_drawn) seat.seat = engine::seat_at(static_cast<int>(i));
        if (row.account) seat.player = row.handle;
        seat.state = name_of(row.state);
    }
    return seats;
}

}  // namespace

std::shared_ptr<const engine::Opening> opening_of(const storage::Challenge& challenge) {
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

engine::Terms terms_of(const storage::Challenge& challenge) {
    auto terms = protocol::decode_terms(challenge.terms);
    if (!terms) throw_corrupt(challenge, "terms");
    return *terms;
}

bool is_open(const storage::Challenge& challenge, base::Instant now) {
    return challenge.state == ChallengeState::open && now < challenge.expires_at;
}

bool may_see(const storage::Challenge& challenge, std::optional<std::int64_t> account) {
    if (challenge.visibility == storage::Visibility::everyone) return true;
    if (!account) return false;
    const auto id = static_cast<storage::AccountId>(*account);
    return challenge.creator == id ||
           std::ranges::any_of(challenge.seats, [id](const storage::ChallengeSeat& seat) {
               return seat.account == id;
           });
}

protocol::ChallengeView to_view(const storage::Challenge& challenge, base::Instant now) {
    const bool is_over = challenge.state == ChallengeState::open && !is_open(challenge, now);
    protocol::ChallengeView view;
    view.id = static_cast<std::int64_t>(challenge.id);
    view.state = name_of(is_over ? ChallengeState::expired : challenge.state);
    view.creator = challenge.creator_handle;
    view.setup = challenge.setup.value_or("");
    view.opening = opening_of(challenge);
    view.seats = seats_of(challenge);
    view.order = name_of(challenge.order);
    view.visibility = challenge.visibility == storage::Visibility::everyone
                          ? engine::Visibility::everyone
                          : engine::Visibility::players;
    view.terms = terms_of(challenge);
    view.rating = {challenge.rating_min, challenge.rating_max};
    view.reliability_min = challenge.reliability_min;
    view.guests = challenge.guests;
    view.bots = challenge.bots;
    view.uses = challenge.uses;
    view.uses_left = challenge.uses_left;
    view.rematch_of = number_of(challenge.rematch_of);
    view.game = number_of(challenge.game);
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
