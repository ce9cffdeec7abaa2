#include "protocol/tournaments/settings_json.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, 24> setting_keys = {
    "name",   "about",    "format",        "setup",  "clock",  "rated",   "swap",  "assistance",
    "rounds", "parallel", "break_minutes", "starts", "entry",  "ties",    "terms", "visibility",
    "series", "ladder",   "league",        "arena",  "groups", "mcmahon", "quiet", "club"};
constexpr std::string_view apart_key = "apart";
constexpr std::string_view clubs_apart_key = "clubs_apart";  // in the log
constexpr std::array<std::string_view, 5> league_keys = {"size", "promote", "season_days", "begins",
                                                         "seasons"};

constexpr std::array<std::string_view, 4> group_keys = {"count", "size", "advance", "final"};

constexpr std::int64_t rating_max = 4000;
constexpr std::int64_t games_max = 1000;
constexpr std::int64_t account_days_max = 3650;
constexpr std::int64_t round_limit_max = 365;
constexpr std::int64_t extension_days_max = 90;
constexpr std::int64_t again_days_max = 365;
constexpr std::int64_t answer_days_max = 30;
constexpr std::int64_t vacation_days_max = 366;

std::optional<TieRule> parse_tie(std::string_view word) {
    return value_of<TieRule>(tie_words, word);
}

enum class SeasonBegin : std::uint8_t { organiser, automatic };

std::optional<bool> parse_listing(std::string_view word) {
    if (word == "public") return true;
    if (word == "unlisted") return false;
    return std::nullopt;
}

}  // namespace

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

namespace {

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

Series read_series(const JsonReader& in) {
    in.expect_keys({"games", "tie"});
    const auto parse = [](std::string_view word) {
        return value_of<SeriesTie>(series_tie_words, word);
    };
    Series series;
    series.games = read_count(in.field("games"), 1, series_games_max);
    series.tie = in.field("tie").word(parse, choice_of(series_tie_words));
    return series;
}

LadderRules read_ladder(const JsonReader& in) {
    in.expect_keys({"reach", "slots", "again_days", "answer_days", "vacation_days"});
    LadderRules rules;
    const auto count = [&in](std::string_view key, std::int64_t least, std::int64_t most,
                             int& value) {
        if (in.has(key)) value = read_count(in.field(key), least, most);
    };
    count("reach", 1, ladder_reach_max, rules.reach);
    count("slots", 1, ladder_slots_max, rules.slots);
    count("again_days", 0, again_days_max, rules.again_days);
    count("answer_days", 1, answer_days_max, rules.answer_days);
    count("vacation_days", 0, vacation_days_max, rules.vacation_days);
    return rules;
}

LeagueRules read_league(const JsonReader& in) {
    in.expect_keys({}, league_keys);
    const auto parse = [](std::string_view word) {
        return value_of<SeasonBegin>(season_begin_words, word);
    };
    LeagueRules rules;
    if (in.has("size")) {
        rules.size = read_count(in.field("size"), division_size_min, division_size_max);
    }
    rules.promote = std::min(rules.promote, rules.size / 2);
    if (in.has("promote")) {
        rules.promote = read_count(in.field("promote"), 0, division_size_max / 2);
    }
    if (const auto days = in.optional_field("season_days")) {
        rules.season_days = read_count(*days, 1, season_days_max);
    }
    if (in.has("begins")) {
        const auto begin = in.field("begins").word(parse, choice_of(season_begin_words));
        rules.begins_by_itself = begin == SeasonBegin::automatic;
    }
    if (const auto seasons = in.optional_field("seasons")) {
        rules.seasons = read_count(*seasons, 1, seasons_max);
    }
    return rules;
}

ArenaRules read_arena(const JsonReader& in) {
    in.expect_keys({"minutes"});
    ArenaRules rules;
    if (in.has("minutes")) {
        rules.minutes = read_count(in.field("minutes"), arena_minutes_min, arena_minutes_max);
    }
    return rules;
}

GroupRules read_groups(const JsonReader& in) {
    in.expect_keys({}, group_keys);
    const auto parse = [](std::string_view word) {
        return value_of<FinalStage>(final_stage_words, word);
    };
    GroupRules rules;
    if (in.has("count")) rules.count = read_count(in.field("count"), 1, groups_max);
    if (in.has("size")) {
        rules.size = read_count(in.field("size"), group_size_min, group_size_max);
    }
    if (rules.count.has_value() == rules.size.has_value() && in.is_sound()) {
        in.refuse("must have either count or size");
    }
    if (in.has("advance")) rules.advance = read_count(in.field("advance"), 1, group_advance_max);
    if (in.has("final")) {
        rules.last = in.field("final").word(parse, choice_of(final_stage_words));
    }
    return rules;
}

McMahonRules read_mcmahon(const JsonReader& in) {
    in.expect_keys({"bar", "floor", "step"});
    McMahonRules rules;
    rules.bar = read_count(in.field("bar"), 0, rating_max);
    rules.floor = read_count(in.field("floor"), 0, rating_max);
    rules.step = read_count(in.field("step"), 1, rating_max);
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

// Clubs, as a word, or the groups, each of its players as `read` reads one.
template <class Player, class Read>
std::vector<std::vector<Player>> read_apart(const JsonReader& in, bool& keeps_clubs_apart,
                                            Read read) {
    keeps_clubs_apart = in.is_text();
    if (keeps_clubs_apart) {
        if (in.text(1, word_bytes_max) != clubs_word) in.refuse(R"(must be "clubs" or groups)");
        return {};
    }
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
    if (in.has("series")) settings.series = read_series(in.field("series"));
    if (in.has("ladder")) settings.ladder = read_ladder(in.field("ladder"));
    if (in.has("league")) settings.league = read_league(in.field("league"));
    if (in.has("arena")) settings.arena = read_arena(in.field("arena"));
    if (const auto mcmahon = in.optional_field("mcmahon"))
        settings.mcmahon = read_mcmahon(*mcmahon);
    if (in.has("quiet")) settings.is_quiet = in.field("quiet").boolean();
    if (const auto club = in.optional_field("club")) settings.club = club->id<ClubId>();
    if (const auto groups = in.optional_field("groups")) settings.groups = read_groups(*groups);
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
        request.apart = read_apart<std::string>(
            in.field(apart_key), request.settings.keeps_clubs_apart,
            [](const JsonReader& player) { return std::string(player.text(1, word_bytes_max)); });
        request.given.emplace_back(apart_key);
    }
    for (const std::string_view key : setting_keys) {
        if (in.has(key)) request.given.emplace_back(key);
    }
    if (!in.has("league")) return request;
    for (const std::string_view key : league_keys) {
        if (in.field("league").has(key)) request.league_given.emplace_back(key);
    }
    return request;
}

void write_rating_bounds(JsonWriter& out, const EntryBounds& entry) {
    out.begin_object().key("min").number_or_null(entry.rating_min);
    out.key("max").number_or_null(entry.rating_max).end_object();
}

}  // namespace

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
    if (!request->gives("series")) settings.series = usual_series(settings);
    const bool is_ladder = settings.format == TournamentFormat::ladder;
    if (is_ladder && !settings.ladder) settings.ladder.emplace();
    const bool is_league = settings.format == TournamentFormat::league;
    if (is_league && !settings.league) settings.league.emplace();
    const bool is_arena = settings.format == TournamentFormat::arena;
    if (is_arena && !settings.arena) settings.arena.emplace();
    if (!request->gives("parallel")) settings.parallel = usual_parallel(settings.format);
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

void write_series(JsonWriter& out, const Series& series) {
    out.begin_object().key("games").number(series.games);
    out.key("tie").word(series_tie_words.at(static_cast<std::size_t>(series.tie))).end_object();
}

void write_ladder(JsonWriter& out, const LadderRules& ladder) {
    out.begin_object().key("reach").number(ladder.reach).key("slots").number(ladder.slots);
    out.key("again_days").number(ladder.again_days);
    out.key("answer_days").number(ladder.answer_days);
    out.key("vacation_days").number(ladder.vacation_days).end_object();
}

void write_league(JsonWriter& out, const LeagueRules& league) {
    const std::size_t begin = league.begins_by_itself ? 1 : 0;
    out.begin_object().key("size").number(league.size).key("promote").number(league.promote);
    out.key("season_days").number_or_null(league.season_days);
    out.key("begins").word(season_begin_words.at(begin));
    out.key("seasons").number_or_null(league.seasons).end_object();
}

void write_arena(JsonWriter& out, const ArenaRules& arena) {
    out.begin_object().key("minutes").number(arena.minutes).end_object();
}

void write_mcmahon(JsonWriter& out, const McMahonRules& mcmahon) {
    out.begin_object().key("bar").number(mcmahon.bar).key("floor").number(mcmahon.floor);
    out.key("step").number(mcmahon.step).end_object();
}

void write_groups(JsonWriter& out, const GroupRules& groups) {
    out.begin_object();
    if (groups.count) out.key("count").number(*groups.count);
    if (groups.size) out.key("size").number(*groups.size);
    out.key("advance").number(groups.advance);
    out.key("final").word(final_stage_words.at(static_cast<std::size_t>(groups.last)));
    out.end_object();
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
    if (settings.rounds > 0) out.key("rounds").number(settings.rounds);
    if (settings.series != Series{}) write_series(out.key("series"), settings.series);
    if (settings.ladder) write_ladder(out.key("ladder"), *settings.ladder);
    if (settings.league) write_league(out.key("league"), *settings.league);
    if (settings.arena) write_arena(out.key("arena"), *settings.arena);
    if (settings.groups) write_groups(out.key("groups"), *settings.groups);
    if (settings.mcmahon) write_mcmahon(out.key("mcmahon"), *settings.mcmahon);
    if (settings.is_quiet) out.key("quiet").boolean(true);
    if (settings.club) out.key("club").id(*settings.club);
    out.key("parallel").number(settings.parallel);
    out.key("break_minutes").number(settings.break_minutes);
    write_starts(out.key("starts"), settings.starts);
    write_entry(out.key("entry"), settings.entry);
    write_ties(out.key("ties"), settings.ties);
    // Older nodes know groups alone.
    write_apart(out.key(apart_key), false, settings.apart,
                [&out](AccountId account) { out.id(account); });
    if (settings.keeps_clubs_apart) out.key(clubs_apart_key).boolean(true);
    write_rules(out.key("terms"), settings.rules);
    out.key("visibility").word(settings.is_listed ? "public" : "unlisted").end_object();
}

TournamentSettings read_stored_settings(const JsonReader& in) {
    TournamentSettings settings = read_settings(in);
    if (in.is_sound()) {
        settings.apart =
            read_apart<AccountId>(in.field(apart_key), settings.keeps_clubs_apart,
                                  [](const JsonReader& player) { return player.id<AccountId>(); });
        settings.keeps_clubs_apart = in.has(clubs_apart_key);
    }
    return settings;
}

}  // namespace tanbo::protocol
