#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/terms.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// The settings of a tournament, as requests bring them and as its log keeps them.
namespace tanbo::protocol {

inline constexpr int tournament_players_max = 1024;
inline constexpr int tournament_rounds_max = 50;
inline constexpr int parallel_games_max = 50;
inline constexpr int series_games_max = 9;
inline constexpr int break_minutes_max = 7 * 24 * 60;
inline constexpr std::size_t tournament_name_bytes_max = 80;
inline constexpr std::size_t tournament_about_bytes_max = 2000;
inline constexpr std::size_t apart_groups_max = 64;
inline constexpr std::size_t apart_group_max = 64;
inline constexpr std::size_t entered_clubs_max = 50;
inline constexpr int start_extensions_max = 10;
inline constexpr int ladder_reach_max = 50;
inline constexpr int ladder_slots_max = 20;
// The challenges of one ladder: its log is folded as a whole.
inline constexpr int ladder_challenges_max = 5000;
inline constexpr int league_players_max = 128;
inline constexpr int division_size_min = 3;
inline constexpr int division_size_max = 16;
inline constexpr int season_days_max = 365;
inline constexpr int seasons_max = 50;
// A league begins no season once it has had so many pairings: its log is folded as a whole.
inline constexpr int league_tables_max = 10'000;
inline constexpr int arena_minutes_min = 5;
inline constexpr int arena_minutes_max = 360;
// An arena matches no one once it has had so many tables: its log is folded as a whole.
inline constexpr int arena_tables_max = 5000;
inline constexpr int groups_max = 64;
inline constexpr int group_size_min = 3;
inline constexpr int group_size_max = 16;
inline constexpr int group_advance_max = 8;
// The players of a final round robin after groups.
inline constexpr int final_robin_players_max = 16;

enum class TournamentFormat : std::uint8_t {
    round_robin,
    swiss,
    pods,
    knockout,
    double_elimination,
    ladder,
    league,
    arena
};
// "round-robin", "swiss", "pods", ...; the inverse yields nothing for any other word.
std::string_view format_name(TournamentFormat format);
std::optional<TournamentFormat> parse_format(std::string_view word);

enum class TournamentState : std::uint8_t { open, running, finished, cancelled };
std::string_view tournament_state_name(TournamentState state);
std::optional<TournamentState> parse_tournament_state(std::string_view word);

// A tie-break: it decides between equal points.
enum class TieRule : std::uint8_t {
    direct,
    buchholz_cut1,
    buchholz,
    sonneborn_berger,
    wins,
    draw_of_lots,
    firsts,
    seconds,
    opponents
};
std::string_view tie_name(TieRule tie);

// True if a round is paired once the previous one has ended; a season of a league is a round. All
// rounds of a round robin are paired at its start, and ladders and arenas have none.
bool is_paired_by_round(TournamentFormat format);
// True if players who lose are out: at the first loss, or at the second.
bool is_knockout(TournamentFormat format);
// True if rounds are paired by points: players can rest or enter late.
bool is_paired_by_points(TournamentFormat format);

// When it starts: at a time, or once so many have entered.
struct StartRule {
    std::optional<engine::Instant> at = {};
    int players_min = 2;                     // with `at`
    std::optional<int> extension_days = {};  // with `at`; nothing: fewer players cancel it
    std::optional<int> when_full = {};

    bool operator==(const StartRule&) const = default;
};

struct EntryBounds {
    std::optional<std::int64_t> rating_min = {};
    std::optional<std::int64_t> rating_max = {};
    int reliability_min = 0;  // percent
    int games_min = 0;
    int account_days_min = 0;
    int players_max = tournament_players_max;
    bool admits_bots = false;
    bool is_late = true;  // until half of the rounds that are paired one by one

    bool operator==(const EntryBounds&) const = default;
};

struct GameRules {
    bool undo = false;
    bool pause = false;
    bool vacation = true;
    std::optional<int> round_limit_days = {};

    bool operator==(const GameRules&) const = default;
};

enum class SeriesTie : std::uint8_t { swap_game, shared };

// The games at a table of two; colours alternate. With `swap_game` one more game, in which the
// second player may swap, decides a series that is level.
struct Series {
    int games = 1;
    SeriesTie tie = SeriesTie::shared;

    bool operator==(const Series&) const = default;
};

// The bounds of challenges on a ladder. One that is not answered in time is lost, and vacations
// extend that time, up to so many days a calendar year.
struct LadderRules {
    int reach = 3;       // places up
    int slots = 1;       // challenges of one player at once
    int again_days = 7;  // between two challenges to the same player
    int answer_days = 3;
    int vacation_days = 30;

    bool operator==(const LadderRules&) const = default;
};

// The divisions and seasons of a league.
struct LeagueRules {
    int size = 8;                         // players of a division
    int promote = 2;                      // up from each division; as many go down
    std::optional<int> season_days = {};  // nothing: a season lasts until its games are over
    bool begins_by_itself = true;         // else an organiser begins each season
    std::optional<int> seasons = {};      // nothing: until it is closed

    bool operator==(const LeagueRules&) const = default;
};

// The length of an arena, from its start on.
struct ArenaRules {
    int minutes = 60;

    bool operator==(const ArenaRules&) const = default;
};

// Points of a Swiss tournament that the rating gives before the first round: at `bar` or above the
// most, and one less for each `step` below it, down to none at `floor`.
struct McMahonRules {
    int bar = 0;
    int floor = 0;
    int step = 100;

    bool operator==(const McMahonRules&) const = default;
};
inline constexpr int mcmahon_points_max = 30;
// The points of a rating; of players without one none.
int mcmahon_points(const McMahonRules& rules, std::optional<int> rating);

enum class FinalStage : std::uint8_t { knockout, round_robin };

// The groups of a round robin, of which some players go on to a final stage. Their number is
// `count`, or as many as groups of `size` players need.
struct GroupRules {
    std::optional<int> count = {};  // either this
    std::optional<int> size = {};   // or this
    int advance = 2;                // players of each group
    FinalStage last = FinalStage::knockout;

    bool operator==(const GroupRules&) const = default;
};

struct TournamentSettings {
    std::string name;
    std::string about;
    TournamentFormat format = TournamentFormat::swiss;
    std::string setup;
    engine::Terms terms;  // clock, rated, swap, assistance
    // All; of a round robin or league 1, or 2 if each plays each other twice; else 0.
    int rounds = 0;
    Series series;
    int parallel = 2;
    int break_minutes = 0;
    std::optional<StartRule> starts;
    EntryBounds entry;
    std::vector<TieRule> ties;
    // Players who don't meet as long as that is avoidable: those of one club, or these groups.
    bool keeps_clubs_apart = true;
    std::vector<std::vector<AccountId>> apart;
    GameRules rules;
    std::optional<LadderRules> ladder = {};    // of this format only
    std::optional<LeagueRules> league = {};    // of this format only
    std::optional<ArenaRules> arena = {};      // of this format only
    std::optional<GroupRules> groups = {};     // of round robins only
    std::optional<McMahonRules> mcmahon = {};  // of Swiss only
    bool is_quiet = false;                     // players of a game can't chat until its end
    std::optional<ClubId> club = {};           // only its members can enter
    bool is_listed = true;

    bool operator==(const TournamentSettings&) const = default;
};

// The keys of the settings that a request named, with their values. Players are handles.
struct TournamentRequest {
    TournamentSettings settings;
    std::vector<std::string> given;
    std::vector<std::string> league_given;  // the keys of `league`
    std::vector<std::vector<std::string>> apart;
    std::vector<TieRule> ties;

    bool gives(std::string_view key) const;
};

// Settings of a new tournament: name, format and setup are there, and defaults are filled in.
//
// Errors: malformed_json; invalid_field with its pointer; no_such_setup.
Result<TournamentRequest> decode_create_tournament(std::string_view body);
// The settings to change: at least one. Errors: as above.
Result<TournamentRequest> decode_change_tournament(std::string_view body);

// Takes over what the request gives, but for `apart`, also of `league`. Another format brings its
// usual rounds, tie-breaks and series unless the request gives these; other seats at a table bring
// its series.
void apply(const TournamentRequest& request, TournamentSettings& settings);

// The first settings that don't fit together, with a pointer; nothing if all do.
std::optional<Error> settings_fault(const TournamentSettings& settings);

// The settings of a format unless a request says otherwise. Series depend on the setup, too.
std::vector<TieRule> usual_ties(TournamentFormat format);
int usual_rounds(TournamentFormat format);
Series usual_series(const TournamentSettings& settings);
int usual_parallel(TournamentFormat format);

// The number of players at a table: 2, or 4 at which three can play as well.
int seats_at_table(const TournamentSettings& settings);
// The units of which a point consists: 2, or 840 with more than two at a table.
int units_a_point(const TournamentSettings& settings);

// The number of players that it can have at most.
int players_max(const TournamentSettings& settings);
// The groups of so many players: two of them at the least in each, as far as there are so many.
int group_count(const GroupRules& groups, int players);

}  // namespace tanbo::protocol
