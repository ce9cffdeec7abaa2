#include "server/mail/mime/recipient.hpp"

#include <gtest/gtest.h>

namespace tanbo::mail::mime {
namespace {

constexpr std::string_view domain = "t.example";

TEST(Recipient, KnowsItsAddressesInAnyCase) {
    using Kind = RecipientKind;
    const std::vector<std::pair<std::string, Recipient>> cases = {
        {"games@t.example", {Kind::commands, ""}},
        {"GAMES@T.EXAMPLE", {Kind::commands, ""}},
        {"games+17@t.example", {Kind::commands, "17"}},
        {"r+abc7@t.example", {Kind::reply, "abc7"}},
        {"R+ABC7@t.example", {Kind::reply, "ABC7"}},
        {"b+a.b_c-d@t.example", {Kind::bounce, "a.b_c-d"}},
        {"postmaster@t.example", {Kind::postmaster, ""}},
        {"Postmaster", {Kind::postmaster, ""}},
    };
    for (const auto& [address, expected] : cases) {
        EXPECT_EQ(read_recipient(address, domain), expected) << address;
    }
}

TEST(Recipient, KnowsNoOthers) {
    for (const std::string address :
         {"", "@t.example", "games", "games@", "games@t.example.org", "games@sub.t.example",
          "ann@t.example", "gamesx@t.example", "r@t.example", "r+@t.example", "b@t.example",
          "games+@t.example", "+x@t.example", "r+a b@t.example", "r+a+b@t.example",
          "r+\xc3\xa4@t.example", "\"games\"@t.example", "games@t.example@elsewhere.example"}) {
        EXPECT_EQ(read_recipient(address, domain), std::nullopt) << address;
    }
}

TEST(Recipient, TakesLocalPartsOf64BytesAndNoneOfOneMore) {
    const std::string token(local_part_bytes_max - 2, 'a');

    EXPECT_TRUE(read_recipient("r+" + token + "@t.example", domain));
    EXPECT_FALSE(read_recipient("r+" + token + "a@t.example", domain));
}

TEST(Recipient, ReadsTheAddressesItMakes) {
    EXPECT_EQ(read_recipient(commands_address(domain), domain)->kind, RecipientKind::commands);
    EXPECT_EQ(read_recipient(reply_address("abc", domain), domain),
              (Recipient{RecipientKind::reply, "abc"}));
    EXPECT_EQ(read_recipient(bounce_address("abc", domain), domain),
              (Recipient{RecipientKind::bounce, "abc"}));
}

}  // namespace
}  // namespace tanbo::mail::mime
