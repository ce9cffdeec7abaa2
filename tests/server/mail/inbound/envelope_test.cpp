#include "server/mail/inbound/lmtp/envelope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::mail::inbound {
namespace {

using testing::SizeIs;

TEST(Envelope, ReadsPaths) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"<ann@example.org>", "ann@example.org"},
        {"<>", ""},
        {"<Postmaster>", "Postmaster"},
        {"<@one.example,@two.example:ann@example.org>", "ann@example.org"},
        {"<\"ann b\"@example.org>", "\"ann b\"@example.org"},
        {"<\"a>b\"@example.org>", "\"a>b\"@example.org"},
        {"<\"a\\\">b\"@example.org>", "\"a\\\">b\"@example.org"},
        {"<ann.@example.org>", "ann.@example.org"},
        {"<ann@[192.0.2.1]>", "ann@[192.0.2.1]"},
    };
    for (const auto& [text, address] : cases) {
        const std::string whole = text + " REST";
        const auto path = read_path(whole);

        ASSERT_TRUE(path) << text;
        EXPECT_EQ(path->address, address);
        EXPECT_EQ(path->rest, " REST");
        EXPECT_TRUE(path->is_ascii);
    }
}

TEST(Envelope, RefusesWhatIsNoPath) {
    for (const std::string text :
         {"", "<", ">", "ann@example.org", "<ann@example.org", "ann@example.org>", " <a@b>",
          "<ann>", "<@example.org>", "<ann@>", "<a b@example.org>", "<<a@b>>", "<a\tb@c>",
          "<\"a@b>", "<\"a\\", "<a@b\"c\">", "<@route.example>", "<\xff@example.org>",
          "<a\x7f@b.example>"}) {
        EXPECT_FALSE(read_path(text)) << text;
    }
    EXPECT_FALSE(read_path(std::string("<a\0b@c>", 7)));
}

TEST(Envelope, SaysWhichPathsAreNotAscii) {
    EXPECT_FALSE(read_path("<\xc3\xa4nn@example.org>")->is_ascii);
}

TEST(Envelope, ReadsNoPathWhereverItIsCutOff) {
    const std::string whole = "<@a.example:\"x\\\"y\"@example.org>";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(read_path(whole.substr(0, size))) << size;
    }
    EXPECT_TRUE(read_path(whole));
}

TEST(Envelope, TakesPathsOf256BytesAndNoneOfOneMore) {
    const std::string local(path_bytes_max - 4, 'a');

    EXPECT_TRUE(read_path("<" + local + "@b>"));
    EXPECT_FALSE(read_path("<" + local + "a@b>"));
}

TEST(Envelope, ReadsParameters) {
    const auto parameters = read_parameters(" SIZE=10  BODY=8BITMIME SMTPUTF8 ");

    ASSERT_TRUE(parameters);
    ASSERT_THAT(*parameters, SizeIs(3));
    EXPECT_EQ(parameters->at(0).key, "SIZE");
    EXPECT_EQ(parameters->at(0).value, "10");
    EXPECT_EQ(parameters->at(2).value, std::nullopt);
    EXPECT_THAT(*read_parameters(""), SizeIs(0));
}

TEST(Envelope, RefusesMalformedParameters) {
    for (const std::string text :
         {"SIZE=1", " =1", " -A=1", " A=", " A==", " A=b=c", " A_B", " A=\xc3\xa4", " A=1 a=2"}) {
        EXPECT_FALSE(read_parameters(text)) << text;
    }
}

TEST(Envelope, TakesSoManyParametersAndNoMore) {
    std::string text;
    for (std::size_t i = 0; i < parameters_max; ++i) text += " K" + std::to_string(i);

    EXPECT_TRUE(read_parameters(text));
    EXPECT_FALSE(read_parameters(text + " ONE-MORE"));
}

}  // namespace
}  // namespace tanbo::mail::inbound
