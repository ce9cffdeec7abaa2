#include "server/notify/channels/email/mail_names.hpp"

#include <gtest/gtest.h>

namespace tanbo::notify {
namespace {

using protocol::Epoch;
using protocol::first_epoch;

TEST(MailName, SaysItsEpochUnlessThatIsTheFirst) {
    EXPECT_EQ(name_in_epoch("n.1.4", first_epoch), "n.1.4");
    EXPECT_EQ(name_in_epoch("n.1.4", Epoch{0xA1B2C3D}), "n.1.4.e0a1b2c3d");
}

TEST(MailName, IsReadByTheServerOfItsDomainAlone) {
    struct Case {
        const char* message_id;
        std::optional<Epoch> epoch;
    };
    for (const auto& [message_id, epoch] :
         {Case{"n.1.4.e0a1b2c3d@example.org", Epoch{0xA1B2C3D}},
          Case{"game.2.effffffff@example.org", Epoch{0xFFFFFFFF}},
          Case{"n.1.4@example.org", first_epoch}, Case{"a-Xy_9@example.org", first_epoch},
          Case{"n.1.4.e0A1B2C3D@example.org", first_epoch},
          Case{"n.1.4.e0a1b2c3d@example.com", std::nullopt}, Case{"n.1.4", std::nullopt},
          Case{"", std::nullopt}}) {
        EXPECT_EQ(epoch_of_mail(message_id, "example.org"), epoch) << message_id;
    }
}

}  // namespace
}  // namespace tanbo::notify
