#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/notify/observer.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::notify {

// A referee with an observer that notifies the players, and what was announced.
class NoticeTest : public game::GameTest {
protected:
    NoticeTest() { restart(options()); }
    ~NoticeTest() override { writer->stop(); }

    game::FixtureOptions options() {
        game::FixtureOptions made;
        made.observers = {&observer};
        made.hooks.announce = [this](const std::vector<store::Announcement>& messages) {
            announced_.insert(announced_.end(), messages.begin(), messages.end());
        };
        return made;
    }

    // Oldest first.
    std::vector<store::Notification> told(const engine::Player& player) {
        auto rows = database->read([&](store::Reader& reader) {
            return store::list_notifications(reader, player.account, {}, 1000);
        });
        std::reverse(rows.begin(), rows.end());
        return rows;
    }
    std::vector<std::string> kinds(const engine::Player& player) {
        std::vector<std::string> names;
        for (const store::Notification& row : told(player)) names.push_back(row.kind);
        return names;
    }

    // The announcements since this was asked for last.
    std::vector<store::Announcement> take_announced() {
        writer->write([](store::Transaction&) {});  // after what is announced after the answer
        return std::exchange(announced_, {});
    }

    // anna, ben, carl and dora, in turn order.
    protocol::GameId start_four() {
        const protocol::GameId game =
            open_game(anna, game_request("19x19-4p", {"me", "open", "open", "open"}))->game;
        for (const engine::Player& player : {ben, carl, dora}) {
            EXPECT_TRUE(submit(game, engine::Join{player, {}, {}}).has_value());
        }
        return game;
    }

    Observer observer;

private:
    std::vector<store::Announcement> announced_;
};

}  // namespace tanbo::notify
