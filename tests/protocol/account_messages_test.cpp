#include <gtest/gtest.h>

#include "protocol/people/account_answers.hpp"
#include "protocol/people/account_requests.hpp"

namespace tanbo::protocol {
namespace {

using namespace std::chrono_literals;

engine::Instant second(int s) {
    return engine::Instant(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)) + 12h +
           std::chrono::seconds(s);
}

template <class T>
std::string pointer_of(const Result<T>& result) {
    return result ? "sound" : result.error().pointer;
}

std::string profile(const std::string& rest) {
    return R"({"time_zone":"Europe/Berlin","language":"de")" + rest + "}";
}

TEST(AccountRequests, TakeAddressesThatCanBeDelivered) {
    for (const char* good : {"a@b.de", "Ada.Lovelace+tanbo@mail.example.org",
                             "x_y-z@sub-domain.example", "o'neil@example.org", "1@2.3"}) {
        EXPECT_TRUE(is_mail_address(good)) << good;
    }
    for (const char* bad :
         {"", "@", "a@", "@b.de", "a b@c.de", "a@b", "a@b..de", "a@-b.de", "a@b-.de", ".a@b.de",
          "a.@b.de", "a..b@c.de", "a@b@c.de ", "\"a\"@b.de", "a@[127.0.0.1]", "a@b.de\n",
          "a@b.de,c@d.de", "<a@b.de>", "a\r\nBcc:x@y.de"}) {
        EXPECT_FALSE(is_mail_address(bad)) << bad;
    }
}

TEST(AccountRequests, CapTheLocalPartAndTheWholeOfAnAddress) {
    const std::string local(64, 'a');
    const std::string label(63, 'b');
    const std::string domain = label + "." + label + "." + std::string(58, 'c') + ".de";

    EXPECT_TRUE(is_mail_address(local + "@b.de"));
    EXPECT_FALSE(is_mail_address(local + "a@b.de"));
    EXPECT_EQ((local + "@" + domain).size(), address_bytes_max);
    EXPECT_TRUE(is_mail_address(local + "@" + domain));
    EXPECT_FALSE(is_mail_address(local + "@" + domain + "x"));
}

TEST(AccountRequests, ReadAnAccountWithAndWithoutAnAddress) {
    const auto plain = decode_create_account(R"({"handle":"anna","password":"long enough"})");
    const auto full =
        decode_create_account(R"({"handle":"anna","password":"long enough","email":"a@b.de"})");
    const auto bad =
        decode_create_account(R"({"handle":"anna","password":"long enough","email":"a@b"})");

    EXPECT_EQ(plain->address, "");
    EXPECT_EQ(full->address, "a@b.de");
    EXPECT_EQ(pointer_of(bad), "/email");
}

TEST(AccountRequests, KeepThePlaceholdersOfTheDeletedFree) {
    EXPECT_TRUE(is_valid_handle("deleted"));
    EXPECT_FALSE(is_valid_handle("deleted-7"));
    EXPECT_FALSE(is_valid_handle("Deleted-x"));
}

TEST(AccountRequests, ReadScopesAsTheyWereSent) {
    const std::string start = R"({"handle":"anna","password":"x","scopes":)";

    EXPECT_EQ(decode_create_token(start + R"(["game:read","fly"]})")->scopes,
              (std::vector<std::string>{"game:read", "fly"}));
    EXPECT_EQ(pointer_of(decode_create_token(start + "[]}")), "/scopes");
    EXPECT_EQ(pointer_of(decode_create_token(start + "[7]}")), "/scopes/0");
}

TEST(AccountRequests, ReadAResetByAddressOrByHandle) {
    EXPECT_EQ(decode_request_reset(R"({"email":"a@b.de"})")->address, "a@b.de");
    EXPECT_EQ(decode_request_reset(R"({"handle":"anna"})")->handle, "anna");
    EXPECT_FALSE(decode_request_reset(R"({"handle":"anna","email":"a@b.de"})"));
    EXPECT_FALSE(decode_request_reset("{}"));
}

TEST(AccountRequests, ReadAProfile) {
    const auto full = decode_put_profile(
        profile(R"(,"about":"Two\nlines","sleep":{"from":"23:30","until":"07:00"})"));
    const auto plain = decode_put_profile(profile(R"(,"sleep":null)"));

    ASSERT_TRUE(full);
    EXPECT_EQ(full->about, "Two\nlines");
    EXPECT_EQ(full->sleep, (engine::SleepHours{23h + 30min, 7h}));
    EXPECT_FALSE(plain->sleep);
}

TEST(AccountRequests, RefuseAProfileByWhatIsWrongWithIt) {
    for (const char* time :
         {"24:00", "23:60", "7:00", "07.00", "ab:cd", ":::::", "1::30", "07:3:"}) {
        const std::string sleep =
            R"(,"sleep":{"from":")" + std::string(time) + R"(","until":"07:00"})";
        EXPECT_EQ(pointer_of(decode_put_profile(profile(sleep))).substr(0, 11), "/sleep/from");
    }
    EXPECT_EQ(pointer_of(decode_put_profile(profile(R"(,"about":"a\u0007")"))), "/about");
    const std::string longest(about_bytes_max, 'x');
    EXPECT_TRUE(decode_put_profile(profile(R"(,"about":")" + longest + "\"")));
    EXPECT_EQ(pointer_of(decode_put_profile(profile(R"(,"about":")" + longest + "x\""))), "/about");
    EXPECT_EQ(pointer_of(decode_put_profile(R"({"time_zone":"UTC","language":"d e"})")),
              "/language");
}

TEST(AccountAnswers, ShowAnAccount) {
    AccountView view;
    view.handle = "anna";
    view.kind = "member";
    view.role = "player";
    view.created_at = second(5);
    view.sleep = engine::SleepHours{65min, 10h};
    view.bots = {"annas-bot"};

    EXPECT_EQ(encode_account(view),
              R"({"handle":"anna","guest":false,"kind":"member","role":"player",)"
              R"("created_at":"2026-03-01T12:00:05.000Z","suspended_until":null,)"
              R"("time_zone":"UTC","language":"en","about":"",)"
              R"("sleep":{"from":"01:05","until":"10:00"},"bots":["annas-bot"]})");
}

TEST(AccountAnswers, ShowATokenOnceWithWhatItIsGoodFor) {
    const std::vector<std::string_view> scopes = {"game:read", "admin"};

    EXPECT_EQ(encode_token("anna", "tbo_x"), R"({"handle":"anna","token":"tbo_x"})");
    EXPECT_EQ(encode_token("anna", "tbo_x", second(0), scopes),
              R"({"handle":"anna","token":"tbo_x","scopes":["game:read","admin"],)"
              R"("expires_at":"2026-03-01T12:00:00.000Z"})");
}

TEST(AccountAnswers, ShowWhatIsLeftOfAYear) {
    const std::vector<VacationView> vacations = {{"2026-07-01", "2026-07-14", 14, true}};
    const std::vector<AllowanceView> allowances = {{2026, 30, 14}, {2027, 10, 12}};

    EXPECT_EQ(encode_vacations(vacations, allowances),
              R"({"vacations":[{"from":"2026-07-01","until":"2026-07-14","days":14,)"
              R"("current":true}],"allowance":[{"year":2026,"days":30,"used":14,"left":16},)"
              R"({"year":2027,"days":10,"used":12,"left":0}]})");
}

TEST(AccountAnswers, ReadNothingOfMailDataThatIsNoObject) {
    EXPECT_EQ(decode_mail_data("[1]").handle, "");
}

}  // namespace
}  // namespace tanbo::protocol
