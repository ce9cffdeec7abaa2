#include "server/mail/outbound/need.hpp"

#include "protocol/mail_rows.hpp"
#include "server/storage/addresses.hpp"
#include "server/storage/mail_mutes.hpp"
#include "server/storage/notices.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::mail::outbound {
namespace {

class NeedTest : public game::GameTest {
protected:
    NeedTest() {
        write([this](storage::Transaction& transaction) {
            address = *storage::insert_address(transaction, ann, "anna@example.org", true,
                                               engine::instant_of(1));
            storage::verify_address(transaction, address, engine::instant_of(2));
            storage::add_notification(transaction,
                                      {ann, "your-turn", {}, "{}", engine::instant_of(3)});
        });
        game = static_cast<storage::GameId>(start_game());
    }
    void write(const std::function<void(storage::Transaction&)>& closure) {
        writer->write(closure);
    }
    std::string why(bool is_away_only, std::int64_t number = 1) {
        protocol::NoticeMail notice;
        notice.number = number;
        notice.is_away_only = is_away_only;
        return why_of("notice", protocol::encode_notice_mail(notice));
    }
    std::string why_of(const std::string& kind, const std::string& data) {
        storage::Mail mail;
        mail.kind = kind;
        mail.account = ann;
        mail.address = "Anna@example.org";
        if (kind == "notice") mail.game = game;
        mail.data = data;
        return database->read(
            [&](storage::Reader& reader) { return why_not_needed(reader, mail, presence); });
    }

    storage::AccountId ann = static_cast<storage::AccountId>(anna.account);
    storage::AddressId address{};
    storage::GameId game{};
    game::Presence presence;
};

TEST_F(NeedTest, NeedsWhatIsNew) {
    EXPECT_EQ(why(true), "");
    EXPECT_EQ(why(false), "");
}

TEST_F(NeedTest, NeedsNothingThatWasReadUnlessHeWantsEach) {
    write([this](storage::Transaction& transaction) {
        storage::set_read_up_to(transaction, ann, 1);
    });

    EXPECT_EQ(why(true), "seen");
    EXPECT_EQ(why(false), "");
    EXPECT_EQ(why(true, 2), "");
    EXPECT_EQ(why_of("digest", protocol::encode_digest_mail({"2026-11-21", 1, 1})), "seen");
    EXPECT_EQ(why_of("digest", protocol::encode_digest_mail({"2026-11-21", 1, 2})), "");
}

TEST_F(NeedTest, NeedsNothingOfAGameThatHeLooksAtUnlessHeWantsEach) {
    const auto look = presence.look(anna.account, static_cast<std::int64_t>(game));

    EXPECT_EQ(why(true), "seen");
    EXPECT_EQ(why(false), "");
}

TEST_F(NeedTest, NeedsNothingWhereMailsAreOff) {
    write([this](storage::Transaction& transaction) {
        storage::set_notice_mode(transaction, ann, storage::NoticeMode::off);
    });

    EXPECT_EQ(why(false), "mails-off");
    EXPECT_EQ(why_of("password-reset", "{}"), "");
}

TEST_F(NeedTest, NeedsNothingOfASilencedGame) {
    write([this](storage::Transaction& transaction) {
        storage::mute_mail(transaction, ann, game, engine::instant_of(1));
    });

    EXPECT_EQ(why(false), "game-muted");
}

TEST_F(NeedTest, NeedsNothingAtAnAddressThatIsStoppedOrGone) {
    write([this](storage::Transaction& transaction) {
        storage::score_bounce(transaction, *storage::find_address(transaction, ann, address),
                              100'000, "no", engine::instant_of(5));
    });
    EXPECT_EQ(why(false), "address-stopped");

    write([this](storage::Transaction& transaction) {
        storage::delete_address(transaction, ann, address);
    });

    EXPECT_EQ(why(false), "address-stopped");
}

}  // namespace
}  // namespace tanbo::mail::outbound
