#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "server/base/log.hpp"

namespace tanbo::account {

// A line of the log, at info, about access to an account: "sign-in-failed", "token-issued",
// "password-reset-asked" and the like, with the account's number, the client's address and why.
// Without an account, the handle that was typed is not written, since it may be a password. Thread:
// any.
void log_access(base::log::Event event, std::string_view message,
                std::optional<protocol::AccountId> account, std::string_view client,
                std::string_view reason);

}  // namespace tanbo::account
