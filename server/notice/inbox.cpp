#include "server/notice/inbox.hpp"

#include <utility>
#include <vector>

#include "server/account/read.hpp"
#include "server/account/write_job.hpp"
#include "server/game/cursor.hpp"
#include "server/storage/instant.hpp"
#include "server/storage/notices.hpp"

namespace tanbo::notice {

namespace {

using protocol::Result;

std::string page(storage::Reader& reader, storage::AccountId account,
                 std::optional<std::int64_t> before, int limit) {
    const storage::NoticeSettings settings = storage::notice_settings(reader, account);
    auto rows = storage::list_notifications(reader, account, before, limit + 1);
    std::optional<std::string> next;
    if (rows.size() > static_cast<std::size_t>(limit)) {
        rows.pop_back();
        next = game::format_cursor(game::lists::notifications, {rows.back().number});
    }
    std::vector<protocol::NotificationView> views;
    for (const storage::Notification& row : rows) {
        protocol::NotificationView& view = views.emplace_back();
        view.number = row.number;
        view.kind = row.kind;
        if (row.game) view.game = static_cast<std::int64_t>(*row.game);
        view.at = storage::from_row(row.at);
        view.is_read = row.number <= settings.read_up_to;
        view.data = row.data;
    }
    return protocol::encode_notifications(settings.mode, settings.unread(), settings.newest, views,
                                          next);
}

using Write = account::WriteJob<void>::Work;

}  // namespace

Inbox::Inbox(storage::Database& database, storage::GroupCommit& writer, base::BlockingPool& readers)
    : database_(database), writer_(writer), readers_(readers) {}

base::Awaitable<Result<std::string>> Inbox::list(std::int64_t account,
                                                 std::optional<std::string> cursor, int limit) {
    const auto numbers = game::parse_cursor(game::lists::notifications, 1, cursor);
    if (!numbers) co_return numbers.error();
    std::optional<std::int64_t> before;
    if (*numbers) before = (*numbers)->front();
    auto look = [account, before, limit](storage::Reader& reader) {
        return page(reader, static_cast<storage::AccountId>(account), before, limit);
    };
    auto answer = co_await account::read(database_, readers_, std::move(look));
    co_return answer;
}

base::Awaitable<Result<void>> Inbox::set_mode(std::int64_t account,
                                              protocol::SetNoticeMode request) {
    Write work = [account, mode = request.mode](storage::Transaction& transaction) {
        storage::set_notice_mode(transaction, static_cast<storage::AccountId>(account), mode);
        return Result<void>();
    };
    auto written = co_await account::write<void>(writer_, std::move(work));
    co_return written;
}

base::Awaitable<Result<void>> Inbox::read(std::int64_t account,
                                          protocol::ReadNotifications request) {
    Write work = [account, number = request.up_to](storage::Transaction& transaction) {
        storage::set_read_up_to(transaction, static_cast<storage::AccountId>(account), number);
        return Result<void>();
    };
    auto written = co_await account::write<void>(writer_, std::move(work));
    co_return written;
}

}  // namespace tanbo::notice
