#include "server/app/app.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <utility>

#include "server/account/access/throttle.hpp"
#include "server/account/accounts.hpp"
#include "server/account/calendar.hpp"
#include "server/account/deletions.hpp"
#include "server/account/mail_users.hpp"
#include "server/admin/service.hpp"
#include "server/analysis_jobs/ended_games.hpp"
#include "server/analysis_jobs/searches.hpp"
#include "server/api_common/limiter.hpp"
#include "server/app/bots_process.hpp"
#include "server/app/change_listener.hpp"
#include "server/app/heartbeat.hpp"
#include "server/app/maintenance.hpp"
#include "server/app/metrics_text.hpp"
#include "server/app/options.hpp"
#include "server/app/readiness.hpp"
#include "server/base/log.hpp"
#include "server/base/server_clock.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/bots/moves.hpp"
#include "server/bots/supervisor.hpp"
#include "server/chat/chat.hpp"
#include "server/chat/notes.hpp"
#include "server/cluster/change_log_reader.hpp"
#include "server/cluster/cluster_clock.hpp"
#include "server/cluster/membership.hpp"
#include "server/game/account_games.hpp"
#include "server/game/feed/bot_streams.hpp"
#include "server/game/feed/feed.hpp"
#include "server/game/feed/presence.hpp"
#include "server/game/feed/presence_rows.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/dead_node_cleanup.hpp"
#include "server/game/time/deadline_scheduler.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/game/views/views.hpp"
#include "server/http/api.hpp"
#include "server/live/endpoint.hpp"
#include "server/lobby/background.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/watchers.hpp"
#include "server/lobby/withdrawal.hpp"
#include "server/mail/inbound/service.hpp"
#include "server/mail/outbound/worker.hpp"
#include "server/net/listener.hpp"
#include "server/notify/channels/email/mails.hpp"
#include "server/notify/notices.hpp"
#include "server/operate/observers.hpp"
#include "server/rating/reports.hpp"
#include "server/store/commit/change_reader.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/commit/life_file.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/web/assets.hpp"

namespace tanbo::app {
namespace {

constexpr int hashing_threads = 2;  // a hash takes 64 MiB
constexpr std::size_t hashing_queue = 256;
constexpr std::size_t reading_queue = 4'096;
constexpr std::chrono::milliseconds patience_of_others{1'500};

std::chrono::milliseconds time_until(std::chrono::steady_clock::time_point end) {
    using std::chrono::milliseconds;
    const auto left = end - std::chrono::steady_clock::now();
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(left));
}

// The belongings of one I/O thread.
struct Local {
    Local(store::Store& store, const base::Clock& clock, base::Metrics& metrics,
          game::Presence& presence, game::BotStreams& bots, const Config& config)
        : views(store, metrics, view_limits(config)),
          feed(metrics, &presence, &bots),
          authenticator(store, clock, metrics,
                        static_cast<std::size_t>(config.cached_token_bytes)) {}

    game::Views views;
    game::Feed feed;
    account::Authenticator authenticator;
};

void warn_unless_beaten(const protocol::Result<void>& beaten) {
    if (beaten) return;
    base::log::warn("heartbeat-failed", "could not store a heartbeat",
                    {{"detail", beaten.error().detail}});
}

std::vector<store::GroupCommit*> all_of(
    const std::vector<std::unique_ptr<store::GroupCommit>>& writers) {
    std::vector<store::GroupCommit*> all;
    all.reserve(writers.size());
    for (const auto& writer : writers) all.push_back(writer.get());
    return all;
}

// The calendar for a game that begins now.
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
    std::vector<std::unique_ptr<store::GroupCommit>> make_writers();
    store::CommitHooks commit_hooks(int lane);
    std::unique_ptr<mail::outbound::OutboxWorker> make_outbox_worker(const Config& config);
    std::vector<http::Needs> http_needs();
    live::Services live_services();
    std::unique_ptr<mail::inbound::InboundService> make_inbound_mail(const Config& config);
    void open_for_moves();
    std::unique_ptr<cluster::Membership> make_membership(const Config& config);
    void share_with_others(std::int64_t node);
    void join_others();
    void announce(const std::vector<store::Announcement>& announcements);
    bool has(cluster::Duty duty) const;
    notify::NoticeOptions notices_as_node(const Config& config);
    std::optional<std::chrono::milliseconds> grace_period() const;
    std::vector<std::int64_t> nodes_to_tidy() const;
    api_common::Limiter::Nodes count_of_nodes() const;
    http::SignUpLimit::Shared shared_sign_ups(int per_minute);
    bool stop(net::CloseCode code, std::chrono::milliseconds deadline);

    const bool has_peers;
    std::atomic<cluster::Membership*> joined = nullptr;                  // from when it is there
    std::atomic<cluster::ChangeLogReader*> shared_change_log = nullptr;  // from when it is there
    game::Downtimes downtimes;
    cluster::ClusterClock cluster_clock;  // of several nodes
    base::ServerClock server_clock{
        [this](base::Instant from, base::Instant until) { downtimes.add({from, until}); },
        has_peers ? base::ReadClocks([this] { return cluster_clock.read(); })
                  : base::machine_clocks()};
    base::Clock clock = [this] { return server_clock.now(); };
    base::Metrics metrics;
    std::atomic<bool> is_draining = false;
    std::atomic<mail::outbound::OutboxWorker*> open_outbox_worker =
        nullptr;  // for the writer, from when it is there
    std::atomic<ChangeListener*> shared_change_listener = nullptr;  // from when it is there
    store::Database database;
    const http::Site site;
    std::unique_ptr<cluster::Membership> membership;           // nothing if it is the only one
    std::vector<std::unique_ptr<store::GroupCommit>> writers;  // by lane
    std::unique_ptr<base::IoThreads> io;
    std::unique_ptr<base::BlockingPool> readers;
    std::unique_ptr<base::BlockingPool> hashing;
    store::Store store;
    game::Presence presence;
    game::BotStreams bot_streams;
    std::optional<game::PresenceRows> presence_rows;         // nothing if it is the only one
    std::optional<game::DeadNodeCleanup> dead_node_cleanup;  // nothing if it is the only one
    std::vector<std::unique_ptr<Local>> locals;
    rating::Reports ratings;
    Observers observers;
    bots::Moves bot_moves;
    notify::Notices notices;
    analysis_jobs::Searches searches;
    analysis_jobs::EndedGames ended_games;
    game::Referee referee;
    lobby::Lobby lobby;
    lobby::Watchers watchers;
    game::DeadlineScheduler scheduler;
    game::AccountGamesWriter account_games;
    account::Accounts accounts;
    ChangeListener change_listener;
    Maintenance maintenance;
    Readiness readiness;
    MetricsText metrics_text;
    api_common::Limiter commands;
    api_common::Limiter sign_ups;
    api_common::Limiter messages;
    const http::SignUpLimit sign_up_limit;
    const http::MessageLimit message_limit{messages};
    const http::Unready unready = [this] { return readiness.reason(); };
    const http::MetricsText metrics_answer = [this] { return metrics_text.get(); };
    const mail::commands::AdmitMessage admit_message = [this](protocol::AccountId account) {
        return messages.take(to_string(account), clock());
    };
    chat::Chat chat;
    chat::Notes notes;
    admin::Service service;
    live::Endpoint live_endpoint;
    http::Api http_api;
    std::unique_ptr<net::Listener> listener;
    std::unique_ptr<mail::outbound::OutboxWorker>
        outbox_worker;  // nothing if the settings name no domain
    std::unique_ptr<mail::inbound::InboundService> inbound_mail;  // nothing if no domain is named
    std::unique_ptr<bots::Supervisor> bots_process;  // nothing if it runs elsewhere, or nowhere
    std::optional<Heartbeat> heartbeat;              // from when moves are taken
    std::unique_ptr<cluster::ChangeLogReader> change_log;  // nothing if it is the only one
    bool is_stopped = false;
};

namespace {

std::vector<std::unique_ptr<Local>> make_locals(int count, store::Store& store,
                                                const base::Clock& clock, base::Metrics& metrics,
                                                game::Presence& presence, game::BotStreams& bots,
                                                const Config& config) {
    std::vector<std::unique_ptr<Local>> locals;
    locals.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        locals.push_back(std::make_unique<Local>(store, clock, metrics, presence, bots, config));
    }
    return locals;
}

}  // namespace

App::State::State(const Config& config, std::function<void(store::Fault)> on_fatal)
    : has_peers(shares_database(config)),
      downtimes(has_peers ? game::Downtimes::Of::all_nodes : game::Downtimes::Of::this_process),
      database(database_options(config, std::move(on_fatal))),
      site{config.public_url, !config.mail_domain.empty(),
           protocol::epoch_text(database.epochs().present())},
      membership(make_membership(config)),
      writers(make_writers()),
      io(std::make_unique<base::IoThreads>(thread_count(config))),
      readers(std::make_unique<base::BlockingPool>("reader", static_cast<int>(config.readers),
                                                   reading_queue)),
      hashing(std::make_unique<base::BlockingPool>("hashing", hashing_threads, hashing_queue)),
      store(database, all_of(writers), *readers),
      bot_streams(presence, clock),
      locals(make_locals(io->size(), store, clock, metrics, presence, bot_streams, config)),
      ratings(store),
      bot_moves(metrics),
      notices(store, *io, feeds(), clock, metrics, notices_as_node(config)),
      searches(store, clock, metrics, starts_bots(config), notify::send_what_waits_for_analysis),
      ended_games(searches),
      referee(store, *io, thread_games(), clock, metrics, referee_limits(config, bot_streams),
              all_observers(), calendar_of, &downtimes),
      lobby(referee, store, presence, clock),
      watchers(*io, feeds(), store),
      scheduler(referee, store, presence, downtimes, clock, metrics),
      account_games(referee),
      accounts(store, *hashing, *io, authenticators(), clock, metrics, account_limits(config),
               &account_games),
      change_listener(store, *io, referee, downtimes, authenticators(),
                      [this](const auto& heard) { announce(heard); }),
      maintenance(store, *readers, accounts, clock, std::chrono::days(config.guest_days)),
      readiness(store, database.path(), is_draining),
      metrics_text(metrics, *readers, clock),
      commands(static_cast<double>(config.commands_per_second), 4, count_of_nodes()),
      sign_ups(static_cast<double>(config.sign_ups_per_minute) / 60, 60),
      messages(static_cast<double>(config.messages_per_minute) / 60, 30, count_of_nodes()),
      sign_up_limit{sign_ups, shared_sign_ups(static_cast<int>(config.sign_ups_per_minute))},
      chat(referee, store, chat_options(config)),
      notes(referee, store),
      service(referee, accounts, store),
      live_endpoint(live_services(), live_limits(config),
                    net::OriginPolicy(config.cors_origins, config.public_url), metrics),
      http_api(http_needs(), commands, metrics, api_options(config),
               [this](net::Request& request) { return live_endpoint.upgrade(request); }),
      listener(std::make_unique<net::Listener>(*io, http_api, metrics, listener_options(config))),
      outbox_worker(make_outbox_worker(config)),
      inbound_mail(make_inbound_mail(config)) {
    metrics.counter_of("tanbo_log_lines_dropped_total",
                       "Log lines dropped because the reader was too slow.",
                       base::log::dropped_lines);
    metrics.counter_of("tanbo_commits_in_doubt_total",
                       "Commits without an answer, confirmed by a second query.",
                       [this] { return database.commits_in_doubt(); });
    accounts.deletions().add(lobby::withdraw_some);
    if (has_peers) share_with_others(config.database_node);
    watchers.forget_all();
    shared_change_listener = &change_listener;
    std::string bot_accounts = prepare_bots(store, config, clock());
    io->start();
    if (has_peers) join_others();
    base::spawn(io->executor(0), "maintenance", maintenance.run());
    base::spawn(io->executor(0), "watcher news", notices.watcher_notifier.run());
    base::spawn(io->executor(0), "lobby", lobby::run_in_background(lobby, watchers, [this] {
                    return has(cluster::Duty::lobby);
                }));
    open_for_moves();
    bots_process = start_bots({store, bot_moves, bot_streams, clock, metrics,
                               [this] { return has(cluster::Duty::bots); }},
                              config, listener->port(), std::move(bot_accounts));
    if (inbound_mail) inbound_mail->start();
    open_outbox_worker = outbox_worker.get();
    // Mails may have been queued meanwhile.
    if (outbox_worker) outbox_worker->wake(mail::outbound::mail_threads);
}

std::vector<game::ThreadGames> App::State::thread_games() {
    std::vector<game::ThreadGames> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back({local->views, local->feed});
    return threads;
}

std::vector<game::Observer*> App::State::all_observers() {
    std::vector<game::Observer*> all = observers.all();
    all.insert(all.begin(), &ended_games);
    all.push_back(&bot_moves);
    return all;
}

std::vector<game::Feed*> App::State::feeds() {
    std::vector<game::Feed*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->feed);
    return threads;
}

std::vector<std::unique_ptr<store::GroupCommit>> App::State::make_writers() {
    store::CommitLimits limits;
    // Of several that share transactions, each could hold what another waits for.
    if (database.lanes() > 1) limits.batch_jobs = 1;
    std::vector<std::unique_ptr<store::GroupCommit>> all;
    all.reserve(static_cast<std::size_t>(database.lanes()));
    for (int lane = 0; lane < database.lanes(); ++lane) {
        all.push_back(
            std::make_unique<store::GroupCommit>(database, commit_hooks(lane), limits, lane));
    }
    return all;
}

// While the server is being built, no one could receive a message, so none is sent.
store::CommitHooks App::State::commit_hooks(int lane) {
    const base::Metrics::Labels labels = {{"lane", std::to_string(lane)}};
    base::Counter& batches =
        metrics.counter("tanbo_writer_batches_total", "Batches of jobs written or failed.", labels);
    base::Counter& conflicts = metrics.counter(
        "tanbo_writer_conflicts_total", "Batches repeated after a conflicting change.", labels);
    store::CommitHooks hooks;
    hooks.batch_begins = [this, lane] { downtimes.writer_begins(clock(), lane); };
    hooks.batch_ends = [this, lane, &batches] {
        downtimes.writer_ends(clock(), lane);
        batches.add();
    };
    hooks.batch_failed = [this, lane](const store::StorageError&) { downtimes.writer_fails(lane); };
    hooks.on_recovered = [this](const std::vector<store::Change>& changes) {
        if (ChangeListener* const open = shared_change_listener) open->receive(changes);
    };
    hooks.job_conflicts = [&conflicts] { conflicts.add(); };
    hooks.announce = [this](const std::vector<store::Announcement>& announcements) {
        announce(announcements);
        bot_moves.announce(announcements);
        account::log_stopped_addresses(announcements);
    };
    hooks.told_others = [this] {
        if (cluster::ChangeLogReader* const open = shared_change_log) open->notify_peers();
    };
    return hooks;
}

// News of what this node, or another one, has committed.
void App::State::announce(const std::vector<store::Announcement>& announcements) {
    notices.announce(announcements);
    searches.receive(announcements);
    mail::outbound::OutboxWorker* const open = open_outbox_worker;
    if (open == nullptr) return;
    open->wake(store::count_queued(announcements, store::DeliveryQueued::mail));
}

std::vector<account::Authenticator*> App::State::authenticators() {
    std::vector<account::Authenticator*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->authenticator);
    return threads;
}

// By I/O thread.
std::vector<http::Needs> App::State::http_needs() {
    std::vector<http::Needs> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) {
        threads.emplace_back(
            accounts, accounts.additions(), accounts.addresses(), local->authenticator,
            accounts.deletions(), accounts.profiles(), accounts.sessions(), accounts.sign_ups(),
            service, clock, chat, notes, message_limit, metrics_answer, site, sign_up_limit,
            unready, local->feed, referee, local->views, lobby, notices,
            notices.mail_choices.tokens(), notices.agenda, notices.feeds, notices.inbox,
            notices.mail_choices, notices.push_subscriptions, notices.webhooks, ratings, searches);
    }
    return threads;
}

// By which the limits of this node go, and those of all nodes, if there are others.
api_common::Limiter::Nodes App::State::count_of_nodes() const {
    if (!has_peers) return {};
    return [this] { return membership->count(); };
}

http::SignUpLimit::Shared App::State::shared_sign_ups(int per_minute) {
    if (!has_peers) return {};
    return [this, per_minute](std::string client) {
        return account::take_sign_up(store, clock, per_minute, std::move(client));
    };
}

live::Services App::State::live_services() {
    std::vector<live::ThreadServices> threads;
    threads.reserve(locals.size());
    for (std::size_t i = 0; i < locals.size(); ++i) {
        threads.push_back({locals[i]->views, locals[i]->feed, locals[i]->authenticator,
                           io->executor(static_cast<int>(i))});
    }
    return {referee, clock, std::move(threads), commands, web::client().build, site.epoch};
}

std::unique_ptr<mail::outbound::OutboxWorker> App::State::make_outbox_worker(const Config& config) {
    if (config.mail_domain.empty()) return nullptr;
    mail::outbound::OutboxWorkerServices services{store, notices.mail_choices.tokens(), presence,
                                                  clock, metrics};
    if (has_peers) services.is_sender = [this] { return has(cluster::Duty::outbox); };
    return std::make_unique<mail::outbound::OutboxWorker>(services, outbox_worker_options(config));
}

std::unique_ptr<mail::inbound::InboundService> App::State::make_inbound_mail(const Config& config) {
    if (config.mail_domain.empty()) return nullptr;
    const mail::commands::Needs needs{accounts.profiles(),
                                      accounts.sign_ups(),
                                      chat,
                                      admit_message,
                                      notices.mail_choices.tokens(),
                                      referee,
                                      locals.front()->views,
                                      lobby,
                                      notices.agenda,
                                      ratings};
    std::function<bool()> is_ours;
    if (has_peers) is_ours = [this] { return has(cluster::Duty::inbox); };
    return std::make_unique<mail::inbound::InboundService>(
        mail::inbound::InboundServices{
            store,
            {needs, accounts, notices.mail_choices, clock, {config.mail_domain, config.public_url}},
            *io,
            metrics,
            std::move(is_ours)},
        inbound_options(config));
}

// The time since the last sign of life is a downtime, written once: every game takes it when it
// is looked at next. It ends when the first move can come.
void App::State::open_for_moves() {
    std::optional<base::Instant> last;
    if (const auto seen = store.read_now(store::last_heartbeat)) {
        const store::LifeFile life(database.path());
        last = life.alive_after(*seen).value_or(*seen);
        server_clock.start_from(*last);
    }
    warn_unless_beaten(scheduler.start(last));
    heartbeat.emplace(database.path(), downtimes, clock);
    listener->start();
    base::spawn(io->executor(0), "deadlines", scheduler.run());
}

// Before anybody asks for the time, which never goes back.
std::unique_ptr<cluster::Membership> App::State::make_membership(const Config& config) {
    if (!has_peers) return nullptr;
    std::optional<cluster::Duty> left_to_others;
    if (!starts_bots(config)) left_to_others = cluster::Duty::bots;
    return std::make_unique<cluster::Membership>(
        store::NodeRows(database.options(), TANBO_VERSION), cluster_clock, clock,
        [this](const store::StorageError& error) { database.report(error); }, metrics,
        left_to_others);
}

// The others are told what this node's connections look at.
void App::State::share_with_others(std::int64_t node) {
    watchers.share(node);
    presence.share(node);
    presence_rows.emplace(presence, store, node, clock);
    presence_rows->forget_all();
}

void App::State::join_others() {
    change_log = std::make_unique<cluster::ChangeLogReader>(
        store::ChangeReader(database.options()),
        [this](const std::vector<store::Change>& changes) { change_listener.receive(changes); },
        [this](const store::StorageError& error) { database.report(error); }, metrics);
    shared_change_log = change_log.get();
    joined = membership.get();  // now: the holder of a duty learns what others queue
    base::spawn(io->executor(0), "presence", presence_rows->run());
    dead_node_cleanup.emplace(store, [this] { return nodes_to_tidy(); });
    base::spawn(io->executor(0), "gone nodes", dead_node_cleanup->run());
    readiness.require(*change_log, *membership);
    maintenance.work_while([this] { return has(cluster::Duty::maintenance); });
    scheduler.set_grace_period([this] { return grace_period(); });
    for (const auto& local : locals) {
        local->authenticator.set_cache_guard(
            [this] { return change_log->age() <= cluster::change_log_age_max; });
    }
}

bool App::State::has(cluster::Duty duty) const {
    if (!has_peers) return true;
    const cluster::Membership* const member = joined;
    return member != nullptr && member->has(duty);
}

std::vector<std::int64_t> App::State::nodes_to_tidy() const {
    if (!has(cluster::Duty::lobby)) return {};
    return membership->alive();
}

// The holder of the duty comes first, the others if it has not acted; never a node with a wrong
// clock.
std::optional<std::chrono::milliseconds> App::State::grace_period() const {
    if (!membership->is_clock_right()) return std::nullopt;
    return has(cluster::Duty::deadlines) ? std::chrono::milliseconds(0) : patience_of_others;
}

notify::NoticeOptions App::State::notices_as_node(const Config& config) {
    notify::NoticeOptions options = notice_options(config);
    if (has_peers) options.is_sender = [this] { return has(cluster::Duty::webhooks); };
    return options;
}

bool App::State::stop(net::CloseCode code, std::chrono::milliseconds deadline) {
    if (std::exchange(is_stopped, true)) return true;
    is_draining = true;
    // No flag falls from here on, and what passes is given back by the next start.
    downtimes.close(clock());
    const auto end = std::chrono::steady_clock::now() + deadline;
    searches.close();
    if (inbound_mail) inbound_mail->begin_drain();
    if (bots_process) bots_process->stop(std::min(deadline / 2, bots_end_within));
    bots_process.reset();
    bool is_complete = listener->drain(code, time_until(end));
    if (inbound_mail) is_complete = inbound_mail->drain(time_until(end)) && is_complete;
    warn_unless_beaten(scheduler.beat());
    heartbeat.reset();
    notices.stop();
    if (outbox_worker) outbox_worker->stop();
    for (const auto& writer : writers) writer->stop();
    if (change_log) change_log->stop();
    io->stop();
    io->join();
    if (membership) membership->stop();
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
