#include <algorithm>
#include <cmath>

#include "engine/search/policy.hpp"
#include "engine/search/searcher_impl.hpp"

namespace tanbo::search {

void Searcher::Impl::simulate() {
    // Times of moves restart before they overflow.
    if (plies_ > 0xFFFFFFFFU - depth_max - playout_plies_) {
        std::fill(played_.begin(), played_.end(), 0U);
        plies_ = 1;
    }
    plies_before_ = plies_;
    board_.copy(root_board_);
    const std::size_t length = descend();
    leaf_turn_ = board_.turn();
    Values values;
    const Node& leaf = tree_[path_[length]];
    if (leaf.winner != 0) {
        values.fill(0);
        values[leaf.winner - 1U] = 1;
    } else {
        evaluate_leaf(values);
    }
    for (std::size_t label = 1; label < survivals_.size(); ++label) {
        survivals_[label] += board_.is_standing(static_cast<Root>(label)) ? 1 : 0;
    }
    for (std::size_t seat = 0; seat < geometry_.seats(); ++seat) root_sums_[seat] += values[seat];
    back_up(length, values);
    ++simulations_;
}

// Walks down to a leaf and notes the way. Returns its length.
std::size_t Searcher::Impl::descend() {
    std::size_t length = 0;
    path_[0] = Tree::root;
    while (length < depth_max) {
        const std::uint32_t index = path_[length];
        const Node& node = tree_[index];
        if (node.winner != 0) break;
        if (node.child_count == 0 && (node.visits == 0 || !expand(index, board_))) break;
        const std::size_t child = node.first_child + select(node);
        path_[++length] = static_cast<std::uint32_t>(child);
        step(tree_[path_[length]]);
    }
    return length;
}

// Plays a child's move.
void Searcher::Impl::step(Node& child) {
    note(child.mover, child.point);
    board_.play(child.point);
    if (board_.is_over()) child.winner = static_cast<std::uint8_t>((board_.turn() + 1) & 0xFU);
}

inline void Searcher::Impl::note(std::size_t seat, Point point) {
    played_.data()[seat * geometry_.points() + point] = plies_++;
}

// The child that promises most: what it has brought, mixed with what its move has brought later in
// the game while little is known, and its prior as long as others were visited more.
std::size_t Searcher::Impl::select(const Node& node) {
    const Node* const children = &tree_[node.first_child];
    const auto visits = static_cast<float>(node.visits);
    const float mean = node.visits == 0 ? root_values_[children[0].mover] : node.turn_sum / visits;
    const float unvisited = mean - unvisited_penalty;
    const float weight = weights_.exploration * std::sqrt(visits) / 65535.0F;
    std::size_t best = 0;
    float most = -1e9F;
    for (std::size_t index = 0; index < node.child_count; ++index) {
        const Node& child = children[index];
        const auto own = static_cast<float>(child.visits);
        float value = value_lost;
        if (child.winner == 0) {
            value = child.visits == 0 ? unvisited : child.sum / own;
            if (child.amaf_visits > 0) {
                const auto later = static_cast<float>(child.amaf_visits);
                const float share = later / (later + own + later * own * amaf_bias);
                value += share * (child.amaf_sum / later - value);
            }
        }
        value += weight * static_cast<float>(child.prior) / (1.0F + own);
        if (value > most) {
            most = value;
            best = index;
        }
    }
    return best;
}

inline float Searcher::Impl::logit(const Board& board, std::size_t seat, Point point) const {
    return policy_logit(board, weights_, weighs_rivals_, seat, point);
}

// The legal moves of the seat to move with their logits, the likeliest first.
void Searcher::Impl::list_candidates(const Board& board) {
    const std::size_t seat = board.turn();
    candidates_.clear();
    for (const Point point : board.legal(seat)) {
        candidates_.push_back({logit(board, seat, point), point});
    }
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
        return a.logit != b.logit ? a.logit > b.logit : a.point < b.point;
    });
}

// Gives a node children. False if there is no room for them.
bool Searcher::Impl::expand(std::uint32_t index, const Board& board) {
    list_candidates(board);
    if (index == Tree::root && varies_) shuffle_equals();
    const bool is_narrow = index != Tree::root && candidates_.size() > wide;
    const std::size_t count = is_narrow ? children_of_wide : candidates_.size();
    if (!tree_.expand(index, count)) return false;
    Node& node = tree_[index];
    node.is_narrowed = is_narrow ? 1 : 0;
    float total = 0;
    for (Candidate& candidate : candidates_) {
        const float likely = exp(candidate.logit - candidates_[0].logit);
        if (&candidate != candidates_.data()) candidate.logit = likely;
        total += likely;
    }
    candidates_[0].logit = 1;
    const std::span<Node> children = tree_.children(node);
    for (std::size_t child = 0; child < count; ++child) {
        const float prior = candidates_[child].logit / total;
        children[child].point = candidates_[child].point;
        children[child].mover = static_cast<std::uint8_t>(board.turn());
        children[child].prior = static_cast<std::uint16_t>(std::max(prior * 65535.0F + 0.5F, 1.0F));
    }
    return true;
}

// The values of the leaf: those of where some good moves lead, mixed with its own.
void Searcher::Impl::evaluate_leaf(Values& out) {
    Values here;
    evaluation_.evaluate(board_, weights_, here);
    play_out();
    evaluation_.evaluate(board_, weights_, out);
    for (std::size_t seat = 0; seat < geometry_.seats(); ++seat) {
        out[seat] = playout_share * out[seat] + (1.0F - playout_share) * here[seat];
    }
}

void Searcher::Impl::play_out() {
    for (std::uint32_t ply = 0; ply < playout_plies_ && !board_.is_over(); ++ply) {
        const Point point = likely_move();
        note(board_.turn(), point);
        board_.play(point);
    }
}

// The likeliest of some random moves and, if the weights say so, of those beside the last stone:
// what answers it is among them, and seldom among the random ones.
Point Searcher::Impl::likely_move() {
    const std::size_t seat = board_.turn();
    const auto legal = board_.legal(seat);
    const auto size = static_cast<std::uint32_t>(legal.size());
    const Point first = legal[random_.below(size)];
    if (size == 1) return first;
    Candidate best{logit(board_, seat, first), first};
    const auto consider = [&](Point point) {
        if (point == best.point) return;
        const float now = logit(board_, seat, point);
        if (now > best.logit) best = {now, point};
    };
    for (int choice = 1; choice < playout_choices; ++choice) {
        consider(legal[random_.below(size)]);
    }
    if (has_replies_ && board_.last_point() != no_point) {
        for (const Point point : geometry_.neighbours(board_.last_point())) {
            if (board_.contacts(seat, point).is_one()) consider(point);
        }
    }
    return best.point;
}

void Searcher::Impl::back_up(std::size_t length, const Values& values) {
    Values backed = values;
    if (settings_.backup == Backup::paranoid && root_board_.seats_in() > 2) {
        const float own = values[root_board_.turn()];
        backed.fill(1.0F - own);
        backed[root_board_.turn()] = own;
    }
    for (std::size_t depth = length + 1; depth-- > 0;) {
        Node& node = tree_[path_[depth]];
        ++node.visits;
        node.sum += backed[node.mover];
        if (depth == length) {
            node.turn_sum += backed[leaf_turn_];
            continue;
        }
        node.turn_sum += backed[tree_[node.first_child].mover];
        credit_amaf(node, depth, backed);
        if (tree_[path_[depth + 1]].winner != 0) prove(node);
    }
}

// All moves as first: a child learns from simulations in which its move came later.
void Searcher::Impl::credit_amaf(const Node& node, std::size_t depth, const Values& values) {
    const auto since = static_cast<std::uint32_t>(plies_before_ + depth);
    Node* const children = &tree_[node.first_child];
    const std::uint32_t* const played = played_.data() + children[0].mover * geometry_.points();
    const float value = values[children[0].mover];
    for (std::size_t index = 0; index < node.child_count; ++index) {
        if (played[children[index].point] < since) continue;
        ++children[index].amaf_visits;
        children[index].amaf_sum += value;
    }
}

// A node is won for the seat to move if a child is; for a seat if all children are.
void Searcher::Impl::prove(Node& node) {
    const std::span<const Node> children = tree_.children(node);
    const unsigned winner = children[0].winner;
    bool all_alike = winner != 0 && node.is_narrowed == 0;
    for (const Node& child : children) {
        if (child.winner == child.mover + 1U) {
            node.winner = child.winner;
            return;
        }
        all_alike = all_alike && child.winner == winner;
    }
    if (all_alike) node.winner = static_cast<std::uint8_t>(winner & 0xFU);
}

}  // namespace tanbo::search
