#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/account_answers.hpp"
#include "protocol/account_requests.hpp"
#include "protocol/error.hpp"
#include "server/account/identity.hpp"
#include "server/base/async.hpp"

namespace tanbo::account {

struct Office;

inline constexpr std::chrono::hours verify_link_life{72};
inline constexpr std::chrono::hours reset_link_life{1};

// Addresses for mail, and what links in mails do. Whether somebody else has an address nobody is
// told but its owner, by mail.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class Addresses {
public:
    explicit Addresses(Office& office) : office_(office) {}

    base::Awaitable<protocol::Result<std::vector<protocol::AddressView>>> list(
        std::int64_t account);
    // And mails a link there. An address that he has already and has not verified, or that is
    // stopped, gets another link. Errors: wrong_kind (guests and bots), limit_reached,
    // rate_limited.
    base::Awaitable<protocol::Result<protocol::AddressView>> add(Identity identity,
                                                                 protocol::AddAddress request);
    // Errors: no_such_address, also where it is not verified.
    base::Awaitable<protocol::Result<void>> make_primary(std::int64_t account, std::int64_t id);
    // Mails go there again, although too many came back: until as many do. Errors:
    // no_such_address.
    base::Awaitable<protocol::Result<void>> resume(std::int64_t account, std::int64_t id);
    // Another verified address becomes the primary one. Errors: no_such_address.
    base::Awaitable<protocol::Result<void>> remove(std::int64_t account, std::int64_t id);

    // Has a link mailed to the account's primary address, if there is such an account and the
    // address has been verified for reset_address_age. Always yields the same: the work is done
    // when the answer has been given. Errors: rate_limited, whoever is asked for.
    base::Awaitable<protocol::Result<void>> request_reset(protocol::RequestReset request,
                                                          std::string network);

    // The one who follows the link of a mail reads mail there. Once. Errors: bad_link,
    // rate_limited.
    base::Awaitable<protocol::Result<void>> verify(std::string link, std::string network);
    // Sets the password and revokes all tokens and sessions. Once. Errors: bad_link, rate_limited.
    base::Awaitable<protocol::Result<void>> reset(std::string link, std::string password,
                                                  std::string network);

private:
    static base::Awaitable<void> send_reset(Office& office, protocol::RequestReset request);

    Office& office_;
};

}  // namespace tanbo::account
