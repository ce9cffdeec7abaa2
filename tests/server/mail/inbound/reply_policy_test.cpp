#include "server/mail/inbound/reply_policy.hpp"

#include <gtest/gtest.h>

namespace tanbo::mail::inbound {
namespace {

// Who has sent it.
struct From {
    commands::Level level = commands::Level::unknown;
    std::string address = "ann@example.org";
    bool is_vouched = false;
    bool is_forged = false;
    bool has_account = false;
    bool is_wrong_bearer = false;
    bool is_unchecked = false;
};

struct Case {
    std::string name;
    From from;
    std::string lines;
    Handling handling = Handling::reply;
    bool takes_passwords = false;
};

// How gtest names a case in what it prints.
void PrintTo(const Case& test, std::ostream* out) {
    *out << test.name;
}

AuthenticatedSender sender_of(const From& from) {
    AuthenticatedSender who;
    who.sender.level = from.level;
    who.sender.address = from.address;
    who.sender.is_vouched = from.is_vouched;
    who.is_forged = from.is_forged;
    who.has_account = from.has_account;
    who.is_wrong_bearer = from.is_wrong_bearer;
    who.is_unchecked = from.is_unchecked;
    return who;
}

class ReplyPolicy : public testing::TestWithParam<Case> {};

TEST_P(ReplyPolicy, FollowsFromSenderAndRequest) {
    const Case& test = GetParam();

    const auto request = commands::read_mail_commands("", test.lines);

    EXPECT_EQ(handling_of(sender_of(test.from), request, test.takes_passwords), test.handling);
}

constexpr const char* move = "move 17 K10\n";
constexpr const char* help = "help\n";
constexpr const char* words = "What a lovely game this is, is it not?\n";
constexpr const char* classic = "tanbo move 17 ann s3cret K10\n";

INSTANTIATE_TEST_SUITE_P(
    Mails, ReplyPolicy,
    testing::Values(
        Case{"a_player", {.level = commands::Level::address}, move, Handling::reply},
        Case{
            "a_player_with_words_alone", {.level = commands::Level::token}, words, Handling::reply},
        Case{"a_player_without_an_address",
             {.level = commands::Level::token, .address = ""},
             move,
             Handling::without_reply},
        Case{"a_stranger_with_words_alone", {}, words, Handling::drop_unknown},
        Case{"a_stranger_with_a_command", {}, move, Handling::drop_unknown},
        Case{"a_stranger_who_asks_for_help", {}, help, Handling::reply},
        Case{"a_stranger_without_an_address", {.address = ""}, help, Handling::drop_unknown},
        Case{"a_known_address", {.has_account = true}, move, Handling::reply},
        Case{"a_known_address_with_words_alone",
             {.has_account = true},
             words,
             Handling::drop_unknown},
        Case{"an_address_that_is_theirs", {.is_vouched = true}, move, Handling::reply},
        Case{"somebody_with_the_token_of_another",
             {.is_wrong_bearer = true},
             words,
             Handling::reply},
        Case{"a_forger", {.is_forged = true, .has_account = true}, move, Handling::drop_forged},
        Case{"a_forger_who_asks_for_help", {.is_forged = true}, help, Handling::drop_forged},
        Case{"an_unchecked_mail",
             {.has_account = true, .is_unchecked = true},
             move,
             Handling::ask_again},
        Case{"an_unchecked_mail_that_asks_for_help",
             {.is_unchecked = true},
             help,
             Handling::ask_again},
        Case{"an_unchecked_mail_without_an_address",
             {.address = "", .is_unchecked = true},
             help,
             Handling::drop_unknown},
        Case{"an_unchecked_reply_of_a_player",
             {.level = commands::Level::token, .is_unchecked = true},
             move,
             Handling::reply},
        Case{"an_unchecked_mail_with_a_password",
             {.is_unchecked = true},
             classic,
             Handling::without_reply,
             true},
        Case{"a_password_that_is_not_taken", {}, classic, Handling::drop_unknown},
        Case{"a_password", {}, classic, Handling::without_reply, true},
        Case{"a_password_from_a_forger",
             {.is_forged = true},
             classic,
             Handling::without_reply,
             true},
        Case{"no_password_where_they_are_taken", {}, move, Handling::drop_unknown, true}),
    [](const auto& info) { return info.param.name; });

std::string point_of(std::string_view written, bool is_answer_of_itself = false) {
    const commands::MailContext context{.game = protocol::GameId{17}};
    const auto request = commands::read_mail_commands("Re: Tanbo game 17: a - b", written, context);
    const auto point = only_point(request, written, is_answer_of_itself);
    return point ? point->source : "";
}

TEST(OnlyPoint, StandsAmongAFewLines) {
    EXPECT_EQ(point_of("K10"), "K10");
    EXPECT_EQ(point_of("Hi Ben,\n\nK10\n\nGood game!\nGreetings\nAnna\n"), "K10");
    EXPECT_EQ(point_of("K10\nshow\nsay: Hello!\n"), "K10");
    EXPECT_EQ(point_of("Hi\n1\n2\n3\n4\n5\nK10\n"), "");
    EXPECT_EQ(point_of("I am away.\nLegal moves (1):\nK10\n"), "");
    EXPECT_EQ(point_of("move 17 K10"), "");
    EXPECT_EQ(point_of("resign"), "");
    EXPECT_EQ(point_of("K10\nL10"), "");
    EXPECT_EQ(point_of("K10\nSorry, I meant L10"), "");
}

TEST(OnlyPoint, StandsAloneInWhatAProgramSaysToHaveWritten) {
    EXPECT_EQ(point_of("K10", true), "K10");
    EXPECT_EQ(point_of("I am away.\nK10", true), "");
    EXPECT_EQ(point_of("K10\nshow", true), "");
}

}  // namespace
}  // namespace tanbo::mail::inbound
