#include "protocol/tournaments/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/words.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, 3> format_words = {"round-robin", "swiss", "pods"};
constexpr std::array<std::string_view, 4> state_words = {"open", "running", "finished",
                                                         "cancelled"};
constexpr std::array<std::string_view, 9> tie_words = {
    "direct",       "buchholz-cut1", "buchholz", "sonneborn-berger", "wins",
    "draw-of-lots", "firsts",        "seconds",  "opponents"};
constexpr std::array<std::string_view, 16> setting_keys = {
    "name",   "about",    "format",        "setup",  "clock", "rated", "swap",  "assistance",
    "rounds", "parallel", "break_minutes", "starts", "entry", "ties",  "terms", "visibility"};
constexpr std::string_view apart_key = "apart";

constexpr std::int64_t rating_max = 4000;
constexpr std::int64_t games_max = 1000;
constexpr std::int64_t account_days_max = 3650;
constexpr std::int64_t round_limit_max = 365;
constexpr std::int64_t extension_days_max = 90;
constexpr int swiss_rounds = 5;
constexpr int pods_rounds = 4;
constexpr int half_units = 2;
constexpr int pod_units = 840;

template <class Value, std::size_t Count>
std::optional<Value> parse(const std::array<std::string_view, Count>& words,
                           std::string_view word) {
    const auto* const found = std::ranges::find(words, word);
    if (found == words.end()) return std::nullopt;
    return static_cast<Value>(found - words.begin());
}

std::optional<TieRule> parse_tie(std::string_view word) {
    return parse<TieRule>(tie_words, word);
}

std::optional<bool> parse_listing(std::string_view word) {
    if (word == "public") return true;
    if (word == "unlisted") return false;
    return std::nullopt;
}

// Text for people: newlines are its only control characters.
std::string read_prose(const JsonReader& in, std::size_t least, std::size_t most, bool has_lines) {
    const std::string_view text = in.text(least, most);
    const bool is_plain = std::ranges::none_of(text, [has_lines](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte == 0x7f || (byte < 0x20 && !(has_lines && character == '\n'));
    });
    if (!is_plain) in.refuse("must not contain control characters");
    if (least > 0 && text.find_first_not_of(' ') == std::string_view::npos && in.is_sound()) {
        in.refuse("must not be blank");
    }
    return std::string(text);
}

int read_count(const JsonReader& in, std::int64_t least, std::int64_t most) {
    return static_cast<int>(in.integer(least, most));
}

std::optional<StartRule> read_starts(const JsonReader& in) {
    in.expect_keys({"at", "min", "else", "when_full"});
    StartRule rule;
    if (in.has("when_full")) {
        rule.when_full = read_count(in.field("when_full"), 2, tournament_players_max);
        for (const std::string_view key : {"at", "min", "else"}) {
            if (in.has(key)) in.field(key).refuse("must be absent if when_full is given");
        }
        return rule;
    }
    rule.at = read_instant(in.field("at"));
    if (in.has("min")) rule.players_min = read_count(in.field("min"), 2, tournament_players_max);
    if (!in.has("else")) return rule;
    const JsonReader otherwise = in.field("else");
    if (otherwise.is_text()) {
        if (otherwise.text(1, word_bytes_max) != "cancel") {
            otherwise.refuse("must be \"cancel\" or {\"extend_days\": ...}");
        }
        return rule;
    }
    otherwise.expect_keys({"extend_days"});
    rule.extension_days = read_count(otherwise.field("extend_days"), 1, extension_days_max);
    return rule;
}

EntryBounds read_entry(const JsonReader& in) {
    in.expect_keys({"rating", "reliability_min", "games_min", "account_days_min", "players_max",
                    "bots", "late"});
    EntryBounds entry;
    if (in.has("rating")) {
        const JsonReader rating = in.field("rating");
        rating.expect_keys({"min", "max"});
        if (const auto min = rating.optional_field("min")) {
            entry.rating_min = min->integer(0, rating_max);
        }
        if (const auto max = rating.optional_field("max")) {
            entry.rating_max = max->integer(0, rating_max);
        }
        const bool is_empty =
            entry.rating_min && entry.rating_max && *entry.rating_min > *entry.rating_max;
        if (is_empty && in.is_sound()) rating.field("max").refuse("must not be less than min");
    }
    const auto count = [&in](std::string_view key, std::int64_t least, std::int64_t most,
                             int& value) {
        if (in.has(key)) value = read_count(in.field(key), least, most);
    };
    count("reliability_min", 0, 100, entry.reliability_min);
    count("games_min", 0, games_max, entry.games_min);
    count("account_days_min", 0, account_days_max, entry.account_days_min);
    count("players_max", 2, tournament_players_max, entry.players_max);
    if (in.has("bots")) entry.admits_bots = in.field("bots").boolean();
    if (in.has("late")) entry.is_late = in.field("late").boolean();
    return entry;
}

GameRules read_rules(const JsonReader& in) {
    in.expect_keys({"undo", "pause", "vacation", "round_limit_days"});
    GameRules rules;
    if (in.has("undo")) rules.undo = in.field("undo").boolean();
    if (in.has("pause")) rules.pause = in.field("pause").boolean();
    if (in.has("vacation")) rules.vacation = in.field("vacation").boolean();
    if (const auto days = in.optional_field("round_limit_days")) {
        rules.round_limit_days = read_count(*days, 1, round_limit_max);
    }
    return rules;
}

std::vector<TieRule> read_ties(const JsonReader& in) {
    std::vector<TieRule> ties(in.elements(0, tie_words.size()));
    for (std::size_t i = 0; i < ties.size() && in.is_sound(); ++i) {
        const JsonReader tie = in.element(i);
        ties[i] = tie.word(parse_tie, choice_of(tie_words));
        const auto before = ties.begin() + static_cast<std::ptrdiff_t>(i);
        if (in.is_sound() && std::find(ties.begin(), before, ties[i]) != before) {
            tie.refuse("must not come twice");
        }
    }
    return ties;
}

// The groups, each of its players as `read` reads one.
template <class Player, class Read>
std::vector<std::vector<Player>> read_apart(const JsonReader& in, Read read) {
    std::vector<std::vector<Player>> groups(in.elements(0, apart_groups_max));
    for (std::size_t i = 0; i < groups.size() && in.is_sound(); ++i) {
        const JsonReader group = in.element(i);
        groups[i].resize(group.elements(2, apart_group_max));
        for (std::size_t j = 0; j < groups[i].size() && in.is_sound(); ++j) {
            groups[i][j] = read(group.element(j));
        }
    }
    return groups;
}

void read_game_settings(const JsonReader& in, TournamentSettings& settings) {
    settings.terms = read_terms(in);
    settings.terms.rated = !in.has("rated") || in.field("rated").boolean();
    if (in.has("rounds"))
        settings.rounds = read_count(in.field("rounds"), 1, tournament_rounds_max);
    if (in.has("parallel"))
        settings.parallel = read_count(in.field("parallel"), 1, parallel_games_max);
    if (in.has("break_minutes")) {
        settings.break_minutes = read_count(in.field("break_minutes"), 0, break_minutes_max);
    }
}

// All settings that are there, but for `apart`.
TournamentSettings read_settings(const JsonReader& in) {
    TournamentSettings settings;
    if (in.has("name")) {
        settings.name = read_prose(in.field("name"), 1, tournament_name_bytes_max, false);
    }
    if (in.has("about")) {
        settings.about = read_prose(in.field("about"), 0, tournament_about_bytes_max, true);
    }
    if (in.has("format")) {
        settings.format = in.field("format").word(parse_format, choice_of(format_words));
    }
    if (in.has("setup")) {
        const JsonReader setup = in.field("setup");
        (void)read_setup(setup);
        if (!in.is_sound()) return settings;
        settings.setup = setup.text(1, word_bytes_max);
    }
    read_game_settings(in, settings);
    if (const auto starts = in.optional_field("starts")) settings.starts = read_starts(*starts);
    if (in.has("entry")) settings.entry = read_entry(in.field("entry"));
    if (in.has("ties")) settings.ties = read_ties(in.field("ties"));
    if (in.has("terms")) settings.rules = read_rules(in.field("terms"));
    if (in.has("visibility")) {
        settings.is_listed =
            in.field("visibility").word(parse_listing, R"("public" or "unlisted")");
    }
    return settings;
}

TournamentRequest read_request(const JsonReader& in) {
    in.expect_keys({apart_key}, setting_keys);
    TournamentRequest request;
    request.settings = read_settings(in);
    if (in.has(apart_key)) {
        request.apart = read_apart<std::string>(in.field(apart_key), [](const JsonReader& player) {
            return std::string(player.text(1, word_bytes_max));
        });
        request.given.emplace_back(apart_key);
    }
    for (const std::string_view key : setting_keys) {
        if (in.has(key)) request.given.emplace_back(key);
    }
    return request;
}

std::string read_reason_of_organiser(const JsonReader& in) {
    return read_prose(in, 1, organiser_reason_bytes_max, false);
}

void write_rating_bounds(JsonWriter& out, const EntryBounds& entry) {
    out.begin_object().key("min").number_or_null(entry.rating_min);
    out.key("max").number_or_null(entry.rating_max).end_object();
}

}  // namespace

std::string_view format_name(TournamentFormat format) {
    return format_words.at(static_cast<std::size_t>(format));
}

std::optional<TournamentFormat> parse_format(std::string_view word) {
    return parse<TournamentFormat>(format_words, word);
}

std::string_view tournament_state_name(TournamentState state) {
    return state_words.at(static_cast<std::size_t>(state));
}

std::optional<TournamentState> parse_tournament_state(std::string_view word) {
    return parse<TournamentState>(state_words, word);
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

Result<TournamentRequest> decode_create_tournament(std::string_view body) {
    auto request = decode_request<TournamentRequest>(body, [](const JsonReader& in) {
        TournamentRequest read = read_request(in);
        for (const std::string_view key : {"name", "format", "setup"}) in.field(key);
        return read;
    });
    if (!request) return request;
    TournamentSettings& settings = request->settings;
    if (!request->gives("rounds")) settings.rounds = usual_rounds(settings.format);
    if (!request->gives("ties")) settings.ties = usual_ties(settings.format);
    if (auto fault = settings_fault(settings)) return *fault;
    return request;
}

Result<TournamentRequest> decode_change_tournament(std::string_view body) {
    return decode_request<TournamentRequest>(body, [](const JsonReader& in) {
        TournamentRequest read = read_request(in);
        if (read.given.empty()) in.refuse("must name a setting");
        return read;
    });
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

// --- JSON that other files share ---

void write_starts(JsonWriter& out, const std::optional<StartRule>& starts) {
    if (!starts) {
        out.null();
        return;
    }
    out.begin_object();
    if (starts->when_full) {
        out.key("when_full").number(*starts->when_full).end_object();
        return;
    }
    write_instant(out.key("at"), starts->at);
    out.key("min").number(starts->players_min).key("else");
    if (starts->extension_days) {
        out.begin_object().key("extend_days").number(*starts->extension_days).end_object();
    } else {
        out.word("cancel");
    }
    out.end_object();
}

void write_entry(JsonWriter& out, const EntryBounds& entry) {
    write_rating_bounds(out.begin_object().key("rating"), entry);
    out.key("reliability_min").number(entry.reliability_min);
    out.key("games_min").number(entry.games_min);
    out.key("account_days_min").number(entry.account_days_min);
    out.key("players_max").number(entry.players_max);
    out.key("bots").boolean(entry.admits_bots).key("late").boolean(entry.is_late).end_object();
}

void write_rules(JsonWriter& out, const GameRules& rules) {
    out.begin_object().key("undo").boolean(rules.undo).key("pause").boolean(rules.pause);
    out.key("vacation").boolean(rules.vacation);
    out.key("round_limit_days").number_or_null(rules.round_limit_days).end_object();
}

void write_ties(JsonWriter& out, const std::vector<TieRule>& ties) {
    out.begin_array();
    for (const TieRule tie : ties) out.word(tie_name(tie));
    out.end_array();
}

void write_settings(JsonWriter& out, const TournamentSettings& settings) {
    out.begin_object().key("name").text(settings.name).key("about").text(settings.about);
    out.key("format").word(format_name(settings.format)).key("setup").text(settings.setup);
    write_terms(out, settings.terms);
    out.key("rounds").number(settings.rounds).key("parallel").number(settings.parallel);
    out.key("break_minutes").number(settings.break_minutes);
    write_starts(out.key("starts"), settings.starts);
    write_entry(out.key("entry"), settings.entry);
    write_ties(out.key("ties"), settings.ties);
    out.key("apart").begin_array();
    for (const auto& group : settings.apart) {
        out.begin_array();
        for (const AccountId account : group) out.id(account);
        out.end_array();
    }
    out.end_array();
    write_rules(out.key("terms"), settings.rules);
    out.key("visibility").word(settings.is_listed ? "public" : "unlisted").end_object();
}

TournamentSettings read_stored_settings(const JsonReader& in) {
    TournamentSettings settings = read_settings(in);
    if (in.is_sound()) {
        settings.apart = read_apart<AccountId>(
            in.field(apart_key), [](const JsonReader& player) { return player.id<AccountId>(); });
    }
    return settings;
}

// --- acts ---

Result<WithdrawRequest> decode_withdraw(std::string_view body) {
    return decode_optional_request<WithdrawRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"games"});
        const auto parse_games = [](std::string_view word) -> std::optional<bool> {
            if (word == "finish") return false;
            if (word == "leave") return true;
            return std::nullopt;
        };
        WithdrawRequest request;
        if (in.has("games")) {
            request.leaves_games = in.field("games").word(parse_games, R"("finish" or "leave")");
        }
        return request;
    });
}

Result<RestRequest> decode_rest(std::string_view body) {
    return decode_request<RestRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"round"});
        RestRequest request;
        if (const auto round = in.nullable_field("round")) {
            request.round = read_count(*round, 1, tournament_rounds_max);
        }
        return request;
    });
}

Result<CancelRequest> decode_cancel_tournament(std::string_view body) {
    return decode_optional_request<CancelRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"reason"});
        CancelRequest request;
        if (in.has("reason")) request.reason = read_reason_of_organiser(in.field("reason"));
        return request;
    });
}

Result<ForfeitRequest> decode_forfeit(std::string_view body) {
    return decode_request<ForfeitRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"player", "reason"});
        ForfeitRequest request;
        if (in.has("player"))
            request.player = std::string(in.field("player").text(1, word_bytes_max));
        request.reason = read_reason_of_organiser(in.field("reason"));
        return request;
    });
}

Result<TournamentVerdict> decode_tournament_verdict(std::string_view body) {
    return decode_request<TournamentVerdict>(body, [](const JsonReader& in) {
        in.expect_keys({"winner", "reason"});
        TournamentVerdict verdict;
        if (const auto winner = in.nullable_field("winner")) {
            verdict.winner = std::string(winner->text(1, word_bytes_max));
        }
        verdict.reason = read_reason_of_organiser(in.field("reason"));
        return verdict;
    });
}

Result<AnnulRequest> decode_annul(std::string_view body) {
    return decode_request<AnnulRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"replay", "reason"});
        AnnulRequest request;
        if (in.has("replay")) request.replays = in.field("replay").boolean();
        request.reason = read_reason_of_organiser(in.field("reason"));
        return request;
    });
}

}  // namespace tanbo::protocol
