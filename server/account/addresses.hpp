#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/account/access/identity.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::account {

struct Service;

inline constexpr std::chrono::hours verify_link_life{72};
inline constexpr std::chrono::hours reset_link_life{1};
// No reset goes to an address that was verified more recently.
inline constexpr std::chrono::days reset_address_age{7};

// Addresses for mail, and the effects of links in mails. A change of control over the account needs
// the password (errors: password_required, bad_credentials, rate_limited). Every address that was
// verified before is told, with a link that takes it back. If an address belongs to another
// account, only its owner learns of it, by mail.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class Addresses {
public:
    explicit Addresses(Service& service) : service_(service) {}

    base::Awaitable<protocol::Result<std::vector<protocol::AddressView>>> list(
        protocol::AccountId account);
    // And mails a link there. An address that they have already and have not verified, or that is
    // stopped, gets another link. Errors: wrong_kind (guests and bots), limit_reached,
    // rate_limited.
    base::Awaitable<protocol::Result<protocol::AddressView>> add(Identity identity,
                                                                 protocol::AddAddress request,
                                                                 std::string network);
    // Another address becomes the primary one. Errors: no_such_address, address_not_verified.
    base::Awaitable<protocol::Result<void>> make_primary(Identity identity, protocol::AddressId id,
                                                         std::string password, std::string network);
    // Mails go there again, although too many came back: until as many do. Errors:
    // no_such_address.
    base::Awaitable<protocol::Result<void>> resume(protocol::AccountId account,
                                                   protocol::AddressId id);
    // Another verified address becomes the primary one. Errors: no_such_address.
    base::Awaitable<protocol::Result<void>> remove(Identity identity, protocol::AddressId id,
                                                   std::string password, std::string network);

    // Has a link mailed to the account's primary address, if there is such an account and the
    // address has been verified for reset_address_age. Always yields the same: the work is done
    // when the answer has been given. Errors: rate_limited, for any request.
    base::Awaitable<protocol::Result<void>> request_reset(protocol::RequestReset request,
                                                          std::string network);

    // The one who follows the link of a mail reads mail there. Once. Errors: bad_link,
    // rate_limited.
    base::Awaitable<protocol::Result<void>> verify(std::string link, std::string network);
    // Addresses and password are again what they were before the change that the link was mailed
    // for, and what was changed after it is undone, too; all access ends (end_access). Once.
    // Errors: bad_link, rate_limited.
    base::Awaitable<protocol::Result<void>> take_back(std::string link, std::string network);
    // Sets the password and ends all access but what is kept (end_access). Once. Errors: bad_link,
    // common_password, rate_limited.
    base::Awaitable<protocol::Result<protocol::AccountId>> reset(std::string link,
                                                                 std::string password,
                                                                 std::string network,
                                                                 protocol::KeptAccess keep = {});

private:
    static base::Awaitable<void> send_reset(Service& service, protocol::RequestReset request,
                                            std::string network);

    Service& service_;
};

}  // namespace tanbo::account
