#include "server/tournament/bracket_view.hpp"

#include <algorithm>

#include "server/tournament/rules/knockouts.hpp"
#include "server/tournament/rules/series.hpp"

namespace tanbo::tournament {

namespace {

std::string_view part_name(pairing::Part part) {
    switch (part) {
        case pairing::Part::winners:
            return "winners";
        case pairing::Part::losers:
            return "losers";
        case pairing::Part::final:
            return "final";
        case pairing::Part::second_final:
            return "second-final";
    }
    return "final";
}

protocol::BracketSideView side_view(const Tournament& tournament, const Names& names,
                                    std::optional<int> player, const pairing::Source& source) {
    protocol::BracketSideView side;
    if (player) {
        side.number = *player + 1;
        side.handle = names.handle(tournament.player(*player).account);
    }
    using Kind = pairing::Source::Kind;
    if (source.kind == Kind::winner) side.winner_of = source.index + 1;
    if (source.kind == Kind::loser) side.loser_of = source.index + 1;
    return side;
}

// The points of all games, in the order of the match's players.
std::vector<int> match_score(const Table& table, int first) {
    std::vector<int> score =
        counted_games(table) > 0 ? series_score(table) : table.units.value_or(std::vector<int>());
    if (!score.empty() && table.players[0] != first) std::ranges::reverse(score);
    return score;
}

}  // namespace

protocol::BracketView bracket_view(const Tournament& tournament, const Names& names) {
    protocol::BracketView view;
    view.seq = tournament.seq;
    const bool has_bracket =
        tournament.is_knockout() && tournament.started_at && !tournament.has_several();
    if (!has_bracket) return view;
    const Bracket bracket = bracket_of(tournament);
    const auto champion = pairing::champion(bracket.states);
    if (champion) view.champion = *champion + 1;
    for (std::size_t i = 0; i < bracket.matches.size(); ++i) {
        const pairing::BracketMatch& match = bracket.matches[i];
        const pairing::MatchState& state = bracket.states[i];
        protocol::BracketMatchView& one = view.matches.emplace_back();
        one.match = static_cast<int>(i) + 1;
        one.part = part_name(match.part);
        one.round = match.round + 1;
        one.sides = {side_view(tournament, names, state.a, match.a),
                     side_view(tournament, names, state.b, match.b)};
        one.at = bracket.tables[i];
        one.is_needed = state.is_needed;
        if (state.winner && state.is_needed) one.winner = *state.winner + 1;
        if (!one.at) continue;
        const Table& table = tournament.table(*one.at);
        one.halves = match_score(table, *state.a);
        for (const TableGame& game : table.games) {
            if (!game.is_annulled) one.games.push_back(game.game);
        }
    }
    return view;
}

}  // namespace tanbo::tournament
