// Who looks at a game through one node is not mailed by another.

#include <chrono>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "server/game/presence.hpp"
#include "server/game/presence_rows.hpp"
#include "tests/server/game/engines.hpp"

namespace tanbo::game {
namespace {

using std::chrono::seconds;

// Two nodes and who looks through them; the first tidies up if it is told who is there.
class NodesPresenceTest : public TwoNodesTest {
protected:
    NodesPresenceTest() {
        open();
        game = one->start_game(anna, ben, "9x9");
        here.share(1);
        there.share(2);
        rows_here.emplace(here, one->store, 1, clock, [this] { return alive; });
        rows_there.emplace(there, other->store, 2, clock, [] { return PresenceRows::Nodes(); });
    }

    void run_once(test::Node& node, PresenceRows& rows) {
        node.on([&rows]() -> base::Awaitable<bool> {
            co_await rows.run_once();
            co_return true;
        });
    }
    void run_here() { run_once(*one, *rows_here); }
    void run_there() { run_once(*other, *rows_there); }
    // Whether the first node takes Anna for looking at the game.
    bool knows(const Presence& presence) {
        return one->database.read([&](store::Reader& reader) {
            return presence.is_looking(reader, anna.account, game, now);
        });
    }
    bool knows() { return knows(here); }

    base::Instant now{std::chrono::milliseconds(1'700'000'000'000)};
    const base::Clock clock = [this] { return now; };
    PresenceRows::Nodes alive;
    Presence here;
    Presence there;
    std::optional<PresenceRows> rows_here;
    std::optional<PresenceRows> rows_there;
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

TEST_P(NodesPresenceTest, ForgetWhatANodeHasSaidThatIsGone) {
    const auto look = there.look(anna.account, game);
    run_there();
    alive = {1, 2};
    run_here();
    EXPECT_TRUE(knows());

    alive = {1};
    run_here();

    EXPECT_FALSE(knows());
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
