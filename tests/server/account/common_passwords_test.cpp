#include "server/account/access/common_passwords.hpp"

#include <gmock/gmock.h>

#include "protocol/games/requests.hpp"
#include "server/account/access/sessions.hpp"
#include "server/account/sign_ups.hpp"
#include "tests/server/account/fixture.hpp"

namespace tanbo::account {
namespace {

using protocol::Code;

TEST(CommonPasswords, AreThoseOfTheListAndItsWordsWithItsEndings) {
    const CommonPasswords list(
        "# comment\n\n[passwords]\n1q2w3e4r  letmein1\n\n[words]\ndragon football\n\n[endings]\n1 "
        "123 !\n");

    for (const char* const common : {"1q2w3e4r", "letmein1", "football", "football1", "dragon123",
                                     "FootBall!", "DRAGON123", "1Q2W3E4R"}) {
        EXPECT_TRUE(list.has(common)) << common;
    }
    for (const char* const rare : {"", "1", "!", "comment", "[words]", "1q2w3e4r1", "football11",
                                   "dragon12", "123dragon", "footballdragon", "dragon 123"}) {
        EXPECT_FALSE(list.has(rare)) << rare;
    }
    // 1q2w3e4r, letmein1, football with and without endings, dragon with 123.
    EXPECT_EQ(list.size(), 2U + 4U + 1U);
}

TEST(CommonPasswords, AreThousands) {
    const CommonPasswords& list = CommonPasswords::compiled_in();

    EXPECT_GE(list.size(), 3'000U);
    for (const char* const common :
         {"password",   "Password1",  "PASSWORD123", "passw0rd",   "12345678",  "123456789",
          "1234567890", "qwertyuiop", "qwerty123",   "1qaz2wsx",   "iloveyou",  "sunshine",
          "princess",   "football",   "baseball",    "superman",   "trustno1",  "starwars",
          "welcome1",   "letmein1",   "11111111",    "Summer2024", "Jennifer1", "michelle",
          "whatever",   "computer",   "internet",    "P@ssw0rd",   "zaq12wsx",  "abcd1234",
          "admin123",   "Dragon123!"}) {
        EXPECT_TRUE(list.has(common)) << common;
    }
    for (const char* const rare :
         {"correct horse", "nine stones", "four roots", "long enough", "battery staple",
          "correct-horse-99", "what the attacker sets"}) {
        EXPECT_FALSE(list.has(rare)) << rare;
    }
}

// The fault: only words with an ending were refused.
TEST(CommonPasswords, AreRefusedInAllTheirSpellings) {
    const CommonPasswords& list = CommonPasswords::compiled_in();

    for (const char* const common : {"tanbotanbo",
                                     "Tanbo2026",
                                     "11111111111",
                                     "        ",
                                     "\xe3\x80\x80\xe3\x80\x80\xe3\x80\x80",
                                     "abababababab",
                                     "passwordpassword",
                                     "drowssap",
                                     "p4ssw0rd",
                                     "5unsh1ne",
                                     "m0n5ter1",
                                     "abcdefghijk",
                                     "hgfedcba",
                                     "23456789",
                                     "  password  ",
                                     "ｐａｓｓｗｏｒｄ",
                                     "12341234123",
                                     "qwertyqwerty",
                                     "zzzzzzzzzzzzzzzz",
                                     "trustno1",
                                     "jellybean"}) {
        EXPECT_TRUE(list.has(common)) << common;
    }
    for (const char* const rare :
         {"nine stones", "tanbo on nineteen lines", "ababbaab", "horse and horse", "13579bdfh"}) {
        EXPECT_FALSE(list.has(rare)) << rare;
    }
}

class CommonPasswordsTest : public AccountsTest {
protected:
    template <class T>
    static Code refused(const Result<T>& result) {
        EXPECT_FALSE(result.has_value());
        return result ? Code::internal_error : result.error().code;
    }
};

TEST_F(CommonPasswordsTest, AreRefusedWhereverAPasswordIsSet) {
    const std::string common = "Football1";
    const std::string good = "nine stones";
    const std::string network = "192.0.2.1";
    const Identity a_guest = authenticate(guest()->token).value();
    const Identity anna = authenticate(create("anna", good).value().token).value();
    const protocol::Upgrade upgrade{"ben", common, {}};
    const protocol::ChangePassword change{good, common};
    const protocol::SignUpId sign_up =
        on(0, [&] { return accounts->sign_ups().ask("eve", "eve@example.org"); }).value().id;

    EXPECT_EQ(refused(create("carl", common)), Code::common_password);
    EXPECT_EQ(refused(on(0, [&] { return accounts->upgrade(a_guest, upgrade, network); })),
              Code::common_password);
    EXPECT_EQ(refused(on(0,
                         [&] {
                             return accounts->sessions().change_password(anna, change,
                                                                         SignInSource(network));
                         })),
              Code::common_password);
    EXPECT_EQ(refused(on(
                  0, [&] { return accounts->sign_ups().finish(sign_up, "eve", common, network); })),
              Code::common_password);

    EXPECT_TRUE(log_in("anna", good).has_value()) << "nothing was set";
    EXPECT_FALSE(log_in("carl", common).has_value());
    EXPECT_TRUE(on(0, [&] { return accounts->sign_ups().finish(sign_up, "eve", good, network); })
                    .has_value())
        << "the link can be used again";
}

TEST_F(CommonPasswordsTest, AreNoChangesOfAPasswordHoweverOftenTheyAreTried) {
    const Identity anna = authenticate(create("anna", "nine stones").value().token).value();
    const auto change_to = [&](std::string password) {
        const protocol::ChangePassword change{"nine stones", std::move(password)};
        return on(0, [&] {
            return accounts->sessions().change_password(anna, change, SignInSource("192.0.2.1"));
        });
    };

    for (int i = 0; i < 12; ++i) EXPECT_EQ(refused(change_to("Football1")), Code::common_password);

    EXPECT_TRUE(change_to("four roots").has_value());
}

TEST_F(CommonPasswordsTest, AreRefusedByTheLinkOfAResetWhichStaysGood) {
    create_with_address("anna", "nine stones");
    ASSERT_TRUE(request_reset({{}, "anna"}).has_value());
    const std::string link = mailed_link("password-reset");

    EXPECT_EQ(refused(reset(link, "Football1")), Code::common_password);
    EXPECT_TRUE(reset(link, "four roots").has_value());
    EXPECT_TRUE(log_in("anna", "four roots").has_value());
}

}  // namespace
}  // namespace tanbo::account
