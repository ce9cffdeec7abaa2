#include "server/http/api.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/routes.hpp"
#include "server/web/assets.hpp"
#include "tests/server/support/running_server.hpp"

// The REST API through a real listener.
namespace tanbo::http {
namespace {

using test::Answer;
using test::game_path;
using test::Headers;
using test::HttpClient;
using test::RunningServer;
using testing::HasSubstr;

// One server for all tests of a suite; every test has games and guests of its own.
class Api : public testing::Test {
protected:
    static void SetUpTestSuite() { server_ = std::make_unique<RunningServer>(); }
    static void TearDownTestSuite() { server_.reset(); }
    static RunningServer& server() { return *server_; }

    // A path of the route's pattern that leads somewhere.
    static std::string path_of(const Route& route) {
        std::string path(route.pattern);
        for (const auto& [name, value] : Headers{{"{game}", to_string(some_game())},
                                                 {"{setup}", "9x9"},
                                                 {"{asset}", std::string(web::plain().icon)},
                                                 {"{icon}", "icon-192.png"}}) {
            const std::size_t at = path.find(name);
            if (at != std::string::npos) path.replace(at, name.size(), value);
        }
        return path;
    }

    // A guest can call it as it is. What needs a thing that must be made first, or another role, is
    // asked by tests/system/test_every_route.py and test_administration.py.
    static bool is_at_hand(const Route& route) {
        return path_of(route).find('{') == std::string::npos &&
               route.scope != account::Scope::admin && route.scope != account::Scope::search;
    }

    static protocol::GameId some_game() {
        static const protocol::GameId game = [] {
            HttpClient black = server().guest();
            HttpClient white = server().guest();
            const protocol::GameId made = server().game(black, white);
            test::play_on(black, white, made, 10);
            return made;
        }();
        return game;
    }

private:
    static inline std::unique_ptr<RunningServer> server_;
};

void expect_problem(const Answer& answer, int status, const std::string& code) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "application/problem+json");
    const nlohmann::json problem = answer.json();
    EXPECT_EQ(problem.at("code"), code);
    EXPECT_EQ(problem.at("status"), status);
    EXPECT_NE(problem.at("title"), "");
    EXPECT_NE(answer.header("x-request-id"), "");
}

// --- every route ---

// Its answer ends when its reader does.
constexpr std::string_view endless_path = "/api/v1/me/stream";

TEST_F(Api, AnswersEveryGetAndHeadAlike) {
    HttpClient guest = server().guest();
    int answered = 0;
    for (const Route& route : routes()) {
        if (route.method != net::Method::get) continue;
        const std::string path = path_of(route);
        if (path == endless_path) continue;

        const Answer got = guest.get(path);
        const Answer head = guest.request("HEAD", path);

        EXPECT_EQ(head.status, got.status) << path << got.body;
        EXPECT_EQ(head.header("content-type"), got.header("content-type")) << path;
        EXPECT_EQ(head.header("etag"), got.header("etag")) << path;
        EXPECT_EQ(got.header("x-content-type-options"), "nosniff") << path;
        EXPECT_NE(got.header("cache-control"), "") << path;
        EXPECT_NE(got.header("content-security-policy"), "") << path;
        EXPECT_NE(got.header("cross-origin-resource-policy"), "") << path;
        if (got.status == 200) ++answered;
    }
    EXPECT_GT(answered, 30);
}

TEST_F(Api, EndsTheHeadOfAnEndlessAnswer) {
    HttpClient guest = server().guest();

    const Answer head = guest.request("HEAD", std::string(endless_path));

    EXPECT_EQ(head.status, 200) << head.body;
    EXPECT_EQ(head.header("content-type"), "application/x-ndjson");
    EXPECT_EQ(head.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(head.header("cache-control"), "no-store");
    EXPECT_EQ(head.body, "");
}

TEST_F(Api, SparesAClientWhatItHas) {
    HttpClient guest = server().guest();
    for (const Route& route : routes()) {
        if (route.method != net::Method::get) continue;
        const std::string path = path_of(route);
        if (path == endless_path) continue;
        const Answer got = guest.get(path);
        if (got.status != 200 || got.header("cache-control") == "no-store") continue;
        ASSERT_NE(got.header("etag"), "") << path;

        const Answer same = guest.get(path, {{"If-None-Match", got.header("etag")}});
        const Answer other = guest.get(path, {{"If-None-Match", "\"other\""}});

        EXPECT_EQ(same.status, 304) << path;
        EXPECT_EQ(same.body, "") << path;
        EXPECT_EQ(same.header("etag"), got.header("etag")) << path;
        EXPECT_EQ(other.status, 200) << path;
    }
}

TEST_F(Api, SaysWhatAPathTakes) {
    HttpClient client = server().client();
    for (const Route& route : routes()) {
        const std::string path = path_of(route);

        const Answer options = client.request("OPTIONS", path);
        const Answer wrong = client.request("TRACE", path);

        EXPECT_EQ(options.status, 204) << path;
        EXPECT_THAT(options.header("allow"),
                    HasSubstr(std::string(net::method_name(route.method))));
        expect_problem(wrong, 405, "method-not-allowed");
        EXPECT_EQ(wrong.header("allow"), options.header("allow")) << path;
    }
}

TEST_F(Api, AsksWhoCallsIfARouteSaysSo) {
    HttpClient stranger = server().client();
    HttpClient liar = server().client();
    liar.set_token("tbo_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    for (const Route& route : routes()) {
        const std::string method(net::method_name(route.method));
        const std::string path = path_of(route);
        if (route.caller == Caller::account) {
            const Answer refused = stranger.request(method, path);
            expect_problem(refused, 401, "unauthorized");
            EXPECT_EQ(refused.header("www-authenticate"), "Bearer") << path;
        }
        if (route.caller != Caller::anyone) {
            expect_problem(liar.request(method, path), 401, "bad-token");
        }
    }
}

TEST_F(Api, RefusesUnknownAndRepeatedParameters) {
    HttpClient guest = server().guest();
    for (const Route& route : routes()) {
        if (route.method != net::Method::get || !is_at_hand(route) || route.is_page) continue;

        expect_problem(guest.get(path_of(route) + "?nonsense=1"), 400, "bad-parameter");
        for (const std::string_view name : route.parameters) {
            const std::string twice = std::string(name) + "=1&" + std::string(name) + "=1";
            expect_problem(guest.get(path_of(route) + "?" + twice), 400, "bad-parameter");
        }
    }
}

TEST_F(Api, RefusesBodiesThatAreNotWhatARouteTakes) {
    HttpClient guest = server().guest();
    const std::string large(65'537, ' ');
    for (const Route& route : routes()) {
        if (route.body != Body::json || route.method != net::Method::post) continue;
        if (!is_at_hand(route)) continue;
        const std::string path = path_of(route);

        expect_problem(guest.post(path, "{"), 400, "malformed-json");
        expect_problem(guest.post(path, "[]"), 422, "invalid-field");
        const Answer unknown = guest.post(path, R"({"nonsense":1})");
        expect_problem(unknown, 422, "invalid-field");
        EXPECT_NE(unknown.json().value("pointer", ""), "") << path;
        expect_problem(guest.request("POST", path, {{"Content-Type", "text/plain"}}, "{}"), 415,
                       "unsupported-media-type");
        expect_problem(guest.request("POST", path, {}, "{}"), 415, "unsupported-media-type");
        expect_problem(guest.post(path, large), 413, "body-too-large");
    }
}

TEST_F(Api, RefusesForeignPagesToChangeAnything) {
    HttpClient guest = server().guest();
    const Headers foreign = {{"Origin", "https://evil.example"}};
    for (const Route& route : routes()) {
        const std::string path = path_of(route);
        const std::string method(net::method_name(route.method));
        if (path == endless_path) {
            const Answer answer = guest.request("HEAD", path, foreign);
            EXPECT_EQ(answer.header("access-control-allow-origin"), "") << path;
        } else if (route.method == net::Method::get) {
            const Answer answer = guest.get(path, foreign);
            EXPECT_EQ(answer.header("access-control-allow-origin"), "") << path;
        } else {
            expect_problem(guest.request(method, path, foreign), 403, "origin-not-allowed");
        }
        const Answer preflight =
            guest.request("OPTIONS", path, {foreign[0], {"Access-Control-Request-Method", method}});
        expect_problem(preflight, 403, "origin-not-allowed");
    }
}

// --- paths and requests ---

TEST_F(Api, KnowsNoOtherPaths) {
    HttpClient client = server().client();
    for (const std::string path : {"/api", "/api/v1", "/api/v1/", "/api/v2/games", "/index.html",
                                   "/assets/none.js", "/assets/index.html", "/api/v1/games/"}) {
        expect_problem(client.get(path), 404, "no-such-route");
    }
    for (const std::string id : {"0", "-1", "01", "x", "99999999999999999999", "999999"}) {
        expect_problem(client.get("/api/v1/games/" + id), 404, "no-such-game");
    }
    expect_problem(client.get("/api/v1/setups/nonsense"), 404, "no-such-setup");
}

TEST_F(Api, AnswersAMalformedRequestOnceAndCloses) {
    HttpClient client = server().client();

    const Answer answer = client.exchange("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");

    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.code(), "malformed-request");
    EXPECT_EQ(answer.header("connection"), "close");
}

// --- accounts ---

TEST_F(Api, KeepsAccountsAndTokens) {
    HttpClient client = server().client();
    const std::string anna = R"({"handle":"anna","password":"correct horse"})";
    const Answer created = client.post("/api/v1/accounts", anna);
    const Answer again = client.post("/api/v1/accounts", anna);
    const Answer token = client.post("/api/v1/tokens", anna);
    const Answer wrong =
        client.post("/api/v1/tokens", R"({"handle":"anna","password":"wrong horse"})");
    client.set_token(token.json().at("token"));
    const Answer me = client.get("/api/v1/me");
    const Answer revoked = client.request("DELETE", "/api/v1/tokens/current");
    const Answer after = client.get("/api/v1/me");

    EXPECT_EQ(created.status, 201) << created.body;
    EXPECT_EQ(created.header("cache-control"), "no-store");
    expect_problem(again, 409, "handle-taken");
    EXPECT_EQ(token.status, 201);
    expect_problem(wrong, 401, "bad-credentials");
    EXPECT_EQ(me.json().at("handle"), "anna");
    EXPECT_EQ(revoked.status, 204);
    expect_problem(after, 401, "bad-token");
}

// --- repeats ---

TEST_F(Api, CarriesOutAKeyedRequestOnce) {
    HttpClient guest = server().guest();
    const Headers key = {{"Idempotency-Key", "k-1"}};

    const Answer first = guest.post("/api/v1/games", R"({"setup":"9x9"})", key);
    const Answer second = guest.post("/api/v1/games", R"({"setup":"9x9"})", key);
    const Answer other = guest.post("/api/v1/games", R"({"setup":"13x13"})", key);
    const Answer bad = guest.post("/api/v1/games", R"({"setup":"9x9"})",
                                  {{"Idempotency-Key", std::string(256, 'k')}});

    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(second.header("location"), first.header("location"));
    expect_problem(other, 422, "idempotency-key-reused");
    expect_problem(bad, 400, "malformed-request");
}

TEST_F(Api, GivesARepeatedGuestTheSameTokenIfItsCookieIsSent) {
    HttpClient client = server().client();
    const Headers key = {{"Idempotency-Key", "guest-1"}};

    const Answer first = client.post("/api/v1/guests", "{}", key);
    const std::string set = first.header("set-cookie");
    const std::string cookie = set.substr(0, set.find(';'));
    const Answer second =
        client.post("/api/v1/guests", "{}", {{"Idempotency-Key", "guest-1"}, {"Cookie", cookie}});
    const Answer stranger = client.post("/api/v1/guests", "{}", key);

    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(second.body, first.body);
    expect_problem(stranger, 403, "idempotency-key-not-yours");
}

}  // namespace
}  // namespace tanbo::http
