#include "server/mail/inbound/authentication.hpp"

#include <gtest/gtest.h>

namespace tanbo::mail::inbound {
namespace {

constexpr std::string_view our_id = "mx.example.net";

mime::Mail mail_with(std::vector<std::string> fields, std::string address = "ann@example.org") {
    mime::Mail mail;
    mail.from = mime::Mailbox{"", std::move(address)};
    mail.authentication_results = std::move(fields);
    return mail;
}

bool is_vouched(std::vector<std::string> fields) {
    return is_from_vouched(mail_with(std::move(fields)), our_id);
}

TEST(AuthenticationResults, AreReadWithCommentsQuotesAndVersions) {
    const auto read = read_authentication_results(
        R"((top) MX.Example.NET 1 (ours); dkim / 1 = pass (2048-bit key; (nested)) )"
        R"(reason="good \"signature\"; really" header.d=example.org header.b="Ab/c=";)"
        R"( spf=none smtp.mailfrom="ann b"@example.org; dmarc=pass header.from = example.org)");

    ASSERT_TRUE(read);
    EXPECT_EQ(read->authserv_id, our_id);
    ASSERT_EQ(read->results.size(), 3U);
    EXPECT_EQ(read->results[0].method, "dkim");
    EXPECT_EQ(read->results[0].result, "pass");
    EXPECT_EQ(read->results[0].properties[0].value, R"(good "signature"; really)");
    EXPECT_EQ(read->results[0].properties[2].value, "Ab/c=");
    EXPECT_EQ(read->results[1].properties[0].value, "ann b@example.org");
    EXPECT_EQ(read->results[2].properties[0].value, "example.org");
}

TEST(AuthenticationResults, MayBeNone) {
    const auto read = read_authentication_results("mx.example.net; none");

    ASSERT_TRUE(read);
    EXPECT_TRUE(read->results.empty());
}

class Unreadable : public testing::TestWithParam<std::string_view> {};

TEST_P(Unreadable, AuthenticationResultsAreNothing) {
    EXPECT_FALSE(read_authentication_results(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Unreadable,
    testing::Values("", ";", "mx.example.net; dmarc", "mx.example.net; dmarc=",
                    "mx.example.net; dmarc=pass header.from=\"example.org",
                    "mx.example.net; dmarc=pass (never closed header.from=example.org",
                    "mx.example.net; dmarc=pass header.from", "mx.example.net x; dmarc=pass",
                    "mx.example.net dmarc=pass", "mx.example.net; dmarc/x=pass",
                    "mx.example.net; dmarc=pass ((((((deep))))))",
                    "mx.example.net; dmarc=pass\r header.from=example.org",
                    std::string_view("mx.example.net; dmarc=pass\0 header.from=example.org", 51)));

TEST(AuthenticationResults, HoldAsManyValuesAsAllowedAndNoMore) {
    std::string field = "mx.example.net";
    for (std::size_t at = 0; at < authentication_values_max; ++at) field += "; spf=none";
    EXPECT_EQ(read_authentication_results(field)->results.size(), authentication_values_max);
    EXPECT_FALSE(read_authentication_results(field + "; spf=none"));

    std::string properties = "mx.example.net; spf=none";
    for (std::size_t at = 0; at < authentication_values_max; ++at) properties += " a.b=c";
    EXPECT_TRUE(read_authentication_results(properties));
    EXPECT_FALSE(read_authentication_results(properties + " a.b=c"));
}

TEST(Vouching, TakesAnAlignedPassOfOurServer) {
    EXPECT_TRUE(
        is_vouched({"mx.example.net; dmarc=pass (p=none dis=none) header.from=example.org"}));
    EXPECT_TRUE(is_vouched({"MX.example.net; spf=fail; DMARC=Pass header.from=Example.ORG"}));
    EXPECT_TRUE(is_vouched({"mx.example.net; dmarc=pass header.from=ann@example.org"}));
}

TEST(Vouching, TakesNothingOfAnotherServer) {
    EXPECT_FALSE(is_vouched({"mx.example.com; dmarc=pass header.from=example.org"}));
    EXPECT_FALSE(is_vouched({"mx.example.net.example.com; dmarc=pass header.from=example.org"}));
    EXPECT_FALSE(is_vouched({"\"mx.example.net x\"; dmarc=pass header.from=example.org"}));
}

TEST(Vouching, TakesNoPassForAnotherDomain) {
    EXPECT_FALSE(is_vouched({"mx.example.net; dmarc=pass header.from=example.com"}));
    EXPECT_FALSE(is_vouched({"mx.example.net; dmarc=pass header.from=mail.example.org"}));
    EXPECT_FALSE(is_vouched({"mx.example.net; dmarc=pass"}));
    EXPECT_FALSE(
        is_vouched({"mx.example.net; dmarc=pass header.from=example.com header.from=example.org"}));
}

TEST(Vouching, TakesNoOtherMethodAndNoOtherResult) {
    EXPECT_FALSE(is_vouched({"mx.example.net; dkim=pass header.from=example.org"}));
    EXPECT_FALSE(is_vouched({"mx.example.net; dmarc=none header.from=example.org"}));
    EXPECT_FALSE(
        is_vouched({"mx.example.net; dmarc=fail reason=\"dmarc=pass\" header.from=example.org"}));
    EXPECT_FALSE(is_vouched({"mx.example.net; dmarc=fail (dmarc=pass header.from=example.org)"}));
    EXPECT_FALSE(is_vouched({"mx.example.net; none"}));
    EXPECT_FALSE(is_vouched({}));
}

TEST(Vouching, NeedsAllFieldsOfOurServerToAgree) {
    const std::string good = "mx.example.net; dmarc=pass header.from=example.org";

    EXPECT_TRUE(is_vouched({good, "mx.example.net; dkim=pass header.d=example.org"}));
    EXPECT_TRUE(is_vouched({"mx.example.com; dmarc=fail header.from=example.org", good}));
    EXPECT_FALSE(is_vouched({"mx.example.net; dmarc=fail header.from=example.org", good}));
    EXPECT_FALSE(is_vouched({good, "mx.example.net; dmarc=pass header.from=example.com"}));
    EXPECT_FALSE(is_vouched({good, "mx.example.net; dmarc=pass header.from=\"example.org"}));
    EXPECT_FALSE(is_vouched({good, "mx.example.net (; dmarc=fail"}));
}

Denial denial(const std::vector<std::string>& fields, const std::string& signer = "example.org") {
    mime::Mail mail = mail_with(fields);
    if (!signer.empty()) mail.signatures.push_back({.domain = signer, .fields = {}});
    return denial_of(mail, our_id);
}

constexpr const char* fail = "mx.example.net; dmarc=fail header.from=example.org";
constexpr const char* no_key =
    "mx.example.net; dkim=fail reason=\"key not found in DNS\" header.d=example.org";

TEST(Denials, AreOfMailsWithoutASignatureOfTheirDomainThatHolds) {
    const std::string wrong = "mx.example.net; dkim=fail reason=\"signature verification failed\"";

    EXPECT_EQ(denial({fail, wrong}), Denial::fail);
    EXPECT_EQ(denial({fail}, ""), Denial::fail);
    EXPECT_EQ(denial({no_key}), Denial::none);
    EXPECT_EQ(denial({"mx.example.net; dmarc=pass header.from=example.org", no_key}), Denial::none);
}

// The fault: a forged mail with the name of a missing key passed for one that met an absent DNS.
TEST(Denials, AreNotExcusedByAKeyThatIsNotThere) {
    EXPECT_EQ(denial({fail, no_key}), Denial::fail);
    EXPECT_EQ(denial({fail, no_key, "mx.example.net; dkim=pass header.d=lists.example.com"}),
              Denial::fail);
}

TEST(Denials, AreUnknownIfTheDnsOfTheFromDomainDoesNotAnswer) {
    EXPECT_EQ(denial({fail}), Denial::unknown);
    EXPECT_EQ(denial({fail, "mx.example.net; dkim=temperror"}), Denial::unknown);
    EXPECT_EQ(denial({fail, "mx.example.net; dkim=temperror header.d=Example.ORG"}),
              Denial::unknown);
    EXPECT_EQ(denial({fail}, "mail.example.org"), Denial::unknown);
    EXPECT_EQ(denial({"mx.example.net; dmarc=temperror header.from=example.org"}, ""),
              Denial::unknown);
}

TEST(Denials, AreNotExcusedByTheDnsOfAnotherDomain) {
    EXPECT_EQ(denial({fail, "mx.example.net; dkim=pass header.d=lists.example.com"}), Denial::fail);
    EXPECT_EQ(denial({fail}, "evil.example.com"), Denial::fail);
    EXPECT_EQ(denial({fail, "mx.example.net; dkim=temperror header.d=evil.example.com"},
                     "evil.example.com"),
              Denial::fail);
    EXPECT_EQ(denial({fail}, "anexample.org"), Denial::fail);
}

TEST(Denials, AreNoneOfAMailThatDmarcVouchesFor) {
    EXPECT_EQ(denial({"mx.example.net; dmarc=pass header.from=example.org",
                      "mx.example.net; dkim=temperror header.d=example.org"}),
              Denial::none);
}

TEST(Vouching, NeedsAnIdAndASender) {
    const std::vector<std::string> fields{"mx.example.net; dmarc=pass header.from=example.org",
                                          "; dmarc=pass header.from=example.org"};
    mime::Mail nobody = mail_with(fields);
    nobody.from.reset();

    EXPECT_FALSE(is_from_vouched(mail_with(fields), ""));
    EXPECT_FALSE(is_from_vouched(nobody, our_id));
}

}  // namespace
}  // namespace tanbo::mail::inbound
