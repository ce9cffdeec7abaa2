#include "server/notify/channels/webhook/webhooks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/account/accounts.hpp"
#include "server/notify/channels/webhook/signing.hpp"
#include "server/notify/channels/webhook/transport.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/webhooks.hpp"

namespace tanbo::notify {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::refusal;
using protocol::Result;
using protocol::WebhookId;

constexpr std::array<std::string_view, 3> state_names{"waiting", "delivered", "failed"};

std::string words_of(const std::vector<protocol::NoticeKind>& kinds) {
    std::string words;
    for (const protocol::NoticeKind kind : kinds) {
        if (!words.empty()) words += ',';
        words += protocol::notice_kind_name(kind);
    }
    return words;
}

protocol::WebhookView view_of(const store::Webhook& row) {
    protocol::WebhookView view;
    view.id = row.id;
    view.url = row.url;
    view.kinds = row.kinds;
    view.is_on = row.is_on;
    view.created_at = row.created_at;
    view.failures = row.failures;
    view.failing_since = row.failing_since_at;
    view.next_attempt_at = row.next_at;
    return view;
}

protocol::DeliveryView view_of(const store::Delivery& row, std::string id) {
    protocol::DeliveryView view;
    view.id = std::move(id);
    view.kind = row.kind;
    view.state = state_names.at(static_cast<std::size_t>(row.state));
    view.created_at = row.created_at;
    view.attempts = row.attempts;
    view.attempted_at = row.attempted_at;
    view.status = row.status;
    view.error = row.error;
    return view;
}

Result<store::Webhook> owned(store::Reader& reader, protocol::AccountId account, WebhookId id) {
    auto webhook = store::find_webhook(reader, id);
    if (!webhook || webhook->account != account) {
        return refusal(Code::no_such_webhook,
                       "Webhook " + protocol::to_string(id) + " does not exist.");
    }
    return std::move(*webhook);
}

Result<std::string> encode_present(store::Reader& reader, WebhookId id) {
    return protocol::encode_webhook(view_of(*store::find_webhook(reader, id)));
}

Error needs_address() {
    return refusal(Code::forbidden,
                   "Webhooks need a verified email address. Add one and open the link that the "
                   "server sends there.");
}

// The webhook with this address, which it has from now on or had before.
Result<MadeWebhook> make(store::Transaction& transaction, const Keys& keys, store::Webhook webhook,
                         const WebhookMaking& making) {
    MadeWebhook made;
    transaction.lock_account(webhook.account);
    const auto admitted = making.admit ? making.admit(transaction) : Result<void>();
    if (!admitted) return admitted.error();
    for (const store::Webhook& other : store::webhooks_of(transaction, webhook.account)) {
        if (other.url != webhook.url) continue;
        made.is_repeat = true;
        webhook = other;
    }
    if (!made.is_repeat) {
        if (!can_have_webhooks(transaction, webhook.account)) return needs_address();
        const auto id = store::insert_webhook(transaction, webhook);
        if (!id) {
            return refusal(Code::too_many_webhooks,
                           "You have " + std::to_string(store::webhooks_max) +
                               " webhooks, the maximum. Delete one first.");
        }
        webhook.id = *id;
        if (making.tell) making.tell(transaction);
    }
    made.id = webhook.id;
    made.json = protocol::encode_webhook(view_of(webhook),
                                         webhook_secret(keys, made.id, webhook.created_at));
    return made;
}

Result<void> queue_test(store::Transaction& transaction, const store::Webhook& webhook,
                        base::Instant now) {
    if (!webhook.is_on) {
        return refusal(Code::webhook_off, "The webhook is off. Turn it on first.");
    }
    if (!can_have_webhooks(transaction, webhook.account)) return needs_address();
    const std::string_view kind = protocol::notice_kind_name(protocol::NoticeKind::webhook_test);
    store::queue_delivery(transaction, webhook, kind,
                          protocol::encode_webhook_body(kind, 0, now, "{}"), now);
    return {};
}

// Runs `work` with the account's webhook as a job of the writer.
template <class T, class Work>
base::Awaitable<Result<T>> change(store::Store& store, protocol::AccountId account, WebhookId id,
                                  Work work) {
    store::Work<T> job = [account, id,
                          work = std::move(work)](store::Transaction& transaction) -> Result<T> {
        transaction.lock_account(account);
        const auto webhook = owned(transaction, account, id);
        if (!webhook) return webhook.error();
        return work(transaction, *webhook);
    };
    co_return co_await store.write<T>(std::move(job));
}

}  // namespace

bool can_have_webhooks(store::Transaction& transaction, protocol::AccountId account) {
    if (!transaction.queues_mail()) return true;
    const auto row = store::find_account(transaction, account);
    const auto rows = store::addresses_of(transaction, row ? row->owner.value_or(account) : account,
                                          account::addresses_of_account_max);
    return std::ranges::any_of(
        rows, [](const store::Address& address) { return address.verified_at.has_value(); });
}

Webhooks::Webhooks(store::Store& store, base::Clock clock, Keys keys, AddressPolicy policy)
    : store_(store), clock_(std::move(clock)), keys_(keys), policy_(std::move(policy)) {}

std::optional<Error> Webhooks::refuse(const protocol::CreateWebhook& request) const {
    const auto fault = url_fault(request.url, policy_);
    if (!fault) return std::nullopt;
    return refusal(Code::invalid_field, "url " + *fault + ".", "/url");
}

base::Awaitable<Result<MadeWebhook>> Webhooks::create(protocol::AccountId account,
                                                      protocol::CreateWebhook request,
                                                      WebhookMaking making) {
    if (auto refused = refuse(request)) co_return std::move(*refused);
    store::Webhook webhook;
    webhook.account = account;
    webhook.url = std::move(request.url);
    webhook.kinds = words_of(request.kinds);
    webhook.created_at = clock_();
    store::Work<MadeWebhook> work = [keys = keys_, webhook,
                                     making = std::move(making)](store::Transaction& transaction) {
        return make(transaction, keys, webhook, making);
    };
    co_return co_await store_.write<MadeWebhook>(std::move(work));
}

base::Awaitable<Result<std::string>> Webhooks::list(protocol::AccountId account) {
    return store_.read([account](store::Reader& reader) {
        std::vector<protocol::WebhookView> views;
        const auto owner = account;
        for (const store::Webhook& row : store::webhooks_of(reader, owner)) {
            views.push_back(view_of(row));
        }
        return protocol::encode_webhooks(views);
    });
}

base::Awaitable<Result<std::string>> Webhooks::find(protocol::AccountId account, WebhookId id) {
    return store_.read([account, id](store::Reader& reader) -> Result<std::string> {
        const auto webhook = owned(reader, account, id);
        if (!webhook) return webhook.error();
        return protocol::encode_webhook(view_of(*webhook));
    });
}

base::Awaitable<Result<std::string>> Webhooks::deliveries(protocol::AccountId account,
                                                          WebhookId id) {
    return store_.read([account, id, keys = keys_](store::Reader& reader) -> Result<std::string> {
        const auto webhook = owned(reader, account, id);
        if (!webhook) return webhook.error();
        std::vector<protocol::DeliveryView> views;
        for (const store::Delivery& row :
             store::list_deliveries(reader, webhook->id, store::deliveries_kept_max)) {
            views.push_back(view_of(row, message_id(keys, id, row.number, row.created_at)));
        }
        return protocol::encode_deliveries(views);
    });
}

base::Awaitable<Result<std::string>> Webhooks::set_kinds(protocol::AccountId account, WebhookId id,
                                                         protocol::SetWebhookKinds request) {
    auto work = [kinds = words_of(request.kinds)](store::Transaction& transaction,
                                                  const store::Webhook& webhook) {
        store::set_webhook_kinds(transaction, webhook.id, kinds);
        return encode_present(transaction, webhook.id);
    };
    return change<std::string>(store_, account, id, std::move(work));
}

base::Awaitable<Result<void>> Webhooks::remove(protocol::AccountId account, WebhookId id) {
    auto work = [](store::Transaction& transaction, const store::Webhook& webhook) {
        store::delete_webhook(transaction, webhook);
        return Result<void>();
    };
    return change<void>(store_, account, id, std::move(work));
}

base::Awaitable<Result<std::string>> Webhooks::enable(protocol::AccountId account, WebhookId id) {
    auto work = [](store::Transaction& transaction, const store::Webhook& webhook) {
        store::set_webhook_on(transaction, webhook, true);
        return encode_present(transaction, webhook.id);
    };
    return change<std::string>(store_, account, id, std::move(work));
}

base::Awaitable<Result<void>> Webhooks::test(protocol::AccountId account, WebhookId id) {
    auto work = [now = clock_()](store::Transaction& transaction, const store::Webhook& webhook) {
        return queue_test(transaction, webhook, now);
    };
    return change<void>(store_, account, id, std::move(work));
}

}  // namespace tanbo::notify
