#include <gtest/gtest.h>

#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

const std::string get_hello = "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n";

TEST(Http, AnswersARequestWithExactlyTheseBytes) {
    TestServer server;
    TestClient client(server.port());

    client.send("GET /hello HTTP/1.1\r\nHost: h\r\nX-Request-Id: abc-1\r\n\r\n");

    std::string response = client.read_response();
    const std::size_t date = response.find("Date: ");
    ASSERT_NE(date, std::string::npos);
    response.erase(date, std::string("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n").size());
    EXPECT_EQ(response,
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Request-Id: abc-1\r\n"
              "Content-Length: 5\r\n\r\nhello");
}

TEST(Http, KeepsTheConnectionForFurtherRequests) {
    TestServer server;
    TestClient client(server.port());

    for (int i = 0; i < 3; ++i) {
        client.send(get_hello);
        EXPECT_EQ(body_of(client.read_response()), "hello");
    }
}

TEST(Http, AnswersPipelinedRequestsInOrder) {
    TestServer server;

    const std::string all = ask(server,
                                "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\none"
                                "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n"
                                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
                                "\r\n3\r\nthr\r\n2\r\nee\r\n0\r\n\r\n"
                                "GET /empty HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");

    EXPECT_EQ(count_of(all, "HTTP/1.1 "), 4);
    EXPECT_LT(all.find("\r\n\r\none"), all.find("\r\n\r\nhello"));
    EXPECT_LT(all.find("\r\n\r\nhello"), all.find("\r\n\r\nthree"));
    EXPECT_LT(all.find("\r\n\r\nthree"), all.find("HTTP/1.1 204 No Content"));
}

TEST(Http, TakesABodyOfALengthByteByByteAndNoMore) {
    TestServer server;
    TestClient client(server.port());

    for (const char c : std::string("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n"
                                    "abcGET /hello HTTP/1.1\r\nHost: h\r\n\r\n")) {
        client.send(std::string(1, c));
    }

    EXPECT_EQ(body_of(client.read_response()), "abc");
    EXPECT_EQ(body_of(client.read_response()), "hello");
}

TEST(Http, TakesRequestsThatArriveByteByByte) {
    TestServer server;
    TestClient client(server.port());

    for (const char c :
         std::string("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
                     "\r\n3\r\nabc\r\n0\r\nX-Trailer: t\r\n\r\n")) {
        client.send(std::string(1, c));
    }

    EXPECT_EQ(body_of(client.read_response()), "abc");
}

TEST(Http, ClosesWhenAsked) {
    TestServer server;

    const std::string response =
        ask(server, "GET /hello HTTP/1.1\r\nHost: h\r\nConnection: Close\r\n\r\n" + get_hello);

    EXPECT_EQ(count_of(response, "HTTP/1.1 200"), 1);
    EXPECT_EQ(count_of(response, "Connection: close\r\n"), 1);
}

TEST(Http, SpeaksHttp10WithAndWithoutKeepAlive) {
    TestServer server;
    TestClient kept(server.port());

    const std::string once = ask(server, "GET /hello HTTP/1.0\r\n\r\n" + get_hello);
    kept.send("GET /hello HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n");

    EXPECT_EQ(count_of(once, "HTTP/1.1 200"), 1);
    EXPECT_NE(kept.read_response().find("Connection: keep-alive\r\n"), std::string::npos);
    kept.send("GET /hello HTTP/1.0\r\n\r\n");
    EXPECT_EQ(body_of(kept.read_to_end()), "hello");
}

TEST(Http, SendsNoBodyToHeadAndWith204) {
    TestServer server;
    TestClient client(server.port());

    client.send("HEAD /hello HTTP/1.1\r\nHost: h\r\n\r\n");
    const std::string head = client.read_until("\r\n\r\n");
    client.send("HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n");
    const std::string stream = client.read_until("\r\n\r\n");
    client.send("GET /empty HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    const std::string empty = client.read_to_end();

    EXPECT_NE(head.find("Content-Length: 5\r\n"), std::string::npos);
    EXPECT_EQ(status_of(stream), 200);
    EXPECT_EQ(status_of(empty), 204);
    EXPECT_EQ(empty.find("Content-Length"), std::string::npos);
    EXPECT_EQ(body_of(empty), "");
}

TEST(Http, AsksForABodyThatWaitsFor100Continue) {
    TestServer server;
    TestClient client(server.port());

    client.send(
        "POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("abc");

    EXPECT_EQ(body_of(client.read_response()), "abc");
}

TEST(Http, AsksForABodyOnlyAfterTheRequestWasAuthorized) {
    for (const auto& [path, status] :
         {std::pair("/unauthorized", 401), {"/bad-authorization", 500}}) {
        TestServer server;
        TestClient client(server.port());

        client.send("POST " + std::string(path) +
                    " HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");

        const std::string response = client.read_to_end();
        EXPECT_EQ(status_of(response), status) << "and not 100";
        EXPECT_EQ(count_of(response, "HTTP/1.1 "), 1);
        EXPECT_NE(response.find("Connection: close"), std::string::npos);
        EXPECT_EQ(server.handler.handled, 0);
    }
}

TEST(Http, RefusesABodyBeforeItIsSent) {
    TestServer server;
    TestClient client(server.port());

    client.send(
        "POST /forbidden HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
        "Content-Length: 3\r\n\r\n");

    const std::string response = client.read_to_end();
    EXPECT_EQ(status_of(response), 403);
    EXPECT_NE(response.find("Connection: close"), std::string::npos);
    EXPECT_EQ(server.handler.handled, 0);
}

TEST(Http, GoesOnAfterRefusingARequestWithASmallBody) {
    TestServer server;
    TestClient client(server.port());

    client.send("POST /forbidden HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc" + get_hello);

    EXPECT_EQ(status_of(client.read_response()), 403);
    EXPECT_EQ(body_of(client.read_response()), "hello");
}

TEST(Http, IgnoresOneEmptyLineBeforeARequest) {
    TestServer server;
    TestClient client(server.port());

    client.send("\r\n" + get_hello);

    EXPECT_EQ(status_of(client.read_response()), 200);
}

TEST(Http, AnswersAHandlersFailureAndSplitFieldsWith500) {
    TestServer server;

    for (const char* path :
         {"/throw", "/throw-nothing-said", "/throw-a-number", "/bad-admission", "/bad-field"}) {
        const std::string response =
            ask(server, "GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n\r\n" + get_hello);

        EXPECT_EQ(status_of(response), 500) << path;
        EXPECT_EQ(count_of(response, "HTTP/1.1 "), 1) << path;
        EXPECT_EQ(response.find("Set-Cookie"), std::string::npos);
        EXPECT_EQ(response.find("no such game"), std::string::npos) << "reasons are for the log";
    }
}

TEST(Http, TakesASaneRequestIdAndMakesItsOwnOtherwise) {
    TestServer server;
    TestClient client(server.port());

    client.send("GET /id HTTP/1.1\r\nHost: h\r\nX-Request-Id: a b\r\n\r\n");
    const std::string first = body_of(client.read_response());
    client.send("GET /id HTTP/1.1\r\nHost: h\r\n\r\n");
    const std::string second = body_of(client.read_response());
    client.send("GET /id HTTP/1.1\r\nHost: h\r\nX-Request-Id: " + std::string(65, 'a') +
                "\r\n\r\n");
    const std::string third = body_of(client.read_response());

    EXPECT_NE(first, "a b");
    EXPECT_NE(first, second);
    EXPECT_LT(third.size(), 65U);
}

TEST(Http, BelievesForwardedFieldsOnlyFromATrustedProxy) {
    TestServer untrusting;
    TestServer trusting(short_times(), 1, {"127.0.0.0/8", "10.0.0.1"});
    const std::string request =
        "GET /peer HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 6.6.6.6, 9.9.9.9\r\n"
        "X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n";

    EXPECT_EQ(body_of(ask(untrusting, request)), "127.0.0.1");
    EXPECT_EQ(body_of(ask(trusting, request)), "9.9.9.9 secure");
}

}  // namespace
}  // namespace tanbo::net
