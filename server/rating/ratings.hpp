#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/rating/rate.hpp"
#include "server/store/tables/games/ratings.hpp"
#include "server/store/transaction.hpp"

// The ratings of a player. Families are ids of setups.
namespace tanbo::rating {

struct Strength {
    double rating = initial_rating;
    double deviation = initial_deviation;
    bool provisional = true;
    std::int64_t games = 0;  // rated ones of the family
};

// As the player's last rated game of the family left it; a newcomer's if they have none.
// Cost: one look-up. Throws: store::StorageError.
Strength find(store::Reader& reader, protocol::AccountId account, std::string_view family);

// Games that began, rated or not, when they end; not those that were called off. Left is who lets
// the others wait or down: by running out of time or being removed, by voting or by an
// administrator; by resigning if two or more others play on; and by resigning a rated game before
// every seat could place a stone. Who resigns to their only
// opponent has finished the game, and so has who was put out, who won, and who took a seat over and
// kept it.
struct Reliability {
    std::int64_t finished = 0;
    std::int64_t left = 0;

    // Of a hundred games those that were finished, rounded down; nothing before the first.
    std::optional<int> percent() const;
};

// Cost: one look-up. Throws: store::StorageError.
Reliability reliability(store::Reader& reader, protocol::AccountId account);

// A seat's rating before and after its game.
struct RatingChange {
    engine::Seat seat{};
    double before = 0;
    double after = 0;
};
// Of a rated game that is over, by seat; else none. Throws: store::StorageError.
std::vector<RatingChange> changes_of(store::Reader& reader, protocol::GameId game);

// --- between storage and the formulas ---

Figure to_figure(const store::RatingFigure& row);
store::RatingFigure stored(const Figure& figure);

}  // namespace tanbo::rating
