#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/webhooks.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/notify/channels/webhook/address.hpp"
#include "server/notify/keys.hpp"
#include "server/store/ids.hpp"

namespace tanbo::store {
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::notify {

// Whether the account, or of a bot its owner, has shown that it reads mail somewhere. On a server
// that sends no mail no account can, and all may.
bool can_have_webhooks(store::Transaction& transaction, protocol::AccountId account);

// A webhook as it is answered to its making.
struct MadeWebhook {
    protocol::WebhookId id{};
    std::string json;  // with its secret
    bool is_repeat = false;
};

// The part of its asker in the transaction that makes a webhook. Thread: the writer thread.
struct WebhookMaking {
    // Why it must not be made, or its secret shown again; nothing: it may be.
    std::function<protocol::Result<void>(store::Transaction&)> admit = {};
    // A new one has been made.
    std::function<void(store::Transaction&)> tell = {};
};

// Addresses that accounts have their notifications sent to.
//
// Errors of all: storage_unavailable, overloaded, shutting_down, with retry_after_s; of all that
// take an id: no_such_webhook, also for those of others. Thread: any I/O thread.
class Webhooks {
public:
    // Requires: all of them outlive the last answer.
    Webhooks(store::Store& store, base::Clock clock, Keys keys, AddressPolicy policy);

    // The reason why there can be no webhook with this address for any account; nothing if there
    // can. Errors: invalid_field (/url).
    std::optional<protocol::Error> refuse(const protocol::CreateWebhook& request) const;

    // Makes one, or finds the one with this address. Errors: invalid_field (/url);
    // too_many_webhooks; those of `making.admit`.
    base::Awaitable<protocol::Result<MadeWebhook>> create(protocol::AccountId account,
                                                          protocol::CreateWebhook request,
                                                          WebhookMaking making = {});
    // All of an account, as encode_webhooks.
    base::Awaitable<protocol::Result<std::string>> list(protocol::AccountId account);
    // One, as encode_webhook, without its secret.
    base::Awaitable<protocol::Result<std::string>> find(protocol::AccountId account,
                                                        protocol::WebhookId id);
    // Its newest deliveries, as encode_deliveries.
    base::Awaitable<protocol::Result<std::string>> deliveries(protocol::AccountId account,
                                                              protocol::WebhookId id);
    // Yields it as it is then.
    base::Awaitable<protocol::Result<std::string>> set_kinds(protocol::AccountId account,
                                                             protocol::WebhookId id,
                                                             protocol::SetWebhookKinds request);
    base::Awaitable<protocol::Result<void>> remove(protocol::AccountId account,
                                                   protocol::WebhookId id);
    // Turns it on again and forgets its failures. Yields it as it is then.
    base::Awaitable<protocol::Result<std::string>> enable(protocol::AccountId account,
                                                          protocol::WebhookId id);
    // Queues a notice of the kind webhook_test. Errors: webhook_off.
    base::Awaitable<protocol::Result<void>> test(protocol::AccountId account,
                                                 protocol::WebhookId id);

private:
    store::Store& store_;
    base::Clock clock_;
    Keys keys_;
    AddressPolicy policy_;
};

}  // namespace tanbo::notify
