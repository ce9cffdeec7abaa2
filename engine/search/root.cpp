#include <algorithm>

#include "engine/search/policy.hpp"
#include "engine/search/searcher_impl.hpp"

namespace tanbo::search {

namespace {

// How many nodes are looked at for a position that was reached from the one before.
constexpr std::size_t tries_max = 2'000;

}  // namespace

Searcher::Impl::Impl(std::shared_ptr<const engine::Opening> opening, const Weights& weights,
                     const Settings& settings)
    : geometry_(std::move(opening)),
      weights_(weights),
      weighs_rivals_(weighs_rival_loss(weights)),
      settings_(settings),
      playout_plies_(static_cast<std::uint32_t>(std::max(weights.playout_plies, 0.0F))),
      has_replies_(weights.playout_replies > 0),
      root_board_(geometry_),
      board_(geometry_),
      evaluation_(geometry_, weighs_reach(weights)),
      tree_(settings.memory.nodes_max, geometry_.points()),
      random_(settings.seed),
      played_(geometry_.seats() * geometry_.points()),
      survivals_(geometry_.roots() + 1) {
    for (std::size_t ply = 0; ply <= geometry_.seats(); ++ply) {
        trial_boards_.push_back(std::make_unique<Board>(geometry_));
    }
    const std::size_t points = geometry_.points();
    candidates_.reserve(points);
    moves_.reserve(points);
    line_.reserve(line_plies_max);
    risks_.reserve(geometry_.roots());
    // A stone bounds at most one root of each seat there and one at each neighbour.
    bounded_.reserve(points *
                     std::min(geometry_.roots(), geometry_.seats() + geometry_.degree_max()));
    set(engine::Position({std::shared_ptr<void>(), &geometry_.opening()}), no_point);
}

void Searcher::Impl::forget() {
    tree_.clear();
    simulations_ = 0;
    root_sums_.fill(0);
    std::fill(survivals_.begin(), survivals_.end(), 0U);
    random_ = Random(settings_.seed ^ root_board_.hash());
    if (!root_board_.is_over()) expand(Tree::root, root_board_);
}

void Searcher::Impl::vary(std::uint64_t seed) {
    settings_.seed = seed;
    varies_ = true;
}

void Searcher::Impl::set(const engine::Position& position, Point last) {
    tries_left_ = tries_max;
    trial_boards_[0]->copy(root_board_);
    // A seat's opinion of the others is of no use to them if they are all against it.
    const bool is_for_all = settings_.backup == Backup::max_n || root_board_.seats_in() == 2;
    const auto turn = engine::seat_at(static_cast<int>(root_board_.turn()));
    const bool may_keep =
        tree_[Tree::root].visits > 0 && (is_for_all || position.to_move() == turn);
    const std::uint32_t found = may_keep ? find(Tree::root, position, 0) : no_node;
    root_board_.load(position);
    if (last != no_point) root_board_.set_last(last);
    evaluation_.evaluate(root_board_, weights_, root_values_);
    if (found == no_node || root_board_.is_over()) {
        forget();
        return;
    }
    if (found != Tree::root) tree_.make_root(found);
    Node& root = tree_[Tree::root];
    if (root.child_count == 0) {
        expand(Tree::root, root_board_);
    } else if (root.is_narrowed != 0) {
        widen_root();
    }
    simulations_ = 0;
    root_sums_.fill(0);
    std::fill(survivals_.begin(), survivals_.end(), 0U);
    random_ = Random(settings_.seed ^ root_board_.hash());
}

// The node of this position at or below that node; no_node if it is not in the tree. Requires: the
// trial board of its ply is that node's.
std::uint32_t Searcher::Impl::find(std::uint32_t index, const engine::Position& wanted,
                                   std::size_t plies) {
    Board& board = *trial_boards_[plies];
    if (board.hash() == wanted.hash() && board.equals(wanted)) return index;
    if (plies == geometry_.seats() || board.is_over()) return no_node;
    const Node node = tree_[index];
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        const std::uint32_t at = node.first_child + child;
        if (tree_[at].visits == 0 || !can_lead(tree_[at], wanted, board)) continue;
        if (tries_left_ == 0) return no_node;
        --tries_left_;
        Board& next = *trial_boards_[plies + 1];
        next.copy(board);
        next.play(tree_[at].point);
        const std::uint32_t found = find(at, wanted, plies + 1);
        if (found != no_node) return found;
    }
    return no_node;
}

// Whether the stone of that move stands there in the end, or the root that it joined is gone.
bool Searcher::Impl::can_lead(const Node& child, const engine::Position& wanted,
                              const Board& board) const {
    const Root joined = board.contacts(child.mover, child.point).root();
    return wanted.root(child.point) == joined || !wanted.is_standing(joined);
}

// Gives the root, which was a narrowed node, its other legal moves too.
void Searcher::Impl::widen_root() {
    list_candidates(root_board_);
    Node& root = tree_[Tree::root];
    const std::size_t known = root.child_count;
    for (const Candidate& candidate : candidates_) {
        const auto children = tree_.children(root).first(known);
        const bool is_known = std::any_of(children.begin(), children.end(), [&](const Node& child) {
            return child.point == candidate.point;
        });
        if (is_known) continue;
        Node& added = tree_.add_root_child();
        added.point = candidate.point;
        added.mover = static_cast<std::uint8_t>(root_board_.turn());
        added.prior = 1;
    }
    root.is_narrowed = 0;
}

// Puts candidates that are equally likely in any order.
void Searcher::Impl::shuffle_equals() {
    auto first = candidates_.begin();
    while (first != candidates_.end()) {
        const auto last = std::find_if(first, candidates_.end(), [&](const auto& other) {
            return other.logit != first->logit;
        });
        for (auto left = static_cast<std::uint32_t>(last - first); left > 1; --left) {
            std::swap(first[left - 1], first[random_.below(left)]);
        }
        first = last;
    }
}

bool Searcher::Impl::is_complete() const {
    const Node& root = tree_[Tree::root];
    return root_board_.is_over() || root.winner != 0 || root.visits >= visits_max ||
           (root.child_count == 1 && simulations_ >= simulations_without_choice);
}

bool Searcher::Impl::run(const Budget& budget, const Interrupts& interrupts) {
    // If a simulation takes 10 us, a look at the clock would be a part of it.
    const std::uint64_t between_looks = geometry_.points() <= 512 ? 8 : 1;
    const bool is_timed = budget.time.count() > 0;
    const auto start = is_timed ? interrupts.clock() : std::chrono::nanoseconds(0);
    for (std::uint64_t done = 0; !is_complete(); ++done) {
        if (budget.simulations > 0 && done == budget.simulations) break;
        if (interrupts.stop && interrupts.stop()) break;
        const bool looks = is_timed && done > 0 && done % between_looks == 0;
        if (looks && interrupts.clock() - start >= budget.time) break;
        simulate();
    }
    return is_complete();
}

}  // namespace tanbo::search
