#include "server/store/tables/accounts/epochs.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "server/store/copy/copy_end.hpp"
#include "server/store/database.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/connection.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::store {
namespace {

namespace fs = std::filesystem;

Instant at_minute(int minute) {
    return Instant(std::chrono::hours(24 * 20'000) + std::chrono::minutes(minute));
}

class EpochsTest : public testing::Test {
protected:
    DatabaseOptions options(const fs::path& file) const {
        DatabaseOptions result;
        result.path = file;
        return result;
    }
    Epochs opened(const fs::path& file) const { return Database(options(file)).epochs(); }
    Epoch epoch_of(const fs::path& file) const { return opened(file).present(); }

    test::TemporaryFolder folder;
    fs::path path = folder.path() / "tanbo.db";
    fs::path copy = folder.path() / "copy.db";
};

TEST_F(EpochsTest, ANewDatabaseHasOneThatEveryStartFindsAgain) {
    const Epoch first = epoch_of(path);

    EXPECT_NE(first, protocol::first_epoch);
    EXPECT_EQ(epoch_of(path), first);
    EXPECT_NE(epoch_of(copy), first);
    EXPECT_EQ(opened(path).since(), Instant::min());
}

TEST_F(EpochsTest, ABackupThatIsServedHasOneOfItsOwn) {
    const Epoch before = epoch_of(path);
    back_up(path, copy, {});

    EXPECT_NE(epoch_of(copy), before);
    EXPECT_EQ(epoch_of(path), before);
}

TEST_F(EpochsTest, EachRestoreOfTheSameBackupBeginsAnother) {
    const Epoch before = epoch_of(path);
    back_up(path, copy, {});
    restore(copy, path, 0, {});
    const Epoch once = epoch_of(path);
    restore(copy, path, 1, {});
    const Epoch twice = epoch_of(path);

    EXPECT_NE(once, before);
    EXPECT_NE(twice, before);
    EXPECT_NE(twice, once);
    EXPECT_EQ(epoch_of(path), twice);
}

TEST_F(EpochsTest, ADatabaseThatIsOpenedAgainBeginsAnother) {
    const Epoch before = epoch_of(path);
    {
        const auto end = open_copy_end(options(path));
        end->mark_epoch_over();
        end->mark_epoch_over();
    }

    const Epoch after = epoch_of(path);

    EXPECT_NE(after, before);
    EXPECT_EQ(epoch_of(path), after);
}

// Nothing names the first epoch: what was given out before is good.
TEST_F(EpochsTest, ADatabaseFromBeforeThemStaysInTheFirst) {
    {
        const Database database(options(path));
    }
    SqliteConnection(path, Access::write).execute(forget_epochs);

    EXPECT_EQ(epoch_of(path), protocol::first_epoch);
    EXPECT_EQ(epoch_of(path), protocol::first_epoch);
}

TEST_F(EpochsTest, ARowIsOfTheEpochInWhichItWasMade) {
    const Epochs epochs({{Epoch{1}, at_minute(10)}, {Epoch{2}, at_minute(20)}});

    EXPECT_EQ(epochs.at(at_minute(9)), protocol::first_epoch);
    EXPECT_EQ(epochs.at(at_minute(10)), Epoch{1});
    EXPECT_EQ(epochs.at(at_minute(19)), Epoch{1});
    EXPECT_EQ(epochs.at(at_minute(20)), Epoch{2});
    EXPECT_EQ(epochs.present(), Epoch{2});
    EXPECT_EQ(epochs.since(), at_minute(20));
    EXPECT_EQ(Epochs().at(at_minute(1)), protocol::first_epoch);
    EXPECT_EQ(Epochs().since(), Instant::min());
}

TEST_F(EpochsTest, PlacesInStreamsNameOneThatIsNotTheOnlyOne) {
    EXPECT_EQ(Epochs().place_tag(), "");
    EXPECT_EQ(opened(path).place_tag(), "");
    back_up(path, copy, {});
    restore(copy, path, 0, {});

    const Epochs epochs = opened(path);

    EXPECT_EQ(epochs.place_tag(), protocol::epoch_text(epochs.present()));
    EXPECT_EQ(Epochs({{Epoch{2}, at_minute(20)}}).place_tag(), "00000002");
}

TEST_F(EpochsTest, AreKeptInOrderUpToAMaximum) {
    Epochs epochs;
    for (std::uint32_t number = 1; number <= epochs_kept_max + 1; ++number) {
        epochs = with_epoch(epochs, {Epoch{number}, at_minute(static_cast<int>(number))});
    }
    epochs = decode_epochs(encode_epochs(epochs));
    EXPECT_EQ(epochs.begins().size(), epochs_kept_max);
    EXPECT_EQ(epochs.begins().front(), (Epochs::Begin{Epoch{2}, at_minute(2)}));

    const Instant last = epochs.since();
    epochs = with_epoch(epochs, {Epoch{99}, at_minute(0)});  // a clock was set back

    EXPECT_EQ(epochs.since(), last);
    EXPECT_EQ(epochs.present(), Epoch{99});
}

TEST(EpochText, IsReadAsItIsWritten) {
    EXPECT_EQ(protocol::epoch_text(protocol::first_epoch), "00000000");
    EXPECT_EQ(protocol::epoch_text(Epoch{0xA1B2C3D}), "0a1b2c3d");
    EXPECT_EQ(protocol::parse_epoch("0a1b2c3d"), Epoch{0xA1B2C3D});
    EXPECT_EQ(protocol::parse_epoch("00000000"), protocol::first_epoch);
    for (const char* const text : {"0a1b2c3", "0A1B2C3D", "0a1b2c3g", "-a1b2c3d", ""}) {
        EXPECT_FALSE(protocol::parse_epoch(text)) << text;
    }
}

}  // namespace
}  // namespace tanbo::store
