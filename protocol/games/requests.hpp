#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/handles.hpp"

// Requests of clients, decoded strictly: a wrong type, a missing field or an unknown key is refused
// as invalid_field with its JSON pointer; size, depth and value counts are capped.
namespace tanbo::protocol {

inline constexpr std::size_t request_bytes_max = 65536;
inline constexpr int request_depth_max = 8;
inline constexpr int request_values_max = 512;
inline constexpr int request_members_max = 32;    // of one object
inline constexpr int document_values_max = 8192;  // of a position or a plan

inline constexpr std::size_t password_bytes_min = 8;
inline constexpr std::size_t password_bytes_max = 256;
inline constexpr std::size_t token_scopes_max = 16;
inline constexpr std::size_t label_bytes_max = 64;
inline constexpr std::size_t point_text_bytes_max = 64;
inline constexpr std::int64_t token_life_s_max = 315'360'000;  // ten years

struct CreateAccount {
    std::string handle;
    std::string password;
    std::string address;  // for mail; empty: none
};

struct CreateGuest {};

struct CreateToken {
    std::string handle;
    std::string password;
    std::string label;
    std::optional<std::int64_t> expires_in_s;
    std::vector<std::string> scopes;  // as they were sent; empty: the usual ones
};

struct SeatRequest {
    enum class Kind : std::uint8_t { me, open, handle };
    Kind kind = Kind::open;
    std::string handle;
};

// Its JSON pointer in the body of a new game or challenge: "/seats/1".
std::string seat_pointer(std::size_t seat);

// Either a setup's id, or a custom board with its stones (setup empty).
struct CreateGame {
    std::string setup;
    std::shared_ptr<const engine::Opening> opening;
    // One per seat; the default is the creator first and the others open. No player is named twice.
    std::vector<SeatRequest> seats;
    engine::Visibility visibility = engine::Visibility::everyone;
    engine::Terms terms;  // that fit the seats; rated with a setup only
};

// `seq` in every command but a move: up to where the player had seen the game. The same command for
// the same seq is a repeat; without it, it is a new one.
struct JoinGame {
    std::optional<engine::Seat> seat;
    std::optional<std::uint32_t> seq = {};
};

// A command of which there is nothing more to say: start, leave, swap, resume, accept, decline.
struct Act {
    std::optional<std::uint32_t> seq;
};

struct PlayMove {
    std::string point;  // as sent; the game's lattice decides what it means
    std::uint32_t ply = 0;
    std::optional<std::uint32_t> seq = {};  // up to where the player had seen the game
};

struct PreviewMove {
    std::string point;
};

struct Empty {};

// Errors of all: malformed_json; invalid_field with its pointer.
Result<CreateAccount> decode_create_account(std::string_view body);
Result<CreateGuest> decode_create_guest(std::string_view body);  // an empty body is {}
Result<CreateToken> decode_create_token(std::string_view body);
// Errors besides: no_such_setup; invalid_opening with the pointer of the stone to blame.
Result<CreateGame> decode_create_game(std::string_view body);
Result<JoinGame> decode_join_game(std::string_view body);  // an empty body is {}
Result<Act> decode_act(std::string_view body);             // an empty body is {}
Result<PlayMove> decode_play_move(std::string_view body);
Result<PreviewMove> decode_preview_move(std::string_view body);
Result<Empty> decode_empty(std::string_view body);  // {} or nothing

}  // namespace tanbo::protocol
