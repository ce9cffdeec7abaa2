#include "server/app/options.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

#include "protocol/games/live.hpp"
#include "server/app/bots_process.hpp"
#include "server/base/log.hpp"
#include "server/config/find_database.hpp"
#include "server/store/error.hpp"

namespace tanbo::app {
namespace {

// PostgreSQL may be far away, and long queues are not waited for: a client is answered within five
// seconds, of which its own network takes some.
constexpr std::chrono::milliseconds answer_within{4'000};

// Others serve meanwhile: one of several nodes has time to answer clients that ask again soon.
constexpr std::chrono::milliseconds idle_timeout_in_drain{2'000};

template <class Unsigned>
std::size_t size(Unsigned value) {
    return static_cast<std::size_t>(value);
}

// Behind the scheme of a URL.
std::size_t authority_begin(std::string_view url) {
    constexpr std::string_view mark = "://";
    const std::size_t at = url.find(mark);
    return at == std::string_view::npos ? 0 : at + mark.size();
}

// The first line of the file that a setting names; nothing if it names none. Throws:
// BadSetting if there is no such line.
std::string first_line(const std::string& setting, const std::string& path) {
    if (path.empty()) return {};
    errno = 0;
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) throw BadSetting(setting, path, errno);
    return line;
}

// SQLite's file is locked.
bool is_alone(const Config& config) {
    return !named_database(config).postgres;
}

}  // namespace

int thread_count(const Config& config) {
    if (config.threads > 0) return static_cast<int>(config.threads);
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

bool shares_database(const Config& config) {
    return config.database_node > 0 && named_database(config).postgres;
}

store::DatabaseOptions database_options(const Config& config,
                                        std::function<void(store::Fault)> on_fatal) {
    store::DatabaseOptions options = named_database(config);
    options.readers = static_cast<int>(config.readers);
    options.lanes = static_cast<int>(config.database_writers);
    options.has_peers = shares_database(config);
    if (options.has_peers) options.node = config.database_node;
    options.writer_page_bytes = config.cached_writer_page_bytes;
    options.reader_page_bytes = config.cached_reader_page_bytes;
    options.creates = config.create == "yes";
    options.schema.takes_newer = true;
    options.queues_mail = !config.mail_domain.empty();
    options.on_fatal = [on_fatal = std::move(on_fatal)](const store::StorageError& error) {
        base::log::error("storage-failed", "storage failed; stopping the server",
                         {{"fault", store::name(error.fault())}, {"detail", error.what()}});
        on_fatal(error.fault());
    };
    return options;
}

net::ListenerOptions listener_options(const Config& config) {
    net::ListenerOptions options;
    const auto listen = parse_listen(config.listen);
    options.address = listen->first;
    options.port = listen->second;
    options.trusted_proxies = config.trusted_proxies;
    options.authority = config.public_url.substr(authority_begin(config.public_url));
    options.exempts_this_machine = config.public_url.empty();
    options.limits.connections_max = size(config.connections_max);
    options.limits.connections_per_address_max = size(config.connections_per_address_max);
    options.limits.queue_messages_max = size(config.live_queue_messages);
    options.limits.queue_bytes_max = size(config.live_queue_bytes);
    options.limits.message_bytes_max = protocol::live_message_bytes_max;
    if (!is_alone(config)) {
        options.limits.answer_within = answer_within;
        options.limits.idle_timeout_in_drain = idle_timeout_in_drain;
    }
    return options;
}

http::ApiOptions api_options(const Config& config) {
    http::ApiOptions options;
    options.body_bytes_max = size(config.body_bytes_max);
    options.origins = net::OriginPolicy(config.cors_origins, config.public_url);
    return options;
}

live::LiveLimits live_limits(const Config& config) {
    live::LiveLimits limits;
    limits.messages_per_second = static_cast<double>(config.live_messages_per_second);
    return limits;
}

game::ViewLimits view_limits(const Config& config) {
    game::ViewLimits limits;
    limits.games = size(config.cached_games);
    limits.bytes = size(config.cached_bytes);
    limits.is_alone = is_alone(config);
    return limits;
}

game::RefereeLimits referee_limits(const Config& config, const game::BotStreams& bots) {
    game::RefereeLimits limits;
    limits.match_bytes = size(config.cached_writer_bytes);
    limits.is_alone = is_alone(config);
    limits.bots = bot_rules(config);
    limits.bots.streams = &bots;
    return limits;
}

account::AccountLimits account_limits(const Config& config) {
    account::AccountLimits limits;
    limits.password_cost.memory_bytes = size(config.password_hash_bytes);
    limits.vacation_days = static_cast<int>(config.vacation_days);
    limits.public_url = config.public_url.empty() ? "http://" + config.listen : config.public_url;
    return limits;
}

chat::ChatOptions chat_options(const Config& config) {
    chat::ChatOptions options;
    options.may_guests_write = config.guests_chat == "yes";
    return options;
}

notify::NoticeOptions notice_options(const Config& config) {
    std::vector<notify::AddressRange> allowed;
    for (const std::string& text : config.webhook_private_ranges) {
        if (const auto range = notify::parse_range(text)) allowed.push_back(*range);
    }
    notify::NoticeOptions options;
    options.addresses = notify::AddressPolicy(std::move(allowed));
    options.retries.first = std::chrono::milliseconds(config.webhook_retry_ms);
    options.retries.disable_after = std::chrono::seconds(config.webhook_disable_after_s);
    options.public_url = config.public_url;
    return options;
}

mail::inbound::InboundOptions inbound_options(const Config& config) {
    mail::inbound::InboundOptions options;
    options.domain = config.mail_domain;
    options.lmtp = *net::parse_local_endpoint(config.mail_lmtp);
    options.bytes_max = size(config.mail_bytes_max);
    options.processor.authserv_id = config.mail_authserv_id;
    options.processor.takes_passwords = config.mail_classic_passwords == "yes";
    options.processor.mails_per_minute = static_cast<double>(config.mail_replies_per_minute);
    return options;
}

mail::outbound::OutboxWorkerOptions outbox_worker_options(const Config& config) {
    mail::outbound::OutboxWorkerOptions options;
    options.mails.domain = config.mail_domain;
    options.mails.site = config.public_url;
    options.mails.from_name = config.mail_from_name;
    options.relay.url = config.mail_relay;
    options.relay.user = config.mail_relay_user;
    options.relay.password =
        first_line("mail.relay_password_file", config.mail_relay_password_file);
    first_line("mail.relay_ca_file", config.mail_relay_ca_file);  // better now than by night
    options.relay.ca_file = config.mail_relay_ca_file;
    options.relay.needs_tls = config.mail_relay_needs_tls == "yes";
    options.relay.domain = config.mail_domain;
    options.sending.retries.first = std::chrono::milliseconds(config.mail_retry_ms);
    return options;
}

}  // namespace tanbo::app
