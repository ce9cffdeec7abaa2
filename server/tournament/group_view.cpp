#include "server/tournament/group_view.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "server/tournament/rules/groups.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/views.hpp"

namespace tanbo::tournament {

namespace {

// The rows of a stage with the results of its own rounds, of all that players have, numbered as in
// the whole.
std::vector<protocol::StandingView> rows_of(const Tournament& tournament, const Names& names,
                                            const Stage& stage, const CrossTable& results) {
    const auto first = static_cast<std::ptrdiff_t>(stage.rounds_before);
    const auto count = static_cast<std::ptrdiff_t>(stage.part.rounds.size());
    std::vector<protocol::StandingView> rows;
    rows.reserve(stage.players.size());
    for (const Ranked& one : stage_standings(stage)) {
        auto& row = rows.emplace_back(standing_view(tournament, names, one));
        const auto& all = results[static_cast<std::size_t>(one.player)];
        row.rounds.assign(all.begin() + first, all.begin() + first + count);
    }
    return rows;
}

}  // namespace

protocol::GroupsView groups_view(const Tournament& tournament, const Names& names) {
    protocol::GroupsView view;
    view.seq = tournament.seq;
    view.ties = tournament.settings.ties;
    if (!tournament.has_groups()) return view;
    view.advance = tournament.settings.groups->advance;
    if (!tournament.started_at) return view;
    const CrossTable results = cross_table(tournament);
    for (const Stage& stage : group_stages(tournament)) {
        auto& group = view.groups.emplace_back();
        group.group = static_cast<int>(view.groups.size());
        group.standings = rows_of(tournament, names, stage, results);
        for (const int player : stage.players) {
            const bool goes_on = std::ranges::count(tournament.finalists, player) > 0;
            if (goes_on) group.advancing.push_back(player + 1);
        }
    }
    if (!tournament.has_final() || tournament.knocks_out()) return view;
    view.final_standings = rows_of(tournament, names, final_stage(tournament), results);
    return view;
}

}  // namespace tanbo::tournament
