#pragma once

#include <array>
#include <cstddef>

namespace tanbo::test {

// Stands where a T is only passed on: it has an address, and is no T. Each `number` has its own.
template <class T, int number = 0>
T& stand_in() {
    alignas(std::max_align_t) static std::array<std::byte, 1> place{};
    return reinterpret_cast<T&>(place);
}

}  // namespace tanbo::test
