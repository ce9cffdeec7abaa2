#include "server/notify/channels/webhook/requests.hpp"

#include "protocol/people/webhooks.hpp"
#include "server/notify/channels/webhook/webhooks.hpp"
#include "server/store/tables/messages/webhooks.hpp"

namespace tanbo::notify {

namespace {

// The account's webhooks that are sent notices of this kind.
std::vector<store::Webhook> webhooks_for(store::Transaction& transaction,
                                         protocol::AccountId account, std::string_view kind,
                                         const store::NoticeSettings& settings) {
    if (settings.webhooks == 0 || !can_have_webhooks(transaction, account)) return {};
    auto webhooks = store::webhooks_of(transaction, account);
    std::erase_if(webhooks, [kind](const store::Webhook& webhook) {
        return !webhook.is_on || !webhook.wants(kind);
    });
    return webhooks;
}

}  // namespace

bool wants_request(store::Transaction& transaction, protocol::AccountId account,
                   protocol::NoticeKind kind, const store::NoticeSettings& settings) {
    const auto name = protocol::notice_kind_name(kind);
    return !webhooks_for(transaction, account, name, settings).empty();
}

void queue_requests(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                    const store::NoticeSettings& settings) {
    const auto kind = protocol::notice_kind_name(notice.kind);
    for (const auto& webhook : webhooks_for(transaction, notice.account, kind, settings)) {
        store::queue_delivery(transaction, webhook, kind,
                              protocol::encode_webhook_body(kind, notice.number, now, notice.data),
                              now);
    }
}

}  // namespace tanbo::notify
