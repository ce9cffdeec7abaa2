#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/store/tables/games/ratings.hpp"
#include "server/store/transaction.hpp"

// Rated games in the order of their ends (those of one instant by id), and what each made of its
// players. The figures follow from that order alone, in whatever order games are entered.
namespace tanbo::rating {

struct RatedPlayer {
    protocol::AccountId account{};
    store::SeatNumber seat = 0;
    int place = 0;  // among these players, from 1
};

struct RatedGame {
    store::GameOrder order;
    std::string family;
    bool is_public = true;
    std::vector<RatedPlayer> players;  // by seat, each account once
};

// Both return how many games were calculated, their own counted.
//
// Usually a game ends after all others of its players, and that is one. If it doesn't, and if
// a game is struck, the games that follow from it are calculated again: each later one of a player
// with changed figures, in order, and so on through their opponents. Results that repeat weigh less
// (repeats.hpp). Cost: three look-ups and two writes a player and game, two look-ups a pair; the
// 97,655 games that followed from the first of 100,000 between 1000 players took 1.1 s.
//
// Throws: store::StorageError; constraint if the game is entered already.
std::size_t enter(store::Transaction& transaction, const RatedGame& game);

// Takes a game out, as if it had never been rated. None if it was not.
std::size_t strike(store::Transaction& transaction, protocol::GameId game);

}  // namespace tanbo::rating
