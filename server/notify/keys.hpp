#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// Keys that can't be guessed, made of one secret of this server: they can be shown again, and are
// not stored in clear. Each belongs to something that was made at an instant, in some epoch. While
// the database has it, its key stays the same; another thing that gets its number has another key.
// Thread: any.
class Keys {
public:
    explicit Keys(const base::Digest& secret, store::Epochs epochs = {})
        : secret_(secret), epochs_(std::move(epochs)) {}
    // Reads the server's secret, or makes it. Throws: store::StorageError.
    static Keys load(store::Store& store, const base::Clock& clock);

    // The key for one purpose: "webhook:3". It says nothing of the others.
    base::Digest derive(std::string_view purpose, base::Instant made_at) const;

    // The last segment of a calendar's address, which names the account, too; `made_at` is its.
    std::string calendar_key(protocol::AccountId account, base::Instant made_at,
                             std::int64_t renewals) const;
    // The key that opens the feed of a private game to one of those who may see it.
    std::string feed_key(protocol::GameId game, protocol::AccountId account, base::Instant made_at,
                         std::int64_t renewals) const;

    // "urn:uuid:..." of something that has a name on this server: the same for ever, and no other
    // server's. Source: RFC 9562, 5.8.
    std::string stable_id(std::string_view name, base::Instant made_at) const;

private:
    base::Digest secret_;
    store::Epochs epochs_;
};

// The account that a calendar's or feed's key names; nothing if it is none.
std::optional<protocol::AccountId> account_of_key(std::string_view key);

}  // namespace tanbo::notify
