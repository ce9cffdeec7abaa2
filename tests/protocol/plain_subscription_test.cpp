#include "protocol/games/plain_subscription.hpp"

#include <string>

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

// The same by the reader that knows all of JSON; nothing if it refuses it.
std::optional<LiveRequest> subscription_by_tree(const std::string& message) {
    std::string escaped = message;
    const std::size_t at = escaped.find("subscribe");
    if (at == std::string::npos) return std::nullopt;
    escaped.replace(at, 1, "\\u0073");
    auto decoded = decode_live_request(escaped);
    return decoded.request ? std::optional(std::move(*decoded.request)) : std::nullopt;
}

// Whether it was read; then it is what the other reader says.
bool is_read_alike(const std::string& message) {
    const auto plain = read_plain_subscription(message);
    if (!plain) return false;
    const auto by_tree = subscription_by_tree(message);
    EXPECT_TRUE(by_tree) << message;
    if (!by_tree) return true;
    EXPECT_EQ(plain->op, by_tree->op) << message;
    EXPECT_EQ(plain->id, by_tree->id) << message;
    EXPECT_EQ(plain->topic, by_tree->topic) << message;
    EXPECT_EQ(plain->after, by_tree->after) << message;
    EXPECT_EQ(plain->is_glance, by_tree->is_glance) << message;
    return true;
}

const std::string subscription = R"({"op":"subscribe","id":1,"topic":"game:42","after":17})";
const std::string subscription_in_other_order =
    R"({ "op" : "subscribe", "topic":"game:9007199254740991",
    "after":4294967295, "id":9007199254740991 } )";

TEST(PlainSubscription, IsReadAsClientsWriteIt) {
    EXPECT_TRUE(is_read_alike(subscription));
    EXPECT_TRUE(is_read_alike(subscription_in_other_order));
    EXPECT_TRUE(is_read_alike(R"({"op":"subscribe","topic":"game:42"})"));
    EXPECT_EQ(read_plain_subscription(subscription)->topic,
              (Topic{Topic::Kind::game, GameId{42}, {}}));
    EXPECT_EQ(read_plain_subscription(subscription)->after, 17U);
}

TEST(PlainSubscription, IsLeftToTheOtherReaderWhereverThatMightSayMore) {
    for (const char* const message :
         {R"({"op":"subscribe","topic":"lobby"})", R"({"op":"subscribe","topic":"me","after":1})",
          R"({"op":"subscribe","topic":"game:0"})", R"({"op":"subscribe","topic":"game:01"})",
          R"({"op":"subscribe","id":1})", R"({"op":"subscribe"})",
          R"({"op":"subscribe","topic":"game:1","topic":"game:1"})",
          R"({"op":"subscribe","topic":"game:1","id":1,"id":1})",
          R"({"op":"subscribe","topic":"game:1","after":1,"after":1})",
          R"({"op":"subscribe","topic":"game:1","id":9007199254740992})",
          R"({"op":"subscribe","topic":"game:1","after":4294967296})",
          R"({"op":"subscribe","topic":"game:1","after":null})",
          R"({"op":"subscribe","topic":"game:1","glance":true})",
          R"({"op":"subscribe","topic":"game:1"}})", R"({"op":"subscribe","topic":"game:1",})",
          R"({"op":"unsubscribe","topic":"game:1"})", R"({"topic":"game:1","op":"subscribe"})",
          ""}) {
        EXPECT_FALSE(read_plain_subscription(message)) << message;
    }
    EXPECT_FALSE(read_plain_subscription(subscription + std::string(256, ' ')));
}

TEST(PlainSubscription, IsNotReadFromItsBeginning) {
    for (const std::string& message : {subscription, subscription_in_other_order}) {
        for (std::size_t bytes = 0; bytes <= message.rfind('}'); ++bytes) {
            EXPECT_FALSE(read_plain_subscription(message.substr(0, bytes))) << bytes;
        }
    }
}

TEST(PlainSubscription, MeansTheSameToBothReadersWithAnyByteAltered) {
    int read = 0;
    for (const std::string& message : {subscription, subscription_in_other_order}) {
        for (std::size_t at = 1; at < message.size(); ++at) {
            std::string altered = message;
            for (int byte = 0; byte < 256; ++byte) {
                altered[at] = static_cast<char>(byte);
                if (is_read_alike(altered)) ++read;
            }
            if (is_read_alike(std::string(message).erase(at, 1))) ++read;
        }
    }
    EXPECT_GT(read, 500);  // other ids, other games, other spaces
}

}  // namespace
}  // namespace tanbo::protocol
