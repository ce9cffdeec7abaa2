#include "server/cli/engines/parallel_engine.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <thread>
#include <utility>

namespace tanbo::cli {

namespace {

int rank(const Candidate& candidate) {
    if (candidate.proven == Proven::open) return 1;
    return candidate.proven == Proven::won ? 2 : 0;
}

bool is_better(const Candidate& a, const Candidate& b) {
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    return a.visits != b.visits ? a.visits > b.visits : a.point < b.point;
}

// Adds what another has found out of the same move.
void add(Candidate& sum, const Candidate& other) {
    const double before = static_cast<double>(sum.visits);
    const double added = static_cast<double>(other.visits);
    if (sum.proven == Proven::open && other.proven != Proven::open) {
        sum.proven = other.proven;
        sum.chance = other.chance;
    } else if (sum.proven == Proven::open && before + added > 0) {
        sum.chance = (sum.chance * before + other.chance * added) / (before + added);
    }
    sum.visits += other.visits;
}

// The moves of all, best first.
std::vector<Candidate> merged_candidates(std::span<const SearchResult> results) {
    std::vector<Candidate> sums = results.front().candidates;
    std::map<engine::Point, std::size_t> places;
    for (std::size_t place = 0; place < sums.size(); ++place) places[sums[place].point] = place;
    for (const SearchResult& result : results.subspan(1)) {
        for (const Candidate& candidate : result.candidates) {
            const auto found = places.find(candidate.point);
            if (found != places.end()) add(sums[found->second], candidate);
        }
    }
    std::ranges::sort(sums, is_better);
    return sums;
}

std::vector<double> merged_chances(std::span<const SearchResult> results) {
    std::vector<double> sums(results.front().chances.size());
    double weights = 0;
    for (const SearchResult& result : results) {
        const double weight = static_cast<double>(std::max<std::uint64_t>(result.simulations, 1));
        for (std::size_t seat = 0; seat < sums.size(); ++seat) {
            sums[seat] += weight * result.chances[seat];
        }
        weights += weight;
    }
    for (double& sum : sums) sum /= weights;
    return sums;
}

bool is_certain(const SearchResult& result) {
    const auto& candidates = result.candidates;
    return !candidates.empty() && candidates.front().proven != Proven::open;
}

}  // namespace

SearchResult merged(std::span<const SearchResult> results) {
    const auto certain = std::ranges::find_if(results, is_certain);
    SearchResult all;
    all.candidates = merged_candidates(results);
    all.best = all.candidates.empty() ? results.front().best : all.candidates.front().point;
    all.chances = certain != results.end() ? certain->chances : merged_chances(results);
    std::uint64_t most = 0;
    for (const SearchResult& result : results) {
        all.simulations += result.simulations;
        if (result.best != all.best || result.candidates.empty()) continue;
        const std::uint64_t visits = result.candidates.front().visits;
        if (all.line.empty() || visits > most) {
            all.line = result.line;
            most = visits;
        }
    }
    if (all.line.empty()) all.line = {all.best};
    return all;
}

ParallelEngine::ParallelEngine(std::vector<std::unique_ptr<Engine>> engines)
    : engines_(std::move(engines)) {}

std::span<const std::unique_ptr<Engine>> ParallelEngine::at_work() const {
    return std::span(engines_).first(working_);
}

void ParallelEngine::begin(const GameLine& line, const Limits& limits) {
    const std::uint64_t all = limits.simulations.value_or(engines_.size());
    working_ = limits.level ? 1 : std::clamp<std::uint64_t>(all, 1, engines_.size());
    for (std::size_t place = 0; place < working_; ++place) {
        Limits share = limits;
        if (limits.simulations) share.simulations = (all + working_ - 1 - place) / working_;
        if (limits.seed) share.seed = *limits.seed + place;  // each searches differently
        engines_[place]->begin(line, share);
    }
}

bool ParallelEngine::think(std::stop_token stop) {
    std::vector<char> is_done(working_, 0);
    {
        std::vector<std::jthread> others;
        for (std::size_t place = 1; place < working_; ++place) {
            others.emplace_back(
                [&, place] { is_done[place] = engines_[place]->think(stop) ? 1 : 0; });
        }
        is_done[0] = engines_[0]->think(stop) ? 1 : 0;
    }
    const auto done = std::ranges::count(is_done, 1);
    if (done == 0) return false;
    if (static_cast<std::size_t>(done) == working_) return true;
    return std::ranges::any_of(at_work(),
                               [](const auto& one) { return is_certain(one->result()); });
}

SearchResult ParallelEngine::result() const {
    std::vector<SearchResult> results;
    for (const auto& engine : at_work()) results.push_back(engine->result());
    return working_ == 1 ? std::move(results.front()) : merged(results);
}

}  // namespace tanbo::cli
