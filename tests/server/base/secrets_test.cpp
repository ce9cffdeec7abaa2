#include "server/base/secrets.hpp"

#include <ctime>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

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

// Source: RFC 4231, test cases 1, 2 and 6.
TEST(Secrets, AuthenticatesAsTheStandardSays) {
    const auto hmac = [](std::string_view key, std::string_view data) {
        const std::vector<std::uint8_t> bytes(key.begin(), key.end());
        return to_hex(hmac_sha256(data, bytes));
    };

    EXPECT_EQ(hmac(std::string(20, '\x0b'), "Hi There"),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    EXPECT_EQ(hmac("Jefe", "what do ya want for nothing?"),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(
        hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
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

TEST(Secrets, MakesAHashOfItsCostThatNoPasswordHas) {
    const std::string encoded = dummy_password_hash(cheap);
    const std::string real = hash_password("x", cheap);

    EXPECT_EQ(encoded.size(), real.size());
    EXPECT_EQ(encoded.substr(0, encoded.find("p=1$")), real.substr(0, real.find("p=1$")));
    EXPECT_FALSE(needs_rehash(encoded, cheap)) << "it is not read as a hash of this cost";
    EXPECT_TRUE(needs_rehash(encoded, {.memory_bytes = 16384, .passes = 1}));
    EXPECT_TRUE(needs_rehash(encoded.substr(0, 60), cheap)) << "broken ones are noticed";
    EXPECT_FALSE(verify_password("", encoded));
    EXPECT_NE(encoded, dummy_password_hash(cheap));
}

TEST(Secrets, TakesAsLongToVerifyAgainstAHashOfNothing) {
    const PasswordCost costly = {.memory_bytes = std::size_t{16} * 1024 * 1024, .passes = 2};
    const auto time = [](const std::string& encoded) {
        const auto begun = std::clock();
        EXPECT_FALSE(verify_password("wrong", encoded));
        return std::clock() - begun;
    };

    const auto real = time(hash_password("x", costly));
    const auto nothing = time(dummy_password_hash(costly));
    const auto malformed = time(dummy_password_hash(costly).substr(1));

    EXPECT_GT(nothing, real / 3);
    EXPECT_LT(malformed, real / 3) << "a hash that can't be read costs nothing";
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

// Source: RFC 4648, section 10.
TEST(Secrets, WritesBase64WithPadding) {
    const auto base64 = [](std::string_view text) {
        const std::vector<std::uint8_t> bytes(text.begin(), text.end());
        return to_base64(bytes);
    };

    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(base64("\xFB\xFF"), "+/8=");
}

TEST(Secrets, WritesAndReadsHex) {
    EXPECT_EQ(to_hex(bytes("\x01\xAB")), "01ab");
    EXPECT_EQ(from_hex("01aB"), "\x01\xAB");
    EXPECT_EQ(from_hex(""), "");
    for (const char* bad : {"0", "0g", "01 ", "012"}) EXPECT_EQ(from_hex(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace tanbo::base
