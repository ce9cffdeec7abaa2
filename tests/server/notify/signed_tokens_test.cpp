#include "server/notify/signed_tokens.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace tanbo::notify {
namespace {

using std::chrono::hours;

constexpr base::Instant now{std::chrono::sys_days{std::chrono::year{2026} / 11 / 21}};

base::Digest secret(std::uint8_t first) {
    base::Digest made{};
    made[0] = first;
    return made;
}

TokenClaim claim() {
    return {TokenPurpose::turn, 7, 17, 45, now + hours(24)};
}

std::string upper(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

TEST(SignedTokens, YieldWhatWasSigned) {
    const SignedTokens tokens(secret(1));
    constexpr std::int64_t largest = (std::int64_t{1} << 48) - 1;

    for (const TokenClaim& one :
         {claim(),
          TokenClaim{TokenPurpose::bounce, largest, largest, token_seq_max, now + hours(1)},
          TokenClaim{TokenPurpose::unsubscribe, 1, 0, 0, now + hours(24 * 365 * 10)}}) {
        const auto read = tokens.read(tokens.make(one, now), now);
        ASSERT_TRUE(read.has_value());
        EXPECT_EQ(*read, one);
    }
}

TEST(SignedTokens, KnowNoMoreThanTheyCanSay) {
    const SignedTokens tokens(secret(1));
    TokenClaim late = claim();
    late.seq = token_seq_max + 1;

    const auto read = tokens.read(tokens.make(late, now), now);

    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->seq, token_seq_max);
}

TEST(SignedTokens, AreReadInAnyCase) {
    const SignedTokens tokens(secret(1));

    const auto read = tokens.read(upper(tokens.make(claim(), now)), now);

    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(*read, claim());
}

TEST(SignedTokens, FitIntoTheLeftPartOfAnAddress) {
    const std::string token = SignedTokens(secret(1)).make(claim(), now);

    EXPECT_EQ(token.size(), first_token_chars);
    EXPECT_EQ(SignedTokens(secret(1), protocol::Epoch{9}).make(claim(), now).size(), token_chars);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdefghjkmnpqrstvwxyz"), std::string::npos);
    EXPECT_LE(token.size() + 2, 64U);  // "r+" and the token; RFC 5321, 4.5.3.1.1
}

TEST(SignedTokens, LetNoCharacterBeChanged) {
    const SignedTokens tokens(secret(1));
    const std::string token = tokens.make(claim(), now);

    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string altered = token;
        altered[i] = altered[i] == '0' ? '1' : '0';
        EXPECT_EQ(tokens.read(altered, now).error(), TokenFault::bad) << altered;
    }
}

TEST(SignedTokens, AreBadWhenShortenedLengthenedOrStrange) {
    const SignedTokens tokens(secret(1));
    const std::string token = tokens.make(claim(), now);

    for (std::size_t length = 0; length < token.size(); ++length) {
        EXPECT_FALSE(tokens.read(token.substr(0, length), now).has_value());
    }
    for (const std::string& text : {token + "0", token.substr(1) + "u", token.substr(1) + "\xFF"}) {
        EXPECT_EQ(tokens.read(text, now).error(), TokenFault::bad);
    }
}

TEST(SignedTokens, AreNoOtherServers) {
    const std::string token = SignedTokens(secret(1)).make(claim(), now);

    EXPECT_EQ(SignedTokens(secret(2)).read(token, now).error(), TokenFault::bad);
}

TEST(SignedTokens, SayWhatTheyAreGoodForInAnyEpoch) {
    for (const protocol::Epoch epoch : {protocol::first_epoch, protocol::Epoch{0xFEDC'BA98}}) {
        const SignedTokens tokens(secret(1), epoch);

        const auto read = tokens.read(tokens.make(claim(), now), now);

        ASSERT_TRUE(read);
        EXPECT_EQ(*read, claim());
    }
}

// A database was set back to an older state, and gave the number of a game again.
TEST(SignedTokens, OfAnotherEpochAreSuperseded) {
    const SignedTokens first(secret(1));
    const SignedTokens before(secret(1), protocol::Epoch{1});
    const SignedTokens since(secret(1), protocol::Epoch{2});

    EXPECT_EQ(since.read(before.make(claim(), now), now).error(), TokenFault::superseded);
    EXPECT_EQ(since.read(first.make(claim(), now), now).error(), TokenFault::superseded);
    EXPECT_EQ(first.read(since.make(claim(), now), now).error(), TokenFault::superseded);
    const SignedTokens others(secret(2), protocol::Epoch{1});
    EXPECT_EQ(since.read(others.make(claim(), now), now).error(), TokenFault::bad);
}

TEST(SignedTokens, ThatTheDatabaseHasKeptAreRenewed) {
    const SignedTokens before(secret(1));
    const SignedTokens since(secret(1), protocol::Epoch{2});

    const auto read = since.read(since.renew(before.make(claim(), now)), now);

    ASSERT_TRUE(read);
    EXPECT_EQ(*read, claim());
    EXPECT_EQ(since.renew(since.make(claim(), now)), since.make(claim(), now));
    EXPECT_EQ(since.renew("no token"), "no token");
    const std::string forged = SignedTokens(secret(2)).make(claim(), now);
    EXPECT_EQ(since.renew(forged), forged);
}

TEST(SignedTokens, ExpireAtTheirHour) {
    const SignedTokens tokens(secret(1));
    const std::string token = tokens.make(claim(), now);

    EXPECT_TRUE(tokens.read(token, now + hours(24) - std::chrono::milliseconds(1)).has_value());
    EXPECT_EQ(tokens.read(token, now + hours(24)).error(), TokenFault::expired);
}

TEST(SignedTokens, AreGoodAfterTheKeyHasChanged) {
    const SignedTokens tokens(secret(1));
    TokenClaim lasting = claim();
    lasting.expires_at = now + hours(24 * 400);

    const std::string token = tokens.make(lasting, now);
    const std::string later = tokens.make(lasting, now + hours(24 * 200));

    EXPECT_NE(token, later);
    EXPECT_TRUE(tokens.read(token, now + hours(24 * 399)).has_value());
    EXPECT_TRUE(tokens.read(later, now + hours(24 * 399)).has_value());
}

}  // namespace
}  // namespace tanbo::notify
