#include <algorithm>
#include <array>
#include <charconv>

#include "server/base/log.hpp"
#include "server/config.hpp"
#include "server/net/listener.hpp"
#include "server/net/local_endpoint.hpp"
#include "server/store/postgres/address.hpp"

// The table of settings and what a text has to look like.
namespace tanbo::app {
namespace {

using Fault = std::optional<std::string>;

Fault listen_fault(std::string_view text) {
    if (parse_listen(text)) return std::nullopt;
    return "is no address and port such as 127.0.0.1:8080 or [::1]:8080";
}

Fault database_fault(std::string_view text) {
    if (text.empty()) return "must name a file, or a PostgreSQL";
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
    return "is no origin such as https://example.org, nor *";
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
    return "is no address nor range such as 10.0.0.0/8";
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
    return "is no host name such as tanbo.example.org";
}

// Whoever reaches it is believed to be a mail server that has checked what it delivers.
Fault mail_lmtp_fault(std::string_view text) {
    if (net::parse_local_endpoint(text)) return std::nullopt;
    return "must be a loopback address and port such as 127.0.0.1:2424, or unix:/path";
}

Fault mail_relay_fault(std::string_view text) {
    for (const std::string_view scheme : {"smtp://", "smtps://"}) {
        if (!text.starts_with(scheme)) continue;
        const std::string_view rest = text.substr(scheme.size());
        if (rest.starts_with('[') ? parse_listen(rest).has_value() : is_host_and_port(rest))
            return std::nullopt;
    }
    return "is nothing like smtp://127.0.0.1:25 or smtps://mail.example.org:465";
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
            "Address and port to listen on; port 0 takes a free one.", 0, 0, listen_fault},
    Setting{"database", &Config::database, "",
            "The SQLite file that keeps everything, or the PostgreSQL that does, such as "
            "postgres:host=/run/postgresql dbname=tanbo.",
            0, 0, database_fault},
    Setting{
        "database_replicated", &Config::database_replicated, "",
        "Whether the PostgreSQL must have a synchronous standby, and is refused without: yes or "
        "no.",
        0, 0, yes_or_no_fault},
    Setting{"database_lanes", &Config::database_lanes, "",
            "How many connections write to the PostgreSQL; what is about one game goes through one "
            "of them.",
            1, 64},
    Setting{
        "database_node", &Config::database_node, "",
        "Which of several nodes over one PostgreSQL this is, from 1, each another; 0: it is the "
        "only one, and keeps others away.",
        0, 1'000},
    Setting{"create", &Config::create, "",
            "Whether a database that is not there is begun, or refused as by an unmounted volume: "
            "yes or no. `tanbod init` begins one.",
            0, 0, yes_or_no_fault},
    Setting{"public_url", &Config::public_url, "",
            "How browsers reach the server if not by the Host that they send, for example "
            "https://tanbo.example.org.",
            0, 0, public_url_fault},
    Setting{"threads", &Config::threads, "", "Threads for connections; 0 is one for each core.", 0,
            256},
    Setting{"readers", &Config::readers, "",
            "Threads that read lists and history from the database.", 1, 64},
    Setting{"drain_seconds", &Config::drain_seconds, "seconds",
            "How long an orderly end waits for requests and sockets.", 0, 600},
    Setting{"port_file", &Config::port_file, "",
            "A file to write the real port to once the server listens; empty for none."},
    Setting{"bots", &Config::bots, "",
            "Whether there are house bots to play with: yes starts their program beside the "
            "server, elsewhere leaves that to you (tanbod admin bots), no has none.",
            0, 0, bots_fault},
    Setting{"bots_program", &Config::bots_program, "",
            "The program that plays for them; empty: tanbo beside this one."},
    Setting{"bots_memory", &Config::bots_memory, "bytes",
            "The address space that it may have, half of it for data; 0 for no limit.", 0,
            65'536 * mebibyte},
    Setting{"bots_threads", &Config::bots_threads, "", "The threads on which it thinks.", 1, 64},
    Setting{"bots_games_max", &Config::bots_games_max, "games",
            "Games that each bot plays at a time; one in which nothing happens does not count.", 1,
            10'000},
    Setting{"bots_hang_seconds", &Config::bots_hang_seconds, "seconds",
            "A program that owes a move for so long, and makes none, is started again.", 1, 86'400},
    Setting{"log.level", &Config::log_level, "", "trace, debug, info, warn, error or off.", 0, 0,
            log_level_fault},
    Setting{"log.format", &Config::log_format, "", "human or json.", 0, 0, log_format_fault},
    Setting{"http.cors_origins", &Config::cors_origins, "",
            "Foreign origins with access to the API and the live socket; \"*\" is every one.", 0, 0,
            origin_fault},
    Setting{
        "http.trusted_proxies", &Config::trusted_proxies, "",
        "Trusted senders of X-Forwarded-For, X-Forwarded-Proto, X-Request-Id: addresses, ranges.",
        0, 0, proxy_fault},
    Setting{"limits.connections", &Config::connections_max, "", "Connections open at once.", 1,
            1'000'000},
    Setting{"limits.connections_per_address", &Config::connections_per_address_max, "",
            "Connections that one client address has open at once, or requests and sockets that a "
            "trusted proxy hands on for it.",
            1, 1'000'000},
    Setting{"limits.body_bytes", &Config::body_bytes_max, "bytes", "The largest body of a request.",
            1'024, 65'536},
    Setting{
        "limits.sign_ups_per_minute", &Config::sign_ups_per_minute, "per minute",
        "New accounts, guests and logins from one client address; not from this machine itself.", 1,
        1'000'000},
    Setting{"limits.commands_per_second", &Config::commands_per_second, "per second",
            "Games opened, moves and other commands of one account; not from this machine itself.",
            1, 1'000'000},
    Setting{"limits.messages_per_minute", &Config::messages_per_minute, "per minute",
            "Chat messages of one account; not from this machine itself.", 1, 60'000},
    Setting{"accounts.vacation_days", &Config::vacation_days, "days",
            "Vacation that a player may take in a calendar year; 0 for none.", 0, 366},
    Setting{"accounts.guest_days", &Config::guest_days, "days",
            "A guest who has no games is erased after so long without a request; 0 for never.", 0,
            3'650},
    Setting{"chat.guests", &Config::guests_chat, "", "Whether guests may write: yes or no.", 0, 0,
            yes_or_no_fault},
    Setting{"live.queue_messages", &Config::live_queue_messages, "messages",
            "What may wait for a slow live socket before it is closed with 1013.", 16, 65'536},
    Setting{"live.queue_bytes", &Config::live_queue_bytes, "bytes", "The same, by size.", 32'768,
            16 * mebibyte},
    Setting{"live.messages_per_second", &Config::live_messages_per_second, "per second",
            "What one live socket may send, or is refused; not from this machine itself.", 1,
            100'000},
    Setting{"webhooks.private_ranges", &Config::webhook_private_ranges, "",
            "Addresses and ranges that webhooks and pushes may be sent to although they are not "
            "public.",
            0, 0, proxy_fault},
    Setting{"webhooks.retry_ms", &Config::webhook_retry_ms, "milliseconds",
            "From a failed delivery to the next attempt; then four times as long, and so on.", 1,
            3'600'000},
    Setting{"webhooks.disable_after_s", &Config::webhook_disable_after_s, "seconds",
            "How long a webhook may fail before it is turned off, and a push subscription before "
            "it ends.",
            1, 31'536'000},
    Setting{"mail.domain", &Config::mail_domain, "",
            "The domain of the server's mails, in and out; empty: no mail. Needs public_url.", 0, 0,
            mail_domain_fault},
    Setting{"mail.lmtp", &Config::mail_lmtp, "",
            "Where a mail server of this machine delivers: a loopback address and port, or "
            "unix:/path.",
            0, 0, mail_lmtp_fault},
    Setting{"mail.relay", &Config::mail_relay, "",
            "The mail server that mail is handed to: smtp:// or smtps://, a host and a port.", 0, 0,
            mail_relay_fault},
    Setting{"mail.relay_user", &Config::mail_relay_user, "",
            "The name to log in to it with; empty for none."},
    Setting{"mail.relay_password_file", &Config::mail_relay_password_file, "",
            "A file that holds the password to it, and nothing else."},
    Setting{"mail.relay_needs_tls", &Config::mail_relay_needs_tls, "",
            "Whether it must offer TLS with a valid certificate: yes or no. "
            "With smtps://, and with a name to log in elsewhere than on this machine, always.",
            0, 0, yes_or_no_fault},
    Setting{"mail.relay_ca_file", &Config::mail_relay_ca_file, "",
            "The authorities to trust then, a file in PEM; empty: those that the system trusts."},
    Setting{"mail.authserv_id", &Config::mail_authserv_id, "",
            "The trusted source of Authentication-Results; empty: none, and only tokens act.", 0, 0,
            mail_domain_fault},
    Setting{"mail.classic_passwords", &Config::mail_classic_passwords, "",
            "Whether the classic commands with a password in them act: yes or no.", 0, 0,
            yes_or_no_fault},
    Setting{"mail.from_name", &Config::mail_from_name, "",
            "The name that stands before the server's address in mails.", 0, 0,
            mail_from_name_fault},
    Setting{"mail.bytes_max", &Config::mail_bytes_max, "bytes", "The largest mail that is taken.",
            65'536, 16 * mebibyte},
    Setting{"mail.letters_per_minute", &Config::mail_letters_per_minute, "per minute",
            "Mails of one sender that are answered.", 1, 10'000},
    Setting{"mail.retry_ms", &Config::mail_retry_ms, "milliseconds",
            "From a mail that the relay did not take to the next attempt; then four times as long, "
            "and so on.",
            10, 3'600'000},
    Setting{"cache.games", &Config::cached_games, "games", "Games kept in memory by each thread.",
            16, 1'000'000},
    Setting{"cache.bytes", &Config::cached_bytes, "bytes", "Their size in memory, by each thread.",
            mebibyte, 65'536 * mebibyte},
    Setting{"cache.writer_bytes", &Config::cached_writer_bytes, "bytes",
            "The size of the games that those who write keep in memory.", mebibyte,
            65'536 * mebibyte},
    Setting{"cache.writer_page_bytes", &Config::cached_writer_page_bytes, "bytes",
            "The size of the database's pages that its writer keeps in memory.", mebibyte,
            65'536 * mebibyte},
    Setting{"cache.reader_page_bytes", &Config::cached_reader_page_bytes, "bytes",
            "The size of the pages that each of its readers keeps in memory.", mebibyte,
            65'536 * mebibyte},
    Setting{"cache.token_bytes", &Config::cached_token_bytes, "bytes",
            "The size of the tokens that each thread keeps in memory.", 65'536, 1024 * mebibyte},
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
