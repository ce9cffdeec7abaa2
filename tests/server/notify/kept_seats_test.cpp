#include <string>

#include <gtest/gtest.h>

#include "server/game/seating.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/games/ratings_counts.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

class KeptSeatsTest : public NoticeTest {
protected:
    void come_from(const engine::Player& who, const std::string& address) {
        writer->write([&](store::Transaction& transaction) {
            store::record_known_address(transaction, who.account, address, base::Instant{});
        });
    }
    Answer keep_seat(const engine::Player& creator, const engine::Player& whose) {
        return open_game(creator, game_request("9x9", {"me", whose.handle}));
    }
};

TEST_F(KeptSeatsTest, AreNotAllOfOneAddress) {
    come_from(anna, "192.0.2.1");
    come_from(carl, "192.0.2.1");
    come_from(dora, "192.0.2.2");
    for (int i = 0; i < game::seats_kept_of_address_max; ++i) {
        ASSERT_TRUE(keep_seat(anna, ben).has_value());
    }

    const auto more = keep_seat(carl, ben);

    ASSERT_FALSE(more.has_value());
    EXPECT_EQ(more.error().code, protocol::Code::limit_reached);
    EXPECT_EQ(more.error().pointer, "/seats/1");
    EXPECT_TRUE(keep_seat(dora, ben).has_value()) << "another address";
    EXPECT_TRUE(keep_seat(carl, dora).has_value()) << "for somebody else";
}

// The fault: strangers from some twenty addresses took all, and friends were refused.
TEST_F(KeptSeatsTest, HaveRoomLeftForPeopleWhomOneHasPlayed) {
    come_from(anna, "192.0.2.1");
    come_from(carl, "192.0.2.1");
    for (int i = 0; i < game::seats_kept_of_address_max; ++i) {
        ASSERT_TRUE(keep_seat(anna, ben).has_value());
    }
    ASSERT_FALSE(keep_seat(carl, ben).has_value());

    writer->write([&](store::Transaction& transaction) {
        store::Encounter encounter;
        encounter.player = carl.account;
        encounter.opponent = ben.account;
        encounter.order.game = protocol::GameId{1};
        encounter.setup = "9x9";
        encounter.place = 1;
        encounter.opponent_place = 2;
        store::add_encounter(transaction, encounter);
    });

    EXPECT_TRUE(keep_seat(carl, ben).has_value());
    EXPECT_FALSE(keep_seat(anna, ben).has_value()) << "still a stranger";
}

TEST_F(KeptSeatsTest, AreNotCountedByAnAddressOfThisMachine) {
    come_from(anna, "127.0.0.1");
    for (int i = 0; i < game::seats_kept_of_address_max; ++i) {
        ASSERT_TRUE(keep_seat(anna, ben).has_value());
    }

    EXPECT_TRUE(keep_seat(anna, ben).has_value());
}

}  // namespace
}  // namespace tanbo::notify
