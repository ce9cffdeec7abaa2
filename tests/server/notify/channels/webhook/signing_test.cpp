#include "server/notify/channels/webhook/signing.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "server/base/secrets.hpp"

namespace tanbo::notify {
namespace {

constexpr base::Instant hook_made_at{std::chrono::hours(24 * 20'000)};

using protocol::WebhookId;

// Source: the example of Standard Webhooks, checked with another HMAC.
TEST(Webhook, IsSignedByTheStandard) {
    const auto secret = base::from_hex("31f290f6bf06298aab4f08d43c3f082cf648a362da2da4b0");
    const std::vector<std::uint8_t> key(secret->begin(), secret->end());

    EXPECT_EQ(
        sign_webhook(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1'614'265'330, R"({"test": 2432232314})"),
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(Webhook, HasASecretThatIsTheSameAgainAndItsOwn) {
    const Keys keys{base::Digest{1}};
    const Keys others{base::Digest{2}};

    EXPECT_EQ(webhook_secret(keys, WebhookId{3}, hook_made_at),
              webhook_secret(Keys(base::Digest{1}), WebhookId{3}, hook_made_at));
    EXPECT_NE(webhook_secret(keys, WebhookId{3}, hook_made_at),
              webhook_secret(keys, WebhookId{4}, hook_made_at));
    EXPECT_NE(webhook_secret(keys, WebhookId{3}, hook_made_at),
              webhook_secret(others, WebhookId{3}, hook_made_at));
    EXPECT_NE(message_id(keys, WebhookId{3}, 12, hook_made_at),
              message_id(keys, WebhookId{31}, 2, hook_made_at));
}

}  // namespace
}  // namespace tanbo::notify
