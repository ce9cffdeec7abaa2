#include "server/mail/commands/binder.hpp"

#include <string>
#include <tuple>
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

template <class... Parameters>
CommandTask record(const CommandContext& context, Asked command, Parameters&... parameters) {
    given() = {command.text, {&context, &parameters...}};
    return nothing();
}

class Binder : public testing::Test {
protected:
    template <class... Each>
    static std::tuple<Each&...> stand_ins(const std::tuple<Each&...>*) {
        return {stand_in<Each>()...};
    }

    const Needs needs_ = stand_ins(static_cast<const Needs*>(nullptr));
    const CommandContext& context_ = stand_in<const CommandContext>();
};

TEST_F(Binder, GivesACommandThatNeedsNothingTheMailAlone) {
    (void)call<Asked>(&record<>, context_, needs_, {"help"});

    EXPECT_EQ(given().text, "help");
    EXPECT_EQ(given().needs, (std::vector<const void*>{&context_}));
}

TEST_F(Binder, GivesServicesInTheOrderOfTheParameters) {
    (void)call<Asked>(&record<lobby::Lobby, game::Referee, chat::Chat, game::Views, rating::Reports,
                              const notify::SignedTokens, const AdmitMessage>,
                      context_, needs_, {"all"});

    EXPECT_EQ(given().needs,
              (std::vector<const void*>{
                  &context_, &stand_in<lobby::Lobby>(), &stand_in<game::Referee>(),
                  &stand_in<chat::Chat>(), &stand_in<game::Views>(), &stand_in<rating::Reports>(),
                  &stand_in<const notify::SignedTokens>(), &stand_in<const AdmitMessage>()}));
}

TEST_F(Binder, GivesNothingElse) {
    static_assert(base::ContainedIn<game::Views&, Needs> &&
                  base::ContainedIn<const AdmitMessage&, Needs>);
    static_assert(!base::ContainedIn<store::Store&, Needs> &&
                  !base::ContainedIn<const game::Views&, Needs>);
    static_assert(!base::ContainedIn<game::Views, Needs> && !base::ContainedIn<Needs&, Needs>);
}

}  // namespace
}  // namespace tanbo::mail::commands
