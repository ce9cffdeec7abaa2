#include "server/notify/channels/webhook/address.hpp"

#include <gtest/gtest.h>

namespace tanbo::notify {
namespace {

class NotPublic : public testing::TestWithParam<const char*> {};

TEST_P(NotPublic, IsRefused) {
    const auto address = parse_address(GetParam());

    ASSERT_TRUE(address);
    EXPECT_FALSE(is_public(*address));
    EXPECT_FALSE(AddressPolicy().admits(*address));
}

INSTANTIATE_TEST_SUITE_P(
    Address, NotPublic,
    testing::Values("0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0",
                    "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
                    "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
                    "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255",
                    "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
                    "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
                    "::127.0.0.1", "64:ff9b::7f00:1", "100::1", "2001::1", "2001:1ff::1",
                    "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd12::1", "fe80::1",
                    "fec0::1", "ff02::1", "4000::1"));

class Public : public testing::TestWithParam<const char*> {};

TEST_P(Public, IsAdmitted) {
    const auto address = parse_address(GetParam());

    ASSERT_TRUE(address);
    EXPECT_TRUE(AddressPolicy().admits(*address));
    EXPECT_EQ(parse_address(to_text(*address)), address);
}

INSTANTIATE_TEST_SUITE_P(Address, Public,
                         testing::Values("1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255",
                                         "100.128.0.0", "126.255.255.255", "128.0.0.0",
                                         "172.15.255.255", "172.32.0.0", "192.167.255.255",
                                         "192.169.0.0", "223.255.255.255", "::ffff:1.1.1.1",
                                         "2001:200::1", "2606:4700:4700::1111", "2a00:1450::1"));

TEST(Address, ReadsLiteralsOnly) {
    for (const char* text : {"", "localhost", "1.2.3", "1.2.3.4.5", "0x7f.0.0.1", "127.1", "[::1]",
                             "::1%lo", "256.1.1.1", "1.2.3.4 "}) {
        EXPECT_FALSE(parse_address(text)) << text;
    }
}

TEST(AddressRange, HasWhatBeginsAlike) {
    const auto range = parse_range("10.1.0.0/20");

    ASSERT_TRUE(range);
    EXPECT_TRUE(range->has(*parse_address("10.1.15.255")));
    EXPECT_FALSE(range->has(*parse_address("10.1.16.0")));
    EXPECT_FALSE(range->has(*parse_address("::1")));
    EXPECT_TRUE(parse_range("0.0.0.0/0")->has(*parse_address("1.2.3.4")));
    EXPECT_FALSE(parse_range("0.0.0.0/0")->has(*parse_address("2a00::1")));
}

TEST(AddressRange, IsNothingElse) {
    for (const char* text :
         {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "::/129", "host/8"}) {
        EXPECT_FALSE(parse_range(text)) << text;
    }
}

TEST(AddressPolicy, AdmitsWhatTheOperatorAllows) {
    const AddressPolicy policy({*parse_range("10.0.0.0/8"), *parse_range("::1")});

    EXPECT_TRUE(policy.admits(*parse_address("10.9.9.9")));
    EXPECT_TRUE(policy.admits(*parse_address("::1")));
    EXPECT_TRUE(policy.admits(*parse_address("1.1.1.1")));
    EXPECT_FALSE(policy.admits(*parse_address("127.0.0.1")));
    EXPECT_FALSE(policy.admits(*parse_address("192.168.0.1")));
}

}  // namespace
}  // namespace tanbo::notify
