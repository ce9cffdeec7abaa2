#include "server/tournament/rules/round_parts.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tanbo::tournament {

namespace {

constexpr std::size_t pod_seats = 4;

// Players who share a club, each pair once. Where most are of one club, that is no reason to keep
// them apart.
std::vector<std::pair<int, int>> club_pairs(const Tournament& tournament) {
    std::map<protocol::ClubId, std::vector<int>> clubs;
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        for (const protocol::ClubId club : tournament.player(i).clubs) clubs[club].push_back(i);
    }
    std::set<std::pair<int, int>> pairs;
    for (const auto& [club, members] : clubs) {
        if (2 * members.size() > tournament.players.size()) continue;
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                pairs.emplace(members[i], members[j]);
            }
        }
    }
    return {pairs.begin(), pairs.end()};
}

}  // namespace

std::vector<std::pair<int, int>> apart_pairs(const Tournament& tournament) {
    if (tournament.settings.keeps_clubs_apart) return club_pairs(tournament);
    std::vector<std::pair<int, int>> pairs;
    for (const auto& group : tournament.settings.apart) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            for (std::size_t j = i + 1; j < group.size(); ++j) {
                const auto a = tournament.find(group[i]);
                const auto b = tournament.find(group[j]);
                if (a && b) pairs.emplace_back(*a, *b);
            }
        }
    }
    return pairs;
}

std::vector<int> seated_in_pod(const std::vector<int>& players, pairing::Draw& draw) {
    std::vector<int> table;
    table.reserve(pod_seats);
    for (const int player : players) table.push_back(player + 1);
    while (table.size() < pod_seats) {
        const auto seat = static_cast<std::ptrdiff_t>(draw.below(table.size() + 1));
        table.insert(table.begin() + seat, protocol::empty_seat);
    }
    return table;
}

protocol::TableKey key_of(int round, std::size_t index, const Table& table) {
    return {round, static_cast<int>(index) + 1, std::max(1, static_cast<int>(table.games.size()))};
}

protocol::TableDecided forfeit_of(const Tournament& tournament, const protocol::TableKey& at,
                                  const Table& table) {
    protocol::TableDecided decided;
    decided.at = at;
    decided.game = table.running();
    decided.decided = Decided::forfeit;
    decided.units.assign(table.players.size(), 0);
    decided.lost_by_forfeit.assign(table.players.size(), true);
    std::vector<int> places(table.players.size(), 2);
    for (std::size_t i = 0; i < table.players.size(); ++i) {
        if (!tournament.player(table.players[i]).is_in()) continue;
        decided.units[i] = protocol::units_a_point(tournament.settings);
        decided.lost_by_forfeit[i] = false;
        places[i] = 1;
    }
    const bool has_winner = std::ranges::find(places, 1) != places.end();
    if (table.has_several() && has_winner) decided.places = std::move(places);
    return decided;
}

bool plays(const Player& player, int round) {
    return player.is_in() && player.first_round <= round && player.half_bye != round;
}

std::vector<std::pair<int, protocol::Resting>> resting_in(const Tournament& tournament,
                                                          const protocol::RoundPaired& paired,
                                                          std::optional<int> bye) {
    std::vector<char> is_seated(tournament.players.size() + 1, 0);
    for (const auto& table : paired.tables) {
        for (const int number : table) is_seated[static_cast<std::size_t>(number)] = 1;
    }
    std::vector<std::pair<int, protocol::Resting>> resting;
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        const Player& player = tournament.player(i);
        if (bye == i) {
            resting.emplace_back(i + 1, protocol::Resting::bye);
        } else if (player.is_in() && player.half_bye == paired.round) {
            resting.emplace_back(i + 1, protocol::Resting::half_bye);
        } else if (player.is_in() && is_seated[static_cast<std::size_t>(i) + 1] == 0) {
            resting.emplace_back(i + 1, protocol::Resting::absent);
        }
    }
    return resting;
}

}  // namespace tanbo::tournament
