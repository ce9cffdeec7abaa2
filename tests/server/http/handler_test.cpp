#include "server/http/handler.hpp"

#include <tuple>
#include <vector>

#include <gtest/gtest.h>

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

template <class... Parameters>
Awaitable<Reply> record(RequestContext& context, Parameters&... parameters) {
    given() = {&context, &parameters...};
    return nothing();
}

// Stand-ins of one thread: those of another have other addresses.
template <int thread, class... Each>
std::tuple<Each&...> stand_ins(const std::tuple<Each&...>*) {
    return {stand_in<Each, thread>()...};
}

// Services that are only passed on.
class Handlers : public testing::Test {
protected:
    template <class... Parameters>
    static std::vector<const void*> expected() {
        return {&stand_in<RequestContext>(), &stand_in<Parameters>()...};
    }
    static std::vector<const void*> given_by(HandlerFunction handler, const Needs& needs) {
        given().clear();
        (void)handler(stand_in<RequestContext>(), needs);
        return given();
    }

    Needs here_ = stand_ins<0>(static_cast<const Needs*>(nullptr));
    Needs there_ = stand_ins<1>(static_cast<const Needs*>(nullptr));
};

TEST_F(Handlers, NeedNothingButTheRequest) {
    EXPECT_EQ(given_by(handler<record<>>, here_), expected<>());
}

TEST_F(Handlers, GetWhatBelongsToTheirThread) {
    constexpr auto function = handler<record<game::Views>>;

    EXPECT_EQ(given_by(function, here_), expected<game::Views>());
    EXPECT_EQ(given_by(function, there_),
              (std::vector<const void*>{&stand_in<RequestContext>(), &stand_in<game::Views, 1>()}));
}

TEST_F(Handlers, GetServicesInTheOrderOfTheirParameters) {
    constexpr auto function =
        handler<record<lobby::Lobby, game::Referee, chat::Chat, account::Accounts>>;

    EXPECT_EQ(given_by(function, here_),
              (expected<lobby::Lobby, game::Referee, chat::Chat, account::Accounts>()));
}

// A limit is told from the others by its type, though all of them are limiters.
TEST_F(Handlers, GetValuesThatAreNoServices) {
    constexpr auto function =
        handler<record<const Site, const MessageLimit, const SignUpLimit, const Unready>>;

    EXPECT_EQ(given_by(function, here_),
              (expected<const Site, const MessageLimit, const SignUpLimit, const Unready>()));
}

TEST_F(Handlers, CanNameNothingElse) {
    static_assert(base::ContainedIn<game::Views&, Needs> && base::ContainedIn<const Site&, Needs>);
    static_assert(!base::ContainedIn<api_common::Limiter&, Needs> &&
                  !base::ContainedIn<const game::Views&, Needs>);
    static_assert(!base::ContainedIn<game::Views, Needs> && !base::ContainedIn<Needs&, Needs>);
}

}  // namespace
}  // namespace tanbo::http
