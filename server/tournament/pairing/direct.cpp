#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "server/tournament/pairing/pod_points.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"

namespace tanbo::pairing {
namespace {

// Averages of up to eight games are whole numbers of 840 parts of a half point.
constexpr int win_parts = win_halves * point_units;

struct Line {
    int player = 0;
    int least = 0;  // points against the others of the group, if all games that lack are lost
    int most = 0;   // and if all are won
};

using Scores = DirectEncounters::Scores;

void add(DirectEncounters::Score& score, int halves) {
    score.units += halves * point_units;
    ++score.games;
}

// The separate standings of a group (6.1), the highest first.
std::vector<Line> lines_of(const Scores& scores, std::span<const int> group) {
    std::vector<Line> lines;
    for (const int player : group) {
        Line line{player, 0, 0};
        for (const int other : group) {
            if (other == player) continue;
            const auto found = scores.find({player, other});
            const int points =
                found == scores.end() ? 0 : found->second.units / found->second.games;
            line.least += points;
            line.most += found == scores.end() ? win_parts : points;
        }
        lines.push_back(line);
    }
    std::ranges::sort(lines, [](const Line& a, const Line& b) {
        return a.least != b.least ? a.least > b.least : a.player < b.player;
    });
    return lines;
}

class Order {
public:
    Order(const Scores& scores, std::map<int, int>& places) : scores_(scores), places_(places) {}

    // Gives the places from `place` on.
    void rank(std::span<const int> group, int place) {
        const std::vector<Line> lines = lines_of(scores_, group);
        const bool is_complete =
            std::ranges::all_of(lines, [](const Line& line) { return line.least == line.most; });
        if (is_complete) {
            rank_complete(lines, place);
        } else {
            rank_surely(lines, place);
        }
    }

private:
    // 6.2: everybody has met everybody; who is still tied is looked at again.
    void rank_complete(const std::vector<Line>& lines, int place) {
        std::size_t begin = 0;
        while (begin < lines.size()) {
            std::vector<int> equal;
            while (begin + equal.size() < lines.size() &&
                   lines[begin + equal.size()].least == lines[begin].least) {
                equal.push_back(lines[begin + equal.size()].player);
            }
            const int first = place + static_cast<int>(begin);
            begin += equal.size();
            if (equal.size() == 1 || equal.size() == lines.size()) {
                give(equal, first);
            } else {
                rank(equal, first);
            }
        }
    }

    // 6.3: a player who is alone at the top whatever the games that lack bring, then the next.
    void rank_surely(const std::vector<Line>& lines, int place) {
        std::size_t sure = 0;
        while (sure < lines.size() && is_alone(lines, sure)) {
            give({lines[sure].player}, place + static_cast<int>(sure));
            ++sure;
        }
        std::vector<int> rest;
        for (std::size_t index = sure; index < lines.size(); ++index) {
            rest.push_back(lines[index].player);
        }
        const int first = place + static_cast<int>(sure);
        if (sure == 0) {
            give(rest, first);
        } else if (!rest.empty()) {
            rank(rest, first);
        }
    }

    static bool is_alone(const std::vector<Line>& lines, std::size_t index) {
        return std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(index) + 1, lines.end(),
                           [&](const Line& line) { return lines[index].least > line.most; });
    }

    void give(const std::vector<int>& players, int place) {
        for (const int player : players) places_[player] = place;
    }

    const Scores& scores_;
    std::map<int, int>& places_;
};

}  // namespace

DirectEncounters::DirectEncounters(std::span<const Encounter> encounters) {
    for (const Encounter& game : encounters) {
        add(scores_[{game.a, game.b}], game.halves_a);
        add(scores_[{game.b, game.a}], game.halves_b);
    }
}

std::vector<int> DirectEncounters::places(std::span<const int> tied) const {
    if (tied.size() == 1) return {1};
    std::map<int, int> place_of;
    Order(scores_, place_of).rank(tied, 1);
    std::vector<int> result;
    result.reserve(tied.size());
    for (const int player : tied) result.push_back(place_of[player]);
    return result;
}

}  // namespace tanbo::pairing
