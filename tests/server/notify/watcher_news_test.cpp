#include "server/notify/watcher_news.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using protocol::AccountId;
using protocol::WatchMode;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

class WatcherNewsTest : public NoticeTest {
protected:
    WatcherNewsTest() {
        game::FixtureOptions mailing = options();
        mailing.queues_mail = true;
        restart(mailing);
    }

    engine::Player fan(protocol::GameId game, WatchMode mode = WatchMode::each) {
        engine::Player player = add_player("fan" + std::to_string(++fans_));
        watch(player, game, mode);
        return player;
    }
    std::vector<engine::Player> fans(protocol::GameId game, int count) {
        std::vector<engine::Player> players;
        for (int i = 0; i < count; ++i) players.push_back(fan(game));
        return players;
    }
    void watch(const engine::Player& player, protocol::GameId game, WatchMode mode) {
        writer->write([&](store::Transaction& transaction) {
            store::set_watch(transaction, {player.account, game, mode, base::Instant{}});
        });
    }
    void mail_watch(protocol::GameId game, int number) {
        writer->write([&](store::Transaction& transaction) {
            const std::string address = "fan" + std::to_string(number) + "@example.org";
            const auto made = store::ask_mail_watch(transaction, game, address,
                                                    store::MailWatchMode::each, base::Instant{});
            store::confirm_mail_watch(transaction, made.id, base::Instant{});
        });
    }
    std::size_t mails() {
        return database->read(
            [](store::Reader& reader) { return store::mails(reader, {}, 1'000).size(); });
    }
    // As a process that has just begun does.
    bool tell_some() {
        WatcherNotifier notifier(*store);
        const auto is_more = on(0, [&] { return notifier.run_once(); });
        EXPECT_TRUE(is_more.has_value());
        return *is_more;
    }
    void tell_all() {
        while (tell_some()) continue;
    }
    std::size_t count_told(const std::vector<engine::Player>& players) {
        return static_cast<std::size_t>(std::ranges::count_if(
            players, [this](const engine::Player& player) { return !told(player).empty(); }));
    }
    std::vector<std::vector<std::string>> kinds_of(const std::vector<engine::Player>& players) {
        std::vector<std::vector<std::string>> all;
        for (const engine::Player& player : players) all.push_back(kinds(player));
        return all;
    }

private:
    int fans_ = 0;
};

TEST_F(WatcherNewsTest, TellsFewInTheTransactionOfTheMove) {
    const protocol::GameId game = start_game();
    const auto few = fans(game, watchers_told_at_once);

    play(game, 1);

    EXPECT_EQ(count_told(few), few.size());
    EXPECT_FALSE(tell_some());
}

TEST_F(WatcherNewsTest, TellsManyAfterItAndEachTheSameInTheSameOrder) {
    const protocol::GameId game = start_game();
    const engine::Player early = fan(game);
    play(game, 2);
    const auto expected = told(early);
    const protocol::GameId other = start_game();
    const auto many = fans(other, 2 * watchers_told_a_piece + 1);

    play(other, 2);

    EXPECT_EQ(count_told(many), 0U);
    tell_all();
    for (const engine::Player& player : many) {
        const auto found = told(player);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            std::string as_other = expected[i].data;
            const std::string id = "\"id\":" + to_string(game) + ",";
            ASSERT_NE(as_other.find(id), std::string::npos) << as_other;
            as_other.replace(as_other.find(id), id.size(), "\"id\":" + to_string(other) + ",");
            EXPECT_EQ(found[i].kind, expected[i].kind);
            EXPECT_EQ(found[i].data, as_other);
            EXPECT_EQ(found[i].game, other);
        }
    }
}

TEST_F(WatcherNewsTest, LeavesNobodyOutAndTellsNobodyTwiceIfTheProcessEndsInBetween) {
    const protocol::GameId game = start_game();
    const auto many = fans(game, watchers_told_a_piece + 1);
    play(game, 2);
    ASSERT_TRUE(tell_some());
    ASSERT_EQ(count_told(many), static_cast<std::size_t>(watchers_told_a_piece));

    restart(options());
    tell_all();

    EXPECT_THAT(kinds_of(many), Each(ElementsAre("watched-move", "watched-move")));
}

TEST_F(WatcherNewsTest, LetsAGameWithManyNotHoldUpAnother) {
    const protocol::GameId game = start_game();
    fans(game, 3 * watchers_told_a_piece);
    const protocol::GameId other = start_game();
    const auto others = fans(other, watchers_told_at_once + 1);
    play(game, 3);
    play(other, 1);
    WatcherNotifier notifier(*store);
    const auto tell = [&] { return on(0, [&] { return notifier.run_once(); }).has_value(); };

    ASSERT_TRUE(tell());
    ASSERT_TRUE(tell());

    EXPECT_EQ(count_told(others), others.size());
}

TEST_F(WatcherNewsTest, LeavesNewsThatItDoesNotKnowToNewerNodes) {
    const protocol::GameId game = start_game();
    const auto many = fans(game, watchers_told_at_once + 1);
    writer->write([&](store::Transaction& transaction) {
        store::queue_watcher_news(transaction, {.game = game, .event = 1, .kind = "watched-dream"});
    });

    EXPECT_FALSE(tell_some());

    EXPECT_EQ(count_told(many), 0U);
    EXPECT_TRUE(database->read([&](store::Reader& r) { return has_watcher_news(r, game); }));
}

// It looked ten times a second on every node, whether anybody was to be told or not.
TEST_F(WatcherNewsTest, TellsManyWhenItIsRungForNotWhenItLooksNext) {
    std::optional<WatcherNotifier> notifier;
    game::FixtureOptions rung = options();
    rung.hooks.announce = [&](const std::vector<store::Announcement>& announcements) {
        if (notifier) notifier->receive(announcements);
    };
    restart(rung);
    const protocol::GameId game = start_game();
    const auto many = fans(game, watchers_told_at_once + 1);
    notifier.emplace(*store);
    base::spawn(io->executor(0), "teller", notifier->run());
    const auto next_look = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    const auto is_told = [&](std::size_t of) {
        return std::ranges::all_of(many, [&](const auto& one) { return told(one).size() == of; });
    };

    bool are_told = true;
    for (std::size_t of = 1; of <= 3; ++of) {
        play(game, 1);
        while (!is_told(of) && std::chrono::steady_clock::now() < next_look)
            std::this_thread::yield();
        are_told = are_told && is_told(of);
    }

    EXPECT_TRUE(are_told);
    restart(options());
}

TEST_F(WatcherNewsTest, TellsFewAfterManyWereToBeTold) {
    const protocol::GameId game = start_game();
    const auto many = fans(game, watchers_told_at_once + 1);
    play(game, 1);
    watch(many.back(), game, WatchMode::off);

    submit(game, engine::Leave{ben.account});

    EXPECT_EQ(count_told(many), 0U);
    tell_all();
    EXPECT_THAT(kinds(many.front()), ElementsAre("watched-move", "watched-finished"));
    EXPECT_THAT(kinds(many.back()), IsEmpty());
}

TEST_F(WatcherNewsTest, TellsManyOfTheEndWhoDoNotPlay) {
    const protocol::GameId game = start_game();
    const auto many = fans(game, watchers_told_at_once + 1);
    watch(anna, game, WatchMode::end);

    submit(game, engine::Leave{ben.account});
    tell_all();

    EXPECT_THAT(kinds_of(many), Each(ElementsAre("watched-finished")));
    const auto told_anna = kinds(anna);
    EXPECT_EQ(std::ranges::count(told_anna, "game-finished"), 1);
    EXPECT_EQ(std::ranges::count(told_anna, "watched-finished"), 0);
}

TEST_F(WatcherNewsTest, MailsManyBoardsAfterTheMoveAndTheLastAtItsEnd) {
    const protocol::GameId game = start_game();
    constexpr int count = watchers_told_a_piece + 1;
    for (int i = 0; i < count; ++i) mail_watch(game, i);

    play(game, 1);

    EXPECT_EQ(mails(), 0U);
    tell_all();
    EXPECT_EQ(mails(), static_cast<std::size_t>(count));
    submit(game, engine::Leave{ben.account});
    EXPECT_EQ(mails(), static_cast<std::size_t>(count));
    tell_all();
    EXPECT_EQ(mails(), static_cast<std::size_t>(2 * count));
    EXPECT_EQ(database->read([&](store::Reader& reader) {
        return store::count_mail_watches_of_game(reader, game);
    }),
              0);
}

}  // namespace
}  // namespace tanbo::notify
