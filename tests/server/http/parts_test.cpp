#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/etag.hpp"
#include "server/http/negotiate.hpp"
#include "server/http/request_context.hpp"
#include "server/net/http/origin.hpp"

// The small parts of the REST API, without a connection.
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

TEST(Negotiation, TakesTheFirstIfNothingIsAsked) {
    const With with = {};

    EXPECT_EQ(choose_type(with.request, offered), 0U);
}

TEST(Negotiation, TellsSomebodyWhoFollowsALinkFromAProgram) {
    for (const string_view browsers :
         {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html",
          "text/*, application/json;q=0.9"}) {
        const With with = {{"Accept", browsers}};
        EXPECT_TRUE(wants_page(with.request)) << browsers;
    }
    for (const string_view programs : {"*/*", "application/json", "application/json, text/html",
                                       "text/html;q=0, */*", "text/html;q=0.5, */*"}) {
        const With with = {{"Accept", programs}};
        EXPECT_FALSE(wants_page(with.request)) << programs;
    }
    EXPECT_FALSE(wants_page(With({}).request));
}

struct Packing {
    string_view accepted;
    Coding of_all;    // if there are gzip and brotli
    Coding of_plain;  // if there is neither
};

class Codings : public testing::TestWithParam<Packing> {};

TEST_P(Codings, AreChosenAsTheClientPrefers) {
    const With with = {{"Accept-Encoding", GetParam().accepted}};

    EXPECT_EQ(choose_coding(with.request, true, true), GetParam().of_all) << GetParam().accepted;
    EXPECT_EQ(choose_coding(with.request, false, false), GetParam().of_plain);
}

INSTANTIATE_TEST_SUITE_P(
    AcceptEncoding, Codings,
    testing::Values(Packing{"gzip, deflate, br", Coding::brotli, Coding::identity},
                    Packing{"gzip, deflate", Coding::gzip, Coding::identity},
                    Packing{"GZIP", Coding::gzip, Coding::identity},
                    Packing{"br;q=0.5, gzip", Coding::gzip, Coding::identity},
                    Packing{"br;q=0, gzip;q=0.1", Coding::gzip, Coding::identity},
                    Packing{"*", Coding::brotli, Coding::identity},
                    Packing{"*, br;q=0", Coding::gzip, Coding::identity},
                    Packing{"identity, br;q=0.5", Coding::identity, Coding::identity},
                    Packing{"deflate", Coding::identity, Coding::identity},
                    Packing{"br;q=0, gzip;q=0", Coding::identity, Coding::identity},
                    Packing{"*;q=0", Coding::identity, Coding::identity},
                    Packing{"br;q=nonsense", Coding::identity, Coding::identity}));

TEST(Codings, AreNoneIfNoneIsAskedFor) {
    EXPECT_EQ(choose_coding(With({}).request, true, true), Coding::identity);
}

TEST(Languages, AreChosenByTheirPrimaryTag) {
    constexpr std::array<string_view, 2> languages = {"en", "de"};
    const auto chosen = [&](string_view accepted) {
        const With with = {{"Accept-Language", accepted}};
        return choose_language(with.request, languages);
    };

    EXPECT_EQ(choose_language(With({}).request, languages), 0U);
    EXPECT_EQ(chosen("de"), 1U);
    EXPECT_EQ(chosen("DE-at, en;q=0.9"), 1U);
    EXPECT_EQ(chosen("fr, en;q=0.5, de;q=0.7"), 1U);
    EXPECT_EQ(chosen("en-GB, de"), 0U);
    EXPECT_EQ(chosen("de;q=0"), 0U);
    EXPECT_EQ(chosen("fr, *"), 0U);
    EXPECT_EQ(chosen("den"), 0U);
    EXPECT_EQ(chosen(";;,-,=q"), 0U);
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

TEST(Origins, AreThatOfThePublicUrlAloneIfItIsSet) {
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
