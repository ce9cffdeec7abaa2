#include "server/tournament/rules/series.hpp"

#include <algorithm>
#include <cstdlib>

namespace tanbo::tournament {

namespace {

constexpr int win_halves = 2;

bool counts(const TableGame& game) {
    return game.halves.has_value() && !game.is_annulled;
}

}  // namespace

int counted_games(const Table& table) {
    return static_cast<int>(std::ranges::count_if(table.games, counts));
}

std::vector<int> series_score(const Table& table) {
    std::vector<int> score(2, 0);
    for (const TableGame& game : table.games) {
        if (!counts(game)) continue;
        for (std::size_t i = 0; i < score.size(); ++i) score[i] += (*game.halves)[i];
    }
    return score;
}

int seat_in_game(const Table& table, std::size_t player, std::size_t game) {
    const auto end = table.games.begin() + static_cast<std::ptrdiff_t>(game);
    const bool is_other = std::count_if(table.games.begin(), end, counts) % 2 == 1;
    return table.seats[is_other ? table.seats.size() - 1 - player : player];
}

bool is_swap_game(const Tournament& tournament, const Table& table) {
    const protocol::Series& series = tournament.settings.series;
    return series.tie == protocol::SeriesTie::swap_game && counted_games(table) >= series.games;
}

std::optional<GameResult> table_result(const Tournament& tournament, const Table& table,
                                       const GameResult& game) {
    if (table.has_several() || game.decided == Decided::forfeit) return game;
    const protocol::Series& series = tournament.settings.series;
    std::vector<int> score = series_score(table);
    for (std::size_t i = 0; i < score.size(); ++i) score[i] += game.units[i];
    const int played = counted_games(table) + 1;
    const int left = std::max(0, series.games - played);
    const int lead = score[0] - score[1];
    GameResult result = game;
    if (std::abs(lead) > win_halves * left) {
        result.units = {lead > 0 ? win_halves : 0, lead > 0 ? 0 : win_halves};
        return result;
    }
    const bool has_decider = series.tie == protocol::SeriesTie::swap_game && played == series.games;
    if (left > 0 || has_decider) return std::nullopt;
    result.units = {win_halves / 2, win_halves / 2};
    return result;
}

}  // namespace tanbo::tournament
