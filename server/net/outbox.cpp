#include "server/net/outbox.hpp"

#include <algorithm>

namespace tanbo::net {

bool Outbox::fits(const Bytes& bytes) const {
    if (queue_.empty()) return true;
    return queue_.size() < limits_.queue_messages_max &&
           bytes_ + bytes->size() <= limits_.queue_bytes_max;
}

void Outbox::push(Bytes bytes) {
    bytes_ += bytes->size();
    queue_.push_back(std::move(bytes));
    if (queue_.size() == 1) filled.notify();
}

std::vector<Bytes> Outbox::take(std::size_t count) {
    std::vector<Bytes> taken;
    for (std::size_t i = std::min(count, queue_.size()); i > 0; --i) taken.push_back(take_one());
    return taken;
}

Bytes Outbox::take_one() {
    Bytes taken = std::move(queue_.front());
    bytes_ -= taken->size();
    queue_.pop_front();
    if (is_half_empty()) drained.notify();
    return taken;
}

void Outbox::clear() {
    queue_.clear();
    bytes_ = 0;
}

void Outbox::wake() {
    filled.notify();
    drained.notify();
}

}  // namespace tanbo::net
