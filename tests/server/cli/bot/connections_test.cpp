#include "server/cli/bot/connections.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <poll.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/server/cli/quiet_server.hpp"
#include "tests/support/loopback.hpp"

namespace tanbo::cli {
namespace {

using namespace std::chrono_literals;

// A stream's end as its follower sees it.
struct Followed {
    std::string line;
    bool has_ended = false;
    int status = 0;
};

void follow(Connections& connections, const HttpClient& client, Followed& followed) {
    connections.follow(
        client, "/me/stream", [&](std::string_view line) { followed.line = line; },
        [&](int status) {
            followed.has_ended = true;
            followed.status = status;
        });
}

// How long after `begun` it has ended; half a minute or more if it has not.
std::chrono::nanoseconds run_to_the_end(Connections& connections, const Followed& followed,
                                        std::chrono::steady_clock::time_point begun) {
    constexpr auto late = 30s;
    const auto elapsed = [begun] { return std::chrono::steady_clock::now() - begun; };
    while (!followed.has_ended && elapsed() < late) connections.run(late, -1);
    return followed.has_ended ? elapsed() : late + elapsed();
}

// The end of a stream that says a byte now and then, each within the time that it may be silent.
Followed followed_through_pauses() {
    QuietServer server(4, 1200ms, "last\n");
    const HttpClient client(server.url(), "");
    Connections connections(3s);
    Followed followed;
    follow(connections, client, followed);
    while (followed.line.empty() && !followed.has_ended) {
        connections.run(20ms, -1);
        server.tend();
    }
    return followed;
}

// Limits of a speed took a byte every 15 seconds for silence: bots reconnected every 46 seconds. A
// busy machine may keep this thread itself from saying anything for so long, but not each time.
TEST(Connections, KeepsAStreamThatSaysAByteNowAndThen) {
    Followed followed = followed_through_pauses();
    for (int again = 0; again < 5 && followed.has_ended; ++again) {
        followed = followed_through_pauses();
    }

    EXPECT_EQ(followed.line, "last");
    EXPECT_FALSE(followed.has_ended);
}

TEST(Connections, EndsAStreamThatHasFallenSilent) {
    QuietServer server(1, 1ms, "last\n");
    const HttpClient client(server.url(), "");
    Connections connections(300ms);
    Followed followed;

    follow(connections, client, followed);
    auto last_said = std::chrono::steady_clock::now();
    for (; followed.line.empty(); connections.run(1ms, -1)) {
        last_said = std::chrono::steady_clock::now();
        server.tend();
    }
    const auto took = run_to_the_end(connections, followed, last_said);

    EXPECT_EQ(followed.status, 200);
    EXPECT_GT(took, 200ms);
    EXPECT_LT(took, 30s);
}

TEST(Connections, EndsAStreamThatHasNeverBegun) {
    const QuietServer server(0, 0ms, "");
    const HttpClient client(server.url(), "");
    Connections connections(50ms);
    Followed followed;

    follow(connections, client, followed);
    const auto took = run_to_the_end(connections, followed, std::chrono::steady_clock::now());

    EXPECT_LT(took, 30s);
    EXPECT_EQ(followed.status, 0);
}

// A server that keeps its connections, and answers on each until it forgets those that it has: they
// stay open and say nothing more, as after a firewall has lost them. It works whenever it is
// tended.
class ForgetfulServer {
public:
    ForgetfulServer() = default;
    ~ForgetfulServer() {
        for (const int connection : all_) ::close(connection);
        ::close(listening_.socket);
    }
    ForgetfulServer(const ForgetfulServer&) = delete;
    ForgetfulServer& operator=(const ForgetfulServer&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(listening_.port); }
    std::size_t connections() const { return all_.size(); }
    void forget() { served_.clear(); }

    void tend() {
        while (is_readable(listening_.socket)) {
            all_.push_back(::accept(listening_.socket, nullptr, nullptr));
            served_.push_back(all_.back());
        }
        for (const int connection : served_) answer(connection);
    }

private:
    static bool is_readable(int socket) {
        pollfd ready{socket, POLLIN, 0};
        return ::poll(&ready, 1, 0) == 1;
    }

    static void answer(int connection) {
        if (!is_readable(connection)) return;
        std::array<char, 4096> bytes;
        const ssize_t count = ::read(connection, bytes.data(), bytes.size());
        if (count <= 0) return;
        const std::string_view asked(bytes.data(), static_cast<std::size_t>(count));
        const bool is_stream = asked.find("/me/stream") != asked.npos;
        const std::string_view said = is_stream ? "HTTP/1.1 200 OK\r\n\r\nhello\n"
                                                : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        ::send(connection, said.data(), said.size(), MSG_NOSIGNAL);
    }

    test::Listening listening_ = test::listen_on_loopback();
    std::vector<int> all_;
    std::vector<int> served_;
};

// A stream that took a dead connection of earlier requests was silent once more, for each of them.
TEST(Connections, FollowsAStreamOnAConnectionOfItsOwn) {
    ForgetfulServer server;
    const HttpClient client(server.url(), "");
    Connections connections(30s);
    int answers = 0;
    for (int i = 0; i < 2; ++i) {
        connections.request(client, "/me", {}, [&answers](const Answer&) { ++answers; });
    }
    while (answers < 2) {
        connections.run(20ms, -1);
        server.tend();
    }
    const std::size_t kept = server.connections();
    ASSERT_EQ(kept, 2U);

    server.forget();
    Followed followed;
    follow(connections, client, followed);
    while (followed.line.empty() && !followed.has_ended) {
        connections.run(20ms, -1);
        server.tend();
    }

    EXPECT_EQ(followed.line, "hello");
    EXPECT_EQ(server.connections(), kept + 1);
}

// libcurl counts whole seconds: the connection is older than the silence by more than two. A dead
// one would not answer before the request ends.
TEST(Connections, UsesNoConnectionAgainThatIsOlderThanASilence) {
    ForgetfulServer server;
    const HttpClient client(server.url(), "");
    Connections connections(2500ms);
    const auto ask = [&] {
        std::optional<Answer> told;
        connections.request(client, "/me", {}, [&told](const Answer& answer) { told = answer; });
        while (!told) {
            connections.run(20ms, -1);
            server.tend();
        }
        return *told;
    };
    ASSERT_EQ(ask().status, 200);
    Followed silent;
    follow(connections, client, silent);
    while (!silent.has_ended) connections.run(20ms, -1);
    server.forget();

    const Answer answer = ask();

    EXPECT_EQ(answer.status, 200) << answer.body;
}

}  // namespace
}  // namespace tanbo::cli
