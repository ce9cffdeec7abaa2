#include "server/notify/channels/push/push_subscriptions.hpp"

#include <utility>

#include "server/base/secrets.hpp"
#include "server/notify/channels/webhook/transport.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"

namespace tanbo::notify {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

std::string words_of_kinds(const std::vector<protocol::NoticeKind>& kinds) {
    std::string words;
    for (const protocol::NoticeKind kind : kinds) {
        if (!words.empty()) words += ',';
        words += protocol::notice_kind_name(kind);
    }
    return words;
}

std::string encode_state(const Vapid& vapid, const std::optional<store::PushSubscription>& row) {
    if (!row) return protocol::encode_push(vapid.public_key(), std::nullopt);
    return protocol::encode_push(
        vapid.public_key(),
        protocol::PushView{row->endpoint, row->kinds, row->language, row->created_at});
}

// The row of a request.
Result<store::PushSubscription> row_of(const account::Identity& identity,
                                       const protocol::SetPush& request,
                                       const AddressPolicy& policy) {
    if (const auto fault = endpoint_fault(request.endpoint, policy)) {
        return refusal(Code::invalid_field, "endpoint " + *fault + ".", "/endpoint");
    }
    const auto key = base::from_base64url(request.p256dh);
    if (!key || !is_push_key(*key)) {
        return refusal(Code::invalid_field,
                       "keys/p256dh must be an uncompressed point of P-256 in base64url.",
                       "/keys/p256dh");
    }
    const auto auth = base::from_base64url(request.auth);
    if (!auth || auth->size() != push_auth_bytes) {
        return refusal(Code::invalid_field, "keys/auth must be 16 bytes in base64url.",
                       "/keys/auth");
    }
    store::PushSubscription row;
    row.account = identity.account;
    row.token = identity.token_hash;
    row.endpoint = request.endpoint;
    row.p256dh = *key;
    row.auth = *auth;
    row.kinds = words_of_kinds(request.kinds);
    row.language = protocol::push_language_name(request.language);
    return row;
}

}  // namespace

PushSubscriptions::PushSubscriptions(store::Store& store, base::Clock clock, const Vapid& vapid,
                                     AddressPolicy policy)
    : store_(store), clock_(std::move(clock)), vapid_(vapid), policy_(std::move(policy)) {}

base::Awaitable<Result<std::string>> PushSubscriptions::find(account::Identity identity) {
    return store_.read([token = identity.token_hash, &vapid = vapid_](store::Reader& reader) {
        return encode_state(vapid, store::find_push_subscription(reader, token));
    });
}

base::Awaitable<Result<std::string>> PushSubscriptions::put(account::Identity identity,
                                                            protocol::SetPush request) {
    auto row = row_of(identity, request, policy_);
    if (!row) co_return row.error();
    row->created_at = clock_();
    store::Work<std::string> work = [row = std::move(*row), &vapid = vapid_,
                                     now = clock_()](store::Transaction& transaction) {
        // Ended since the request came in.
        if (!store::find_token(transaction, row.token, now)) {
            return Result<std::string>(
                refusal(Code::bad_token, "The session has ended. Sign in again."));
        }
        store::put_push_subscription(transaction, row);
        return Result<std::string>(
            encode_state(vapid, store::find_push_subscription(transaction, row.token)));
    };
    co_return co_await store_.write<std::string>(std::move(work));
}

base::Awaitable<Result<void>> PushSubscriptions::remove(account::Identity identity) {
    store::Work<void> work = [token = identity.token_hash](store::Transaction& transaction) {
        store::delete_push_subscription(transaction, token);
        return Result<void>();
    };
    co_return co_await store_.write<void>(std::move(work));
}

std::optional<std::string> endpoint_fault(const std::string& url, const AddressPolicy& policy) {
    auto fault = url_fault(url, policy);
    if (fault) return fault;
    const auto number = numbered_address(url);
    const bool is_allowed_here = number && !is_public(*number);
    if (origin_of(url).starts_with("https://") || is_allowed_here) return std::nullopt;
    return "must begin with \"https://\"";
}

}  // namespace tanbo::notify
