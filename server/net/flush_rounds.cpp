#include "server/net/flush_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/post.hpp>

namespace tanbo::net {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds turn{500};
constexpr std::size_t flushes_per_look = 8;  // at the clock

}  // namespace

void FlushRounds::add(Flushable& flushable) {
    if (flushable.is_waiting_) return;
    flushable.is_waiting_ = true;
    if (waiting_.empty()) post();
    waiting_.push_back(&flushable);
}

void FlushRounds::remove(Flushable& flushable) {
    if (!flushable.is_waiting_) return;
    flushable.is_waiting_ = false;
    std::ranges::replace(waiting_, &flushable, nullptr);
}

void FlushRounds::post() {
    boost::asio::post(executor_, [self = shared_from_this()] { self->run(); });
}

void FlushRounds::run() {
    const auto end = Clock::now() + turn;
    for (std::size_t count = 1; next_ < waiting_.size(); ++count) {
        Flushable* const flushable = waiting_[next_++];
        if (flushable != nullptr) {
            flushable->is_waiting_ = false;
            flushable->flush();
        }
        if (count % flushes_per_look == 0 && Clock::now() >= end) break;
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(next_));
    next_ = 0;
    if (!waiting_.empty()) post();
}

}  // namespace tanbo::net
