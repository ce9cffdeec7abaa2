#include "server/notify/feeds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/notify/fixture.hpp"
#include "tests/support/rows.hpp"

namespace tanbo::notify {
namespace {

using testing::HasSubstr;
using testing::Not;

class FeedsTest : public NoticeTest {
protected:
    protocol::Result<std::string> feed(protocol::GameId game) {
        return on(0, [this, game]() -> base::Awaitable<protocol::Result<std::string>> {
            auto seen = co_await views[0].get(game, std::nullopt);
            co_return co_await feeds_.feed(*seen, "https://tanbo.example", "https://self.example");
        });
    }
    static std::size_t entries_of(const std::string& atom) {
        std::size_t found = 0;
        for (auto at = atom.find("<entry>"); at != std::string::npos;
             at = atom.find("<entry>", at + 1)) {
            ++found;
        }
        return found;
    }

private:
    Feeds feeds_{*store, Keys(base::Digest{1})};
};

TEST_F(FeedsTest, ShowTheWholeOfAShortGame) {
    const protocol::GameId game = start_game();
    play(game, 3);
    submit(game, engine::Leave{ben.account});

    const auto atom = feed(game);

    ASSERT_TRUE(atom.has_value());
    EXPECT_EQ(entries_of(*atom), view(game)->seq());
    EXPECT_THAT(*atom, HasSubstr("Anna opens a game on 9x9."));
    EXPECT_THAT(*atom, HasSubstr("black (Anna) has won."));
}

TEST_F(FeedsTest, ReadTheNewestEventsOnly) {
    const protocol::GameId game = start_game("19x19");
    play(game, 60);
    view(game);
    test::Rows(folder.path() / "tanbo.db").spoil_event(game, 5);

    const auto atom = feed(game);

    ASSERT_TRUE(atom.has_value());
    EXPECT_EQ(entries_of(*atom), feed_entries_max);
    EXPECT_THAT(*atom, Not(HasSubstr("opens a game")));
    EXPECT_ANY_THROW(view(game, {}, 1).value()) << "the control: the log can't be folded";
}

}  // namespace
}  // namespace tanbo::notify
