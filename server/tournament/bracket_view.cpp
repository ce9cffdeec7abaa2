#include "server/tournament/bracket_view.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "server/tournament/rules/groups.hpp"
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

// The knockout as a stage: its players are in the order of their seeds. Nothing if there is none.
std::optional<Stage> knockout_of(const Tournament& tournament) {
    if (tournament.has_final() && tournament.knocks_out()) return final_stage(tournament);
    const bool has_bracket =
        tournament.is_knockout() && tournament.started_at && !tournament.has_several();
    if (!has_bracket) return std::nullopt;
    Stage whole{tournament, {}, 0};
    for (int i = 0; i < std::ssize(tournament.players); ++i) whole.players.push_back(i);
    return whole;
}

protocol::BracketSideView side_view(const Stage& stage, const Names& names,
                                    std::optional<int> player, const pairing::Source& source) {
    protocol::BracketSideView side;
    if (player) {
        side.number = stage.whole(*player) + 1;
        side.handle = names.handle(stage.part.player(*player).account);
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
    const auto stage = knockout_of(tournament);
    if (!stage) return view;
    const Bracket bracket = bracket_of(stage->part);
    const auto champion = pairing::champion(bracket.states);
    if (champion) view.champion = stage->whole(*champion) + 1;
    for (std::size_t i = 0; i < bracket.matches.size(); ++i) {
        const pairing::BracketMatch& match = bracket.matches[i];
        const pairing::MatchState& state = bracket.states[i];
        protocol::BracketMatchView& one = view.matches.emplace_back();
        one.match = static_cast<int>(i) + 1;
        one.part = part_name(match.part);
        one.round = match.round + 1;
        one.sides = {side_view(*stage, names, state.a, match.a),
                     side_view(*stage, names, state.b, match.b)};
        one.at = bracket.tables[i];
        one.is_needed = state.is_needed;
        if (state.winner && state.is_needed) one.winner = stage->whole(*state.winner) + 1;
        if (!one.at) continue;
        const Table& table = stage->part.table(*one.at);
        one.at->round += stage->rounds_before;
        one.halves = match_score(table, *state.a);
        for (const TableGame& game : table.games) {
            if (!game.is_annulled) one.games.push_back(game.game);
        }
    }
    return view;
}

}  // namespace tanbo::tournament
