#include <algorithm>
#include <array>
#include <charconv>

#include "server/base/log.hpp"
#include "server/config/config.hpp"
#include "server/net/lines/local_endpoint.hpp"
#include "server/net/listener.hpp"
#include "server/store/postgres/address.hpp"

// The table of settings and what a text has to look like.
namespace tanbo::app {
namespace {

using Fault = std::optional<std::string>;

Fault listen_fault(std::string_view text) {
    if (parse_listen(text)) return std::nullopt;
    return "must be an address and port such as 127.0.0.1:8080 or [::1]:8080";
}

Fault database_fault(std::string_view text) {
    if (text.empty()) return "must name a file or a PostgreSQL database";
    const auto part = store::postgres_part(text);
    return part ? store::postgres_address_fault(*part) : std::nullopt;
}

Fault log_level_fault(std::string_view text) {
    if (base::log::parse_level(text)) return std::nullopt;
    return "must be trace, debug, info, warn, error or off";
}

Fault log_format_fault(std::string_view text) {
    if (base::log::parse_format(text)) return std::nullopt;
    return "must be human or json";
}

// scheme://host[:port], nothing after it. Source: RFC 6454, 6.2.
bool is_origin(std::string_view text) {
    const std::size_t scheme_end = text.find("://");
    if (scheme_end == std::string_view::npos) return false;
    const std::string_view scheme = text.substr(0, scheme_end);
    const std::string_view host = text.substr(scheme_end + 3);
    return (scheme == "http" || scheme == "https") && !host.empty() &&
           host.find_first_of("/?#@ \t") == std::string_view::npos;
}

Fault origin_fault(std::string_view text) {
    if (text == "*" || is_origin(text)) return std::nullopt;
    return "must be an origin such as https://example.org, or *";
}

Fault public_url_fault(std::string_view text) {
    if (text.empty() || is_origin(text)) return std::nullopt;
    return "must be a scheme and a host such as https://tanbo.example.org, without a path";
}

Fault yes_or_no_fault(std::string_view text) {
    if (text == "yes" || text == "no") return std::nullopt;
    return "must be yes or no";
}

Fault bots_fault(std::string_view text) {
    if (text == "yes" || text == "no" || text == "elsewhere") return std::nullopt;
    return "must be yes, no or elsewhere";
}

Fault proxy_fault(std::string_view text) {
    if (net::is_address_range(text)) return std::nullopt;
    return "must be an address or a range such as 10.0.0.0/8";
}

// A host name: labels of letters, digits and hyphens. Source: RFC 1123, 2.1.
bool is_host_name(std::string_view text) {
    if (text.empty() || text.size() > 253) return false;
    std::size_t label_bytes = 0;
    char last = '.';
    for (const char c : text) {
        const bool is_alphanumeric =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_alphanumeric && c != '-' && c != '.') return false;
        if ((last == '.' || last == '-') && c == '.') return false;
        if (last == '.' && c == '-') return false;
        label_bytes = c == '.' ? 0 : label_bytes + 1;
        if (label_bytes > 63) return false;
        last = c;
    }
    return last != '.' && last != '-';
}

bool is_host_and_port(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || !is_host_name(text.substr(0, colon))) return false;
    return parse_listen("127.0.0.1" + std::string(text.substr(colon))).has_value();
}

Fault mail_domain_fault(std::string_view text) {
    if (text.empty() || is_host_name(text)) return std::nullopt;
    return "must be a host name such as tanbo.example.org";
}

// Any process that reaches it is trusted as a mail server that has checked what it delivers.
Fault mail_lmtp_fault(std::string_view text) {
    if (net::parse_local_endpoint(text)) return std::nullopt;
    return "must be a loopback address and port such as 127.0.0.1:2424, or unix:/path";
}

Fault admin_socket_fault(std::string_view text) {
    if (text.empty() || net::parse_local_endpoint("unix:" + std::string(text))) return std::nullopt;
    return "must be an absolute path of at most 107 bytes";
}

Fault mail_relay_fault(std::string_view text) {
    for (const std::string_view scheme : {"smtp://", "smtps://"}) {
        if (!text.starts_with(scheme)) continue;
        const std::string_view rest = text.substr(scheme.size());
        if (rest.starts_with('[') ? parse_listen(rest).has_value() : is_host_and_port(rest))
            return std::nullopt;
    }
    return "must be such as smtp://127.0.0.1:25 or smtps://mail.example.org:465";
}

Fault mail_from_name_fault(std::string_view text) {
    constexpr std::size_t bytes_max = 64;
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; };
    if (text.size() <= bytes_max && std::ranges::none_of(text, is_control)) return std::nullopt;
    return "must be one line of at most 64 bytes";
}

constexpr std::int64_t mebibyte = std::int64_t{1024} * 1024;

const std::array table = {
    Setting{"listen", &Config::listen, "",
            "Address and port to listen on. Port 0 chooses a free one.", 0, 0, listen_fault},
    Setting{"create", &Config::create, "",
            "Whether to create a missing database: yes or no. With no, an unmounted volume is an "
            "error; create the database by `tanbod init`.",
            0, 0, yes_or_no_fault},
    Setting{"public_url", &Config::public_url, "",
            "The address at which browsers reach the server, for example "
            "https://tanbo.example.org. If empty, their Host header.",
            0, 0, public_url_fault},
    Setting{"threads", &Config::threads, "", "Threads for connections. 0 is one per core.", 0, 256},
    Setting{"readers", &Config::readers, "",
            "Threads that read lists and history from the database.", 1, 64},
    Setting{"drain_seconds", &Config::drain_seconds, "seconds",
            "How long a shutdown waits for requests and sockets.", 0, 600},
    Setting{"port_file", &Config::port_file, "",
            "A file that gets the actual port once the server listens. Empty: none."},
    Setting{
        "admin.socket", &Config::admin_socket, "",
        "The Unix socket of `tanbod admin` while the server runs. Only the server's user can open "
        "it. Empty: the name of SQLite's file with -admin; with PostgreSQL none.",
        0, 0, admin_socket_fault},
    Setting{"database.url", &Config::database, "",
            "The SQLite file or PostgreSQL database with all data. Example: "
            "postgres:host=/run/postgresql dbname=tanbo.",
            0, 0, database_fault, "database"},
    Setting{
        "database.replicated", &Config::database_replicated, "",
        "Whether PostgreSQL must have a synchronous standby: yes or no. If yes, the server refuses "
        "to start without one.",
        0, 0, yes_or_no_fault},
    Setting{"database.writers", &Config::database_writers, "",
            "Number of connections that write to PostgreSQL. All writes of a game use the same "
            "connection.",
            1, 64},
    Setting{
        "database.node", &Config::database_node, "",
        "Number of this node, from 1 and different for each node of one PostgreSQL database. With "
        "0, it is the only node and keeps others away.",
        0, 1'000},
    Setting{"bots.run", &Config::bots, "",
            "Whether the server has house bots. yes: it starts their program. elsewhere: you start "
            "it (tanbod admin bots). no: none.",
            0, 0, bots_fault, "bots"},
    Setting{"bots.program", &Config::bots_program, "",
            "The program that plays for house bots. Empty: tanbo in the folder of tanbod."},
    Setting{"bots.memory", &Config::bots_memory, "bytes",
            "Address space limit of the bot program, half of it for data. 0: no limit.", 0,
            65'536 * mebibyte},
    Setting{"bots.threads", &Config::bots_threads, "", "Search threads of the bot program.", 1, 64},
    Setting{"bots.games_max", &Config::bots_games_max, "games",
            "Games that each bot plays at once. Inactive games don't count.", 1, 10'000},
    Setting{"bots.stall_seconds", &Config::bots_stall_seconds, "seconds",
            "If the bot program makes no move for this long on its turn, the server restarts it.",
            1, 86'400},
    Setting{"log.level", &Config::log_level, "",
            "Log level: trace, debug, info, warn, error or off.", 0, 0, log_level_fault},
    Setting{"log.format", &Config::log_format, "", "Log format: human or json.", 0, 0,
            log_format_fault},
    Setting{"http.cors_origins", &Config::cors_origins, "",
            "Foreign origins with access to the API and the live socket. \"*\" allows all.", 0, 0,
            origin_fault},
    Setting{
        "http.trusted_proxies", &Config::trusted_proxies, "",
        "Trusted senders of X-Forwarded-For, X-Forwarded-Proto, X-Request-Id: addresses, ranges.",
        0, 0, proxy_fault},
    Setting{"limits.connections", &Config::connections_max, "", "Maximum of open connections.", 1,
            1'000'000},
    Setting{"limits.connections_per_address", &Config::connections_per_address_max, "",
            "Maximum of open connections per client address, or of requests and sockets that a "
            "trusted proxy forwards for it.",
            1, 1'000'000},
    Setting{"limits.body_bytes", &Config::body_bytes_max, "bytes",
            "Maximum size of a request body.", 1'024, 65'536},
    Setting{"limits.sign_ups_per_minute", &Config::sign_ups_per_minute, "per minute",
            "New accounts, guests and logins per client address. Not for this machine itself.", 1,
            1'000'000},
    Setting{"limits.commands_per_second", &Config::commands_per_second, "per second",
            "New games, moves and other commands per account. Not for this machine itself.", 1,
            1'000'000},
    Setting{"limits.messages_per_minute", &Config::messages_per_minute, "per minute",
            "Chat messages per account. Not for this machine itself.", 1, 60'000},
    Setting{"accounts.vacation_days", &Config::vacation_days, "days",
            "Vacation days per player and calendar year. 0: none.", 0, 366},
    Setting{"accounts.guest_days", &Config::guest_days, "days",
            "Guests without games are deleted after this time without a request. 0: never.", 0,
            3'650},
    Setting{"accounts.password_hash_bytes", &Config::password_hash_bytes, "bytes",
            "Memory that hashing a new password takes; two are hashed at a time. A password keeps "
            "the cost with which it was set.",
            19 * mebibyte, 1'024 * mebibyte},
    Setting{"chat.guests", &Config::guests_chat, "",
            "Whether guests can write in chats: yes or no.", 0, 0, yes_or_no_fault},
    Setting{"live.queue_messages", &Config::live_queue_messages, "messages",
            "Queue limit of a slow live socket. Above it, the server closes the socket with 1013.",
            16, 65'536},
    Setting{"live.queue_bytes", &Config::live_queue_bytes, "bytes", "The same limit, by size.",
            32'768, 16 * mebibyte},
    Setting{"live.messages_per_second", &Config::live_messages_per_second, "per second",
            "Messages accepted per live socket. Not for this machine itself.", 1, 100'000},
    Setting{"webhooks.private_ranges", &Config::webhook_private_ranges, "",
            "Private addresses and ranges that webhooks and pushes are allowed to reach.", 0, 0,
            proxy_fault},
    Setting{"webhooks.retry_ms", &Config::webhook_retry_ms, "milliseconds",
            "Wait after a failed delivery. It grows by a factor of four with each attempt.", 1,
            3'600'000},
    Setting{"webhooks.disable_after_s", &Config::webhook_disable_after_s, "seconds",
            "After failing for this long, a webhook is turned off and a push subscription ends.", 1,
            31'536'000},
    Setting{"mail.domain", &Config::mail_domain, "",
            "The domain of the server's emails, in and out. Empty: no email. Needs public_url.", 0,
            0, mail_domain_fault},
    Setting{"mail.lmtp", &Config::mail_lmtp, "",
            "Where a mail server on this machine delivers: a loopback address and port, or "
            "unix:/path.",
            0, 0, mail_lmtp_fault},
    Setting{"mail.relay", &Config::mail_relay, "",
            "The mail server that sends the emails: smtp:// or smtps://, a host and a port.", 0, 0,
            mail_relay_fault},
    Setting{"mail.relay_user", &Config::mail_relay_user, "",
            "The user name for mail.relay. Empty: no login."},
    Setting{"mail.relay_password_file", &Config::mail_relay_password_file, "",
            "A file with only the password for mail.relay."},
    Setting{
        "mail.relay_needs_tls", &Config::mail_relay_needs_tls, "",
        "Whether mail.relay must offer TLS with a valid certificate: yes or no. With smtps://, or "
        "with a login on another machine, it always must.",
        0, 0, yes_or_no_fault},
    Setting{"mail.relay_ca_file", &Config::mail_relay_ca_file, "",
            "A PEM file with the certificate authorities to trust. Empty: those of the system."},
    Setting{"mail.authserv_id", &Config::mail_authserv_id, "",
            "The trusted source of Authentication-Results. Empty: none; then only reply addresses "
            "work.",
            0, 0, mail_domain_fault},
    Setting{"mail.classic_passwords", &Config::mail_classic_passwords, "",
            "Whether classic commands with a password work: yes or no.", 0, 0, yes_or_no_fault},
    Setting{"mail.from_name", &Config::mail_from_name, "",
            "The sender name in emails, before the server's address.", 0, 0, mail_from_name_fault},
    Setting{"mail.bytes_max", &Config::mail_bytes_max, "bytes", "Maximum size of a received email.",
            65'536, 16 * mebibyte},
    Setting{"mail.replies_per_minute", &Config::mail_replies_per_minute, "per minute",
            "Emails answered per sender.", 1, 10'000},
    Setting{
        "mail.retry_ms", &Config::mail_retry_ms, "milliseconds",
        "Wait after the relay refused an email. It grows by a factor of four with each attempt.",
        10, 3'600'000},
    Setting{"cache.games", &Config::cached_games, "games", "Games cached by each thread.", 16,
            1'000'000},
    Setting{"cache.bytes", &Config::cached_bytes, "bytes",
            "Size of the games cached by each thread.", mebibyte, 65'536 * mebibyte},
    Setting{"cache.writer_bytes", &Config::cached_writer_bytes, "bytes",
            "Size of the games cached by the writers.", mebibyte, 65'536 * mebibyte},
    Setting{"cache.writer_page_bytes", &Config::cached_writer_page_bytes, "bytes",
            "Size of the database pages cached by the writer.", mebibyte, 65'536 * mebibyte},
    Setting{"cache.reader_page_bytes", &Config::cached_reader_page_bytes, "bytes",
            "Size of the database pages cached by each reader.", mebibyte, 65'536 * mebibyte},
    Setting{"cache.token_bytes", &Config::cached_token_bytes, "bytes",
            "Size of the tokens cached by each thread.", 65'536, 1024 * mebibyte},
};

}  // namespace

std::span<const Setting> settings() {
    return table;
}

std::optional<std::pair<std::string, std::uint16_t>> parse_listen(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view address = text.substr(0, colon);
    const std::string_view digits = text.substr(colon + 1);
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    const bool is_bracketed = address.starts_with('[') && address.ends_with(']');
    if (is_bracketed) address = address.substr(1, address.size() - 2);
    const bool has_colon = address.find(':') != std::string_view::npos;
    if (is_bracketed != has_colon || address.find('/') != std::string_view::npos)
        return std::nullopt;
    if (!net::is_address_range(address)) return std::nullopt;
    return std::pair(std::string(address), port);
}

}  // namespace tanbo::app
