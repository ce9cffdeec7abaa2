#include "server/cli/remote/stream.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/quiet_server.hpp"

namespace tanbo::cli {
namespace {

using namespace std::chrono_literals;

constexpr int minute_ms = 60'000;

// Limits of a speed took a byte every 15 seconds for silence: the connection was lost every minute.
TEST(EventStream, GoesOnWhileAByteComesNowAndThen) {
    QuietServer server(4, 1200ms, "id: 1\ndata: {}\n\n");
    const HttpClient client(server.url(), "");
    EventStream stream(client, protocol::GameId{1}, {}, [](std::string_view) {}, 3s);

    Wake wake = Wake::timeout;
    while (wake == Wake::timeout) {
        server.tend();
        wake = stream.wait({}, 20);
    }

    EXPECT_EQ(wake, Wake::events);
}

TEST(EventStream, EndsOnceItHasFallenSilent) {
    QuietServer server(1, 1ms, "id: 1\ndata: {}\n\n");
    const HttpClient client(server.url(), "");
    EventStream stream(client, protocol::GameId{1}, {}, [](std::string_view) {}, 300ms);

    auto last_said = std::chrono::steady_clock::now();
    while (stream.wait({}, 1) != Wake::events) {
        last_said = std::chrono::steady_clock::now();
        server.tend();
    }
    const Wake wake = stream.wait({}, minute_ms);
    const auto took = std::chrono::steady_clock::now() - last_said;

    EXPECT_EQ(wake, Wake::stream_ended);
    EXPECT_GT(took, 200ms);
    EXPECT_LT(took, 30s);
}

}  // namespace
}  // namespace tanbo::cli
