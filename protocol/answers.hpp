#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/error.hpp"

// What the server answers, as JSON text.
namespace tanbo::protocol {

// {"id","setup","board","status","visibility","creator","seats":[{"seat","handle","state"}],"seq","ply","to_move","winner","places",
//  "reason","stones":{seat:[points]},"roots":{seat:count},"last_point","created_at","updated_at",
//  and for a custom board "opening"}
std::string encode_game(std::int64_t id, const engine::Match& match);

// One line of a list: what encode_game says less the stones. Comes from the summary columns, not
// from the log.
struct GameSummary {
    std::int64_t id = 0;
    std::string setup;  // empty: custom
    engine::Status status = engine::Status::open;
    engine::Visibility visibility = engine::Visibility::everyone;
    struct Holder {
        engine::Seat seat;
        std::optional<std::string> handle;
        engine::SeatState state;
    };
    std::vector<Holder> seats;
    std::uint32_t seq = 0;
    std::uint32_t ply = 0;
    std::optional<engine::Seat> to_move;
    std::optional<engine::Seat> winner;
    engine::Instant created_at;
    engine::Instant updated_at;
};
std::string encode_game_page(std::span<const GameSummary> games,
                             const std::optional<std::string>& next_cursor);

struct AccountView {
    std::string handle;
    bool is_guest = false;
    engine::Instant created_at;
};
std::string encode_account(const AccountView& account);
std::string encode_token(std::string_view handle, std::string_view token,
                         std::optional<engine::Instant> expires_at);

// All setups, or one, as GET /setups and GET /setups/{id} answer.
std::string encode_setups();
std::string encode_setup(const engine::Setup& setup);

// {"ply","to_move","legal_moves":{"black":[...]}}: for every seat that is in; "points" for the seat
// to move.
std::string encode_legal_moves(const engine::Match& match);

// What the move would do: the data of a move event.
std::string encode_preview(const engine::StonePlaced& placed, const engine::Lattice& lattice);

}  // namespace tanbo::protocol
