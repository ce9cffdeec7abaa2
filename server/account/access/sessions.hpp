#pragma once

#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/account/access/identity.hpp"
#include "server/account/access/throttle.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::account {

struct Service;

// The places at which an account is signed in: bearer tokens and browsers' sessions.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class Sessions {
public:
    explicit Sessions(Service& service) : service_(service) {}

    // Newest first; at most tokens_of_account_max.
    base::Awaitable<protocol::Result<std::vector<protocol::SessionView>>> list(Identity identity);
    // When it returns, no I/O thread accepts it any longer. Errors: no_such_session.
    base::Awaitable<protocol::Result<void>> revoke(protocol::AccountId account, std::string id);
    // Ends all access but the one that asks and what the request keeps (end_access), and tells
    // every verified address. Errors: wrong_kind (no password), password_required, bad_credentials,
    // common_password, rate_limited.
    base::Awaitable<protocol::Result<void>> change_password(Identity identity,
                                                            protocol::ChangePassword request,
                                                            SignInSource source);

private:
    Service& service_;
};

// The name of a token in paths: it names it and does not open anything.
std::string session_id(const base::Digest& token_hash);

// In the order of the enumerators.
std::vector<std::string_view> scope_names(Scopes scopes);

}  // namespace tanbo::account
