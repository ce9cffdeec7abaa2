#include "server/net/http/query.hpp"

#include <gtest/gtest.h>

#include "server/net/listener.hpp"

namespace tanbo::net {
namespace {

TEST(Query, DecodesNamesAndValuesInOrder) {
    const auto query = Query::parse("a=1&b=x+y%20z&&c&a=%C3%A4=");

    ASSERT_TRUE(query);
    EXPECT_EQ(query->parameters().size(), 4U);
    EXPECT_EQ(query->find("a"), "1");
    EXPECT_EQ(query->find("b"), "x y z");
    EXPECT_EQ(query->find("c"), "");
    EXPECT_EQ(query->find("d"), std::nullopt);
    EXPECT_EQ(query->count("a"), 2);
    EXPECT_EQ(query->parameters()[3].second, "\xC3\xA4=");
}

TEST(Query, RefusesBadEscapesNulAndWhatIsNotUtf8) {
    for (const char* bad : {"a=%", "a=%4", "a=%G0", "%zz=1", "a=%00", "a=%FF", "a=%C3"}) {
        EXPECT_FALSE(Query::parse(bad)) << bad;
    }
    EXPECT_TRUE(Query::parse(""));
}

TEST(Query, Holds64ParametersAndNotOneMore) {
    std::string raw;
    for (std::size_t i = 0; i < query_parameters_max; ++i) raw += "a=b&";

    EXPECT_TRUE(Query::parse(raw));
    EXPECT_FALSE(Query::parse(raw + "a=b"));
}

TEST(AddressRange, IsAnAddressOrACidrRange) {
    for (const char* good : {"127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"}) {
        EXPECT_TRUE(is_address_range(good)) << good;
    }
    for (const char* bad : {"", "localhost", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/a",
                            "10.0.0.0/-1", "fe80::1%lo"}) {
        EXPECT_FALSE(is_address_range(bad)) << bad;
    }
}

}  // namespace
}  // namespace tanbo::net
