#include <algorithm>
#include <tuple>

#include "engine/search/policy.hpp"
#include "engine/search/searcher_impl.hpp"

namespace tanbo::search {

namespace {

// The chance with the given one's odds to this power.
float stretched(float chance, float power) {
    const float won = std::max(chance, 1e-6F);
    const float lost = std::max(1.0F - chance, 1e-6F);
    return 1.0F / (1.0F + exp2(power * (log2(lost) - log2(won))));
}

// Proven wins first, proven losses last, for the seat that moves there.
int rank(const Node& node) {
    if (node.winner == 0) return 1;
    return node.winner == node.mover + 1U ? 2 : 0;
}

}  // namespace

bool Searcher::Impl::is_better(const Node& a, const Node& b) const {
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.prior != b.prior) return a.prior > b.prior;
    return a.point < b.point;
}

std::uint32_t Searcher::Impl::best_child(const Node& node) {
    std::uint32_t best = node.first_child;
    for (std::uint32_t child = 1; child < node.child_count; ++child) {
        if (is_better(tree_[node.first_child + child], tree_[best]))
            best = node.first_child + child;
    }
    return best;
}

// The power to which odds are raised here.
float Searcher::Impl::stretch() const {
    const float power = weights_.stretch + weights_.stretch_empty * emptiness(root_board_);
    return std::max(power, 0.1F);
}

void Searcher::Impl::report_moves() {
    const float power = stretch();
    const Node& root = tree_[Tree::root];
    const auto children = tree_.children(root);
    const float mean = root.visits == 0 ? root_values_[root_board_.turn()]
                                        : root.turn_sum / static_cast<float>(root.visits);
    moves_.clear();
    bounded_.clear();
    std::array<Root, Board::bounded_max> bounded;
    for (const Node& child : children) {
        MoveReport move{};
        move.point = child.point;
        move.visits = child.visits;
        move.prior = static_cast<float>(child.prior) / 65535.0F;
        const float raw = child.visits == 0 ? std::max(mean - unvisited_penalty, 0.0F)
                                            : child.sum / static_cast<float>(child.visits);
        const int known = rank(child);
        move.proof = known == 2 ? Proof::won : known == 0 ? Proof::lost : Proof::open;
        move.chance = known == 1 ? stretched(raw, power) : known == 2 ? 1.0F : 0.0F;
        const MoveEffect effect = effect_of(root_board_, root_board_.turn(), child.point);
        move.space_change = static_cast<std::int16_t>(static_cast<int>(effect.gained) -
                                                      static_cast<int>(effect.lost));
        const std::size_t count = root_board_.bounded_by(child.point, bounded);
        const std::size_t first = bounded_.size();
        for (std::size_t index = 0; index < count; ++index) {
            bounded_.push_back(geometry_.opening().seeds()[bounded[index] - 1U]);
        }
        move.seeds_bounded = {bounded_.data() + first, count};
        moves_.push_back(move);
    }
    // As is_better; the tree itself stays as it is.
    const auto key = [](const MoveReport& move) {
        const int known = move.proof == Proof::won ? 2 : move.proof == Proof::open ? 1 : 0;
        return std::tuple(-known, ~move.visits, -move.prior, move.point);
    };
    std::sort(moves_.begin(), moves_.end(),
              [&](const MoveReport& a, const MoveReport& b) { return key(a) < key(b); });
}

void Searcher::Impl::report_line() {
    line_.clear();
    const Node* node = &tree_[Tree::root];
    while (node->child_count > 0 && line_.size() < line_plies_max) {
        const Node& next = tree_[best_child(*node)];
        if (next.visits == 0) break;
        line_.push_back(next.point);
        node = &next;
    }
}

void Searcher::Impl::report_risks() {
    risks_.clear();
    for (std::size_t label = 1; label <= geometry_.roots(); ++label) {
        const Root root = static_cast<Root>(label);
        if (!root_board_.is_standing(root)) continue;
        const float survival = simulations_ == 0 ? 1.0F
                                                 : static_cast<float>(survivals_[label]) /
                                                       static_cast<float>(simulations_);
        risks_.push_back({geometry_.opening().seeds()[label - 1],
                          engine::seat_at(static_cast<int>(geometry_.owner(root))), survival});
    }
}

// Of two seats, what the tree says; of more, the mean of what simulations led to, as the tree may
// take the others for one.
void Searcher::Impl::report_chances() {
    report_.chances.fill(0);
    const Node& root = tree_[Tree::root];
    if (root_board_.is_over() || root.winner != 0) {
        report_.chances[root_board_.is_over() ? root_board_.turn() : root.winner - 1U] = 1;
        return;
    }
    Values raw = root_values_;
    if (root_board_.seats_in() == 2 && root.visits > 0) {
        const float own = root.turn_sum / static_cast<float>(root.visits);
        for (std::size_t seat = 0; seat < geometry_.seats(); ++seat) {
            if (root_board_.is_in(seat)) raw[seat] = 1.0F - own;
        }
        raw[root_board_.turn()] = own;
    } else if (simulations_ > 0) {
        for (std::size_t seat = 0; seat < geometry_.seats(); ++seat) {
            raw[seat] = static_cast<float>(root_sums_[seat] / static_cast<double>(simulations_));
        }
    }
    float total = 0;
    const float power = stretch();
    for (std::size_t seat = 0; seat < geometry_.seats(); ++seat) {
        if (!root_board_.is_in(seat)) continue;
        report_.chances[seat] = exp2(power * log2(std::max(raw[seat], 1e-6F)));
        total += report_.chances[seat];
    }
    for (std::size_t seat = 0; seat < geometry_.seats(); ++seat) report_.chances[seat] /= total;
}

const Report& Searcher::Impl::report() {
    report_moves();
    report_line();
    report_risks();
    report_chances();
    report_.moves = moves_;
    report_.line = line_;
    report_.risks = risks_;
    report_.simulations = simulations_;
    report_.nodes = tree_.size();
    report_.complete = is_complete();
    return report_;
}

Point Searcher::Impl::choose(const Level& level) {
    if (level.simulations > 0) return tree_[best_child(tree_[Tree::root])].point;
    list_candidates(root_board_);
    float total = 0;
    const float best = candidates_[0].logit;
    for (Candidate& candidate : candidates_) {
        candidate.logit = exp((candidate.logit - best) / level.temperature);
        total += candidate.logit;
    }
    float drawn = random_.unit() * total;
    for (const Candidate& candidate : candidates_) {
        drawn -= candidate.logit;
        if (drawn < 0) return candidate.point;
    }
    return candidates_[0].point;
}

}  // namespace tanbo::search
