#include "server/tournament/rules/openings.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace tanbo::tournament {

namespace {

// The games of each player that are in progress in these rounds.
std::vector<int> running_games(const Tournament& tournament, std::span<const Round> rounds) {
    std::vector<int> running(tournament.players.size(), 0);
    for (const Round& round : rounds) {
        for (const Table& table : round.tables) {
            if (!table.running()) continue;
            for (const int player : table.players) ++running[static_cast<std::size_t>(player)];
        }
    }
    return running;
}

}  // namespace

std::vector<protocol::TableKey> openings(const Tournament& tournament, int most) {
    std::vector<protocol::TableKey> found;
    if (tournament.state != TournamentState::running) return found;
    // An idle game of a group holds up no game of the final stage.
    const std::span<const Round> stage =
        std::span(tournament.rounds).subspan(static_cast<std::size_t>(tournament.group_rounds));
    std::vector<int> running = running_games(tournament, stage);
    const bool is_robin =
        tournament.settings.format == TournamentFormat::round_robin || tournament.is_league();
    const int games_max = is_robin ? tournament.settings.parallel : std::numeric_limits<int>::max();
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        const auto& tables = tournament.rounds[round].tables;
        // An idle game of a season holds up no game of another one.
        if (tournament.is_league())
            running = running_games(tournament, {&tournament.rounds[round], 1});
        for (std::size_t table = 0; table < tables.size(); ++table) {
            const Table& one = tables[table];
            const auto is_busy = [&](int player) {
                return running[static_cast<std::size_t>(player)] >= games_max;
            };
            if (!one.needs_game() || std::ranges::any_of(one.players, is_busy)) continue;
            if (std::ssize(found) == most) return found;
            for (const int player : one.players) ++running[static_cast<std::size_t>(player)];
            found.push_back({static_cast<int>(round) + 1, static_cast<int>(table) + 1,
                             static_cast<int>(one.games.size()) + 1});
        }
    }
    return found;
}

}  // namespace tanbo::tournament
