#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/identity.hpp"
#include "server/account/access/throttle.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::account {

struct Service;

inline constexpr std::chrono::hours access_link_life{72};

// Something that acts for an account, or gets its news, from then on: a webhook, a token of a bot,
// one of the account itself.
enum class AdditionKind : std::uint8_t { webhook, bot, token };

struct Addition {
    protocol::AccountId account{};  // that it was added to, or the bot
    AdditionKind kind = AdditionKind::token;
    std::string what = {};     // an address, a bot's handle, a label; may be empty
    std::string network = {};  // the client's
};

// Additions to accounts. They outlive the token that adds them, so a token alone is not enough.
// Each is mailed to the account's addresses, with a link that ends them all.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class Additions {
public:
    explicit Additions(Service& service) : service_(service) {}

    // The password again, which a session that gave it within ten minutes may leave out. Errors:
    // password_required, bad_credentials, rate_limited.
    base::Awaitable<protocol::Result<void>> confirm(Identity identity, std::string password,
                                                    SignInSource source);

    // True if the asking token is still good. It may have been revoked while its request waited.
    // Call it in the transaction that adds. Errors: bad_token. Throws: store::StorageError. Thread:
    // the writer thread.
    protocol::Result<void> admit(store::Transaction& transaction, const Identity& identity) const;

    // Mails the addresses of the account, or of a bot's owner. Call it in the transaction that
    // adds. Throws: store::StorageError. Thread: the writer thread.
    void tell(store::Transaction& transaction, const Addition& addition) const;

    // All access to the account ends (end_access); password and addresses stay. Once. Errors:
    // bad_link, rate_limited.
    base::Awaitable<protocol::Result<void>> end_all(std::string link, std::string network);

private:
    Service& service_;
};

// As Additions::admit and tell. For this folder.
protocol::Result<void> admit_addition(const Service& service, store::Transaction& transaction,
                                      const Identity& identity);
void notify_addition(const Service& service, store::Transaction& transaction,
                     const Addition& addition);

}  // namespace tanbo::account
