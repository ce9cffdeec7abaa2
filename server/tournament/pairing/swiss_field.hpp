#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/pairing/swiss_players.hpp"

// The players of a round, who may meet whom, and who may get the bye.
namespace tanbo::pairing {

// Players are named by their place in `players`: the order of 1.2.
class Field {
public:
    // `apart`: whether those who should not meet as long as that is avoidable don't.
    Field(const SwissEvent& event, bool keeps_apart);

    const Contender& player(int place) const { return players_[at(place)]; }
    int size() const { return static_cast<int>(players_.size()); }
    Side initial_side() const { return initial_side_; }

    bool may_meet(int a, int b) const { return !apart_.contains(a, b); }
    bool may_rest(int place) const {
        return bye_halves_ && player(place).may_rest && player(place).halves == *bye_halves_;
    }
    bool has_bye() const { return size() % 2 == 1; }
    // The points of who gets the bye: as few as possible (2.3.1).
    std::optional<int> bye_halves() const { return bye_halves_; }

    // True if the players can be paired, with one of an odd number resting (2.2.1).
    bool is_complete(std::span<const int> places) const;

    // Chooses bye_halves(); false if the players can't all be paired.
    bool choose_bye();

private:
    static std::size_t at(int place) { return static_cast<std::size_t>(place); }
    void forbid(std::span<const std::pair<int, int>> pairs, std::span<const int> place_of);
    void forbid_met(const SwissEvent& event, std::span<const int> place_of);

    std::vector<Contender> players_;
    PairSet apart_;
    Side initial_side_;
    std::optional<int> bye_halves_;
};

}  // namespace tanbo::pairing
