#include "server/store/tables/accounts/account_data.hpp"

#include <map>
#include <set>

#include <sqlite3.h>

#include "server/store/sql.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/tokens.hpp"
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

using Columns = std::set<std::string>;                  // "table.column"
using Exceptions = std::map<std::string, std::string>;  // the column, and why it is one

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
    std::set<std::string> changed;  // tables

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

// Every column of every table that names an account.
Columns columns_of_accounts(SqliteConnection& connection) {
    const auto columns = column_of(connection, R"(
SELECT m.name || '.' || f."from" FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
WHERE m.type = 'table' AND f."table" = 'accounts'
UNION SELECT m.name || '.' || c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
WHERE m.type = 'table' AND c.name = 'account' ORDER BY 1)",
                                   0);
    return {columns.begin(), columns.end()};
}

std::string table_of(const std::string& column) {
    return column.substr(0, column.find('.'));
}

const Exceptions not_exported = {
    {"games.creator", "in the log of the game, which everybody who may see it can ask for"},
    {"events.account", "likewise"},
    {"deadlines.account", "follows from the log"},
    {"presence.account", "lasts as long as the connection that it is about"},
    {"encounters.one", "follows from the games, which are exported"},
    {"encounters.other", "likewise"},
    {"head_to_head.one", "likewise"},
    {"head_to_head.other", "likewise"},
    {"chat_reports.resolver", "an act of office"},
    {"audit_log.actor", "an act of office"},
};

const Exceptions not_erased = {
    {"presence.account", "lasts as long as the connection that it is about"},
    {"games.creator", "the game is the others', too; the account is a number without a name"},
    {"game_players.account", "likewise"},
    {"events.account", "likewise, and the log is never changed"},
    {"deadlines.account", "goes when they leave their games, before"},
    {"rated_seats.account", "follows from the logs: would come back when it is derived anew"},
    {"ratings.account", "likewise"},
    {"reliability.account", "likewise"},
    {"encounters.one", "likewise"},
    {"encounters.other", "likewise"},
    {"head_to_head.one", "likewise"},
    {"head_to_head.other", "likewise"},
    {"player_counts.account", "likewise"},
    {"challenge_seats.account", "goes with the challenge, which is withdrawn, and then pruned"},
    {"audit_log.actor", "the log is never changed; what is left of them there is a number"},
    {"audit_log.account", "likewise"},
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

    Columns columns() { return columns_of_accounts(sqlite_writer(*database)); }
};

TEST_F(AccountDataTest, ExportsEveryColumnThatNamesAnAccountOrSaysWhyNot) {
    Columns missing;
    observer([this](Transaction& transaction) { export_data(transaction, black); },
             [&](const Witnessed& witnessed) {
                 for (const std::string& column : columns()) {
                     if (!witnessed.read.contains(column)) missing.insert(column);
                 }
             });

    Columns expected;
    for (const auto& [column, reason] : not_exported) expected.insert(column);
    EXPECT_EQ(missing, expected);
}

TEST_F(AccountDataTest, ErasesEveryColumnThatNamesAnAccountOrSaysWhyNot) {
    Columns missing;
    observer([this](Transaction& transaction) { erase(transaction, black); },
             [&](const Witnessed& witnessed) {
                 for (const std::string& column : columns()) {
                     if (!witnessed.changed.contains(table_of(column))) missing.insert(column);
                 }
             });

    Columns expected;
    for (const auto& [column, reason] : not_erased) expected.insert(column);
    EXPECT_EQ(missing, expected);
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

TEST_F(AccountDataTest, NoticesATableThatWasForgotten) {
    Columns found;
    commits->write([&](Transaction&) {
        sqlite_writer(*database).execute(
            "CREATE TABLE hobbies (fan INTEGER REFERENCES accounts (id), name TEXT) STRICT");
        found = columns();
    });

    EXPECT_TRUE(found.contains("hobbies.fan"));
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
