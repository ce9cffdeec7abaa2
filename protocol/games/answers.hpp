#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// The server's answers, as JSON text. If nothing else is said a field that has no value is
// null, seats are named in turn order and points in board order.
namespace tanbo::protocol {

// --- games ---

// {"id","setup","board","status","visibility","creator","seats":[{"seat","handle","state"}],"seq",
//  "ply","to_move","winner","places","reason","stones":{seat:[points]},"roots":{seat:count},
//  "last_point","turns":"B3 H3 leave:white" (what stands after undoing, leavings included),
//  <terms: "clock" and game_options.hpp>,
//  "clock_state":{"running","paused","deadline","remaining_ms":{seat:ms},
//  "off":[{"from","until","why"}]} (null if no clock goes),
//  "proposals":[{"id","kind","by","target","to_ply","accepted":[seats]}],
//  "offers":[{"seat","until"}],"created_at","updated_at"}. `to_move` is null unless the game is
// active; remaining_ms is as of updated_at, and off tells what does not count from there up to the
// deadline, its first off_spans_max stretches.
inline constexpr std::size_t off_spans_max = 64;
std::string encode_game(GameId id, const engine::Match& match);
// Such a game with one more member at the end, "your_seat": a seat, or null.
std::string with_your_seat(std::string_view game_json, std::optional<engine::Seat> seat);

// One line of a list: what encode_game says less the board, the stones, the places and what the
// clock shows or is put to the players. Comes from
// the summary columns, not from the log.
struct GameSummary {
    struct Holder {
        engine::Seat seat = engine::Seat::black;
        std::optional<std::string> handle;
        engine::SeatState state = engine::SeatState::open;
    };

    GameId id{};
    std::string setup;  // empty: custom
    engine::Status status = engine::Status::open;
    engine::Visibility visibility = engine::Visibility::everyone;
    std::string creator;
    std::vector<Holder> seats;
    std::uint32_t seq = 0;
    std::uint32_t ply = 0;
    std::optional<engine::Seat> to_move;
    std::optional<engine::Seat> winner;
    std::optional<engine::EndReason> reason;
    engine::Terms terms;
    engine::Instant created_at;
    engine::Instant updated_at;
    std::string position;  // encode_position's, or "null"; empty: it was not asked for
};

// The member "position" of a summary, last: {"seq","board","stones","last_point"}, where stones has
// a character for each point (position_text). It may be of a later seq than the summary.
std::string encode_position(const engine::Match& match);

// The summary columns of a match.
GameSummary summarize(GameId id, const engine::Match& match);

// As in a list, alone: what notices carry.
std::string encode_game_summary(const GameSummary& game);

// {"games":[summaries],"next":cursor}
std::string encode_game_page(std::span<const GameSummary> games,
                             const std::optional<std::string>& next_cursor);

// {"game","ply","to_move","points":[...] of the seat to move,"seats":{"black":[...],...} of every
// seat that is in}
std::string encode_legal_moves(GameId game, const engine::Match& match);

// {"game","seq","ply","roots":[{"seed","seat","stones":[points],"space":[points]}]}, in the board
// order of their seeds; the space is where a legal move would extend the root.
std::string encode_roots(GameId game, const engine::Match& match);

// The effect of the move: the data of a move event.
std::string encode_preview(const engine::StonePlaced& placed, const engine::Lattice& lattice);

// {"game","ply","seq" (if given),"board","to_move","stones","roots","last_point","removed":[...]
//  by the turn that led here}
std::string encode_board(GameId game, const engine::Snapshot& snapshot,
                         std::optional<std::uint32_t> seq = {});

// --- setups ---

// {"setups":[...]}
std::string encode_setups();

// {"id","title","description","board","seats":["black",...],"stones","points","seats_to_start"}
std::string encode_setup(const engine::Setup& setup);

}  // namespace tanbo::protocol
