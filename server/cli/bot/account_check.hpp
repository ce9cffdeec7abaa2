#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

inline constexpr int status_unauthorized = 401;
inline constexpr std::string_view token_is_void = "the server no longer accepts its token";

// An attempt that has failed so may succeed later: the server could not be asked, or was too busy.
bool is_passing(const Answer& answer);

// The fault of a token to play by, from its answer to GET /me, in a sentence: it is void, or a
// person's. Nothing if it is a bot's. Requires: the answer is not passing.
std::optional<std::string> why_no_bot(const Answer& me);

// Asks the server, again and again until it answers, whether an engine may play by the client's
// token. Why not, in a sentence; nothing if it may.
std::optional<std::string> check_account(const HttpClient& client);

}  // namespace tanbo::cli
