#include "server/notify/channels/email/mail_choices.hpp"

#include <string>

#include <gtest/gtest.h>

#include "server/notify/channels/email/mail_links.hpp"
#include "server/notify/channels/email/mail_watches.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using protocol::Code;
using protocol::Result;
using std::chrono::milliseconds;
using store::MailWatchMode;

class MailChoicesTest : public NoticeTest {
protected:
    base::Instant now() const { return base::Instant(milliseconds(now_ms.load())); }
    static std::string token_of(const std::string& link) {
        return link.substr(link.find("token=") + 6);
    }
    Result<MailLink> unsubscribe(const std::string& token) {
        return on(0, [&] { return choices.unsubscribe(token); });
    }
    Result<MailLink> confirm(const std::string& token) {
        return on(0, [&] { return choices.confirm_watch(token); });
    }
    Result<store::MailWatch> ask(protocol::GameId game,
                                 const std::string& address = "fan@x.example",
                                 MailWatchMode mode = MailWatchMode::each) {
        Result<store::MailWatch> asked = protocol::refusal(Code::no_such_game, "");
        writer->write([&](store::Transaction& transaction) {
            asked = ask_mail_watch(transaction, choices.tokens(), "https://t.example", address,
                                   game, mode, now());
        });
        return asked;
    }
    std::string confirmation(const store::MailWatch& watch) {
        return token_of(
            confirm_watch_link(choices.tokens(), "https://t.example", watch.id, watch.game, now()));
    }
    std::size_t mails() {
        return database->read(
            [](store::Reader& reader) { return store::mails(reader, {}, 1'000).size(); });
    }
    std::optional<store::MailWatch> present(protocol::MailWatchId id) {
        return database->read(
            [id](store::Reader& reader) { return store::find_mail_watch(reader, id); });
    }
    bool is_muted(protocol::GameId game) {
        return database->read(
            [&](store::Reader& reader) { return store::is_mail_muted(reader, ben.account, game); });
    }
    store::NoticeMode mode() {
        return database
            ->read([this](store::Reader& reader) {
                return store::notice_settings(reader, ben.account);
            })
            .mode;
    }

    MailChoices choices{*store, [this] { return now(); }};
};

TEST_F(MailChoicesTest, StopsTheMailsOfOneGameAndNoOther) {
    const protocol::GameId game = start_game();
    const protocol::GameId other = start_game();
    const std::string link =
        unsubscribe_link(choices.tokens(), "https://t.example", ben.account, game, now());
    EXPECT_TRUE(link.starts_with("https://t.example/mail/unsubscribe?token="));

    for (int i = 0; i < 2; ++i) EXPECT_EQ(unsubscribe(token_of(link)).value().game, game);

    EXPECT_TRUE(is_muted(game));
    EXPECT_FALSE(is_muted(other));
    EXPECT_EQ(mode(), store::NoticeMode::away);
}

TEST_F(MailChoicesTest, StopsAllMailsOfAnAccount) {
    const std::string link =
        unsubscribe_link(choices.tokens(), "https://t.example", ben.account, {}, now());

    EXPECT_FALSE(unsubscribe(token_of(link)).value().game);

    EXPECT_EQ(mode(), store::NoticeMode::off);
}

TEST_F(MailChoicesTest, HearsSilencedGamesAgainWhenHeChoosesAnew) {
    const protocol::GameId game = start_game();
    writer->write([&](store::Transaction& transaction) {
        const auto account = ben.account;
        store::mute_mail(transaction, account, game, engine::instant_of(1));
        store::set_notice_mode(transaction, account, store::NoticeMode::each);
    });

    EXPECT_FALSE(is_muted(game));
}

TEST_F(MailChoicesTest, TakesNoTokenOfAnotherPurposeAndNoneThatIsOld) {
    const protocol::GameId game = start_game();
    const store::MailWatch watch = ask(game).value();
    const std::string confirms = confirmation(watch);
    const std::string stops =
        token_of(unsubscribe_link(choices.tokens(), "https://t.example", ben.account, game, now()));

    EXPECT_EQ(unsubscribe(confirms).error().code, Code::bad_link);
    EXPECT_EQ(choices.read(confirms, MailButton::unsubscribe).error().code, Code::bad_link);
    EXPECT_EQ(choices.read(stops, MailButton::confirm_watch).error().code, Code::bad_link);
    EXPECT_EQ(choices.read(stops, MailButton::unsubscribe).value().game, game);
    EXPECT_EQ(choices.read(confirms, MailButton::confirm_watch).value().game, game);
    EXPECT_EQ(unsubscribe("nonsense").error().code, Code::bad_link);
    EXPECT_EQ(confirm(stops).error().code, Code::bad_link);
    now_ms += milliseconds(confirm_watch_life + std::chrono::hours(1)).count();
    EXPECT_EQ(confirm(confirms).error().code, Code::bad_link);
    EXPECT_TRUE(unsubscribe(stops).has_value());

    EXPECT_FALSE(present(watch.id)->confirmed_at);
}

TEST_F(MailChoicesTest, ConfirmsAndEndsAWatch) {
    const store::MailWatch watch = ask(start_game()).value();
    EXPECT_FALSE(watch.confirmed_at);

    EXPECT_TRUE(confirm(confirmation(watch)).has_value());

    EXPECT_EQ(present(watch.id)->confirmed_at, engine::instant_of(now_ms));
    const std::string stops = token_of(
        stop_watch_link(choices.tokens(), "https://t.example", watch.id, watch.game, now()));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(unsubscribe(stops).has_value());
    EXPECT_FALSE(present(watch.id));
}

TEST_F(MailChoicesTest, MailsOneConfirmationADayHoweverOftenItIsAskedFor) {
    const protocol::GameId game = start_game();

    for (int i = 0; i < 5; ++i) EXPECT_TRUE(ask(game).has_value());
    EXPECT_EQ(mails(), 1U);
    now_ms += milliseconds(std::chrono::days(1)).count();
    EXPECT_TRUE(ask(game).has_value());

    EXPECT_EQ(mails(), 2U);
}

TEST_F(MailChoicesTest, ChangesTheModeOfWhoFollowsAlreadyWithoutAskingAgain) {
    const protocol::GameId game = start_game();
    const store::MailWatch watch = ask(game).value();
    ASSERT_TRUE(confirm(confirmation(watch)).has_value());

    EXPECT_EQ(ask(game, "FAN@x.example", MailWatchMode::daily).value().mode, MailWatchMode::daily);

    EXPECT_EQ(mails(), 1U);
}

TEST_F(MailChoicesTest, FollowsNoGameThatIsPrivateOrOverOrMissing) {
    protocol::CreateGame request = game_request("9x9", {"me", "ben"});
    request.visibility = engine::Visibility::players;
    const protocol::GameId hidden = open_game(anna, request)->game;
    const protocol::GameId over = start_game();
    ASSERT_TRUE(submit(over, engine::Leave{anna.account}).has_value());

    EXPECT_EQ(ask(hidden).error().code, Code::no_such_game);
    EXPECT_EQ(ask(over).error().code, Code::game_over);
    EXPECT_EQ(ask(protocol::GameId{999}).error().code, Code::no_such_game);
    EXPECT_EQ(mails(), 0U);
}

TEST_F(MailChoicesTest, LimitsFollowedGames) {
    for (int i = 0; i < store::mail_watches_of_address_max; ++i) {
        ASSERT_TRUE(ask(start_game()).has_value());
    }
    const protocol::GameId game = start_game();
    EXPECT_EQ(ask(game).error().code, Code::limit_reached);

    for (int i = 0; i < store::mail_watches_of_game_max; ++i) {
        const std::string domain = i % 2 == 0 ? "@x.example" : "@y.example";
        ASSERT_TRUE(ask(game, "fan" + std::to_string(i) + domain).has_value());
    }
    EXPECT_EQ(ask(game, "late@z.example").error().code, Code::limit_reached);
}

// The owner of a domain could have all places of a game, each by another address.
TEST_F(MailChoicesTest, LeavesPlacesOfAGameForOtherDomains) {
    const protocol::GameId game = start_game();
    for (int i = 0; i < store::mail_watches_of_domain_max; ++i) {
        ASSERT_TRUE(ask(game, "fan" + std::to_string(i) + "@x.example").has_value());
    }

    const auto refused = ask(game, "late@x.example");

    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::limit_reached);
    EXPECT_TRUE(ask(game, "late@other-x.example").has_value());
    EXPECT_TRUE(ask(game, "fan0@x.example").has_value()) << "it is asked for already";
}

TEST_F(MailChoicesTest, ForgetsWhatNobodyConfirmed) {
    const store::MailWatch lost = ask(start_game()).value();
    const store::MailWatch kept = ask(start_game()).value();
    ASSERT_TRUE(confirm(confirmation(kept)).has_value());
    now_ms += engine::Millis(store::mail_watch_confirmation_max).count() + 1;

    writer->write([&](store::Transaction& transaction) {
        EXPECT_EQ(store::prune_mail_watches(transaction, engine::instant_of(now_ms), 10), 1);
    });

    EXPECT_FALSE(present(lost.id));
    EXPECT_TRUE(present(kept.id));
}

}  // namespace
}  // namespace tanbo::notify
