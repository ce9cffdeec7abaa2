#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"

// Requests of players and organisers to a tournament.
namespace tanbo::protocol {

inline constexpr std::size_t organiser_reason_bytes_max = 500;

struct WithdrawRequest {
    bool leaves_games = false;
};
// In a Swiss tournament or pods, `round` is the round to miss; nothing: none. In an arena, `pauses`
// says whether the player pauses.
struct RestRequest {
    std::optional<int> round = {};
    std::optional<bool> pauses = {};
};
struct CancelRequest {
    std::optional<std::string> reason;
};
struct ForfeitRequest {
    std::optional<std::string> player;  // nothing: both
    std::string reason;
};
struct TournamentVerdict {
    std::optional<std::string> winner;  // nothing: half a point each
    std::string reason;
};
struct AnnulRequest {
    bool replays = true;
    std::string reason;
};

// Errors of all: malformed_json; invalid_field with its pointer. An empty body is {} where no field
// is required.
Result<WithdrawRequest> decode_withdraw(std::string_view body);
Result<RestRequest> decode_rest(std::string_view body);
Result<CancelRequest> decode_cancel_tournament(std::string_view body);
Result<ForfeitRequest> decode_forfeit(std::string_view body);
Result<TournamentVerdict> decode_tournament_verdict(std::string_view body);
Result<AnnulRequest> decode_annul(std::string_view body);

}  // namespace tanbo::protocol
