#include "server/tournament/rules/groups.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/rules/group_seeds.hpp"
#include "server/tournament/rules/knockouts.hpp"

namespace tanbo::tournament {

namespace {

std::size_t index_at(int index) {
    return static_cast<std::size_t>(index);
}

std::vector<std::vector<int>> split(const TournamentSettings& settings, int players) {
    return pairing::snake_groups(players, protocol::group_count(*settings.groups, players));
}

std::vector<pairing::Round> rounds_of_robin(const TournamentSettings& settings, std::size_t size) {
    const int players = static_cast<int>(size);
    return settings.rounds == 2 ? pairing::double_round_robin(players)
                                : pairing::round_robin(players);
}

// The round with those tables and rests alone that players of the stage have, by index there.
Round part_of_round(const Round& whole, const std::map<int, int>& index_of) {
    Round part;
    part.paired_at = whole.paired_at;
    part.started_at = whole.started_at;
    part.ended_at = whole.ended_at;
    for (const Table& table : whole.tables) {
        if (!index_of.contains(table.players.front())) continue;
        Table& own = part.tables.emplace_back(table);
        for (int& player : own.players) player = index_of.at(player);
    }
    for (const auto& [player, kind] : whole.resting) {
        const auto own = index_of.find(player);
        if (own != index_of.end()) part.resting.emplace_back(own->second, kind);
    }
    return part;
}

// The part of these players, in the rounds of the whole from `first` up to, but not at, `end`.
Stage stage_of(const Tournament& whole, std::vector<int> players, TournamentFormat format,
               int first, int end) {
    Stage stage;
    stage.players = std::move(players);
    stage.rounds_before = first;
    Tournament& part = stage.part;
    part.settings = whole.settings;
    part.settings.groups.reset();
    part.settings.format = format;
    part.state = whole.state;
    part.started_at = whole.started_at;
    std::map<int, int> index_of;
    part.players.reserve(stage.players.size());
    for (const int player : stage.players) {
        index_of.emplace(player, static_cast<int>(part.players.size()));
        part.players.push_back(whole.player(player));
    }
    part.rounds.reserve(index_at(end - first));
    for (int round = first; round < end; ++round) {
        part.rounds.push_back(part_of_round(whole.rounds[index_at(round)], index_of));
    }
    return stage;
}

int rounds_of_groups(const Tournament& tournament) {
    return tournament.has_final() ? tournament.group_rounds
                                  : static_cast<int>(tournament.rounds.size());
}

TournamentFormat final_format(const TournamentSettings& settings) {
    return settings.groups->last == protocol::FinalStage::knockout ? TournamentFormat::knockout
                                                                   : TournamentFormat::round_robin;
}

// The rows with players of the whole.
std::vector<Ranked> in_whole(const Stage& stage, std::vector<Ranked> rows) {
    for (Ranked& row : rows) row.player = stage.whole(row.player);
    return rows;
}

// A round of the part as one of the whole.
protocol::RoundPaired in_whole(const Stage& stage, protocol::RoundPaired paired) {
    const auto number_of = [&stage](int number) { return stage.whole(number - 1) + 1; };
    paired.round += stage.rounds_before;
    for (auto& table : paired.tables) std::ranges::transform(table, table.begin(), number_of);
    for (auto& [player, kind] : paired.resting) player = number_of(player);
    return paired;
}

std::vector<int> no_lots(const Stage& stage) {
    return std::vector<int>(stage.players.size(), 0);
}

std::size_t group_with(const std::vector<std::vector<int>>& groups, int player) {
    const auto found = std::ranges::find_if(groups, [player](const std::vector<int>& group) {
        return std::ranges::find(group, player) != group.end();
    });
    return static_cast<std::size_t>(found - groups.begin());
}

// The first players of a group who are in.
std::vector<int> going_on(const Tournament& tournament, std::size_t group) {
    auto rows = group_standings(tournament, group, Unfinished::half);
    std::erase_if(rows, [&](const Ranked& row) { return !tournament.player(row.player).is_in(); });
    std::ranges::sort(rows, {}, [](const Ranked& row) { return std::pair(row.place, row.player); });
    const auto count = std::min(rows.size(), index_at(tournament.settings.groups->advance));
    std::vector<int> players;
    players.reserve(count);
    for (std::size_t i = 0; i < count; ++i) players.push_back(rows[i].player);
    return players;
}

// The order of players who are not in the final stage; the least is the best.
struct GroupRank {
    int place = 0;
    int minus_units = 0;

    auto operator<=>(const GroupRank&) const = default;
};

// When the last of these rounds ended; nothing while one has not.
std::optional<Instant> end_of(const std::vector<Round>& rounds) {
    Instant end = Instant::min();
    for (const Round& round : rounds) {
        if (!round.ended_at) return std::nullopt;
        end = std::max(end, *round.ended_at);
    }
    return end;
}

// Adds the rounds of a round robin among the stage's players.
std::vector<protocol::RoundPaired> final_robin(const Stage& stage) {
    std::vector<protocol::RoundPaired> rounds;
    for (auto& paired : robin_rounds(stage.part)) rounds.push_back(in_whole(stage, paired));
    return rounds;
}

}  // namespace

// --- groups ---

std::vector<std::vector<int>> groups_of(const Tournament& tournament) {
    return split(tournament.settings, static_cast<int>(tournament.players.size()));
}

Stage group_stage(const Tournament& tournament, std::size_t group) {
    return stage_of(tournament, groups_of(tournament)[group], TournamentFormat::round_robin, 0,
                    rounds_of_groups(tournament));
}

std::vector<Ranked> group_standings(const Tournament& tournament, std::size_t group,
                                    Unfinished unfinished) {
    const Stage stage = group_stage(tournament, group);
    return in_whole(stage, point_standings(stage.part, no_lots(stage), unfinished));
}

std::vector<protocol::RoundPaired> group_rounds(const Tournament& tournament) {
    std::vector<protocol::RoundPaired> all;
    for (const std::vector<int>& group : groups_of(tournament)) {
        const auto rounds = rounds_of_robin(tournament.settings, group.size());
        all.resize(std::max(all.size(), rounds.size()));
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            for (const pairing::Pair& pair : rounds[i]) {
                all[i].tables.push_back(
                    {group[index_at(pair.first)] + 1, group[index_at(pair.second)] + 1});
            }
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].round = static_cast<int>(i) + 1;
        std::vector<char> plays(tournament.players.size() + 1, 0);
        for (const auto& table : all[i].tables) {
            for (const int number : table) plays[index_at(number)] = 1;
        }
        for (int number = 1; number < std::ssize(plays); ++number) {
            if (plays[index_at(number)] == 0) {
                all[i].resting.emplace_back(number, protocol::Resting::bye);
            }
        }
    }
    return all;
}

// --- the final stage ---

std::vector<int> seeded_finalists(const Tournament& tournament) {
    std::vector<std::vector<int>> groups;
    int count = 0;
    for (std::size_t group = 0; group < groups_of(tournament).size(); ++group) {
        groups.push_back(going_on(tournament, group));
        count += static_cast<int>(groups.back().size());
    }
    if (count < 2) return groups.empty() ? std::vector<int>() : groups.front();
    const bool is_knockout = final_format(tournament.settings) == TournamentFormat::knockout;
    return seed_groups(groups, is_knockout ? knockout_meetings(count) : robin_meetings(count));
}

Stage final_stage(const Tournament& tournament) {
    return stage_of(tournament, tournament.finalists, final_format(tournament.settings),
                    tournament.group_rounds, static_cast<int>(tournament.rounds.size()));
}

std::vector<protocol::RoundPaired> next_final_rounds(const Tournament& tournament,
                                                     pairing::Draw& draw) {
    const Stage stage = final_stage(tournament);
    if (!tournament.knocks_out()) return final_robin(stage);
    auto paired = next_knockout(stage.part, draw);
    if (!paired) return {};
    return {in_whole(stage, std::move(*paired))};
}

// --- both ---

int final_round_count(const TournamentSettings& settings, int players) {
    if (final_format(settings) == TournamentFormat::round_robin) {
        return static_cast<int>(rounds_of_robin(settings, index_at(players)).size());
    }
    Tournament knockout;
    knockout.settings = settings;
    knockout.settings.format = TournamentFormat::knockout;
    return knockout_round_count(knockout, players);
}

int grouped_round_count(const TournamentSettings& settings, int players) {
    std::size_t rounds = 0;
    int finalists = 0;
    for (const std::vector<int>& group : split(settings, players)) {
        rounds = std::max(rounds, rounds_of_robin(settings, group.size()).size());
        finalists += std::min(settings.groups->advance, static_cast<int>(group.size()));
    }
    return static_cast<int>(rounds) + final_round_count(settings, std::max(2, finalists));
}

std::optional<Instant> next_stage_round_at(const Tournament& tournament) {
    if (tournament.state != TournamentState::running) return std::nullopt;
    if (tournament.has_final()) {
        const bool goes_on = tournament.knocks_out() && !is_grouped_over(tournament);
        if (!goes_on) return std::nullopt;
    }
    std::optional<Instant> end = end_of(tournament.rounds);
    if (end) *end += std::chrono::minutes(tournament.settings.break_minutes);
    return end;
}

bool is_grouped_over(const Tournament& tournament) {
    if (!tournament.has_final() || !tournament.is_decided()) return false;
    if (!tournament.knocks_out()) return true;
    return champion_of(final_stage(tournament).part).has_value();
}

std::optional<Instant> groups_due(const Tournament& tournament) {
    if (is_grouped_over(tournament)) return Instant::min();
    return next_stage_round_at(tournament);
}

std::vector<Ranked> grouped_standings(const Tournament& tournament) {
    std::vector<Ranked> groups;
    for (std::size_t group = 0; group < groups_of(tournament).size(); ++group) {
        std::ranges::move(group_standings(tournament, group), std::back_inserter(groups));
    }
    const int next = static_cast<int>(tournament.rounds.size()) + 1;
    for (Ranked& row : groups) row.units = units_before(tournament, row.player, next);
    std::vector<Ranked> rows;
    if (tournament.has_final()) {
        const Stage stage = final_stage(tournament);
        const auto final = stage.part.is_knockout() ? knockout_standings(stage.part)
                                                    : point_standings(stage.part, no_lots(stage));
        for (const Ranked& one : in_whole(stage, final)) {
            const auto own = std::ranges::find(groups, one.player, &Ranked::player);
            rows.push_back({one.player, one.place, own->units, std::move(own->values)});
            groups.erase(own);
        }
    }
    const auto rank = [](const Ranked& row) { return GroupRank{row.place, -row.units}; };
    std::ranges::sort(groups, {},
                      [&rank](const Ranked& row) { return std::pair(rank(row), row.player); });
    std::optional<GroupRank> before;
    for (Ranked& row : groups) {
        const GroupRank own = rank(row);
        row.place = before == own ? rows.back().place : static_cast<int>(rows.size()) + 1;
        before = own;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<TieParts> explain_group(const Tournament& tournament, int player) {
    const auto groups = groups_of(tournament);
    const Stage stage = group_stage(tournament, group_with(groups, player));
    const auto index = std::ranges::find(stage.players, player) - stage.players.begin();
    auto explained = explain(stage.part, static_cast<int>(index));
    for (TieParts& tie : explained) {
        for (pairing::Addend& part : tie.parts) {
            if (part.opponent >= 0) part.opponent = stage.whole(part.opponent);
        }
    }
    return explained;
}

}  // namespace tanbo::tournament
