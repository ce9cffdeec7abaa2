#include "server/cli/remote/server_url.hpp"

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

TEST(ServerUrl, MayBeAnyHostPortAndPath) {
    for (const char* const url :
         {"http://localhost:8080", "https://tanbo.example", "https://tanbo.example/", "HTTP://h",
          "http://[::1]:8080", "http://127.0.0.1:1", "https://example.org/games/tanbo"}) {
        EXPECT_EQ(why_no_server_url(url), std::nullopt) << url;
    }
}

TEST(ServerUrl, SaysWhyNoServerCanBeThere) {
    const auto why = [](const char* url) { return why_no_server_url(url).value_or(""); };
    for (const char* const url :
         {"", "notaurl", "ftp://x", "ws://x", "localhost:8080", "//x", "http", "file:///x"}) {
        EXPECT_EQ(why(url), "\"" + std::string(url) +
                                "\" is not a server address: it must begin with http:// or "
                                "https://");
    }
    EXPECT_EQ(why("http://"), "\"http://\" is not a server address: it names no host");
    EXPECT_EQ(why("https:///"), "\"https:///\" is not a server address: it names no host");
    for (const char* const port : {"0", "65536", "-1", "x"}) {
        const std::string url = std::string("http://h:") + port;
        EXPECT_EQ(why(url.c_str()), "\"" + url +
                                        "\" is not a server address: its port must be "
                                        "from 1 to 65535");
    }
    EXPECT_EQ(why("http://h/?x=1"),
              "\"http://h/?x=1\" is not a server address: it must not contain ? or #");
    EXPECT_EQ(why("http://h#x"),
              "\"http://h#x\" is not a server address: it must not contain ? or #");
    EXPECT_EQ(why("http://a b"), "\"http://a b\" is not a server address: it is malformed");
    EXPECT_EQ(why("http://a\x1b[2J"), "\"http://a [2J\" is not a server address: it is malformed");
}

TEST(ServerUrl, IsReadableByOthersIfItIsElsewhereAndWithoutTls) {
    for (const char* const url :
         {"http://tanbo.example", "HTTP://tanbo.example:8080/", "http://192.168.1.5",
          "http://[::2]", "http://localhost.example", "http://127.example", "http://128.0.0.1"}) {
        EXPECT_TRUE(is_readable_by_others(url)) << url;
    }
    for (const char* const url :
         {"https://tanbo.example", "http://localhost:8080", "http://LOCALHOST.", "http://127.0.0.1",
          "http://127.9.8.7:80/", "http://[::1]:8080", "http://tanbo.localhost"}) {
        EXPECT_FALSE(is_readable_by_others(url)) << url;
    }
}

TEST(ServerUrl, NamesTheSameServerByAllOfItsParts) {
    for (const char* const same : {"http://tanbo.example", "HTTP://Tanbo.Example/",
                                   "http://tanbo.example:80", "http://tanbo.example//"}) {
        EXPECT_TRUE(is_same_server(same, "http://tanbo.example")) << same;
    }
    for (const char* const other :
         {"https://tanbo.example", "http://tanbo.example:8080", "http://tanbo.example/b",
          "http://b.example", "http://tanbo.example.b.example", "tanbo.example", ""}) {
        EXPECT_FALSE(is_same_server(other, "http://tanbo.example")) << other;
        EXPECT_FALSE(is_same_server("http://tanbo.example", other)) << other;
    }
    EXPECT_FALSE(is_same_server("", ""));
}

}  // namespace
}  // namespace tanbo::cli
