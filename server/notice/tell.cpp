#include "server/notice/tell.hpp"

#include "server/storage/notices.hpp"

namespace tanbo::notice {

void tell(storage::Transaction& transaction, base::Instant now, const Notice& notice) {
    const std::string_view kind = protocol::notice_kind_name(notice.kind);
    storage::NewNotification row;
    row.account = static_cast<storage::AccountId>(notice.account);
    row.kind = kind;
    if (notice.game) row.game = static_cast<storage::GameId>(*notice.game);
    row.data = notice.data;
    row.at = now.time_since_epoch().count();
    const std::int64_t number = storage::add_notification(transaction, row);
    transaction.announce({row.account, protocol::encode_my_notice(kind, number, now, notice.data)});
}

}  // namespace tanbo::notice
