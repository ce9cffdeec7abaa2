#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

const std::string line = "GET /hello HTTP/1.1\r\nHost: h\r\n";

// A request with a head of exactly that many bytes.
std::string head_of(std::size_t bytes) {
    const std::string field = "X-Pad: ";
    return line + field + std::string(bytes - line.size() - field.size() - 4, 'p') + "\r\n\r\n";
}

std::string target_of(std::size_t bytes) {
    return "GET /" + std::string(bytes - 1, 't') + " HTTP/1.1\r\nHost: h\r\n\r\n";
}

std::string fields_of(int count) {
    std::string request = line;
    for (int i = 1; i < count; ++i) request += "X: y\r\n";
    return request + "\r\n";
}

std::string body_of_length(std::size_t bytes, bool is_chunked) {
    const std::string body(bytes, 'b');
    if (!is_chunked) {
        return "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(bytes) +
               "\r\n\r\n" + body;
    }
    return "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nb\r\n" +
           std::string(bytes == 101 ? "64" : "63") + "\r\n" + body.substr(1) + "\r\n0\r\n\r\n";
}

int status_for(const std::string& request) {
    TestServer server;
    TestClient client(server.port());
    client.send(request);
    return status_of(client.read_response());
}

TEST(Limits, HoldAHeadOf8KiBAndNotOneByteMore) {
    EXPECT_EQ(status_for(head_of(8192)), 200);
    EXPECT_EQ(status_for(head_of(8193)), 431);
    EXPECT_EQ(status_for(line + std::string(100'000, 'p')), 431) << "no end in sight";
}

TEST(Limits, HoldATargetOf4KiBAndNotOneByteMore) {
    EXPECT_EQ(status_for(target_of(4096)), 200);
    EXPECT_EQ(status_for(target_of(4097)), 414);
    EXPECT_EQ(status_for(target_of(20'000)), 414);
}

TEST(Limits, Hold100FieldsAndNotOneMore) {
    EXPECT_EQ(status_for(fields_of(100)), 200);
    EXPECT_EQ(status_for(fields_of(101)), 431);
}

TEST(Limits, HoldTheHandlersBodyAndNotOneByteMore) {
    EXPECT_EQ(status_for(body_of_length(100, false)), 200);
    EXPECT_EQ(status_for(body_of_length(101, false)), 413);
    EXPECT_EQ(status_for(body_of_length(100, true)), 200);
    EXPECT_EQ(status_for(body_of_length(101, true)), 413);
}

TEST(Limits, EndAChunkSizeLineThatNeverEnds) {
    EXPECT_EQ(status_for("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
                         std::string(100'000, 'e')),
              400);
}

TEST(Timeouts, AnswerASlowHeadAndASlowBodyWith408) {
    Limits limits = short_times();
    limits.head_timeout = 30ms;
    limits.body_timeout = 30ms;
    TestServer server(limits);

    const std::string head = ask(server, "GET /hello HT");
    const std::string body =
        ask(server, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab");

    EXPECT_EQ(status_of(head), 408);
    EXPECT_EQ(status_of(body), 408);
    EXPECT_NE(head.find("X-Request-Id: "), std::string::npos) << "also before its head was whole";
    EXPECT_NE(body.find("Connection: close"), std::string::npos);
}

TEST(Timeouts, CloseAnIdleConnectionSilently) {
    Limits limits = short_times();
    limits.idle_timeout = 500ms;  // in which a busy machine gets round to ask
    TestServer server(limits);
    TestClient fresh(server.port());
    TestClient used(server.port());

    used.send(line + "\r\n");

    EXPECT_EQ(status_of(used.read_response()), 200);
    EXPECT_TRUE(used.is_at_end());
    EXPECT_TRUE(fresh.is_at_end());
}

// It comes when the connection is looked at already, behind one with a late answer.
TEST(Timeouts, DoNotCloseAnIdleConnectionOnWhichARequestHasCome) {
    Limits limits = short_times();
    limits.answer_within = limits.idle_timeout = 1s;
    TestServer server(limits);
    TestClient held(server.port());
    TestClient idle(server.port());
    server.handler.before_late = [&idle] { idle.send(line + "\r\n"); };
    idle.send(line + "\r\n");
    EXPECT_EQ(status_of(idle.read_response()), 200);
    held.send("GET /held HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 2; }));
    server.post([] { std::this_thread::sleep_for(2s); });  // then both are due

    EXPECT_EQ(status_of(idle.read_response()), 200);

    EXPECT_EQ(status_of(held.read_response()), 503);
    server.handler.release();
}

TEST(Timeouts, DropAClientThatDoesNotReadItsAnswer) {
    Limits limits = short_times();
    limits.write_timeout = 50ms;
    TestServer server(limits);
    TestClient client(server.port(), 4096);

    client.send("GET /much HTTP/1.1\r\nHost: h\r\n\r\n");

    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
}

Limits in_time() {
    Limits limits = short_times();
    limits.answer_within = 50ms;
    return limits;
}

// The handler is still at work when the client has the answer; when it ends, its answer goes
// nowhere.
TEST(Timeouts, AnswerInPlaceOfAHandlerThatIsLate) {
    TestServer server(in_time());
    TestClient client(server.port());

    client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
    const std::string answer = client.read_response();

    EXPECT_EQ(status_of(answer), 503);
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos);
    EXPECT_NE(answer.find("X-Request-Id: "), std::string::npos);
    EXPECT_EQ(body_of(answer), "late GET /held\n");
    EXPECT_TRUE(client.is_at_end());
    EXPECT_EQ(server.listener().connections(), 1U);
    server.handler.release();
    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
}

TEST(Timeouts, WaitForAHandlerThatMayTakeLong) {
    TestServer server(in_time());
    TestClient held(server.port());
    TestClient late(server.port());

    held.send("GET /held/long HTTP/1.1\r\nHost: a\r\n\r\n");
    late.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(status_of(late.read_response()), 503);
    server.handler.release();

    EXPECT_EQ(status_of(held.read_response()), 200);
}

TEST(Timeouts, WaitForAnyHandlerIfThereIsNone) {
    TestServer server;
    TestClient client(server.port());

    client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
    ASSERT_TRUE(eventually([&] { return server.handler.handled == 1; }));
    std::this_thread::sleep_for(2 * in_time().answer_within);
    server.handler.release();

    EXPECT_EQ(status_of(client.read_response()), 200);
}

// The question before the body is read, and the one that opens a socket.
TEST(Timeouts, AnswerInPlaceOfWhateverElseIsAskedOfAHandler) {
    TestServer server(in_time());
    TestClient waiting(server.port());
    TestClient opening(server.port());

    waiting.send(
        "POST /held-authorization HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
        "Expect: 100-continue\r\n\r\n");
    opening.send(
        "GET /ws-held-upgrade HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");

    EXPECT_EQ(body_of(waiting.read_response()), "late POST /held-authorization\n");
    EXPECT_EQ(body_of(opening.read_response()), "late GET /ws-held-upgrade\n");
    server.handler.release();
    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
}

// Under AddressSanitizer: what is left of the request goes with the threads.
TEST(Timeouts, EndWithAHandlerThatNeverDoes) {
    auto server = std::make_unique<TestServer>(in_time());
    TestClient client(server->port());
    TestClient other(server->port());
    client.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(status_of(client.read_response()), 503);
    other.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
    ASSERT_TRUE(eventually([&] { return server->handler.handled == 2; }));

    server.reset();

    EXPECT_TRUE(client.is_at_end());
}

TEST(Timeouts, LeaveAPromptClientAlone) {
    Limits limits = short_times();
    limits.head_timeout = limits.body_timeout = limits.write_timeout = 30ms;
    TestServer server(limits);
    TestClient client(server.port());

    client.send("GET /held HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return server.handler.handled == 1; }));
    const auto end = std::chrono::steady_clock::now() + 60ms;
    EXPECT_TRUE(eventually([&] { return std::chrono::steady_clock::now() > end; }));
    server.handler.release();

    EXPECT_EQ(status_of(client.read_response()), 200) << "a handler's time is not the client's";
}

}  // namespace
}  // namespace tanbo::net
