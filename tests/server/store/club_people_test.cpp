#include <gtest/gtest.h>

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/profiles.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

Digest digest(std::uint8_t first) {
    Digest result{};
    result[0] = first;
    return result;
}

class ClubPeopleTest : public StorageTest {
protected:
    ClubPeopleTest() {
        open();
        add_players();
    }
    Account account(AccountId id) {
        return read([id](Reader& reader) { return find_account(reader, id); }).value();
    }
    AccountId add_guest(const std::string& handle, Instant at) {
        std::optional<AccountId> id;
        write([&](Transaction& transaction) {
            id = create_account(transaction, {.handle = handle,
                                              .handle_key = handle,
                                              .kind = AccountKind::guest,
                                              .password_hash = {},
                                              .created_at = at});
        });
        return id.value();
    }
    AddressId add_address(AccountId of, std::string_view text, bool is_primary = false) {
        std::optional<AddressId> id;
        write([&](Transaction& transaction) {
            id = insert_address(transaction, of, text, is_primary, instant_of(5));
        });
        return id.value();
    }
};

TEST_F(ClubPeopleTest, KeepsRoleAndSuspension) {
    write([this](Transaction& transaction) {
        EXPECT_TRUE(set_role(transaction, black, Role::moderator));
        EXPECT_TRUE(set_suspended(transaction, black, instant_of(100)));
        EXPECT_FALSE(set_role(transaction, AccountId{999}, Role::admin));
    });

    EXPECT_EQ(account(black).role, Role::moderator);
    EXPECT_TRUE(account(black).is_suspended(instant_of(99)));
    EXPECT_FALSE(account(black).is_suspended(instant_of(100)));
    EXPECT_EQ(account(white).role, Role::player);
    EXPECT_FALSE(account(white).is_suspended(instant_of(0)));
}

TEST_F(ClubPeopleTest, SuspendsABotWhileItsOwnerIs) {
    const NewAccount row{.handle = "rob",
                         .handle_key = "rob",
                         .kind = AccountKind::bot,
                         .password_hash = {},
                         .owner = black};
    std::optional<AccountId> bot;
    write([&](Transaction& transaction) {
        bot = create_account(transaction, row);
        insert_token(transaction, {.hash = digest(1), .account = *bot, .expires_at = {}});
        set_suspended(transaction, *bot, instant_of(100));
        set_suspended(transaction, black, instant_of(200));
    });

    EXPECT_EQ(account(*bot).suspended_until, instant_of(200));
    EXPECT_EQ(account(black).suspended_until, instant_of(200));
    EXPECT_EQ(account(white).suspended_until, std::nullopt);
    const auto by_key = read([](Reader& reader) { return find_account(reader, "rob"); });
    EXPECT_EQ(by_key.value().suspended_until, instant_of(200));
    const auto by_token =
        read([](Reader& reader) { return find_token(reader, digest(1), instant_of(0)); });
    EXPECT_EQ(by_token.value().account.suspended_until, instant_of(200));

    write([this](Transaction& transaction) { set_suspended(transaction, black, std::nullopt); });
    EXPECT_EQ(account(*bot).suspended_until, instant_of(100));
    EXPECT_EQ(account(black).suspended_until, std::nullopt);
}

TEST_F(ClubPeopleTest, MakesAGuestAMemberOnceAndUnderAFreeHandle) {
    const AccountId guest = add_guest("guest-a", instant_of(1));

    write([&](Transaction& transaction) {
        EXPECT_FALSE(upgrade_guest(transaction, guest, "BLACK", "black", "hash"));
        EXPECT_TRUE(upgrade_guest(transaction, guest, "Ada", "ada", "hash"));
        EXPECT_FALSE(upgrade_guest(transaction, guest, "Bob", "bob", "hash"));
    });

    EXPECT_EQ(account(guest).handle, "Ada");
    EXPECT_EQ(account(guest).kind, AccountKind::member);
    EXPECT_EQ(account(guest).password_hash, "hash");
}

TEST_F(ClubPeopleTest, GivesNoHandleThatSomebodyHadOrThatLooksLikeOne) {
    const AccountId guest = add_guest("guest-x", instant_of(1));
    const auto create = [](Transaction& transaction, std::string_view handle,
                           std::string_view key) {
        NewAccount account;
        account.handle = handle;
        account.handle_key = key;
        return create_account(transaction, account);
    };

    write([&](Transaction& transaction) {
        EXPECT_TRUE(create(transaction, "Olli", "olli"));
        EXPECT_FALSE(create(transaction, "0lii", "0lii"));
        EXPECT_FALSE(upgrade_guest(transaction, guest, "OL1I", "ol1i", "hash"));
        EXPECT_TRUE(erase_account(transaction, black, "deleted-1", instant_of(9)));
        EXPECT_FALSE(is_handle_free(transaction, "black"));
        EXPECT_FALSE(create(transaction, "BIack", "biack"));
        EXPECT_FALSE(upgrade_guest(transaction, guest, "black", "black", "hash"));
        // A refused renaming takes no other handle away.
        EXPECT_TRUE(is_handle_free(transaction, "olla"));
        EXPECT_TRUE(upgrade_guest(transaction, guest, "olla", "olla", "hash"));
        EXPECT_FALSE(is_handle_free(transaction, "OLLA"));
        // The name that a guest had is gone, too.
        EXPECT_FALSE(create(transaction, "guest-x", "guest-x"));
    });
}

TEST_F(ClubPeopleTest, ErasesAnAccountOnceAndUnderAFreeHandle) {
    write([this](Transaction& transaction) {
        set_profile(transaction, black,
                    {"Europe/Berlin", "de", "hello", SleepMinutes{1, 2}, instant_of(3)});
        EXPECT_FALSE(erase_account(transaction, black, "white", instant_of(9)));
        EXPECT_TRUE(erase_account(transaction, black, "deleted-1", instant_of(9)));
        EXPECT_FALSE(erase_account(transaction, black, "deleted-2", instant_of(10)));
    });

    EXPECT_EQ(account(black).handle, "deleted-1");
    EXPECT_EQ(account(black).deleted_at, instant_of(9));
    EXPECT_FALSE(account(black).password_hash);
    const auto profile = read([this](Reader& reader) { return find_profile(reader, black); });
    EXPECT_EQ(profile.value().about, "");
    EXPECT_EQ(profile.value().time_zone, "UTC");
    EXPECT_FALSE(profile.value().sleep);
}

TEST_F(ClubPeopleTest, WalksTheUnusedGuestsWithoutMeetingOneTwice) {
    const AccountId first = add_guest("guest-a", instant_of(10));
    const AccountId second = add_guest("guest-b", instant_of(10));
    add_guest("guest-c", instant_of(20));
    write([&](Transaction& transaction) {
        add_game(transaction, second, white);
        set_seen(transaction, second, instant_of(5));
    });

    const auto one = read(
        [](Reader& reader) { return unused_guests(reader, instant_of(20), UnusedGuest{}, 1); });
    const auto two =
        read([&](Reader& reader) { return unused_guests(reader, instant_of(20), one[0], 5); });

    ASSERT_EQ(one.size(), 1U);
    ASSERT_EQ(two.size(), 1U);
    EXPECT_EQ(one[0].id, first);
    EXPECT_FALSE(one[0].has_games);
    EXPECT_EQ(two[0].id, second);
    EXPECT_TRUE(two[0].has_games);
}

TEST_F(ClubPeopleTest, ListsTokensNewestFirstWithWhatTheyAreGoodFor) {
    write([this](Transaction& transaction) {
        for (std::uint8_t i = 1; i <= 3; ++i) {
            insert_token(transaction, {.hash = digest(i),
                                       .account = black,
                                       .label = "phone",
                                       .last4 = "wxyz",
                                       .created_at = instant_of(i),
                                       .expires_at = i == 3 ? std::optional<Instant>(instant_of(4))
                                                            : std::nullopt,
                                       .kind = TokenKind::session,
                                       .scopes = 9,
                                       .used_from = "192.0.2.0/24"});
        }
        touch_token(transaction, digest(2), instant_of(70), "198.51.100.0/24");
    });

    const auto rows =
        read([this](Reader& reader) { return tokens_of(reader, black, instant_of(4), 10); });

    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].hash, digest(2));
    EXPECT_EQ(rows[0].used_at, instant_of(70));
    EXPECT_EQ(rows[0].used_from, "198.51.100.0/24");
    EXPECT_EQ(rows[1].hash, digest(1));
    EXPECT_EQ(rows[1].used_at, instant_of(1));
    EXPECT_EQ(rows[1].kind, TokenKind::session);
    EXPECT_EQ(rows[1].scopes, 9U);
}

TEST_F(ClubPeopleTest, RevokesAllTokensButOneOrAllButTheNewest) {
    write([this](Transaction& transaction) {
        for (std::uint8_t i = 1; i <= 4; ++i) {
            insert_token(transaction, {.hash = digest(i),
                                       .account = black,
                                       .created_at = instant_of(i),
                                       .expires_at = {}});
        }
        insert_token(transaction, {.hash = digest(9), .account = white, .expires_at = {}});

        EXPECT_EQ(delete_oldest_tokens(transaction, black, 3), (std::vector<Digest>{digest(1)}));
        EXPECT_EQ(delete_tokens_of(transaction, black, digest(3)),
                  (std::vector<Digest>{digest(2), digest(4)}));
        EXPECT_EQ(tokens_of(transaction, black, instant_of(0), 10).size(), 1U);
        EXPECT_EQ(tokens_of(transaction, white, instant_of(0), 10).size(), 1U);
    });
}

TEST_F(ClubPeopleTest, LetsManyClaimAnAddressAndOneVerifyIt) {
    const AddressId mine = add_address(black, "Ada@Example.org", true);
    const AddressId yours = add_address(white, "ada@example.ORG", true);

    write([&](Transaction& transaction) {
        EXPECT_FALSE(insert_address(transaction, black, "ADA@example.org", false, instant_of(6)));
        EXPECT_FALSE(mail_address(transaction, black));
        EXPECT_TRUE(verify_address(transaction, mine, instant_of(7)));
        EXPECT_FALSE(verify_address(transaction, yours, instant_of(8)));
        EXPECT_EQ(mail_address(transaction, black).value().text, "Ada@Example.org");
        EXPECT_EQ(find_verified(transaction, "ada@example.org").value().account, black);
        EXPECT_FALSE(mail_address(transaction, white));
    });
}

TEST_F(ClubPeopleTest, HasOnePrimaryAddress) {
    const AddressId first = add_address(black, "a@example.org", true);
    const AddressId second = add_address(black, "b@example.org");

    write([&](Transaction& transaction) {
        make_primary(transaction, black, second);
        const auto all = addresses_of(transaction, black, 10);
        EXPECT_FALSE(all[0].is_primary);
        EXPECT_TRUE(all[1].is_primary);
        EXPECT_FALSE(delete_address(transaction, white, first));
        EXPECT_TRUE(delete_address(transaction, black, first));
        EXPECT_FALSE(find_address(transaction, black, first));
    });
}

TEST_F(ClubPeopleTest, MailsThatWaitFollowTheReaderToAnotherAddress) {
    const AddressId first = add_address(black, "a@example.org", true);
    const AddressId second = add_address(black, "b@example.org");
    const auto put = [&](Transaction& transaction, std::string_view message, std::string_view kind,
                         AccountId account) {
        put_mail(transaction, {.message = message,
                               .kind = kind,
                               .account = account,
                               .address = "a@example.org",
                               .created_at = instant_of(5),
                               .is_asked_for = true});
    };
    write([&](Transaction& transaction) {
        put(transaction, "n.1.1", "notice", black);
        put(transaction, "n.1.2", "notice", black);
        put(transaction, "d.1.x", "digest", black);
        put(transaction, "a-1", "verify-address", black);
        put(transaction, "n.2.1", "notice", white);
        mark_mail_sent(transaction, find_mail(transaction, "n.1.1")->id, instant_of(6));
    });

    write([&](Transaction& transaction) {
        make_primary(transaction, black, second);
        delete_address(transaction, black, first);
    });

    const auto address = [&](std::string_view message) {
        return read([&](Reader& reader) { return find_mail(reader, message)->address; });
    };
    EXPECT_EQ(address("n.1.2"), "b@example.org");
    EXPECT_EQ(address("d.1.x"), "b@example.org");
    EXPECT_EQ(address("n.1.1"), "a@example.org") << "it went there";
    EXPECT_EQ(address("a-1"), "a@example.org") << "it is about that address";
    EXPECT_EQ(address("n.2.1"), "a@example.org") << "it is another's";
}

TEST_F(ClubPeopleTest, ForgetsLinksThatExpireOrWhoseAddressGoes) {
    const AddressId address = add_address(black, "a@example.org", true);
    const Link link{LinkPurpose::verify, black, address, instant_of(100)};

    write([&](Transaction& transaction) {
        insert_link(transaction, digest(1), link, instant_of(50));
        insert_link(transaction, digest(2), {LinkPurpose::reset, black, {}, instant_of(60)},
                    instant_of(51));
        EXPECT_EQ(find_link(transaction, digest(1), instant_of(99)).value().address, address);
        EXPECT_FALSE(find_link(transaction, digest(1), instant_of(100)));
        EXPECT_EQ(prune_links(transaction, instant_of(60), 10), 1);
        delete_address(transaction, black, address);
        EXPECT_FALSE(find_link(transaction, digest(1), instant_of(99)));
    });
}

TEST_F(ClubPeopleTest, KeepsVacationsInTheirOrder) {
    write([this](Transaction& transaction) {
        put_vacation(transaction, black,
                     {"2026-07-10", "2026-07-12", instant_of(10), instant_of(13), instant_of(1)});
        put_vacation(transaction, black,
                     {"2026-07-01", "2026-07-02", instant_of(1), instant_of(3), instant_of(1)});
        put_vacation(transaction, black,
                     {"2026-07-01", "2026-07-03", instant_of(1), instant_of(4), instant_of(2)});
        const auto all = vacations_of(transaction, black, instant_of(3));
        ASSERT_EQ(all.size(), 2U);
        EXPECT_EQ(all[0].until_day, "2026-07-03");
        EXPECT_EQ(all[1].from_day, "2026-07-10");
        EXPECT_EQ(vacations_of(transaction, black, instant_of(4)).size(), 1U);
        prune_vacations(transaction, black, instant_of(5));
        EXPECT_FALSE(delete_vacation(transaction, black, "2026-07-01"));
        EXPECT_TRUE(delete_vacation(transaction, black, "2026-07-10"));
    });
}

TEST_F(ClubPeopleTest, WritesAMailOnceAndForgetsWhoItWasTo) {
    const NewMail mail{.message = "m1",
                       .kind = "verify-address",
                       .account = black,
                       .address = "a@example.org",
                       .game = {},
                       .data = "{\"link\":\"x\"}",
                       .created_at = instant_of(5)};

    write([&](Transaction& transaction) {
        EXPECT_EQ(put_mail(transaction, mail), Queued::written);
        EXPECT_EQ(put_mail(transaction, mail), Queued::repeated);
    });

    const auto due = read([](Reader& reader) { return due_mails(reader, instant_of(5), 10); });
    ASSERT_EQ(due.size(), 1U);
    EXPECT_EQ(due[0].address, "a@example.org");
    EXPECT_EQ(due[0].due_at, instant_of(5));
    EXPECT_EQ(read([&](Reader& reader) { return find_mail(reader, due[0].id); })->attempts, 0);
    EXPECT_TRUE(read([](Reader& reader) { return due_mails(reader, instant_of(4), 10); }).empty());
    write([this](Transaction& transaction) { erase_mails_of(transaction, black, 10); });
    EXPECT_TRUE(read([](Reader& reader) { return mails(reader, {}, 10); }).empty());
}

}  // namespace
}  // namespace tanbo::store
