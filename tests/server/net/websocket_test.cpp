#include <future>

#include <gtest/gtest.h>

#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

// --- frames by hand. Source: RFC 6455, 5.2 ---

enum Opcode { continuation = 0, text = 1, binary = 2, close_frame = 8, ping = 9, pong = 10 };

struct Frame {
    int first = -1;  // FIN, reserved bits and opcode; -1 at the end of the connection
    std::string payload;
};

// A masked frame, with every bit of the first byte for the caller to choose.
std::string frame(int first, std::string_view payload) {
    std::string out(1, static_cast<char>(first));
    if (payload.size() < 126) {
        out += static_cast<char>(0x80U | payload.size());
    } else if (payload.size() < 65536) {
        out += static_cast<char>(0x80 | 126);
        out += static_cast<char>(payload.size() >> 8U);
        out += static_cast<char>(payload.size() & 0xFFU);
    } else {
        out += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) {
            out += static_cast<char>((payload.size() >> static_cast<unsigned>(shift)) & 0xFFU);
        }
    }
    const std::string mask = "\x12\x34\x56\x78";
    out += mask;
    for (std::size_t i = 0; i < payload.size(); ++i) {
        out += static_cast<char>(payload[i] ^ mask[i % 4]);
    }
    return out;
}

std::string whole(Opcode opcode, std::string_view payload) {
    return frame(0x80 | opcode, payload);
}

std::string code(int number) {
    return {static_cast<char>(number >> 8), static_cast<char>(number & 0xFF)};
}

class Peer {
public:
    explicit Peer(TestServer& server, const std::string& path = "/ws", int receive_buffer = 0)
        : client(server.port(), receive_buffer) {
        client.send("GET " + path +
                    " HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\n"
                    "Upgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Protocol: other, tanbo.v1+json\r\n"
                    "Sec-WebSocket-Extensions: permessage-deflate\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        answer = client.read_until("\r\n\r\n");
    }

    Frame read() {
        const std::string head = client.read_exactly(2);
        if (head.size() < 2) return {};
        std::size_t size = static_cast<unsigned char>(head[1]);
        if (size >= 126) {
            const std::string extended = client.read_exactly(size == 126 ? 2 : 8);
            size = 0;
            for (const char c : extended) size = size * 256 + static_cast<unsigned char>(c);
        }
        return {static_cast<unsigned char>(head[0]), client.read_exactly(size)};
    }

    // The next frame that is no ping.
    Frame read_past_pings() {
        Frame next = read();
        while (next.first == (0x80 | ping)) next = read();
        return next;
    }

    // The close code, after whatever else still came; 0 if there was none.
    int read_close() {
        Frame next = read();
        while (next.first != -1 && next.first != (0x80 | close_frame)) next = read();
        if (next.payload.size() < 2) return 0;
        return static_cast<unsigned char>(next.payload[0]) * 256 +
               static_cast<unsigned char>(next.payload[1]);
    }

    TestClient client;
    std::string answer;
};

TEST(WebSocket, ShakesHandsAsTheStandardSaysAndWithoutCompression) {
    TestServer server;
    Peer peer(server);

    EXPECT_EQ(status_of(peer.answer), 101);
    EXPECT_NE(peer.answer.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"),
              std::string::npos);
    EXPECT_NE(peer.answer.find("Sec-WebSocket-Protocol: tanbo.v1+json\r\n"), std::string::npos);
    EXPECT_EQ(peer.answer.find("Extensions"), std::string::npos);
}

TEST(WebSocket, EchoesMessagesOfEverySizeUpTo16KiBAndFragments) {
    TestServer server;
    Peer peer(server);

    for (const std::size_t size : {0U, 1U, 125U, 126U, 127U, 16'384U}) {
        peer.client.send(whole(text, std::string(size, 'm')));
        EXPECT_EQ(peer.read().payload, std::string(size, 'm'));
    }
    peer.client.send(frame(text, "\xC3"));
    peer.client.send(whole(ping, "between"));
    peer.client.send(frame(continuation, "\xA4"));
    peer.client.send(frame(0x80 | continuation, ""));
    const Frame answer = peer.read();
    EXPECT_EQ(answer.first, 0x80 | pong);
    EXPECT_EQ(answer.payload, "between");
    EXPECT_EQ(peer.read().payload, "\xC3\xA4");
}

// Even if the peer then keeps its side of the connection open.
TEST(WebSocket, AnswersACloseWithItsCodeAndEndsTheSession) {
    Limits limits = short_times();
    limits.close_timeout = 30ms;
    TestServer server(limits);
    Peer peer(server);

    peer.client.send(whole(close_frame, code(1000) + "bye"));

    EXPECT_EQ(peer.read_close(), 1000);
    EXPECT_TRUE(peer.client.is_at_end());
    EXPECT_TRUE(eventually([&] { return server.handler.sessions_ended == 1; }));
}

struct Violation {
    std::string name;
    std::string bytes;
    int close_code;
};

void PrintTo(const Violation& violation, std::ostream* out) {
    *out << violation.name;
}

class Violations : public testing::TestWithParam<Violation> {};

// The control is EchoesMessagesOfEverySize: the same client and path, without a violation.
TEST_P(Violations, CloseWithTheirCode) {
    TestServer server;
    Peer peer(server);

    peer.client.send(GetParam().bytes);

    EXPECT_EQ(peer.read_close(), GetParam().close_code);
    peer.client.shut_sending();
    EXPECT_TRUE(peer.client.is_at_end());
    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
    EXPECT_TRUE(eventually([&] { return server.handler.sessions_ended == 1; }));
}

INSTANTIATE_TEST_SUITE_P(
    WebSocket, Violations,
    testing::Values(Violation{"Binary", whole(binary, "x"), 1003},
                    Violation{"TooBig", whole(text, std::string(16'385, 'x')), 1009},
                    Violation{"TooBigInFragments",
                              frame(text, std::string(10'000, 'x')) +
                                  frame(0x80 | continuation, std::string(6'385, 'x')),
                              1009},
                    Violation{"BadUtf8", whole(text, "\xFF"), 1007},
                    Violation{"TruncatedUtf8", whole(text, "a\xC3"), 1007},
                    Violation{"SurrogateUtf8", whole(text, "\xED\xA0\x80"), 1007},
                    Violation{"Reserved1", frame(0xC1, "x"), 1002},
                    Violation{"Reserved2", frame(0xA1, "x"), 1002},
                    Violation{"Reserved3", frame(0x91, "x"), 1002},
                    Violation{"Opcode3", frame(0x83, "x"), 1002},
                    Violation{"Opcode7", frame(0x87, "x"), 1002},
                    Violation{"Opcode11", frame(0x8B, "x"), 1002},
                    Violation{"Opcode15", frame(0x8F, "x"), 1002},
                    Violation{"FragmentedPing", frame(ping, "x"), 1002},
                    Violation{"FragmentedClose", frame(close_frame, ""), 1002},
                    Violation{"LongPing", whole(ping, std::string(126, 'x')), 1002},
                    Violation{"LongClose", whole(close_frame, code(1000) + std::string(124, 'x')),
                              1002},
                    Violation{"ContinuationFirst", whole(continuation, "x"), 1002},
                    Violation{"TextInText", frame(text, "a") + whole(text, "b"), 1002},
                    Violation{"Unmasked", std::string("\x81\x01x", 3), 1002},
                    Violation{"CloseOfOneByte", whole(close_frame, "x"), 1002},
                    Violation{"Close999", whole(close_frame, code(999)), 1002},
                    Violation{"Close1005", whole(close_frame, code(1005)), 1002},
                    Violation{"Close1006", whole(close_frame, code(1006)), 1002},
                    Violation{"Close2000", whole(close_frame, code(2000)), 1002},
                    Violation{"CloseBadUtf8", whole(close_frame, code(1000) + "\xFF"), 1002}),
    [](const auto& tested) { return tested.param.name; });

// Beast's close frame once overtook the answer, which then followed it.
TEST(WebSocket, AnswersWhatItHasTakenBeforeABadFrameClosesIt) {
    TestServer server;
    Peer peer(server);
    const std::string unmasked("\x81\x01x", 3);

    peer.client.send(whole(text, "one") + whole(text, "two") + unmasked);

    EXPECT_EQ(peer.read().payload, "one");
    EXPECT_EQ(peer.read().payload, "two");
    EXPECT_EQ(peer.read().payload.substr(0, 2), code(1002));
    EXPECT_EQ(peer.client.read_exactly(1), "");
}

TEST(WebSocket, TakesBinaryIfItIsAskedFor) {
    TestServer server;
    Peer peer(server, "/ws-any");

    peer.client.send(whole(binary, "x"));

    EXPECT_EQ(peer.read().payload, "binary:x");
}

TEST(WebSocket, ClosesASlowClientWith1013) {
    TestServer server;
    Peer peer(server, "/ws-flood", 4096);

    EXPECT_TRUE(eventually([&] { return server.handler.send_failed.load(); }));

    EXPECT_EQ(peer.read_close(), 1013);
}

TEST(WebSocket, DropsASlowClientThatNeverReads) {
    Limits limits = short_times();
    limits.close_timeout = 50ms;
    TestServer server(limits);
    Peer peer(server, "/ws-flood", 4096);

    EXPECT_TRUE(eventually([&] { return server.listener().connections() == 0; }));
}

// Nothing is taken from the queue before the session first waits, so the burst meets it whole.
TEST(WebSocket, QueuesUpToItsMaximaAndNotOneMore) {
    for (const char* fits : {"256+00001", "064+01024"}) {
        TestServer server;
        Peer peer(server, std::string("/ws-burst?") + fits);
        EXPECT_FALSE(peer.read().payload.empty());
        EXPECT_FALSE(server.handler.send_failed) << fits;
    }
    for (const char* overflows : {"257+00001", "064+01025"}) {
        TestServer server;
        Peer peer(server, std::string("/ws-burst?") + overflows);
        EXPECT_EQ(peer.read_close(), 1013) << overflows;
        EXPECT_TRUE(eventually([&] { return server.handler.send_failed.load(); })) << overflows;
    }
}

TEST(WebSocket, SendsABacklogLongerThanItsQueueInOrder) {
    TestServer server;
    Peer peer(server, "/ws-backlog", 4096);

    for (int i = 0; i < 2000; ++i) {
        ASSERT_EQ(peer.read_past_pings().payload, std::to_string(i));
    }

    EXPECT_EQ(peer.read_close(), 1000);
}

// The kernel takes them in parts, since the peer has little room; what answers its pings goes
// between two of them, never into one.
TEST(WebSocket, KeepsMessagesWholeWhileItAnswersPings) {
    TestServer server;
    Peer peer(server, "/ws-large", 4096);
    int pongs = 0;

    for (int i = 0; i < large_messages; ++i) {
        peer.client.send(whole(ping, "between"));
        Frame next = peer.read();
        for (; next.first == (0x80 | pong); next = peer.read()) {
            EXPECT_EQ(next.payload, "between");
            ++pongs;
        }
        ASSERT_EQ(next.first, 0x80 | text);
        ASSERT_EQ(next.payload, large_message(i)) << i;
    }

    while (pongs < large_messages && peer.read().first == (0x80 | pong)) ++pongs;
    EXPECT_EQ(pongs, large_messages);
}

// One of them answers for as long as the other is given, though the machine does something else.
TEST(WebSocket, PingsAQuietPeerAndDropsOneThatDoesNotAnswer) {
    Limits limits = short_times();
    limits.ping_after = 20ms;
    limits.pong_timeout = 1s;
    TestServer server(limits);
    Peer answering(server);
    Peer silent(server);
    EXPECT_EQ(silent.read().first, 0x80 | ping);

    int pings = 0;
    for (; pings < 500 && !silent.client.has_more(); ++pings) {
        EXPECT_EQ(answering.read().first, 0x80 | ping);
        answering.client.send(whole(pong, ""));
    }

    EXPECT_EQ(silent.read().first, -1);
    EXPECT_GE(pings, 2);
    answering.client.send(whole(text, "alive"));
    EXPECT_EQ(answering.read_past_pings().payload, "alive");
}

// Once, after eight flushes, of which the answer to the handshake is the first.
TEST(WebSocket, AsksAPeerThatOnlyListensForAWord) {
    TestServer server;
    Peer peer(server, "/ws-drip");
    std::vector<int> texts_before_ping;
    int texts = 0;

    Frame next = peer.read();
    for (; next.first == (0x80 | text) || next.first == (0x80 | ping); next = peer.read()) {
        if (next.first == (0x80 | ping)) {
            texts_before_ping.push_back(texts);
        } else {
            ++texts;
        }
    }

    EXPECT_EQ(next.first, 0x80 | close_frame);
    EXPECT_EQ(texts, dripped_messages);
    EXPECT_EQ(texts_before_ping, std::vector<int>{7});
}

TEST(WebSocket, ClosesWith1011IfTheSessionFails) {
    TestServer server;
    Peer peer(server, "/ws-fails");

    EXPECT_EQ(peer.read_close(), 1011);
}

TEST(WebSocket, RefusesHandshakesThatAreNone) {
    TestServer server;
    const std::string start = "GET /ws HTTP/1.1\r\nHost: h\r\n";
    const std::string upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const std::string version = "Sec-WebSocket-Version: 13\r\n";

    const std::string plain = ask(server, start + "\r\n");
    EXPECT_EQ(status_of(plain), 426);
    EXPECT_NE(plain.find("Sec-WebSocket-Version: 13\r\n"), std::string::npos);
    EXPECT_EQ(status_of(ask(server, start + upgrade + key + "\r\n")), 426);
    EXPECT_EQ(status_of(ask(server, start + upgrade + key + "Sec-WebSocket-Version: 8\r\n\r\n")),
              426);
    EXPECT_EQ(status_of(ask(server, start + upgrade + version + "\r\n")), 400);
    EXPECT_EQ(status_of(ask(server, start + upgrade + version + key + key + "\r\n")), 400);
    EXPECT_EQ(status_of(ask(server, start + upgrade + version + "Sec-WebSocket-Key: x\r\n\r\n")),
              400);
    EXPECT_EQ(status_of(ask(server, start + upgrade + version + key + "\r\nearly")), 400);
}

TEST(WebSocket, IsRefusedByTheHandlerAndIgnoredIfThereIsNone) {
    TestServer server;

    Peer refused(server, "/ws-refused");
    Peer elsewhere(server, "/hello");

    EXPECT_EQ(status_of(refused.answer), 403);
    EXPECT_EQ(status_of(elsewhere.answer), 200);
}

// A second message has arrived by then, but was not taken.
TEST(WebSocket, AnswersWhatItHasTakenBeforeADrainClosesIt) {
    Limits limits = short_times();
    limits.close_timeout = 200ms;  // these peers answer the close and keep their connections
    TestServer server(limits);
    Peer busy(server, "/ws-held");
    Peer idle(server, "/ws-held");
    busy.client.send(whole(text, "taken") + whole(text, "not taken"));
    ASSERT_TRUE(eventually([&] { return server.handler.handled == 1; }));

    auto drained = std::async(std::launch::async, [&] {
        return server.listener().drain(CloseCode::going_away, patience);
    });
    EXPECT_EQ(idle.read_close(), 1001) << "it has nothing to wait for";
    idle.client.send(whole(close_frame, code(1001)));
    server.handler.release();

    EXPECT_EQ(busy.read().payload, "taken");
    const Frame end = busy.read();
    EXPECT_EQ(end.first, 0x80 | close_frame);
    EXPECT_EQ(end.payload.substr(0, 2), code(1001));
    busy.client.send(whole(close_frame, code(1001)));
    EXPECT_TRUE(drained.get());
    EXPECT_EQ(server.handler.handled, 1);
}

TEST(WebSocket, IsClosedIfAMessageIsNotDoneWithInTime) {
    Limits limits = short_times();
    limits.answer_within = 50ms;
    TestServer server(limits);
    Peer busy(server, "/ws-held");
    Peer idle(server, "/ws-held");

    busy.client.send(whole(text, "taken"));

    EXPECT_EQ(busy.read_close(), 1013);
    EXPECT_EQ(server.handler.late_messages, 1);
    busy.client.send(whole(close_frame, code(1013)));
    server.handler.release();
    EXPECT_EQ(busy.read().first, -1) << "the end, without an echo";
    idle.client.send(whole(text, "in time"));
    EXPECT_EQ(idle.read().payload, "in time");
}

TEST(WebSocket, IsDroppedIfWhatItHasTakenOutlastsTheDrain) {
    TestServer server;
    Peer busy(server, "/ws-held");
    busy.client.send(whole(text, "taken"));
    ASSERT_TRUE(eventually([&] { return server.handler.handled == 1; }));

    auto drained = std::async(std::launch::async,
                              [&] { return server.listener().drain(CloseCode::going_away, 50ms); });

    EXPECT_EQ(busy.read().first, -1) << "the end, without a close";
    server.handler.release();
    EXPECT_FALSE(drained.get());
}

}  // namespace
}  // namespace tanbo::net
