#include "server/app/app.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "server/account/mail_users.hpp"
#include "server/app/bots_process.hpp"
#include "server/app/doors.hpp"
#include "server/app/heartbeat.hpp"
#include "server/app/mail.hpp"
#include "server/app/nodes.hpp"
#include "server/app/options.hpp"
#include "server/app/people.hpp"
#include "server/app/play.hpp"
#include "server/app/storage.hpp"
#include "server/base/log.hpp"
#include "server/lobby/background.hpp"
#include "server/notify/notices.hpp"
#include "server/operate/admin_door.hpp"
#include "server/operate/admin_order.hpp"
#include "server/store/commit/life_file.hpp"
#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::app {
namespace {

std::chrono::milliseconds time_until(std::chrono::steady_clock::time_point end) {
    using std::chrono::milliseconds;
    const auto left = end - std::chrono::steady_clock::now();
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(left));
}

void warn_unless_beaten(const protocol::Result<void>& beaten) {
    if (beaten) return;
    base::log::warn("heartbeat-failed", "could not store a heartbeat",
                    {{"detail", beaten.error().detail}});
}

}  // namespace

// Without a socket of the settings, a server that can't have one serves all the same.
std::unique_ptr<AdminDoor> make_admin_door(Storage& storage, Play& play, People& people,
                                           const Config& config) {
    const auto endpoint = admin_endpoint(config);
    if (!endpoint) return nullptr;
    try {
        return std::make_unique<AdminDoor>(play.referee, people.accounts, storage.store,
                                           *storage.io, *endpoint);
    } catch (const std::system_error& error) {
        if (!config.admin_socket.empty()) throw;
        base::log::warn("admin-socket-unusable", "no socket for tanbod admin",
                        {{"detail", error.what()}});
        return nullptr;
    }
}

// The members stand in the order in which they are built; each refers to those above only. What is
// stopped before it is destroyed, because others still refer to it, is held by pointer: see stop().
struct App::State {
    State(const Config& config, std::function<void(store::Fault)> on_fatal);

    store::CommitHooks commit_hooks(int lane);
    void announce(const std::vector<store::Announcement>& announcements);
    notify::NoticeOptions notices_as_node(const Config& config);
    void start(const Config& config);
    void open_for_moves();
    bool stop(net::CloseCode code, std::chrono::milliseconds deadline);

    Storage storage;
    Play play;
    Nodes nodes;
    notify::Notices notices;
    People people;
    Doors doors;
    Mail mail;
    std::unique_ptr<AdminDoor> admin_door;           // nothing if it has no socket
    std::unique_ptr<bots::Supervisor> bots_process;  // nothing if it runs elsewhere, or nowhere
    std::optional<Heartbeat> heartbeat;              // from when moves are taken
    bool is_stopped = false;
};

App::State::State(const Config& config, std::function<void(store::Fault)> on_fatal)
    : storage(config, std::move(on_fatal), [this](int lane) { return commit_hooks(lane); }),
      play(storage, config),
      nodes(storage, play, [this](const auto& heard) { announce(heard); }),
      notices(storage.store, *storage.io, play.feeds(), storage.clock, storage.metrics,
              notices_as_node(config)),
      people(storage, play, config),
      doors(storage, play, nodes, notices, people, config),
      mail(storage, play, nodes, notices, people, doors, config),
      admin_door(make_admin_door(storage, play, people, config)) {
    start(config);
}

void App::State::start(const Config& config) {
    if (storage.has_peers) nodes.share(config.database_node);
    play.watchers.forget_all();
    nodes.open();
    std::string bot_accounts = prepare_bots(storage.store, config, storage.clock());
    storage.io->start();
    if (storage.has_peers) {
        nodes.join();
        doors.readiness.require(nodes.change_log(), *storage.membership);
        people.maintenance.work_while([this] { return nodes.has(cluster::Duty::maintenance); });
    }
    const auto background = storage.io->executor(0);
    base::spawn(background, "maintenance", people.maintenance.run());
    base::spawn(background, "watcher news", notices.watcher_notifier.run());
    base::spawn(background, "lobby", lobby::run_in_background(play.lobby, play.watchers, [this] {
                    return nodes.has(cluster::Duty::lobby);
                }));
    open_for_moves();
    base::spawn(background, "tournaments",
                play.director.run([this] { return nodes.has(cluster::Duty::lobby); }));
    bots_process = start_bots({storage.store, play.bot_moves, play.bot_streams, storage.clock,
                               storage.metrics, [this] { return nodes.has(cluster::Duty::bots); }},
                              config, doors.listener->port(), std::move(bot_accounts));
    mail.start();
    if (admin_door) admin_door->start();
}

// The time since the last sign of life is a downtime, written once: every game takes it when it
// is looked at next. It ends when the first move can come.
void App::State::open_for_moves() {
    const auto& database = storage.database.path();
    std::optional<base::Instant> last;
    if (const auto seen = storage.store.read_now(store::last_heartbeat)) {
        const store::LifeFile life(database);
        last = life.alive_after(*seen).value_or(*seen);
        storage.server_clock.start_from(*last);
    }
    warn_unless_beaten(play.scheduler.start(last));
    heartbeat.emplace(database, storage.downtimes, storage.clock);
    doors.listener->start();
    base::spawn(storage.io->executor(0), "deadlines", play.scheduler.run());
}

// While the server is being built, no one could receive a message, so none is sent.
store::CommitHooks App::State::commit_hooks(int lane) {
    const base::Metrics::Labels labels = {{"lane", std::to_string(lane)}};
    base::Counter& batches = storage.metrics.counter("tanbo_writer_batches_total",
                                                     "Batches of jobs written or failed.", labels);
    base::Counter& conflicts = storage.metrics.counter(
        "tanbo_writer_conflicts_total", "Batches repeated after a conflicting change.", labels);
    store::CommitHooks hooks;
    hooks.batch_begins = [this, lane] { storage.downtimes.writer_begins(storage.clock(), lane); };
    hooks.batch_ends = [this, lane, &batches] {
        storage.downtimes.writer_ends(storage.clock(), lane);
        batches.add();
    };
    hooks.batch_failed = [this, lane](const store::StorageError&) {
        storage.downtimes.writer_fails(lane);
    };
    hooks.on_recovered = [this](const std::vector<store::Change>& changes) {
        nodes.receive(changes);
    };
    hooks.job_conflicts = [&conflicts] { conflicts.add(); };
    hooks.announce = [this](const std::vector<store::Announcement>& announcements) {
        announce(announcements);
        play.bot_moves.announce(announcements);
        account::log_stopped_addresses(announcements);
    };
    hooks.told_others = [this] { nodes.notify_peers(); };
    return hooks;
}

// News of what this node, or another one, has committed.
void App::State::announce(const std::vector<store::Announcement>& announcements) {
    notices.announce(announcements);
    play.searches.receive(announcements);
    play.tournament_feeds.announce(announcements);
    mail.announce(announcements);
}

notify::NoticeOptions App::State::notices_as_node(const Config& config) {
    notify::NoticeOptions options = notice_options(config);
    if (storage.has_peers) {
        options.is_sender = [this] { return nodes.has(cluster::Duty::webhooks); };
    }
    return options;
}

bool App::State::stop(net::CloseCode code, std::chrono::milliseconds deadline) {
    if (std::exchange(is_stopped, true)) return true;
    doors.is_draining = true;
    // No flag falls from here on, and what passes is given back by the next start.
    storage.downtimes.close(storage.clock());
    const auto end = std::chrono::steady_clock::now() + deadline;
    play.searches.close();
    mail.begin_drain();
    if (bots_process) bots_process->stop(std::min(deadline / 2, bots_end_within));
    bots_process.reset();
    bool is_complete = doors.listener->drain(code, time_until(end));
    is_complete = mail.drain(time_until(end)) && is_complete;
    is_complete = (!admin_door || admin_door->drain(time_until(end))) && is_complete;
    warn_unless_beaten(play.scheduler.beat());
    heartbeat.reset();
    notices.stop();
    mail.stop_sending();
    storage.stop_writers();
    nodes.stop();
    storage.stop_threads();
    // Coroutines that are left refer to everything else.
    mail.release();
    admin_door.reset();
    doors.listener.reset();
    storage.release();
    return is_complete;
}

App::App(const Config& config, std::function<void(store::Fault)> on_fatal)
    : state_(std::make_unique<State>(config, std::move(on_fatal))) {}

App::~App() {
    state_->stop(net::CloseCode::going_away, std::chrono::milliseconds(0));
}

std::uint16_t App::port() const {
    return state_->doors.listener->port();
}

bool App::stop(net::CloseCode code, std::chrono::milliseconds deadline) {
    return state_->stop(code, deadline);
}

}  // namespace tanbo::app
