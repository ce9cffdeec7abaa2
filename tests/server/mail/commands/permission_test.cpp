#include "server/mail/commands/permission.hpp"

#include <gtest/gtest.h>

namespace tanbo::mail::commands {
namespace {

using notify::TokenPurpose;
using namespace std::chrono_literals;

constexpr base::Instant now = base::Instant(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1));
constexpr protocol::GameId game{17};
constexpr protocol::GameId other_game{18};
constexpr protocol::ChallengeId challenge{5};
constexpr protocol::ChallengeId other_challenge{6};

Sender stranger() {
    Sender sender;
    sender.address = "ann@example.org";
    return sender;
}

Sender vouched_stranger() {
    Sender sender = stranger();
    sender.is_vouched = true;
    return sender;
}

Sender doubted() {
    Sender sender = stranger();
    sender.doubt = "It is more than a week old.";
    return sender;
}

Sender with_old_token() {
    Sender sender = doubted();
    sender.token_fault = notify::TokenFault::expired;
    return sender;
}

Sender player(Level level) {
    Sender sender = stranger();
    sender.level = level;
    sender.identity.emplace();
    sender.identity->account = protocol::AccountId{1};
    return sender;
}

Sender bearer(TokenPurpose purpose, std::int64_t of = number_of(game)) {
    Sender sender = player(Level::token);
    sender.claim = notify::TokenClaim{purpose, 1, of, 9, now + 1h};
    return sender;
}

Sender superseded(Sender sender) {
    sender.is_superseded = true;
    return sender;
}

Sender suspended(Sender sender) {
    sender.identity->suspended_until = now + 1h;
    return sender;
}

struct Case {
    std::string name;
    Sender sender;
    MailCommand command;
    std::optional<Refusal> refusal;
};

// How gtest names a case in what it prints.
void PrintTo(const Case& test, std::ostream* out) {
    *out << test.name;
}

class Permission : public testing::TestWithParam<Case> {};

TEST_P(Permission, FollowsFromSenderAndCommand) {
    const Case& test = GetParam();

    EXPECT_EQ(why_refused(test.sender, test.command, now), test.refusal);
}

INSTANTIATE_TEST_SUITE_P(
    OfStrangers, Permission,
    testing::Values(
        Case{"helps_anybody", stranger(), MailHelp{}, std::nullopt},
        Case{"lets_anybody_watch", stranger(), MailWatch{game}, std::nullopt},
        Case{"takes_no_move", stranger(), MailMove{game, "K10", {}}, Refusal::not_vouched},
        Case{"takes_no_seat", stranger(), MailSubstitute{game, "bot:5", {}}, Refusal::not_vouched},
        Case{"takes_no_challenge", stranger(), MailChallenge{}, Refusal::not_vouched},
        Case{"enters_nobody", stranger(), MailEnter{protocol::TournamentId{3}},
             Refusal::not_vouched},
        Case{"tells_them_to_register", vouched_stranger(), MailGames{}, Refusal::unknown_sender},
        Case{"tells_them_of_the_doubt", doubted(), MailGames{}, Refusal::doubted},
        Case{"tells_them_of_the_old_token", with_old_token(), MailGames{}, Refusal::old_token}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfBearers, Permission,
    testing::Values(
        Case{"moves_in_the_game", bearer(TokenPurpose::turn), MailMove{game, "K10", {}},
             std::nullopt},
        Case{"moves_in_no_other", bearer(TokenPurpose::turn), MailMove{other_game, "K10", {}},
             Refusal::not_vouched},
        Case{"seats_a_bot_in_the_game", bearer(TokenPurpose::turn),
             MailSubstitute{game, "bot:5", {}}, std::nullopt},
        Case{"seats_a_bot_in_no_other", bearer(TokenPurpose::turn),
             MailSubstitute{other_game, "bot:5", {}}, Refusal::not_vouched},
        Case{"seats_no_bot_instead_of_leaving", bearer(TokenPurpose::leave),
             MailSubstitute{game, "bot:5", {}}, Refusal::leaving_only},
        Case{"lists_nothing", bearer(TokenPurpose::turn), MailGames{}, Refusal::not_vouched},
        Case{"enters_nothing", bearer(TokenPurpose::turn), MailEnter{protocol::TournamentId{17}},
             Refusal::not_vouched},
        Case{"withdraws_from_nothing", bearer(TokenPurpose::turn),
             MailWithdraw{protocol::TournamentId{17}}, Refusal::not_vouched},
        Case{"watches_the_game", bearer(TokenPurpose::turn), MailWatch{game}, std::nullopt},
        Case{"watches_no_other", bearer(TokenPurpose::turn), MailWatch{other_game},
             Refusal::not_vouched},
        Case{"accepts_the_challenge", bearer(TokenPurpose::challenge, number_of(challenge)),
             MailAccept{challenge}, std::nullopt},
        Case{"accepts_no_other", bearer(TokenPurpose::challenge, number_of(challenge)),
             MailAccept{other_challenge}, Refusal::not_vouched},
        Case{"moves_in_no_game_of_its_number",
             bearer(TokenPurpose::challenge, number_of(challenge)),
             MailMove{protocol::GameId{number_of(challenge)}, "K10", {}}, Refusal::not_vouched},
        Case{"confirms_resigning", bearer(TokenPurpose::resign), MailYes{game}, std::nullopt},
        Case{"looks_before_resigning", bearer(TokenPurpose::resign), MailShow{game, {}},
             std::nullopt},
        Case{"moves_instead_of_resigning", bearer(TokenPurpose::resign), MailMove{game, "K10", {}},
             Refusal::leaving_only},
        Case{"moves_instead_of_leaving", bearer(TokenPurpose::leave), MailMove{game, "K10", {}},
             Refusal::leaving_only}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfPlayers, Permission,
    testing::Values(
        Case{"moves_by_address", player(Level::address), MailMove{game, "K10", {}}, std::nullopt},
        Case{"challenges_by_address", player(Level::address), MailChallenge{}, std::nullopt},
        Case{"challenges_by_password", player(Level::password), MailChallenge{}, std::nullopt},
        Case{"is_suspended_by_address", suspended(player(Level::address)),
             MailMove{game, "K10", {}}, Refusal::suspended},
        Case{"is_suspended_with_a_token", suspended(bearer(TokenPurpose::turn)),
             MailMove{game, "K10", {}}, Refusal::suspended},
        Case{"seats_no_bot_while_suspended", suspended(player(Level::address)),
             MailSubstitute{game, "bot:5", {}}, Refusal::suspended},
        Case{"looks_while_suspended", suspended(player(Level::address)), MailShow{game, {}},
             std::nullopt}),
    [](const auto& info) { return info.param.name; });

// A number in a mail of another epoch may mean another game, for any writer.
INSTANTIATE_TEST_SUITE_P(
    OfAnotherEpoch, Permission,
    testing::Values(
        Case{"moves_nowhere_by_token", superseded(stranger()), MailMove{game, "K10", {}},
             Refusal::superseded},
        Case{"moves_nowhere_by_address", superseded(player(Level::address)),
             MailMove{game, "K10", {}}, Refusal::superseded},
        Case{"moves_nowhere_by_password", superseded(player(Level::password)),
             MailMove{game, "K10", {}}, Refusal::superseded},
        Case{"accepts_no_challenge", superseded(player(Level::address)), MailAccept{challenge},
             Refusal::superseded},
        Case{"shows_no_game", superseded(player(Level::address)), MailShow{game, {}},
             Refusal::superseded},
        Case{"watches_no_game", superseded(stranger()), MailWatch{game}, Refusal::superseded},
        Case{"lists_games", superseded(player(Level::address)), MailGames{}, std::nullopt},
        Case{"helps", superseded(stranger()), MailHelp{}, std::nullopt}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tanbo::mail::commands
