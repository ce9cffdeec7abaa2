#include "server/mail/outbound/bounces.hpp"

#include "server/storage/addresses.hpp"
#include "server/storage/mail_watches.hpp"
#include "server/storage/outbox.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::mail::outbound {
namespace {

class BouncesTest : public game::GameTest {
protected:
    BouncesTest() {
        writer->write([this](storage::Transaction& transaction) {
            address = *storage::insert_address(transaction, ann, "anna@example.org", true,
                                               engine::instant_of(1));
            storage::verify_address(transaction, address, engine::instant_of(2));
        });
    }
    base::Instant now() const { return engine::instant_of(now_ms); }
    storage::MailId put(const std::string& to = "anna@example.org") {
        storage::MailId id{};
        writer->write([&](storage::Transaction& transaction) {
            const std::string message = "m." + std::to_string(++mails);
            storage::NewMail mail;
            mail.message = message;
            mail.kind = "notice";
            mail.account = ann;
            mail.address = to;
            mail.created_at = now();
            mail.is_asked_for = true;
            storage::put_mail(transaction, mail);
            id = storage::find_mail(transaction, message)->id;
            storage::mark_mail_sent(transaction, id, now());
        });
        return id;
    }
    BounceEffect bounce(storage::MailId mail, bool is_permanent) {
        BounceEffect effect{};
        writer->write([&](storage::Transaction& transaction) {
            effect = count_bounce(
                transaction,
                {static_cast<std::int64_t>(mail), is_permanent, "5.1.1 No\r\nsuch user"}, now());
        });
        return effect;
    }
    storage::Address row() {
        return *database->read([this](storage::Reader& reader) {
            return storage::find_address(reader, ann, address);
        });
    }
    bool takes_mail() {
        return database
            ->read([this](storage::Reader& reader) { return storage::mail_address(reader, ann); })
            .has_value();
    }

    storage::AccountId ann = static_cast<storage::AccountId>(anna.account);
    storage::AddressId address{};
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
    now_ms += engine::Millis(storage::bounce_score_half_life).count();

    EXPECT_EQ(bounce(put(), true), BounceEffect::counted);

    EXPECT_EQ(row().bounce_score, 2'000);
}

TEST_F(BouncesTest, CountsAMailOnceHoweverOftenItComesBack) {
    const auto mail = put();
    EXPECT_EQ(bounce(mail, true), BounceEffect::counted);

    for (int i = 0; i < 100; ++i) EXPECT_EQ(bounce(mail, true), BounceEffect::repeat);

    EXPECT_EQ(row().bounce_score, storage::permanent_bounce_score);
}

TEST_F(BouncesTest, SaysNothingOfAnotherAddressOrAMailThatIsGone) {
    EXPECT_EQ(bounce(put("former@example.org"), true), BounceEffect::stale);
    EXPECT_EQ(bounce(storage::MailId{999}, true), BounceEffect::stale);

    EXPECT_EQ(row().bounce_score, 0);
}

TEST_F(BouncesTest, SaysNothingOfAnAddressThatWasVerifiedSince) {
    const auto mail = put();
    writer->write([this](storage::Transaction& transaction) {
        storage::delete_address(transaction, ann, address);
        now_ms += 1;
        address = *storage::insert_address(transaction, ann, "anna@example.org", true, now());
        storage::verify_address(transaction, address, now());
    });

    EXPECT_EQ(bounce(mail, true), BounceEffect::stale);
    EXPECT_EQ(row().bounce_score, 0);
}

TEST_F(BouncesTest, EndsWhatIsWatchedThere) {
    const auto game = static_cast<storage::GameId>(start_game());
    const auto watches = [&] {
        return database->read([&](storage::Reader& reader) {
            return storage::count_mail_watches_of_address(reader, "anna@example.org");
        });
    };
    writer->write([&](storage::Transaction& transaction) {
        storage::ask_mail_watch(transaction, game, "anna@example.org", storage::MailWatchMode::each,
                                engine::instant_of(1));
    });
    bounce(put(), false);
    EXPECT_EQ(watches(), 1);

    bounce(put(), true);

    EXPECT_EQ(watches(), 0);
}

}  // namespace
}  // namespace tanbo::mail::outbound
