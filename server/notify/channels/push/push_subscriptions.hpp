#pragma once

#include <string>

#include "protocol/json/error.hpp"
#include "protocol/people/pushes.hpp"
#include "server/account/access/identity.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/notify/channels/push/vapid.hpp"
#include "server/notify/channels/webhook/address.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// Browsers that accounts have their notifications pushed to: of each session or token one.
//
// Errors of all: storage_unavailable, overloaded, shutting_down, with retry_after_s. Thread: any
// I/O thread.
class PushSubscriptions {
public:
    // Requires: all of them outlive the last answer.
    PushSubscriptions(store::Store& store, base::Clock clock, const Vapid& vapid,
                      AddressPolicy policy);

    // The server's key and what the session has subscribed, as encode_push.
    base::Awaitable<protocol::Result<std::string>> find(account::Identity identity);
    // Subscribes the browser of a session, in the place of what the session had. Yields it as it is
    // then. Errors: invalid_field (/endpoint, /keys/p256dh, /keys/auth).
    base::Awaitable<protocol::Result<std::string>> put(account::Identity identity,
                                                       protocol::SetPush request);
    // Does nothing if there is none.
    base::Awaitable<protocol::Result<void>> remove(account::Identity identity);

private:
    store::Store& store_;
    base::Clock clock_;
    const Vapid& vapid_;
    AddressPolicy policy_;
};

// Why something can't be a browser's endpoint, as a sentence's end ("must be ..."); nothing if it
// can be. It is HTTPS, except on an address that the operator allows besides the public ones.
std::optional<std::string> endpoint_fault(const std::string& url, const AddressPolicy& policy);

}  // namespace tanbo::notify
