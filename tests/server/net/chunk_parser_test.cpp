#include "server/net/http/chunk_parser.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace tanbo::net {
namespace {

constexpr std::size_t body_bytes_max = 1024;

constexpr std::string_view head =
    "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

struct Read {
    std::string body;
    std::size_t used = 0;
    bool is_done = false;
    bool has_failed = false;
};

// As from a connection that brings one byte at a time: what was not used is there the next time.
Read read_byte_by_byte(std::string_view bytes) {
    Read read;
    error_code error;
    ChunkParser parser(head, body_bytes_max, read.body, error);
    for (std::size_t end = 1; end <= bytes.size() && !error && !parser.is_done(); ++end) {
        read.used += parser.put(bytes.substr(read.used, end - read.used), error);
    }
    read.has_failed = bool(error);
    read.is_done = !read.has_failed && parser.is_done();
    return read;
}

// Beast aborts the process if a body's only chunk is the last one and four bytes of it are
// there.
TEST(ChunkParser, TakesChunksByteByByte) {
    for (const std::string_view bytes :
         {"0\r\n\r\n", "0\r\nX-T: v\r\n\r\n", "0;a=b\r\n\r\n", "00\r\n\r\n", "1\r\na\r\n0\r\n\r\n",
          "1\r\na\r\n2\r\nbc\r\n0\r\nX-T: v\r\n\r\n"}) {
        const Read read = read_byte_by_byte(bytes);

        EXPECT_TRUE(read.is_done) << bytes;
        EXPECT_EQ(read.used, bytes.size()) << bytes;
        EXPECT_EQ(read.body, bytes.front() != '1' ? "" : bytes.size() < 15 ? "a" : "abc");
    }
}

TEST(ChunkParser, RefusesBadChunksByteByByte) {
    for (const std::string_view bytes : {"zz\r\n\r\n", "0\r\nd\r\n\r\n", "1\r\nab0\r\n\r\n"}) {
        const Read read = read_byte_by_byte(bytes);

        EXPECT_TRUE(read.has_failed) << bytes;
    }
}

}  // namespace
}  // namespace tanbo::net
