#include "server/net/lines/local_endpoint.hpp"

#include <gtest/gtest.h>

namespace tanbo::net {
namespace {

TEST(LocalEndpoint, IsALoopbackAddressOrAUnixSocket) {
    EXPECT_EQ(parse_local_endpoint("127.0.0.1:2424"), (LocalEndpoint{"127.0.0.1", 2424, ""}));
    EXPECT_EQ(parse_local_endpoint("127.9.9.9:0"), (LocalEndpoint{"127.9.9.9", 0, ""}));
    EXPECT_EQ(parse_local_endpoint("[::1]:65535"), (LocalEndpoint{"::1", 65535, ""}));
    EXPECT_EQ(parse_local_endpoint("unix:/run/lmtp"), (LocalEndpoint{"", 0, "/run/lmtp"}));
}

TEST(LocalEndpoint, IsNothingElse) {
    for (const std::string text :
         {"", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:1 ",
          "::1:24", "[127.0.0.1]:24", "[::1]", "0.0.0.0:24", "[::]:24", "192.0.2.1:24",
          "localhost:24", "unix:", "unix:lmtp", "unix:/", "unix:/run/", "/run/lmtp"}) {
        EXPECT_FALSE(parse_local_endpoint(text)) << text;
    }
    EXPECT_FALSE(parse_local_endpoint(std::string("unix:/a\0b", 9)));
}

TEST(LocalEndpoint, TakesPathsThatASocketAddressHoldsAndNoLongerOnes) {
    const std::string path(socket_path_bytes_max - 1, 'a');

    EXPECT_TRUE(parse_local_endpoint("unix:/" + path));
    EXPECT_FALSE(parse_local_endpoint("unix:/a" + path));
}

TEST(LocalEndpoint, IsWrittenAsItIsRead) {
    for (const std::string text : {"127.0.0.1:2424", "[::1]:24", "unix:/run/lmtp"}) {
        EXPECT_EQ(to_text(*parse_local_endpoint(text)), text);
    }
}

}  // namespace
}  // namespace tanbo::net
