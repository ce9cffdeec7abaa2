#include "server/tournament/rules/groups.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
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

// A round of the part as one of the whole.
protocol::RoundPaired in_whole(const Stage& stage, protocol::RoundPaired paired) {
    const auto number_of = [&stage](int number) { return stage.whole(number - 1) + 1; };
    paired.round += stage.rounds_before;
    for (auto& table : paired.tables) std::ranges::transform(table, table.begin(), number_of);
    for (auto& [player, kind] : paired.resting) player = number_of(player);
    return paired;
}

// The first players of a group who are in.
std::vector<int> going_on(const Tournament& tournament, const Stage& group) {
    auto rows = stage_standings(group, Unfinished::half);
    std::erase_if(rows, [&](const Ranked& row) { return !tournament.player(row.player).is_in(); });
    std::ranges::sort(rows, {}, [](const Ranked& row) { return std::pair(row.place, row.player); });
    const auto count = std::min(rows.size(), index_at(tournament.settings.groups->advance));
    std::vector<int> players;
    players.reserve(count);
    for (std::size_t i = 0; i < count; ++i) players.push_back(rows[i].player);
    return players;
}

// When the last of these rounds ended; nothing while one has not.
std::optional<Instant> end_of(const std::vector<Round>& rounds) {
    Instant end = Instant::min();
    for (const Round& round : rounds) {
        if (!round.ended_at) return std::nullopt;
        end = std::max(end, *round.ended_at);
    }
    return end;
}

// The rounds of a round robin among the stage's players.
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

std::vector<pairing::Round> group_pairs(const Tournament& tournament) {
    std::vector<pairing::Round> all;
    for (const std::vector<int>& group : groups_of(tournament)) {
        const auto rounds = robin_pairs(tournament.settings, static_cast<int>(group.size()));
        all.resize(std::max(all.size(), rounds.size()));
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            for (const pairing::Pair& pair : rounds[i]) {
                all[i].push_back({group[index_at(pair.first)], group[index_at(pair.second)]});
            }
        }
    }
    return all;
}

std::vector<Stage> group_stages(const Tournament& tournament) {
    std::vector<Stage> stages;
    for (std::vector<int>& group : groups_of(tournament)) {
        stages.push_back(stage_of(tournament, std::move(group), TournamentFormat::round_robin, 0,
                                  rounds_of_groups(tournament)));
    }
    return stages;
}

// --- the final stage ---

std::vector<int> seeded_finalists(const Tournament& tournament) {
    std::vector<std::vector<int>> groups;
    int count = 0;
    for (const Stage& group : group_stages(tournament)) {
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

std::vector<Ranked> stage_standings(const Stage& stage, Unfinished unfinished) {
    const std::vector<int> no_lots(stage.players.size(), 0);
    auto rows = stage.part.is_knockout() ? knockout_standings(stage.part)
                                         : point_standings(stage.part, no_lots, unfinished);
    for (Ranked& row : rows) row.player = stage.whole(row.player);
    return rows;
}

int final_round_count(const TournamentSettings& settings, int players) {
    if (final_format(settings) == TournamentFormat::round_robin) {
        return static_cast<int>(robin_pairs(settings, players).size());
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
        const int size = static_cast<int>(group.size());
        rounds = std::max(rounds, robin_pairs(settings, size).size());
        finalists += std::min(settings.groups->advance, size);
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
    for (const Stage& group : group_stages(tournament)) {
        std::ranges::move(stage_standings(group), std::back_inserter(groups));
    }
    const int next = static_cast<int>(tournament.rounds.size()) + 1;
    for (Ranked& row : groups) row.units = units_before(tournament, row.player, next);
    std::vector<Ranked> rows;
    if (tournament.has_final()) {
        for (const Ranked& one : stage_standings(final_stage(tournament))) {
            const auto own = std::ranges::find(groups, one.player, &Ranked::player);
            rows.push_back({one.player, one.place, own->units, std::move(own->values)});
            groups.erase(own);
        }
    }
    const auto rank = [](const Ranked& row) { return std::pair(row.place, -row.units); };
    std::ranges::sort(groups, {},
                      [&rank](const Ranked& row) { return std::pair(rank(row), row.player); });
    std::optional<std::pair<int, int>> before;
    for (Ranked& row : groups) {
        const auto own = rank(row);
        row.place = before == own ? rows.back().place : static_cast<int>(rows.size()) + 1;
        before = own;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<TieParts> explain_group(const Tournament& tournament, int player) {
    for (const Stage& stage : group_stages(tournament)) {
        const auto found = std::ranges::find(stage.players, player);
        if (found == stage.players.end()) continue;
        auto explained = explain(stage.part, static_cast<int>(found - stage.players.begin()));
        for (TieParts& tie : explained) {
            for (pairing::Addend& part : tie.parts) {
                if (part.opponent >= 0) part.opponent = stage.whole(part.opponent);
            }
        }
        return explained;
    }
    return {};
}

}  // namespace tanbo::tournament
