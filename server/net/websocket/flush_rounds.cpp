#include "server/net/websocket/flush_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/post.hpp>

namespace tanbo::net {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds turn{500};
constexpr std::chrono::microseconds pause_time{4'500};
constexpr std::size_t flushes_per_look = 8;  // at the clock
constexpr int patience_max = 128;

}  // namespace

void Flushable::mark_responsive() {
    if (is_doubtful()) flushes_max_ = std::min(2 * flushes_max_, patience_max);
    unanswered_flushes_ = 0;
}

void FlushRounds::Queue::remove(Flushable& flushable) {
    std::ranges::replace(waiting_, &flushable, nullptr);
}

void FlushRounds::Queue::flush() {
    const SteadyTime end = Clock::now() + turn;
    for (std::size_t count = 1; next_ < waiting_.size(); ++count) {
        prefetch();
        Flushable* const flushable = waiting_[next_++];
        if (flushable != nullptr) {
            flushable->queued_in_ = FlushQueue::none;
            if (!flushable->is_unresponsive()) ++flushable->unanswered_flushes_;
            flushable->flush();
        }
        if (count % flushes_per_look == 0 && Clock::now() >= end) break;
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(next_));
    next_ = 0;
}

// Of thousands of sockets none is in a cache when its turn comes.
void FlushRounds::Queue::prefetch() const {
    constexpr std::size_t ahead = 3;
    if (next_ + 2 * ahead < waiting_.size()) __builtin_prefetch(waiting_[next_ + 2 * ahead]);
    if (next_ + ahead >= waiting_.size()) return;
    if (const Flushable* const later = waiting_[next_ + ahead]) later->prefetch();
}

void FlushRounds::add(Flushable& flushable) {
    const FlushQueue queued_in =
        flushable.is_unresponsive() ? FlushQueue::unresponsive : FlushQueue::prompt;
    if (flushable.queued_in_ == queued_in || flushable.queued_in_ == FlushQueue::prompt) return;
    remove(flushable);
    flushable.queued_in_ = queued_in;
    queue(queued_in).add(flushable);
    if (queued_in == FlushQueue::prompt || !is_paused_) post();
}

void FlushRounds::remove(Flushable& flushable) {
    if (flushable.queued_in_ == FlushQueue::none) return;
    queue(flushable.queued_in_).remove(flushable);
    flushable.queued_in_ = FlushQueue::none;
}

void FlushRounds::post() {
    if (std::exchange(is_posted_, true)) return;
    boost::asio::post(executor_, [self = shared_from_this()] { self->run(); });
}

void FlushRounds::run() {
    is_posted_ = false;
    prompt_.flush();
    if (!is_paused_) {
        unresponsive_.flush();
        if (!unresponsive_.is_empty()) pause();
    }
    if (!prompt_.is_empty() || (!unresponsive_.is_empty() && !is_paused_)) post();
}

void FlushRounds::pause() {
    is_paused_ = true;
    pause_.expires_after(pause_time);
    pause_.async_wait([self = shared_from_this()](error_code) {
        self->is_paused_ = false;
        if (!self->unresponsive_.is_empty()) self->post();
    });
}

}  // namespace tanbo::net
