// A program of its own, because it counts what is allocated.

#include "engine/memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/match.hpp"
#include "server/base/lru_cache.hpp"
#include "server/game/log.hpp"
#include "server/game/views/history.hpp"

namespace {

std::atomic<std::int64_t> live_bytes = 0;

// In front of each block stands how much was asked for: what malloc hands out can be 16 bytes more,
// if what is left of a free block would be too small to be one.
constexpr std::size_t front = alignof(std::max_align_t);

std::int64_t occupied(std::size_t size) {
    return static_cast<std::int64_t>(tanbo::engine::block_bytes(size));
}

void* allocate(std::size_t size) {
    auto* const memory = static_cast<std::byte*>(std::malloc(front + size));
    if (memory == nullptr) throw std::bad_alloc();
    std::memcpy(memory, &size, sizeof size);
    live_bytes += occupied(size);
    return memory + front;
}

void release(void* memory) {
    if (memory == nullptr) return;
    auto* const block = static_cast<std::byte*>(memory) - front;
    std::size_t size = 0;
    std::memcpy(&size, block, sizeof size);
    live_bytes -= occupied(size);
    std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
    return allocate(size);
}
void* operator new[](std::size_t size) {
    return allocate(size);
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete[](void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    release(memory);
}

namespace tanbo::game {
namespace {

using engine::Instant;
using engine::Match;
using engine::Player;

constexpr Instant noon{std::chrono::milliseconds(1'700'000'000'000)};

// A game of this many stones, each on the lowest legal point.
Match play(engine::GameOpened opened, int stones) {
    const std::size_t seats = opened.seats.size();
    opened.creator = {AccountId{1}, "somebody-with-a-long-name"};
    opened.seats[0] = {opened.creator, true};
    Match match = *Match::open({1, noon, opened});
    for (std::size_t i = 1; i < seats; ++i) {
        const auto seat = engine::seat_at(static_cast<int>(i));
        match.append(engine::PlayerJoined{seat, {AccountId{static_cast<int>(i) + 1}, "ben"}}, noon);
    }
    engine::GameStarted started;
    engine::Position position = match.position();
    started.after = engine::lift_seats(position, {});
    match.append(started, noon);
    for (int i = 0; i < stones && match.to_move(); ++i) {
        const auto legal = match.position().legal_points(*match.to_move());
        match.play(*std::ranges::min_element(legal), noon);
    }
    return match;
}

engine::GameOpened of_setup(const std::string& setup, bool has_clock = false) {
    engine::GameOpened opened;
    opened.setup = setup;
    opened.opening = engine::find_setup(setup)->opening;
    opened.seats.resize(static_cast<std::size_t>(opened.opening->seats()));
    if (has_clock) {
        opened.terms.clock = {
            engine::ClockKind::total, std::chrono::hours(24), {}, {}, false, false, false};
    }
    return opened;
}

// The same stones on a board that no other game shares.
engine::GameOpened of_one() {
    engine::GameOpened opened = of_setup("9x9");
    const engine::Opening& known = *opened.opening;
    const std::vector<std::vector<engine::Point>> stones = {known.stones(engine::Seat::black),
                                                            known.stones(engine::Seat::white)};
    opened.setup.clear();
    opened.opening = nullptr;
    auto created =
        engine::Opening::create(*engine::Lattice::create(known.lattice().extents()), stones);
    opened.opening = std::get<std::shared_ptr<const engine::Opening>>(std::move(created));
    return opened;
}

struct Cached {
    std::int64_t counted;
    std::int64_t taken;
    double ratio() const { return static_cast<double>(counted) / static_cast<double>(taken); }
};

// The size of 300 such games in a cache of views, each read once, and what it counts for them.
// `hidden` bytes of each can't be counted.
template <class Open>
Cached cache(Open open, int stones, std::size_t hidden = 0) {
    constexpr int games = 300;
    std::vector<std::string> uncounted;
    uncounted.reserve(games);
    const std::int64_t before = live_bytes;
    base::LruCache<GameId, View> views(games, std::size_t{1} << 30U);
    for (int i = 1; i <= games; ++i) {
        const GameId id{i};
        // A copy, as the writer makes one for every command.
        View view(id, std::make_shared<const Match>(Match(play(open(), stones))));
        const std::size_t bytes = view.bytes();
        views.put(id, std::move(view), bytes).json();
        uncounted.emplace_back(hidden, 'x');
    }
    EXPECT_EQ(views.size(), std::size_t{games});
    return {static_cast<std::int64_t>(views.bytes()), live_bytes - before};
}

TEST(Memory, CountsWhatGamesTakeToAFifth) {
    const auto small = [] { return of_setup("9x9"); };
    const auto timed = [] { return of_setup("9x9", true); };
    const auto large = [] { return of_setup("19x19-4p", true); };
    for (const Cached& cached : {cache(small, 0), cache(small, 20), cache(timed, 20),
                                 cache(large, 0), cache(large, 150), cache(of_one, 5)}) {
        EXPECT_GT(cached.ratio(), 0.9) << cached.counted << " of " << cached.taken;
        EXPECT_LT(cached.ratio(), 1.1) << cached.counted << " of " << cached.taken;
    }
}

TEST(Memory, WouldSeeFourKibibytesOfAGameThatNobodyCounts) {
    const Cached cached = cache([] { return of_setup("9x9"); }, 20, 4096);

    EXPECT_LT(cached.ratio(), 0.8);
}

TEST(Memory, CountsAMatchExactly) {
    for (const int stones : {0, 1, 7, 40}) {
        const Match played = play(of_one(), stones);
        const std::int64_t before = live_bytes;
        const auto copy = std::make_shared<const Match>(played);
        const std::int64_t taken = live_bytes - before;

        // The copy shares the opening.
        const std::size_t own =
            engine::shared_bytes<engine::Opening>() + played.opening().heap_bytes();
        EXPECT_EQ(static_cast<std::int64_t>(match_bytes(*copy) - own), taken) << stones;
    }
}

}  // namespace
}  // namespace tanbo::game
