#include "server/mail/commands/binder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/stand_in.hpp"

// A command is called with what its parameters name, and with no more.
namespace tanbo::mail::commands {
namespace {

using test::stand_in;

struct Asked {
    std::string text;
};

// The arguments of a command's call, in the order of its parameters.
struct Given {
    std::string text;
    std::vector<const void*> needs;
};
Given& given() {
    static Given what;
    return what;
}

CommandTask nothing() {
    co_return answered("");
}

template <class... Needs>
CommandTask record(const CommandContext& context, Asked command, Needs&... needs) {
    given() = {command.text, {&context, &needs...}};
    return nothing();
}

class Binder : public testing::Test {
protected:
    Services services_{stand_in<game::Referee>(),
                       stand_in<game::Views>(),
                       stand_in<lobby::Lobby>(),
                       stand_in<chat::Chat>(),
                       stand_in<account::Accounts>(),
                       stand_in<notify::Notices>(),
                       stand_in<rating::Reports>(),
                       stand_in<notify::SignedTokens>(),
                       {},
                       {},
                       {}};
    const CommandContext& context_ = stand_in<const CommandContext>();
};

TEST_F(Binder, GivesACommandThatNeedsNothingTheMailAlone) {
    (void)call<Asked>(&record<>, context_, services_, {"help"});

    EXPECT_EQ(given().text, "help");
    EXPECT_EQ(given().needs, (std::vector<const void*>{&context_}));
}

TEST_F(Binder, GivesServicesInTheOrderOfTheParameters) {
    (void)call<Asked>(&record<lobby::Lobby, game::Referee, chat::Chat, game::Views, rating::Reports,
                              const notify::SignedTokens, const AdmitMessage>,
                      context_, services_, {"all"});

    EXPECT_EQ(given().needs,
              (std::vector<const void*>{&context_, &services_.lobby, &services_.referee,
                                        &services_.chat, &services_.views, &services_.ratings,
                                        &services_.tokens, &services_.admit_message}));
}

template <class Need>
concept Needable = requires(const Services& services) { need<Need>(services); };

TEST_F(Binder, GivesNothingElse) {
    static_assert(Needable<game::Views> && Needable<const AdmitMessage>);
    static_assert(!Needable<account::Accounts> && !Needable<store::Store> &&
                  !Needable<const game::Views>);
    static_assert(!Needable<Services> && !Needable<base::Clock>);
}

}  // namespace
}  // namespace tanbo::mail::commands
