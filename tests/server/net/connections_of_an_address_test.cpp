#include <gtest/gtest.h>

#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

const std::string get = "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n";
const std::string websocket =
    "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

Limits two_for_each() {
    Limits limits = short_times();
    limits.connections_per_address_max = 2;
    return limits;
}

std::string for_client(const std::string& head, const std::string& address) {
    return head + "X-Forwarded-For: " + address + "\r\n\r\n";
}

const std::string held = "GET /held HTTP/1.1\r\nHost: h\r\n";

int status_behind_proxy(TestServer& server, const std::string& address) {
    TestClient client(server.port());
    client.send(for_client("GET /hello HTTP/1.1\r\nHost: h\r\n", address));
    return status_of(client.read_response());
}

TEST(ConnectionsOfAnAddress, AreAnswered429PastTheirMaximumAndServedAgainBelowIt) {
    TestServer server(two_for_each());
    {
        TestClient first(server.port());
        TestClient second(server.port());
        first.send(get);
        second.send(get);
        EXPECT_EQ(status_of(first.read_response()), 200);
        EXPECT_EQ(status_of(second.read_response()), 200);

        const std::string third = ask(server, get);

        EXPECT_EQ(status_of(third), 429);
        EXPECT_EQ(count_of(third, "Connection: close\r\n"), 1);
    }
    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
    TestClient fourth(server.port());
    fourth.send(get);
    EXPECT_EQ(status_of(fourth.read_response()), 200);
}

// Or what is told so would fill the server instead.
TEST(ConnectionsOfAnAddress, AreNotEvenAnsweredFarPastIt) {
    Limits limits = two_for_each();
    limits.linger_timeout = std::chrono::milliseconds(5'000);
    TestServer server(limits);
    std::vector<std::unique_ptr<TestClient>> clients;

    for (int i = 0; i < 40; ++i) clients.push_back(std::make_unique<TestClient>(server.port()));
    TestClient last(server.port());

    EXPECT_TRUE(last.is_at_end());
    EXPECT_LE(server.listener().connections(), 10U);
}

TEST(ConnectionsOfAProxy, AreNotCountedButTheRequestsOfEachClientAre) {
    TestServer server(two_for_each(), 1, {"127.0.0.0/8"});
    TestClient first(server.port());
    TestClient second(server.port());
    TestClient idle(server.port());
    first.send(for_client(held, "192.0.2.1"));
    second.send(for_client(held, "192.0.2.1"));
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 2; }));

    EXPECT_EQ(status_behind_proxy(server, "192.0.2.1"), 429);
    EXPECT_EQ(status_behind_proxy(server, "192.0.2.2"), 200);
    idle.send(get);
    EXPECT_EQ(status_of(idle.read_response()), 200) << "the proxy's own";

    server.handler.release();
    EXPECT_EQ(status_of(first.read_response()), 200);
    EXPECT_EQ(status_of(second.read_response()), 200);
    EXPECT_EQ(status_behind_proxy(server, "192.0.2.1"), 200) << "the connections stay, unused";
}

TEST(ConnectionsOfAProxy, CountTheAddressesOfOneIpv6NetworkAsOne) {
    TestServer server(two_for_each(), 1, {"127.0.0.0/8"});
    TestClient first(server.port());
    TestClient second(server.port());

    first.send(for_client(held, "2001:db8::1"));
    second.send(for_client(held, "2001:db8::ffff:1"));
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 2; }));

    EXPECT_EQ(status_behind_proxy(server, "2001:db8::2"), 429);
    EXPECT_EQ(status_behind_proxy(server, "2001:db8:0:1::1"), 200);
    server.handler.release();
}

TEST(ConnectionsOfAProxy, CountAWebSocketForAsLongAsItLives) {
    TestServer server(two_for_each(), 1, {"127.0.0.0/8"});
    TestClient first(server.port());
    {
        TestClient second(server.port());
        first.send(for_client(websocket, "192.0.2.1"));
        second.send(for_client(websocket, "192.0.2.1"));
        EXPECT_EQ(status_of(first.read_until("\r\n\r\n")), 101);
        EXPECT_EQ(status_of(second.read_until("\r\n\r\n")), 101);

        EXPECT_EQ(status_behind_proxy(server, "192.0.2.1"), 429);
    }
    EXPECT_TRUE(eventually([&] { return status_behind_proxy(server, "192.0.2.1") == 200; }));
}

}  // namespace
}  // namespace tanbo::net
