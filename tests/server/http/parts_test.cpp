#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/credentials.hpp"
#include "server/http/etag.hpp"
#include "server/http/exchange.hpp"
#include "server/http/limiter.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/status.hpp"
#include "server/net/origin.hpp"

// The small parts of the REST door, without a connection.
namespace tanbo::http {
namespace {

using protocol::Code;
using std::string_view;

// A request with these fields.
struct With {
    With(std::initializer_list<net::Field> fields) { request.fields = fields; }
    net::Request request;
};

// --- status ---

TEST(Status, FollowsTheKindOfRefusal) {
    const std::vector<std::pair<Code, int>> expected = {
        {Code::malformed_json, 400},      {Code::invalid_field, 422},
        {Code::unauthorized, 401},        {Code::forbidden, 403},
        {Code::no_such_game, 404},        {Code::method_not_allowed, 405},
        {Code::not_acceptable, 406},      {Code::stale_ply, 409},
        {Code::body_too_large, 413},      {Code::unsupported_media_type, 415},
        {Code::illegal_move, 422},        {Code::rate_limited, 429},
        {Code::headers_too_large, 431},   {Code::internal_error, 500},
        {Code::storage_unavailable, 503}, {Code::shutting_down, 503}};
    for (const auto& [code, status] : expected) {
        EXPECT_EQ(status_of(refusal(code, "")), status) << protocol::code_name(code);
    }
}

TEST(Status, TellsABodyThatNamesNobodyFromAPathThatDoes) {
    protocol::Error in_body = refusal(Code::no_such_player, "");
    in_body.pointer = "/seats/1";

    EXPECT_EQ(status_of(in_body), 422);
    EXPECT_EQ(status_of(refusal(Code::no_such_player, "")), 404);
}

TEST(Status, SendsWhatItsStatusAsksFor) {
    protocol::Error limited = refusal(Code::rate_limited, "");
    limited.retry_after_s = 7;

    const net::Response busy = problem(limited, "/x");
    const net::Response nobody = problem(refusal(Code::unauthorized, ""), "/x");
    const net::Response bad = problem(refusal(Code::bad_token, ""), "/x");

    EXPECT_EQ(*find_header(busy, "Retry-After"), "7");
    EXPECT_EQ(*find_header(nobody, "WWW-Authenticate"), "Bearer");
    EXPECT_EQ(*find_header(bad, "WWW-Authenticate"), "Bearer error=\"invalid_token\"");
    EXPECT_EQ(busy.content_type, "application/problem+json");
}

// --- negotiation ---

constexpr std::array<string_view, 3> offered = {"application/json", "text/event-stream",
                                                "application/x-ndjson"};

struct Wish {
    string_view accept;
    std::optional<std::size_t> chosen;
};

class Negotiation : public testing::TestWithParam<Wish> {};

TEST_P(Negotiation, ChoosesWhatTheClientPrefers) {
    const With with = {{"Accept", GetParam().accept}};

    EXPECT_EQ(choose_type(with.request, offered), GetParam().chosen) << GetParam().accept;
}

INSTANTIATE_TEST_SUITE_P(
    Accept, Negotiation,
    testing::Values(Wish{"*/*", 0}, Wish{"text/event-stream", 1}, Wish{"TEXT/Event-Stream", 1},
                    Wish{"application/x-ndjson", 2}, Wish{"application/*", 0},
                    Wish{"application/json;q=0.5, application/x-ndjson", 2},
                    Wish{"application/json;q=0, */*", 1}, Wish{"text/*;q=0.3,*/*;q=0.2", 1},
                    Wish{"application/json;charset=utf-8;q=0.9,text/event-stream;q=0.901", 1},
                    Wish{"text/html", std::nullopt}, Wish{"*/*;q=0", std::nullopt},
                    Wish{"application/json;q=nonsense", std::nullopt},
                    Wish{"*/json", std::nullopt}));

TEST(Negotiation, TakesTheFirstWhereNothingIsAsked) {
    const With with = {};

    EXPECT_EQ(choose_type(with.request, offered), 0U);
}

TEST(ContentType, IsJsonInUtf8) {
    for (const string_view good : {"application/json", "Application/JSON; charset=UTF-8",
                                   "application/json;charset=\"utf-8\""}) {
        EXPECT_TRUE(is_json(good)) << good;
    }
    for (const string_view bad : {"", "text/json", "application/jsonx", "application/x-ndjson",
                                  "application/json; charset=latin1"}) {
        EXPECT_FALSE(is_json(bad)) << bad;
    }
}

TEST(ContentType, IsThatOfAForm) {
    for (const string_view good :
         {"application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded",
          "application/x-www-form-urlencoded ; charset=utf-8"}) {
        EXPECT_TRUE(is_form(good)) << good;
    }
    for (const string_view bad : {"", "application/json", "application/x-www-form-urlencodedx"}) {
        EXPECT_FALSE(is_form(bad)) << bad;
    }
}

// --- validators ---

TEST(Etag, IsEqualForEqualBytesOnly) {
    EXPECT_EQ(etag_of("a"), etag_of("a"));
    EXPECT_NE(etag_of("a"), etag_of("b"));
    EXPECT_THAT(etag_of("a"), testing::MatchesRegex("\"[A-Za-z0-9_-]{16}\""));
}

TEST(Etag, IsComparedWeaklyInAnyPlaceOfTheList) {
    const std::string etag = etag_of("a");
    const std::string weak = "W/" + etag;
    const std::string list = "\"x\", " + weak;

    EXPECT_TRUE(is_unchanged(With({{"If-None-Match", etag}}).request, etag));
    EXPECT_TRUE(is_unchanged(With({{"If-None-Match", weak}}).request, etag));
    EXPECT_TRUE(is_unchanged(With({{"If-None-Match", etag}}).request, weak));
    EXPECT_TRUE(is_unchanged(With({{"If-None-Match", list}}).request, etag));
    EXPECT_TRUE(is_unchanged(With({{"If-None-Match", "*"}}).request, etag));
    EXPECT_FALSE(is_unchanged(With({{"If-None-Match", "\"x\""}}).request, etag));
    EXPECT_FALSE(is_unchanged(With({}).request, etag));
}

// --- credentials ---

TEST(BearerToken, IsWhatFollowsTheScheme) {
    const auto none = bearer_token(With({}).request);
    const auto token = bearer_token(With({{"Authorization", "bEARER tbo_x"}}).request);

    ASSERT_TRUE(none);
    EXPECT_EQ(*none, std::nullopt);
    ASSERT_TRUE(token);
    EXPECT_EQ(*token, "tbo_x");
}

TEST(BearerToken, RefusesAnotherSchemeAndSeveralFields) {
    const With basic = {{"Authorization", "Basic YTpi"}};
    const With empty = {{"Authorization", "Bearer "}};
    const With twice = {{"Authorization", "Bearer a"}, {"Authorization", "Bearer b"}};

    EXPECT_EQ(bearer_token(basic.request).error().code, Code::unauthorized);
    EXPECT_EQ(bearer_token(empty.request).error().code, Code::unauthorized);
    EXPECT_EQ(bearer_token(twice.request).error().code, Code::unauthorized);
}

TEST(IdempotencyKeys, AreShortAndVisible) {
    const std::string longest(idempotency_key_bytes_max, 'k');
    const std::string too_long(idempotency_key_bytes_max + 1, 'k');

    EXPECT_TRUE(idempotency_key(With({{"Idempotency-Key", longest}}).request));
    EXPECT_FALSE(idempotency_key(With({{"Idempotency-Key", too_long}}).request));
    EXPECT_FALSE(idempotency_key(With({{"Idempotency-Key", ""}}).request));
    EXPECT_FALSE(idempotency_key(With({{"Idempotency-Key", "a b"}}).request));
    EXPECT_FALSE(
        idempotency_key(With({{"Idempotency-Key", "a"}, {"Idempotency-Key", "a"}}).request));
}

// --- origins ---

net::OriginVerdict judge(const net::OriginPolicy& policy, string_view origin, string_view host,
                         bool is_secure = false) {
    With with = {{"Origin", origin}};
    with.request.host = host;
    with.request.is_secure = is_secure;
    return policy.judge(with.request);
}

TEST(Origins, KnowTheirOwnSchemeHostAndPort) {
    const net::OriginPolicy policy;
    using enum net::OriginVerdict;

    EXPECT_EQ(judge(policy, "https://tanbo.example", "tanbo.example", true), own);
    EXPECT_EQ(judge(policy, "https://tanbo.example:443", "TANBO.example", true), own);
    EXPECT_EQ(judge(policy, "http://tanbo.example", "tanbo.example:80"), own);
    EXPECT_EQ(judge(policy, "http://127.0.0.1:8080", "127.0.0.1:8080"), own);
    EXPECT_EQ(judge(policy, "http://127.0.0.1:8081", "127.0.0.1:8080"), foreign);
    EXPECT_EQ(judge(policy, "http://tanbo.example", "tanbo.example", true), foreign);
    EXPECT_EQ(judge(policy, "https://tanbo.example", "tanbo.example"), foreign);
    EXPECT_EQ(judge(policy, "https://tanbo.example:80", "tanbo.example", true), foreign);
    EXPECT_EQ(judge(policy, "https://tanbo.example.evil", "tanbo.example", true), foreign);
    EXPECT_EQ(judge(policy, "null", "tanbo.example"), foreign);
    EXPECT_EQ(policy.judge(With({}).request), none);
}

TEST(Origins, AreThatOfThePublicUrlAloneWhereItIsSet) {
    const net::OriginPolicy policy({}, "https://tanbo.example:443/club");
    using enum net::OriginVerdict;

    EXPECT_EQ(judge(policy, "https://tanbo.example", "127.0.0.1:8080"), own);
    EXPECT_EQ(judge(policy, "http://tanbo.example", "tanbo.example"), foreign);
    EXPECT_EQ(judge(policy, "https://tanbo.example:8443", "tanbo.example:8443", true), foreign);
    EXPECT_EQ(judge(policy, "http://127.0.0.1:8080", "127.0.0.1:8080"), foreign);
}

TEST(Origins, KnowTheirPublicNameAndWhomTheyAreToldOf) {
    const net::OriginPolicy policy({"https://club.example"}, "https://tanbo.example");
    const net::OriginPolicy everyone({"*"});
    using enum net::OriginVerdict;

    EXPECT_EQ(judge(policy, "https://tanbo.example", "backend:8080"), own);
    EXPECT_EQ(judge(policy, "https://CLUB.example", "backend:8080"), allowed);
    EXPECT_EQ(judge(policy, "http://club.example", "backend:8080"), foreign);
    EXPECT_EQ(judge(everyone, "null", "backend:8080"), allowed);
}

// --- rates ---

TEST(Limiter, SaysWhenToComeBack) {
    Limiter limiter(1, 2);
    const base::Instant now{};

    EXPECT_TRUE(limiter.take("a", now));
    EXPECT_TRUE(limiter.take("a", now));
    const auto refused = limiter.take("a", now);
    EXPECT_TRUE(limiter.take("b", now));
    EXPECT_TRUE(limiter.take("a", now + std::chrono::seconds(1)));

    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::rate_limited);
    EXPECT_EQ(refused.error().retry_after_s, 1);
}

TEST(Limiter, LetsThisMachineAlone) {
    Limiter limiter(1, 1);
    const base::Instant now{};

    for (int i = 0; i < 9; ++i) EXPECT_TRUE(limiter.take_command(7, true, now));
    EXPECT_TRUE(limiter.take_command(7, false, now));
    EXPECT_FALSE(limiter.take_command(7, false, now));
}

}  // namespace
}  // namespace tanbo::http
