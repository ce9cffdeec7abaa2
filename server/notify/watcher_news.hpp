#pragma once

#include <optional>
#include <vector>

#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/event_count.hpp"
#include "server/store/commit/announcements.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/messages/watches.hpp"

// News for watchers of a game. Few watchers are told in the transaction of the news; many are told
// afterwards, to slow neither the game nor others.
namespace tanbo::notify {

inline constexpr int watchers_told_at_once = 8;
inline constexpr int watchers_told_a_piece = 32;  // of many, in a transaction

// News for those who watch by mail, besides the kinds of notices.
inline constexpr std::string_view board_news = "board";
inline constexpr std::string_view last_board_news = "last-board";  // they have followed the game

// Tells the watchers whom news of this kind are for, or queues it behind what they are to be told
// before. Throws: store::StorageError. Thread: that of the transaction.
void notify_watchers(store::Transaction& transaction, const store::WatcherNews& news);

// Reads ahead what notify_watchers asks first for news of boards.
void read_board_watchers_ahead(store::Transaction& transaction, protocol::GameId game);

// Tells many watchers of games, some at a time and a game after the other. None is left out nor
// told twice, whenever a process ends and however many nodes do so.
class WatcherNotifier {
public:
    explicit WatcherNotifier(store::Store& store) : store_(store) {}

    // Never ends: tells them when it is rung for, and looks now and then for what another node has
    // queued that is gone. What fails is logged and tried again.
    base::Awaitable<void> run();
    // Thread: any.
    void receive(const std::vector<store::Announcement>& announcements);
    // Tells some of the watchers of one game. False if none waits.
    base::Awaitable<protocol::Result<bool>> run_once();

private:
    store::Store& store_;
    base::EventCount queued_;
    protocol::GameId last_{};  // that was looked at
};

}  // namespace tanbo::notify
