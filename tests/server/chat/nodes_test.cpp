#include "tests/server/game/nodes.hpp"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "server/chat/chat.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/log.hpp"
#include "server/store/tables/messages/chat.hpp"

// Chat on one of two nodes, told by the other.
namespace tanbo::chat {
namespace {

using test::Node;

// Keeps what is said.
class Hearer final : public game::GameSubscriber {
public:
    void on_frame(const game::Frame&) override {}
    void on_message(const game::GameMessage& message) override { heard.push_back(message); }

    std::vector<game::GameMessage> heard;
};

class ChatNodesTest : public game::NodesTest {
protected:
    ChatNodesTest() {
        open();
        game = one->start_game(anna, ben, "9x9");
    }

    static account::Identity identity_of(const engine::Player& player) {
        account::Identity identity;
        identity.account = player.account;
        identity.handle = player.handle;
        return identity;
    }
    // The messages to those who follow the game on the node while `what` happens.
    template <class What>
    std::vector<game::GameMessage> heard_on(Node& node, What what) {
        Hearer hearer;
        game::Feed::Subscription subscription;
        node.on([&]() -> base::Awaitable<bool> {
            subscription = node.feeds[0].follow_game(game, hearer);
            co_return true;
        });
        what();
        node.on([&]() -> base::Awaitable<bool> {
            subscription.reset();
            co_return true;
        });
        return hearer.heard;
    }
    std::vector<game::GameMessage> say(const engine::Player& author, const std::string& text) {
        Chat chat(*one->referee, one->store);
        return heard_on(*one, [&] {
            const auto said = one->on([&] {
                return chat.post(identity_of(author), game, protocol::ChatRoom::players,
                                 protocol::PostMessage{text, {}}, {});
            });
            EXPECT_TRUE(said.has_value());
        });
    }
    // As the other node tells it: what it does not know of it, it reads.
    std::vector<game::GameMessage> tell_elsewhere() {
        game::CommittedBatch batch;
        batch.messages.push_back(other->database.read([this](store::Reader& reader) {
            store::ChatQuery query;
            query.game = game;
            const auto said = store::list_messages(reader, query).messages.front();
            return push_of(reader, game::load_match(reader, game), said);
        }));
        return heard_on(*other, [&] {
            other->on([&]() -> base::Awaitable<bool> {
                other->feeds[0].deliver(batch);
                co_return true;
            });
        });
    }
    static bool is_for(const std::vector<game::GameMessage>& heard, const engine::Player& player) {
        return can_receive(heard.front().audience, player.account);
    }

    protocol::GameId game{};
};

TEST_F(ChatNodesTest, TellByARowWhatWasSaidOnTheOtherNode) {
    const auto here = say(anna, "a good game");
    const auto elsewhere = tell_elsewhere();

    ASSERT_EQ(here.size(), 1U);
    ASSERT_EQ(elsewhere.size(), 1U);
    EXPECT_EQ(*elsewhere.front().json, *here.front().json);
    EXPECT_EQ(elsewhere.front().game, game);
    const engine::Player stranger = one->add_player("carl");
    for (const auto* const heard : {&here, &elsewhere}) {
        EXPECT_TRUE(is_for(*heard, anna));
        EXPECT_TRUE(is_for(*heard, ben));
        EXPECT_FALSE(is_for(*heard, stranger));
    }
}

TEST_F(ChatNodesTest, SpareWhomeverHasMutedTheAuthorOnTheOtherNode) {
    Chat chat(*other->referee, other->store);
    const auto mute = [&] { return chat.mute(ben.account, anna.handle); };
    ASSERT_TRUE(other->on(mute).has_value());

    const auto here = say(anna, "a good game");

    for (const auto& heard : {here, tell_elsewhere()}) {
        ASSERT_EQ(heard.size(), 1U);
        EXPECT_TRUE(is_for(heard, anna));
        EXPECT_FALSE(is_for(heard, ben));
    }
}

}  // namespace
}  // namespace tanbo::chat
