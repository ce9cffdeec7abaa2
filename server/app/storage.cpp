#include "server/app/storage.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "server/app/bots_process.hpp"
#include "server/app/options.hpp"
#include "server/base/log.hpp"

namespace tanbo::app {
namespace {

constexpr int hashing_threads = 2;  // each takes accounts.password_hash_bytes
constexpr std::size_t hashing_queue = 256;
constexpr std::size_t reading_queue = 4'096;

}  // namespace

Storage::Storage(const Config& config, std::function<void(store::Fault)> on_fatal,
                 const HooksOfLane& hooks)
    : has_peers(shares_database(config)),
      downtimes(has_peers ? game::Downtimes::Of::all_nodes : game::Downtimes::Of::this_process),
      server_clock(
          [this](base::Instant from, base::Instant until) { downtimes.add({from, until}); },
          has_peers ? base::ReadClocks([this] { return cluster_clock.read(); })
                    : base::machine_clocks()),
      database(database_options(config, std::move(on_fatal))),
      membership(make_membership(config)),
      writers(make_writers(hooks)),
      io(std::make_unique<base::IoThreads>(thread_count(config))),
      readers(std::make_unique<base::BlockingPool>("reader", static_cast<int>(config.readers),
                                                   reading_queue)),
      hashing(std::make_unique<base::BlockingPool>("hashing", hashing_threads, hashing_queue)),
      store(database, all_writers(), *readers) {
    metrics.counter_of("tanbo_log_lines_dropped_total",
                       "Log lines dropped because the reader was too slow.",
                       base::log::dropped_lines);
    metrics.counter_of("tanbo_commits_in_doubt_total",
                       "Commits without an answer, confirmed by a second query.",
                       [this] { return database.commits_in_doubt(); });
}

// Before anybody asks for the time, which never goes back.
std::unique_ptr<cluster::Membership> Storage::make_membership(const Config& config) {
    if (!has_peers) return nullptr;
    std::optional<cluster::Duty> left_to_others;
    if (!starts_bots(config)) left_to_others = cluster::Duty::bots;
    return std::make_unique<cluster::Membership>(
        store::NodeRows(database.options(), TANBO_VERSION), cluster_clock, clock,
        [this](const store::StorageError& error) { database.report(error); }, metrics,
        left_to_others);
}

std::vector<std::unique_ptr<store::GroupCommit>> Storage::make_writers(const HooksOfLane& hooks) {
    store::CommitLimits limits;
    limits.has_rivals = database.lanes() > 1 || has_peers;
    std::vector<std::unique_ptr<store::GroupCommit>> all;
    all.reserve(static_cast<std::size_t>(database.lanes()));
    for (int lane = 0; lane < database.lanes(); ++lane) {
        all.push_back(std::make_unique<store::GroupCommit>(database, hooks(lane), limits, lane));
    }
    return all;
}

std::vector<store::GroupCommit*> Storage::all_writers() const {
    std::vector<store::GroupCommit*> all;
    all.reserve(writers.size());
    for (const auto& writer : writers) all.push_back(writer.get());
    return all;
}

void Storage::stop_writers() {
    for (const auto& writer : writers) writer->stop();
}

void Storage::stop_threads() {
    io->stop();
    io->join();
    if (membership) membership->stop();
    // Their jobs answer to the contexts of the I/O threads.
    hashing.reset();
    readers.reset();
}

void Storage::release() {
    io.reset();
}

}  // namespace tanbo::app
