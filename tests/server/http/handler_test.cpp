#include "server/http/handler.hpp"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "server/http/services.hpp"
#include "tests/support/stand_in.hpp"

// A handler is called with what its parameters name, and with no more.
namespace tanbo::http {
namespace {

using test::stand_in;

// The arguments of a handler's call, in the order of its parameters.
std::vector<const void*>& given() {
    static std::vector<const void*> addresses;
    return addresses;
}

Awaitable<Reply> nothing() {
    co_return Reply{};
}

template <class... Needs>
Awaitable<Reply> record(RequestContext& context, Needs&... needs) {
    given() = {&context, &needs...};
    return nothing();
}

// Services that are only passed on.
class Handlers : public testing::Test {
protected:
    static ThreadServices thread() {
        return {stand_in<game::Views>(), stand_in<game::Feed>(),
                stand_in<account::Authenticator>()};
    }
    Services services_{stand_in<game::Referee>(),
                       stand_in<account::Accounts>(),
                       stand_in<base::Metrics>(),
                       {},
                       {stand_in<api::Limiter, 1>()},
                       {stand_in<api::Limiter, 2>()},
                       {},
                       {},
                       {},
                       stand_in<notify::Notices>(),
                       stand_in<chat::Chat>(),
                       stand_in<chat::Notes>(),
                       {stand_in<api::Limiter, 3>()},
                       stand_in<rating::Reports>(),
                       stand_in<admin::Service>(),
                       stand_in<lobby::Lobby>(),
                       stand_in<searches::Searches>(),
                       stand_in<notify::SignedTokens>(),
                       {}};
    ThreadServices here_ = thread();
    RequestContext& context_ = stand_in<RequestContext>();

    std::vector<const void*> given_by(HandlerFunction handler) {
        given().clear();
        (void)handler(context_, services_, here_);
        return given();
    }
};

TEST_F(Handlers, NeedNothingButTheRequest) {
    EXPECT_EQ(given_by(handler<record<>>), (std::vector<const void*>{&context_}));
}

TEST_F(Handlers, GetWhatBelongsToTheirThread) {
    constexpr auto function = handler<record<game::Views, game::Feed, account::Authenticator>>;

    EXPECT_EQ(given_by(function), (std::vector<const void*>{&context_, &here_.views, &here_.feed,
                                                            &here_.authenticator}));
}

TEST_F(Handlers, GetServicesInTheOrderOfTheirParameters) {
    constexpr auto function =
        handler<record<lobby::Lobby, game::Referee, chat::Chat, chat::Notes, rating::Reports,
                       admin::Service, account::Accounts, const notify::SignedTokens>>;

    EXPECT_EQ(given_by(function), (std::vector<const void*>{
                                      &context_, &services_.lobby, &services_.referee,
                                      &services_.chat, &services_.notes, &services_.ratings,
                                      &services_.service, &services_.accounts, &services_.tokens}));
}

TEST_F(Handlers, GetValuesThatAreNoServices) {
    constexpr auto function =
        handler<record<const PublicUrl, const Unready, const MetricsText, const base::Clock,
                       const SignUpLimit, const MessageLimit>>;

    EXPECT_EQ(given_by(function),
              (std::vector<const void*>{&context_, &services_.public_url, &services_.unready,
                                        &services_.metrics_text, &services_.clock,
                                        &services_.sign_ups, &services_.messages}));
}

// A limit is told from the others by its type, though all of them are limiters.
TEST_F(Handlers, GetTheLimitThatTheyName) {
    EXPECT_EQ(&need<const SignUpLimit>(services_, here_).limiter, (&stand_in<api::Limiter, 2>()));
    EXPECT_EQ(&need<const MessageLimit>(services_, here_).limiter, (&stand_in<api::Limiter, 3>()));
}

template <class Need>
concept Needable =
    requires(const Services& services, const ThreadServices& here) { need<Need>(services, here); };

TEST_F(Handlers, CanNameNothingElse) {
    static_assert(Needable<game::Views> && Needable<const PublicUrl>);
    static_assert(!Needable<api::Limiter> && !Needable<const game::Views>);
    static_assert(!Needable<Services> && !Needable<base::Metrics>);
}

}  // namespace
}  // namespace tanbo::http
