#include "server/store/tables/accounts/site_settings.hpp"

#include <gtest/gtest.h>

#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

class SiteSettingsTest : public StorageTest {
protected:
    SiteSettingsTest() { open(); }
    SiteSettings present() {
        return database->read([](Reader& reader) { return find_site_settings(reader); });
    }
    bool save(const SiteSettings& settings) {
        bool is_saved = false;
        write([&](Transaction& transaction) {
            is_saved = save_site_settings(transaction, settings, instant_of(7));
        });
        return is_saved;
    }
};

TEST_F(SiteSettingsTest, AreTheDefaultsUntilTheyAreSaved) {
    EXPECT_EQ(present(), SiteSettings{});
    EXPECT_TRUE(present().is_sign_up_open);
    EXPECT_TRUE(present().has_guests);
}

TEST_F(SiteSettingsTest, AreKeptAsSavedAndCounted) {
    SiteSettings settings{0, "Club", "Hello.", "# Us", "None.", "Write.", "Be kind.", false, false};

    EXPECT_TRUE(save(settings));
    settings.seq = 1;
    EXPECT_EQ(present(), settings);
    settings.name.clear();
    settings.has_guests = true;
    EXPECT_TRUE(save(settings));

    settings.seq = 2;
    EXPECT_EQ(present(), settings);
}

TEST_F(SiteSettingsTest, AreNotSavedOverALaterChange) {
    SiteSettings first;
    first.name = "First";
    ASSERT_TRUE(save(first));
    SiteSettings late;
    late.name = "Late";

    EXPECT_FALSE(save(late)) << "as if there were none";
    late.seq = 2;
    EXPECT_FALSE(save(late)) << "a seq to come";

    EXPECT_EQ(present().name, "First");
    late.seq = 1;
    EXPECT_TRUE(save(late));
    EXPECT_EQ(present().name, "Late");
}

}  // namespace
}  // namespace tanbo::store
