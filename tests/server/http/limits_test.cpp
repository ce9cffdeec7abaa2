#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/running_server.hpp"

// Rates, foreign pages that the settings allow, and the end.
namespace tanbo::http {
namespace {

using test::Answer;
using test::game_path;
using test::HttpClient;
using test::RunningServer;

TEST(Rates, LimitSignUpsByClientAddress) {
    app::Config config;
    config.sign_ups_per_minute = 2;
    const RunningServer server(config);
    HttpClient proxied = server.client();
    proxied.set_header("X-Forwarded-For", "203.0.113.5");
    HttpClient other = server.client();
    other.set_header("X-Forwarded-For", "203.0.113.6");

    EXPECT_EQ(proxied.post("/api/v1/guests").status, 201);
    EXPECT_EQ(proxied.post("/api/v1/guests").status, 201);
    const Answer third = proxied.post("/api/v1/guests");

    EXPECT_EQ(third.status, 429);
    EXPECT_EQ(third.code(), "rate-limited");
    EXPECT_GE(std::stoi(third.header("retry-after")), 1);
    EXPECT_EQ(other.post("/api/v1/guests").status, 201);
}

// One who once gave a password here has a rate of their own for passwords; it makes no guests.
TEST(Rates, CountGuestsByAddressWhateverCookieTheySend) {
    app::Config config;
    config.sign_ups_per_minute = 3;
    const RunningServer server(config);
    HttpClient proxied = server.client();
    proxied.set_header("X-Forwarded-For", "203.0.113.5");
    proxied.set_header("X-Forwarded-Proto", "https");
    const std::string anna = R"({"handle":"anna","password":"correct horse"})";
    ASSERT_EQ(proxied.post("/api/v1/accounts", anna).status, 201);
    const Answer member = proxied.post("/api/v1/sessions", anna);
    ASSERT_EQ(member.status, 201);
    std::string device;
    for (const auto& [name, value] : member.headers) {
        if (value.starts_with("__Host-tanbo-device=")) device = value.substr(0, value.find(';'));
    }
    const test::Headers cookie = {{"Cookie", device}};

    const Answer first = proxied.post("/api/v1/sessions", R"({"guest":true})", cookie);
    const Answer second = proxied.post("/api/v1/sessions", R"({"guest":true})", cookie);

    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(second.status, 429);
    EXPECT_EQ(second.code(), "rate-limited");
    EXPECT_EQ(second.header("set-cookie"), "");
    EXPECT_EQ(proxied.post("/api/v1/guests").status, 429);
    EXPECT_EQ(proxied.post("/api/v1/sessions", anna, cookie).status, 201);
}

// A client that changed its IPv6 address with every request was once never limited.
TEST(Rates, TakeTheAddressesOfAnIPv6NetworkForOneClient) {
    app::Config config;
    config.sign_ups_per_minute = 2;
    const RunningServer server(config);
    HttpClient first = server.client();
    first.set_header("X-Forwarded-For", "2001:db8:1:2::1");
    HttpClient second = server.client();
    second.set_header("X-Forwarded-For", "2001:db8:1:2:ffff:ffff:ffff:ffff");
    HttpClient other = server.client();
    other.set_header("X-Forwarded-For", "2001:db8:1:3::1");

    EXPECT_EQ(first.post("/api/v1/guests").status, 201);
    EXPECT_EQ(second.post("/api/v1/guests").status, 201);
    EXPECT_EQ(first.post("/api/v1/guests").status, 429);
    EXPECT_EQ(second.post("/api/v1/guests").status, 429);
    EXPECT_EQ(other.post("/api/v1/guests").status, 201);
}

TEST(Rates, LeaveThisMachineAlone) {
    app::Config config;
    config.sign_ups_per_minute = 1;
    const RunningServer server(config);
    HttpClient local = server.client();

    for (int i = 0; i < 5; ++i) EXPECT_EQ(local.post("/api/v1/guests").status, 201);
}

TEST(Rates, LimitCommandsByAccount) {
    app::Config config;
    config.commands_per_second = 1;
    const RunningServer server(config);
    HttpClient guest = server.guest("203.0.113.5");
    HttpClient other = server.guest("203.0.113.5");
    int opened = 0;
    Answer last;

    for (int i = 0; i < 20 && last.status != 429; ++i) {
        last = guest.post("/api/v1/games", R"({"setup":"9x9"})");
        if (last.status == 201) ++opened;
    }

    EXPECT_GE(opened, 4);
    EXPECT_EQ(last.code(), "rate-limited");
    EXPECT_EQ(other.post("/api/v1/games", R"({"setup":"9x9"})").status, 201);
    EXPECT_EQ(guest.get("/api/v1/games").status, 200);
}

class ForeignPages : public testing::Test {
protected:
    static app::Config config() {
        app::Config made;
        made.cors_origins = {"https://club.example"};
        return made;
    }
    RunningServer server_ = RunningServer(config());
    HttpClient client_ = server_.client();
    const test::Headers club_ = {{"Origin", "https://club.example"}};
};

TEST_F(ForeignPages, MayUseTheApiIfTheSettingsNameThem) {
    const Answer preflight = client_.request("OPTIONS", "/api/v1/games",
                                             {club_[0],
                                              {"Access-Control-Request-Method", "POST"},
                                              {"Access-Control-Request-Headers", "authorization"}});
    const Answer guest = client_.post("/api/v1/guests", "{}", club_);
    const Answer refused = client_.get("/api/v1/games/9", club_);

    EXPECT_EQ(preflight.status, 204);
    EXPECT_EQ(preflight.header("access-control-allow-origin"), "https://club.example");
    EXPECT_THAT(preflight.header("access-control-allow-methods"), testing::HasSubstr("POST"));
    EXPECT_THAT(preflight.header("access-control-allow-headers"),
                testing::HasSubstr("Authorization"));
    EXPECT_EQ(guest.status, 201);
    EXPECT_EQ(guest.header("access-control-allow-origin"), "https://club.example");
    EXPECT_EQ(guest.header("vary"), "Origin");
    EXPECT_EQ(refused.status, 404);
    EXPECT_EQ(refused.header("access-control-allow-origin"), "https://club.example");
}

// A refusal while the body is read once lacked the field: a page was told of a network error.
TEST_F(ForeignPages, MayReadARefusalOfTheirBody) {
    const std::string large(static_cast<std::size_t>(config().body_bytes_max) + 1, ' ');

    const Answer refused = client_.post("/api/v1/guests", large, club_);
    const Answer other = client_.post("/api/v1/guests", large);

    EXPECT_EQ(refused.status, 413);
    EXPECT_EQ(refused.header("access-control-allow-origin"), "https://club.example");
    EXPECT_EQ(refused.header("vary"), "Origin");
    EXPECT_EQ(refused.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(other.status, 413);
    EXPECT_EQ(other.header("access-control-allow-origin"), "");
}

TEST_F(ForeignPages, AreNotToldWhatIsForOperators) {
    const Answer metrics = client_.get("/metrics", club_);
    const Answer other = client_.get("/api/v1/games", {{"Origin", "https://evil.example"}});
    const Answer plain = client_.get("/api/v1/games");

    EXPECT_EQ(metrics.header("access-control-allow-origin"), "");
    EXPECT_EQ(other.header("access-control-allow-origin"), "");
    EXPECT_EQ(plain.header("vary"), "Origin");
}

TEST(RequestIds, AreThoseOfATrustedProxyOrNew) {
    const RunningServer server;
    HttpClient client = server.client();

    const Answer named = client.get("/healthz", {{"X-Request-Id", "abc-123"}});
    const Answer nameless = client.get("/healthz");

    EXPECT_EQ(named.header("x-request-id"), "abc-123");
    EXPECT_NE(nameless.header("x-request-id"), "");
    EXPECT_NE(nameless.header("x-request-id"), "abc-123");
}

TEST(Metrics, CountRequestsByGroupOfRoutes) {
    const RunningServer server;
    HttpClient client = server.client();
    client.get("/api/v1/games/77");

    const Answer metrics = client.get("/metrics");

    EXPECT_THAT(metrics.body, testing::HasSubstr(
                                  "tanbo_http_requests_total{group=\"games\",status=\"4xx\"} 1\n"));
}

TEST(Ending, LetsARequestFinishAndListensNoMore) {
    RunningServer server;
    HttpClient black = server.guest();
    HttpClient white = server.guest();
    const protocol::GameId game = server.game(black, white);
    const std::uint16_t port = server.port();

    EXPECT_EQ(black.get("/readyz").status, 200);
    EXPECT_EQ(test::play_on(black, white, game, 3), 3);
    EXPECT_TRUE(server.app().stop(net::CloseCode::going_away, std::chrono::minutes(2)));

    EXPECT_THROW(test::Connection connection(port), std::runtime_error);
}

}  // namespace
}  // namespace tanbo::http
