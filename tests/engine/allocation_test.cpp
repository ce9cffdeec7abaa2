// A program of its own, because it counts every allocation.

#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "engine/history.hpp"
#include "engine/position.hpp"
#include "engine/search/searcher.hpp"
#include "tests/support/play.hpp"

namespace {

std::size_t allocations = 0;

void* allocate(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return allocate(size);
}
void* operator new[](std::size_t size) {
    return allocate(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace tanbo::tests {
namespace {

using engine::Position;

// How often the heap is asked for room while this runs.
template <typename Run>
std::size_t allocations_of(Run run) {
    const std::size_t before = allocations;
    run();
    return allocations - before;
}

// Plays to the end, previews each move first and lets a seat leave on the way.
void play_out(Position& position, Random& random) {
    std::uint64_t hashes = 0;
    while (const auto seat = position.to_move()) {
        const auto legal = position.legal_points(*seat);
        hashes += position.preview(random.pick(legal)).removed.size();
        position.play(random.pick(legal));
        hashes += position.hash();
        if (position.ply() == 150 && position.to_move()) position.leave(*position.to_move());
    }
    EXPECT_NE(hashes, 0U);
}

TEST(Allocation, IsNoticed) {
    const Position position(engine::find_setup("9x9")->opening);

    EXPECT_GT(allocations_of([&] { Position copy = position; }), 0U);
}

TEST(Allocation, DoesNotHappenInPlay) {
    for (const auto& setup : engine::setups()) {
        Position position(setup.opening);
        Random random(5);

        EXPECT_EQ(allocations_of([&] { play_out(position, random); }), 0U) << setup.id;
    }
}

TEST(Allocation, DoesNotHappenOnCustomBoards) {
    Random random(6);
    for (int game = 0; game < 100; ++game) {
        Position position(random_opening(random));

        EXPECT_EQ(allocations_of([&] { play_out(position, random); }), 0U);
    }
}

TEST(Allocation, DoesNotHappenInACopyToAPositionOfTheSameShape) {
    const Position start(engine::find_setup("19x19")->opening);
    Position position(start);
    Random random(7);

    EXPECT_EQ(allocations_of([&] {
                  for (int game = 0; game < 3; ++game) {
                      play_out(position, random);
                      position = start;
                  }
              }),
              0U);
}

TEST(Allocation, DoesNotHappenAsACopiedHistoryGrows) {
    engine::History<int> history;
    for (int i = 0; i < 100; ++i) history.push_back(i);

    for (int i = 100; i < 200; ++i) {
        engine::History<int> next = history;
        EXPECT_EQ(allocations_of([&] { next.push_back(i); }), 0U);
        history = std::move(next);
    }

    EXPECT_EQ(history.size(), 200U);
    for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(history[i], static_cast<int>(i));
}

// A search, its report, a move that it reaches, and the search of what follows.
void search_on(search::Searcher& searcher, Position& position) {
    searcher.run({.simulations = 200}, {.stop = [] { return false; }, .clock = {}});
    position.play(searcher.report().moves[0].point);
    if (!position.to_move()) return;
    searcher.set(position);
    searcher.run({.simulations = 50});
    position.play(searcher.choose(search::level(3)));
}

TEST(Allocation, DoesNotHappenInASearch) {
    for (const auto& setup : engine::setups()) {
        Position position(setup.opening);
        search::Searcher searcher(setup.opening, search::weights_for(*setup.opening),
                                  {.seed = 1, .memory = {.nodes_max = 2'000}});

        EXPECT_EQ(allocations_of([&] {
                      for (int turn = 0; turn < 3 && position.to_move(); ++turn) {
                          searcher.set(position);
                          search_on(searcher, position);
                      }
                  }),
                  0U)
            << setup.id;
    }
}

}  // namespace
}  // namespace tanbo::tests
