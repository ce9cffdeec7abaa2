// Tests that need no server: texts of statements and addresses, and what PostgreSQL's codes mean.

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "server/store/postgres/address.hpp"
#include "server/store/postgres/error.hpp"
#include "server/store/postgres/requirements.hpp"
#include "server/store/postgres/sql_text.hpp"
#include "server/store/sql.hpp"

namespace tanbo::store {
namespace {

struct Text {
    const char* sql;
    const char* postgres;
    int parameters;
};

TEST(PostgresText, HasItsOwnParametersAndNoHints) {
    for (const Text& text : {
             Text{"SELECT 1", "SELECT 1", 0},
             Text{"SELECT a FROM b WHERE c = ?1 AND d = ?12",
                  "SELECT a FROM b WHERE c = $1 AND d = $12", 12},
             Text{"SELECT a FROM b {INDEXED BY c} WHERE d = ?1", "SELECT a FROM b  WHERE d = $1",
                  1},
             Text{"SELECT '{?1}', \"?2\", ?1", "SELECT '{?1}', \"?2\", $1", 1},
             Text{"SELECT 'it''s ?1', ?2, ?1", "SELECT 'it''s ?1', $2, $1", 2},
         }) {
        EXPECT_EQ(postgres_text(text.sql), text.postgres);
        EXPECT_EQ(parameter_count(text.sql), text.parameters) << text.sql;
    }
}

TEST(PostgresText, HasNothingOfSqliteForAnyStatement) {
    for (const Sql* const sql : Sql::all()) {
        const std::string text = postgres_text(sql->text());
        EXPECT_EQ(text.find("INDEXED BY"), std::string::npos) << text;
        EXPECT_EQ(text.find('?'), std::string::npos) << text;
    }
    EXPECT_GT(Sql::all().size(), 300U);
}

TEST(PostgresText, NamesTheTableOfAnInsert) {
    EXPECT_EQ(inserted_table("INSERT INTO games (id) VALUES (?1)"), "games");
    EXPECT_EQ(inserted_table("\nINSERT INTO links\nSELECT 1"), "links");
    EXPECT_EQ(inserted_table("UPDATE games SET seq = 1"), "");
    EXPECT_EQ(inserted_table("SELECT 'INSERT INTO games'"), "");
}

TEST(PostgresErrors, MeanWhatTheWriterDoesAboutThem) {
    const struct {
        const char* state;
        Fault fault;
    } rows[] = {
        {"23505", Fault::stale},       {"23503", Fault::constraint},  {"22021", Fault::constraint},
        {"40001", Fault::stale},       {"40P01", Fault::stale},       {"55P03", Fault::stale},
        {"53100", Fault::full},        {"57014", Fault::busy},        {"57P01", Fault::unreachable},
        {"08006", Fault::unreachable}, {"25006", Fault::unreachable}, {"25P03", Fault::unreachable},
        {"", Fault::unreachable},      {"XX001", Fault::unreachable}, {"42601", Fault::misuse},
        {"22012", Fault::fenced},
    };
    for (const auto& row : rows) EXPECT_EQ(fault_of_state(row.state), row.fault) << row.state;
}

TEST(PostgresErrors, AreToldInOneLine) {
    EXPECT_EQ(one_line("a failed: No such file\n\tIs it running?\n"), "a failed: No such file");
    EXPECT_EQ(one_line("a failed: FATAL:  no\nb failed\n"), "a failed: FATAL: no; b failed");
    EXPECT_EQ(as_sentence("It is away"), "It is away.");
    EXPECT_EQ(as_sentence("Is it running?"), "Is it running?");
}

TEST(PostgresAddresses, AreToldFromFiles) {
    EXPECT_EQ(postgres_part("tanbo.db"), std::nullopt);
    EXPECT_EQ(postgres_part("postgres:dbname=tanbo"), "dbname=tanbo");
    EXPECT_EQ(postgres_part("postgresql://host/tanbo"), "//host/tanbo");
}

TEST(PostgresAddresses, AreRefusedInWords) {
    EXPECT_EQ(postgres_address_fault("host=a,b dbname=tanbo"), std::nullopt);
    EXPECT_EQ(postgres_address_fault("//host/tanbo"), std::nullopt);
    for (const char* const bad :
         {"host=a", "dbname=tanbo password=geheim", "//u:geheim@host/tanbo",
          "dbname=tanbo sslpassword=geheim", "dbname=tanbo colour=red", "dbname",
          // libpq would take the name of the database for another address.
          "dbname='postgresql://u:geheim@h/d'", "dbname='host=h password=geheim'",
          "//host/postgresql%3A%2F%2Fu%3Ageheim%40h%2Fd", "host=h dbname=postgres://geheim@h/d",
          // libpq repeats parts that it can't read.
          "//u:geheim@[::1/tanbo", "dbname=tanbo password=very geheim", "//u:ge%heim@host/tanbo",
          "dbname=tanbo password='geheim"}) {
        const auto fault = postgres_address_fault(bad);
        ASSERT_TRUE(fault) << bad;
        EXPECT_EQ(fault->find("heim"), std::string::npos) << *fault;
    }
}

TEST(PostgresAddresses, FindThePrimaryAndNoticeALostConnection) {
    const PostgresAddress address =
        parse_postgres_address("host=a,b dbname=tanbo connect_timeout=9 target_session_attrs=any");
    const auto last = [&address](std::string_view key) {
        std::string value;
        for (const auto& word : address.words) {
            if (word.first == key) value = word.second;
        }
        return value;
    };

    EXPECT_EQ(last("target_session_attrs"), "read-write") << "always";
    EXPECT_EQ(last("connect_timeout"), "9") << "the operator may say otherwise";
    EXPECT_EQ(last("tcp_user_timeout"), "2500");
    EXPECT_EQ(last("host"), "a,b");
}

std::string host_in(const PostgresHosts::Words& words, std::string_view key = "host") {
    const auto found = std::ranges::find(words, key, &PostgresHosts::Words::value_type::first);
    return found == words.end() ? "" : found->second;
}

TEST(PostgresHosts, AreAskedFirstIfTheyTookWritesAndLastIfTheyWereLost) {
    const PostgresHosts::Words words = {{"host", "a,b,c"}, {"port", "1,2,3"}, {"dbname", "x,y,z"}};
    PostgresHosts hosts(words);
    EXPECT_EQ(hosts.in_turn(words), words);

    const std::size_t place = hosts.found("b", "2");
    EXPECT_EQ(host_in(hosts.in_turn(words)), "b,c,a");
    EXPECT_EQ(host_in(hosts.in_turn(words), "port"), "2,3,1");
    EXPECT_EQ(host_in(hosts.in_turn(words), "dbname"), "x,y,z") << "no list of hosts";

    hosts.lost(place);
    EXPECT_EQ(host_in(hosts.in_turn(words)), "c,a,b");
    hosts.lost(place);
    EXPECT_EQ(host_in(hosts.in_turn(words)), "c,a,b") << "another connection said so before";
}

TEST(PostgresHosts, MayHaveOnePortForAllOrBeAlone) {
    const PostgresHosts::Words words = {{"hostaddr", "10.0.0.1,10.0.0.2"}, {"port", "5432"}};
    PostgresHosts hosts(words);
    hosts.lost(hosts.found("10.0.0.1", "5432"));
    EXPECT_EQ(host_in(hosts.in_turn(words), "hostaddr"), "10.0.0.2,10.0.0.1");
    EXPECT_EQ(host_in(hosts.in_turn(words), "port"), "5432");

    const PostgresHosts::Words single = {{"host", "a"}};
    PostgresHosts alone(single);
    alone.lost(alone.found("a", "5432"));
    EXPECT_EQ(alone.in_turn(single), single);
    const PostgresHosts::Words none = {{"dbname", "tanbo"}};
    PostgresHosts unnamed(none);
    unnamed.lost(unnamed.found("/run/postgresql", "5432"));
    EXPECT_EQ(unnamed.in_turn(none), none);
}

PostgresSettings sound_settings() {
    return {{"server_version_num", "150018"},
            {"fsync", "on"},
            {"full_page_writes", "on"},
            {"synchronous_commit", "on"},
            {"synchronous_standby_names", "b"},
            {"encoding", "UTF8"},
            {"collation", "C.UTF-8"}};
}

TEST(PostgresSettingsFaults, AreNoneIfNothingAcknowledgedCanBeLost) {
    EXPECT_EQ(settings_faults(sound_settings(), true), std::vector<std::string>());
}

TEST(PostgresSettingsFaults, NameEverySettingThatIsWrong) {
    const struct {
        const char* name;
        const char* value;
    } rows[] = {{"server_version_num", "140010"}, {"fsync", "off"},
                {"full_page_writes", "off"},      {"synchronous_commit", "off"},
                {"synchronous_commit", "local"},  {"synchronous_commit", "remote_write"},
                {"encoding", "SQL_ASCII"},        {"collation", "de_DE.UTF-8"},
                {"synchronous_standby_names", ""}};
    for (const auto& row : rows) {
        PostgresSettings settings = sound_settings();
        settings[row.name] = row.value;

        const auto faults = settings_faults(settings, true);

        ASSERT_EQ(faults.size(), 1U) << row.name;
        EXPECT_NE(faults[0].find(row.name), std::string::npos) << faults[0];
    }
}

TEST(PostgresSettingsFaults, AskForAStandbyOnlyIfThereIsToBeOne) {
    PostgresSettings settings = sound_settings();
    settings["synchronous_standby_names"] = "";

    EXPECT_TRUE(settings_faults(settings, false).empty());
}

}  // namespace
}  // namespace tanbo::store
