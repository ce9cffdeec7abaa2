#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/seat.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/settings.hpp"

// Tournaments as players see them, as JSON text. Points are in units of the format here; there they
// are whole or halves with two players at a table, and units with more.
namespace tanbo::protocol {

// The line of a tournament in lists, without its id and creator: what its row keeps.
struct TournamentLine {
    TournamentSettings settings;
    TournamentState state = TournamentState::open;
    int players = 0;
    int round = 0;
    std::optional<int> rounds = {};
    std::optional<engine::Instant> starts_at = {};
    engine::Instant created_at;
    std::optional<engine::Instant> started_at = {};
    std::optional<engine::Instant> ended_at = {};
};
std::string encode_line(const TournamentLine& line);

struct TournamentPlayerView {
    int number = 0;
    std::string handle;
    bool is_bot = false;
    std::optional<int> rating = {};
    std::string_view state;  // "entered", "playing", "paused", "withdrawn"
    engine::Instant entered_at;
    int first_round = 1;
    std::optional<int> half_bye = {};
    std::optional<WithdrawalCause> withdrawn = {};
    std::optional<int> initial_points = {};  // with McMahon points
};

struct NextGameView {
    GameId game{};
    int round = 0;
    int table = 0;
    engine::Seat seat = engine::Seat::black;
    std::vector<std::string> opponents;
    bool is_to_move = false;
};

struct TournamentYou {
    bool is_organiser = false;
    std::optional<TournamentPlayerView> player = {};
    std::string_view entry;                  // "possible", or the name of the refusal's code
    std::optional<int> initial_points = {};  // with McMahon points, as the rating is now
    std::vector<NextGameView> games = {};
};

// A row of a list: its id, its creator and the text of encode_line.
struct ListedLine {
    TournamentId id{};
    std::string creator;
    std::string line;
    std::optional<TournamentYou> you = {};
};
std::string encode_tournament_page(std::span<const ListedLine> tournaments,
                                   const std::optional<std::string>& next_cursor);

struct TournamentView {
    ListedLine line;
    std::int64_t seq = 0;
    TournamentSettings settings;
    std::vector<std::vector<std::string>> apart = {};
    std::vector<std::string> organisers = {};
    std::string commitment;
    std::optional<std::string> secret = {};
    std::optional<engine::Instant> next_round_at = {};
    std::optional<engine::Instant> ends_at = {};  // of an arena that has started
    std::optional<TournamentEnd> end = {};
    std::optional<std::string> reason = {};
};
std::string encode_tournament(const TournamentView& tournament);

// {"seq","players":[...]}
std::string encode_tournament_players(std::int64_t seq,
                                      std::span<const TournamentPlayerView> players);

struct RoundHeadView {
    int round = 0;
    std::string_view state;  // "waiting", "playing", "finished"
    std::optional<engine::Instant> started_at = {};
    std::optional<engine::Instant> ended_at = {};
    std::optional<engine::Instant> limit_at = {};
    int pairings = 0;
    int open = 0;
};
struct PairingSideView {
    std::string handle;
    int number = 0;
    engine::Seat seat = engine::Seat::black;
    int units_before = 0;
    std::optional<int> units = {};
    bool has_forfeited = false;
    std::optional<int> place = {};  // with more than two at a table
};
struct PairingGameView {
    GameId game{};
    std::string_view status;       // "active", "finished", "annulled"
    std::vector<int> halves = {};  // in a series, by player; none before its end
};
struct PairingView {
    int table = 0;
    std::vector<PairingSideView> players;
    std::vector<PairingGameView> games = {};
    std::optional<Decided> decided = {};
};
struct RestingView {
    std::string handle;
    Resting kind = Resting::bye;
    int units = 0;
};
struct RoundView {
    RoundHeadView head;
    int units_a_point = 2;
    std::vector<PairingView> tables = {};
    std::vector<RestingView> resting = {};
};
std::string encode_tournament_rounds(std::int64_t seq, std::span<const RoundHeadView> rounds);
std::string encode_tournament_round(std::int64_t seq, const RoundView& round);

// A match of a knockout: its players are known once the matches before are over.
struct BracketSideView {
    std::optional<int> number = {};
    std::string handle = {};
    std::optional<int> winner_of = {};  // the match that the player comes from
    std::optional<int> loser_of = {};
};
struct BracketMatchView {
    int match = 0;
    std::string_view part;  // "winners", "losers", "final", "second-final"
    int round = 0;          // of the part
    std::vector<BracketSideView> sides;
    std::optional<TableKey> at = {};  // once it is paired
    std::optional<int> winner = {};   // their number
    std::vector<int> halves = {};     // by side, of all games
    std::vector<GameId> games = {};
    bool is_needed = true;
};
struct BracketView {
    std::int64_t seq = 0;
    std::optional<int> champion = {};
    std::vector<BracketMatchView> matches = {};
};
// {"seq","champion","matches":[...]}
std::string encode_tournament_bracket(const BracketView& bracket);

// Hints for organisers. Players are handles.
struct FairnessView {
    struct Resignation {
        std::string player;
        GameId game{};
        TableKey at;
        int ply = 0;
    };
    struct Together {
        std::array<std::string, 2> players;
        int tables = 0;
        double won = 0;
        double expected = 0;
        double sigmas = 0;
    };
    std::int64_t seq = 0;
    std::vector<std::vector<std::string>> networks = {};
    std::vector<GameId> related_games = {};
    std::vector<Resignation> resignations = {};
    std::vector<Together> together = {};
};
// {"seq","networks":[{"players"}],"related_games":[...],"resignations":[...],"together":[...]}
std::string encode_tournament_fairness(const FairnessView& fairness);

struct ResultView {
    int round = 0;
    std::string_view kind;  // "game", "forfeit", "bye", "half-bye", "absent", "playing", "waiting",
                            // "removed"
    std::vector<int> opponents = {};  // their numbers
    std::optional<engine::Seat> seat = {};
    std::optional<int> units = {};
    std::optional<GameId> game = {};
    std::optional<int> place = {};  // with more than two at a table
};
// A figure of a tie-break: units of which so many are a point.
struct TieView {
    TieRule tie{};
    int units = 0;
    int units_a_point = 1;
};
struct StandingView {
    int place = 0;
    int number = 0;
    std::string handle;
    std::optional<int> rating = {};
    std::string_view state;
    int units = 0;
    std::vector<TieView> ties = {};
    std::vector<ResultView> rounds = {};
    std::optional<int> group = {};           // of a round robin in groups
    std::optional<int> initial_points = {};  // with McMahon points
};
struct TiePartView {
    int round = 0;
    std::optional<int> opponent = {};
    int units = 0;
    bool is_cut = false;
};
struct ExplainedTieView {
    TieView figure;
    std::vector<TiePartView> parts = {};
};
struct ExplanationView {
    std::string handle;
    int units = 0;
    std::vector<ExplainedTieView> ties = {};
    std::optional<int> initial_points = {};  // with McMahon points
};
struct StandingsView {
    std::int64_t seq = 0;
    int round = 0;
    bool is_final = false;
    int units_a_point = 2;
    std::vector<TieRule> ties = {};
    std::vector<StandingView> standings = {};
    std::optional<ExplanationView> explain = {};
};
std::string encode_tournament_standings(const StandingsView& standings);
// A line of names, then one per player.
std::string tournament_csv(const StandingsView& standings);

// {"tournament","players","rounds","standings","groups"}; `rounds` are texts of
// encode_tournament_round, and `groups` is one of encode_tournament_groups.
std::string encode_tournament_export(const TournamentView& tournament,
                                     std::span<const TournamentPlayerView> players,
                                     std::span<const std::string> rounds,
                                     const StandingsView& standings,
                                     const std::optional<std::string>& groups = {});

}  // namespace tanbo::protocol
