#include "server/store/tables/messages/mail_limits.hpp"

#include <gtest/gtest.h>

#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

constexpr std::chrono::hours hour{1};

class MailLimitsTest : public StorageTest {
protected:
    MailLimitsTest() {
        open();
        add_players();
    }
    Queued put(const std::string& address, std::string_view kind = "verify-address",
               int at_hour = 1'000, bool is_asked_for = false) {
        const std::string message = "m" + std::to_string(++mails_);
        Queued queued = Queued::repeated;
        commits->write([&](Transaction& transaction) {
            queued = put_mail(transaction, {.message = message,
                                            .kind = kind,
                                            .address = address,
                                            .created_at = Instant(at_hour * hour),
                                            .is_asked_for = is_asked_for});
        });
        return queued;
    }
    void verify(AccountId account, std::string_view address) {
        commits->write([&](Transaction& transaction) {
            verify_address(transaction,
                           *insert_address(transaction, account, address, true, instant_of(1)),
                           instant_of(1));
        });
    }

private:
    int mails_ = 0;
};

TEST_F(MailLimitsTest, WriteThreeAnHourAndEightADayToAnAddressThatHasNotAnswered) {
    for (const int at : {1'000, 1'000, 1'000}) {
        EXPECT_EQ(put("v@example.org", "verify-address", at), Queued::written);
    }
    EXPECT_EQ(put("v@example.org"), Queued::limited);
    for (const int at : {1'001, 1'001, 1'002, 1'003, 1'004}) {
        EXPECT_EQ(put("v@example.org", "verify-address", at), Queued::written) << at;
    }

    EXPECT_EQ(put("v@example.org", "verify-address", 1'010), Queued::limited);
    EXPECT_EQ(put("w@example.org", "verify-address", 1'010), Queued::written);
    EXPECT_EQ(put("v@example.org", "verify-address", 1'024), Queued::written);
}

TEST_F(MailLimitsTest, HoldOverAllPurposesSpellingsAndRestarts) {
    EXPECT_EQ(put("Victim@Example.org", "verify-address"), Queued::written);
    EXPECT_EQ(put("victim+one@example.org", "confirm-watch"), Queued::written);
    close();
    open();
    EXPECT_EQ(put("victim+two@example.ORG", "reply"), Queued::written);

    EXPECT_EQ(put("victim@example.org", "register"), Queued::limited);
}

TEST_F(MailLimitsTest, CountAMailboxOfGmailOnce) {
    EXPECT_EQ(mailbox_key("V.i.c.tim+x@GoogleMail.com"), "victim@gmail.com");
    EXPECT_EQ(mailbox_key("v.ictim@example.org"), "v.ictim@example.org");
    EXPECT_EQ(mailbox_key("nonsense"), "nonsense");
}

TEST_F(MailLimitsTest, LetThoseWhoHaveAnsweredHaveTheirMails) {
    verify(black, "anna@example.org");
    commits->write([&](Transaction& transaction) {
        const GameId game = add_game(transaction, black, white);
        const MailWatch watch = ask_mail_watch(transaction, game, "fan@example.org",
                                               MailWatchMode::each, instant_of(1));
        confirm_mail_watch(transaction, watch.id, instant_of(2));
    });

    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(put("anna@example.org", "notice"), Queued::written);
        EXPECT_EQ(put("fan@example.org", "board"), Queued::written);
        EXPECT_EQ(put("stranger@example.org", "reply", 1'000, true), Queued::written);
    }
}

TEST_F(MailLimitsTest, HoldOfEachKindThatAnybodyCanCauseForThemToo) {
    verify(black, "anna@example.org");
    for (const char* const kind :
         {"verify-address", "address-known", "password-reset", "confirm-watch"}) {
        for (int i = 0; i < 3; ++i) EXPECT_EQ(put("anna@example.org", kind), Queued::written);
        EXPECT_EQ(put("anna@example.org", kind), Queued::limited) << kind;
    }

    EXPECT_EQ(put("anna@example.org", "password-changed"), Queued::written);
}

}  // namespace
}  // namespace tanbo::store
