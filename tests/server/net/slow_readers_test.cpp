#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

std::string get_of(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

// The network holds little on a client's side.
constexpr int little = 4096;

Limits impatient() {
    Limits limits = short_times();
    limits.write_timeout = 50ms;
    return limits;
}

TEST(SlowReaders, AreDroppedIfTheyTakeNothing) {
    for (const std::string path : {"/large", "/middling", "/much"}) {
        TestServer server(impatient());
        TestClient client(server.port(), little);

        client.send(get_of(path));
        EXPECT_TRUE(eventually([&] { return server.handler.handled == 1; }));

        EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; })) << path;
        EXPECT_EQ(server.metrics.counter("tanbo_slow_clients_total", "").value(), 1U) << path;
    }
}

// The answer is in the kernel when we want to close: there it must not stay for as long as a peer
// that does not read likes.
TEST(SlowReaders, AreDroppedAlsoIfTheyAskedForTheEnd) {
    TestServer server(impatient());
    TestClient client(server.port(), little);

    client.send("GET /middling HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 1; }));

    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
    EXPECT_EQ(server.metrics.counter("tanbo_slow_clients_total", "").value(), 1U);
    EXPECT_LT(client.read_to_end().size(), middling_bytes) << "the kernel has forgotten the rest";
}

TEST(SlowReaders, MayTakeTheirTimeWhileTheyGoOn) {
    Limits limits = short_times();
    limits.write_timeout = 500ms;  // longer than a busy machine lets the client wait
    limits.write_bytes_min = 1024;
    TestServer server(limits);
    TestClient client(server.port(), little);
    client.send(get_of("/large"));
    const auto begun = std::chrono::steady_clock::now();
    std::string head = client.read_until("\r\n\r\n");
    std::size_t bytes = 0;

    while (bytes < large_bytes) {
        const std::size_t part =
            client.read_exactly(std::min<std::size_t>(8192, large_bytes - bytes)).size();
        if (part == 0) break;
        bytes += part;
        std::this_thread::sleep_for(35ms);
    }

    EXPECT_EQ(bytes, large_bytes);
    EXPECT_GT(std::chrono::steady_clock::now() - begun, 3 * limits.write_timeout);
    client.send(get_of("/hello"));
    EXPECT_EQ(status_of(client.read_response()), 200);
}

TEST(SlowReaders, AreAnsweredNoFurtherThanOneAnswerBeyondTheKernel) {
    TestServer server;
    TestClient client(server.port(), little);
    std::string requests;
    for (int i = 0; i < 12; ++i) requests += get_of("/large");

    client.send(requests);

    EXPECT_TRUE(eventually([&] { return server.handler.handled == 1; }));
    TestClient other(server.port());
    other.send(get_of("/hello"));
    EXPECT_EQ(status_of(other.read_response()), 200);
    EXPECT_EQ(server.handler.handled, 2) << "the first answer of twelve, and the other client's";
    for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(body_of(client.read_response()).size(), large_bytes);
    }
}

TEST(SlowReaders, AreDroppedEarlyIfTheyHoldTooMuchTogether) {
    Limits limits = short_times();
    limits.unsent_bytes_max = 2 * large_bytes;
    TestServer server(limits);
    TestClient first(server.port(), little);
    TestClient second(server.port(), little);
    first.send(get_of("/large"));
    second.send(get_of("/large"));
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 2; }));
    EXPECT_EQ(server.metrics.counter("tanbo_slow_clients_total", "").value(), 0U);

    TestClient third(server.port(), little);
    third.send(get_of("/large"));

    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 2; }));
    TestClient honest(server.port());
    honest.send(get_of("/large"));
    EXPECT_EQ(body_of(honest.read_response()).size(), large_bytes);
}

// However fast they seem to read: two of three answers at once are within the bound.
TEST(SlowReaders, AreDroppedIfTheirAddressHasTooMuchUnsent) {
    Limits limits = short_times();
    limits.unsent_bytes_per_address_max = 2 * large_bytes;
    TestServer server(limits);
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 2; ++i) {
        clients.push_back(std::make_unique<TestClient>(server.port(), little));
        clients.back()->send(get_of("/large"));
        EXPECT_TRUE(eventually([&] { return server.handler.handled == i + 1; }));
    }

    TestClient third(server.port());
    third.send(get_of("/large"));

    EXPECT_EQ(third.read_to_end(), "");
    EXPECT_EQ(server.metrics.counter("tanbo_slow_clients_total", "").value(), 1U);
    TestClient fourth(server.port());
    fourth.send(get_of("/middling"));
    EXPECT_EQ(body_of(fourth.read_response()).size(), middling_bytes) << "what the kernel takes";
    EXPECT_EQ(body_of(clients[0]->read_response()).size(), large_bytes);
    fourth.send(get_of("/large"));
    EXPECT_EQ(body_of(fourth.read_response()).size(), large_bytes) << "there is room again";
}

TEST(SlowReaders, MayHaveOneAnswerOfAnySize) {
    Limits limits = short_times();
    limits.unsent_bytes_per_address_max = large_bytes / 2;
    TestServer server(limits);
    TestClient client(server.port(), little);

    client.send(get_of("/large"));

    EXPECT_EQ(body_of(client.read_response()).size(), large_bytes);
}

}  // namespace
}  // namespace tanbo::net
