#include "server/mail/outbound/need.hpp"

#include "protocol/people/mail_rows.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::mail::outbound {
namespace {

class NeedTest : public game::GameTest {
protected:
    NeedTest() {
        write([this](store::Transaction& transaction) {
            address = *store::insert_address(transaction, ann, "anna@example.org", true,
                                             engine::instant_of(1));
            store::verify_address(transaction, address, engine::instant_of(2));
            store::add_notification(transaction,
                                    {ann, "your-turn", {}, "{}", engine::instant_of(3)});
        });
        game = start_game();
    }
    void write(const std::function<void(store::Transaction&)>& closure) { writer->write(closure); }
    std::string why(bool is_away_only, std::int64_t number = 1) {
        protocol::NoticeMail notice;
        notice.number = number;
        notice.is_away_only = is_away_only;
        return why_of("notice", protocol::encode_notice_mail(notice));
    }
    std::string why_of(const std::string& kind, const std::string& data) {
        store::Mail mail;
        mail.kind = kind;
        mail.account = ann;
        mail.address = "Anna@example.org";
        if (kind == "notice") mail.game = game;
        mail.data = data;
        return database->read(
            [&](store::Reader& reader) { return why_not_needed(reader, mail, presence, now()); });
    }

    base::Instant now() const { return base::Instant(std::chrono::milliseconds(now_ms.load())); }

    protocol::AccountId ann = anna.account;
    protocol::AddressId address{};
    protocol::GameId game{};
    game::Presence presence;
};

TEST_F(NeedTest, NeedsWhatIsNew) {
    EXPECT_EQ(why(true), "");
    EXPECT_EQ(why(false), "");
}

TEST_F(NeedTest, NeedsNothingThatWasReadUnlessHeWantsEach) {
    write([this](store::Transaction& transaction) { store::set_read_up_to(transaction, ann, 1); });

    EXPECT_EQ(why(true), "seen");
    EXPECT_EQ(why(false), "");
    EXPECT_EQ(why(true, 2), "");
    EXPECT_EQ(why_of("digest", protocol::encode_digest_mail({"2026-11-21", 1, 1})), "seen");
    EXPECT_EQ(why_of("digest", protocol::encode_digest_mail({"2026-11-21", 1, 2})), "");
}

TEST_F(NeedTest, NeedsNothingOfAGameThatHeLooksAtUnlessHeWantsEach) {
    const auto look = presence.look(anna.account, game);

    EXPECT_EQ(why(true), "seen");
    EXPECT_EQ(why(false), "");
}

TEST_F(NeedTest, NeedsNothingOfAGameThatTheyLookAtThroughAnotherNode) {
    write([this](store::Transaction& transaction) {
        store::set_look(transaction, 2, {ann, game}, now() + std::chrono::seconds(1));
    });
    EXPECT_EQ(why(true), "") << "there is no other";

    presence.share(1);
    EXPECT_EQ(why(true), "seen");
    EXPECT_EQ(why(false), "");

    now_ms += 1'000;
    EXPECT_EQ(why(true), "");
}

TEST_F(NeedTest, NeedsNothingIfMailsAreOff) {
    write([this](store::Transaction& transaction) {
        store::set_notice_mode(transaction, ann, store::NoticeMode::off);
    });

    EXPECT_EQ(why(false), "mails-off");
    EXPECT_EQ(why_of("password-reset", "{}"), "");
}

TEST_F(NeedTest, NeedsNothingOfASilencedGame) {
    write([this](store::Transaction& transaction) {
        store::mute_mail(transaction, ann, game, engine::instant_of(1));
    });

    EXPECT_EQ(why(false), "game-muted");
}

TEST_F(NeedTest, NeedsNothingAtAnAddressThatIsStoppedOrGone) {
    write([this](store::Transaction& transaction) {
        store::score_bounce(transaction, *store::find_address(transaction, ann, address), 100'000,
                            "no", engine::instant_of(5));
    });
    EXPECT_EQ(why(false), "address-stopped");

    write([this](store::Transaction& transaction) {
        store::delete_address(transaction, ann, address);
    });

    EXPECT_EQ(why(false), "address-stopped");
}

}  // namespace
}  // namespace tanbo::mail::outbound
