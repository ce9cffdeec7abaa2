#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/base/secrets.hpp"

namespace tanbo::base {
namespace {

constexpr PasswordCost cheap = {.memory_bytes = 8192, .passes = 1};

std::vector<std::uint8_t> bytes(std::string_view text) {
    return {text.begin(), text.end()};
}

TEST(Secrets, HashesAsTheStandardsSay) {
    EXPECT_EQ(to_hex(sha256("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_hex(blake2b("abc")),
              "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Secrets, HashesDifferentlyWithAKey) {
    const auto key = bytes("0123456789abcdef");

    EXPECT_EQ(blake2b("abc", key), blake2b("abc", key));
    EXPECT_NE(blake2b("abc", key), blake2b("abc"));
    EXPECT_THROW(blake2b("abc", bytes(std::string(65, 'k'))), std::invalid_argument);
}

TEST(Secrets, MakesTokensOf256BitsThatDoNotRepeat) {
    std::set<std::string> seen;

    for (int i = 0; i < 100; ++i) {
        const std::string token = random_token("tbo_");
        EXPECT_EQ(token.substr(0, 4), "tbo_");
        EXPECT_EQ(from_base64url(token.substr(4)).value().size(), 32U);
        seen.insert(token);
    }

    EXPECT_EQ(seen.size(), 100U);
}

TEST(Secrets, ComparesWholeTexts) {
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
    EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
    EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
}

TEST(Secrets, VerifiesThePasswordThatWasHashedAndNoOther) {
    const std::string encoded = hash_password("correct horse", cheap);

    EXPECT_EQ(encoded.substr(0, 10), "$argon2id$");
    EXPECT_TRUE(verify_password("correct horse", encoded));
    EXPECT_FALSE(verify_password("correct hors", encoded));
    EXPECT_FALSE(verify_password("", encoded));
    EXPECT_FALSE(verify_password("correct horse", ""));
    EXPECT_FALSE(verify_password("correct horse", encoded.substr(0, 40)));
    EXPECT_FALSE(verify_password("correct horse", "$argon2id$" + std::string(1000, 'a')));
    EXPECT_NE(encoded, hash_password("correct horse", cheap)) << "the salt is random";
}

TEST(Secrets, KnowsWhenAPasswordWasHashedAtAnotherCost) {
    const std::string encoded = hash_password("x", cheap);

    EXPECT_FALSE(needs_rehash(encoded, cheap));
    EXPECT_TRUE(needs_rehash(encoded, {.memory_bytes = 8192, .passes = 2}));
}

TEST(Secrets, WritesAndReadsBase64UrlWithoutPadding) {
    EXPECT_EQ(to_base64url({}), "");
    EXPECT_EQ(to_base64url(bytes("\xFB\xFF")), "-_8");
    EXPECT_EQ(from_base64url("-_8"), "\xFB\xFF");
    EXPECT_EQ(from_base64url(""), "");
    for (const char* bad : {"-_8=", "+/8", "-_9", "a", "ab cd", "ab\n"}) {
        EXPECT_EQ(from_base64url(bad), std::nullopt) << bad;
    }
}

TEST(Secrets, WritesAndReadsHex) {
    EXPECT_EQ(to_hex(bytes("\x01\xAB")), "01ab");
    EXPECT_EQ(from_hex("01aB"), "\x01\xAB");
    EXPECT_EQ(from_hex(""), "");
    for (const char* bad : {"0", "0g", "01 ", "012"}) EXPECT_EQ(from_hex(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace tanbo::base
