#include "server/notify/notify.hpp"

#include <algorithm>
#include <utility>

#include "server/notify/channels/email/mails.hpp"
#include "server/notify/channels/webhook/webhooks.hpp"
#include "server/store/addresses.hpp"
#include "server/store/notices.hpp"
#include "server/store/webhooks.hpp"

namespace tanbo::notify {

namespace {

// Whether some webhook has something to send.
bool queue_for_webhooks(store::Transaction& transaction, const store::NewNotification& row,
                        std::int64_t number, base::Instant now) {
    bool is_queued = false;
    if (!may_have_webhooks(transaction, row.account)) return false;
    for (const store::Webhook& webhook : store::webhooks_of(transaction, row.account)) {
        if (!webhook.is_on || !webhook.wants(row.kind)) continue;
        store::queue_delivery(transaction, webhook, row.kind,
                              protocol::encode_webhook_body(row.kind, number, now, row.data),
                              row.at);
        is_queued = true;
    }
    return is_queued;
}

// Whether something goes out to this account because of such a notice.
bool is_sent(store::Transaction& transaction, store::AccountId account, std::string_view kind) {
    const store::NoticeSettings settings = store::notice_settings(transaction, account);
    const bool wants_mail = settings.mode != store::NoticeMode::off;
    if (wants_mail && store::mail_address(transaction, account)) return true;
    if (settings.webhooks == 0 || !may_have_webhooks(transaction, account)) return false;
    const auto webhooks = store::webhooks_of(transaction, account);
    return std::ranges::any_of(webhooks, [kind](const store::Webhook& webhook) {
        return webhook.is_on && webhook.wants(kind);
    });
}

}  // namespace

void notify(store::Transaction& transaction, base::Instant now, const Notice& notice) {
    const std::string_view kind = protocol::notice_kind_name(notice.kind);
    store::NewNotification row;
    row.account = static_cast<store::AccountId>(notice.account);
    row.kind = kind;
    if (notice.game) row.game = static_cast<store::GameId>(*notice.game);
    row.data = notice.data;
    row.at = now;
    const store::NoticeSettings settings = store::add_notification(transaction, row);
    store::Announcement announcement;
    announcement.account = row.account;
    announcement.message = [kind, number = settings.newest, now, data = notice.data] {
        return protocol::encode_my_notice(kind, number, now, data);
    };
    announcement.is_queued =
        settings.webhooks > 0 && queue_for_webhooks(transaction, row, settings.newest, now);
    queue_notice_mail(transaction, now,
                      {row.account, notice.kind, row.game, notice.seq, notice.since_seq,
                       settings.newest, notice.data},
                      settings.mode);
    transaction.announce(std::move(announcement));
}

void notify_or_push(store::Transaction& transaction, base::Instant now, Notice notice,
                    std::function<std::string()> data) {
    const std::string_view kind = protocol::notice_kind_name(notice.kind);
    const auto account = static_cast<store::AccountId>(notice.account);
    if (is_sent(transaction, account, kind)) {
        notice.data = data();
        return notify(transaction, now, notice);
    }
    store::Announcement announcement;
    announcement.account = account;
    announcement.message = [kind, now, data = std::move(data)] {
        return protocol::encode_my_notice(kind, {}, now, data());
    };
    transaction.announce(std::move(announcement));
}

}  // namespace tanbo::notify
