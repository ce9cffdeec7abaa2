#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/etag.hpp"
#include "server/http/exchange.hpp"
#include "server/http/negotiate.hpp"
#include "server/net/origin.hpp"

// The small parts of the REST door, without a connection.
namespace tanbo::http {
namespace {

using std::string_view;

// A request with these fields.
struct With {
    With(std::initializer_list<net::Field> fields) { request.fields = fields; }
    net::Request request;
};

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

}  // namespace
}  // namespace tanbo::http
