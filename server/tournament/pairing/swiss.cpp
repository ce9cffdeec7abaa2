#include "server/tournament/pairing/swiss.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <span>

#include "server/tournament/pairing/swiss_bracket.hpp"
#include "server/tournament/pairing/swiss_field.hpp"

namespace tanbo::pairing {
namespace {

// Counts the leading players that have the score of the first.
int with_first_score(const Field& field, std::span<const int> places) {
    const auto same = [&](int place) {
        return field.player(place).halves == field.player(places[0]).halves;
    };
    return static_cast<int>(std::ranges::find_if_not(places, same) - places.begin());
}

class RoundPairing {
public:
    RoundPairing(const Field& field, const SwissRules& rules) : field_(field), rules_(rules) {
        below_.resize(static_cast<std::size_t>(field.size()));
        std::iota(below_.begin(), below_.end(), 0);
    }

    // By 1.9: bracket after bracket, from the highest score on.
    SwissRound pair() {
        while (!below_.empty()) pair_bracket();
        SwissRound round;
        std::ranges::sort(pairs_, {}, [this](const auto& pair) { return table_order(pair); });
        for (const auto& [a, b] : pairs_) {
            round.pairs.push_back(
                with_sides(field_.player(a), field_.player(b), field_.initial_side()));
        }
        assert(floaters_.size() == (field_.has_bye() ? 1U : 0U));
        if (!floaters_.empty()) round.bye = field_.player(floaters_[0]).index;
        return round;
    }

private:
    // C.04.2: the higher score, both scores together, the higher rank.
    std::array<int, 3> table_order(const std::pair<int, int>& pair) const {
        const int higher = field_.player(pair.first).halves;
        return {-higher, -higher - field_.player(pair.second).halves, pair.first};
    }

    void pair_bracket() {
        const int count = with_first_score(field_, below_);
        const std::vector<int> residents(below_.begin(), below_.begin() + count);
        below_.erase(below_.begin(), below_.begin() + count);
        const int next = below_.empty() ? 0 : with_first_score(field_, below_);
        const int beyond = static_cast<int>(below_.size()) - next;
        const bool rests_below =
            !field_.bye_halves() || *field_.bye_halves() < field_.player(residents[0]).halves;
        std::optional<Bracket::Result> result;
        if (beyond >= rules_.players_below_for_shortcut && rests_below) {
            result = Bracket(field_, floaters_, residents, below_, next, false, rules_.minds_floats)
                         .pair();
        }
        if (!result) {
            result = Bracket(field_, floaters_, residents, below_, next, true, rules_.minds_floats)
                         .pair();
        }
        assert(result);
        pairs_.insert(pairs_.end(), result->pairs.begin(), result->pairs.end());
        floaters_ = std::move(result->floaters);
    }

    const Field& field_;
    const SwissRules& rules_;
    std::vector<int> below_;
    std::vector<int> floaters_;
    std::vector<std::pair<int, int>> pairs_;
};

}  // namespace

int halves_before(const SwissPlayer& player, std::size_t rounds) {
    int total = player.initial_halves;
    for (std::size_t round = 0; round < rounds; ++round) total += player.outcomes[round].halves;
    return total;
}

int halves(const SwissPlayer& player) {
    return halves_before(player, player.outcomes.size());
}

std::optional<SwissRound> pair_swiss(const SwissEvent& event, const SwissRules& rules) {
    for (const bool keeps_apart : {true, false}) {
        Field field(event, keeps_apart);
        if (field.size() < 2) return std::nullopt;
        if (field.choose_bye()) return RoundPairing(field, rules).pair();
    }
    return std::nullopt;
}

}  // namespace tanbo::pairing
