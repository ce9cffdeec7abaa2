#include "server/mail/outbound/bounces.hpp"

#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::mail::outbound {
namespace {

class BouncesTest : public game::GameTest {
protected:
    BouncesTest() {
        writer->write([this](store::Transaction& transaction) {
            address = *store::insert_address(transaction, ann, "anna@example.org", true,
                                             engine::instant_of(1));
            store::verify_address(transaction, address, engine::instant_of(2));
        });
    }
    base::Instant now() const { return engine::instant_of(now_ms); }
    protocol::MailId put(const std::string& to = "anna@example.org") {
        protocol::MailId id{};
        writer->write([&](store::Transaction& transaction) {
            const std::string message = "m." + std::to_string(++mails);
            store::NewMail mail;
            mail.message = message;
            mail.kind = "notice";
            mail.account = ann;
            mail.address = to;
            mail.created_at = now();
            mail.is_asked_for = true;
            store::put_mail(transaction, mail);
            id = store::find_mail(transaction, message)->id;
            store::mark_mail_sent(transaction, id, now());
        });
        return id;
    }
    BounceEffect bounce(protocol::MailId mail, bool is_permanent) {
        BounceEffect effect{};
        writer->write([&](store::Transaction& transaction) {
            effect =
                count_bounce(transaction, {mail, is_permanent, "5.1.1 No\r\nsuch user"}, now());
        });
        return effect;
    }
    store::Address row() {
        return *database->read(
            [this](store::Reader& reader) { return store::find_address(reader, ann, address); });
    }
    bool takes_mail() {
        return database
            ->read([this](store::Reader& reader) { return store::mail_address(reader, ann); })
            .has_value();
    }

    protocol::AccountId ann = anna.account;
    protocol::AddressId address{};
    int mails = 0;
};

TEST_F(BouncesTest, StopsAnAddressAtTheThirdPermanentOne) {
    EXPECT_EQ(bounce(put(), true), BounceEffect::counted);
    EXPECT_EQ(bounce(put(), true), BounceEffect::counted);
    EXPECT_TRUE(takes_mail());

    EXPECT_EQ(bounce(put(), true), BounceEffect::stopped);

    EXPECT_FALSE(takes_mail());
    EXPECT_EQ(row().stopped_at, now());
    EXPECT_EQ(row().bounce_fault, "5.1.1 No??such user");
}

TEST_F(BouncesTest, CountsPassingOnesForAQuarter) {
    for (int i = 0; i < 10; ++i) EXPECT_EQ(bounce(put(), false), BounceEffect::counted);

    EXPECT_EQ(bounce(put(), false), BounceEffect::stopped);
}

TEST_F(BouncesTest, ForgetsByAndBy) {
    EXPECT_EQ(bounce(put(), true), BounceEffect::counted);
    EXPECT_EQ(bounce(put(), true), BounceEffect::counted);
    now_ms += engine::Millis(store::bounce_score_half_life).count();

    EXPECT_EQ(bounce(put(), true), BounceEffect::counted);

    EXPECT_EQ(row().bounce_score, 2'000);
}

TEST_F(BouncesTest, CountsAMailOnceHoweverOftenItComesBack) {
    const auto mail = put();
    EXPECT_EQ(bounce(mail, true), BounceEffect::counted);

    for (int i = 0; i < 100; ++i) EXPECT_EQ(bounce(mail, true), BounceEffect::repeat);

    EXPECT_EQ(row().bounce_score, store::permanent_bounce_score);
}

TEST_F(BouncesTest, SaysNothingOfAnotherAddressOrAMailThatIsGone) {
    EXPECT_EQ(bounce(put("former@example.org"), true), BounceEffect::stale);
    EXPECT_EQ(bounce(protocol::MailId{999}, true), BounceEffect::stale);

    EXPECT_EQ(row().bounce_score, 0);
}

TEST_F(BouncesTest, SaysNothingOfAnAddressThatWasVerifiedSince) {
    const auto mail = put();
    writer->write([this](store::Transaction& transaction) {
        store::delete_address(transaction, ann, address);
        now_ms += 1;
        address = *store::insert_address(transaction, ann, "anna@example.org", true, now());
        store::verify_address(transaction, address, now());
    });

    EXPECT_EQ(bounce(mail, true), BounceEffect::stale);
    EXPECT_EQ(row().bounce_score, 0);
}

TEST_F(BouncesTest, EndsWhatIsWatchedThere) {
    const auto game = start_game();
    const auto watches = [&] {
        return database->read([&](store::Reader& reader) {
            return store::count_mail_watches_of_address(reader, "anna@example.org");
        });
    };
    writer->write([&](store::Transaction& transaction) {
        store::ask_mail_watch(transaction, game, "anna@example.org", store::MailWatchMode::each,
                              engine::instant_of(1));
    });
    bounce(put(), false);
    EXPECT_EQ(watches(), 1);

    bounce(put(), true);

    EXPECT_EQ(watches(), 0);
}

}  // namespace
}  // namespace tanbo::mail::outbound
