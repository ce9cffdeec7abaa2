#include "server/config/config.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A value that is allowed and not the default, as TOML and as the text of a variable or flag.
struct Example {
    std::string name;
    std::string toml;
    std::string text;
};

const std::vector<Example> examples = {
    {"listen", "\"[::1]:9000\"", "[::1]:9000"},
    {"create", "\"no\"", "no"},
    {"public_url", "\"https://tanbo.example.org\"", "https://tanbo.example.org"},
    {"threads", "3", "3"},
    {"readers", "5", "5"},
    {"drain_seconds", "0", "0"},
    {"port_file", "\"port\"", "port"},
    {"admin.socket", "\"/run/tanbo/admin\"", "/run/tanbo/admin"},
    {"database.url", "\"/var/lib/tanbo/games.db\"", "/var/lib/tanbo/games.db"},
    {"database.replicated", "\"yes\"", "yes"},
    {"database.writers", "4", "4"},
    {"database.node", "2", "2"},
    {"bots.run", "\"elsewhere\"", "elsewhere"},
    {"bots.program", "\"/usr/bin/tanbo\"", "/usr/bin/tanbo"},
    {"bots.memory", "268435456", "268435456"},
    {"bots.threads", "2", "2"},
    {"bots.games_max", "30", "30"},
    {"bots.stall_seconds", "60", "60"},
    {"log.level", "\"debug\"", "debug"},
    {"log.format", "\"json\"", "json"},
    {"http.cors_origins", "[\"https://a.example\", \"http://b.example:81\"]",
     "https://a.example,http://b.example:81"},
    {"http.trusted_proxies", "[\"10.0.0.0/8\", \"::1\"]", "10.0.0.0/8, ::1"},
    {"limits.connections", "7", "7"},
    {"limits.connections_per_address", "6", "6"},
    {"limits.body_bytes", "2048", "2048"},
    {"limits.sign_ups_per_minute", "8", "8"},
    {"limits.commands_per_second", "9", "9"},
    {"limits.messages_per_minute", "12", "12"},
    {"accounts.vacation_days", "14", "14"},
    {"accounts.guest_days", "5", "5"},
    {"accounts.password_hash_bytes", "33554432", "33554432"},
    {"chat.guests", "\"no\"", "no"},
    {"live.queue_messages", "17", "17"},
    {"live.queue_bytes", "40000", "40000"},
    {"live.messages_per_second", "11", "11"},
    {"webhooks.private_ranges", "[\"10.0.0.0/8\", \"::1\"]", "10.0.0.0/8, ::1"},
    {"webhooks.retry_ms", "12", "12"},
    {"webhooks.disable_after_s", "13", "13"},
    {"mail.domain", "\"tanbo.example.org\"", "tanbo.example.org"},
    {"mail.lmtp", "\"unix:/run/tanbo/lmtp\"", "unix:/run/tanbo/lmtp"},
    {"mail.relay", "\"smtps://mail.example.org:465\"", "smtps://mail.example.org:465"},
    {"mail.relay_user", "\"tanbo\"", "tanbo"},
    {"mail.relay_password_file", "\"/run/secrets/relay\"", "/run/secrets/relay"},
    {"mail.relay_needs_tls", "\"yes\"", "yes"},
    {"mail.relay_ca_file", "\"/etc/ssl/relay.pem\"", "/etc/ssl/relay.pem"},
    {"mail.authserv_id", "\"mx.example.org\"", "mx.example.org"},
    {"mail.classic_passwords", "\"yes\"", "yes"},
    {"mail.from_name", "\"The Tanbo server\"", "The Tanbo server"},
    {"mail.bytes_max", "65536", "65536"},
    {"mail.replies_per_minute", "20", "20"},
    {"mail.retry_ms", "12", "12"},
    {"cache.games", "18", "18"},
    {"cache.bytes", "2097152", "2097152"},
    {"cache.writer_bytes", "3145728", "3145728"},
    {"cache.writer_page_bytes", "4194304", "4194304"},
    {"cache.reader_page_bytes", "5242880", "5242880"},
    {"cache.token_bytes", "65536", "65536"},
};

class ConfigFile {
public:
    explicit ConfigFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                ("tanbo-config-" + std::to_string(getpid()) + "-" + std::to_string(++made_) +
                 ".toml")) {
        std::ofstream(path_) << text;
    }
    ~ConfigFile() { std::filesystem::remove(path_); }
    ConfigFile(const ConfigFile&) = delete;
    ConfigFile& operator=(const ConfigFile&) = delete;

    std::filesystem::path path() const { return path_; }
    std::string at(int line) const { return path_.string() + ":" + std::to_string(line); }

private:
    static inline int made_ = 0;
    std::filesystem::path path_;
};

LoadedConfig load_file(const ConfigFile& file) {
    Sources sources;
    sources.file = file.path();
    return load_config(sources);
}

LoadedConfig load_text(const std::string& toml) {
    return load_file(ConfigFile(toml));
}

const Setting& setting_named(std::string_view name) {
    return *std::ranges::find(settings(), name, &Setting::name);
}

// Mail needs an address that its links lead to.
const std::string needed = "public_url = \"https://tanbo.example.org\"\n";
const std::map<std::string, std::string> needed_environment = {
    {"TANBO_PUBLIC_URL", "https://tanbo.example.org"}};

std::string toml_of(const Example& example) {
    const std::size_t dot = example.name.find('.');
    if (example.name == "mail.domain") {
        return needed + "[mail]\ndomain = " + example.toml + "\n";
    }
    if (dot == std::string::npos) return example.name + " = " + example.toml + "\n";
    return "[" + example.name.substr(0, dot) + "]\n" + example.name.substr(dot + 1) + " = " +
           example.toml + "\n";
}

// The line "key = value" that print_config shows for the example.
std::string printed_line(const Example& example) {
    const std::size_t dot = example.name.find('.');
    const std::string key = dot == std::string::npos ? example.name : example.name.substr(dot + 1);
    return "\n" + key + " = " + example.toml + "  # ";
}

class EverySetting : public testing::TestWithParam<Example> {};

TEST_P(EverySetting, IsReadFromTheFile) {
    const Example& example = GetParam();
    const ConfigFile file(toml_of(example));

    const LoadedConfig loaded = load_file(file);

    EXPECT_THAT(loaded.faults, IsEmpty());
    EXPECT_NE(loaded.config, Config{});
    EXPECT_THAT("\n" + print_config(loaded),
                HasSubstr(printed_line(example) + file.path().string()));
}

TEST_P(EverySetting, IsReadFromItsVariableOverTheFile) {
    const Example& example = GetParam();
    const ConfigFile file(toml_of(example));
    const std::string variable = setting_named(example.name).variable();
    Sources sources;
    sources.file = file.path();
    sources.environment = {{variable, example.text}, {"HOME", "/root"}};

    const LoadedConfig loaded = load_config(sources);

    EXPECT_THAT(loaded.faults, IsEmpty());
    EXPECT_THAT(loaded.warnings, IsEmpty());
    EXPECT_THAT("\n" + print_config(loaded), HasSubstr(printed_line(example) + variable));
}

TEST_P(EverySetting, IsReadFromItsFlagOverTheVariable) {
    const Example& example = GetParam();
    const Setting& setting = setting_named(example.name);
    Sources sources;
    if (example.name == "mail.domain") sources.environment = needed_environment;
    sources.environment[setting.variable()] = example.text;
    sources.flags = {{example.name, example.text}};

    const LoadedConfig loaded = load_config(sources);

    EXPECT_THAT(loaded.faults, IsEmpty());
    EXPECT_THAT("\n" + print_config(loaded), HasSubstr(printed_line(example) + setting.flag()));
}

TEST_P(EverySetting, RefusesAValueOfAnotherType) {
    Example example = GetParam();
    example.toml = "{}";

    const LoadedConfig loaded = load_text(toml_of(example));

    ASSERT_THAT(loaded.faults, SizeIs(1));
    EXPECT_THAT(loaded.faults[0].what, HasSubstr(example.name));
    EXPECT_THAT(loaded.origin, testing::Not(testing::Contains(testing::Key(example.name))));
}

std::string test_name(const testing::TestParamInfo<Example>& info) {
    std::string name = info.param.name;
    std::ranges::replace(name, '.', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Config, EverySetting, testing::ValuesIn(examples), test_name);

TEST(Config, HasAnExampleOfEverySetting) {
    std::vector<std::string> named;
    for (const Example& example : examples) named.push_back(example.name);
    std::vector<std::string> known;
    for (const Setting& setting : settings()) known.emplace_back(setting.name);

    EXPECT_EQ(named, known);
}

TEST(Config, ShortensTheFlagOfASectionsFirstSetting) {
    Sources sources;
    sources.environment = {{"TANBO_DATABASE", "games.db"}, {"TANBO_BOTS", "no"}};

    const LoadedConfig loaded = load_config(sources);

    EXPECT_EQ(setting_named("database.url").flag(), "--database");
    EXPECT_EQ(setting_named("bots.run").flag(), "--bots");
    EXPECT_EQ(setting_named("database.node").flag(), "--database-node");
    EXPECT_EQ(loaded.config.database, "games.db");
    EXPECT_EQ(loaded.config.bots, "no");
    EXPECT_THAT(loaded.warnings, IsEmpty());
}

TEST(Config, KeepsNumbersWithinTheirRange) {
    for (const Setting& setting : settings()) {
        if (!std::holds_alternative<Setting::Number>(setting.member)) continue;
        const auto load = [&setting](std::int64_t value) {
            Sources sources;
            sources.flags = {{std::string(setting.name), std::to_string(value)}};
            return load_config(sources).faults.size();
        };

        EXPECT_EQ(load(setting.min), 0U) << setting.name;
        EXPECT_EQ(load(setting.max), 0U) << setting.name;
        EXPECT_EQ(load(setting.min - 1), 1U) << setting.name;
        EXPECT_EQ(load(setting.max + 1), 1U) << setting.name;
    }
}

TEST(Config, TakesMailOnlyWithAnAddressForItsLinks) {
    const ConfigFile file("[mail]\ndomain = \"tanbo.example.org\"\n");

    const LoadedConfig loaded = load_file(file);

    ASSERT_THAT(loaded.faults, SizeIs(1));
    EXPECT_EQ(loaded.faults[0].where, file.at(2));
    EXPECT_EQ(loaded.faults[0].what, "mail.domain needs public_url for the links in emails");
}

TEST(Config, RefusesAMailDomainThatIsNoHostName) {
    const std::string longest_label(63, 'a');
    for (const std::string& domain :
         {std::string("-a.org"), std::string("a..org"), std::string("a.org."), std::string("a_b"),
          std::string("a-.org"), std::string("games@a.org"), longest_label + "a.org"}) {
        Sources sources;
        sources.flags = {{"mail.authserv_id", domain}};

        EXPECT_THAT(load_config(sources).faults, SizeIs(1)) << domain;
    }
    for (const std::string& domain : {std::string("a"), longest_label + ".org"}) {
        Sources sources;
        sources.flags = {{"mail.authserv_id", domain}};

        EXPECT_THAT(load_config(sources).faults, IsEmpty()) << domain;
    }
}

// All that reach the LMTP socket are trusted, so none from outside may.
TEST(Config, TakesMailsOnlyFromThisMachine) {
    for (const std::string lmtp : {"0.0.0.0:24", "192.0.2.1:24", "[::]:24", "localhost:24",
                                   "127.0.0.1", "unix:relative", "unix:/", "127.0.0.1:65536"}) {
        Sources sources;
        sources.flags = {{"mail.lmtp", lmtp}};

        EXPECT_THAT(load_config(sources).faults, SizeIs(1)) << lmtp;
    }
    for (const std::string lmtp : {"127.0.0.1:24", "127.3.2.1:0", "[::1]:24", "unix:/a"}) {
        Sources sources;
        sources.flags = {{"mail.lmtp", lmtp}};

        EXPECT_THAT(load_config(sources).faults, IsEmpty()) << lmtp;
    }
}

TEST(Config, RefusesARelayThatIsNoAddressOfAMailServer) {
    for (const std::string relay : {"", "127.0.0.1:25", "http://a.org:25", "smtp://a.org",
                                    "smtp://a.org:x", "smtp://u@a.org:25", "smtp://a.org:25/x"}) {
        Sources sources;
        sources.flags = {{"mail.relay", relay}};

        EXPECT_THAT(load_config(sources).faults, SizeIs(1)) << relay;
    }
    for (const std::string relay :
         {"smtp://a.org:25", "smtps://127.0.0.1:465", "smtp://[::1]:25"}) {
        Sources sources;
        sources.flags = {{"mail.relay", relay}};

        EXPECT_THAT(load_config(sources).faults, IsEmpty()) << relay;
    }
}

TEST(Config, NamesTheLineOfAnUnknownKey) {
    const ConfigFile file("threads = 2\n\n[limits]\nconections = 5\n");

    const LoadedConfig loaded = load_file(file);

    ASSERT_THAT(loaded.faults, SizeIs(1));
    EXPECT_EQ(loaded.faults[0].where, file.at(4));
    EXPECT_EQ(loaded.faults[0].what, "unknown setting \"limits.conections\"");
}

TEST(Config, NamesTheLineAndTheRangeOfANumberOutOfRange) {
    const ConfigFile file("# a comment\ndrain_seconds = 601\n");

    const LoadedConfig loaded = load_file(file);

    ASSERT_THAT(loaded.faults, SizeIs(1));
    EXPECT_EQ(loaded.faults[0].where, file.at(2));
    EXPECT_EQ(loaded.faults[0].what,
              "drain_seconds must be a whole number from 0 to 600 (seconds); got 601");
}

TEST(Config, SamplesWithOnlyGivenSettingsInEffect) {
    Sources sources;
    sources.flags = {{"database.url", "/var/lib/tanbo/tanbo.db"}, {"create", "no"}};

    const std::string sample = config_sample(load_config(sources));

    EXPECT_THAT(sample, HasSubstr("\n#listen = \"127.0.0.1:8080\"\n"));
    EXPECT_THAT(sample, HasSubstr("\ncreate = \"no\"\n"));
    EXPECT_THAT(sample,
                HasSubstr("# TANBO_DATABASE, --database\nurl = \"/var/lib/tanbo/tanbo.db\""));
    const LoadedConfig loaded = load_text(sample);
    EXPECT_THAT(loaded.faults, IsEmpty());
    EXPECT_THAT(loaded.origin, SizeIs(2));
}

// Each line that a sample has commented out is the setting's default, ready to be changed.
TEST(Config, SamplesSettingsThatAreReadWithoutTheirComment) {
    std::string sample = config_sample(LoadedConfig());
    for (std::size_t at = 0; (at = sample.find("\n#", at)) != std::string::npos; ++at) {
        if (sample[at + 2] != ' ') sample.erase(at + 1, 1);
    }

    const LoadedConfig loaded = load_text(sample);

    EXPECT_THAT(loaded.faults, IsEmpty());
    EXPECT_THAT(loaded.origin, SizeIs(settings().size()));
    EXPECT_EQ(loaded.config, Config{});
}

TEST(Config, ReadsTheStandardFileUnlessAnotherOneIsNamed) {
    const ConfigFile standard("threads = 2\n");
    const ConfigFile named("threads = 3\n");
    const auto threads_with = [&standard](std::map<std::string, std::string> environment) {
        Sources sources;
        sources.standard_file = standard.path();
        sources.environment = std::move(environment);
        return load_config(sources).config.threads;
    };

    EXPECT_EQ(threads_with({}), 2);
    EXPECT_EQ(threads_with({{"TANBO_CONFIG", named.path().string()}}), 3);
    EXPECT_EQ(threads_with({{"TANBO_CONFIG", ""}}), 0);
}

TEST(Config, DoesWithoutTheStandardFile) {
    Sources sources;
    sources.standard_file = "/no/such/file.toml";

    const LoadedConfig loaded = load_config(sources);

    EXPECT_THAT(loaded.faults, IsEmpty());
    EXPECT_EQ(loaded.config, Config{});
}

TEST(Config, NamesTheLineIfTheFileIsNoToml) {
    const ConfigFile file("threads = 2\nlisten = \n");

    const LoadedConfig loaded = load_file(file);

    ASSERT_THAT(loaded.faults, SizeIs(1));
    EXPECT_EQ(loaded.faults[0].where, file.at(2));
}

TEST(Config, ReportsEveryFaultAtOnce) {
    const LoadedConfig loaded = load_text("listen = \"here\"\nthreads = \"many\"\nnonsense = 1\n");

    EXPECT_THAT(loaded.faults, SizeIs(3));
}

TEST(Config, SaysThatAFileIsMissing) {
    Sources sources;
    sources.file = "/nonexistent/tanbo.toml";

    const LoadedConfig loaded = load_config(sources);

    ASSERT_THAT(loaded.faults, SizeIs(1));
    EXPECT_EQ(loaded.faults[0].where, "/nonexistent/tanbo.toml");
}

TEST(Config, ReadsTheFileThatAVariableNames) {
    const ConfigFile file("threads = 6\n");
    Sources sources;
    sources.environment = {{"TANBO_CONFIG", file.path().string()}};

    const LoadedConfig loaded = load_config(sources);

    EXPECT_EQ(loaded.config.threads, 6);
    EXPECT_THAT(loaded.warnings, IsEmpty());
}

TEST(Config, WarnsOfAVariableThatMeansNothing) {
    Sources sources;
    sources.environment = {{"TANBO_LISTN", "127.0.0.1:1"}};

    const LoadedConfig loaded = load_config(sources);

    EXPECT_THAT(loaded.faults, IsEmpty());
    ASSERT_THAT(loaded.warnings, SizeIs(1));
    EXPECT_EQ(loaded.warnings[0].where, "TANBO_LISTN");
}

TEST(Config, PrintsWhatReadsBackTheSame) {
    const LoadedConfig loaded =
        load_text("threads = 3\n[http]\ncors_origins = [\"https://a.b\"]\n");

    const LoadedConfig reference = load_text(config_reference());
    const LoadedConfig printed = load_text(print_config(loaded));

    EXPECT_THAT(reference.faults, IsEmpty());
    EXPECT_EQ(reference.config, Config{});
    EXPECT_THAT(printed.faults, IsEmpty());
    EXPECT_EQ(printed.config, loaded.config);
}

struct BadText {
    std::string setting;
    std::string value;
};

class BadTexts : public testing::TestWithParam<BadText> {};

TEST_P(BadTexts, AreRefusedByTheirFlag) {
    const auto& [setting, value] = GetParam();
    Sources sources;
    sources.flags = {{setting, value}};

    const LoadedConfig loaded = load_config(sources);

    ASSERT_THAT(loaded.faults, SizeIs(1)) << setting << " " << value;
    EXPECT_EQ(loaded.faults[0].where, setting_named(setting).flag());
}

INSTANTIATE_TEST_SUITE_P(
    Config, BadTexts,
    testing::Values(BadText{"listen", ""}, BadText{"listen", "8080"},
                    BadText{"listen", "localhost:8080"}, BadText{"listen", "127.0.0.1:65536"},
                    BadText{"listen", "127.0.0.1:80x"}, BadText{"listen", "::1:80"},
                    BadText{"listen", "[127.0.0.1]:80"}, BadText{"listen", "10.0.0.0/8:80"},
                    BadText{"database.url", ""}, BadText{"log.level", "loud"},
                    BadText{"log.format", "xml"}, BadText{"public_url", "tanbo.example.org"},
                    BadText{"public_url", "https://tanbo.example.org/"},
                    BadText{"http.cors_origins", "https://a.example,b.example"},
                    BadText{"http.trusted_proxies", "10.0.0.0/33"}, BadText{"threads", ""},
                    BadText{"threads", "2 "}, BadText{"threads", "two"},
                    BadText{"threads", "99999999999999999999"}));

}  // namespace
}  // namespace tanbo::app
