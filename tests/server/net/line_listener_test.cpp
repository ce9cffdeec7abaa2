#include "server/net/lines/line_listener.hpp"

#include <future>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

#include <gtest/gtest.h>

#include "server/base/threads/signal.hpp"
#include "tests/server/net/famine.hpp"
#include "tests/server/net/harness.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

// Says what it reads; "end" ends the connection, "hold" is answered once it is released.
class Echo final : public LineHandler {
public:
    base::Awaitable<void> serve(LineConnection& connection) override {
        bool goes_on = true;
        while (goes_on) {
            const LineRead read = co_await connection.read();
            events.fetch_add(1);
            goes_on = read.event != LineEvent::ended && read.text != "end";
            std::string answer = said_of(read);
            if (read.text == "hold") co_await wait_for_release();
            co_await connection.write(answer);
        }
    }

    void release() { is_released_ = true; }

    std::atomic<int> events{0};

private:
    static std::string said_of(const LineRead& read) {
        switch (read.event) {
            case LineEvent::line:
                return "line " + std::string(read.text) + "\n";
            case LineEvent::fault:
                return "fault\n";
            case LineEvent::draining:
                return "draining\n";
            case LineEvent::timed_out:
                return "timed out\n";
            case LineEvent::ended:
                break;
        }
        return "";
    }

    base::Awaitable<void> wait_for_release() {
        base::Signal turn;
        const base::Executor executor = co_await boost::asio::this_coro::executor;
        while (!is_released_) {
            boost::asio::post(executor, [&turn] { turn.notify(); });
            co_await turn.wait();
        }
    }

    std::atomic<bool> is_released_{false};
};

LineLimits short_line_times() {
    LineLimits limits;
    limits.sweep_interval = 5ms;
    limits.linger_timeout = 500ms;
    return limits;
}

class LineServer {
public:
    explicit LineServer(LineLimits limits = short_line_times(),
                        LocalEndpoint endpoint = {"127.0.0.1", 0, ""}) {
        LineListenerOptions options;
        options.endpoint = std::move(endpoint);
        options.busy_answer = "busy\n";
        options.limits = limits;
        listener = std::make_unique<LineListener>(threads, echo, metrics, options);
        threads.start();
        listener->start();
    }
    // The contexts of the threads are there until nothing refers to them.
    ~LineServer() { listener.reset(); }
    LineServer(const LineServer&) = delete;
    LineServer& operator=(const LineServer&) = delete;

    std::uint16_t port() const { return listener->endpoint().port; }

    Echo echo;
    base::Metrics metrics;
    base::IoThreads threads{1};
    std::unique_ptr<LineListener> listener;
};

TEST(LineListener, GivesLinesAndFaultsToItsHandler) {
    LineServer server;
    TestClient client(server.port());
    client.send("one\r\ntwo\nthree\r\nfour\r\nend\r\n");

    EXPECT_EQ(client.read_to_end(), "line one\nfault\nline four\nline end\n");
}

TEST(LineListener, GivesLinesOfTheLongestSizeAndNoLongerOnes) {
    LineServer server;
    TestClient client(server.port());
    const std::string longest(998, 'a');
    client.send(longest + "\r\n" + longest + "a\r\nend\r\n");

    EXPECT_EQ(client.read_to_end(), "line " + longest + "\nfault\nline end\n");
}

// Unread bytes would have the system drop the answer that is on its way.
TEST(LineListener, GivesTheLastAnswerOverBytesThatNobodyReads) {
    LineServer server;
    TestClient client(server.port());
    client.send("end\r\n" + std::string(100'000, 'a'));

    EXPECT_EQ(client.read_to_end(), "line end\n");
}

TEST(LineListener, TellsWhoeverComesPastItsMaximumThatItIsBusy) {
    LineLimits limits = short_line_times();
    limits.connections_max = 2;
    LineServer server(limits);
    {
        TestClient first(server.port());
        TestClient second(server.port());
        first.send("a\r\n");
        second.send("b\r\n");
        EXPECT_EQ(first.read_until("\n"), "line a\n");
        EXPECT_EQ(second.read_until("\n"), "line b\n");

        TestClient third(server.port());
        EXPECT_EQ(third.read_to_end(), "busy\n");
    }

    EXPECT_TRUE(eventually([&] { return server.listener->connections() == 0; }));
    TestClient fourth(server.port());
    fourth.send("d\r\n");
    EXPECT_EQ(fourth.read_until("\n"), "line d\n");
}

TEST(LineListener, SurvivesRunningOutOfDescriptors) {
    LineServer server;
    settle(server.threads);
    Famine famine;

    famine.spare_one();
    TestClient hungry(server.port());
    hungry.send("a\r\n");

    EXPECT_EQ(hungry.read_to_end(), "busy\n") << "told from the reserve";
    EXPECT_GE(server.metrics.counter("tanbo_line_accept_errors_total", "").value(), 1U);
    famine.end();
    TestClient fed(server.port());
    fed.send("a\r\n");
    EXPECT_EQ(fed.read_until("\n"), "line a\n");
}

// The control: with descriptors to spare the same client is served and no error is counted.
TEST(LineListener, CountsNoAcceptErrorIfDescriptorsAreLeft) {
    LineServer server;
    settle(server.threads);
    Famine famine;

    for (int i = 0; i < 3; ++i) famine.spare_one();
    TestClient fed(server.port());
    fed.send("a\r\n");

    EXPECT_EQ(fed.read_until("\n"), "line a\n");
    EXPECT_EQ(server.metrics.counter("tanbo_line_accept_errors_total", "").value(), 0U);
}

TEST(LineListener, LetsItsHandlerSayThatNothingCame) {
    LineLimits limits = short_line_times();
    limits.idle_timeout = 20ms;
    LineServer server(limits);
    TestClient client(server.port());

    EXPECT_EQ(client.read_until("\n"), "timed out\n");
}

TEST(LineListener, DropsAClientThatTakesNothing) {
    LineLimits limits = short_line_times();
    limits.write_timeout = 20ms;
    LineServer server(limits);
    TestClient client(server.port(), 4'096);
    for (int i = 0; i < 20'000; ++i) client.send(std::string(900, 'a') + "\r\n");

    EXPECT_TRUE(eventually([&] { return server.listener->connections() == 0; }));
}

TEST(LineListener, TellsEachConnectionOnceThatItDrains) {
    LineServer server;
    TestClient idle(server.port());
    TestClient busy(server.port());
    idle.send("a\r\n");
    EXPECT_EQ(idle.read_until("\n"), "line a\n");
    busy.send("hold\r\n");
    EXPECT_TRUE(eventually([&] { return server.echo.events == 2; }));

    auto drained = std::async(std::launch::async, [&] { return server.listener->drain(patience); });

    EXPECT_EQ(idle.read_until("\n"), "draining\n");
    idle.send("b\r\nend\r\n");
    EXPECT_EQ(idle.read_to_end(), "line b\nline end\n") << "it is heard to its end";
    server.echo.release();
    EXPECT_EQ(busy.read_until("\n"), "line hold\n");
    EXPECT_EQ(busy.read_until("\n"), "draining\n");
    busy.send("end\r\n");
    EXPECT_EQ(busy.read_to_end(), "line end\n");
    EXPECT_TRUE(drained.get());
    EXPECT_THROW(TestClient late(server.port()), std::runtime_error);
}

TEST(LineListener, DropsUnfinishedLinesAtTheDeadline) {
    LineServer server;
    TestClient client(server.port());
    client.send("a\r\n");
    EXPECT_EQ(client.read_until("\n"), "line a\n");

    EXPECT_FALSE(server.listener->drain(20ms));

    EXPECT_EQ(client.read_to_end(), "draining\n");
    EXPECT_EQ(server.listener->connections(), 0U);
}

TEST(LineListener, RefusesATakenPort) {
    LineServer server;
    base::IoThreads threads(1);
    base::Metrics metrics;
    LineListenerOptions taken;
    taken.endpoint = server.listener->endpoint();

    EXPECT_THROW(LineListener(threads, server.echo, metrics, taken), std::system_error);
}

// --- Unix sockets ---

class UnixSocketTest : public testing::Test {
protected:
    LocalEndpoint endpoint() const { return {"", 0, path()}; }
    std::string path() const { return (folder_.path() / "lmtp").string(); }

    // 0 if somebody listens there, otherwise the error.
    int connect_error() const {
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int error = call(fd, ::connect);
        ::close(fd);
        return error;
    }

    // A socket that was left behind by a process that is gone.
    void leave_a_socket() const {
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        ASSERT_EQ(call(fd, ::bind), 0);
        ::close(fd);
    }

private:
    int call(int fd, int (*function)(int, const sockaddr*, socklen_t)) const {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path().copy(address.sun_path, sizeof address.sun_path - 1);
        const auto* generic = reinterpret_cast<const sockaddr*>(&address);
        return function(fd, generic, sizeof address) == 0 ? 0 : errno;
    }

    test::TemporaryFolder folder_;
};

TEST_F(UnixSocketTest, IsForItsOwnerAndItsGroupAndIsRemovedAtTheEnd) {
    const mode_t before = ::umask(0077);
    struct stat found{};
    {
        LineServer server(short_line_times(), endpoint());
        ::umask(before);

        ASSERT_EQ(::stat(path().c_str(), &found), 0);
        EXPECT_EQ(found.st_mode & 07777U, 0660U);
        EXPECT_EQ(connect_error(), 0);
    }

    EXPECT_NE(::stat(path().c_str(), &found), 0);
}

TEST_F(UnixSocketTest, ReplacesOneThatNobodyListensOn) {
    leave_a_socket();
    EXPECT_EQ(connect_error(), ECONNREFUSED);

    LineServer server(short_line_times(), endpoint());

    EXPECT_EQ(connect_error(), 0);
}

TEST_F(UnixSocketTest, LeavesOneAloneThatSomebodyListensOn) {
    LineServer server(short_line_times(), endpoint());
    base::IoThreads threads(1);
    base::Metrics metrics;
    LineListenerOptions taken;
    taken.endpoint = endpoint();

    EXPECT_THROW(LineListener(threads, server.echo, metrics, taken), std::system_error);

    EXPECT_EQ(connect_error(), 0);
}

TEST_F(UnixSocketTest, LeavesAFileAloneThatIsNoSocket) {
    ::close(::open(path().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    Echo echo;
    base::IoThreads threads(1);
    base::Metrics metrics;
    LineListenerOptions options;
    options.endpoint = endpoint();

    EXPECT_THROW(LineListener(threads, echo, metrics, options), std::system_error);

    struct stat found{};
    ASSERT_EQ(::stat(path().c_str(), &found), 0);
    EXPECT_TRUE(S_ISREG(found.st_mode));
}

}  // namespace
}  // namespace tanbo::net
