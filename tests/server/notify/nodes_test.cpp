#include "tests/server/game/nodes.hpp"

#include <gtest/gtest.h>

#include "server/game/log.hpp"
#include "server/notify/channels/live/pushes.hpp"
#include "server/notify/observer.hpp"
#include "server/store/tables/messages/notices.hpp"

// Pushes of one of two nodes to accounts about acts on the other.
namespace tanbo::notify {
namespace {

class NotifyNodesTest : public game::NodesTest {
protected:
    NotifyNodesTest() { open_announcing({&observer}); }

    // Those of one kind.
    template <class Kind>
    static std::vector<Kind> only(const std::vector<store::Announcement>& announcements) {
        std::vector<Kind> found;
        for (const auto& one : announcements) {
            if (const auto* const kind = std::get_if<Kind>(&one)) found.push_back(*kind);
        }
        return found;
    }
    // The announcement as the other node makes it of an account and a number.
    store::Announcement notified(protocol::AccountId account, std::int64_t number) {
        return other->database.read([&](store::Reader& reader) {
            auto row = store::list_notifications(reader, account, number + 1, 1).at(0);
            return store::AccountNotified{account, std::move(row.kind), row.number, row.at,
                                          std::move(row.data)};
        });
    }
    // And of an account, a game and an instant.
    store::Announcement turn_of(protocol::AccountId account, protocol::GameId game,
                                store::Instant at) {
        return other->database.read([&](store::Reader& reader) {
            return store::TurnBegan{account, game, at, game::load_match(reader, game)};
        });
    }

    Observer observer;
};

TEST_F(NotifyNodesTest, PushWhatAnAccountWasToldByItsNumber) {
    one->start_game(anna, ben, "9x9");

    const auto told = only<store::AccountNotified>(take_announced());

    ASSERT_EQ(told.size(), 2U);
    for (const store::AccountNotified& one : told) {
        EXPECT_EQ(encode_push(notified(one.account, *one.number)), encode_push(one));
    }
    EXPECT_NE(encode_push(told[0]), encode_push(told[1])) << "the numbers are no other's";
}

TEST_F(NotifyNodesTest, PushATurnByItsGame) {
    const protocol::GameId game = one->start_game(anna, ben, "9x9");
    take_announced();
    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());

    const auto turns = only<store::TurnBegan>(take_announced());

    ASSERT_EQ(turns.size(), 1U);
    const store::TurnBegan& turn = turns.front();
    EXPECT_EQ(encode_push(turn_of(turn.account, turn.game, turn.at)), encode_push(turn));
    ASSERT_TRUE(one->submit(game, move(ben, "A8", 1)).has_value());
    EXPECT_NE(encode_push(turn_of(turn.account, turn.game, turn.at)), encode_push(turn))
        << "it is the game that tells";
}

}  // namespace
}  // namespace tanbo::notify
