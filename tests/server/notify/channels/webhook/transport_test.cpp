#include "server/notify/channels/webhook/transport.hpp"

#include <atomic>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>

#include "tests/support/loopback.hpp"

namespace tanbo::notify {
namespace {

using testing::HasSubstr;

// Answers every connection to a port of 127.0.0.1 with the same bytes.
class Answering {
public:
    explicit Answering(std::string answer) : answer_(std::move(answer)) {
        thread_ = std::thread([this] { serve(); });
    }
    ~Answering() {
        shutdown(listening_.socket, SHUT_RDWR);
        thread_.join();
        close(listening_.socket);
    }
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;

    std::string url(const std::string& host) const {
        return "http://" + host + ":" + std::to_string(listening_.port) + "/hook";
    }
    int connections() const { return connections_; }

private:
    void serve() {
        while (true) {
            const int peer = accept(listening_.socket, nullptr, nullptr);
            if (peer < 0) return;
            ++connections_;
            char bytes[4096];
            [[maybe_unused]] const auto got = recv(peer, bytes, sizeof bytes, 0);
            std::size_t sent = 0;
            while (sent < answer_.size()) {
                const auto more =
                    send(peer, answer_.data() + sent, answer_.size() - sent, MSG_NOSIGNAL);
                if (more <= 0) break;
                sent += static_cast<std::size_t>(more);
            }
            close(peer);
        }
    }

    std::string answer_;
    const test::Listening listening_ = test::listen_on_loopback();
    std::atomic<int> connections_ = 0;
    std::thread thread_;
};

const std::string ok = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";

AddressPolicy loopback_allowed() {
    return AddressPolicy({*parse_range("127.0.0.0/8")});
}

Outgoing to(const std::string& url) {
    return {url, {{"webhook-id", "msg_1"}}, "{}"};
}

TEST(Transport, PostsToTheAddressThatWasResolved) {
    const Answering server(ok);
    int asked = 0;
    const auto resolver = [&asked](const std::string& host) {
        EXPECT_EQ(host, "hooks.example");
        ++asked;
        return std::vector<Address>{*parse_address("127.0.0.1")};
    };

    const Sent sent = http_transport(loopback_allowed(), resolver)(to(server.url("hooks.example")));

    EXPECT_EQ(sent.error, "");
    EXPECT_EQ(sent.status, 204);
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(server.connections(), 1);
}

TEST(Transport, SendsNothingIfOneAddressIsPrivate) {
    const Answering server(ok);
    const auto resolver = [](const std::string&) {
        return std::vector<Address>{*parse_address("1.1.1.1"), *parse_address("127.0.0.1")};
    };

    const Sent sent = http_transport({}, resolver)(to(server.url("hooks.example")));

    EXPECT_EQ(sent.error, "The host name leads to an address that is not public.");
    EXPECT_FALSE(sent.status);
    EXPECT_EQ(server.connections(), 0);
}

// The name was public when the webhook was made and is not any more: each attempt asks again, and
// connects only to what it was told.
TEST(Transport, IsNotFooledByANameThatChangesItsMind) {
    const Answering server(ok);
    int asked = 0;
    const auto resolver = [&asked](const std::string&) {
        const bool is_first = ++asked == 1;
        return std::vector<Address>{*parse_address(is_first ? "127.0.0.1" : "127.0.0.2")};
    };
    const Transport transport =
        http_transport(AddressPolicy({*parse_range("127.0.0.1")}), resolver);

    const Sent first = transport(to(server.url("rebinding.example")));
    const Sent second = transport(to(server.url("rebinding.example")));

    EXPECT_EQ(first.error, "");
    EXPECT_EQ(second.error, "The host name leads to an address that is not public.");
    EXPECT_EQ(server.connections(), 1);
}

TEST(Transport, RefusesLiteralsWithoutAResolver) {
    const Answering server(ok);

    const Sent sent = http_transport({})(to(server.url("127.0.0.1")));

    EXPECT_EQ(sent.error, "The host name leads to an address that is not public.");
    EXPECT_EQ(server.connections(), 0);
}

TEST(Transport, FollowsNoRedirects) {
    const Answering server(
        "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n"
        "Connection: close\r\n\r\n");

    const Sent sent = http_transport(loopback_allowed())(to(server.url("127.0.0.1")));

    EXPECT_EQ(sent.status, 302);
    EXPECT_EQ(sent.error, "The answer has status 302.");
    EXPECT_EQ(server.connections(), 1);
}

std::optional<std::chrono::seconds> asked_by(const std::string& fields) {
    const Answering server("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n" + fields +
                           "Connection: close\r\n\r\n");
    return http_transport(loopback_allowed())(to(server.url("127.0.0.1"))).retry_after;
}

TEST(Transport, ReadsHowLongAReceiverWantsToBeLeftAlone) {
    EXPECT_EQ(asked_by("Retry-After: 120\r\n"), std::chrono::seconds(120));
    EXPECT_GT(asked_by("Retry-After: Fri, 31 Dec 2100 23:59:59 GMT\r\n"), std::chrono::hours(24));
    for (const char* fields :
         {"", "Retry-After: 0\r\n", "Retry-After: -5\r\n", "Retry-After: soon\r\n",
          "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n"}) {
        EXPECT_FALSE(asked_by(fields)) << fields;
    }
}

std::string body_of(std::size_t bytes) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(bytes) +
           "\r\nConnection: close\r\n\r\n" + std::string(bytes, 'x');
}

TEST(Transport, ReadsNoMoreOfAnAnswerThanItHasTo) {
    const Answering fitting(body_of(answer_bytes_max));
    const Answering longer(body_of(answer_bytes_max + 1));
    const Transport transport = http_transport(loopback_allowed());

    EXPECT_EQ(transport(to(fitting.url("127.0.0.1"))).error, "");
    EXPECT_THAT(transport(to(longer.url("127.0.0.1"))).error, HasSubstr("more than 65536 bytes"));
}

TEST(Transport, WaitsNoLongerThanItMay) {
    const Answering silent("");
    const test::Listening listening = test::listen_on_loopback();  // without accept
    const std::string url = "http://127.0.0.1:" + std::to_string(listening.port) + "/";
    TransportLimits limits;
    limits.whole = std::chrono::milliseconds(200);

    const Sent sent = http_transport(loopback_allowed(), resolve, limits)(to(url));
    EXPECT_TRUE(sent.is_timeout);
    close(listening.socket);

    EXPECT_FALSE(sent.status);
    EXPECT_THAT(sent.error, HasSubstr("imeout"));
    EXPECT_NE(http_transport(loopback_allowed())(to(silent.url("127.0.0.1"))).error, "");
}

TEST(Transport, SaysThatAnAttemptWasCancelled) {
    const Answering server(ok);
    const std::atomic<bool> is_cancelled = true;

    const Sent sent =
        http_transport(loopback_allowed(), resolve, {}, &is_cancelled)(to(server.url("127.0.0.1")));

    EXPECT_TRUE(sent.is_cancelled);
}

TEST(Url, HasToBeOneThatCanBeCalled) {
    const AddressPolicy policy;
    EXPECT_FALSE(url_fault("https://example.org/hook?a=b", policy));
    EXPECT_FALSE(url_fault("http://example.org:8080", policy));
    for (const char* url :
         {"", "example.org", "ftp://example.org", "file:///etc/passwd", "https://",
          "https://u@example.org/", "https://u:p@example.org/", "https://example.org/#a",
          "https://exa mple.org/", "https://example.org/\n", "http://127.0.0.1/", "http://[::1]/",
          "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest"}) {
        EXPECT_TRUE(url_fault(url, policy)) << url;
    }
}

TEST(Url, HasNoPortOfAnotherService) {
    const AddressPolicy policy;
    for (const char* port : {"80", "443", "1024", "8080", "65535"}) {
        EXPECT_FALSE(url_fault(std::string("https://example.org:") + port, policy)) << port;
    }
    for (const char* port : {"0", "22", "25", "79", "81", "442", "444", "1023"}) {
        EXPECT_TRUE(url_fault(std::string("https://example.org:") + port, policy)) << port;
    }
    const auto resolver = [](const std::string&) { return std::vector<Address>(); };
    EXPECT_EQ(http_transport({}, resolver)({"http://example.org:25/", {}, {}}).error,
              "The server can't call this address.");
}

}  // namespace
}  // namespace tanbo::notify
