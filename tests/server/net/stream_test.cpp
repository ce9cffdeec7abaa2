#include <gtest/gtest.h>

#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

// The data of a chunked body, or nothing if the last chunk is missing.
std::optional<std::string> dechunked(std::string_view body) {
    std::string data;
    while (true) {
        const std::size_t end = body.find("\r\n");
        if (end == std::string_view::npos) return std::nullopt;
        const std::size_t size = std::stoul(std::string(body.substr(0, end)), nullptr, 16);
        if (size == 0) return data;
        data += body.substr(end + 2, size);
        body.remove_prefix(end + 2 + size + 2);
    }
}

std::string request(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

TEST(Stream, SendsChunksAndKeepsTheConnection) {
    TestServer server;
    TestClient client(server.port());

    client.send(request("/stream"));
    const std::string head = client.read_until("\r\n\r\n");
    const std::string body = client.read_until("0\r\n\r\n");
    client.send(request("/hello"));

    EXPECT_NE(head.find("Transfer-Encoding: chunked\r\n"), std::string::npos);
    EXPECT_EQ(head.find("Content-Length"), std::string::npos);
    EXPECT_EQ(dechunked(body), "one\ntwo\nthree\n");
    EXPECT_EQ(status_of(client.read_response()), 200);
}

TEST(Stream, AnswersARequestThatWasPipelinedBehindIt) {
    TestServer server;
    TestClient client(server.port());

    client.send(request("/stream") + request("/hello"));
    client.read_until("0\r\n\r\n");

    EXPECT_EQ(body_of(client.read_response()), "hello");
}

TEST(Stream, EndsWithTheConnectionOnHttp10) {
    TestServer server;

    const std::string response = ask(server, "GET /stream HTTP/1.0\r\n\r\n");

    EXPECT_EQ(body_of(response), "one\ntwo\nthree\n");
    EXPECT_EQ(response.find("Transfer-Encoding"), std::string::npos);
}

TEST(Stream, WaitsForRoomAndLosesNothing) {
    TestServer server;
    TestClient client(server.port(), 4096);

    client.send(request("/much"));
    client.read_until("\r\n\r\n");

    const auto body = dechunked(client.read_until("\r\n0\r\n\r\n"));
    ASSERT_TRUE(body);
    EXPECT_EQ(body->size(), 3'000'000U);
}

TEST(Stream, TellsTheProducerThatThePeerIsGone) {
    TestServer server;
    {
        TestClient client(server.port());
        client.send(request("/endless"));
        client.read_until("begun\n");
        EXPECT_EQ(server.handler.streams_closed, 0);
    }

    EXPECT_TRUE(eventually([&] { return server.handler.streams_closed == 1; }));
    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
}

TEST(Stream, BeatsWhileNothingElseIsSent) {
    Limits limits = short_times();
    limits.stream_heartbeat = 10ms;
    TestServer server(limits);
    TestClient client(server.port());

    client.send(request("/endless"));
    client.read_until("begun\n");

    EXPECT_NE(client.read_until(": beat\n").find(": beat\n"), std::string::npos);
    EXPECT_NE(client.read_until(": beat\n").find(": beat\n"), std::string::npos);
}

TEST(Stream, DropsAClientWhoseQueueOverflows) {
    TestServer server;
    TestClient client(server.port(), 4096);

    client.send(request("/flood"));
    const std::string all = client.read_to_end();

    EXPECT_TRUE(eventually([&] { return server.handler.send_failed.load(); }));
    EXPECT_FALSE(dechunked(body_of(all)));
}

TEST(Stream, LeavesOutTheLastChunkIfTheProducerFails) {
    TestServer server;

    const std::string response = ask(server, request("/failing-stream"));

    EXPECT_EQ(status_of(response), 200);
    EXPECT_EQ(count_of(response, "0\r\n\r\n"), 0);
}

}  // namespace
}  // namespace tanbo::net
