#include "server/app.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include "protocol/live.hpp"
#include "server/account/accounts.hpp"
#include "server/account/calendar.hpp"
#include "server/account/deletions.hpp"
#include "server/admin/service.hpp"
#include "server/api/limiter.hpp"
#include "server/base/io_threads.hpp"
#include "server/base/log.hpp"
#include "server/base/server_clock.hpp"
#include "server/bots/moves.hpp"
#include "server/bots/supervisor.hpp"
#include "server/bots_process.hpp"
#include "server/chat/chat.hpp"
#include "server/chat/notes.hpp"
#include "server/game/account_games.hpp"
#include "server/game/deadline_scheduler.hpp"
#include "server/game/downtimes.hpp"
#include "server/game/feed.hpp"
#include "server/game/presence.hpp"
#include "server/game/referee.hpp"
#include "server/game/views.hpp"
#include "server/heartbeat.hpp"
#include "server/http/api.hpp"
#include "server/live/endpoint.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/tending.hpp"
#include "server/lobby/watchers.hpp"
#include "server/lobby/withdrawal.hpp"
#include "server/mail/inbound/service.hpp"
#include "server/mail/outbound/worker.hpp"
#include "server/maintenance.hpp"
#include "server/metrics_text.hpp"
#include "server/net/listener.hpp"
#include "server/notify/notices.hpp"
#include "server/observers.hpp"
#include "server/rating/reports.hpp"
#include "server/readiness.hpp"
#include "server/store/downtimes.hpp"
#include "server/store/group_commit.hpp"
#include "server/store/life_file.hpp"
#include "server/store/store.hpp"
#include "server/web/assets.hpp"

namespace tanbo::app {
namespace {

constexpr int hashing_threads = 2;  // a hash takes 64 MiB
constexpr std::size_t hashing_queue = 64;
constexpr std::size_t reading_queue = 4'096;

template <class Unsigned>
std::size_t size(Unsigned value) {
    return static_cast<std::size_t>(value);
}

int thread_count(const Config& config) {
    if (config.threads > 0) return static_cast<int>(config.threads);
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

store::DatabaseOptions database_options(const Config& config,
                                        std::function<void(store::Fault)> on_fatal) {
    store::DatabaseOptions options;
    options.path = config.database;
    options.readers = static_cast<int>(config.readers);
    options.writer_page_bytes = config.cached_writer_page_bytes;
    options.reader_page_bytes = config.cached_reader_page_bytes;
    options.creates = config.create == "yes";
    options.queues_mail = !config.mail_domain.empty();
    options.on_fatal = [on_fatal = std::move(on_fatal)](const store::StorageError& error) {
        base::log::error("storage-failed", "storage failed; the server stops",
                         {{"fault", store::name(error.fault())}, {"detail", error.what()}});
        on_fatal(error.fault());
    };
    return options;
}

// Behind the scheme of a URL.
std::size_t authority_begin(std::string_view url) {
    constexpr std::string_view mark = "://";
    const std::size_t at = url.find(mark);
    return at == std::string_view::npos ? 0 : at + mark.size();
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
    return options;
}

http::ApiOptions door_options(const Config& config) {
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
    return limits;
}

game::RefereeLimits referee_limits(const Config& config) {
    game::RefereeLimits limits;
    limits.match_bytes = size(config.cached_writer_bytes);
    limits.bots = bot_rules(config);
    return limits;
}

account::AccountLimits account_limits(const Config& config) {
    account::AccountLimits limits;
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
    options.processor.mails_per_minute = static_cast<double>(config.mail_letters_per_minute);
    return options;
}

// The first line of the file that a setting names; nothing where it names none. Throws:
// std::system_error where there is no such line.
std::string first_line(const std::string& setting, const std::string& path) {
    if (path.empty()) return {};
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) {
        throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory),
                                setting + " " + path);
    }
    return line;
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

std::chrono::milliseconds time_until(std::chrono::steady_clock::time_point end) {
    using std::chrono::milliseconds;
    const auto left = end - std::chrono::steady_clock::now();
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(left));
}

// What one I/O thread keeps.
struct Local {
    Local(store::Store& store, const base::Clock& clock, base::Metrics& metrics,
          game::Presence& presence, const Config& config)
        : views(store, metrics, view_limits(config)),
          feed(metrics, &presence),
          authenticator(store, clock, metrics, size(config.cached_token_bytes)) {}

    game::Views views;
    game::Feed feed;
    account::Authenticator authenticator;
};

// What counts for a game that begins now.
engine::Calendar calendar_of(store::Reader& reader, protocol::AccountId account,
                             base::Instant now) {
    return account::calendar_of(reader, account, now, now + account::calendar_reach);
}

}  // namespace

// The members stand in the order in which they are built. What is stopped before it is destroyed,
// because others still refer to it, is held by pointer: see stop().
struct App::State {
    State(const Config& config, std::function<void(store::Fault)> on_fatal);

    std::vector<game::ThreadGames> thread_games();
    std::vector<game::Observer*> all_observers();
    std::vector<game::Feed*> feeds();
    std::vector<account::Authenticator*> authenticators();
    store::CommitHooks commit_hooks();
    std::unique_ptr<mail::outbound::OutboxWorker> make_outbox_worker(const Config& config);
    http::Services http_services();
    live::Services live_services();
    std::unique_ptr<mail::inbound::InboundService> make_inbound_mail(const Config& config);
    void open_for_moves();
    bool stop(net::CloseCode code, std::chrono::milliseconds deadline);

    game::Downtimes downtimes;
    base::ServerClock server_clock{
        [this](base::Instant from, base::Instant until) { downtimes.add({from, until}); }};
    base::Clock clock = [this] { return server_clock.now(); };
    base::Metrics metrics;
    std::atomic<bool> is_draining = false;
    std::atomic<mail::outbound::OutboxWorker*> open_outbox_worker =
        nullptr;  // for the writer, from when it is there
    const std::filesystem::path database_path;
    const std::string public_url;
    store::Database database;
    store::GroupCommit writer;
    std::unique_ptr<base::IoThreads> io;
    std::unique_ptr<base::BlockingPool> readers;
    std::unique_ptr<base::BlockingPool> hashing;
    store::Store store;
    game::Presence presence;
    std::vector<std::unique_ptr<Local>> locals;
    rating::Reports ratings;
    Observers observers;
    bots::Moves bot_moves;
    notify::Notices notices;
    game::Referee referee;
    lobby::Lobby lobby;
    lobby::Watchers watchers;
    game::DeadlineScheduler scheduler;
    game::AccountGames account_games;
    account::Accounts accounts;
    Maintenance maintenance;
    Readiness readiness;
    MetricsText metrics_text;
    api::Limiter commands;
    api::Limiter sign_ups;
    api::Limiter messages;
    chat::Chat chat;
    chat::Notes notes;
    admin::Service service;
    live::Endpoint live_endpoint;
    http::Api http_api;
    std::unique_ptr<net::Listener> listener;
    std::unique_ptr<mail::outbound::OutboxWorker>
        outbox_worker;  // nothing where the settings name no domain
    std::unique_ptr<mail::inbound::InboundService> inbound_mail;  // likewise
    std::unique_ptr<bots::Supervisor> bots_process;  // nothing where it runs elsewhere, or nowhere
    std::optional<Heartbeat> heartbeat;              // from when moves are taken
    bool is_stopped = false;
};

namespace {

std::vector<std::unique_ptr<Local>> make_locals(int count, store::Store& store,
                                                const base::Clock& clock, base::Metrics& metrics,
                                                game::Presence& presence, const Config& config) {
    std::vector<std::unique_ptr<Local>> locals;
    locals.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        locals.push_back(std::make_unique<Local>(store, clock, metrics, presence, config));
    }
    return locals;
}

}  // namespace

App::State::State(const Config& config, std::function<void(store::Fault)> on_fatal)
    : database_path(config.database),
      public_url(config.public_url),
      database(database_options(config, std::move(on_fatal))),
      writer(database, commit_hooks()),
      io(std::make_unique<base::IoThreads>(thread_count(config))),
      readers(std::make_unique<base::BlockingPool>("reader", static_cast<int>(config.readers),
                                                   reading_queue)),
      hashing(std::make_unique<base::BlockingPool>("hashing", hashing_threads, hashing_queue)),
      store(database, writer, *readers),
      locals(make_locals(io->size(), store, clock, metrics, presence, config)),
      ratings(store),
      bot_moves(metrics),
      notices(store, *io, feeds(), clock, metrics, notice_options(config)),
      referee(store, *io, thread_games(), clock, metrics, referee_limits(config), all_observers(),
              calendar_of, &downtimes),
      lobby(referee, store, clock),
      watchers(*io, feeds(), store),
      scheduler(referee, store, presence, downtimes, clock, metrics),
      account_games(referee),
      accounts(store, *hashing, *io, authenticators(), clock, metrics, account_limits(config),
               &account_games),
      maintenance(store, *readers, accounts, clock, std::chrono::days(config.guest_days)),
      readiness(store, config.database, is_draining),
      metrics_text(metrics, *readers, clock),
      commands(static_cast<double>(config.commands_per_second), 4),
      sign_ups(static_cast<double>(config.sign_ups_per_minute) / 60, 60),
      messages(static_cast<double>(config.messages_per_minute) / 60, 30),
      chat(referee, store, chat_options(config)),
      notes(referee, store),
      service(referee, accounts, store),
      live_endpoint(live_services(), live_limits(config),
                    net::OriginPolicy(config.cors_origins, config.public_url), metrics),
      http_api(http_services(), door_options(config),
               [this](net::Request& request) { return live_endpoint.upgrade(request); }),
      listener(std::make_unique<net::Listener>(*io, http_api, metrics, listener_options(config))),
      outbox_worker(make_outbox_worker(config)),
      inbound_mail(make_inbound_mail(config)) {
    metrics.counter_of("tanbo_log_lines_dropped_total", "Log lines that nobody read in time.",
                       base::log::dropped_lines);
    accounts.deletions().add(lobby::withdraw_all);
    watchers.forget_all();
    std::string bot_accounts = prepare_bots(store, config, clock());
    io->start();
    base::spawn(io->executor(0), "maintenance", maintenance.run());
    base::spawn(io->executor(0), "lobby", lobby::tend(lobby, watchers));
    open_for_moves();
    bots_process = start_bots({store, bot_moves, clock, metrics}, config, listener->port(),
                              std::move(bot_accounts));
    if (inbound_mail) inbound_mail->start();
    open_outbox_worker = outbox_worker.get();
    if (outbox_worker) outbox_worker->wake();  // what was queued meanwhile
}

std::vector<game::ThreadGames> App::State::thread_games() {
    std::vector<game::ThreadGames> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back({local->views, local->feed});
    return threads;
}

std::vector<game::Observer*> App::State::all_observers() {
    std::vector<game::Observer*> all = observers.all();
    all.push_back(&bot_moves);
    return all;
}

std::vector<game::Feed*> App::State::feeds() {
    std::vector<game::Feed*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->feed);
    return threads;
}

// What is told while the server is being built would have nobody to go to, so nothing is.
store::CommitHooks App::State::commit_hooks() {
    store::CommitHooks hooks;
    hooks.batch_begins = [this] { downtimes.writer_begins(clock()); };
    hooks.batch_ends = [this] { downtimes.writer_ends(clock()); };
    hooks.batch_failed = [this](const store::StorageError&) { downtimes.writer_fails(); };
    hooks.announce = [this](const std::vector<store::Announcement>& announcements) {
        notices.announce(announcements);
        const bool has_mail = std::ranges::any_of(announcements, [](const auto& announcement) {
            return store::is_queued(announcement, store::DeliveryQueued::mail);
        });
        mail::outbound::OutboxWorker* const open = open_outbox_worker;
        if (has_mail && open != nullptr) open->wake();
    };
    return hooks;
}

std::vector<account::Authenticator*> App::State::authenticators() {
    std::vector<account::Authenticator*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->authenticator);
    return threads;
}

http::Services App::State::http_services() {
    std::vector<http::ThreadServices> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) {
        threads.push_back({local->views, local->feed, local->authenticator});
    }
    return {referee,
            accounts,
            metrics,
            [this] { return metrics_text.get(); },
            {commands},
            {sign_ups},
            clock,
            std::move(threads),
            [this] { return readiness.reason(); },
            notices,
            chat,
            notes,
            {messages},
            ratings,
            service,
            lobby,
            notices.mail_choices.tokens(),
            {public_url}};
}

live::Services App::State::live_services() {
    std::vector<live::ThreadServices> threads;
    threads.reserve(locals.size());
    for (std::size_t i = 0; i < locals.size(); ++i) {
        threads.push_back({locals[i]->views, locals[i]->feed, locals[i]->authenticator,
                           io->executor(static_cast<int>(i))});
    }
    return {referee, clock, std::move(threads), commands, web::client().build};
}

std::unique_ptr<mail::outbound::OutboxWorker> App::State::make_outbox_worker(const Config& config) {
    if (config.mail_domain.empty()) return nullptr;
    const mail::outbound::OutboxWorkerServices services{store, notices.mail_choices.tokens(),
                                                        presence, clock, metrics};
    return std::make_unique<mail::outbound::OutboxWorker>(services, outbox_worker_options(config));
}

std::unique_ptr<mail::inbound::InboundService> App::State::make_inbound_mail(const Config& config) {
    if (config.mail_domain.empty()) return nullptr;
    mail::commands::Services services{
        referee,
        locals.front()->views,
        lobby,
        chat,
        accounts,
        notices,
        store,
        notices.mail_choices.tokens(),
        clock,
        {config.mail_domain, config.public_url},
        [this](protocol::AccountId account) { return messages.take(to_string(account), clock()); }};
    return std::make_unique<mail::inbound::InboundService>(
        mail::inbound::InboundServices{std::move(services), *io, metrics}, inbound_options(config));
}

// What passed since the last sign of life is a downtime, written once: every game takes it when it
// is looked at next. It ends when the first move can come.
void App::State::open_for_moves() {
    std::optional<base::Instant> last;
    if (const auto seen = store.read_now(store::last_heartbeat)) {
        const store::LifeFile life(database_path);
        last = life.alive_after(*seen).value_or(*seen);
        server_clock.start_from(*last);
    }
    const auto beaten = scheduler.start(last);
    if (!beaten)
        base::log::warn("heartbeat-failed", "no heartbeat was stored",
                        {{"detail", beaten.error().detail}});
    heartbeat.emplace(database_path, downtimes, clock);
    listener->start();
    base::spawn(io->executor(0), "deadlines", scheduler.run());
}

bool App::State::stop(net::CloseCode code, std::chrono::milliseconds deadline) {
    if (std::exchange(is_stopped, true)) return true;
    is_draining = true;
    // No flag falls from here on, and what passes is given back by the next start.
    downtimes.close(clock());
    const auto end = std::chrono::steady_clock::now() + deadline;
    if (inbound_mail) inbound_mail->begin_drain();
    if (bots_process) bots_process->stop(std::min(deadline / 2, bots_end_within));
    bots_process.reset();
    bool is_complete = listener->drain(code, time_until(end));
    if (inbound_mail) is_complete = inbound_mail->drain(time_until(end)) && is_complete;
    const auto beaten = scheduler.beat();
    if (!beaten)
        base::log::warn("heartbeat-failed", "no heartbeat was stored",
                        {{"detail", beaten.error().detail}});
    heartbeat.reset();
    notices.stop();
    if (outbox_worker) outbox_worker->stop();
    writer.stop();
    io->stop();
    io->join();
    // Jobs of the pools answer to the contexts of the threads; what coroutines are left refer to
    // everything else.
    hashing.reset();
    readers.reset();
    inbound_mail.reset();
    listener.reset();
    io.reset();
    return is_complete;
}

App::App(const Config& config, std::function<void(store::Fault)> on_fatal)
    : state_(std::make_unique<State>(config, std::move(on_fatal))) {}

App::~App() {
    state_->stop(net::CloseCode::going_away, std::chrono::milliseconds(0));
}

std::uint16_t App::port() const {
    return state_->listener->port();
}

bool App::stop(net::CloseCode code, std::chrono::milliseconds deadline) {
    return state_->stop(code, deadline);
}

}  // namespace tanbo::app
