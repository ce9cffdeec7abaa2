#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "protocol/games/requests.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::account {

struct Service;

inline constexpr std::chrono::hours sign_up_link_life{72};

// An account that was asked for by mail.
struct SignUp {
    protocol::SignUpId id{};
    std::string handle;
    std::string address;
    base::Instant expires_at;
};

// Accounts that are asked for by mail. A mail makes none: who reads the address that it names is
// mailed a link, and what they do on the page that it leads to makes the account.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class SignUps {
public:
    explicit SignUps(Service& service) : service_(service) {}

    // Notes what was asked for; the same address again means the same sign-up. What is refused
    // only who reads the address may be told. Errors: invalid_field (no handle to choose);
    // handle_taken; forbidden (the address is an account's);
    // limit_reached.
    base::Awaitable<protocol::Result<SignUp>> ask(std::string handle, std::string address);

    // Errors: bad_link (made, expired or never asked for).
    base::Awaitable<protocol::Result<SignUp>> find(protocol::SignUpId id);

    // Makes the account, a member with this password and a verified address. Once.
    // Errors: bad_link; handle_taken and common_password, after which it can be tried again;
    // rate_limited.
    // Requires: handle and password are allowed.
    base::Awaitable<protocol::Result<void>> finish(protocol::SignUpId id, std::string handle,
                                                   std::string password, std::string network);

private:
    Service& service_;
};

}  // namespace tanbo::account
