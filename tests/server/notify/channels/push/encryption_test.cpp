#include "server/notify/channels/push/encryption.hpp"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "server/base/secrets.hpp"
#include "tests/server/notify/channels/push/browser.hpp"

namespace tanbo::notify {
namespace {

std::string decoded(std::string_view text) {
    return base::from_base64url(text).value();
}

// Source: RFC 8291, 5 and appendix A.
const BrowserKeys example_browser{
    decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAi"
            "w4"),
    decoded("BTBZMqHH6r4Tts7J_aSIgg")};
const KeyPair example_sender{
    decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    decoded("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
            "A8")};
const std::string example_salt = decoded("DGv6ra1nlYgDCS1FRnbzlw");
constexpr std::string_view example_text = "When I grow up, I want to be a watermelon";

TEST(PushEncryption, MakesTheMessageOfTheExample) {
    const std::string body =
        encrypt_push(example_text, example_browser, example_sender, example_salt);

    EXPECT_EQ(body,
              decoded("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
                      "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBS"
                      "t2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"));
}

TEST(PushEncryption, IsReadByTheBrowserAndByNoOther) {
    const Browser browser;
    const Browser other;

    const std::string body = encrypt_push("hello", browser.keys());

    EXPECT_EQ(browser.read(body), "hello");
    EXPECT_EQ(other.read(body), std::nullopt);
    std::string changed = body;
    changed.back() = static_cast<char>(changed.back() ^ 1);
    EXPECT_EQ(browser.read(changed), std::nullopt);
}

TEST(PushEncryption, IsAnotherEachTime) {
    const Browser browser;
    std::set<std::string> bodies;

    for (int i = 0; i < 5; ++i) bodies.insert(encrypt_push("hello", browser.keys()));

    EXPECT_EQ(bodies.size(), 5U);
}

TEST(PushEncryption, FillsOneRecordAtMost) {
    const Browser browser;
    constexpr std::size_t record_max = 4'096;  // with what is before it, as push services take it

    const std::string body = encrypt_push(std::string(push_plain_bytes_max, 'x'), browser.keys());

    EXPECT_EQ(body.size(), record_max);
    EXPECT_EQ(browser.read(body), std::string(push_plain_bytes_max, 'x'));
}

TEST(PushEncryption, KnowsPointsOfTheCurve) {
    std::string off_the_curve = example_browser.public_key;
    off_the_curve.back() = static_cast<char>(off_the_curve.back() ^ 1);
    std::string compressed = example_browser.public_key.substr(0, 33);
    compressed.front() = '\x02';

    EXPECT_TRUE(is_push_key(example_browser.public_key));
    EXPECT_TRUE(is_push_key(make_key_pair().public_key));
    EXPECT_FALSE(is_push_key(off_the_curve));
    EXPECT_FALSE(is_push_key(compressed));
    EXPECT_FALSE(is_push_key(""));
    EXPECT_FALSE(is_push_key(std::string(push_public_bytes, '\0')));
    EXPECT_THROW(encrypt_push("x", {off_the_curve, example_browser.auth}), std::runtime_error);
}

TEST(PushEncryption, SignsAsJwsWantsIt) {
    const KeyPair key = make_key_pair();

    const std::string signature = sign_es256("text", key);

    EXPECT_EQ(signature.size(), 64U);
    EXPECT_TRUE(is_signed("text", signature, key.public_key));
    EXPECT_FALSE(is_signed("test", signature, key.public_key));
    EXPECT_FALSE(is_signed("text", signature, make_key_pair().public_key));
    EXPECT_EQ(key.private_key.size(), push_private_bytes);
}

}  // namespace
}  // namespace tanbo::notify
