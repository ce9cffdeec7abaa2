#include "server/api_common/credentials.hpp"

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

namespace tanbo::api_common {
namespace {

using protocol::Code;

// A request with these fields.
struct With {
    With(std::initializer_list<net::Field> fields) { request.fields = fields; }
    net::Request request;
};

TEST(BearerToken, IsWhatFollowsTheScheme) {
    const auto none = bearer_token(With({}).request);
    const auto token = bearer_token(With({{"Authorization", "bEARER tbo_x"}}).request);

    ASSERT_TRUE(none);
    EXPECT_EQ(*none, std::nullopt);
    ASSERT_TRUE(token);
    EXPECT_EQ(*token, "tbo_x");
}

TEST(BearerToken, RefusesAnotherSchemeAndSeveralFields) {
    const With basic = {{"Authorization", "Basic YTpi"}};
    const With empty = {{"Authorization", "Bearer "}};
    const With twice = {{"Authorization", "Bearer a"}, {"Authorization", "Bearer b"}};

    EXPECT_EQ(bearer_token(basic.request).error().code, Code::unauthorized);
    EXPECT_EQ(bearer_token(empty.request).error().code, Code::unauthorized);
    EXPECT_EQ(bearer_token(twice.request).error().code, Code::unauthorized);
}

TEST(IdempotencyKeys, AreShortAndVisible) {
    const std::string longest(idempotency_key_bytes_max, 'k');
    const std::string too_long(idempotency_key_bytes_max + 1, 'k');

    EXPECT_TRUE(idempotency_key(With({{"Idempotency-Key", longest}}).request));
    EXPECT_FALSE(idempotency_key(With({{"Idempotency-Key", too_long}}).request));
    EXPECT_FALSE(idempotency_key(With({{"Idempotency-Key", ""}}).request));
    EXPECT_FALSE(idempotency_key(With({{"Idempotency-Key", "a b"}}).request));
    EXPECT_FALSE(
        idempotency_key(With({{"Idempotency-Key", "a"}, {"Idempotency-Key", "a"}}).request));
}

}  // namespace
}  // namespace tanbo::api_common
