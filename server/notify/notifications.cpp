#include "server/notify/notifications.hpp"

#include <algorithm>
#include <utility>

#include "server/game/time/credits.hpp"
#include "server/game/waiting_rows.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::notify {

NoticeSettings settings_of(store::Reader& reader, protocol::AccountId account) {
    return store::notice_settings(reader, account);
}

std::optional<Notification> find_notification(store::Reader& reader, protocol::AccountId account,
                                              std::int64_t number) {
    auto rows = store::list_notifications(reader, account, number + 1, 1);
    if (rows.empty() || rows.front().number != number) return std::nullopt;
    return std::move(rows.front());
}

std::vector<Notification> notifications_before(store::Reader& reader, protocol::AccountId account,
                                               std::int64_t before, int limit) {
    return store::list_notifications(reader, account, before, limit);
}

std::vector<Notification> unread_notifications(store::Reader& reader, protocol::AccountId account,
                                               std::int64_t from, std::int64_t to) {
    const auto limit = static_cast<int>(store::notifications_max);
    const std::int64_t first = std::max(from, settings_of(reader, account).read_up_to + 1);
    auto rows = store::list_notifications(reader, account, to + 1, limit);
    std::erase_if(rows, [first](const Notification& row) { return row.number < first; });
    std::ranges::reverse(rows);
    return rows;
}

bool is_muted(store::Reader& reader, protocol::AccountId account, protocol::GameId game) {
    return store::is_mail_muted(reader, account, game);
}

bool is_watching(store::Reader& reader, protocol::AccountId account, protocol::GameId game) {
    return store::find_watch(reader, account, game).has_value();
}

bool is_watched_by_mail(store::Reader& reader, protocol::MailWatchId watch, protocol::GameId game) {
    const auto found = store::find_mail_watch(reader, watch);
    return found && found->confirmed_at && found->game == game;
}

std::vector<DueMove> due_moves(store::Reader& reader, protocol::AccountId account, int limit) {
    std::vector<DueMove> moves;
    auto waiting = store::list_waiting(reader, account, {}, limit);
    std::erase_if(waiting, [](const auto& one) { return one.kind != store::WaitingKind::move; });
    for (const game::WaitingRow& row : game::with_games(reader, std::move(waiting))) {
        const protocol::GameId id = row.waiting.game;
        moves.push_back({id, row.is_told_by_game ? game::shown_flag(reader, id) : row.deadline});
    }
    return moves;
}

void forget_mail_watches(store::Transaction& transaction, std::string_view address) {
    store::delete_mail_watches_of_address(transaction, store::address_key(address));
}

}  // namespace tanbo::notify
