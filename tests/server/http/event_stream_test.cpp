#include "server/http/game/event_stream.hpp"

#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include "tests/server/account/fixture.hpp"
#include "tests/server/game/script.hpp"

// Streams with a token that is revoked while they are opened.
namespace tanbo::http {
namespace {

using account::Identity;

constexpr protocol::GameId game_id{42};

// A game of one event; readers wait for what the test does meanwhile.
class SlowHistory final : public game::History {
public:
    SlowHistory(const test::Script& script, std::function<void()> meanwhile)
        : script_(script), meanwhile_(std::move(meanwhile)) {}

    Awaitable<protocol::Result<game::View>> get(protocol::GameId game,
                                                std::optional<protocol::AccountId>) override {
        meanwhile_();
        const std::shared_ptr<const engine::Match> match(std::shared_ptr<void>(),
                                                         &script_.matches.front());
        co_return game::View(game, match);
    }
    Awaitable<protocol::Result<std::uint32_t>> head(protocol::GameId) override { co_return 1; }
    Awaitable<protocol::Result<std::vector<protocol::StoredEvent>>> events(protocol::GameId,
                                                                           std::uint32_t,
                                                                           std::size_t) override {
        co_return std::vector<protocol::StoredEvent>();
    }

private:
    const test::Script& script_;
    std::function<void()> meanwhile_;
};

class EventStreamTest : public account::AccountsTest {
protected:
    // The code of what opening it yields, while `meanwhile` happens to the token.
    std::optional<protocol::Code> open(
        const std::function<void(account::Authenticator&, const Identity&)>& meanwhile) {
        create("anna", "correct horse");
        const std::string token = log_in("anna", "correct horse").value().token;
        const Identity anna = authenticate(token).value();
        return on(0, [&]() -> Awaitable<std::optional<protocol::Code>> {
            account::Authenticator& authenticator = *authenticators[0];
            game::Feed feed(*metrics);
            SlowHistory history(script, [&] { meanwhile(authenticator, anna); });
            const EventSource source{feed, history, authenticator, ""};
            auto opened =
                co_await EventStream::open(source, game_id, anna, 0, StreamForm::sse, true);
            if (opened) co_return std::nullopt;
            co_return opened.error().code;
        });
    }

    test::Script script = test::play_script(1);
};

TEST_F(EventStreamTest, OpensForATokenThatHolds) {
    EXPECT_EQ(open([](auto&, const auto&) {}), std::nullopt);
}

TEST_F(EventStreamTest, IsRefusedIfItsTokenIsRevokedWhileTheGameIsRead) {
    const auto revoke = [](account::Authenticator& authenticator, const Identity& identity) {
        authenticator.forget(identity.token_hash);
    };

    EXPECT_EQ(open(revoke), protocol::Code::bad_token);
}

}  // namespace
}  // namespace tanbo::http
