#include "server/notify/inbox.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/games/answers.hpp"
#include "server/game/views/cursor.hpp"
#include "server/game/waiting_rows.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/notices.hpp"

namespace tanbo::notify {

namespace {

using protocol::Result;

std::string page(store::Reader& reader, protocol::AccountId account,
                 std::optional<std::int64_t> before, int limit) {
    const store::NoticeSettings settings = store::notice_settings(reader, account);
    auto rows = store::list_notifications(reader, account, before, limit + 1);
    std::optional<std::string> next;
    if (rows.size() > static_cast<std::size_t>(limit)) {
        rows.pop_back();
        next = game::format_cursor(game::lists::notifications, {rows.back().number});
    }
    std::vector<protocol::NotificationView> views;
    for (const store::Notification& row : rows) {
        protocol::NotificationView& view = views.emplace_back();
        view.number = row.number;
        view.kind = row.kind;
        view.game = row.game;
        view.at = row.at;
        view.is_read = row.number <= settings.read_up_to;
        view.data = row.data;
    }
    return protocol::encode_notifications(settings.mode, settings.unread(), settings.newest, views,
                                          next);
}

// Oldest first.
void add_notifications(std::vector<std::string>& messages, store::Reader& reader,
                       protocol::AccountId account, std::int64_t after) {
    auto rows = store::list_notifications(reader, account, std::nullopt,
                                          static_cast<int>(store::notifications_max));
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (row->number <= after) continue;
        messages.push_back(protocol::encode_my_notice(row->kind, row->number, row->at, row->data));
    }
}

void add_turns(std::vector<std::string>& messages, store::Reader& reader,
               protocol::AccountId account) {
    const std::string_view kind = protocol::notice_kind_name(protocol::NoticeKind::your_turn);
    auto moves = store::list_moves(reader, account, stream_turns_max);
    for (const game::WaitingRow& row : game::with_games(reader, std::move(moves))) {
        if (!row.game) continue;
        const std::string data = protocol::encode_game_notice(
            protocol::encode_game_summary(*row.game), {.seat = row.game->to_move});
        messages.push_back(protocol::encode_my_notice(kind, {}, row.waiting.since_at, data));
    }
}

Result<StreamStart> start_of(store::Reader& reader, protocol::AccountId account,
                             std::optional<std::int64_t> after, base::Instant now) {
    StreamStart start;
    start.newest = store::notice_settings(reader, account).newest;
    if (after && *after > start.newest) {
        return protocol::refusal(protocol::Code::bad_parameter,
                                 "after must be at most " + std::to_string(start.newest) +
                                     ", your newest notification; got " + std::to_string(*after) +
                                     ".");
    }
    const std::int64_t oldest = std::max<std::int64_t>(start.newest - store::notifications_max, 0);
    const std::int64_t lost = std::max<std::int64_t>(oldest - after.value_or(start.newest), 0);
    if (after) add_notifications(start.messages, reader, account, *after);
    add_turns(start.messages, reader, account);
    start.messages.push_back(protocol::encode_my_notice("ready", start.newest, now,
                                                        protocol::encode_stream_ready(lost)));
    return start;
}

using Write = store::Work<void>;

}  // namespace

Inbox::Inbox(store::Store& store) : store_(store), place_tag_(store.epochs().place_tag()) {}

base::Awaitable<Result<std::string>> Inbox::list(protocol::AccountId account,
                                                 std::optional<std::string> cursor, int limit) {
    const auto numbers = game::parse_cursor(game::lists::notifications, 1, cursor);
    if (!numbers) co_return numbers.error();
    std::optional<std::int64_t> before;
    if (*numbers) before = (*numbers)->front().number();
    auto look = [account, before, limit](store::Reader& reader) {
        return page(reader, account, before, limit);
    };
    co_return co_await store_.read(std::move(look));
}

base::Awaitable<Result<StreamStart>> Inbox::stream_start(protocol::AccountId account,
                                                         std::optional<std::int64_t> after,
                                                         base::Instant now) {
    auto look = [account, after, now](store::Reader& reader) {
        return start_of(reader, account, after, now);
    };
    co_return co_await store_.read(std::move(look));
}

void set_mode(store::Transaction& transaction, protocol::AccountId account,
              protocol::NoticeMode mode) {
    store::set_notice_mode(transaction, account, mode);
}

base::Awaitable<Result<void>> Inbox::set_mode(protocol::AccountId account,
                                              protocol::SetNoticeMode request) {
    Write work = [account, mode = request.mode](store::Transaction& transaction) {
        notify::set_mode(transaction, account, mode);
        return Result<void>();
    };
    co_return co_await store_.write<void>(std::move(work));
}

base::Awaitable<Result<void>> Inbox::read(protocol::AccountId account,
                                          protocol::ReadNotifications request) {
    Write work = [account, number = request.up_to](store::Transaction& transaction) {
        store::set_read_up_to(transaction, account, number);
        return Result<void>();
    };
    co_return co_await store_.write<void>(std::move(work));
}

}  // namespace tanbo::notify
