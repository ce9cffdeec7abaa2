#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

// The bytes of things on the heap, for caches that are bounded in bytes.
namespace tanbo::engine {

// The room of a block of so many bytes: rounded up to a multiple of 16, and above 128 to one of
// four steps in each doubling. Source: jemalloc(3), size classes.
constexpr std::size_t block_bytes(std::size_t bytes) {
    constexpr std::size_t quantum = 16;
    constexpr std::size_t steps = 4;
    const std::size_t step = std::max(quantum, std::bit_floor(bytes - 1) / steps);
    return (bytes + step - 1) / step * step;
}

// A block of std::make_shared: the value behind a table and two counts.
template <class T>
constexpr std::size_t shared_bytes() {
    return block_bytes(sizeof(T) + 2 * sizeof(void*));
}

template <class List>
std::size_t heap_bytes(const List& values) {
    constexpr std::size_t each = sizeof(*values.begin());
    return values.capacity() == 0 ? 0 : block_bytes(values.capacity() * each);
}

// Short texts live in the string itself.
inline std::size_t heap_bytes(const std::string& text) {
    return text.capacity() <= std::string().capacity() ? 0 : block_bytes(text.capacity() + 1);
}

}  // namespace tanbo::engine
