#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// Keys that nobody may guess, made of one secret of this server: so they can be shown again, and
// nothing of it is stored in clear. Thread: any.
class Keys {
public:
    explicit Keys(const base::Digest& secret) : secret_(secret) {}
    // Reads the server's secret, or makes it. Throws: store::StorageError.
    static Keys load(store::Store& store, const base::Clock& clock);

    // The secret of a webhook: "whsec_" and 32 bytes in base64. Source: Standard Webhooks.
    std::string webhook_secret(protocol::WebhookId webhook) const;
    // "v1," and the signature in base64 of what is sent. Source: Standard Webhooks.
    std::string webhook_signature(protocol::WebhookId webhook, std::string_view message_id,
                                  std::int64_t timestamp_s, std::string_view body) const;
    // The same for every attempt of a delivery.
    std::string message_id(protocol::WebhookId webhook, std::int64_t number) const;

    // The last segment of a calendar's address, which names the account, too.
    std::string calendar_key(protocol::AccountId account, std::int64_t renewals) const;
    // The key that opens the feed of a private game to one of those who may see it.
    std::string feed_key(protocol::GameId game, protocol::AccountId account,
                         std::int64_t renewals) const;

    // "urn:uuid:..." of something that has a name on this server: the same for ever, and no other
    // server's. Source: RFC 9562, 5.8.
    std::string stable_id(std::string_view name) const;

private:
    base::Digest derive(std::string_view purpose) const;

    base::Digest secret_;
};

// "v1," and HMAC-SHA-256 of "id.timestamp.body" in base64. Source: Standard Webhooks.
std::string sign_webhook(std::span<const std::uint8_t> key, std::string_view message_id,
                         std::int64_t timestamp_s, std::string_view body);

// The account that a calendar's or feed's key names; nothing if it is none.
std::optional<protocol::AccountId> account_of_key(std::string_view key);

}  // namespace tanbo::notify
