#include "server/cluster/membership.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "server/base/log.hpp"

namespace tanbo::cluster {

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A node stops this long before the database lets another begin.
constexpr milliseconds margin{1'000};
constexpr int questions = 4;

const std::vector<std::string> names = {"maintenance", "lobby", "deadlines", "webhooks",
                                        "outbox",      "inbox", "bots"};

std::vector<std::string> names_but(std::optional<Duty> duty) {
    std::vector<std::string> others = names;
    if (duty) std::erase(others, names[static_cast<std::size_t>(*duty)]);
    return others;
}

}  // namespace

Membership::Membership(store::NodeRows rows, ClusterClock& cluster_clock, base::Clock clock,
                       OnFatal on_fatal, base::Metrics& metrics, std::optional<Duty> left_to_others)
    : rows_(std::move(rows)),
      cluster_clock_(cluster_clock),
      clock_(std::move(clock)),
      on_fatal_(std::move(on_fatal)),
      taken_(names_but(left_to_others)),
      nodes_(metrics.gauge("tanbo_nodes", "Live nodes, including this one.")),
      clock_error_(metrics.histogram("tanbo_clock_error_seconds",
                                     "Difference between the clocks of this node and the database.",
                                     {0.001, 0.01, 0.05, 0.1, 0.25, 1, 10, 60, 3'600})) {
    for (std::size_t duty = 0; duty < duties; ++duty) {
        held_[duty].gauge = &metrics.gauge("tanbo_leader", "Whether this node has the duty.",
                                           {{"name", names[duty]}});
    }
    renew();
    thread_ = std::thread([this] { run(); });
}

Membership::~Membership() {
    stop();
}

bool Membership::has(Duty duty) const {
    return SteadyClock::now() < held_[static_cast<std::size_t>(duty)].until.load();
}

std::vector<std::int64_t> Membership::alive() const {
    const std::lock_guard lock(mutex_);
    return alive_;
}

std::size_t Membership::count() const {
    const std::lock_guard lock(mutex_);
    return std::max<std::size_t>(1, alive_.size());
}

bool Membership::is_clock_right() const {
    return is_clock_right_;
}

void Membership::take_duties() {
    const auto asked_at = SteadyClock::now();
    const std::vector<std::string> ours = rows_.take_leases(taken_, lease_time);
    for (std::size_t duty = 0; duty < duties; ++duty) {
        const bool is_ours = std::ranges::find(ours, names[duty]) != ours.end();
        held_[duty].until = is_ours ? asked_at + lease_time - margin : SteadyTime();
        held_[duty].gauge->set(is_ours ? 1 : 0);
    }
}

void Membership::drop_duties() {
    for (Held& held : held_) {
        held.until = SteadyTime();
        held.gauge->set(0);
    }
}

// The question that took least counts: the answer is off by half of what it took, at most.
void Membership::set_clock() {
    std::chrono::nanoseconds shortest = std::chrono::nanoseconds::max();
    std::chrono::nanoseconds asked_at{0};
    base::Instant there;
    for (int question = 0; question < questions; ++question) {
        const auto before = cluster_clock_.boot();
        const base::Instant answer = rows_.database_time();
        const auto took = cluster_clock_.boot() - before;
        if (took >= shortest) continue;
        shortest = took;
        asked_at = before + took / 2;
        there = answer;
    }
    cluster_clock_.adjust(there, asked_at, shortest / 2);
}

void Membership::compare_clocks() {
    const base::Instant before = clock_();
    const base::Instant there = rows_.database_time();
    const base::Instant after = clock_();
    const milliseconds error = std::max({milliseconds(0), before - there, there - after});
    clock_error_.observe(std::chrono::duration<double>(error).count());
    const bool is_right = error <= clock_error_max;
    if (is_clock_right_.exchange(is_right) && !is_right) {
        base::log::warn("clock-off", "this node's clock differs from the database's",
                        {{"error_ms", error.count()}});
    }
}

// A clock that is not right has no duty.
void Membership::renew() {
    rows_.renew();
    set_clock();
    compare_clocks();
    std::vector<std::int64_t> alive = rows_.alive(lease_time);
    nodes_.set(static_cast<std::int64_t>(alive.size()));
    {
        const std::lock_guard lock(mutex_);
        alive_ = std::move(alive);
    }
    is_clock_right_ ? take_duties() : drop_duties();
}

void Membership::run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, renew_interval, [this] { return is_over_; })) {
        lock.unlock();
        try {
            renew();
        } catch (const store::StorageError& error) {
            base::log::debug("membership-failed", "this node can't report that it is alive",
                             {{"detail", error.what()}});
            if (store::is_fatal(error.fault())) return on_fatal_(error);
            for (std::size_t duty = 0; duty < duties; ++duty) {
                held_[duty].gauge->set(has(static_cast<Duty>(duty)) ? 1 : 0);
            }
        }
        lock.lock();
    }
}

void Membership::stop() {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(is_over_, true)) return;
    }
    wake_.notify_one();
    thread_.join();
    try {
        drop_duties();
        rows_.release_leases();
        rows_.leave();
    } catch (const store::StorageError& error) {
        base::log::debug("duties-not-given-back",
                         "could not give back duties; they expire by themselves",
                         {{"detail", error.what()}});
    }
}

}  // namespace tanbo::cluster
