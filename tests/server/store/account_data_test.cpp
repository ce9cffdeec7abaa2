#include "server/store/tables/accounts/account_data.hpp"

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "server/store/sql.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/catalogue.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/games/notes.hpp"
#include "server/store/tables/messages/chat.hpp"
#include "server/store/tables/messages/chat_reports.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

using Columns = std::set<std::string>;  // "table.column"

// The tables that the statements prepared meanwhile touch, as SQLite's compiler says it.
class Witnessed {
public:
    explicit Witnessed(SqliteConnection& connection) : connection_(connection) {
        sqlite3_set_authorizer(connection_.handle(), note, this);
    }
    ~Witnessed() { sqlite3_set_authorizer(connection_.handle(), nullptr, nullptr); }
    Witnessed(const Witnessed&) = delete;
    Witnessed& operator=(const Witnessed&) = delete;

    Columns read;
    std::set<std::string, std::less<>> changed;  // tables

private:
    static int note(void* self, int action, const char* table, const char* column, const char*,
                    const char* trigger) {
        auto& here = *static_cast<Witnessed*>(self);
        if (trigger != nullptr) return SQLITE_OK;
        if (action == SQLITE_READ) here.read.insert(std::string(table) + "." + column);
        if (action == SQLITE_UPDATE || action == SQLITE_DELETE) here.changed.insert(table);
        return SQLITE_OK;
    }

    SqliteConnection& connection_;
};

class AccountDataTest : public StorageTest {
protected:
    AccountDataTest() {
        open();
        add_players();
        // These are deleted one by one: there must be one.
        commits->write([this](Transaction& transaction) {
            insert_token(transaction, {.account = black, .created_at = instant_of(1)});
            add_webhook(transaction, black, "https://black.example.org");
            insert_message(transaction,
                           {.game = game, .author = black, .text = "hello", .created_at = {}});
            put_mail(transaction, {.message = "m1", .kind = "turn", .account = black});
            create_challenge(transaction, {.creator = black,
                                           .setup = "9x9",
                                           .terms = "{}",
                                           .state = ChallengeState::declined,
                                           .declined_by = black,
                                           .closed_at = instant_of(1)});
        });
    }

    // The tables that `work` touches when it is prepared for the first time.
    void observer(const std::function<void(Transaction&)>& work,
                  const std::function<void(const Witnessed&)>& then) {
        commits->write([&](Transaction& transaction) {
            const Witnessed witnessed(sqlite_writer(*database));
            work(transaction);
            then(witnessed);
        });
    }

    static void add_webhook(Transaction& transaction, AccountId account, std::string_view url) {
        Webhook webhook;
        webhook.account = account;
        webhook.url = url;
        webhook.created_at = instant_of(1);
        insert_webhook(transaction, webhook);
    }

    static void erase_all(Transaction& transaction, AccountId account) {
        Erasure erasure{.account = account};
        EXPECT_LT(erase_some(transaction, erasure, 100), 100);
        erase_data(transaction, account);
    }
    static void erase(Transaction& transaction, AccountId account) {
        delete_tokens_of(transaction, account, std::nullopt);
        erase_all(transaction, account);
        erase_account(transaction, account, "deleted-1", instant_of(9));
    }
};

TEST_F(AccountDataTest, ExportsTheColumnsOfTheCatalogue) {
    Columns missing;
    observer([this](Transaction& transaction) { export_data(transaction, black); },
             [&](const Witnessed& witnessed) {
                 for (const CatalogueRow& row : catalogue()) {
                     if (row.account.empty() || row.exported_as.empty()) continue;
                     const std::string column =
                         std::string(row.table) + "." + std::string(row.account);
                     if (!witnessed.read.contains(column)) missing.insert(column);
                 }
             });

    EXPECT_EQ(missing, Columns());
}

TEST_F(AccountDataTest, ErasesFromEveryTableButThoseThatKeepAllTheirRows) {
    std::set<std::string_view> unchanged;
    std::set<std::string_view> expected;
    observer([this](Transaction& transaction) { erase(transaction, black); },
             [&](const Witnessed& witnessed) {
                 for (const CatalogueRow& row : catalogue()) {
                     if (row.account.empty()) continue;
                     if (!witnessed.changed.contains(row.table)) unchanged.insert(row.table);
                     if (!row.not_erased.empty()) expected.insert(row.table);
                 }
             });
    for (const CatalogueRow& row : catalogue()) {
        if (!row.account.empty() && row.not_erased.empty()) expected.erase(row.table);
    }

    EXPECT_EQ(unchanged, expected);
}

// Words stay in others' sight until all are looked at, some at a time and none twice.
TEST_F(AccountDataTest, ErasesWordsAFewAtATime) {
    commits->write([this](Transaction& transaction) {
        for (int i = 0; i < 5; ++i) {
            const auto message = insert_message(
                transaction, {.game = game, .author = black, .text = "hello", .created_at = {}});
            find_or_insert_report(transaction, {*message, white, "rude", "hello", {}});
            set_note(transaction, i == 0 ? black : white, {game, "mine", {}});
        }
        insert_message(transaction,
                       {.game = game, .author = white, .text = "hello", .created_at = {}});
    });
    Erasure erasure{.account = black};
    std::vector<int> each;

    for (int i = 0; i < 4; ++i) {
        commits->write(
            [&](Transaction& transaction) { each.push_back(erase_some(transaction, erasure, 3)); });
    }

    EXPECT_EQ(each, (std::vector{3, 3, 3, 1}))
        << "a mail, a note, a game, six messages, a challenge";
    const auto page = database->read([this](Reader& reader) {
        return list_messages(reader, {.game = game, .before = {}, .limit = 50});
    });
    int said = 0;
    for (const ChatMessage& message : page.messages) said += message.text ? 1 : 0;
    EXPECT_EQ(said, 1);
    const auto reports = database->read(
        [](Reader& reader) { return list_reports(reader, protocol::ReportState::open, {}, 10); });
    ASSERT_EQ(reports.reports.size(), 5U);
    for (const auto& report : reports.reports) EXPECT_EQ(report.text, "");
}

TEST_F(AccountDataTest, ErasesTheBytesToo) {
    commits->write([this](Transaction& transaction) {
        add_webhook(transaction, white, "https://white.example.org");
    });
    close();
    open();

    commits->write([this](Transaction& transaction) { erase(transaction, black); });
    close();

    const std::string file = bytes_of(folder.path() / "tanbo.db");
    EXPECT_NE(file.find("https://white.example.org"), std::string::npos);
    EXPECT_EQ(file.find("https://black.example.org"), std::string::npos);
}

TEST_F(AccountDataTest, ReadsAndErasesAlongIndexes) {
    std::set<std::string> before;
    std::set<std::string> after;
    commits->write([&](Transaction& transaction) {
        before = statements_of(sqlite_writer(*database));
        export_data(transaction, black);
        erase_all(transaction, black);
        after = statements_of(sqlite_writer(*database));
    });

    SqliteConnection& connection = stopped_writer();
    int looked_at = 0;
    for (const std::string& sql : after) {
        if (before.contains(sql) || sql.starts_with("SAVEPOINT")) continue;
        ++looked_at;
        const std::string plan = query_plan(connection, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
    EXPECT_GT(looked_at, 40);
}

TEST_F(AccountDataTest, ReadsNoSecret) {
    observer([this](Transaction& transaction) { export_data(transaction, black); },
             [](const Witnessed& witnessed) {
                 EXPECT_TRUE(witnessed.read.contains("tokens.last4"));
                 for (const std::string secret :
                      {"accounts.password_hash", "tokens.hash", "links.hash", "secrets.value",
                       "push_subscriptions.auth", "push_subscriptions.p256dh"}) {
                     EXPECT_FALSE(witnessed.read.contains(secret)) << secret;
                 }
             });
}

}  // namespace
}  // namespace tanbo::store
