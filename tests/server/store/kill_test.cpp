#include <map>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/server/store/child.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

constexpr int kills = 20;

using Acknowledged = std::map<GameId, std::int64_t>;

// Reads acknowledgements until the child is killed after `lines` of them, and those that were on
// their way.
void collect(test::Child& child, int lines, Acknowledged& acknowledged) {
    const auto note = [&](const std::string& line) {
        std::istringstream text(line);
        std::int64_t game = 0;
        std::int64_t seq = 0;
        text >> game >> seq;
        std::int64_t& last = acknowledged[GameId{game}];
        last = std::max(last, seq);
    };
    for (int line = 0; line < lines; ++line) note(child.read_line());
    child.kill();
    for (std::string line = child.read_line(); !line.empty(); line = child.read_line()) note(line);
}

class KillTest : public StorageTest {
protected:
    // How many acknowledged events are missing. Fails if a log has a gap.
    std::int64_t lost(const Acknowledged& acknowledged) {
        std::int64_t missing = 0;
        database = std::make_unique<Database>(options());
        for (const auto& [id, seq] : acknowledged) {
            const auto events =
                database->read([which = id](Reader& reader) { return read_events(reader, which); });
            for (std::size_t index = 0; index < events.size(); ++index) {
                EXPECT_EQ(events[index].seq, static_cast<std::int64_t>(index) + 1);
            }
            missing += std::max<std::int64_t>(0, seq - static_cast<std::int64_t>(events.size()));
        }
        database.reset();
        return missing;
    }
};

TEST_F(KillTest, LosesNothingThatWasAcknowledged) {
    std::mt19937 random(20260401);
    std::uniform_int_distribution<int> lines(20, 400);
    Acknowledged acknowledged;

    for (int round = 0; round < kills; ++round) {
        test::Child child({"append", options().path.string(), "after-commit"});
        collect(child, lines(random), acknowledged);
        ASSERT_EQ(lost(acknowledged), 0) << "after kill " << round;
    }

    EXPECT_EQ(acknowledged.size(), 8U);
}

TEST_F(KillTest, WouldNoticeAcknowledgementsBeforeTheCommit) {
    Acknowledged acknowledged;
    test::Child child({"append", options().path.string(), "before-commit"});

    collect(child, 500, acknowledged);

    EXPECT_GT(lost(acknowledged), 0);
}

}  // namespace
}  // namespace tanbo::store
