#include "server/cli/engines/search_engine.hpp"

#include <algorithm>
#include <new>

#include "engine/search/weights.hpp"

namespace tanbo::cli {

namespace {

constexpr std::size_t boards_max = 4;
constexpr std::uint64_t questions_kept = 64;  // about other boards, until one is forgotten
constexpr std::size_t nodes_min = 1024;       // of a tree
constexpr std::chrono::milliseconds slice{4};

// The bounds of a level and those that were asked for, whichever is less.
std::optional<std::uint64_t> simulations_of(const Limits& limits) {
    if (!limits.level) return limits.simulations;
    const std::uint64_t of_level = search::level(*limits.level).simulations;
    return std::min(of_level, limits.simulations.value_or(of_level));
}

Proven proven_of(search::Proof proof) {
    switch (proof) {
        case search::Proof::open:
            return Proven::open;
        case search::Proof::won:
            return Proven::won;
        case search::Proof::lost:
            return Proven::lost;
    }
    return Proven::open;
}

// Each time that a board without a name is told, it is another object.
bool is_same(const engine::Opening& one, const engine::Opening& other) {
    return &one == &other ||
           (std::ranges::equal(one.lattice().extents(), other.lattice().extents()) &&
            std::ranges::equal(one.seeds(), other.seeds()) &&
            std::ranges::equal(one.seed_seats(), other.seed_seats()) &&
            one.to_move() == other.to_move());
}

}  // namespace

SearchEngine::SearchEngine(std::uint64_t seed, std::size_t bytes_max)
    : seed_(seed), nodes_max_(bytes_max / search::Memory::node_bytes) {}

std::size_t SearchEngine::bytes() const {
    std::size_t nodes = 0;
    for (const Known& known : known_) nodes += known.searcher ? known.nodes : 0;
    return nodes * search::Memory::node_bytes;
}

// A board that was not asked about for long gives its memory to the others.
void SearchEngine::bring_forward(const std::shared_ptr<const engine::Opening>& opening) {
    ++questions_;
    const auto found = std::ranges::find_if(
        known_, [&opening](const Known& known) { return is_same(*known.opening, *opening); });
    if (found != known_.end()) {
        known_.splice(known_.begin(), known_, found);
    } else {
        if (known_.size() == boards_max) known_.pop_back();
        known_.push_front({opening, seed_++});
    }
    known_.front().asked_at = questions_;
    std::erase_if(known_, [this](const Known& known) {
        return known.asked_at + questions_kept < questions_;
    });
}

// A searcher has its memory from its beginning to its end: another share needs another searcher,
// which begins without a tree.
void SearchEngine::share_memory() {
    const std::size_t share = std::max(nodes_max_ / known_.size(), nodes_min);
    for (Known& known : known_) {
        if (known.nodes > share) known.searcher.reset();
    }
    Known& first = known_.front();
    if (first.searcher && first.nodes == share) return;
    first.searcher.reset();
    first.nodes = share;
    search::Settings settings;
    settings.seed = first.seed;
    settings.memory.nodes_max = share;
    try {
        first.searcher.emplace(first.opening, search::weights_for(*first.opening), settings);
    } catch (const std::bad_alloc&) {
        if (share == nodes_min) throw;
        nodes_max_ /= 2;  // the machine has no more
        share_memory();
    }
}

search::Searcher& SearchEngine::searcher_of(const std::shared_ptr<const engine::Opening>& opening) {
    bring_forward(opening);
    share_memory();
    return *known_.front().searcher;
}

void SearchEngine::begin(const GameLine& line, const Limits& limits) {
    search::Searcher& searcher = searcher_of(line.shared_opening());
    searcher.vary(limits.seed.value_or(known_.front().seed));
    // A level is as strong as its simulations, not as what a game before has left of a tree.
    if (limits.level) searcher.forget();
    searcher.set(line.position(), line.last_stone());
    limits_ = limits;
    start_ = Clock::now();
    simulations_ = 0;
}

bool SearchEngine::think(std::stop_token stop) {
    const auto simulations_max = simulations_of(limits_);
    search::Budget budget{0, slice};
    if (simulations_max) {
        if (simulations_ >= *simulations_max) return true;
        budget.simulations = *simulations_max - simulations_;
    }
    if (limits_.time) {
        const auto left = *limits_.time - (Clock::now() - start_);
        if (left <= Clock::duration::zero()) return true;
        budget.time = std::clamp(std::chrono::ceil<std::chrono::milliseconds>(left),
                                 std::chrono::milliseconds{1}, slice);
    }
    search::Searcher& searcher = *known_.front().searcher;
    const std::uint64_t before = searcher.report().simulations;
    const bool is_complete =
        searcher.run(budget, {[stop = std::move(stop)] { return stop.stop_requested(); },
                              [] { return Clock::now().time_since_epoch(); }});
    const std::uint64_t after = searcher.report().simulations;
    simulations_ += after - std::min(before, after);
    return is_complete || (simulations_max && simulations_ >= *simulations_max);
}

SearchResult SearchEngine::result() const {
    search::Searcher& searcher = *known_.front().searcher;
    SearchResult result;
    if (limits_.level) result.best = searcher.choose(search::level(*limits_.level));
    const search::Report& report = searcher.report();
    if (!limits_.level && !report.moves.empty()) result.best = report.moves.front().point;
    result.simulations = simulations_;
    const auto seats = static_cast<std::ptrdiff_t>(known_.front().opening->seats());
    result.chances.assign(report.chances.begin(), report.chances.begin() + seats);
    result.line.assign(report.line.begin(), report.line.end());
    for (const search::MoveReport& move : report.moves) {
        result.candidates.push_back({move.point, move.visits, move.chance, proven_of(move.proof)});
    }
    return result;
}

}  // namespace tanbo::cli
