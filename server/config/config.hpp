#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// The settings, from where, and what holds in the end.
namespace tanbo::app {

// The effective settings. The defaults are those of the members; settings() says what each means.
struct Config {
    std::string listen = "127.0.0.1:8080";
    std::string database = "tanbo.db";
    std::string database_replicated = "no";
    std::int64_t database_writers = 2;
    std::int64_t database_node = 0;
    std::string create = "yes";
    std::string public_url;
    std::int64_t threads = 0;
    std::int64_t readers = 2;
    std::int64_t drain_seconds = 10;
    std::string port_file;

    std::string admin_socket;

    std::string bots = "yes";
    std::string bots_program;
    std::int64_t bots_memory = std::int64_t{512} * 1024 * 1024;
    std::int64_t bots_threads = 1;
    std::int64_t bots_games_max = 50;
    std::int64_t bots_stall_seconds = 120;

    std::string log_level = "info";
    std::string log_format = "human";

    std::vector<std::string> cors_origins;
    std::vector<std::string> trusted_proxies = {"127.0.0.0/8", "::1"};

    std::int64_t connections_max = 10'000;
    std::int64_t connections_per_address_max = 100;
    std::int64_t body_bytes_max = 65'536;
    std::int64_t sign_ups_per_minute = 60;
    std::int64_t commands_per_second = 50;
    std::int64_t messages_per_minute = 30;

    std::string guests_chat = "yes";

    std::int64_t vacation_days = 30;
    std::int64_t password_hash_bytes = std::int64_t{64} * 1024 * 1024;
    std::int64_t guest_days = 90;

    std::int64_t live_queue_messages = 256;
    std::int64_t live_queue_bytes = 65'536;
    std::int64_t live_messages_per_second = 50;

    std::vector<std::string> webhook_private_ranges;
    std::int64_t webhook_retry_ms = 5'000;
    std::int64_t webhook_disable_after_s = 432'000;

    std::string mail_domain;
    std::string mail_lmtp = "127.0.0.1:2424";
    std::string mail_relay = "smtp://127.0.0.1:25";
    std::string mail_relay_user;
    std::string mail_relay_password_file;
    std::string mail_relay_needs_tls = "no";
    std::string mail_relay_ca_file;
    std::string mail_authserv_id;
    std::string mail_classic_passwords = "no";
    std::string mail_from_name = "Tanbo";
    std::int64_t mail_bytes_max = std::int64_t{1024} * 1024;
    std::int64_t mail_replies_per_minute = 10;
    std::int64_t mail_retry_ms = 5'000;

    std::int64_t cached_games = 4'096;
    std::int64_t cached_bytes = std::int64_t{64} * 1024 * 1024;
    std::int64_t cached_writer_bytes = std::int64_t{256} * 1024 * 1024;
    std::int64_t cached_writer_page_bytes = std::int64_t{64} * 1024 * 1024;
    std::int64_t cached_reader_page_bytes = std::int64_t{8} * 1024 * 1024;
    std::int64_t cached_token_bytes = std::int64_t{4} * 1024 * 1024;

    bool operator==(const Config&) const = default;
};

// One row of the table that the file, the environment, the command line and the reference share.
struct Setting {
    using Text = std::string Config::*;
    using Number = std::int64_t Config::*;
    using List = std::vector<std::string> Config::*;

    std::string_view name;  // in the file: a dot stands between table and key
    std::variant<Text, Number, List> member;
    std::string_view unit;  // of a number: "seconds", "bytes"; else empty
    std::string_view help;
    std::int64_t min = 0;  // of a number, both included
    std::int64_t max = 0;
    // Of a text, and of each text of a list: what is wrong with it, or nothing.
    std::optional<std::string> (*fault)(std::string_view text) = nullptr;
    // Of the flag and the variable, where they are shorter: "database" for database.url.
    std::string_view short_name = {};

    std::string variable() const;  // "TANBO_LOG_LEVEL"
    std::string flag() const;      // "--log-level"
};

// All of them, in the order of the reference.
std::span<const Setting> settings();

// Sources of settings; a later one overrides an earlier one.
struct Sources {
    std::optional<std::filesystem::path> file;               // else that of TANBO_CONFIG
    std::filesystem::path standard_file;                     // if neither names one and it exists
    std::map<std::string, std::string> environment;          // all of it; only TANBO_* counts
    std::vector<std::pair<std::string, std::string>> flags;  // setting name and value
};

struct ConfigFault {
    std::string where;  // "tanbo.toml:12", "TANBO_LISTEN", "--listen"
    std::string what;   // one sentence
};

struct LoadedConfig {
    Config config;
    std::map<std::string, std::string> origin;  // by setting name; absent: the default
    std::vector<ConfigFault> faults;            // if not empty, config must not be used
    std::vector<ConfigFault> warnings;          // variables named TANBO_* that mean nothing
    std::optional<std::filesystem::path> file;  // that was read
};

// Reads and checks everything and reports every fault, not only the first. Texts in lists are
// separated by commas in variables and flags.
LoadedConfig load_config(const Sources& sources);

// The effective settings as a configuration file, each with its origin.
std::string print_config(const LoadedConfig& loaded);

// A configuration file with every setting at its default, explained.
std::string config_reference();

// The same to start from: a setting that has an origin is set, each other one commented out.
std::string config_sample(const LoadedConfig& loaded);

// The file of an installed server, which needs no `--config`.
inline constexpr std::string_view installed_config = "/etc/tanbo/tanbo.toml";

// A setting names a file that can't be used: found when it is needed.
class BadSetting : public std::runtime_error {
public:
    // `error` is the errno; 0: the file has nothing in it.
    BadSetting(const std::string& setting, const std::string& path, int error);
};

// "127.0.0.1:8080", "[::1]:0": the address without brackets and the port, or nothing.
std::optional<std::pair<std::string, std::uint16_t>> parse_listen(std::string_view text);

}  // namespace tanbo::app
