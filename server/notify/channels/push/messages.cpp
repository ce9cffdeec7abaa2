#include "server/notify/channels/push/messages.hpp"

#include <algorithm>

#include "protocol/people/pushes.hpp"
#include "server/notify/channels/push/text.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"

namespace tanbo::notify {

bool wants_push(store::Transaction& transaction, protocol::AccountId account,
                protocol::NoticeKind kind, const store::NoticeSettings& settings) {
    const auto pushed_as = protocol::push_kind_of(kind);
    if (!settings.has_pushes || !pushed_as) return false;
    const auto name = protocol::notice_kind_name(*pushed_as);
    // Queueing checks that their sessions still last.
    const auto browsers = store::push_subscriptions_of(transaction, account, base::Instant());
    return std::ranges::any_of(browsers, [name](const auto& one) { return one.wants(name); });
}

void queue_pushes(store::Transaction& transaction, base::Instant now, const KeptNotice& notice,
                  const store::NoticeSettings& settings) {
    const auto pushed_as = protocol::push_kind_of(notice.kind);
    if (!settings.has_pushes || !pushed_as) return;
    const auto facts = protocol::decode_notice_facts(notice.data);
    if (!facts) return;
    store::PushMessage message;
    message.tag = push_tag(notice.kind, notice.game, *facts);
    message.number = notice.number;
    message.game = notice.game;
    message.created_at = now;
    const auto name = protocol::notice_kind_name(*pushed_as);
    for (const auto& browser : store::push_subscriptions_of(transaction, notice.account, now)) {
        if (browser.wants(name)) store::put_push_message(transaction, browser.id, message);
    }
}

}  // namespace tanbo::notify
