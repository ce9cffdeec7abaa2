#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "server/store/error.hpp"

// Enumerators as the words that the schema knows. For this folder only.
namespace tanbo::store {

// Requires: value is one of the enumerators that `words` has, in order.
template <std::size_t Size, typename Enum>
std::string_view word_of(const std::array<std::string_view, Size>& words, Enum value) {
    return words.at(static_cast<std::size_t>(value));
}

// Throws: StorageError corrupt for a word that the schema's CHECK refuses.
template <typename Enum, std::size_t Size>
Enum value_of(const std::array<std::string_view, Size>& words, std::string_view word) {
    for (std::size_t index = 0; index < Size; ++index) {
        if (words[index] == word) return static_cast<Enum>(index);
    }
    throw StorageError(Fault::corrupt,
                       "The database contains the unknown word \"" + std::string(word) + "\".");
}

}  // namespace tanbo::store
