#include "server/lobby/seating.hpp"

#include <numeric>
#include <utility>

#include "server/base/secrets.hpp"
#include "server/lobby/view.hpp"

namespace tanbo::lobby {

// Source: Fisher and Yates; every one of the count! draws leads to another order.
std::vector<std::size_t> drawn_order(std::size_t count) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = count; left > 1; --left) {
        const std::size_t drawn = base::random_below(static_cast<std::uint32_t>(left));
        std::swap(order[left - 1], order[drawn]);
    }
    return order;
}

engine::GameOpened opening_event(const store::Challenge& challenge) {
    std::vector<std::size_t> order(challenge.seats.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (challenge.order == store::SeatOrder::random) order = drawn_order(order.size());
    engine::GameOpened opened;
    opened.setup = challenge.setup.value_or("");
    opened.opening = opening_of(challenge);
    opened.visibility = challenge.visibility == store::Visibility::everyone
                            ? engine::Visibility::everyone
                            : engine::Visibility::players;
    opened.creator = {challenge.creator, challenge.creator_handle};
    opened.terms = terms_of(challenge);
    for (const std::size_t seat : order) {
        const store::ChallengeSeat& row = challenge.seats[seat];
        engine::SeatOffer& offer = opened.seats.emplace_back();
        offer.player = engine::Player{*row.account, row.handle};
        offer.is_taken = *row.account == challenge.creator;
    }
    return opened;
}

std::vector<store::ChallengeSeat> rotated_seats(const std::vector<protocol::AccountId>& players,
                                                protocol::AccountId asker) {
    std::vector<store::ChallengeSeat> seats;
    for (std::size_t i = 0; i < players.size(); ++i) {
        store::ChallengeSeat& seat = seats.emplace_back();
        seat.account = players[(i + players.size() - 1) % players.size()];
        const bool is_asker = *seat.account == asker;
        seat.state = is_asker ? store::ChallengeSeatState::me : store::ChallengeSeatState::asked;
        seat.is_named = !is_asker;
    }
    return seats;
}

}  // namespace tanbo::lobby
