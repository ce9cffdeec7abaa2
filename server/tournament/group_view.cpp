#include "server/tournament/group_view.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "server/tournament/rules/groups.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/views.hpp"

namespace tanbo::tournament {

namespace {

// The rows of a stage with the results of its own rounds, numbered as in the whole.
std::vector<protocol::StandingView> rows_of(const Tournament& tournament, const Names& names,
                                            const Stage& stage, const std::vector<Ranked>& ranked) {
    const auto results = cross_table(tournament);
    const auto first = static_cast<std::ptrdiff_t>(stage.rounds_before);
    const auto count = static_cast<std::ptrdiff_t>(stage.part.rounds.size());
    std::vector<protocol::StandingView> rows;
    rows.reserve(ranked.size());
    for (const Ranked& one : ranked) {
        auto& row = rows.emplace_back(standing_view(tournament, names, one));
        const auto& all = results[static_cast<std::size_t>(one.player)];
        row.rounds.assign(all.begin() + first, all.begin() + first + count);
    }
    return rows;
}

protocol::GroupView group_view(const Tournament& tournament, const Names& names,
                               std::size_t group) {
    const Stage stage = group_stage(tournament, group);
    protocol::GroupView view;
    view.group = static_cast<int>(group) + 1;
    view.standings = rows_of(tournament, names, stage, group_standings(tournament, group));
    for (const int player : stage.players) {
        if (std::ranges::find(tournament.finalists, player) == tournament.finalists.end()) continue;
        view.advancing.push_back(player + 1);
    }
    return view;
}

}  // namespace

protocol::GroupsView groups_view(const Tournament& tournament, const Names& names) {
    protocol::GroupsView view;
    view.seq = tournament.seq;
    view.ties = tournament.settings.ties;
    if (!tournament.has_groups()) return view;
    view.advance = tournament.settings.groups->advance;
    if (!tournament.started_at) return view;
    const std::size_t groups = groups_of(tournament).size();
    view.groups.reserve(groups);
    for (std::size_t i = 0; i < groups; ++i) {
        view.groups.push_back(group_view(tournament, names, i));
    }
    if (!tournament.has_final() || tournament.knocks_out()) return view;
    const Stage stage = final_stage(tournament);
    auto ranked = point_standings(stage.part, std::vector<int>(stage.players.size(), 0));
    for (Ranked& one : ranked) one.player = stage.whole(one.player);
    view.final_standings = rows_of(tournament, names, stage, ranked);
    return view;
}

}  // namespace tanbo::tournament
