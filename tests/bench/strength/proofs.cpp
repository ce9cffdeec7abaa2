#include "tests/bench/strength/proofs.hpp"

#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/search/arithmetic.hpp"
#include "engine/search/searcher.hpp"

namespace tanbo::bench {

using engine::Lattice;
using engine::Opening;
using engine::Point;
using engine::Position;
using engine::Seat;

std::optional<Seat> Exhaustive::winner(const Position& position) {
    if (position.is_over()) return position.winner();
    const auto found = known_.find(position.hash());
    if (found != known_.end()) return found->second;
    if (known_.size() >= positions_max_) return std::nullopt;
    const Seat mover = *position.to_move();
    const auto legal = position.legal_points(mover);
    const std::vector<Point> points(legal.begin(), legal.end());
    Seat best = mover == Seat::black ? Seat::white : Seat::black;
    for (const Point point : points) {
        Position next = position;
        next.play(point);
        const auto won_by = winner(next);
        if (!won_by) return std::nullopt;
        if (*won_by == mover) {
            best = mover;
            break;
        }
    }
    known_.emplace(position.hash(), best);
    return best;
}

namespace {

// Some seeds of each of two seats thrown on a small board; nothing if that is no opening.
std::shared_ptr<const Opening> small_opening(search::Random& random) {
    static const std::vector<std::vector<int>> boards = {{4, 4}, {3, 3, 2}, {5, 4}, {12}, {5, 5}};
    const auto& extents = boards[random.below(static_cast<std::uint32_t>(boards.size()))];
    const Lattice lattice = Lattice::create(extents).value();
    std::vector<std::vector<Point>> stones(2);
    const std::uint32_t each = 1 + random.below(2);
    for (auto& seat : stones) {
        for (std::uint32_t stone = 0; stone < each; ++stone) {
            seat.push_back(
                static_cast<Point>(random.below(static_cast<std::uint32_t>(lattice.points()))));
        }
    }
    auto created = Opening::create(lattice, stones);
    auto* const opening = std::get_if<std::shared_ptr<const Opening>>(&created);
    return opening != nullptr ? *opening : nullptr;
}

void check_position(const Position& position, search::Searcher& searcher, Exhaustive& exhaustive,
                    ProofCount& count) {
    const auto truth = exhaustive.winner(position);
    if (!truth) return;
    searcher.set(position);
    searcher.run({.simulations = 3'000});
    const auto& report = searcher.report();
    ++count.positions;
    bool is_wrong = false;
    const auto seat = static_cast<std::size_t>(*position.to_move());
    if (report.complete && (report.chances[seat] == 1 || report.chances[seat] == 0)) {
        ++count.proven;
        is_wrong = (report.chances[seat] == 1) != (*truth == *position.to_move());
    }
    for (const auto& move : report.moves) {
        if (move.proof == search::Proof::open) continue;
        Position next = position;
        next.play(move.point);
        const auto won_by = exhaustive.winner(next);
        if (!won_by) continue;
        is_wrong =
            is_wrong || (move.proof == search::Proof::won) != (*won_by == *position.to_move());
    }
    count.wrong += is_wrong ? 1 : 0;
}

}  // namespace

ProofCount check_all_positions(const std::shared_ptr<const Opening>& opening, std::size_t each,
                               std::size_t positions_max) {
    search::Searcher searcher(opening, search::weights_for(*opening),
                              {.seed = 1, .memory = {.nodes_max = 50'000}});
    Exhaustive exhaustive(2'000'000);
    ProofCount count;
    std::unordered_set<std::uint64_t> seen;
    std::vector<Position> front = {Position(opening)};
    while (!front.empty() && seen.size() < positions_max) {
        const Position position = std::move(front.back());
        front.pop_back();
        if (position.is_over() || !seen.insert(position.hash()).second) continue;
        if (seen.size() % each == 0) check_position(position, searcher, exhaustive, count);
        for (const Point point : position.legal_points(*position.to_move())) {
            front.push_back(position);
            front.back().play(point);
        }
    }
    return count;
}

std::vector<std::shared_ptr<const Opening>> tiny_openings() {
    struct Tiny {
        std::vector<int> extents;
        std::vector<std::vector<Point>> stones;
    };
    const std::vector<Tiny> all = {{{4, 4}, {{0}, {15}}},
                                   {{4, 4}, {{5}, {10}}},
                                   {{4, 4}, {{0, 15}, {3, 12}}},
                                   {{3, 3, 2}, {{0}, {17}}},
                                   {{3, 3, 2}, {{0, 17}, {2, 15}}}};
    std::vector<std::shared_ptr<const Opening>> openings;
    for (const Tiny& tiny : all) {
        openings.push_back(std::get<std::shared_ptr<const Opening>>(
            Opening::create(Lattice::create(tiny.extents).value(), tiny.stones)));
    }
    return openings;
}

ProofCount check_proofs(int games, std::uint64_t seed) {
    search::Random random(seed);
    ProofCount count;
    for (int game = 0; game < games;) {
        const auto opening = small_opening(random);
        if (opening == nullptr) continue;
        ++game;
        search::Searcher searcher(opening, search::weights_for(*opening),
                                  {.seed = seed, .memory = {.nodes_max = 50'000}});
        Exhaustive exhaustive(60'000);
        Position position(opening);
        while (position.to_move()) {
            check_position(position, searcher, exhaustive, count);
            const auto legal = position.legal_points(*position.to_move());
            position.play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
        }
    }
    return count;
}

}  // namespace tanbo::bench
