#include "protocol/games/plain_move.hpp"

#include <string>

#include <gtest/gtest.h>

#include "protocol/games/live.hpp"

namespace tanbo::protocol {
namespace {

// The same members by the reader that knows all of JSON; nothing if it refuses them.
std::optional<PlayMove> read_by_tree(std::string_view body) {
    const std::string message = R"({"op":"move","game":1,)" + std::string(body.substr(1));
    const auto decoded = decode_live_request(message);
    return decoded.request ? std::optional(decoded.request->move) : std::nullopt;
}

// Whether it was read; then it is what the other reader says.
bool agrees(const std::string& body) {
    const auto plain = read_plain_move(body);
    if (!plain) return false;
    const auto by_tree = read_by_tree(body);
    EXPECT_TRUE(by_tree) << body;
    if (!by_tree) return true;
    EXPECT_EQ(plain->point, by_tree->point) << body;
    EXPECT_EQ(plain->ply, by_tree->ply) << body;
    EXPECT_EQ(plain->seq, by_tree->seq) << body;
    return true;
}

const std::string usual = R"({"point":"K10","ply":17})";
const std::string with_seq = R"({ "point" : "K10", "ply" : 0,
    "seq":4294967295 } )";

TEST(PlainMove, IsReadAsClientsWriteIt) {
    EXPECT_TRUE(agrees(usual));
    EXPECT_TRUE(agrees(with_seq));
    EXPECT_EQ(read_plain_move(with_seq)->seq, 4'294'967'295U);
}

TEST(PlainMove, IsLeftToTheOtherReaderWhereverThatMightSayMore) {
    for (const char* const body :
         {R"({"ply":17,"point":"K10"})", R"({"point":"K\u0031","ply":17})",
          R"({"point":"","ply":17})", R"({"point":"K10","ply":017})",
          R"({"point":"K10","ply":4294967296})", R"({"point":"K10","ply":1.0})",
          R"({"point":"K10","ply":-1})", R"({"point":"K10","ply":17,"seq":null})",
          R"({"point":"K10","ply":17,"ply":18})", R"({"point":"K10","ply":17}})", ""}) {
        EXPECT_FALSE(read_plain_move(body)) << body;
    }
    const std::string longest(point_text_bytes_max, 'K');
    EXPECT_TRUE(agrees(R"({"point":")" + longest + R"(","ply":17})"));
    EXPECT_FALSE(read_plain_move(R"({"point":"K)" + longest + R"(","ply":17})"));
}

TEST(PlainMove, IsNotReadFromItsBeginning) {
    for (const std::string& body : {usual, with_seq}) {
        for (std::size_t bytes = 0; bytes <= body.rfind('}'); ++bytes) {
            EXPECT_FALSE(read_plain_move(body.substr(0, bytes))) << bytes;
        }
    }
}

TEST(PlainMove, MeansTheSameToBothReadersWithAnyByteAltered) {
    int read = 0;
    for (const std::string& body : {usual, with_seq}) {
        for (std::size_t at = 1; at < body.size(); ++at) {
            std::string altered = body;
            for (int byte = 0; byte < 256; ++byte) {
                altered[at] = static_cast<char>(byte);
                if (agrees(altered)) ++read;
            }
            if (agrees(std::string(body).erase(at, 1))) ++read;
        }
    }
    EXPECT_GT(read, 500);  // other points, other plies, other spaces
}

}  // namespace
}  // namespace tanbo::protocol
