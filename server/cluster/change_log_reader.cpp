#include "server/cluster/change_log_reader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/base/log.hpp"

namespace tanbo::cluster {

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::chrono::minutes prune_every{1};

}  // namespace

ChangeLogReader::ChangeLogReader(store::ChangeReader reader, Receive receive, OnFatal on_fatal,
                                 base::Metrics& metrics)
    : reader_(std::move(reader)),
      receive_(std::move(receive)),
      on_fatal_(std::move(on_fatal)),
      changes_(
          metrics.counter("tanbo_tail_changes_total", "Changes read that other nodes committed.")),
      lag_(
          metrics.histogram("tanbo_tail_lag_seconds",
                            "Time from the start of another node's transaction until this node has "
                            "read it.",
                            {0.005, 0.02, 0.05, 0.1, 0.3, 1, 2, 10})),
      pruned_at_(SteadyClock::now()),
      read_at_(SteadyClock::now()) {
    thread_ = std::thread([this] { run(); });
}

ChangeLogReader::~ChangeLogReader() {
    stop();
}

void ChangeLogReader::notify_peers() noexcept {
    is_notify_due_ = true;
    wake_.set();
}

void ChangeLogReader::stop() {
    is_over_ = true;
    wake_.set();
    if (thread_.joinable()) thread_.join();
}

milliseconds ChangeLogReader::age() const {
    return std::chrono::duration_cast<milliseconds>(SteadyClock::now() - read_at_.load());
}

// After a silence it reads once more: what is handed on then is sent by threads that know the node
// to be current, and closes no socket.
void ChangeLogReader::read() {
    auto begun_at = collect();
    if (SteadyClock::now() - begun_at > change_log_age_max) begun_at = collect();
    read_at_ = begun_at;
    if (!unreported_.empty()) receive_(unreported_);
    unreported_.clear();
}

// Yields when the question was asked.
ChangeLogReader::SteadyTime ChangeLogReader::collect() {
    const auto begun_at = SteadyClock::now();
    std::vector<store::Change> changes = reader_.read();
    changes_.add(changes.size());
    if (!changes.empty()) lag_.observe(std::chrono::duration<double>(reader_.lag()).count());
    std::ranges::move(changes, std::back_inserter(unreported_));
    return begun_at;
}

void ChangeLogReader::prune() {
    if (SteadyClock::now() - pruned_at_ < prune_every) return;
    pruned_at_ = SteadyClock::now();
    reader_.prune();
}

// False: nothing can be done any more.
bool ChangeLogReader::attempt(const std::function<void()>& step) {
    try {
        step();
    } catch (const store::StorageError& error) {
        base::log::debug("tail-failed", "could not read the changes of other nodes",
                         {{"detail", error.what()}});
        if (!store::is_fatal(error.fault())) return true;
        on_fatal_(error);
        return false;
    }
    return true;
}

void ChangeLogReader::run() {
    auto read_next = SteadyClock::now();
    for (bool goes_on = true; goes_on;) {
        const auto left = std::max(milliseconds(0),
                                   std::chrono::ceil<milliseconds>(read_next - SteadyClock::now()));
        const bool is_called = reader_.wait(wake_.descriptor(), left);
        wake_.reset();
        if (is_over_) return;
        if (is_notify_due_.exchange(false)) goes_on = attempt([this] { reader_.notify(); });
        if (!is_called && SteadyClock::now() < read_next) continue;
        goes_on = goes_on && attempt([this] { read(); }) && attempt([this] { prune(); });
        read_next = SteadyClock::now() + tail_interval;
    }
}

}  // namespace tanbo::cluster
