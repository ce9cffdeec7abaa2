#pragma once

#include <string_view>

#include "protocol/json/error.hpp"
#include "server/account/access/scope.hpp"

namespace tanbo::account {

// The same error for an unknown handle and for a wrong password.
protocol::Error bad_credentials();

// A token opens nothing, or nothing any longer.
protocol::Error bad_token();

// Of a token.
protocol::Error insufficient_scope(Scope missing);

// The refusal of a handle that an account has or had, or that looks like one.
protocol::Error handle_taken(std::string_view handle);

// Of a link that works once.
protocol::Error bad_link();

// The site takes none (store/tables/accounts/site_settings.hpp).
protocol::Error no_new_members();
protocol::Error no_new_guests();

}  // namespace tanbo::account
