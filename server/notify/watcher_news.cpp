#include "server/notify/watcher_news.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "protocol/people/notices.hpp"
#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"
#include "server/notify/channels/email/mails.hpp"
#include "server/notify/notify.hpp"

namespace tanbo::notify {

namespace {

using protocol::AccountId;
using protocol::NoticeKind;
using store::WatcherNews;

constexpr std::chrono::seconds look_interval{10};
constexpr std::chrono::milliseconds pause{2};  // between two pieces, for others who write
constexpr std::chrono::seconds after_failure{1};

// Those who are told next, one of both.
struct Piece {
    std::vector<AccountId> accounts = {};
    std::vector<store::MailWatch> by_mail = {};

    int size() const { return static_cast<int>(accounts.size() + by_mail.size()); }
    std::int64_t last() const {
        return accounts.empty() ? static_cast<std::int64_t>(by_mail.back().id)
                                : static_cast<std::int64_t>(accounts.back());
    }
};

bool is_board(const WatcherNews& news) {
    return news.kind == board_news || news.kind == last_board_news;
}

// Others are of a newer node, which tells them.
bool is_known(const WatcherNews& news) {
    return is_board(news) || protocol::parse_notice_kind(news.kind);
}

store::Watchers watchers_of(std::string_view kind) {
    const auto is = [kind](NoticeKind one) { return kind == protocol::notice_kind_name(one); };
    if (is(NoticeKind::watched_move)) return store::Watchers::of_moves;
    return is(NoticeKind::watched_finished) ? store::Watchers::of_end : store::Watchers::all;
}

Piece next_piece(store::Reader& reader, const WatcherNews& news, int limit) {
    if (is_board(news)) {
        const store::MailWatchId after{news.told_up_to};
        return {.by_mail = store::mail_watches_of_game(reader, news.game, after, limit)};
    }
    const AccountId after{news.told_up_to};
    return {.accounts =
                store::watchers_after(reader, news.game, watchers_of(news.kind), after, limit)};
}

void tell(store::Transaction& transaction, const WatcherNews& news, const Piece& piece) {
    for (const AccountId account : piece.accounts) {
        notify(transaction, news.at,
               {account, *protocol::parse_notice_kind(news.kind), news.game, news.data, news.seq,
                news.since_seq});
    }
    for (const store::MailWatch& watch : piece.by_mail) {
        const bool is_last = news.kind == last_board_news;
        queue_board_mail(transaction, news.at, watch, {watch.id, news.seq, news.since_seq},
                         is_last);
    }
}

void end(store::Transaction& transaction, const WatcherNews& news) {
    if (news.kind != last_board_news) return;
    store::delete_mail_watches_of_game(transaction, news.game);
}

// Tells one piece.
void tell_some(store::Transaction& transaction, const WatcherNews& news) {
    if (!store::lock_watcher_news(transaction, news)) return;
    const Piece piece = next_piece(transaction, news, watchers_told_a_piece);
    tell(transaction, news, piece);
    if (piece.size() == watchers_told_a_piece) {
        return store::set_told_up_to(transaction, news, piece.last());
    }
    end(transaction, news);
    store::delete_watcher_news(transaction, news);
}

}  // namespace

void notify_watchers(store::Transaction& transaction, const WatcherNews& news) {
    const Piece piece = next_piece(transaction, news, watchers_told_at_once + 1);
    if (piece.size() == 0) return end(transaction, news);
    const bool are_few = piece.size() <= watchers_told_at_once;
    if (!are_few || store::has_watcher_news(transaction, news.game)) {
        return store::queue_watcher_news(transaction, news);
    }
    tell(transaction, news, piece);
    end(transaction, news);
}

void read_board_watchers_ahead(store::Transaction& transaction, protocol::GameId game) {
    store::read_mail_watches_ahead(transaction, game, store::MailWatchId{},
                                   watchers_told_at_once + 1);
}

base::Awaitable<void> WatcherNotifier::run() {
    base::Timer timer(co_await boost::asio::this_coro::executor);
    base::current_client = base::ClientKey::server();
    for (;;) {
        const std::uint64_t key = queued_.key();
        const auto is_more = co_await run_once();
        if (is_more && !*is_more) {
            co_await queued_.wait(key, look_interval);
            continue;
        }
        if (!is_more) {
            base::log::warn("watcher-news-failed", "could not notify the watchers of a game",
                            {{"detail", is_more.error().detail}});
        }
        timer.expires_after(is_more ? pause : after_failure);
        co_await base::wait_for_own_work(timer);
    }
}

void WatcherNotifier::receive(const std::vector<store::Announcement>& announcements) {
    const auto is_ours = [](const store::Announcement& one) {
        return std::holds_alternative<store::WatcherNewsQueued>(one);
    };
    if (std::ranges::any_of(announcements, is_ours)) queued_.notify_all();
}

base::Awaitable<protocol::Result<bool>> WatcherNotifier::run_once() {
    auto look = [after = last_](store::Reader& reader) {
        auto news = store::next_watcher_news(reader, after);
        if (!news) news = store::next_watcher_news(reader, protocol::GameId{});
        return news;
    };
    const auto found = co_await store_.read(std::move(look));
    if (!found) co_return found.error();
    if (!*found) co_return false;
    last_ = (*found)->game;
    if (!is_known(**found)) co_return false;
    store::Work<bool> work = [news = **found](store::Transaction& transaction) {
        tell_some(transaction, news);
        return protocol::Result<bool>(true);
    };
    co_return co_await store_.write(std::move(work));
}

}  // namespace tanbo::notify
