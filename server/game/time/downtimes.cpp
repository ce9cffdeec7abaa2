#include "server/game/time/downtimes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::game {

namespace {

using engine::Instant;
using engine::Span;

constexpr Instant::rep never = std::numeric_limits<Instant::rep>::min();
constexpr Instant::rep for_ever = std::numeric_limits<Instant::rep>::max();

}  // namespace

void Downtimes::load(std::span<const Span> written) {
    const std::lock_guard lock(mutex_);
    over_.insert(over_.end(), written.begin(), written.end());
    over_ = store::make_disjoint(std::move(over_));
    record_latest();
}

void Downtimes::add(const Span& downtime) {
    const std::lock_guard lock(mutex_);
    insert(downtime);
}

// Of several nodes: not before a beat has said whether it was a downtime of all of them.
void Downtimes::on_write_recovered(Instant until) {
    const std::lock_guard lock(mutex_);
    if (!is_shared_) end_failing(until);
}

void Downtimes::end_failing(Instant until) {
    if (!failing_since_) return;
    insert({*std::exchange(failing_since_, std::nullopt), until});
    record_latest();
}

std::optional<Instant>& Downtimes::batch_since(int lane) {
    const auto at = static_cast<std::size_t>(lane);
    if (batches_since_.size() <= at) batches_since_.resize(at + 1);
    return batches_since_[at];
}

// The time since which no batch is known to have been written.
Instant Downtimes::write_stalled_since(Instant batch_since) const {
    return std::max(batch_since, batch_ended_at_);
}

void Downtimes::writer_begins(Instant at, int lane) {
    const std::lock_guard lock(mutex_);
    batch_since(lane) = at;
}

void Downtimes::writer_ends(Instant at, int lane) {
    const std::lock_guard lock(mutex_);
    const auto since = std::exchange(batch_since(lane), std::nullopt);
    if (!since) return;
    const Span stuck{write_stalled_since(*since), at};
    if (stuck.length() > writer_stall_max) insert(stuck);
    batch_ended_at_ = std::max(batch_ended_at_, at);
}

void Downtimes::writer_fails(int lane) {
    const std::lock_guard lock(mutex_);
    const auto since = batch_since(lane);
    if (failing_since_ || !since) return;
    failing_since_ = write_stalled_since(*since);
    record_latest();
}

void Downtimes::close(Instant at) {
    const std::lock_guard lock(mutex_);
    if (closed_since_) return;
    closed_since_ = at;
    record_latest();
}

bool Downtimes::is_open() const {
    const std::lock_guard lock(mutex_);
    return open_since().has_value();
}

bool Downtimes::is_failing() const {
    const std::lock_guard lock(mutex_);
    return failing_since_.has_value();
}

std::vector<Span> Downtimes::since(Instant after, Instant now) const {
    if (after.time_since_epoch().count() >= latest_) return {};
    const std::lock_guard lock(mutex_);
    const auto first = std::ranges::upper_bound(over_, after, {}, &Span::until);
    std::vector<Span> found(first, over_.end());
    const auto open = given_back_since();
    if (open && *open < now) found.push_back({*open, now});
    found = store::make_disjoint(std::move(found));
    if (!found.empty()) found.front().from = std::max(found.front().from, after);
    std::erase_if(found, [](const Span& span) { return span.from >= span.until; });
    return found;
}

Downtimes::Beat Downtimes::next_beat(Instant now) const {
    const std::lock_guard lock(mutex_);
    Beat beat{closed_since_ ? std::min(now, *closed_since_) : now, pending_};
    beat.is_trial = failing_since_.has_value();
    if (is_shared_) return beat;
    if (failing_since_ && *failing_since_ < now) beat.pending.push_back({*failing_since_, now});
    return beat;
}

void Downtimes::beaten(const Beat& beat) {
    if (!beat.known.empty()) load(beat.known);
    const std::lock_guard lock(mutex_);
    beaten_at_ = beat.at;
    const bool has_ended = beat.is_trial && failing_since_;
    if (has_ended) end_failing(beat.pending.empty() ? beat.at : beat.pending.back().until);
    std::erase_if(pending_, [&beat](const Span& span) {
        return std::ranges::find(beat.pending, span) != beat.pending.end();
    });
}

bool Downtimes::has_pending() const {
    const std::lock_guard lock(mutex_);
    return !pending_.empty();
}

std::optional<Downtimes::Life> Downtimes::life(Instant now) const {
    const std::lock_guard lock(mutex_);
    if (!beaten_at_) return std::nullopt;
    Instant alive = std::min(now, open_since().value_or(now));
    for (const Span& downtime : pending_) alive = std::min(alive, downtime.from);
    return Life{*beaten_at_, alive};
}

Instant Downtimes::beaten_at() const {
    const std::lock_guard lock(mutex_);
    return beaten_at_.value_or(Instant());
}

// A node that is about to end takes nothing new; others do.
std::optional<Instant> Downtimes::given_back_since() const {
    return is_shared_ ? failing_since_ : open_since();
}

std::optional<Instant> Downtimes::open_since() const {
    if (!failing_since_ || !closed_since_) return failing_since_ ? failing_since_ : closed_since_;
    return std::min(*failing_since_, *closed_since_);
}

void Downtimes::insert(const Span& downtime) {
    if (downtime.from >= downtime.until || is_shared_) return;
    pending_.push_back(downtime);
    over_.push_back(downtime);
    over_ = store::make_disjoint(std::move(over_));
    // As in the table: what would be too many becomes one.
    while (over_.size() > std::size_t{store::downtimes_max}) {
        over_[1].from = over_[0].from;
        over_.erase(over_.begin());
    }
    record_latest();
}

void Downtimes::record_latest() {
    if (open_since()) {
        latest_ = for_ever;
    } else {
        latest_ = over_.empty() ? never : over_.back().until.time_since_epoch().count();
    }
}

}  // namespace tanbo::game
