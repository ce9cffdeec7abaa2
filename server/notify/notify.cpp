#include "server/notify/notify.hpp"

#include <algorithm>
#include <utility>

#include "server/notify/channels.hpp"
#include "server/store/tables/messages/notices.hpp"

namespace tanbo::notify {

namespace {

// Whether a mail, a push or a webhook's request goes out because of an account's turn.
bool is_turn_sent(store::Transaction& transaction, protocol::AccountId account) {
    if (transaction.has_no_turn_channel(account)) return false;
    const store::NoticeSettings settings = store::notice_settings(transaction, account);
    const bool is_sent = std::ranges::any_of(channels(), [&](const Channel& channel) {
        return channel.wants(transaction, account, protocol::NoticeKind::your_turn, settings);
    });
    if (!is_sent) transaction.record_no_turn_channel(account);
    return is_sent;
}

}  // namespace

void notify(store::Transaction& transaction, base::Instant now, const Notice& notice) {
    const std::string_view kind = protocol::notice_kind_name(notice.kind);
    store::NewNotification row;
    row.account = notice.account;
    row.kind = kind;
    row.game = notice.game;
    row.data = notice.data;
    row.at = now;
    const store::NoticeSettings settings = store::add_notification(transaction, row);
    const KeptNotice kept{row.account,      notice.kind,     row.game,    notice.seq,
                          notice.since_seq, settings.newest, notice.data, notice.deadline};
    for (const Channel& channel : channels()) channel.enqueue(transaction, now, kept, settings);
    transaction.announce(
        store::AccountNotified{row.account, std::string(kind), settings.newest, now, notice.data});
}

void notify_turn(store::Transaction& transaction, base::Instant now, const Turn& turn,
                 protocol::GameId game, std::shared_ptr<const engine::Match> match) {
    const auto account = turn.account;
    if (is_turn_sent(transaction, account)) {
        notify(transaction, now,
               {account, protocol::NoticeKind::your_turn, game, turn_data(game, *match),
                match->seq(), 0, match->clock().deadline()});
        return;
    }
    transaction.announce(store::TurnBegan{account, game, now, std::move(match)});
}

}  // namespace tanbo::notify
