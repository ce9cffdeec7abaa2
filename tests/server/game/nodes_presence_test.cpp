// Who looks at a game through one node is not mailed by another, and what a node has said is
// forgotten when it is gone.

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "server/game/feed/presence.hpp"
#include "server/game/feed/presence_rows.hpp"
#include "server/game/time/dead_node_cleanup.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "tests/server/game/engines.hpp"

namespace tanbo::game {
namespace {

using std::chrono::seconds;

// Two nodes and who looks through them; the first forgets others if it is told who is there.
class NodesPresenceTest : public TwoNodesTest {
protected:
    NodesPresenceTest() {
        open();
        game = one->start_game(anna, ben, "9x9");
        here.share(1);
        there.share(2);
        rows_there.emplace(there, other->store, 2, clock);
        gone.emplace(one->store, [this] { return alive; });
    }

    template <class Turns>
    void run_once(test::Node& node, Turns& turns) {
        node.on([&turns]() -> base::Awaitable<bool> {
            co_await turns.run_once();
            co_return true;
        });
    }
    void run_there() { run_once(*other, *rows_there); }
    void forget_the_gone() { run_once(*one, *gone); }
    // Whether the first node takes Anna for looking at the game.
    bool knows(const Presence& presence) {
        return one->database.read([&](store::Reader& reader) {
            return presence.is_looking(reader, anna.account, game, now);
        });
    }
    bool knows() { return knows(here); }
    void watch_there(std::int64_t watchers) {
        other->writer.write([&](store::Transaction& transaction) {
            store::set_node_watchers(transaction, 2, game, watchers);
        });
    }
    std::vector<std::int64_t> watching_nodes() {
        return one->database.read(store::nodes_with_watchers);
    }

    base::Instant now{std::chrono::milliseconds(1'700'000'000'000)};
    const base::Clock clock = [this] { return now; };
    DeadNodeCleanup::Nodes alive;
    Presence here;
    Presence there;
    std::optional<PresenceRows> rows_there;
    std::optional<DeadNodeCleanup> gone;
    GameId game{};
};

TEST_P(NodesPresenceTest, KnowWhoLooksElsewhereFromWhenItIsWrittenUntilItEnds) {
    auto look = there.look(anna.account, game);
    EXPECT_FALSE(knows());
    run_there();
    EXPECT_TRUE(knows());

    look.reset();
    EXPECT_TRUE(knows()) << "nobody has said otherwise";
    run_there();

    EXPECT_FALSE(knows());
}

TEST_P(NodesPresenceTest, KnowWhoIsOnlineElsewhere) {
    const auto is_online = [&] {
        return one->database.read(
            [&](store::Reader& reader) { return here.is_online(reader, anna.account, now); });
    };
    const auto look = there.look(anna.account, game);
    run_there();
    EXPECT_FALSE(is_online()) << "who looks at a game need not follow their own notices";

    const auto presence = there.attend(anna.account);
    run_there();

    EXPECT_TRUE(is_online());
}

TEST_P(NodesPresenceTest, SayItAgainAfterAMinuteAndNotBefore) {
    const auto look = there.look(anna.account, game);
    run_there();
    const std::size_t written = other->writer.durable();
    now += look_renewed_after - seconds(1);
    run_there();
    EXPECT_EQ(other->writer.durable(), written);

    now += seconds(1);
    run_there();
    EXPECT_EQ(other->writer.durable(), written + 1);

    now += look_holds - seconds(1);
    EXPECT_TRUE(knows());
}

TEST_P(NodesPresenceTest, TakeNobodyForLookingOfWhomNobodyHasSaidSoForLong) {
    const auto look = there.look(anna.account, game);
    run_there();

    now += look_holds;

    EXPECT_FALSE(knows());
}

// A row that went on would be written again.
TEST_P(NodesPresenceTest, WriteNothingOfALookThatIsTakenUpAgainAtOnce) {
    auto look = there.look(anna.account, game);
    run_there();
    const std::size_t written = other->writer.durable();

    look.reset();
    look = there.look(anna.account, game);
    run_there();
    EXPECT_EQ(other->writer.durable(), written);

    now += look_holds - seconds(1);
    run_there();
    now += look_holds - seconds(1);
    EXPECT_TRUE(knows()) << "it is said again after a minute";
}

TEST_P(NodesPresenceTest, WriteNothingAboutALookThatBeganAndEnded) {
    there.look(anna.account, game).reset();
    const std::size_t written = other->writer.durable();

    run_there();

    EXPECT_EQ(other->writer.durable(), written);
}

TEST_P(NodesPresenceTest, WriteTheRestOfManyInTheNextTurn) {
    std::vector<Presence::Look> looks;
    for (std::size_t i = 0; i < looks_batch_max; ++i) {
        looks.push_back(there.look(ben.account, static_cast<GameId>(1'000 + i)));
    }
    looks.push_back(there.look(anna.account, static_cast<GameId>(5'000)));
    const auto is_known = [&](engine::Player player, int number) {
        return one->database.read([&](store::Reader& reader) {
            return here.is_looking(reader, player.account, static_cast<GameId>(number), now);
        });
    };
    run_there();
    EXPECT_NE(is_known(anna, 5'000), is_known(ben, 1'999)) << "one more than at once";

    run_there();

    EXPECT_TRUE(is_known(anna, 5'000));
    EXPECT_TRUE(is_known(ben, 1'999));
}

TEST_P(NodesPresenceTest, ForgetWhatANodeHasSaidThatIsGone) {
    const auto look = there.look(anna.account, game);
    run_there();
    watch_there(2);
    alive = {1, 2};
    forget_the_gone();
    EXPECT_TRUE(knows());
    EXPECT_THAT(watching_nodes(), testing::ElementsAre(2));

    alive = {1};
    forget_the_gone();

    EXPECT_FALSE(knows());
    EXPECT_THAT(watching_nodes(), testing::IsEmpty());
}

TEST_P(NodesPresenceTest, ForgetNothingTwiceWhileTheSameNodesAreThere) {
    alive = {1};
    forget_the_gone();
    const std::size_t written = one->writer.durable();

    forget_the_gone();
    EXPECT_EQ(one->writer.durable(), written);

    alive = {1, 2};
    forget_the_gone();
    EXPECT_EQ(one->writer.durable(), written + 1);
}

TEST_P(NodesPresenceTest, ForgetNothingIfThatIsAnothersToDo) {
    const auto look = there.look(anna.account, game);
    run_there();
    watch_there(2);

    forget_the_gone();

    EXPECT_TRUE(knows());
    EXPECT_THAT(watching_nodes(), testing::ElementsAre(2));
}

TEST_P(NodesPresenceTest, ForgetWhatTheNodeItselfHadSaidBeforeItEnded) {
    const auto look = there.look(anna.account, game);
    run_there();

    rows_there->forget_all();

    EXPECT_FALSE(knows());
}

TEST_P(NodesPresenceTest, AreNotAskedByOneThatIsAlone) {
    const auto look = there.look(anna.account, game);
    run_there();

    EXPECT_FALSE(knows(Presence()));
}

INSTANTIATE_TEST_SUITE_P(Both, NodesPresenceTest, test::engines, test::name_of_engine);

}  // namespace
}  // namespace tanbo::game
