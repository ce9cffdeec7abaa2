#include "server/bots/accounts.hpp"

#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/json/handles.hpp"
#include "server/account/access/scope.hpp"
#include "server/base/secrets.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/players.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::bots {
namespace {

using account::Scope;

constexpr base::Instant now{std::chrono::hours(1'000)};

class BotAccountsTest : public testing::Test {
protected:
    BotAccountsTest() {
        store::DatabaseOptions options;
        options.path = folder.path() / "tanbo.db";
        database = std::make_unique<store::Database>(options);
        writer = std::make_unique<store::GroupCommit>(*database);
    }
    ~BotAccountsTest() override { writer->stop(); }

    std::string renew(Node node = std::nullopt) {
        std::string lines;
        writer->write([&](store::Transaction& transaction) {
            create_accounts(transaction, now);
            lines = renew_tokens(transaction, node, now);
        });
        return lines;
    }

    // The text between quotes behind the key.
    static std::string text_of(const std::string& line, const std::string& key) {
        const std::string mark = "\"" + key + "\":\"";
        const std::size_t begin = line.find(mark) + mark.size();
        return line.substr(begin, line.find('"', begin) - begin);
    }

    // Of each account.
    static std::vector<std::string> texts(const std::string& lines, const std::string& key) {
        std::vector<std::string> found;
        std::istringstream in(lines);
        for (std::string line; std::getline(in, line) && !line.empty();) {
            found.push_back(text_of(line, key));
        }
        return found;
    }
    static std::vector<std::string> tokens(const std::string& lines) {
        return texts(lines, "token");
    }

    std::optional<store::TokenOwner> owner(const std::string& token) {
        std::optional<store::TokenOwner> found;
        writer->write([&](store::Transaction& transaction) {
            found = store::find_token(transaction, base::sha256(token), now);
        });
        return found;
    }

    test::TemporaryFolder folder;
    std::unique_ptr<store::Database> database;
    std::unique_ptr<store::GroupCommit> writer;
};

TEST_F(BotAccountsTest, AreOneALevelAndStayTheSame) {
    std::vector<store::AccountId> first;
    std::vector<store::AccountId> second;
    for (auto* const ids : {&first, &second}) {
        renew();
        writer->write([ids](store::Transaction& transaction) {
            for (int level = 1; level <= protocol::bot_levels; ++level) {
                const auto found = store::find_account(transaction, protocol::bot_handle(level));
                ASSERT_TRUE(found);
                EXPECT_EQ(found->kind, store::AccountKind::bot);
                ids->push_back(found->id);
            }
        });
    }

    EXPECT_EQ(std::set(first.begin(), first.end()).size(), 10U);
    EXPECT_EQ(first, second);
}

TEST_F(BotAccountsTest, HaveSecretsOfTheirOwnThatStayTheSameOnEveryNode) {
    const auto first = texts(renew(), "secret");
    const auto of_a_node = texts(renew(2), "secret");

    EXPECT_EQ(first.size(), 10U);
    EXPECT_EQ(std::set(first.begin(), first.end()).size(), 10U);
    EXPECT_EQ(first.front().size(), 64U);
    EXPECT_EQ(of_a_node, first);
}

TEST_F(BotAccountsTest, HaveTokensThatAreGoodForPlayingAloneAndEndWithTheNext) {
    const auto former = tokens(renew());
    const auto lines = renew();
    const auto present = tokens(lines);

    ASSERT_EQ(present.size(), 10U);
    EXPECT_TRUE(lines.ends_with("}\n\n"));
    EXPECT_EQ(text_of(lines, "handle"), "bot:1");
    for (std::size_t i = 0; i < present.size(); ++i) {
        EXPECT_FALSE(owner(former[i]));
        const auto found = owner(present[i]);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->account.handle, protocol::bot_handle(static_cast<int>(i) + 1));
        const account::Scopes scopes(found->scopes);
        EXPECT_TRUE(scopes.has(Scope::game_play));
        EXPECT_TRUE(scopes.has(Scope::search));
        for (const Scope other : {Scope::challenge_write, Scope::account_write, Scope::admin}) {
            EXPECT_FALSE(scopes.has(other));
        }
    }
}

TEST_F(BotAccountsTest, HaveNoTokensIfTheyAreOff) {
    const auto former = tokens(renew());

    writer->write([](store::Transaction& transaction) { revoke_tokens(transaction, {}); });

    for (const std::string& token : former) EXPECT_FALSE(owner(token));
}

TEST_F(BotAccountsTest, HaveTokensOfEachNodeThatEndWithTheNextOfThatNode) {
    const auto of_first = tokens(renew(1));
    const auto of_second = tokens(renew(2));
    const auto next_of_second = tokens(renew(2));

    for (const std::string& token : of_first) EXPECT_TRUE(owner(token));
    for (const std::string& token : of_second) EXPECT_FALSE(owner(token));

    writer->write([](store::Transaction& transaction) { revoke_tokens(transaction, 1); });
    for (const std::string& token : of_first) EXPECT_FALSE(owner(token));
    for (const std::string& token : next_of_second) EXPECT_TRUE(owner(token));

    renew();
    for (const std::string& token : next_of_second) EXPECT_FALSE(owner(token));
}

TEST_F(BotAccountsTest, AreNotListedAmongPeople) {
    renew();
    std::size_t all = 1;
    std::size_t by_name = 1;
    writer->write([&](store::Transaction& transaction) {
        all = store::search_players(transaction, "", std::nullopt, 100).players.size();
        by_name = store::search_players(transaction, "bot", std::nullopt, 100).players.size();
    });

    EXPECT_EQ(all, 0U);
    EXPECT_EQ(by_name, 0U);
}

}  // namespace
}  // namespace tanbo::bots
