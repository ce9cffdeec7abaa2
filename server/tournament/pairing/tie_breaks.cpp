#include "server/tournament/pairing/tie_breaks.hpp"

#include <algorithm>
#include <cstddef>

namespace tanbo::pairing {
namespace {

const SwissPlayer& player_at(const Results& results, int player) {
    return results.players[static_cast<std::size_t>(player)];
}

// A game, or in an event with fixed pairings a forfeit too.
bool is_played(const Results& results, const Outcome& outcome) {
    return outcome.kind == Kind::game || (!results.is_swiss && outcome.kind == Kind::forfeit);
}

// 16.1.1, 16.1.2.
bool is_requested(const Outcome& outcome) {
    return outcome.kind == Kind::half_bye || outcome.kind == Kind::absent;
}
bool is_voluntary(const Outcome& outcome) {
    return is_requested(outcome) || (outcome.kind == Kind::forfeit && outcome.halves == 0);
}

// 16.4: the points of the dummy that a round without a game was played against.
int dummy_halves(const Results& results, int player, const Outcome& outcome) {
    const int own = halves(player_at(results, player));
    if (outcome.kind == Kind::forfeit) {
        return std::min(own, adjusted_halves(results, outcome.opponent));
    }
    return std::min(own, results.rounds);
}

// The points of whom the player met, round by round.
std::vector<Addend> opponents(const Results& results, int player) {
    std::vector<Addend> addends;
    int round = 0;
    for (const Outcome& outcome : player_at(results, player).outcomes) {
        if (is_played(results, outcome)) {
            addends.push_back({round, outcome.opponent, adjusted_halves(results, outcome.opponent),
                               false, false});
        } else if (results.is_swiss) {
            addends.push_back(
                {round, -1, dummy_halves(results, player, outcome), is_voluntary(outcome), false});
        }
        ++round;
    }
    return addends;
}

// 14.1 with 16.5: the lowest is cut, or the lowest of the rounds that the player chose to miss.
void cut(std::vector<Addend>& addends) {
    const bool has_voluntary = std::ranges::any_of(
        addends, [](const Addend& one) { return one.is_voluntary && !one.is_cut; });
    Addend* lowest = nullptr;
    for (Addend& addend : addends) {
        if (addend.is_cut || (has_voluntary && !addend.is_voluntary)) continue;
        if (lowest == nullptr || addend.value < lowest->value) lowest = &addend;
    }
    if (lowest != nullptr) lowest->is_cut = true;
}

}  // namespace

int sum(std::span<const Addend> addends) {
    int total = 0;
    for (const Addend& addend : addends) total += addend.is_cut ? 0 : addend.value;
    return total;
}

int adjusted_halves(const Results& results, int player) {
    const SwissPlayer& one = player_at(results, player);
    int total = halves(one);
    if (!results.is_swiss) return total;
    for (std::size_t round = one.outcomes.size(); round-- > 0;) {
        if (!is_voluntary(one.outcomes[round])) break;
        if (is_requested(one.outcomes[round])) total += 1 - one.outcomes[round].halves;
    }
    return total;
}

std::vector<Addend> buchholz(const Results& results, int player, int cuts) {
    std::vector<Addend> addends = opponents(results, player);
    for (int done = 0; done < cuts; ++done) cut(addends);
    return addends;
}

std::vector<Addend> sonneborn_berger(const Results& results, int player) {
    std::vector<Addend> addends = opponents(results, player);
    for (Addend& addend : addends) {
        addend.value *=
            player_at(results, player).outcomes[static_cast<std::size_t>(addend.round)].halves;
    }
    return addends;
}

int wins(const Results& results, int player) {
    return static_cast<int>(std::ranges::count_if(
        player_at(results, player).outcomes,
        [&](const Outcome& outcome) { return outcome.halves >= win_halves; }));
}

std::vector<Encounter> encounters(const Results& results) {
    std::vector<Encounter> found;
    for (std::size_t index = 0; index < results.players.size(); ++index) {
        const auto& outcomes = results.players[index].outcomes;
        for (std::size_t round = 0; round < outcomes.size(); ++round) {
            const Outcome& mine = outcomes[round];
            if (!is_played(results, mine) || mine.opponent < static_cast<int>(index)) continue;
            const Outcome& theirs = player_at(results, mine.opponent).outcomes[round];
            found.push_back({static_cast<int>(index), mine.opponent, mine.halves, theirs.halves});
        }
    }
    return found;
}

}  // namespace tanbo::pairing
