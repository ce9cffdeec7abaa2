#include "server/store/tables/games/downtimes.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/commit/life_file.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

using engine::Span;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

engine::Instant at(int seconds) {
    return engine::Instant(std::chrono::seconds(seconds));
}

TEST(Downtimes, ArePostponedByWhatCameAfterTheCountBegan) {
    const std::vector<Span> downtimes{{at(10), at(20)}, {at(40), at(45)}};

    EXPECT_EQ(postponed(at(30), at(0), downtimes), at(40));
    EXPECT_EQ(postponed(at(31), at(0), downtimes), at(46));
    EXPECT_EQ(postponed(at(31), at(15), downtimes), at(36));
    EXPECT_EQ(postponed(at(10), at(0), downtimes), at(10));  // it had been due before
    EXPECT_EQ(postponed(at(11), at(0), downtimes), at(21));
}

TEST(Downtimes, AreMadeDisjoint) {
    const std::vector<Span> mixed{{at(8), at(9)}, {at(1), at(3)}, {at(3), at(5)}, {at(2), at(4)}};

    EXPECT_THAT(make_disjoint(mixed), ElementsAre(Span{at(1), at(5)}, Span{at(8), at(9)}));
}

class DowntimesTest : public StorageTest {
protected:
    DowntimesTest() { open(); }
};

TEST_F(DowntimesTest, AreReadFromTheFirstThatEndedLater) {
    EXPECT_EQ(database->read([](Reader& reader) { return last_downtime_end(reader); }),
              std::nullopt);
    commits->write([](Transaction& transaction) {
        add_downtime(transaction, {at(1), at(3)});
        add_downtime(transaction, {at(5), at(7)});
    });
    const auto after = [this](int seconds) {
        return database->read(
            [seconds](Reader& reader) { return downtimes_after(reader, at(seconds)); });
    };

    EXPECT_THAT(after(2), SizeIs(2));
    EXPECT_THAT(after(3), ElementsAre(Span{at(5), at(7)}));
    EXPECT_THAT(after(7), IsEmpty());
    EXPECT_EQ(database->read([](Reader& reader) { return last_downtime_end(reader); }), at(7));
}

TEST_F(DowntimesTest, BecomeOneIfThereAreTooMany) {
    commits->write([](Transaction& transaction) {
        for (int i = 0; i < 4; ++i) add_downtime(transaction, {at(10 * i), at(10 * i + 1)});
    });
    const auto all = [this] {
        return database->read([](Reader& reader) {
            return downtimes_after(reader, engine::Instant() - std::chrono::days(1));
        });
    };

    commits->write([](Transaction& transaction) { join_oldest_downtimes(transaction, 4); });
    EXPECT_THAT(all(), SizeIs(4));

    commits->write([](Transaction& transaction) { join_oldest_downtimes(transaction, 3); });
    EXPECT_THAT(all(),
                ElementsAre(Span{at(0), at(11)}, Span{at(20), at(21)}, Span{at(30), at(31)}));
}

TEST(LifeFile, BelongsToTheHeartbeatThatItNames) {
    const test::TemporaryFolder folder;
    const auto database = folder.path() / "tanbo.db";
    {
        LifeFile file(database);
        EXPECT_EQ(file.alive_after(Instant{}), std::nullopt);
        file.write(instant_of(1000), instant_of(1040));
    }
    const LifeFile file(database);

    EXPECT_EQ(file.alive_after(instant_of(1000)), instant_of(1040));
    EXPECT_EQ(file.alive_after(instant_of(1001)), std::nullopt);
}

TEST(LifeFile, DoesWithoutAFileThatCannotBeWritten) {
    LifeFile file("/nowhere/tanbo.db");
    file.write(instant_of(1), instant_of(2));

    EXPECT_EQ(file.alive_after(instant_of(1)), std::nullopt);
}

}  // namespace
}  // namespace tanbo::store
