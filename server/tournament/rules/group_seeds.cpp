#include "server/tournament/rules/group_seeds.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <set>

#include "server/tournament/pairing/brackets.hpp"
#include "server/tournament/pairing/round_robin.hpp"

namespace tanbo::tournament {
namespace {

std::size_t nth_seed(int seed) {
    return static_cast<std::size_t>(seed);
}

Meetings no_meetings(int players) {
    return Meetings(nth_seed(players), std::vector<int>(nth_seed(players), 0));
}

// The seeds that can come to a match from one side of it.
std::vector<int> seeds_from(const pairing::Source& source,
                            std::span<const std::vector<int>> below) {
    if (source.kind == pairing::Source::Kind::seed) return {source.index};
    return below[nth_seed(source.index)];
}

// The seeds of one place, each for one of its groups.
class PlaceSeeds {
public:
    // `taken` has the seeds of each group's players with better places.
    PlaceSeeds(const Meetings& meetings, std::span<const std::vector<int>> taken, int first_seed)
        : meetings_(meetings), taken_(taken), first_seed_(first_seed) {}

    // The seed of each group: all different, and the earliest meeting as late as possible.
    std::vector<int> best() {
        std::set<int, std::greater<>> times = {std::numeric_limits<int>::min()};
        for (std::size_t group = 0; group < taken_.size(); ++group) {
            for (int index = 0; index < std::ssize(taken_); ++index) {
                times.insert(earliest(group, first_seed_ + index));
            }
        }
        for (const int time : times) {
            if (match(time)) break;
        }
        std::vector<int> seeds(taken_.size());
        for (std::size_t index = 0; index < group_of_.size(); ++index) {
            seeds[nth_seed(group_of_[index])] = first_seed_ + static_cast<int>(index);
        }
        return seeds;
    }

private:
    // The earliest meeting with a player of the group who has a seed already.
    int earliest(std::size_t group, int seed) const {
        int time = std::numeric_limits<int>::max();
        for (const int other : taken_[group]) {
            time = std::min(time, meetings_[nth_seed(other)][nth_seed(seed)]);
        }
        return time;
    }

    // Gives each group a seed with no meeting before `time`; false if there is no such way.
    bool match(int time) {
        group_of_.assign(taken_.size(), -1);
        for (int group = 0; group < std::ssize(taken_); ++group) {
            seen_.assign(taken_.size(), 0);
            if (!place(group, time)) return false;
        }
        return true;
    }

    // NOLINTNEXTLINE(misc-no-recursion): as deep as there are groups
    bool place(int group, int time) {
        const auto is_late = [&](std::size_t index) {
            return earliest(nth_seed(group), first_seed_ + static_cast<int>(index)) >= time;
        };
        for (std::size_t index = 0; index < group_of_.size(); ++index) {
            if (group_of_[index] >= 0 || !is_late(index)) continue;
            group_of_[index] = group;
            return true;
        }
        for (std::size_t index = 0; index < group_of_.size(); ++index) {
            if (seen_[index] != 0 || !is_late(index)) continue;
            seen_[index] = 1;
            if (!place(group_of_[index], time)) continue;
            group_of_[index] = group;
            return true;
        }
        return false;
    }

    const Meetings& meetings_;
    std::span<const std::vector<int>> taken_;
    int first_seed_;
    std::vector<int> group_of_;  // by seed of this place
    std::vector<char> seen_;
};

}  // namespace

Meetings knockout_meetings(int players) {
    Meetings meetings = no_meetings(players);
    const auto matches = pairing::knockout(players);
    // Matches come after those that they depend on: from the last one, each says how deep the
    // matches before it are.
    std::vector<int> depth(matches.size(), 0);
    for (std::size_t match = matches.size(); match-- > 0;) {
        for (const pairing::Source& source : {matches[match].a, matches[match].b}) {
            if (source.kind == pairing::Source::Kind::winner) {
                depth[nth_seed(source.index)] = depth[match] + 1;
            }
        }
    }
    std::vector<std::vector<int>> seeds(matches.size());
    for (std::size_t match = 0; match < matches.size(); ++match) {
        const auto left = seeds_from(matches[match].a, seeds);
        const auto right = seeds_from(matches[match].b, seeds);
        for (const int a : left) {
            for (const int b : right) {
                meetings[nth_seed(a)][nth_seed(b)] = -depth[match];
                meetings[nth_seed(b)][nth_seed(a)] = -depth[match];
            }
        }
        seeds[match] = left;
        seeds[match].insert(seeds[match].end(), right.begin(), right.end());
    }
    return meetings;
}

Meetings robin_meetings(int players) {
    Meetings meetings = no_meetings(players);
    int number = 0;
    for (const pairing::Round& round : pairing::round_robin(players)) {
        ++number;
        for (const pairing::Pair& pair : round) {
            meetings[nth_seed(pair.first)][nth_seed(pair.second)] = number;
            meetings[nth_seed(pair.second)][nth_seed(pair.first)] = number;
        }
    }
    return meetings;
}

std::vector<int> seed_groups(std::span<const std::vector<int>> groups, const Meetings& meetings) {
    std::vector<int> players;
    std::vector<std::vector<int>> taken(groups.size());
    for (std::size_t place = 0;; ++place) {
        std::vector<std::size_t> going_on;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            if (place < groups[group].size()) going_on.push_back(group);
        }
        if (going_on.empty()) return players;
        std::vector<std::vector<int>> before;
        before.reserve(going_on.size());
        for (const std::size_t group : going_on) before.push_back(taken[group]);
        const int first_seed = static_cast<int>(players.size());
        const auto seeds = PlaceSeeds(meetings, before, first_seed).best();
        players.resize(players.size() + going_on.size());
        for (std::size_t i = 0; i < going_on.size(); ++i) {
            players[nth_seed(seeds[i])] = groups[going_on[i]][place];
            taken[going_on[i]].push_back(seeds[i]);
        }
    }
}

}  // namespace tanbo::tournament
