#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "server/base/clock.hpp"
#include "server/notify/channels/push/encryption.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

inline constexpr std::chrono::hours vapid_life{12};  // push services take up to 24

// The key by which push services know this server. Browsers bind their subscriptions to it.
// Thread: any. Source: RFC 8292.
class Vapid {
public:
    // `contact` is where the operator can be reached, mailto: or https:, or empty.
    Vapid(KeyPair key, std::string contact) : key_(std::move(key)), contact_(std::move(contact)) {}
    // Reads the server's key, or makes it. Throws: store::StorageError.
    static Vapid load(store::Store& store, const base::Clock& clock, std::string contact);

    // As browsers want it: base64url.
    std::string public_key() const;
    // The Authorization of a message to the push service at that origin ("https://push.example").
    std::string authorization(std::string_view origin, base::Instant now) const;

private:
    KeyPair key_;
    std::string contact_;
};

}  // namespace tanbo::notify
