#include "server/tournament/pairing/brackets.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <utility>

#include "server/tournament/pairing/round_robin.hpp"

namespace tanbo::pairing {
namespace {

// A place in a bracket; no player comes to some of them.
using Slot = std::optional<Source>;

// Seeds in the order of the lines of a bracket: neighbours meet, and add up to size - 1.
std::vector<int> lines(int size) {
    std::vector<int> order = {0};
    while (static_cast<int>(order.size()) < size) {
        const int sum = 2 * static_cast<int>(order.size()) - 1;
        std::vector<int> wider;
        for (const int seed : order) {
            wider.push_back(seed);
            wider.push_back(sum - seed);
        }
        order = std::move(wider);
    }
    return order;
}

class Builder {
public:
    // Has two meet: who wins and who loses. A player without an opponent goes on.
    std::pair<Slot, Slot> meet(Part part, int round, const Slot& a, const Slot& b) {
        if (!a || !b) return {a ? a : b, std::nullopt};
        const int index = static_cast<int>(matches_.size());
        matches_.push_back({part, round, *a, *b});
        return {Source{Source::Kind::winner, index}, Source{Source::Kind::loser, index}};
    }

    // Has neighbours meet: who wins and who loses, in order.
    std::pair<std::vector<Slot>, std::vector<Slot>> meet_neighbours(
        Part part, int round, const std::vector<Slot>& slots) {
        std::vector<Slot> winners;
        std::vector<Slot> losers;
        for (std::size_t index = 0; index + 1 < slots.size(); index += 2) {
            auto [winner, loser] = meet(part, round, slots[index], slots[index + 1]);
            winners.push_back(winner);
            losers.push_back(loser);
        }
        return {winners, losers};
    }

    // Has the two of each line meet; the winners.
    std::vector<Slot> meet_across(int round, const std::vector<Slot>& left,
                                  const std::vector<Slot>& right) {
        std::vector<Slot> winners;
        winners.reserve(left.size());
        for (std::size_t index = 0; index < left.size(); ++index) {
            winners.push_back(meet(Part::losers, round, left[index], right[index]).first);
        }
        return winners;
    }

    std::vector<BracketMatch> take() { return std::move(matches_); }

private:
    std::vector<BracketMatch> matches_;
};

std::vector<Slot> first_slots(int players) {
    assert(players >= 2);
    std::vector<Slot> slots;
    for (const int seed : lines(static_cast<int>(std::bit_ceil(static_cast<unsigned>(players))))) {
        slots.push_back(seed < players ? Slot(Source{Source::Kind::seed, seed}) : std::nullopt);
    }
    return slots;
}

}  // namespace

std::vector<BracketMatch> knockout(int players) {
    Builder builder;
    std::vector<Slot> slots = first_slots(players);
    for (int round = 0; slots.size() > 1; ++round) {
        const Part part = slots.size() == 2 ? Part::final : Part::winners;
        slots = builder.meet_neighbours(part, part == Part::final ? 0 : round, slots).first;
    }
    return builder.take();
}

std::vector<BracketMatch> double_elimination(int players) {
    Builder builder;
    std::vector<Slot> winners = first_slots(players);
    std::vector<Slot> losers;
    int losers_round = 0;
    for (int round = 0; winners.size() > 1; ++round) {
        auto [next, fallen] = builder.meet_neighbours(Part::winners, round, winners);
        winners = std::move(next);
        if (losers.empty()) {
            losers = std::move(fallen);
            if (losers.size() == 1) break;
        } else {
            // From the other end: those who met before are far from each other.
            std::ranges::reverse(fallen);
            losers = builder.meet_across(losers_round++, losers, fallen);
        }
        if (losers.size() > 1) {
            losers = builder.meet_neighbours(Part::losers, losers_round++, losers).first;
        }
    }
    const auto [winner, loser] = builder.meet(Part::final, 0, winners[0], losers[0]);
    builder.meet(Part::second_final, 0, winner, loser);
    return builder.take();
}

std::optional<int> MatchState::loser() const {
    if (!winner || !a || !b) return std::nullopt;
    return *winner == *a ? b : a;
}

namespace {

std::optional<int> player_of(const Source& source, std::span<const MatchState> before) {
    if (source.kind == Source::Kind::seed) return source.index;
    const MatchState& match = before[static_cast<std::size_t>(source.index)];
    return source.kind == Source::Kind::winner ? match.winner : match.loser();
}

// The result of a match that somebody who withdrew is in.
std::optional<int> walkover(const MatchState& match, std::span<const char> withdrawn) {
    const bool a_left = withdrawn[static_cast<std::size_t>(*match.a)] != 0;
    const bool b_left = withdrawn[static_cast<std::size_t>(*match.b)] != 0;
    if (a_left && b_left) return std::min(*match.a, *match.b);
    if (a_left) return match.b;
    return b_left ? match.a : std::nullopt;
}

}  // namespace

std::vector<MatchState> states(std::span<const BracketMatch> matches,
                               std::span<const std::optional<int>> winners,
                               std::span<const char> withdrawn) {
    std::vector<MatchState> result;
    for (std::size_t index = 0; index < matches.size(); ++index) {
        MatchState match;
        match.a = player_of(matches[index].a, result);
        match.b = player_of(matches[index].b, result);
        const bool is_second = matches[index].part == Part::second_final;
        if (is_second && match.a && match.a == result[index - 1].a) {
            match.is_needed = false;
            match.winner = match.a;
        } else if (match.a && match.b) {
            const std::optional<int> winner = winners[index];
            const bool is_known = winner && (*winner == *match.a || *winner == *match.b);
            match.winner = is_known ? winner : walkover(match, withdrawn);
            match.is_walkover = !is_known && match.winner;
        }
        result.push_back(match);
    }
    return result;
}

std::optional<int> champion(std::span<const MatchState> states) {
    return states.empty() ? std::nullopt : states.back().winner;
}

std::vector<std::vector<int>> knockout_pods(std::span<const int> players) {
    const auto frame = static_cast<int>(std::bit_ceil(players.size()));
    const int count = std::max(1, frame / 4);
    std::vector<std::vector<int>> pods = snake_groups(static_cast<int>(players.size()), count);
    for (std::vector<int>& pod : pods) {
        for (int& seat : pod) seat = players[static_cast<std::size_t>(seat)];
    }
    return pods;
}

std::vector<int> advancing(std::span<const int> pod, std::span<const int> places, int count) {
    std::vector<std::pair<int, int>> order;
    order.reserve(pod.size());
    for (std::size_t seat = 0; seat < pod.size(); ++seat) {
        order.emplace_back(places[seat], pod[seat]);
    }
    std::ranges::sort(order);
    std::vector<int> players;
    for (std::size_t index = 0; index < order.size() && static_cast<int>(index) < count; ++index) {
        players.push_back(order[index].second);
    }
    return players;
}

}  // namespace tanbo::pairing
