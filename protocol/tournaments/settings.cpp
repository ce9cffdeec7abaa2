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
constexpr int half_units = 2;
constexpr int pod_units = 840;

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
    return format != TournamentFormat::round_robin;
}

int seats_at_table(TournamentFormat format) {
    return format == TournamentFormat::pods ? 4 : 2;
}

int units_a_point(TournamentFormat format) {
    return format == TournamentFormat::pods ? pod_units : half_units;
}

bool TournamentRequest::gives(std::string_view key) const {
    return std::ranges::find(given, key) != given.end();
}

std::vector<TieRule> usual_ties(TournamentFormat format) {
    switch (format) {
        case TournamentFormat::swiss:
            return {TieRule::buchholz_cut1, TieRule::buchholz, TieRule::direct, TieRule::wins};
        case TournamentFormat::round_robin:
            return {TieRule::direct, TieRule::sonneborn_berger, TieRule::wins};
        case TournamentFormat::pods:
            return {TieRule::firsts, TieRule::seconds, TieRule::opponents, TieRule::direct,
                    TieRule::draw_of_lots};
    }
    return {};
}

int players_max(const TournamentSettings& settings) {
    if (is_paired_by_round(settings.format)) return settings.entry.players_max;
    // Players of an even number have one round less than players.
    const int most = settings.rounds == 2 ? tournament_rounds_max / 2 + 1 : tournament_rounds_max;
    return std::min(settings.entry.players_max, most);
}

namespace {

int usual_rounds(TournamentFormat format) {
    switch (format) {
        case TournamentFormat::swiss:
            return swiss_rounds;
        case TournamentFormat::round_robin:
            return 1;
        case TournamentFormat::pods:
            return pods_rounds;
    }
    return 1;
}

// True if the format can use the tie-break.
bool is_tie_of(TieRule tie, TournamentFormat format) {
    const bool is_pods = format == TournamentFormat::pods;
    switch (tie) {
        case TieRule::direct:
        case TieRule::draw_of_lots:
            return true;
        case TieRule::buchholz_cut1:
        case TieRule::buchholz:
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

}  // namespace

std::optional<Error> settings_fault(const TournamentSettings& settings) {
    const auto fault = [](std::string pointer, std::string what) {
        return refusal(Code::invalid_field, pointer + " " + what, pointer);
    };
    const int seats = seats_at_table(settings.format);
    const engine::Setup* const setup = engine::find_setup(settings.setup);
    if (setup != nullptr && setup->seats != seats) {
        return fault("/setup", seats == 2 ? "must be a setup for two players."
                                          : "must be a setup for four players.");
    }
    if (const auto terms = engine::terms_fault(settings.terms, seats)) {
        return fault("/" + terms->field, terms->what + ".");
    }
    for (std::size_t i = 0; i < settings.ties.size(); ++i) {
        if (is_tie_of(settings.ties[i], settings.format)) continue;
        return fault("/ties/" + std::to_string(i), "is no tie-break of this format.");
    }
    const bool has_all_rounds = !is_paired_by_round(settings.format);
    if (has_all_rounds && settings.rounds > 2) {
        return fault("/rounds", "must be 1 or 2 for a round robin.");
    }
    if (has_all_rounds && settings.rules.round_limit_days) {
        return fault("/terms/round_limit_days", "must be absent for a round robin.");
    }
    if (settings.starts) {
        const int needed = settings.starts->when_full.value_or(settings.starts->players_min);
        if (needed > players_max(settings)) {
            return fault("/starts", "needs more players than can enter, which is " +
                                        std::to_string(players_max(settings)) + ".");
        }
    }
    return std::nullopt;
}

void apply(const TournamentRequest& request, TournamentSettings& settings) {
    const TournamentSettings& from = request.settings;
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
    }
}

}  // namespace tanbo::protocol
