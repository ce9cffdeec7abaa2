#include "server/notify/channels/push/push_subscriptions.hpp"

#include <gtest/gtest.h>

#include "server/notify/channels/webhook/transport.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

TEST(PushEndpoint, IsHttpsAtAPublicAddress) {
    const AddressPolicy policy;

    EXPECT_FALSE(endpoint_fault("https://fcm.googleapis.com/fcm/send/abc:def", policy));
    EXPECT_FALSE(endpoint_fault("https://8.8.8.8/push", policy));
    for (const char* const url :
         {"http://push.example/a", "https://127.0.0.1/a", "https://[::1]/a", "https://10.1.2.3/a",
          "https://169.254.169.254/a", "https://user@push.example/a", "ftp://push.example/a",
          "https://push.example:22/a", "push.example"}) {
        EXPECT_TRUE(endpoint_fault(url, policy)) << url;
    }
}

TEST(PushEndpoint, NeedsNoHttpsInTheOperatorsOwnNetwork) {
    const AddressPolicy policy({*parse_range("10.0.0.0/8")});

    EXPECT_FALSE(endpoint_fault("http://10.1.2.3:8080/a", policy));
    EXPECT_TRUE(endpoint_fault("http://10.1.2.3:22/a", policy));
    EXPECT_TRUE(endpoint_fault("http://192.168.1.1/a", policy));
    EXPECT_TRUE(endpoint_fault("http://8.8.8.8/a", policy));
}

TEST(PushEndpoint, HasAnOriginForWhichMessagesAreSigned) {
    EXPECT_EQ(origin_of("https://push.example/a/b?c"), "https://push.example");
    EXPECT_EQ(origin_of("https://push.example:443/a"), "https://push.example");
    EXPECT_EQ(origin_of("https://push.example:8443/a"), "https://push.example:8443");
    EXPECT_EQ(origin_of("http://[2001:db8::1]:8080/a"), "http://[2001:db8::1]:8080");
    EXPECT_EQ(origin_of("nothing"), "");
}

// Browsers bind their subscriptions to it.
class VapidTest : public NoticeTest {};

TEST_F(VapidTest, HasTheSameKeyAfterARestart) {
    const base::Clock clock = [] { return base::Instant(); };
    const std::string first = Vapid::load(*store, clock, "").public_key();

    restart(options());

    EXPECT_EQ(first.size(), 87U);
    EXPECT_EQ(Vapid::load(*store, clock, "").public_key(), first);
}

}  // namespace
}  // namespace tanbo::notify
