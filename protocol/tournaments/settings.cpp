#include "protocol/tournaments/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, 4> state_words = {"open", "running", "finished",
                                                         "cancelled"};
constexpr int swiss_rounds = 5;
constexpr int pods_rounds = 4;
constexpr int pod_seats = 4;
constexpr int half_units = 2;
constexpr int pod_units = 840;
constexpr int usual_parallel_games = 2;

}  // namespace

std::string_view format_name(TournamentFormat format) {
    return format_words.at(static_cast<std::size_t>(format));
}

std::optional<TournamentFormat> parse_format(std::string_view word) {
    return value_of<TournamentFormat>(format_words, word);
}

std::string_view tournament_state_name(TournamentState state) {
    return state_words.at(static_cast<std::size_t>(state));
}

std::optional<TournamentState> parse_tournament_state(std::string_view word) {
    return value_of<TournamentState>(state_words, word);
}

std::string_view tie_name(TieRule tie) {
    return tie_words.at(static_cast<std::size_t>(tie));
}

bool is_paired_by_round(TournamentFormat format) {
    return format != TournamentFormat::round_robin && format != TournamentFormat::ladder &&
           format != TournamentFormat::arena;
}

bool is_knockout(TournamentFormat format) {
    return format == TournamentFormat::knockout || format == TournamentFormat::double_elimination;
}

bool is_paired_by_points(TournamentFormat format) {
    return format == TournamentFormat::swiss || format == TournamentFormat::pods;
}

int seats_at_table(const TournamentSettings& settings) {
    if (settings.format == TournamentFormat::pods) return pod_seats;
    const engine::Setup* const setup = engine::find_setup(settings.setup);
    const bool has_pods = settings.format == TournamentFormat::knockout && setup != nullptr &&
                          setup->seats == pod_seats;
    return has_pods ? pod_seats : 2;
}

int units_a_point(const TournamentSettings& settings) {
    return seats_at_table(settings) == 2 ? half_units : pod_units;
}

bool TournamentRequest::gives(std::string_view key) const {
    return std::ranges::find(given, key) != given.end();
}

std::vector<TieRule> usual_ties(TournamentFormat format) {
    switch (format) {
        case TournamentFormat::swiss:
            return {TieRule::buchholz_cut1, TieRule::buchholz, TieRule::direct, TieRule::wins};
        case TournamentFormat::round_robin:
        case TournamentFormat::league:
            return {TieRule::direct, TieRule::sonneborn_berger, TieRule::wins};
        case TournamentFormat::pods:
            return {TieRule::firsts, TieRule::seconds, TieRule::opponents, TieRule::direct,
                    TieRule::draw_of_lots};
        case TournamentFormat::arena:
            return {TieRule::sonneborn_berger, TieRule::wins};
        case TournamentFormat::knockout:
        case TournamentFormat::double_elimination:
        case TournamentFormat::ladder:
            break;
    }
    return {};
}

namespace {

int grouped_players_max(const GroupRules& groups, int entry_max) {
    if (groups.count) return std::min(entry_max, *groups.count * group_size_max);
    const bool has_final_robin = groups.last == FinalStage::round_robin;
    const int count = has_final_robin ? final_robin_players_max / groups.advance : groups_max;
    return std::min(entry_max, count * *groups.size);
}

}  // namespace

int mcmahon_points(const McMahonRules& rules, std::optional<int> rating) {
    const int counted = std::min(rating.value_or(rules.floor), rules.bar);
    const int most = (rules.bar - rules.floor) / rules.step;
    const int missing = (rules.bar - counted + rules.step - 1) / rules.step;
    return std::max(0, most - missing);
}

int group_count(const GroupRules& groups, int players) {
    const int wanted = groups.count ? *groups.count : (players + *groups.size - 1) / *groups.size;
    return std::clamp(wanted, 1, std::max(1, players / 2));
}

int players_max(const TournamentSettings& settings) {
    if (settings.format == TournamentFormat::league) {
        return std::min(settings.entry.players_max, league_players_max);
    }
    if (settings.format != TournamentFormat::round_robin) return settings.entry.players_max;
    if (settings.groups) return grouped_players_max(*settings.groups, settings.entry.players_max);
    // Players of an even number have one round less than players.
    const int most = settings.rounds == 2 ? tournament_rounds_max / 2 + 1 : tournament_rounds_max;
    return std::min(settings.entry.players_max, most);
}

int usual_rounds(TournamentFormat format) {
    switch (format) {
        case TournamentFormat::swiss:
            return swiss_rounds;
        case TournamentFormat::round_robin:
        case TournamentFormat::league:
            return 1;
        case TournamentFormat::pods:
            return pods_rounds;
        case TournamentFormat::knockout:
        case TournamentFormat::double_elimination:
        case TournamentFormat::ladder:
        case TournamentFormat::arena:
            return 0;
    }
    return 1;
}

Series usual_series(const TournamentSettings& settings) {
    const bool is_duel = is_knockout(settings.format) && seats_at_table(settings) == 2;
    return is_duel ? Series{2, SeriesTie::swap_game} : Series{};
}

// A league starts all games of a season at once: its seasons may have an end.
int usual_parallel(TournamentFormat format) {
    return format == TournamentFormat::league ? parallel_games_max : usual_parallel_games;
}

namespace {

// True if the format can use the tie-break.
bool is_tie_of(TieRule tie, TournamentFormat format) {
    if (is_knockout(format) || format == TournamentFormat::ladder) return false;
    const bool is_pods = format == TournamentFormat::pods;
    switch (tie) {
        case TieRule::direct:
            return true;
        case TieRule::draw_of_lots:
            // The secret of the draws comes after the last season.
            return format != TournamentFormat::league;
        case TieRule::buchholz_cut1:
        case TieRule::buchholz:
            // Players of an arena have as many opponents as they find.
            return !is_pods && format != TournamentFormat::arena;
        case TieRule::sonneborn_berger:
        case TieRule::wins:
            return !is_pods;
        case TieRule::firsts:
        case TieRule::seconds:
        case TieRule::opponents:
            return is_pods;
    }
    return false;
}

using Fault = std::optional<Error>;

Error fault_at(std::string pointer, const std::string& what) {
    return refusal(Code::invalid_field, pointer + " " + what, pointer);
}

Fault setup_fault(const TournamentSettings& settings) {
    const engine::Setup* const setup = engine::find_setup(settings.setup);
    const int seats = seats_at_table(settings);
    if (setup == nullptr || setup->seats == seats) return std::nullopt;
    if (settings.format == TournamentFormat::knockout) {
        return fault_at("/setup", "must be a setup for two or four players.");
    }
    return fault_at("/setup", seats == 2 ? "must be a setup for two players."
                                         : "must be a setup for four players.");
}

Fault rounds_fault(const TournamentSettings& settings) {
    const bool is_robin = settings.format == TournamentFormat::round_robin;
    const bool is_ladder = settings.format == TournamentFormat::ladder;
    const bool is_league = settings.format == TournamentFormat::league;
    if (is_robin && settings.rounds > 2) {
        return fault_at("/rounds", "must be 1 or 2 for a round robin.");
    }
    if (is_league && settings.rounds > 2) {
        return fault_at("/rounds", "must be 1 or 2 for a league.");
    }
    if (is_league && settings.rules.round_limit_days) {
        return fault_at("/terms/round_limit_days",
                        "must be absent for a league. Set /league/season_days instead.");
    }
    if (is_knockout(settings.format) && settings.rounds != 0) {
        return fault_at("/rounds", "must be absent for a knockout.");
    }
    if (is_ladder && settings.rounds != 0) {
        return fault_at("/rounds", "must be absent for a ladder.");
    }
    const bool is_arena = settings.format == TournamentFormat::arena;
    if (is_arena && settings.rounds != 0) {
        return fault_at("/rounds", "must be absent for an arena.");
    }
    if (!is_paired_by_points(settings.format) && settings.rules.round_limit_days) {
        return fault_at("/terms/round_limit_days", is_robin    ? "must be absent for a round robin."
                                                   : is_ladder ? "must be absent for a ladder."
                                                   : is_arena  ? "must be absent for an arena."
                                                               : "must be absent for a knockout.");
    }
    return std::nullopt;
}

Fault ladder_fault(const TournamentSettings& settings) {
    const bool is_ladder = settings.format == TournamentFormat::ladder;
    if (!is_ladder && settings.ladder) {
        return fault_at("/ladder", "must be absent unless the format is a ladder.");
    }
    if (is_ladder && settings.starts) {
        return fault_at("/starts", "must be absent for a ladder.");
    }
    return std::nullopt;
}

Fault league_fault(const TournamentSettings& settings) {
    if (!settings.league) return std::nullopt;
    if (settings.format != TournamentFormat::league) {
        return fault_at("/league", "must be absent unless the format is a league.");
    }
    const int most = settings.league->size / 2;
    if (settings.league->promote <= most) return std::nullopt;
    return fault_at("/league/promote",
                    "must be at most half of /league/size, which is " + std::to_string(most) + ".");
}

Fault arena_fault(const TournamentSettings& settings) {
    if (settings.format != TournamentFormat::arena) {
        if (!settings.arena) return std::nullopt;
        return fault_at("/arena", "must be absent unless the format is an arena.");
    }
    if (settings.series != Series{}) return fault_at("/series", "must be absent for an arena.");
    if (engine::is_live(settings.terms.clock)) return std::nullopt;
    return fault_at("/clock",
                    "must be live for an arena: a player has less than an hour at a time.");
}

Fault groups_fault(const TournamentSettings& settings) {
    if (!settings.groups) return std::nullopt;
    if (settings.format != TournamentFormat::round_robin) {
        return fault_at("/groups", "must be absent unless the format is a round robin.");
    }
    const GroupRules& groups = *settings.groups;
    if (groups.size && groups.advance >= *groups.size) {
        return fault_at("/groups/advance", "must be less than /groups/size, which is " +
                                               std::to_string(*groups.size) + ".");
    }
    if (groups.count && *groups.count * groups.advance < 2) {
        return fault_at("/groups/advance", "must be at least 2 for one group.");
    }
    const bool has_final_robin = groups.last == FinalStage::round_robin;
    if (has_final_robin && groups.count.value_or(1) * groups.advance > final_robin_players_max) {
        return fault_at("/groups/final", "must be \"knockout\" for more than " +
                                             std::to_string(final_robin_players_max) +
                                             " players in the final stage.");
    }
    for (std::size_t i = 0; i < settings.ties.size(); ++i) {
        if (settings.ties[i] != TieRule::draw_of_lots) continue;
        // The secret of the draws comes after the final stage.
        return fault_at("/ties/" + std::to_string(i), "is no tie-break of groups.");
    }
    return std::nullopt;
}

Fault mcmahon_fault(const TournamentSettings& settings) {
    if (!settings.mcmahon) return std::nullopt;
    if (settings.format != TournamentFormat::swiss) {
        return fault_at("/mcmahon", "must be absent unless the format is Swiss.");
    }
    const McMahonRules& rules = *settings.mcmahon;
    if (rules.floor >= rules.bar) return fault_at("/mcmahon/floor", "must be less than the bar.");
    if ((rules.bar - rules.floor) / rules.step <= mcmahon_points_max) return std::nullopt;
    return fault_at("/mcmahon/step", "must give at most " + std::to_string(mcmahon_points_max) +
                                         " points between floor and bar.");
}

Fault series_fault(const TournamentSettings& settings) {
    if (seats_at_table(settings) > 2) {
        if (settings.series == Series{}) return std::nullopt;
        return fault_at("/series", "must be absent with more than two players at a table.");
    }
    const bool can_be_level = settings.series.tie == SeriesTie::shared;
    if (can_be_level && is_knockout(settings.format)) {
        return fault_at("/series/tie", "must be \"swap-game\" for a knockout.");
    }
    if (can_be_level) return std::nullopt;
    engine::Terms last = settings.terms;
    last.swap = true;
    if (!engine::terms_fault(last, 2)) return std::nullopt;
    return fault_at("/series/tie", "must be \"shared\" with these settings of the games.");
}

}  // namespace

std::optional<Error> settings_fault(const TournamentSettings& settings) {
    if (auto fault = setup_fault(settings)) return fault;
    if (const auto terms = engine::terms_fault(settings.terms, seats_at_table(settings))) {
        return fault_at("/" + terms->field, terms->what + ".");
    }
    for (std::size_t i = 0; i < settings.ties.size(); ++i) {
        if (is_tie_of(settings.ties[i], settings.format)) continue;
        return fault_at("/ties/" + std::to_string(i), "is no tie-break of this format.");
    }
    if (auto fault = rounds_fault(settings)) return fault;
    if (auto fault = ladder_fault(settings)) return fault;
    if (auto fault = league_fault(settings)) return fault;
    if (auto fault = arena_fault(settings)) return fault;
    if (auto fault = groups_fault(settings)) return fault;
    if (auto fault = mcmahon_fault(settings)) return fault;
    if (auto fault = series_fault(settings)) return fault;
    if (!settings.starts) return std::nullopt;
    const int needed = settings.starts->when_full.value_or(settings.starts->players_min);
    if (needed <= players_max(settings)) return std::nullopt;
    return fault_at("/starts", "needs more players than can enter, which is " +
                                   std::to_string(players_max(settings)) + ".");
}

namespace {

void apply_league(const TournamentRequest& request, std::optional<LeagueRules>& league) {
    const LeagueRules& from = request.settings.league.value();
    if (!league) {
        league = from;
        return;
    }
    for (const std::string& key : request.league_given) {
        if (key == "size") league->size = from.size;
        if (key == "promote") league->promote = from.promote;
        if (key == "season_days") league->season_days = from.season_days;
        if (key == "begins") league->begins_by_itself = from.begins_by_itself;
        if (key == "seasons") league->seasons = from.seasons;
    }
}

}  // namespace

void apply(const TournamentRequest& request, TournamentSettings& settings) {
    const TournamentSettings& from = request.settings;
    const bool has_usual_parallel = settings.parallel == usual_parallel(settings.format);
    const int seats_before = seats_at_table(settings);
    for (const std::string& key : request.given) {
        if (key == "name") settings.name = from.name;
        if (key == "about") settings.about = from.about;
        if (key == "format") settings.format = from.format;
        if (key == "setup") settings.setup = from.setup;
        if (key == "clock") settings.terms.clock = from.terms.clock;
        if (key == "rated") settings.terms.rated = from.terms.rated;
        if (key == "swap") settings.terms.swap = from.terms.swap;
        if (key == "assistance") settings.terms.assistance = from.terms.assistance;
        if (key == "rounds") settings.rounds = from.rounds;
        if (key == "parallel") settings.parallel = from.parallel;
        if (key == "break_minutes") settings.break_minutes = from.break_minutes;
        if (key == "starts") settings.starts = from.starts;
        if (key == "entry") settings.entry = from.entry;
        if (key == "ties") settings.ties = from.ties;
        if (key == "terms") settings.rules = from.rules;
        if (key == "visibility") settings.is_listed = from.is_listed;
        if (key == "series") settings.series = from.series;
        if (key == "ladder") settings.ladder = from.ladder;
        if (key == "league") apply_league(request, settings.league);
        if (key == "arena") settings.arena = from.arena;
        if (key == "groups") settings.groups = from.groups;
        if (key == "mcmahon") settings.mcmahon = from.mcmahon;
        if (key == "quiet") settings.is_quiet = from.is_quiet;
        if (key == "club") settings.club = from.club;
        if (key == "apart") settings.keeps_clubs_apart = from.keeps_clubs_apart;
    }
    const bool has_new_seats = seats_at_table(settings) != seats_before;
    const bool has_new_series = request.gives("format") || has_new_seats;
    if (has_new_series && !request.gives("series")) settings.series = usual_series(settings);
    if (!request.gives("format")) return;
    if (!request.gives("rounds")) settings.rounds = usual_rounds(settings.format);
    if (!request.gives("ties")) settings.ties = usual_ties(settings.format);
    if (has_usual_parallel && !request.gives("parallel")) {
        settings.parallel = usual_parallel(settings.format);
    }
    const bool is_league = settings.format == TournamentFormat::league;
    if (is_league && !settings.league) settings.league.emplace();
    if (!is_league && !request.gives("league")) settings.league.reset();
    const bool is_arena = settings.format == TournamentFormat::arena;
    if (is_arena && !settings.arena) settings.arena.emplace();
    if (!is_arena && !request.gives("arena")) settings.arena.reset();
    const bool is_robin = settings.format == TournamentFormat::round_robin;
    if (!is_robin && !request.gives("groups")) settings.groups.reset();
    const bool is_swiss = settings.format == TournamentFormat::swiss;
    if (!is_swiss && !request.gives("mcmahon")) settings.mcmahon.reset();
}

}  // namespace tanbo::protocol
