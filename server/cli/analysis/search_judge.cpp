#include "server/cli/analysis/search_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace tanbo::cli {

namespace {

using analysis::Judgement;
using analysis::Look;
using engine::Position;

constexpr std::size_t nodes_max = std::size_t{1} << 17U;  // 4 MiB
constexpr std::uint64_t slice_simulations = 100;          // about a millisecond
constexpr int risk_least = 200;  // in thousandths: what falls less often is not told

search::Settings settings_of(std::uint64_t seed) {
    search::Settings settings;
    settings.seed = seed;
    settings.memory.nodes_max = nodes_max;
    return settings;
}

bool is_lost(const search::MoveReport& move) {
    return move.proof == search::Proof::lost;
}

// The seat that is proven to win, if any.
std::optional<engine::Seat> proven_winner(const search::Report& report) {
    const bool is_proven = report.moves.front().proof == search::Proof::won ||
                           std::ranges::all_of(report.moves, is_lost);
    if (!is_proven) return std::nullopt;
    const auto certain = std::ranges::max_element(report.chances) - report.chances.begin();
    return engine::seat_at(static_cast<int>(certain));
}

Judgement judgement_of(const search::Report& report, int seats) {
    Judgement judgement;
    std::array<double, engine::seats_max> shares{};
    std::ranges::copy(report.chances, shares.begin());
    judgement.chances = analysis::round_chances(
        std::span<const double>(shares).first(static_cast<std::size_t>(seats)));
    judgement.proven = proven_winner(report);
    judgement.risks = risks_of(report.risks);
    const std::size_t plies = std::min(report.line.size(), analysis::line_max);
    judgement.line.assign(report.line.begin(),
                          report.line.begin() + static_cast<std::ptrdiff_t>(plies));
    // The line goes by visits, the list by proofs first.
    const engine::Point best = report.moves.front().point;
    if (judgement.line.empty() || judgement.line.front() != best) judgement.line = {best};
    return judgement;
}

}  // namespace

std::vector<analysis::RootRisk> risks_of(std::span<const search::RootRisk> risks) {
    std::vector<analysis::RootRisk> endangered;
    for (const search::RootRisk& risk : risks) {
        const int falls = static_cast<int>(std::lround((1 - risk.survival) * analysis::certain));
        if (falls >= risk_least) endangered.push_back({risk.seed, falls});
    }
    std::ranges::sort(endangered, [](const auto& a, const auto& b) {
        return std::tuple(-a.falls, a.seed) < std::tuple(-b.falls, b.seed);
    });
    if (endangered.size() > analysis::risks_max) endangered.resize(analysis::risks_max);
    return endangered;
}

SearchJudge::SearchJudge(std::shared_ptr<const engine::Opening> opening,
                         analysis::Analyst::Budget budget)
    : simulations_(budget.simulations),
      first_(opening, search::weights_for(*opening), settings_of(budget.seed)),
      second_(opening, search::weights_for(*opening), settings_of(budget.seed + 1)) {}

void SearchJudge::search(search::Searcher& searcher, const Position& position, engine::Point last) {
    searcher.forget();
    searcher.set(position, last);
    for (std::uint64_t done = 0; done < simulations_; done += slice_simulations) {
        const std::uint64_t slice = std::min(slice_simulations, simulations_ - done);
        if (searcher.run({.simulations = slice, .time = {}})) return;
        if (pause_) pause_();
    }
}

// A search ends at once if there is but one move: the position after it is searched instead, and on
// a line of points there may be thousands of such moves.
Judgement SearchJudge::judge(const Position& position, engine::Point last, Look look) {
    Position searched = position;
    std::vector<engine::Point> forced;
    while (!searched.is_over()) {
        const auto legal = searched.legal_points(*searched.to_move());
        if (legal.size() != 1) break;
        const engine::Point only = legal.front();
        if (forced.size() < analysis::line_max) forced.push_back(only);
        searched.play(only);
        last = only;
    }
    Judgement judgement;
    if (searched.is_over()) {
        judgement.proven = searched.winner();
        judgement.chances = analysis::chances_of_winner(*searched.winner());
    } else {
        search::Searcher& searcher = look == Look::first ? first_ : second_;
        search(searcher, searched, last);
        judgement = judgement_of(searcher.report(), searched.opening().seats());
    }
    judgement.line.insert(judgement.line.begin(), forced.begin(), forced.end());
    if (judgement.line.size() > analysis::line_max) judgement.line.resize(analysis::line_max);
    return judgement;
}

}  // namespace tanbo::cli
