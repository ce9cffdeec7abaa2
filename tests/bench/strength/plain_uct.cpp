#include "tests/bench/strength/plain_uct.hpp"

#include <cmath>

#include "tests/bench/strength/player.hpp"

namespace tanbo::bench {

PlainUct::PlainUct(std::shared_ptr<const engine::Opening> opening, std::uint64_t seed)
    : geometry_(std::move(opening)), root_(geometry_), board_(geometry_), random_(seed) {}

engine::Point PlainUct::move(const engine::Position& position, const search::Budget& budget) {
    root_.load(position);
    nodes_.assign(1, Node());
    expand(0);
    const auto start = cpu_time();
    for (std::uint64_t done = 0; budget.simulations == 0 || done < budget.simulations; ++done) {
        if (budget.time.count() > 0 && cpu_time() - start >= budget.time) break;
        simulate();
    }
    std::uint32_t best = 1;
    for (std::uint32_t child = 1; child <= nodes_[0].child_count; ++child) {
        if (nodes_[child].visits > nodes_[best].visits) best = child;
    }
    return nodes_[best].point;
}

void PlainUct::expand(std::uint32_t index) {
    const search::Board& board = index == 0 ? root_ : board_;
    const auto legal = board.legal(board.turn());
    nodes_[index].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[index].child_count = static_cast<std::uint16_t>(legal.size());
    for (const engine::Point point : legal) {
        Node child;
        child.point = point;
        child.mover = static_cast<std::uint8_t>(board.turn());
        nodes_.push_back(child);
    }
}

// Those that were never tried come first, in random order.
std::uint32_t PlainUct::select(const Node& node) {
    const float logarithm = std::log(static_cast<float>(node.visits) + 1);
    std::uint32_t best = node.first_child;
    float most = -1;
    for (std::uint32_t at = node.first_child; at < node.first_child + node.child_count; ++at) {
        const Node& child = nodes_[at];
        const auto visits = static_cast<float>(child.visits);
        const float bound = child.visits == 0
                                ? 1e6F + random_.unit()
                                : child.wins / visits + 0.7F * std::sqrt(logarithm / visits);
        if (bound > most) {
            most = bound;
            best = at;
        }
    }
    return best;
}

void PlainUct::simulate() {
    board_.copy(root_);
    path_.assign(1, 0);
    while (!board_.is_over()) {
        const std::uint32_t index = path_.back();
        if (nodes_[index].child_count == 0) {
            if (nodes_[index].visits == 0) break;
            expand(index);
        }
        const std::uint32_t child = select(nodes_[index]);
        path_.push_back(child);
        board_.play(nodes_[child].point);
    }
    while (!board_.is_over()) {
        const auto legal = board_.legal(board_.turn());
        board_.play(legal[random_.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    for (const std::uint32_t index : path_) {
        ++nodes_[index].visits;
        nodes_[index].wins += nodes_[index].mover == board_.turn() ? 1.0F : 0.0F;
    }
}

}  // namespace tanbo::bench
