#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/error.hpp"

// What clients send, decoded strictly: a wrong type, a missing field or an unknown key is refused
// as invalid_field with its JSON pointer; size, depth and value counts are capped.
namespace tanbo::protocol {

inline constexpr std::size_t request_bytes_max = 65536;
inline constexpr int request_depth_max = 8;
inline constexpr int request_values_max = 8192;

inline constexpr std::size_t handle_chars_min = 2;
inline constexpr std::size_t handle_chars_max = 24;
inline constexpr std::size_t password_bytes_min = 8;
inline constexpr std::size_t password_bytes_max = 256;
inline constexpr std::size_t label_bytes_max = 64;

// A letter, then letters, digits, "-" or "_"; unique without regard to case. Reserved: "me",
// "open", "guest-...".
bool is_valid_handle(std::string_view handle);

struct CreateAccount {
    std::string handle;
    std::string password;
};

struct CreateGuest {};

struct CreateToken {
    std::string handle;
    std::string password;
    std::string label;
    std::optional<std::int64_t> expires_in_s;
};

struct SeatRequest {
    enum class Kind : std::uint8_t { me, open, handle };
    Kind kind = Kind::open;
    std::string handle;
};

// Either a setup's id, or a custom board with its stones (setup empty).
struct CreateGame {
    std::string setup;
    std::shared_ptr<const engine::Opening> opening;
    std::vector<SeatRequest>
        seats;  // one per seat; the default is the creator first and the others open
    engine::Visibility visibility = engine::Visibility::everyone;
};

struct JoinGame {
    std::optional<engine::Seat> seat;
};

struct PlayMove {
    std::string point;  // as sent; the game's lattice decides what it means
    std::uint32_t ply = 0;
};

struct PreviewMove {
    std::string point;
};

struct Empty {};

// Each reads the whole body. Errors: malformed_json, invalid_field with the pointer of the culprit.
Result<CreateAccount> decode_create_account(std::string_view body);
Result<CreateGuest> decode_create_guest(std::string_view body);  // an empty body is {}
Result<CreateToken> decode_create_token(std::string_view body);
Result<CreateGame> decode_create_game(std::string_view body);
Result<JoinGame> decode_join_game(std::string_view body);  // an empty body is {}
Result<PlayMove> decode_play_move(std::string_view body);
Result<PreviewMove> decode_preview_move(std::string_view body);
Result<Empty> decode_empty(std::string_view body);  // {} or nothing: leave, start

}  // namespace tanbo::protocol
