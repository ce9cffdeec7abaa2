#include "server/net/websocket/send_queue.hpp"

#include <algorithm>

namespace tanbo::net {

bool SendQueue::fits(const Bytes& bytes) const {
    if (is_empty()) return true;
    return size() < limits_.queue_messages_max && bytes_ + bytes->size() <= limits_.queue_bytes_max;
}

void SendQueue::push(Bytes bytes) {
    bytes_ += bytes->size();
    queue_.push_back(std::move(bytes));
    if (size() == 1) filled.notify();
}

std::vector<Bytes> SendQueue::take(std::size_t count) {
    std::vector<Bytes> taken;
    for (std::size_t i = std::min(count, size()); i > 0; --i) taken.push_back(take_one());
    return taken;
}

Bytes SendQueue::take_one() {
    Bytes taken = std::move(queue_[taken_++]);
    bytes_ -= taken->size();
    if (2 * taken_ >= queue_.size()) {
        queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(taken_));
        taken_ = 0;
    }
    if (is_half_empty()) drained.notify();
    return taken;
}

void SendQueue::clear() {
    queue_.clear();
    taken_ = 0;
    bytes_ = 0;
}

void SendQueue::wake() {
    filled.notify();
    drained.notify();
}

}  // namespace tanbo::net
