#include "engine/search/reach.hpp"

#include <algorithm>
#include <bit>

namespace tanbo::search {

namespace {

constexpr std::size_t word_bits = 64;

void add(std::uint64_t* set, std::size_t point) {
    set[point / word_bits] |= std::uint64_t{1} << (point % word_bits);
}

}  // namespace

Reach::Reach(const Geometry& geometry)
    : geometry_(&geometry),
      words_((geometry.points() + word_bits - 1) / word_bits),
      free_(words_),
      reached_(words_ * geometry.seats()) {
    for (std::size_t point = 0; point < geometry.points(); ++point) {
        for (const Point neighbour : geometry.neighbours(static_cast<Point>(point))) {
            if (neighbour < point) continue;
            const std::size_t distance = neighbour - point;
            auto found = std::ranges::find(directions_, distance, &Direction::distance);
            if (found == directions_.end()) {
                found = directions_.insert(found, {distance, std::vector<Word>(words_)});
            }
            add(found->points.data(), point);
        }
    }
}

void Reach::find_free(const Board& board, std::size_t seat) {
    const std::size_t points = geometry_->points();
    for (std::size_t word = 0; word < words_; ++word) {
        const std::size_t first = word * word_bits;
        const std::size_t count = std::min(word_bits, points - first);
        Word bits = 0;
        for (std::size_t bit = 0; bit < count; ++bit) {
            const auto point = static_cast<Point>(first + bit);
            bits |= Word{board.contacts(seat, point).is_none()} << bit;
        }
        free_[word] = bits;
    }
}

// One step both ways. Whether the set grew.
bool Reach::step(Word* set, const Direction& direction) {
    const std::size_t words = direction.distance / word_bits;
    const unsigned bits = direction.distance % word_bits;
    // The bits of a word that come from the next one; shifts by a whole word are undefined.
    const auto spill_up = [&](Word low) { return bits == 0 ? 0 : low >> (word_bits - bits); };
    const auto spill_down = [&](Word high) { return bits == 0 ? 0 : high << (word_bits - bits); };
    const Word* const points = direction.points.data();
    Word grown = 0;
    for (std::size_t word = words_; word-- > words;) {
        const std::size_t from = word - words;
        Word up = (set[from] & points[from]) << bits;
        if (from > 0) up |= spill_up(set[from - 1] & points[from - 1]);
        const Word more = up & free_[word] & ~set[word];
        set[word] |= more;
        grown |= more;
    }
    for (std::size_t word = 0; word + words < words_; ++word) {
        const std::size_t from = word + words;
        Word down = set[from] >> bits;
        if (from + 1 < words_) down |= spill_down(set[from + 1]);
        const Word more = down & points[word] & free_[word] & ~set[word];
        set[word] |= more;
        grown |= more;
    }
    return grown != 0;
}

void Reach::grow(Word* set) {
    bool grows = true;
    while (grows) {
        grows = false;
        for (const Direction& direction : directions_) grows = step(set, direction) || grows;
    }
}

void Reach::count() {
    const std::size_t seats = geometry_->seats();
    counts_.fill({0, 0});
    for (std::size_t word = 0; word < words_; ++word) {
        Word any = 0;
        Word several = 0;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const Word here = reached(seat)[word];
            several |= any & here;
            any |= here;
        }
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const Word here = reached(seat)[word];
            counts_[seat].points += static_cast<std::size_t>(std::popcount(here));
            counts_[seat].own += static_cast<std::size_t>(std::popcount(here & ~several));
        }
    }
}

void Reach::measure(const Board& board) {
    std::ranges::fill(reached_, Word{0});
    for (std::size_t seat = 0; seat < geometry_->seats(); ++seat) {
        for (const Point point : board.legal(seat)) add(reached(seat), point);
        find_free(board, seat);
        grow(reached(seat));
    }
    count();
}

}  // namespace tanbo::search
