#include <cstring>
#include <memory>
#include <type_traits>

#include "engine/memory.hpp"
#include "engine/position.hpp"

namespace tanbo::engine {

Position::Tables::Tables(std::size_t points, std::size_t seats, std::size_t seeds) {
    bytes_ = divide(points, seats, seeds);
    block_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
    divide(points, seats, seeds);
    const auto begin = [](auto table) { std::ranges::uninitialized_value_construct(table); };
    begin(contacts);
    begin(slots);
    begin(legal);
    begin(stones);
    begin(roots);
    begin(answer_points);
    begin(answer_roots);
    begin(marks);
}

Position::Tables::Tables(const Tables& other)
    : block_(std::make_unique_for_overwrite<std::byte[]>(other.bytes_)), bytes_(other.bytes_) {
    divide(other.stones.size(), other.contacts.size() / other.stones.size(),
           other.answer_roots.size());
    std::memcpy(kept().data(), other.kept().data(), other.kept().size());
    std::ranges::uninitialized_value_construct(marks);
}

Position::Tables& Position::Tables::operator=(const Tables& other) {
    if (this == &other) return *this;
    const bool is_alike = contacts.size() == other.contacts.size() &&
                          stones.size() == other.stones.size() &&
                          roots.size() == other.roots.size();
    if (is_alike) {
        std::memcpy(kept().data(), other.kept().data(), other.kept().size());
    } else {
        *this = Tables(other);
    }
    return *this;
}

std::size_t Position::Tables::heap_bytes() const {
    return block_bytes(bytes_);
}

// Lays a table down behind those before it, of which none is aligned to less.
template <class T>
void Position::Tables::take(std::span<T>& table, std::size_t count, std::size_t& begin) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (block_) table = {reinterpret_cast<T*>(block_.get() + begin), count};
    begin += count * sizeof(T);
}

// Lays all tables down in the block, if there is one. Returns how many bytes they take.
std::size_t Position::Tables::divide(std::size_t points, std::size_t seats, std::size_t seeds) {
    std::size_t begin = 0;
    take(answer_roots, seeds, begin);
    take(marks, points / 64 + 1, begin);
    take(contacts, points * seats, begin);
    take(slots, points * seats, begin);
    take(legal, points * seats, begin);
    take(stones, points, begin);
    take(roots, seeds + 1, begin);
    take(answer_points, points, begin);
    return begin;
}

// The position's own part.
std::span<std::byte> Position::Tables::kept() const {
    std::byte* const first = std::as_writable_bytes(contacts).data();
    return {first, std::as_writable_bytes(answer_points).data()};
}

}  // namespace tanbo::engine
