#include "server/notice/tell.hpp"

#include "server/storage/notices.hpp"
#include "server/storage/webhooks.hpp"

namespace tanbo::notice {

namespace {

// Whether some webhook has something to send.
bool queue_for_webhooks(storage::Transaction& transaction, const storage::NewNotification& row,
                        std::int64_t number, base::Instant now) {
    bool is_queued = false;
    for (const storage::Webhook& webhook : storage::webhooks_of(transaction, row.account)) {
        if (!webhook.is_on || !webhook.wants(row.kind)) continue;
        storage::queue_delivery(transaction, webhook, row.kind,
                                protocol::encode_webhook_body(row.kind, number, now, row.data),
                                row.at);
        is_queued = true;
    }
    return is_queued;
}

}  // namespace

void tell(storage::Transaction& transaction, base::Instant now, const Notice& notice) {
    const std::string_view kind = protocol::notice_kind_name(notice.kind);
    storage::NewNotification row;
    row.account = static_cast<storage::AccountId>(notice.account);
    row.kind = kind;
    if (notice.game) row.game = static_cast<storage::GameId>(*notice.game);
    row.data = notice.data;
    row.at = now.time_since_epoch().count();
    const storage::NoticeSettings settings = storage::add_notification(transaction, row);
    storage::Announcement announcement;
    announcement.account = row.account;
    announcement.message = protocol::encode_my_notice(kind, settings.newest, now, notice.data);
    announcement.is_queued =
        settings.webhooks > 0 && queue_for_webhooks(transaction, row, settings.newest, now);
    transaction.announce(std::move(announcement));
}

}  // namespace tanbo::notice
