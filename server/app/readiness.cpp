#include "server/app/readiness.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/base/threads/one_shot.hpp"
#include "server/cluster/change_log_reader.hpp"
#include "server/cluster/membership.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::app {
namespace {

constexpr std::chrono::seconds trial_interval{10};
constexpr std::uintmax_t free_bytes_min = std::uintmax_t{16} * 1024 * 1024;

using ProbeAnswer = base::OneShot<std::optional<std::string>>;

std::string_view why_not_writable(store::Fault fault) {
    switch (fault) {
        case store::Fault::full:
            return "The disk of the database is full. Make room.";
        case store::Fault::busy:
            return "The database does not keep up: too many writes are waiting, or another process "
                   "holds it.";
        case store::Fault::unreachable:
        case store::Fault::unsettled:
            return "The database can't be reached. Check that PostgreSQL runs and that this "
                   "machine reaches it.";
        case store::Fault::fenced:
            return "Another process has taken the place of this one at the database.";
        case store::Fault::stopped:
            return "The server is shutting down.";
        case store::Fault::stale:
        case store::Fault::constraint:
        case store::Fault::locked:
        case store::Fault::older_nodes:
        case store::Fault::cannot_open:
        case store::Fault::foreign_file:
        case store::Fault::newer_schema:
        case store::Fault::older_schema:
        case store::Fault::edited_migration:
        case store::Fault::migration_failed:
        case store::Fault::io:
        case store::Fault::corrupt:
        case store::Fault::commit_unknown:
        case store::Fault::misuse:
            return "The disk of the database has failed, or its file is damaged. The log has the "
                   "details. Restart the server.";
    }
    return {};
}

std::string megabytes(std::uintmax_t bytes) {
    return std::to_string(bytes / (std::uintmax_t{1} << 20U)) + " MB";
}

std::string in_seconds(std::chrono::milliseconds time) {
    return std::to_string(std::chrono::floor<std::chrono::seconds>(time).count()) + " seconds";
}

// Goes through a writer and reads a row: a database elsewhere has to answer. Now and then it writes
// as much as a move does, because small writes may find a place on a full disk.
class Probe final : public store::Job {
public:
    Probe(ProbeAnswer answer, bool is_trial) : answer_(std::move(answer)), is_trial_(is_trial) {}

    void run(store::Transaction& transaction) override {
        store::last_heartbeat(transaction);
        if (is_trial_) store::try_writing(transaction);
    }
    void committed() noexcept override { answer_.set(std::nullopt); }
    void failed(const store::StorageError& error) noexcept override {
        answer_.set(std::string(why_not_writable(error.fault())));
    }

private:
    ProbeAnswer answer_;
    const bool is_trial_;
};

}  // namespace

Readiness::Readiness(store::Store& store, const game::Downtimes& downtimes,
                     std::filesystem::path database, const std::atomic<bool>& is_draining)
    : store_(store),
      downtimes_(downtimes),
      folder_(database.empty() ? database : std::filesystem::absolute(database).parent_path()),
      is_draining_(is_draining) {}

std::optional<std::string> Readiness::why_full() const {
    if (folder_.empty()) return std::nullopt;
    std::error_code error;
    const auto space = std::filesystem::space(folder_, error);
    if (error || space.available >= free_bytes_min) return std::nullopt;
    return "The disk of the database is full: " + megabytes(space.available) + " are free, and " +
           megabytes(free_bytes_min) + " are needed. Make room.";
}

// A file's disk is asked for its room. Whether another one has any, only a write tells.
bool Readiness::is_trial_due() const {
    if (!folder_.empty()) return false;
    const auto now = std::chrono::steady_clock::now();
    auto last = tried_at_.load();
    return now - last >= trial_interval && tried_at_.compare_exchange_strong(last, now);
}

base::Awaitable<std::optional<std::string>> Readiness::reason() const {
    if (is_draining_) co_return "The server is shutting down.";
    if (auto full = why_full()) co_return full;
    if (change_log_ != nullptr && change_log_->age() > cluster::change_log_age_max) {
        co_return "This node has not read the other nodes' changes for over " +
            in_seconds(cluster::change_log_age_max) + ". Check its connection to the database.";
    }
    if (membership_ != nullptr && !membership_->is_clock_right()) {
        co_return "This machine's clock differs from that of the database's machine by more than " +
            std::to_string(cluster::clock_error_max.count()) + " ms. Check NTP on both.";
    }
    // The scheduler tries to write until it succeeds.
    if (downtimes_.is_failing()) co_return std::string(why_not_writable(store::Fault::full));
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const bool is_trial = is_trial_due();
    std::vector<ProbeAnswer> answers;
    for (int lane = 0; lane < store_.lanes(); ++lane) {
        answers.emplace_back(executor);
        store_.submit(std::make_unique<Probe>(answers.back(), lane == 0 && is_trial), lane);
    }
    for (const ProbeAnswer& answer : answers) {
        const auto reason = co_await answer.wait();
        if (reason) co_return reason;
    }
    co_return std::nullopt;
}

}  // namespace tanbo::app
