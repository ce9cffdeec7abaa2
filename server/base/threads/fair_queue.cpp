#include "server/base/threads/fair_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tanbo::base {

void FairQueue::push(ClientKey client, JobPriority priority, std::unique_ptr<Job> job) {
    const std::size_t index = client.is_server() ? 0 : 1 + static_cast<std::size_t>(priority);
    Line& line = networks_[client.network].lines[index];
    if (line.jobs.empty()) orders_[index].push_back(client.network);
    insert(line, client.account, std::move(job));
    ++size_;
}

// Inserts behind all jobs of the account's next round: the one after its last waiting job, or else
// after the present round. That one admits no more jobs, and so ends.
void FairQueue::insert(Line& line, std::int64_t account, std::unique_ptr<Job> job) {
    const auto own = std::ranges::find(line.jobs.rbegin(), line.jobs.rend(), account,
                                       [](const Waiting& one) { return one.account; });
    const std::uint64_t round = 1 + (own == line.jobs.rend() ? line.round : own->round);
    const auto before = std::ranges::find_if(
        line.jobs.rbegin(), own, [round](const Waiting& one) { return one.round <= round; });
    line.jobs.insert(before.base(), Waiting{std::move(job), account, round});
}

std::unique_ptr<FairQueue::Job> FairQueue::evict_for(ClientKey client) {
    const auto own = networks_.find(client.network);
    std::size_t most = 1 + (own == networks_.end() ? 0 : own->second.waiting());
    auto longest = networks_.end();
    for (auto one = networks_.begin(); one != networks_.end(); ++one) {
        if (one->first == ClientKey::server().network || one->second.waiting() <= most) continue;
        most = one->second.waiting();
        longest = one;
    }
    if (longest == networks_.end()) return nullptr;
    auto& lines = longest->second.lines;
    std::size_t priority = priorities - 1;
    while (lines[priority].jobs.empty()) --priority;
    std::list<Waiting>& jobs = lines[priority].jobs;
    std::unique_ptr<Job> job = std::move(jobs.back().job);
    jobs.pop_back();
    if (jobs.empty()) std::erase(orders_[priority], longest->first);
    --size_;
    return job;
}

std::optional<FairQueue::Taken> FairQueue::take() {
    for (std::size_t priority = 0; priority < priorities; ++priority) {
        const Order& order = orders_[priority];
        const auto next = std::ranges::find_if(
            order, [this](std::uint64_t network) { return has_room(network); });
        if (next != order.end()) return take_of(priority, next);
    }
    return std::nullopt;
}

FairQueue::Taken FairQueue::take_of(std::size_t priority, Order::const_iterator place) {
    const std::uint64_t number = *place;
    Network& network = networks_.find(number)->second;
    Line& line = network.lines[priority];
    Taken taken{std::move(line.jobs.front().job), number};
    line.round = line.jobs.front().round;
    line.jobs.pop_front();
    Order& order = orders_[priority];
    if (line.jobs.empty()) {
        order.erase(place);
    } else {
        order.splice(order.end(), order, place);
    }
    ++network.under_way;
    --size_;
    return taken;
}

void FairQueue::end(std::uint64_t network) {
    const auto found = networks_.find(network);
    --found->second.under_way;
    if (found->second.under_way == 0 && found->second.waiting() == 0) networks_.erase(found);
}

std::size_t FairQueue::Network::waiting() const {
    std::size_t count = 0;
    for (const Line& line : lines) count += line.jobs.size();
    return count;
}

bool FairQueue::is_ready() const {
    return std::ranges::any_of(orders_, [this](const Order& order) {
        return std::ranges::any_of(order,
                                   [this](std::uint64_t network) { return has_room(network); });
    });
}

bool FairQueue::has_room(std::uint64_t network) const {
    return network == ClientKey::server().network ||
           networks_.find(network)->second.under_way < under_way_max_;
}

}  // namespace tanbo::base
