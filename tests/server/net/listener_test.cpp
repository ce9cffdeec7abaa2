#include <future>
#include <stdexcept>
#include <sys/socket.h>
#include <system_error>

#include <gtest/gtest.h>

#include "tests/server/net/famine.hpp"
#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

const std::string get = "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n";

bool accepts(std::uint16_t port) {
    try {
        const TestClient client(port);
    } catch (const std::runtime_error&) {
        return false;
    }
    return true;
}

TEST(Listener, SharesItsPortAmongThreadsAndReportsIt) {
    TestServer server(short_times(), 3);
    EXPECT_NE(server.port(), 0);

    for (int i = 0; i < 30; ++i) {
        TestClient client(server.port());
        client.send(get);
        EXPECT_EQ(status_of(client.read_response()), 200);
    }
}

TEST(Listener, ListensOnIpv6) {
    base::IoThreads threads(1);
    TestHandler handler;
    base::Metrics metrics;
    ListenerOptions options;
    options.address = "::1";

    const Listener listener(threads, handler, metrics, options);

    EXPECT_NE(listener.port(), 0);
}

TEST(Listener, RefusesATakenPortABadAddressAndABadRange) {
    TestServer server;
    base::IoThreads threads(1);
    base::Metrics metrics;
    ListenerOptions taken;
    taken.port = server.port();
    ListenerOptions nowhere;
    nowhere.address = "localhost";
    ListenerOptions range;
    range.trusted_proxies = {"10.0.0.0/33"};

    EXPECT_THROW(Listener(threads, server.handler, metrics, taken), std::system_error);
    EXPECT_THROW(Listener(threads, server.handler, metrics, nowhere), std::invalid_argument);
    EXPECT_THROW(Listener(threads, server.handler, metrics, range), std::invalid_argument);
}

TEST(Listener, Answers503PastItsMaximumAndServesAgainBelowIt) {
    Limits limits = short_times();
    limits.connections_max = 2;
    TestServer server(limits);
    {
        TestClient first(server.port());
        TestClient second(server.port());
        first.send(get);
        second.send(get);
        EXPECT_EQ(status_of(first.read_response()), 200);
        EXPECT_EQ(status_of(second.read_response()), 200);

        EXPECT_EQ(status_of(ask(server, get)), 503);
    }

    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
    TestClient third(server.port());
    third.send(get);
    EXPECT_EQ(status_of(third.read_response()), 200);
}

TEST(Listener, SurvivesRunningOutOfDescriptors) {
    TestServer server;
    server.settle();
    Famine famine;

    famine.spare_one();
    TestClient hungry(server.port());
    hungry.send(get);

    EXPECT_EQ(status_of(hungry.read_to_end()), 503) << "told from the reserve";
    EXPECT_GE(server.metrics.counter("tanbo_accept_errors_total", "").value(), 1U);
    famine.end();
    TestClient fed(server.port());
    fed.send(get);
    EXPECT_EQ(status_of(fed.read_response()), 200);
}

// The control: with descriptors to spare the same client is served and no error is counted.
TEST(Listener, CountsNoAcceptErrorIfDescriptorsAreLeft) {
    TestServer server;
    server.settle();
    Famine famine;

    for (int i = 0; i < 3; ++i) famine.spare_one();
    TestClient fed(server.port());
    fed.send(get);

    EXPECT_EQ(status_of(fed.read_response()), 200);
    EXPECT_EQ(server.metrics.counter("tanbo_accept_errors_total", "").value(), 0U);
}

TEST(Drain, FinishesTheRequestInProgressAndClosesIdleConnections) {
    TestServer server;
    TestClient idle(server.port());
    TestClient busy(server.port());
    idle.send(get);
    EXPECT_EQ(status_of(idle.read_response()), 200);
    busy.send("GET /held HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 2; }));

    auto drained = std::async(std::launch::async, [&] {
        return server.listener().drain(CloseCode::going_away, patience);
    });
    EXPECT_TRUE(idle.is_at_end());
    EXPECT_THROW(TestClient(server.port()), std::runtime_error) << "nobody listens";
    server.handler.release();
    const std::string answer = busy.read_to_end();

    EXPECT_EQ(status_of(answer), 200);
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos);
    EXPECT_TRUE(drained.get());
}

TEST(Drain, AnswersARequestThatWasOnItsWay) {
    Limits limits = short_times();
    limits.idle_timeout_in_drain = 5s;
    TestServer server(limits);
    TestClient client(server.port());
    client.send(get);
    EXPECT_EQ(status_of(client.read_response()), 200);

    auto drained = std::async(std::launch::async, [&] {
        return server.listener().drain(CloseCode::going_away, patience);
    });
    EXPECT_TRUE(eventually([&] { return !accepts(server.port()); }));
    client.send(get);
    const std::string answer = client.read_to_end();

    EXPECT_EQ(status_of(answer), 200);
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos);
    EXPECT_TRUE(drained.get());
}

TEST(Drain, AnswersWhomTheKernelHasAcceptedAlready) {
    TestServer server;
    std::promise<void> first;
    std::promise<void> second;
    std::promise<void> begun;
    // The thread looks for connections between the two, and not between the second and the drain.
    server.post([over = first.get_future()] { over.wait(); });
    server.post([&begun, over = second.get_future()] {
        begun.set_value();
        over.wait();
    });
    auto drained = std::async(std::launch::async, [&] {
        return server.listener().drain(CloseCode::going_away, patience);
    });
    EXPECT_EQ(drained.wait_for(50ms), std::future_status::timeout) << "the thread is busy";
    first.set_value();
    begun.get_future().wait();

    TestClient client(server.port());
    client.send(get);
    second.set_value();
    const std::string answer = client.read_to_end();

    EXPECT_EQ(status_of(answer), 200);
    EXPECT_TRUE(drained.get());
}

TEST(Drain, EndsStreamsAndClosesWebSocketsWithItsCode) {
    Limits limits = short_times();
    limits.close_timeout = 200ms;  // this peer answers the close and keeps its connection
    TestServer server(limits);
    TestClient stream(server.port());
    TestClient socket(server.port());
    stream.send("GET /endless HTTP/1.1\r\nHost: h\r\n\r\n");
    stream.read_until("begun\n");
    socket.send(
        "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    socket.read_until("\r\n\r\n");

    auto drained = std::async(std::launch::async, [&] {
        return server.listener().drain(CloseCode::service_restart, patience);
    });
    const std::string end = stream.read_to_end();
    const std::string close = socket.read_exactly(4);
    socket.send(std::string("\x88\x82\0\0\0\0\x03\xF4", 8));

    EXPECT_EQ(end.substr(end.size() - 5), "0\r\n\r\n");
    EXPECT_EQ(close.substr(2), std::string("\x03\xF4")) << "1012";
    EXPECT_TRUE(socket.read_to_end().size() > 0) << "the reason";
    EXPECT_TRUE(drained.get());
}

TEST(Drain, DropsWhatIsLeftAtItsDeadline) {
    TestServer server;
    TestClient busy(server.port());
    busy.send("GET /held HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 1; }));

    auto drained = std::async(std::launch::async,
                              [&] { return server.listener().drain(CloseCode::going_away, 20ms); });

    EXPECT_TRUE(busy.is_at_end());
    server.handler.release();
    EXPECT_FALSE(drained.get());
    EXPECT_EQ(server.listener().connections(), 0U);
}

}  // namespace
}  // namespace tanbo::net
