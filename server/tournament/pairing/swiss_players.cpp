#include "server/tournament/pairing/swiss_players.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>

namespace tanbo::pairing {
namespace {

Side other(Side side) {
    if (side == Side::none) return Side::none;
    return side == Side::first ? Side::second : Side::first;
}

// 1.4.2 to 1.4.4.
Float float_of(const SwissEvent& event, std::size_t index, std::size_t round) {
    const Outcome& outcome = event.players[index].outcomes[round];
    if (outcome.kind != Kind::game) return outcome.halves > 0 ? Float::down : Float::none;
    const int own = halves_before(event.players[index], round);
    const int theirs =
        halves_before(event.players[static_cast<std::size_t>(outcome.opponent)], round);
    return own > theirs ? Float::down : own < theirs ? Float::up : Float::none;
}

// 1.7.1 to 1.7.4. Rounds without a game don't count.
Preference preference_of(const std::vector<Side>& sides, int balance) {
    if (sides.empty()) return {};
    const Side last = sides.back();
    const bool is_twice = sides.size() > 1 && sides[sides.size() - 2] == last;
    if (balance > 1 || balance < -1) {
        return {Strength::absolute, balance > 1 ? Side::second : Side::first};
    }
    if (is_twice) return {Strength::absolute, other(last)};
    if (balance != 0) return {Strength::strong, balance > 0 ? Side::second : Side::first};
    return {Strength::mild, other(last)};
}

// A bye, or as many points as a win without playing.
int rests_of(const SwissPlayer& player) {
    return static_cast<int>(std::ranges::count_if(player.outcomes, [](const Outcome& outcome) {
        return outcome.kind != Kind::game && outcome.halves >= win_halves;
    }));
}

Contender contender(const SwissEvent& event, std::size_t index) {
    const SwissPlayer& player = event.players[index];
    const std::size_t rounds = player.outcomes.size();
    Contender result;
    result.index = static_cast<int>(index);
    result.halves = halves(player);
    for (const Outcome& outcome : player.outcomes) {
        if (outcome.kind != Kind::game) {
            ++result.unplayed;
            continue;
        }
        result.sides.push_back(outcome.side);
        result.balance += outcome.side == Side::first ? 1 : -1;
    }
    result.preference = preference_of(result.sides, result.balance);
    if (rounds > 0) result.last = float_of(event, index, rounds - 1);
    if (rounds > 1) result.before_last = float_of(event, index, rounds - 2);
    const bool is_final = static_cast<int>(rounds) + 1 == event.rounds;
    result.is_top = is_final && result.halves - player.initial_halves > static_cast<int>(rounds);
    return result;
}

// 5.2.3: the most recent game, counted from the end, in which the sides differed.
std::optional<bool> first_had_other_side(const Contender& a, const Contender& b) {
    const std::size_t common = std::min(a.sides.size(), b.sides.size());
    for (std::size_t back = 1; back <= common; ++back) {
        const Side mine = a.sides[a.sides.size() - back];
        if (mine != b.sides[b.sides.size() - back]) return mine == Side::second;
    }
    return std::nullopt;
}

bool is_higher(const Contender& a, const Contender& b) {
    return a.halves != b.halves ? a.halves > b.halves : a.index < b.index;
}

// 5.2.2, of two preferences for the same side: whether the first one's is the stronger.
std::optional<bool> is_stronger(const Contender& a, const Contender& b) {
    if (a.preference.strength != b.preference.strength) {
        return a.preference.strength > b.preference.strength;
    }
    const int mine = std::abs(a.balance);
    const int theirs = std::abs(b.balance);
    if (a.preference.strength != Strength::absolute || mine == theirs) return std::nullopt;
    return mine > theirs;
}

// The side of `a`, who is the higher of the two.
Side side_of_higher(const Contender& a, const Contender& b, Side initial_side) {
    const Side mine = a.preference.side;
    const Side theirs = b.preference.side;
    if (mine == Side::none && theirs == Side::none) {
        return a.index % 2 == 0 ? initial_side : other(initial_side);
    }
    if (mine == Side::none) return other(theirs);
    if (mine != theirs) return mine;
    if (const auto stronger = is_stronger(a, b)) return *stronger ? mine : other(mine);
    if (const auto has_second = first_had_other_side(a, b)) {
        return *has_second ? Side::first : Side::second;
    }
    return mine;
}

bool gets_third_in_a_row(const Contender& player, Side side) {
    const std::size_t games = player.sides.size();
    return games > 1 && player.sides[games - 1] == side && player.sides[games - 2] == side;
}

// True if the player gets the other side than they prefer, whatever the opponent prefers.
bool is_denied(const Contender& player, Side side) {
    return player.preference.side != Side::none && player.preference.side != side;
}

void add_costs(SideCosts& costs, const Contender& player, Side side, bool has_top) {
    const int balance = player.balance + (side == Side::first ? 1 : -1);
    if (has_top && std::abs(balance) > 2) ++costs.beyond_two;
    if (has_top && gets_third_in_a_row(player, side)) ++costs.third_in_a_row;
    if (!is_denied(player, side)) return;
    ++costs.preference;
    if (player.preference.strength == Strength::strong) ++costs.strong_preference;
}

}  // namespace

std::vector<Contender> contenders(const SwissEvent& event) {
    std::vector<Contender> result;
    int rests_least = -1;
    for (const SwissPlayer& player : event.players) {
        if (!player.is_present) continue;
        const int rests = rests_of(player);
        if (rests_least < 0 || rests < rests_least) rests_least = rests;
    }
    for (std::size_t index = 0; index < event.players.size(); ++index) {
        if (!event.players[index].is_present) continue;
        result.push_back(contender(event, index));
        result.back().may_rest = rests_of(event.players[index]) == rests_least;
    }
    std::ranges::sort(result, is_higher);
    return result;
}

Pair with_sides(const Contender& a, const Contender& b, Side initial_side) {
    const Contender& higher = is_higher(a, b) ? a : b;
    const Contender& lower = is_higher(a, b) ? b : a;
    const bool is_first = side_of_higher(higher, lower, initial_side) == Side::first;
    return is_first ? Pair{higher.index, lower.index} : Pair{lower.index, higher.index};
}

SideCosts side_costs(const Contender& a, const Contender& b, Side initial_side) {
    const bool a_is_first = with_sides(a, b, initial_side).first == a.index;
    const bool has_top = a.is_top || b.is_top;
    SideCosts costs;
    add_costs(costs, a, a_is_first ? Side::first : Side::second, has_top);
    add_costs(costs, b, a_is_first ? Side::second : Side::first, has_top);
    return costs;
}

bool sides_forbid(const Contender& a, const Contender& b) {
    return !a.is_top && !b.is_top && a.preference.strength == Strength::absolute &&
           b.preference.strength == Strength::absolute && a.preference.side == b.preference.side;
}

}  // namespace tanbo::pairing
